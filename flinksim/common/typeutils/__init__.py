"""Effects of declared types on values: conversion, key hashing, key order and printing.

Belongs here: everything that Flink decides by ``TypeInformation``. Does not belong here: the types
themselves (``flinksim.common.typeinfo``), and rules for values without a declared type
(``flinksim.core.java``).

Start reading at ``conversion`` and ``to_string``.
"""
