"""Does it always happen? A claim about a job, under every schedule that Flink allows.

Flink leaves open which task goes next. A job is run under one schedule after the other, so that two
steps that touch nothing in common are not tried both ways (:mod:`.reduction`), until there is no other,
or as many were tried as are allowed. Not in Flink.
"""

from flinksim.analysis.model_checking.checker import explore as explore
from flinksim.analysis.model_checking.checker import explore_pipeline as explore_pipeline
from flinksim.analysis.model_checking.properties import Claim as Claim
from flinksim.analysis.model_checking.properties import always as always
from flinksim.analysis.model_checking.properties import at_end as at_end
from flinksim.analysis.model_checking.properties import eventually as eventually
from flinksim.analysis.model_checking.properties import exactly as exactly
from flinksim.analysis.model_checking.properties import never as never
from flinksim.analysis.model_checking.properties import same_result as same_result
from flinksim.analysis.model_checking.verdict import Verdict as Verdict
