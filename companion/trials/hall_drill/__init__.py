"""The drill of the hall: simulated tables play whole matches while connections and programs fail, and every log is
compared at the end.
"""
