"""Translations by English template.

``glossary_zh`` has the texts that describe a glossary entry. All other texts are in the message catalogs
(:mod:`flinksim.core.i18n.message_catalog`).
"""
