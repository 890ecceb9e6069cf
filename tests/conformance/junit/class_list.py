"""Which of Flink's JUnit classes are translated and run, and which differences are declared."""

from __future__ import annotations

WINDOWS = [
    "EvictingWindowOperatorContractTest",
    "RegularWindowOperatorContractTest",
    "WindowOperatorTest",
    "EvictingWindowOperatorTest",
    "MergingWindowSetTest",
    "TimeWindowTest",
    "WindowStaggerTest",
    "GlobalWindowsTest",
    "TumblingEventTimeWindowsTest",
    "TumblingProcessingTimeWindowsTest",
    "SlidingEventTimeWindowsTest",
    "SlidingProcessingTimeWindowsTest",
    "EventTimeSessionWindowsTest",
    "ProcessingTimeSessionWindowsTest",
    "DynamicEventTimeSessionWindowsTest",
    "DynamicProcessingTimeSessionWindowsTest",
    "EventTimeTriggerTest",
    "ProcessingTimeTriggerTest",
    "CountTriggerTest",
    "PurgingTriggerTest",
    "ContinuousEventTimeTriggerTest",
    "ContinuousProcessingTimeTriggerTest",
    "ProcessingTimeoutTriggerTest",
    "WatermarkOutputMultiplexerTest",
    "WatermarksWithIdlenessTest",
    "BoundedOutOfOrdernessWatermarksTest",
    "AscendingTimestampsWatermarksTest",
    "WatermarkStrategyTest",
    "WatermarkToDataOutputTest",
    "WatermarkStatusTest",
    "StatusWatermarkValveTest",
    "OutputTagTest",
    "StreamRecordTest",
]

OPERATORS = [
    "KeyedProcessOperatorTest",
    "KeyedCoProcessOperatorTest",
    "ProcessOperatorTest",
    "CoProcessOperatorTest",
    "CoBroadcastWithKeyedOperatorTest",
    "CoBroadcastWithNonKeyedOperatorTest",
    "IntervalJoinOperatorTest",
    "StreamMapTest",
    "StreamFilterTest",
    "StreamFlatMapTest",
    "StreamGroupedReduceOperatorTest",
    "BatchGroupedReduceOperatorTest",
    "CoStreamMapTest",
    "CoStreamFlatMapTest",
    "AggregationFunctionTest",
    "TimestampsAndWatermarksOperatorTest",
    "ExponentialDelayRestartBackoffTimeStrategyTest",
    "FailureRateRestartBackoffTimeStrategyTest",
    "FixedDelayRestartBackoffTimeStrategyTest",
    "RescalePartitionerTest",
    "RebalancePartitionerTest",
    "ShufflePartitionerTest",
    "KeyGroupStreamPartitionerTest",
    "GlobalPartitionerTest",
    "ForwardPartitionerTest",
    "BroadcastPartitionerTest",
]

RUNTIME = [
    "TaskMailboxImplTest",
    "TaskMailboxProcessorTest",
    "MailboxExecutorImplTest",
    "InternalTimerServiceImplTest",
    "StreamElementQueueTest",
    "OrderedStreamElementQueueTest",
    "UnorderedStreamElementQueueTest",
    "KeyGroupRangeTest",
]

CLASSES = (*WINDOWS, *OPERATORS, *RUNTIME)

SUPPORT_CLASSES = [
    "StreamPartitionerTest",
    "TestingWatermarkOutput",
    "WindowedValue",
    "StreamRecordMatchers",
    "WindowOperatorContractTest",
]
"""Classes that the tests need: bases and helpers."""

DECLARED_FAILURES: dict[str, str] = {}
"""``Class.method`` and why flinksim differs on purpose; each was checked on the class of Flink 2.3.0."""
