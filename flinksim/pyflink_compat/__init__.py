"""All that is PyFlink's own: its alias, its quirks, and stand-ins for what it has of Java's.

- :mod:`.alias`: ``import pyflink`` gives flinksim; :mod:`.modules` and :mod:`.py4j` are behind it
  where there is no Java, :mod:`.java_stand_ins` the few objects that tests reach for.
- :mod:`.dialect`: what is otherwise while a program is built. :mod:`.building`, :mod:`.pickling`,
  :mod:`.asking` and :mod:`.coders` refuse what PyFlink refuses; :mod:`.passes`, by :mod:`.expansion`
  and :mod:`.fusing`, makes the operators that PyFlink makes.
- :mod:`.task_factory`: what is otherwise while a job runs. :mod:`.operators`,
  :mod:`.rounds_timer_service`, :mod:`.worker_map_state`, :mod:`.bundles` and :mod:`.chain` stand in
  the places of Java's.
"""
