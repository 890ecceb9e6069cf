"""Translations by English template, one module per area.

``events_zh`` has events of a trace, ``answers_zh`` answers to questions, ``plans_zh`` plans and
diagrams, ``glossary_zh`` the glossary. Tests check that each English template has a translation.
Code other than lookup of a translation does not belong here.
"""
