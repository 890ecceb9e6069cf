"""Static analysis of user functions before a replay.

Decides whether a replay can reproduce a program, and whether a function has hidden state or blocks
its task. The functions are not called: their syntax trees and reachable objects are inspected.
Compiling functions to expressions is in ``flinksim.replay.expressions``.

Start with :func:`~flinksim.replay.analysis.reproducibility.check_reproducible`.
"""
