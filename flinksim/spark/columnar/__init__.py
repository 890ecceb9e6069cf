"""Windows on columns, in this process: the program's expressions over Arrow, its windows over
numpy.
"""
