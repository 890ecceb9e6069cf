"""Model checking of jobs: whether a property holds under every schedule that Flink allows.

Flink does not define which task runs next. :mod:`.checker` runs a job under one schedule after the
other. :mod:`.partial_order_reduction` skips schedules that differ only in the order of independent
steps (:mod:`.step_dependencies`), and states that were visited before (:mod:`.state_hash`). The
search ends when no schedule is left, or at a limit.

Properties are in :mod:`.properties`, results in :mod:`.verdict`. Schedules themselves are in
``flinksim.runtime.interleaving``. Start with :func:`.checker.explore`. Not in Flink.
"""

from flinksim.analysis.model_checking.checker import explore as explore
from flinksim.analysis.model_checking.checker import explore_pipeline as explore_pipeline
from flinksim.analysis.model_checking.properties import Property as Property
from flinksim.analysis.model_checking.properties import always as always
from flinksim.analysis.model_checking.properties import at_end as at_end
from flinksim.analysis.model_checking.properties import eventually as eventually
from flinksim.analysis.model_checking.properties import exactly as exactly
from flinksim.analysis.model_checking.properties import never as never
from flinksim.analysis.model_checking.properties import same_result as same_result
from flinksim.analysis.model_checking.verdict import CheckResult as CheckResult
