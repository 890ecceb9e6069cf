"""Stub of ``py4j`` for programs that mention it, where the real package is not installed.

It has only the names that a PyFlink program can mention to catch errors or check types.
"""
