"""What PyFlink does in its own way while a program is built, and to values on their way.

The runtime's differences are fields of :class:`~flinksim.datastream.dialect.Dialect`. What PyFlink
*refuses*, and what it lets through, stands here, out of the way of API and operators:

- :mod:`.building`: what is done with each operator that a program adds;
- :mod:`.pickling`: whether the user's functions, and what they capture, can be pickled;
- :mod:`.coders`: values that are not of the declared type;
- :mod:`.asking`: key selectors and assigners, which are asked of a function's own objects;
- :mod:`.wrong_arguments`: arguments that PyFlink takes, and whose job then fails.

Not in Flink.
"""
