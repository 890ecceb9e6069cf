"""Does it always happen? A claim about a job, under every schedule that Flink allows.

Flink leaves open which task goes next. A job is run under one schedule after the other, so that two
steps that touch nothing in common are not tried both ways (:mod:`.reduction`), until there is no other,
or as many were tried as are allowed. Not in Flink.
"""

from flinksim.explain.explore.claims import Claim as Claim
from flinksim.explain.explore.claims import always as always
from flinksim.explain.explore.claims import at_end as at_end
from flinksim.explain.explore.claims import eventually as eventually
from flinksim.explain.explore.claims import exactly as exactly
from flinksim.explain.explore.claims import never as never
from flinksim.explain.explore.claims import same_result as same_result
from flinksim.explain.explore.exploration import explore as explore
from flinksim.explain.explore.exploration import explore_pipeline as explore_pipeline
from flinksim.explain.explore.verdict import Verdict as Verdict
