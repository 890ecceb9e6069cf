// Built from widgets/src by widgets/build.mjs; sources ca96dc0018a03da6c195219bd44f524a05a33659abdab1ce89185e39d9192d8b
var An="4fd476a60a491f83";var $=["JobSubmitted","TaskStateChanged","OperatorSetUp","OperatorStateInitialized","OperatorOpened","OperatorFinished","AfterInvokeReached","OperatorClosed","TaskFailed","ExecutionReset","JobStatusChanged","RestartDecided","MailEnqueued","\
MailTaken","DefaultActionSuspended","DefaultActionResumed","TicksSkipped","ProcessingTimeAdvanced","SourceRecordRead","SourceFinished","TimestampAssigned","WatermarkGenerated","GeneratedWatermarkIgnored","SplitStatusChanged","SplitAssigned",
"SplitReleased","IdlenessCountdownChanged","WatermarkAligned","ElementWritten","BufferQueued","OutputPersisted","ChannelFlushed","BufferSent","BufferArrived","CreditAnnounced","CreditChanged","InputBuffersChanged","ReadingStopped","ReadingR\
esumed","FloatingBuffersChanged","OutputBuffersChanged","BufferSizeAnnounced","BufferConsumed","ElementReceived","BarrierReceived","BarrierAnnounced","CancellationReceived","AlignmentStarted","AlignmentEnded","AlignmentTimedOut","ChannelBlo\
cked","ChannelUnblocked","ResumptionSent","ConsumptionResumed","InputPersisted","OutputBarrierTimedOut","ChannelWatermarkChanged","WatermarkIgnored","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","InputEnded","ElementP\
rocessed","OperatorInputChanged","LatencyMeasured","RecordFiltered","OperatorWatermarkAdvanced","WatermarkEmitted","StatusEmitted","KeySelected","StateUpdated","StateAppended","StateCleared","StateEntryPut","StateEntryRemoved","StateRead","\
StateEntryRead","TimerRegistered","TimerDeleted","TimerFired","WindowAssigned","WindowsMerged","SharedElementChanged","TriggerEvaluated","TriggerCleared","WindowFired","ElementsEvicted","FiringSkipped","WindowCleared","WindowSkippedAsLate",
"LateRecordDropped","SideOutputEmitted","ResultWritten","CheckpointTriggered","CheckpointNotTriggered","BarrierEmitted","OperatorSnapshotTaken","CheckpointAcknowledged","CheckpointDeclined","CheckpointCompleted","CheckpointAborted","Checkpo\
intNotified","CheckpointRestored","CommitPrepared","ResultsCommitted","InputRecovered","OutputRecovered","StateRestored","ListRestored","StateEntryRestored","TimerRestored","PaneRestored"],vt={JobSubmitted:[["plan","plan"]],TaskStateChanged:[
["subtask","subtask"],["attempt","count"],["before","choice"],["after","choice"]],OperatorSetUp:[["operator","operator"]],OperatorStateInitialized:[["operator","operator"],["checkpoint","count"]],OperatorOpened:[["operator","operator"]],OperatorFinished:[
["operator","operator"]],AfterInvokeReached:[["subtask","subtask"]],OperatorClosed:[["operator","operator"]],TaskFailed:[["subtask","subtask"],["operator","operator"],["error","text"],["message","text"],["record","text"],["code","text"]],ExecutionReset:[
["subtask","subtask"],["attempt","count"]],JobStatusChanged:[["before","choice"],["after","choice"]],RestartDecided:[["subtask","subtask"],["tasks","count"],["delay_ms","timestamp"]],MailEnqueued:[["subtask","subtask"],["mail","text"],["wai\
ting","count"]],MailTaken:[["subtask","subtask"],["mail","text"],["waiting","count"]],DefaultActionSuspended:[["subtask","subtask"],["reason","choice"]],DefaultActionResumed:[["subtask","subtask"]],TicksSkipped:[["ticks","count"]],ProcessingTimeAdvanced:[
["before","timestamp"],["after","timestamp"]],SourceRecordRead:[["operator","operator"],["split","text"],["offset","count"],["value","value"],["timestamp","optional timestamp"]],SourceFinished:[["operator","operator"]],TimestampAssigned:[["\
operator","operator"],["before","optional timestamp"],["after","timestamp"]],WatermarkGenerated:[["operator","operator"],["split","text"],["timestamp","timestamp"],["by","choice"],["seen","count"],["holds","flag"],["gained","texts"],["lost",
"texts"]],GeneratedWatermarkIgnored:[["operator","operator"],["split","text"],["timestamp","timestamp"],["by","choice"]],SplitStatusChanged:[["operator","operator"],["split","text"],["idle","flag"],["holds","flag"],["gained","texts"],["lost",
"texts"]],SplitAssigned:[["operator","operator"],["split","text"],["read","count"],["lost","texts"]],SplitReleased:[["operator","operator"],["split","text"],["gained","texts"]],IdlenessCountdownChanged:[["operator","operator"],["split","tex\
t"],["idle_after","optional timestamp"]],WatermarkAligned:[["operator","operator"],["group","text"],["reported","optional timestamp"],["allowed","timestamp"],["holds","flag"],["gained","texts"],["lost","texts"]],ElementWritten:[["channel","\
channel"],["sequence","count"],["element","choice"],["value","value"],["timestamp","optional timestamp"],["bytes","count"]],BufferQueued:[["channel","channel"],["queued","count"]],OutputPersisted:[["channel","channel"],["checkpoint","count"],
["buffers","count"],["bytes","count"]],ChannelFlushed:[["channel","channel"]],BufferSent:[["channel","channel"],["bytes","count"],["queued","count"],["backlog","count"],["credit","count"],["on_wire","count"]],BufferArrived:[["channel","chan\
nel"],["received","count"],["on_wire","count"]],CreditAnnounced:[["channel","channel"],["credit","count"],["under_way","count"]],CreditChanged:[["channel","channel"],["before","count"],["after","count"],["under_way","count"]],InputBuffersChanged:[
["channel","channel"],["exclusive","count"],["floating","count"],["required","count"],["unannounced","count"],["waiting","flag"]],ReadingStopped:[["channel","channel"]],ReadingResumed:[["channel","channel"]],FloatingBuffersChanged:[["subtas\
k","subtask"],["free","count"]],OutputBuffersChanged:[["subtask","subtask"],["in_use","count"]],BufferSizeAnnounced:[["subtask","subtask"],["input","count"],["bytes","count"],["throughput","count"],["buffers","count"]],BufferConsumed:[["cha\
nnel","channel"],["received","count"],["queued","count"],["bytes","count"],["overtaken","count"]],ElementReceived:[["subtask","subtask"],["channel","channel"],["sequence","count"],["element","choice"],["value","value"],["timestamp","optiona\
l timestamp"]],BarrierReceived:[["subtask","subtask"],["channel","channel"],["checkpoint","count"],["alignment","choice"],["sequence","count"],["overtaken","count"]],BarrierAnnounced:[["subtask","subtask"],["channel","channel"],["checkpoint",
"count"]],CancellationReceived:[["subtask","subtask"],["channel","channel"],["checkpoint","count"]],AlignmentStarted:[["subtask","subtask"],["checkpoint","count"],["delay_ms","count"]],AlignmentEnded:[["subtask","subtask"],["checkpoint","co\
unt"],["duration_ms","count"],["bytes","count"]],AlignmentTimedOut:[["subtask","subtask"],["checkpoint","count"]],ChannelBlocked:[["channel","channel"]],ChannelUnblocked:[["channel","channel"]],ResumptionSent:[["channel","channel"]],ConsumptionResumed:[
["channel","channel"]],InputPersisted:[["channel","channel"],["checkpoint","count"],["buffers","count"],["bytes","count"]],OutputBarrierTimedOut:[["channel","channel"],["checkpoint","count"]],ChannelWatermarkChanged:[["channel","channel"],[
"before","timestamp"],["after","timestamp"],["aligned","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],WatermarkIgnored:[["channel","channel"],["timestamp","timestamp"],["reason","choice"]],ChannelStatusChanged:[["channel","ch\
annel"],["idle","flag"],["aligned","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],InputWatermarkAdvanced:[["subtask","subtask"],["input","count"],["before","timestamp"],["after","timestamp"],["held_by","texts"]],InputStatusChanged:[
["subtask","subtask"],["input","count"],["idle","flag"]],InputEnded:[["subtask","subtask"],["input","count"]],ElementProcessed:[["operator","operator"],["element","choice"],["value","value"],["timestamp","optional timestamp"]],OperatorInputChanged:[
["operator","operator"],["input","count"],["other","count"],["watermark","timestamp"],["idle","flag"],["holds","flag"],["other_holds","flag"]],LatencyMeasured:[["operator","operator"],["source","operator"],["latency","count"]],RecordFiltered:[
["operator","operator"]],OperatorWatermarkAdvanced:[["operator","operator"],["before","timestamp"],["after","timestamp"]],WatermarkEmitted:[["operator","operator"],["timestamp","timestamp"]],StatusEmitted:[["operator","operator"],["idle","f\
lag"]],KeySelected:[["operator","operator"],["key","value"],["key_group","count"]],StateUpdated:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"],["folded","flag"]],StateAppended:[
["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"]],StateCleared:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["key_group","count"]],StateEntryPut:[
["operator","operator"],["state","text"],["key","value"],["namespace","value"],["entry","value"],["value","value"],["key_group","count"]],StateEntryRemoved:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["en\
try","value"],["key_group","count"]],StateRead:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["count","count"],["key_group","count"]],StateEntryRead:[["operator","operator"],["state","text"],
["key","value"],["namespace","value"],["entry","value"],["found","flag"],["value","value"],["key_group","count"]],TimerRegistered:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],
TimerDeleted:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],TimerFired:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],
WindowAssigned:[["operator","operator"],["key","value"],["window","value"],["value","value"],["timestamp","optional timestamp"],["count","count"],["state_window","value"]],WindowsMerged:[["operator","operator"],["key","value"],["value","val\
ue"],["window","value"],["merged","value"],["result","value"],["count","count"],["state_window","value"]],SharedElementChanged:[["operator","operator"],["key","value"],["window","value"],["others","value"],["before","value"],["after","value"]],
TriggerEvaluated:[["operator","operator"],["key","value"],["window","value"],["callback","choice"],["result","choice"]],TriggerCleared:[["operator","operator"],["key","value"],["window","value"]],WindowFired:[["operator","operator"],["key",
"value"],["window","value"],["kind","choice"],["clock","choice"],["count","count"],["contents","value"],["watermark","timestamp"]],ElementsEvicted:[["operator","operator"],["key","value"],["window","value"],["evicted","count"],["count","cou\
nt"],["state_window","value"],["contents","value"],["key_group","count"]],FiringSkipped:[["operator","operator"],["key","value"],["window","value"],["reason","choice"]],WindowCleared:[["operator","operator"],["key","value"],["window","value"],
["reason","choice"],["state_window","value"]],WindowSkippedAsLate:[["operator","operator"],["key","value"],["window","value"],["cleanup_time","timestamp"],["watermark","timestamp"]],LateRecordDropped:[["operator","operator"],["key","value"],
["value","value"],["timestamp","optional timestamp"],["windows","value"],["cleanup_time","optional timestamp"],["watermark","timestamp"],["side_output","flag"]],SideOutputEmitted:[["operator","operator"],["tag","text"],["value","value"],["t\
imestamp","optional timestamp"]],ResultWritten:[["operator","operator"],["text","text"],["value","value"],["timestamp","optional timestamp"]],CheckpointTriggered:[["checkpoint","count"],["kind","choice"],["sources","texts"],["tasks","count"]],
CheckpointNotTriggered:[["reason","text"]],BarrierEmitted:[["subtask","subtask"],["checkpoint","count"]],OperatorSnapshotTaken:[["operator","operator"],["checkpoint","count"],["bytes","count"]],CheckpointAcknowledged:[["checkpoint","count"],
["subtask","subtask"],["bytes","count"],["start_delay","count"],["alignment","count"],["sync","count"],["async_time","count"],["persisted","count"]],CheckpointDeclined:[["checkpoint","count"],["subtask","subtask"],["reason","text"]],CheckpointCompleted:[
["checkpoint","count"],["duration","count"],["bytes","count"]],CheckpointAborted:[["checkpoint","count"],["reason","text"]],CheckpointNotified:[["subtask","subtask"],["checkpoint","count"],["completed","flag"]],CheckpointRestored:[["checkpo\
int","count"],["tasks","count"]],CommitPrepared:[["operator","operator"],["checkpoint","count"],["results","count"]],ResultsCommitted:[["operator","operator"],["checkpoint","count"],["results","count"],["total","count"]],InputRecovered:[["c\
hannel","channel"],["checkpoint","count"],["elements","count"]],OutputRecovered:[["channel","channel"],["checkpoint","count"],["elements","count"]],StateRestored:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],
["value","value"],["key_group","count"]],ListRestored:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["values","value"],["key_group","count"]],StateEntryRestored:[["operator","operator"],["state","text"],["k\
ey","value"],["namespace","value"],["entry","value"],["value","value"],["key_group","count"]],TimerRestored:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],PaneRestored:[["operat\
or","operator"],["key","value"],["window","value"],["count","count"],["state_window","value"]]},Gr=[(t,e)=>({type:"JobSubmitted",plan:t.plan(0,e)}),(t,e)=>({type:"TaskStateChanged",subtask:t.text(0,e),attempt:t.count(1,e),before:["CREATED",
"SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][t.count(2,e)],after:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][t.count(3,e)]}),(t,e)=>({
type:"OperatorSetUp",operator:t.text(0,e)}),(t,e)=>({type:"OperatorStateInitialized",operator:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"OperatorOpened",operator:t.text(0,e)}),(t,e)=>({type:"OperatorFinished",operator:t.text(0,e)}),
(t,e)=>({type:"AfterInvokeReached",subtask:t.text(0,e)}),(t,e)=>({type:"OperatorClosed",operator:t.text(0,e)}),(t,e)=>({type:"TaskFailed",subtask:t.text(0,e),operator:t.text(1,e),error:t.text(2,e),message:t.text(3,e),record:t.text(4,e),code:t.
text(5,e)}),(t,e)=>({type:"ExecutionReset",subtask:t.text(0,e),attempt:t.count(1,e)}),(t,e)=>({type:"JobStatusChanged",before:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHED","CANCELED","FAILED"][t.count(0,e)],after:["CRE\
ATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHED","CANCELED","FAILED"][t.count(1,e)]}),(t,e)=>({type:"RestartDecided",subtask:t.text(0,e),tasks:t.count(1,e),delay_ms:t.timestamp(2,e)}),(t,e)=>({type:"MailEnqueued",subtask:t.text(
0,e),mail:t.text(1,e),waiting:t.count(2,e)}),(t,e)=>({type:"MailTaken",subtask:t.text(0,e),mail:t.text(1,e),waiting:t.count(2,e)}),(t,e)=>({type:"DefaultActionSuspended",subtask:t.text(0,e),reason:["no input","no output buffer","busy","bloc\
ked","final checkpoint"][t.count(1,e)]}),(t,e)=>({type:"DefaultActionResumed",subtask:t.text(0,e)}),(t,e)=>({type:"TicksSkipped",ticks:t.count(0,e)}),(t,e)=>({type:"ProcessingTimeAdvanced",before:t.timestamp(0,e),after:t.timestamp(1,e)}),(t,e)=>({
type:"SourceRecordRead",operator:t.text(0,e),split:t.text(1,e),offset:t.count(2,e),value:t.value(3,e),timestamp:t.optionalTimestamp(4,e)}),(t,e)=>({type:"SourceFinished",operator:t.text(0,e)}),(t,e)=>({type:"TimestampAssigned",operator:t.text(
0,e),before:t.optionalTimestamp(1,e),after:t.timestamp(2,e)}),(t,e)=>({type:"WatermarkGenerated",operator:t.text(0,e),split:t.text(1,e),timestamp:t.timestamp(2,e),by:["record","tick","mark"][t.count(3,e)],seen:t.count(4,e),holds:t.flag(5,e),
gained:t.textsOf(6,e),lost:t.textsOf(7,e)}),(t,e)=>({type:"GeneratedWatermarkIgnored",operator:t.text(0,e),split:t.text(1,e),timestamp:t.timestamp(2,e),by:["record","tick","mark"][t.count(3,e)]}),(t,e)=>({type:"SplitStatusChanged",operator:t.
text(0,e),split:t.text(1,e),idle:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({type:"SplitAssigned",operator:t.text(0,e),split:t.text(1,e),read:t.count(2,e),lost:t.textsOf(3,e)}),(t,e)=>({type:"SplitRele\
ased",operator:t.text(0,e),split:t.text(1,e),gained:t.textsOf(2,e)}),(t,e)=>({type:"IdlenessCountdownChanged",operator:t.text(0,e),split:t.text(1,e),idle_after:t.optionalTimestamp(2,e)}),(t,e)=>({type:"WatermarkAligned",operator:t.text(0,e),
group:t.text(1,e),reported:t.optionalTimestamp(2,e),allowed:t.timestamp(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),lost:t.textsOf(6,e)}),(t,e)=>({type:"ElementWritten",channel:t.text(0,e),sequence:t.count(1,e),element:["record","watermark",
"idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(2,e)],value:t.value(3,e),timestamp:t.optionalTimestamp(4,e),bytes:t.count(5,e)}),(t,e)=>({type:"BufferQueued",channel:t.text(0,e),queued:t.count(1,e)}),
(t,e)=>({type:"OutputPersisted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"ChannelFlushed",channel:t.text(0,e)}),(t,e)=>({type:"BufferSent",channel:t.text(0,e),bytes:t.count(1,e),queued:t.
count(2,e),backlog:t.count(3,e),credit:t.count(4,e),on_wire:t.count(5,e)}),(t,e)=>({type:"BufferArrived",channel:t.text(0,e),received:t.count(1,e),on_wire:t.count(2,e)}),(t,e)=>({type:"CreditAnnounced",channel:t.text(0,e),credit:t.count(1,e),
under_way:t.count(2,e)}),(t,e)=>({type:"CreditChanged",channel:t.text(0,e),before:t.count(1,e),after:t.count(2,e),under_way:t.count(3,e)}),(t,e)=>({type:"InputBuffersChanged",channel:t.text(0,e),exclusive:t.count(1,e),floating:t.count(2,e),
required:t.count(3,e),unannounced:t.count(4,e),waiting:t.flag(5,e)}),(t,e)=>({type:"ReadingStopped",channel:t.text(0,e)}),(t,e)=>({type:"ReadingResumed",channel:t.text(0,e)}),(t,e)=>({type:"FloatingBuffersChanged",subtask:t.text(0,e),free:t.
count(1,e)}),(t,e)=>({type:"OutputBuffersChanged",subtask:t.text(0,e),in_use:t.count(1,e)}),(t,e)=>({type:"BufferSizeAnnounced",subtask:t.text(0,e),input:t.count(1,e),bytes:t.count(2,e),throughput:t.count(3,e),buffers:t.count(4,e)}),(t,e)=>({
type:"BufferConsumed",channel:t.text(0,e),received:t.count(1,e),queued:t.count(2,e),bytes:t.count(3,e),overtaken:t.count(4,e)}),(t,e)=>({type:"ElementReceived",subtask:t.text(0,e),channel:t.text(1,e),sequence:t.count(2,e),element:["record",
"watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(3,e)],value:t.value(4,e),timestamp:t.optionalTimestamp(5,e)}),(t,e)=>({type:"BarrierReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.
count(2,e),alignment:["AT_LEAST_ONCE","ALIGNED","UNALIGNED","FORCED_ALIGNED"][t.count(3,e)],sequence:t.count(4,e),overtaken:t.count(5,e)}),(t,e)=>({type:"BarrierAnnounced",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({
type:"CancellationReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"AlignmentStarted",subtask:t.text(0,e),checkpoint:t.count(1,e),delay_ms:t.count(2,e)}),(t,e)=>({type:"AlignmentEnded",subtask:t.text(
0,e),checkpoint:t.count(1,e),duration_ms:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"AlignmentTimedOut",subtask:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelBlocked",channel:t.text(0,e)}),(t,e)=>({type:"ChannelUnblocked",
channel:t.text(0,e)}),(t,e)=>({type:"ResumptionSent",channel:t.text(0,e)}),(t,e)=>({type:"ConsumptionResumed",channel:t.text(0,e)}),(t,e)=>({type:"InputPersisted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(
3,e)}),(t,e)=>({type:"OutputBarrierTimedOut",channel:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelWatermarkChanged",channel:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,e),aligned:t.flag(3,e),holds:t.flag(4,e),gained:t.
textsOf(5,e),lost:t.textsOf(6,e)}),(t,e)=>({type:"WatermarkIgnored",channel:t.text(0,e),timestamp:t.timestamp(1,e),reason:["channel is idle","not greater than before"][t.count(2,e)]}),(t,e)=>({type:"ChannelStatusChanged",channel:t.text(0,e),
idle:t.flag(1,e),aligned:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({type:"InputWatermarkAdvanced",subtask:t.text(0,e),input:t.count(1,e),before:t.timestamp(2,e),after:t.timestamp(3,e),held_by:t.textsOf(
4,e)}),(t,e)=>({type:"InputStatusChanged",subtask:t.text(0,e),input:t.count(1,e),idle:t.flag(2,e)}),(t,e)=>({type:"InputEnded",subtask:t.text(0,e),input:t.count(1,e)}),(t,e)=>({type:"ElementProcessed",operator:t.text(0,e),element:["record",
"watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(1,e)],value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"OperatorInputChanged",operator:t.text(0,e),input:t.count(1,e),
other:t.count(2,e),watermark:t.timestamp(3,e),idle:t.flag(4,e),holds:t.flag(5,e),other_holds:t.flag(6,e)}),(t,e)=>({type:"LatencyMeasured",operator:t.text(0,e),source:t.text(1,e),latency:t.count(2,e)}),(t,e)=>({type:"RecordFiltered",operator:t.
text(0,e)}),(t,e)=>({type:"OperatorWatermarkAdvanced",operator:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,e)}),(t,e)=>({type:"WatermarkEmitted",operator:t.text(0,e),timestamp:t.timestamp(1,e)}),(t,e)=>({type:"StatusEmitted",operator:t.
text(0,e),idle:t.flag(1,e)}),(t,e)=>({type:"KeySelected",operator:t.text(0,e),key:t.value(1,e),key_group:t.count(2,e)}),(t,e)=>({type:"StateUpdated",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(
4,e),key_group:t.count(5,e),folded:t.flag(6,e)}),(t,e)=>({type:"StateAppended",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateCleared",operator:t.
text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),key_group:t.count(4,e)}),(t,e)=>({type:"StateEntryPut",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),value:t.value(5,e),
key_group:t.count(6,e)}),(t,e)=>({type:"StateEntryRemoved",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateRead",operator:t.text(0,e),state:t.text(
1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),count:t.count(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"StateEntryRead",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),found:t.
flag(5,e),value:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"TimerRegistered",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"Timer\
Deleted",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"TimerFired",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.
value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"WindowAssigned",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),value:t.value(3,e),timestamp:t.optionalTimestamp(4,e),count:t.count(5,e),state_window:t.
value(6,e)}),(t,e)=>({type:"WindowsMerged",operator:t.text(0,e),key:t.value(1,e),value:t.value(2,e),window:t.value(3,e),merged:t.value(4,e),result:t.value(5,e),count:t.count(6,e),state_window:t.value(7,e)}),(t,e)=>({type:"SharedElementChang\
ed",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),others:t.value(3,e),before:t.value(4,e),after:t.value(5,e)}),(t,e)=>({type:"TriggerEvaluated",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),callback:["onElement","onE\
ventTime","onProcessingTime","onMerge"][t.count(3,e)],result:["CONTINUE","FIRE","PURGE","FIRE_AND_PURGE"][t.count(4,e)]}),(t,e)=>({type:"TriggerCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e)}),(t,e)=>({type:"WindowFired",
operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),kind:["early","on time","late"][t.count(3,e)],clock:["watermark","processing time","count","record","end of input"][t.count(4,e)],count:t.count(5,e),contents:t.value(6,e),watermark:t.
timestamp(7,e)}),(t,e)=>({type:"ElementsEvicted",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),evicted:t.count(3,e),count:t.count(4,e),state_window:t.value(5,e),contents:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"Firin\
gSkipped",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["empty contents","no state window"][t.count(3,e)]}),(t,e)=>({type:"WindowCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["purged","cleanu\
p"][t.count(3,e)],state_window:t.value(4,e)}),(t,e)=>({type:"WindowSkippedAsLate",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),cleanup_time:t.timestamp(3,e),watermark:t.timestamp(4,e)}),(t,e)=>({type:"LateRecordDropped",operator:t.
text(0,e),key:t.value(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e),windows:t.value(4,e),cleanup_time:t.optionalTimestamp(5,e),watermark:t.timestamp(6,e),side_output:t.flag(7,e)}),(t,e)=>({type:"SideOutputEmitted",operator:t.text(
0,e),tag:t.text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"ResultWritten",operator:t.text(0,e),text:t.text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"CheckpointTriggered",checkpoint:t.
count(0,e),kind:["checkpoint","savepoint","suspend savepoint","terminate savepoint"][t.count(1,e)],sources:t.textsOf(2,e),tasks:t.count(3,e)}),(t,e)=>({type:"CheckpointNotTriggered",reason:t.text(0,e)}),(t,e)=>({type:"BarrierEmitted",subtask:t.
text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"OperatorSnapshotTaken",operator:t.text(0,e),checkpoint:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"CheckpointAcknowledged",checkpoint:t.count(0,e),subtask:t.text(1,e),bytes:t.count(2,e),
start_delay:t.count(3,e),alignment:t.count(4,e),sync:t.count(5,e),async_time:t.count(6,e),persisted:t.count(7,e)}),(t,e)=>({type:"CheckpointDeclined",checkpoint:t.count(0,e),subtask:t.text(1,e),reason:t.text(2,e)}),(t,e)=>({type:"Checkpoint\
Completed",checkpoint:t.count(0,e),duration:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"CheckpointAborted",checkpoint:t.count(0,e),reason:t.text(1,e)}),(t,e)=>({type:"CheckpointNotified",subtask:t.text(0,e),checkpoint:t.count(1,e),completed:t.
flag(2,e)}),(t,e)=>({type:"CheckpointRestored",checkpoint:t.count(0,e),tasks:t.count(1,e)}),(t,e)=>({type:"CommitPrepared",operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e)}),(t,e)=>({type:"ResultsCommitted",operator:t.text(
0,e),checkpoint:t.count(1,e),results:t.count(2,e),total:t.count(3,e)}),(t,e)=>({type:"InputRecovered",channel:t.text(0,e),checkpoint:t.count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"OutputRecovered",channel:t.text(0,e),checkpoint:t.count(
1,e),elements:t.count(2,e)}),(t,e)=>({type:"StateRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"ListRestored",operator:t.text(0,e),state:t.
text(1,e),key:t.value(2,e),namespace:t.value(3,e),values:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateEntryRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),value:t.value(
5,e),key_group:t.count(6,e)}),(t,e)=>({type:"TimerRestored",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"PaneRestored",operator:t.text(0,
e),key:t.value(1,e),window:t.value(2,e),count:t.count(3,e),state_window:t.value(4,e)})],jr={JobSubmitted:[["","The job {plan} is submitted; nothing has run yet."]],TaskStateChanged:[["after=RUNNING","{subtask} is running."],["after=FINISHED",
"{subtask} has finished."],["","{subtask} goes from {before} to {after}."]],OperatorSetUp:[["","{operator} is set up; a chain is, from its tail to its head."]],OperatorStateInitialized:[["checkpoint=0","{operator} begins with empty state, a\
nd will be opened next."],["","{operator} is given its state from checkpoint {checkpoint}, and will be opened next."]],OperatorOpened:[["","{operator} is opened; a chain opens from its tail to its head."]],OperatorFinished:[["","{operator} \
is told that its input has ended."]],AfterInvokeReached:[["","{subtask} has nothing left to do but to close its operators."]],OperatorClosed:[["","{operator} is closed; a chain closes from its tail to its head."]],TaskFailed:[["","{subtask}\
 fails with {error:firing}: {message}"]],ExecutionReset:[["","{subtask} begins anew: attempt {attempt}, counted from 0."]],JobStatusChanged:[["after=FINISHED","The job ends: {after}."],["after=FAILED","The job ends: {after}."],["after=CANCE\
LED","The job ends: {after}."],["","The job goes from {before} to {after}."]],RestartDecided:[["","{subtask} has failed: {tasks} {tasks|task|tasks} will be cancelled and run again after {delay_ms} ms."]],MailEnqueued:[["waiting=1","The mail\
 “{mail}” is put into the mailbox of {subtask}."],["","The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait there now."]],MailTaken:[["waiting=0","{subtask} takes the mail “{mail}” and runs it; its mailbox is empty\
 now."],["","{subtask} takes the mail “{mail}” and runs it; {waiting} more still {waiting|waits|wait}."]],DefaultActionSuspended:[["reason=no input","{subtask} finds no input and waits."],["reason=no output buffer","{subtask} has {reaso\
n:firing}, so it stops reading: this is backpressure."],["reason=blocked","{subtask} is {reason:firing} in the middle of an element, for no output buffer is left: this is hard backpressure."],["","{subtask} is busy and reads nothing for now\
."]],DefaultActionResumed:[["","{subtask} goes on reading its input."]],TicksSkipped:[["","{ticks} ticks of watermark generators go by and bring nothing new."]],ProcessingTimeAdvanced:[["","Processing time moves from {before} to {after}."]],
SourceRecordRead:[["split=","{operator} reads record {offset}: {value:record}."],["","{operator} reads record {offset} of split {split}: {value:record}."]],SourceFinished:[["","{operator} has no more records."]],TimestampAssigned:[["after=M\
IN","{operator} has no timestamp for the record: {after:record} stands for none."],["before=none","{operator} gives the record the timestamp {after:record}."],["before=MIN","{operator} gives the record the timestamp {after:record}."],["","{\
operator} gives the record the timestamp {after:record} instead of {before}."]],WatermarkGenerated:[["split= & timestamp=MAX","{operator} generates its last watermark, {timestamp:watermark}: nothing can follow."],["split=","{operator} gener\
ates the watermark {timestamp:watermark}."],["holds=true","{operator} generates the watermark {timestamp:watermark} for split {split}, which holds the source back."],["","{operator} generates the watermark {timestamp:watermark} for split {s\
plit}."]],GeneratedWatermarkIgnored:[["split=","The watermark {timestamp:watermark} that {operator} generates is not greater than the last, so it changes nothing."],["","The watermark {timestamp:watermark} for split {split} of {operator} is\
 not greater than the last, so it changes nothing."]],SplitStatusChanged:[["idle=true","Split {split} of {operator} has gone quiet: it is idle now and holds nothing back."],["","Split {split} of {operator} is active again and counts for the\
 watermark."]],SplitAssigned:[["read=0","{operator} gets split {split} to read, whose watermark is not known yet."],["","{operator} gets split {split} to read, from record {read} on; its watermark is not known yet."]],SplitReleased:[["","{o\
perator} has read split {split} to its end: it counts no more."]],IdlenessCountdownChanged:[["idle_after=none","A record has come, so {operator} does not wait for idleness any more."],["split=","{operator} has seen no record since it was as\
ked last: it is idle if none comes up to {idle_after:timer}."],["","{operator} has seen no record of split {split} since it was asked last: the split is idle if none comes up to {idle_after:timer}."]],WatermarkAligned:[["reported=none","{op\
erator} has no watermark to tell its group {group}; it may go on to {allowed:watermark}."],["holds=true","{operator} tells its group {group} the watermark {reported:watermark}, the least of all; it may go on to {allowed:watermark}."],["","{\
operator} tells its group {group} the watermark {reported:watermark}; it may go on to {allowed:watermark}."]],ElementWritten:[["element=record","The record {value:record} is written to {channel}."],["element=watermark","The watermark {times\
tamp:watermark} is written to {channel}."],["element=idle","The status IDLE is written to {channel}."],["element=active","The status ACTIVE is written to {channel}."],["element=endOfData","The end of the data is written to {channel}."],["el\
ement=endOfPartition","The end of all is written to {channel}."],["element=barrier","A checkpoint barrier is written to {channel}."],["element=cancelMarker","That a checkpoint will not be is written to {channel}."],["","A latency marker is \
written to {channel}."]],BufferQueued:[["queued=1","A buffer waits to be sent on {channel}: {queued:buffer} in the queue."],["","One more buffer waits to be sent on {channel}: {queued:buffer} in the queue."]],OutputPersisted:[["","The barri\
er of checkpoint {checkpoint} overtakes {buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, which {buffers|goes|go} into the checkpoint."]],ChannelFlushed:[["","What stands in the open buffer of {channel}\
 may be sent now."]],BufferSent:[["channel:flow=before credits","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}."],["credit=0","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; there is no credit for a\
nother."],["","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for {credit:buffer} more is left."]],BufferArrived:[["received=1","A buffer arrives on {channel}."],["","A buffer arrives on {channel}; {received:buff\
er} wait there to be read."]],CreditAnnounced:[["","The receiver of {channel} promises room for {credit:buffer} more {credit|buffer|buffers}."]],CreditChanged:[["","The sender of {channel} learns of new credit: {before} becomes {after:buffe\
r}."]],InputBuffersChanged:[["waiting=true","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all, and waits for a floating one."],["","Empty buffers for {channel}: {exclus\
ive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all."]],ReadingStopped:[["","No buffer is left for what came in on {channel}, so the whole connection is not read any more."]],ReadingResumed:[["","A buffer ca\
me free for {channel}, so its connection is read again."]],FloatingBuffersChanged:[["","{subtask} has {free:buffer} floating {free|buffer|buffers} free."]],OutputBuffersChanged:[["","{subtask} has {in_use:buffer} output {in_use|buffer|buffe\
rs} in use."]],BufferSizeAnnounced:[["","{subtask} reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} {buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer} {bytes|byte|bytes}."]],BufferConsumed:[["","A\
 buffer of {channel} is opened and read."]],ElementReceived:[["element=record","{subtask} reads the record {value:record} from {channel:short}."],["element=watermark","{subtask} reads the watermark {timestamp:watermark} from {channel:short}\
."],["element=idle","{subtask} reads the status IDLE from {channel:short}."],["element=active","{subtask} reads the status ACTIVE from {channel:short}."],["element=endOfData","{subtask} reads the end of the data of {channel:short}."],["elem\
ent=endOfPartition","{subtask} reads the end of all from {channel:short}."],["element=barrier","{subtask} reads a checkpoint barrier from {channel:short}."],["element=cancelMarker","{subtask} reads from {channel:short} that there will be no\
 checkpoint."],["","{subtask} reads a latency marker from {channel:short}."]],BarrierReceived:[["overtaken=0","{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}."],["","{subtask} has the barrier of checkpoint {checkp\
oint} from {channel:short}, where it has overtaken {overtaken} {overtaken|element|elements}."]],BarrierAnnounced:[["","{subtask} learns that the barrier of checkpoint {checkpoint} waits in {channel:short}, behind what it has not read yet."]],
CancellationReceived:[["","{subtask} reads from {channel:short} that checkpoint {checkpoint} will not be."]],AlignmentStarted:[["","The first barrier of checkpoint {checkpoint} has come to {subtask}, {delay_ms} ms after its trigger."]],AlignmentEnded:[
["","{subtask} waits for no more barriers of checkpoint {checkpoint}: the alignment took {duration_ms} ms, and {bytes:buffer} {bytes|byte|bytes} were read meanwhile."]],AlignmentTimedOut:[["","The alignment of checkpoint {checkpoint} takes \
{subtask} too long: the checkpoint goes on unaligned."]],ChannelBlocked:[["","{channel} is blocked: what comes behind its barrier waits for the barriers of the other channels."]],ChannelUnblocked:[["","{channel} may be read on behind its ba\
rrier."]],ResumptionSent:[["","The receiver of {channel} lets its sender go on behind the barrier."]],ConsumptionResumed:[["","The sender of {channel} goes on behind the barrier."]],InputPersisted:[["","{buffers:buffer} {buffers|buffer|buff\
ers} of {channel} with {bytes} {bytes|byte|bytes}, not processed yet, {buffers|goes|go} into checkpoint {checkpoint}."]],OutputBarrierTimedOut:[["","The barrier of checkpoint {checkpoint} has waited on {channel} for too long: it overtakes w\
hat is before it."]],ChannelWatermarkChanged:[["aligned=false","The watermark of {channel} rises from {before} to {after:watermark}; it lags behind the task and does not count yet."],["","The watermark of {channel} rises from {before} to {a\
fter:watermark}."]],WatermarkIgnored:[["reason=channel is idle","The watermark {timestamp:watermark} of {channel} changes nothing: the channel is idle."],["","The watermark {timestamp:watermark} of {channel} changes nothing: it is not great\
er than the one before."]],ChannelStatusChanged:[["idle=true","{channel} is idle now, and is not counted for the watermark."],["aligned=false","{channel} is active again, but lags behind: it is not counted until it catches up."],["","{chann\
el} is active again and counts for the watermark."]],InputWatermarkAdvanced:[["after=MAX","Every channel is at its end, so the watermark at the {input:side} of {subtask} becomes {after:watermark}."],["held_by=","All channels are idle, so th\
e greatest watermark counts: that at the {input:side} of {subtask} goes from {before} to {after:watermark}."],["","The watermark at the {input:side} of {subtask} goes from {before} to {after:watermark}: {held_by} {held_by:number|has|have} t\
he least now."]],InputStatusChanged:[["idle=true","All channels at the {input:side} of {subtask} are idle, so it is idle."],["","A channel at the {input:side} of {subtask} is active again, so it is active."]],InputEnded:[["","{subtask} lear\
ns that no more records come into its {input:side}."]],ElementProcessed:[["element=record","{operator} is handed the record {value:record}."],["element=watermark","{operator} is handed the watermark {timestamp:watermark}."],["element=idle",
"{operator} is handed the status IDLE."],["element=active","{operator} is handed the status ACTIVE."],["element=endOfData","{operator} is handed the end of the data."],["element=endOfPartition","{operator} is handed the end of all."],["elem\
ent=barrier","{operator} is handed a checkpoint barrier."],["","{operator} is handed a latency marker."]],OperatorInputChanged:[["idle=true","The {input:side} of {operator} is idle now and holds nothing back."],["holds=true","The {input:sid\
e} of {operator} is at {watermark:watermark}, and holds it back there."],["","The {input:side} of {operator} is at {watermark:watermark}; the other one is behind it."]],LatencyMeasured:[["","{operator} measures a latency of {latency:timer} \
ms from {source} to here."]],RecordFiltered:[["","{operator} lets the record drop: its condition does not hold."]],OperatorWatermarkAdvanced:[["after=MAX","The event-time clock of {operator} goes from {before} to {after:watermark}: all its \
timers are due."],["","The event-time clock of {operator} goes from {before} to {after:watermark}; timers up to there are due."]],WatermarkEmitted:[["timestamp=MAX","{operator} hands its last watermark, {timestamp:watermark}, on: no record \
can follow."],["","{operator} hands the watermark {timestamp:watermark} on."]],StatusEmitted:[["idle=true","{operator} tells what comes after it that it is idle."],["","{operator} tells what comes after it that it is active."]],KeySelected:[
["","The key is {key:timer} now, which belongs to key group {key_group}."]],StateUpdated:[["namespace=","The state “{state}” of key {key:timer} holds {value:record} now."],["","The state “{state}” of key {key:timer} in {namespace:pane} \
holds {value:record} now."]],StateAppended:[["namespace=","The list “{state}” of key {key:timer} gets {value:record} at its end."],["","The list “{state}” of key {key:timer} in {namespace:pane} gets {value:record} at its end."]],StateCleared:[
["namespace=","The state “{state}” of key {key:timer} is cleared."],["","The state “{state}” of key {key:timer} in {namespace:pane} is cleared."]],StateEntryPut:[["key:given=no","The map “{state}” has {value:record} under {entry:rec\
ord} now."],["namespace=","The map “{state}” of key {key:timer} has {value:record} under {entry:record} now."],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} now."]],StateEntryRemoved:[
["key:given=no","The map “{state}” has nothing under {entry:record} any more."],["namespace=","The map “{state}” of key {key:timer} has nothing under {entry:record} any more."],["","The map “{state}” of key {key:timer} in {namespace\
:pane} has nothing under {entry:record} any more."]],StateRead:[["value:given=no & count=0 & key:given=no","{operator} finds nothing in the state “{state}”."],["value:given=no & count=0 & namespace=","{operator} finds nothing in the sta\
te “{state}” of key {key:timer}."],["value:given=no & count=0","{operator} finds nothing in the state “{state}” of key {key:timer} in {namespace:pane}."],["value:given=no & key:given=no","{operator} reads all {count} {count|value|va\
lues} of the state “{state}”."],["value:given=no & namespace=","{operator} reads all {count} {count|value|values} of the state “{state}” of key {key:timer}."],["value:given=no","{operator} reads all {count} {count|value|values} of t\
he state “{state}” of key {key:timer} in {namespace:pane}."],["key:given=no","{operator} reads the state “{state}”: {value:record}."],["namespace=","{operator} reads the state “{state}” of key {key:timer}: {value:record}."],["",
"{operator} reads the state “{state}” of key {key:timer} in {namespace:pane}: {value:record}."]],StateEntryRead:[["found=false & key:given=no","{operator} finds nothing under {entry:record} in the map “{state}”."],["found=false & na\
mespace=","{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer}."],["found=false","{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer} in {namespace:pane}."],["value\
:given=no & key:given=no","{operator} finds that the map “{state}” has {entry:record}."],["value:given=no & namespace=","{operator} finds that the map “{state}” of key {key:timer} has {entry:record}."],["value:given=no","{operator} \
finds that the map “{state}” of key {key:timer} in {namespace:pane} has {entry:record}."],["key:given=no","{operator} reads what the map “{state}” has under {entry:record}: {value:record}."],["namespace=","{operator} reads what the \
map “{state}” of key {key:timer} has under {entry:record}: {value:record}."],["","{operator} reads what the map “{state}” of key {key:timer} in {namespace:pane} has under {entry:record}: {value:record}."]],TimerRegistered:[["domain=\
event","{operator} registers an event-time timer for key {key:timer} at {timestamp:timer}."],["","{operator} registers a processing-time timer for key {key:timer} at {timestamp:timer}."]],TimerDeleted:[["","{operator} deletes its timer for \
key {key:timer} at {timestamp:timer}."]],TimerFired:[["domain=event & timestamp=MAX","The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."],["domain=event","The watermark has passed {timestamp:timer}, so\
 the timer of key {key:timer} in {operator} fires."],["","The clock has reached {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."]],WindowAssigned:[["count=1","The record goes into {window:pane} of key {key:timer}: a \
new pane, with {count:pane} element."],["","The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} elements now."]],WindowsMerged:[["window=null","{merged:pane} of key {key:timer} become one window, {result:pane}\
."],["","The record {value:record} of key {key:timer} has the window {window:pane}, which meets {merged:pane}: they become one, {result:pane}."]],SharedElementChanged:[["","The aggregate of {window:pane} sets a field of its first element: {\
before:value} is {after:value} now. The same object is in {others:pane} of key {key:timer}, so it changes there, too."]],TriggerEvaluated:[["result=CONTINUE","The trigger of {window:pane} is asked, and says: not yet."],["","The trigger of {\
window:pane} is asked, and says {result:firing}."]],TriggerCleared:[["","The trigger forgets what it kept for {window:pane} of key {key:timer}."]],WindowFired:[["clock=watermark & window:bounds=none","The watermark is {watermark:watermark},\
 so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=watermark & kind=early","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, wit\
h {count:firing} {count|element|elements}."],["clock=watermark & kind=late","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=wa\
termark","The watermark {watermark:watermark} has reached the end of {window:pane}, so the pane of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & window:bounds=none","Processing time has gone\
 on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & kind=early","Processing time has gone on, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with\
 {count:firing} {count|element|elements}."],["clock=processing time & kind=late","Processing time has gone on, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=processi\
ng time","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=count & window:bounds=none","The count is full, so {window:pane} of key {key:timer} fires with {count:f\
iring} {count|element|elements}."],["clock=count & kind=early","The count is full, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=count & kind=late","The coun\
t is full, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=count","The count is full, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elem\
ents}."],["clock=record & window:bounds=none","A record has come, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=record & kind=early","A record has come, so {window:pane} of key {key:timer}\
 fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=record & kind=late","A record has come late, but not too late, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing\
} {count|element|elements}."],["clock=record","A record has come late, but not too late, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & window:bounds=none","The input has end\
ed, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & kind=early","The input has ended, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firi\
ng} {count|element|elements}."],["clock=end of input & kind=late","The input has ended, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["","The input has ended, so {window:pa\
ne} of key {key:timer} fires with {count:firing} {count|element|elements}."]],ElementsEvicted:[["","The evictor takes {evicted:pane} {evicted|element|elements} out of {window:pane} of key {key:timer}; {count:pane} {count|is|are} left."]],FiringSkipped:[
["reason=empty contents","The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes out."],["","The timer's window {window:pane} of key {key:timer} is not there any more: nothing comes out."]],WindowCleared:[[
"reason=purged","The contents of {window:pane} of key {key:timer} are purged."],["","The time of {window:pane} of key {key:timer} is over: its pane is removed."]],WindowSkippedAsLate:[["","The record belongs to {window:pane}, but that windo\
w is gone: the watermark {watermark:watermark} is at or past its cleanup time {cleanup_time:timer}."]],LateRecordDropped:[["cleanup_time=none","The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes\
 to the late side output|is dropped}: the watermark is already {watermark:watermark}."],["","The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes to the late side output|is dropped}: its {windows:\
number|window|windows} {windows:pane} {windows:number|was|were} over at {cleanup_time:timer}, and the watermark is already {watermark:watermark}."]],SideOutputEmitted:[["","{operator} sends the record {value:record} to the side output “{tag\
}”."]],ResultWritten:[["","{operator} writes the result {text:record}."]],CheckpointTriggered:[["kind=checkpoint","Checkpoint {checkpoint} begins: {tasks} {tasks|task has|tasks have} to take part."],["","A {kind} begins, as checkpoint {ch\
eckpoint}: {tasks} {tasks|task has|tasks have} to take part."]],CheckpointNotTriggered:[["","No checkpoint is begun now: “{reason}”."]],BarrierEmitted:[["","{subtask} puts the barrier of checkpoint {checkpoint} out: what comes before it\
 belongs to the checkpoint."]],OperatorSnapshotTaken:[["bytes=0","{operator} has no state to keep for checkpoint {checkpoint}."],["","{operator} keeps its state for checkpoint {checkpoint}: {bytes} bytes."]],CheckpointAcknowledged:[["","{su\
btask} has its part of checkpoint {checkpoint}, of {bytes} bytes."]],CheckpointDeclined:[["","{subtask} cannot take part in checkpoint {checkpoint}: “{reason}”."]],CheckpointCompleted:[["","Checkpoint {checkpoint} is complete, {duration\
} ms after it began, with {bytes} bytes: a failure goes back to here."]],CheckpointAborted:[["","Checkpoint {checkpoint} comes to nothing: “{reason}”."]],CheckpointNotified:[["completed=true","{subtask} learns that checkpoint {checkpoin\
t} is complete."],["","{subtask} learns that checkpoint {checkpoint} has come to nothing."]],CheckpointRestored:[["","{tasks} {tasks|task goes|tasks go} back to checkpoint {checkpoint}: state, timers and the places in the input are as they \
were."]],CommitPrepared:[["","{operator} prepares {results} {results|result|results} to be committed with checkpoint {checkpoint}; nobody sees {results|it|them} yet."]],ResultsCommitted:[["","{operator} commits {results} {results|result|res\
ults} of checkpoint {checkpoint}: {total} {total|is|are} visible for good."]],InputRecovered:[["","{channel} has {elements} {elements|element|elements} again that checkpoint {checkpoint} caught in flight, read before all else."]],OutputRecovered:[
["","{elements} {elements|element waits|elements wait} at the sender of {channel} again, which the barrier of checkpoint {checkpoint} had overtaken."]],StateRestored:[["namespace=","The state “{state}” of key {key:timer} holds {value:record\
} again."],["","The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} again."]],ListRestored:[["namespace=","The list “{state}” of key {key:timer} holds {values:record} again."],["","The list “{state}” of k\
ey {key:timer} in {namespace:pane} holds {values:record} again."]],StateEntryRestored:[["key:given=no","The map “{state}” has {value:record} under {entry:record} again."],["namespace=","The map “{state}” of key {key:timer} has {value:re\
cord} under {entry:record} again."],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} again."]],TimerRestored:[["","{operator} has its timer for key {key:timer} at {timestamp:timer} ag\
ain."]],PaneRestored:[["","The pane of {window:pane} of key {key:timer} is there again, with {count:pane} {count|element|elements}."]]},xt={record:"a record that enters a source or a task",watermark:"a watermark that is generated, or that a\
 task's input reaches",firing:"a window that fires, or a timer where there are no windows"},ke={failure:["a task fails","{n} tasks fail"],start:["the job starts",""],end:["the job ends",""],late:["a record is late","{n} records are late"],firing:[
"a window or timer fires","{n} fire"],merge:["sessions merge","sessions merge {n} times"],idle:["something goes idle, or comes back","the status of {n} changes"],minimum:["a minimum moves","a minimum moves in {n} tasks"],fill:["a record goe\
s into a pane","{n} records go into panes"],state:["state changes","{n} records change state"],"held up":["a task is held up","{n} times a task is held up"],result:["a result comes out","{n} results come out"],read:["a record is read","{n} \
records are read"]},pe=[{kind:"TaskFailed",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobSubmitted",when:"",grain:"story",stop:"",moment:"start",counted:null},{kind:"RestartDecided",when:"",grain:"story",stop:"",moment:"\
failure",counted:null},{kind:"JobStatusChanged",when:"before=CREATED",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RUNNING",grain:"story",stop:"",moment:"start",counted:null},{kind:"JobStatusChange\
d",when:"after=FAILING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RESTARTING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"",grain:"story",stop:"",moment:"en\
d",counted:null},{kind:"ExecutionReset",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ResultsCommitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"CommitPrepared",when:"",grain:"event time",stop:"",
moment:"",counted:null},{kind:"CheckpointTriggered",when:"",grain:"event time",stop:"",moment:"start",counted:null},{kind:"CheckpointCompleted",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"CheckpointAborted",when:"",grain:"\
story",stop:"",moment:"end",counted:null},{kind:"CheckpointRestored",when:"",grain:"story",stop:"",moment:"start",counted:null},{kind:"CheckpointNotTriggered",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"BarrierEmitted",
when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointAcknowledged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointDeclined",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"\
CheckpointNotified",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"OperatorSnapshotTaken",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"PaneRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{
kind:"StateRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ListRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"\
TimerRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"WindowFired",when:"",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"LateRecordDropped",when:"",grain:"story",stop:"",moment:"late",counted:null},
{kind:"TimerFired",when:"namespace=",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"TimerFired",when:"",grain:"event time",stop:"firing",moment:"",counted:["timer fired","timers fired"]},{kind:"ResultWritten",when:"",grain:"\
story",stop:"",moment:"result",counted:null},{kind:"SideOutputEmitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"InputWatermarkAdvanced",when:"",grain:"event time",stop:"watermark",moment:"minimum",counted:["move of\
 a task's watermark","moves of tasks' watermarks"]},{kind:"InputStatusChanged",when:"",grain:"story",stop:"",moment:"idle",counted:null},{kind:"WindowsMerged",when:"merged:number=1",grain:"story",stop:"",moment:"fill",counted:null},{kind:"W\
indowsMerged",when:"",grain:"story",stop:"",moment:"merge",counted:null},{kind:"FiringSkipped",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"SharedElementChanged",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"E\
lementsEvicted",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"WindowAssigned",when:"",grain:"records",stop:"",moment:"fill",counted:["put into a window","put into windows"]},{kind:"RecordFiltered",when:"",grain:"records",stop:"",
moment:"",counted:["filtered out","filtered out"]},{kind:"WatermarkGenerated",when:"",grain:"event time",stop:"watermark",moment:"",counted:["watermark generated","watermarks generated"]},{kind:"SplitStatusChanged",when:"",grain:"story",stop:"",
moment:"idle",counted:null},{kind:"ChannelWatermarkChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ChannelStatusChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WatermarkIgnored",when:"",
grain:"event time",stop:"",moment:"",counted:null},{kind:"GeneratedWatermarkIgnored",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"OperatorInputChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"S\
tateUpdated",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateUpdated",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateAppended",when:"namespace=",grain:"records",stop:"",moment:"state",
counted:null},{kind:"StateAppended",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryPut",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateEntryPut",when:"",grain:"records",stop:"",moment:"",
counted:null},{kind:"DefaultActionSuspended",when:"reason=no output buffer",grain:"event time",stop:"",moment:"held up",counted:null},{kind:"DefaultActionSuspended",when:"reason=blocked",grain:"event time",stop:"",moment:"held up",counted:null},
{kind:"DefaultActionSuspended",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"SourceRecordRead",when:"",grain:"records",stop:"record",moment:"read",counted:["record read","records read"]},{kind:"SourceFinished",when:"",grain:"\
event time",stop:"",moment:"",counted:null},{kind:"TaskStateChanged",when:"after=FINISHED",grain:"event time",stop:"",moment:"",counted:null},{kind:"TaskStateChanged",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"MailTak\
en",when:"",grain:"everything",stop:"",moment:"",counted:["mail","mails"]},{kind:"ElementReceived",when:"element=record",grain:"records",stop:"record",moment:"",counted:null},{kind:"ElementReceived",when:"",grain:"everything",stop:"",moment:"",
counted:null},{kind:"BufferArrived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"BufferSent",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"ProcessingTimeAdvanced",when:"",grain:"everything",stop:"",moment:"",
counted:["tick of the clock","ticks of the clock"]},{kind:"SplitReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WatermarkAligned",when:"",grain:"event time",stop:"",moment:"",counted:["report to an alignment grou\
p","reports to alignment groups"]},{kind:"IdlenessCountdownChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"OperatorWatermarkAdvanced",when:"",grain:"event time",stop:"",moment:"minimum",counted:null},{kind:"Window\
Cleared",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"TimerRegistered",when:"namespace=",grain:"event time",stop:"",moment:"state",counted:["timer registered","timers registered"]},{kind:"TimerRegistered",when:"",grain:"\
event time",stop:"",moment:"",counted:["timer registered","timers registered"]},{kind:"TimerDeleted",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WindowSkippedAsLate",when:"",grain:"records",stop:"",moment:"",counted:null},
{kind:"StateCleared",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRemoved",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"\
StateEntryRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"TimestampAssigned",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ElementProcessed",when:"element=record",grain:"records",stop:"",moment:"",counted:null},
{kind:"TriggerEvaluated",when:"",grain:"records",stop:"",moment:"",counted:null}];var T=-(1n<<63n),L=(1n<<63n)-1n,Jr=/"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g,St=10000000000n,Ca=-62135596800000n,$a=253402300800000n,On=86400000n,qr=366n*On,Ur=1000000000000n,Yr=/(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;function _(t){let e="";for(let[
n]of t.matchAll(Jr))n[0]==='"'?e+=JSON.parse(n):n==="["?e+="(":n==="]"?e+=")":n===","?e+=", ":e+=n.trim().replace(Yr,r=>Pn(BigInt(r))||r);return e}function X(t,e=60){let n=Array.from(t);return n.length<=e?t:`${n.slice(0,e-1).join("")}…`}function J(t){
let e=/^\[(-?\d+),(-?\d+)\]$/.exec(t);return e?[BigInt(e[1]),BigInt(e[2])]:null}function Q(t){if(t[0]!=="[")return null;let e=[],n=0,r="";for(let[s]of t.matchAll(Jr))s==="]"&&n--,n===0||n===1&&s===","?(r!==""&&e.push(r),r=""):r+=s,s==="["&&
n++;return e}function Ln(t){let e=t.at(-1)??"";return[t.slice(0,-1).join(", "),e].filter(n=>n!=="").join(" and ")}function Pn(t){for(let[e,n]of[["MIN",T],["MAX",L]]){let r=t-n;if(r===0n)return e;if(r>-Ur&&r<Ur)return r>0n?`${e} + ${r}`:`${e}\
 - ${-r}`}return""}function Kr(t,e){return(t-(t%e+e)%e)/e}function Ve(t){return String(t).padStart(2,"0")}var ae=class{names=new Map;shorts=new Map;uncredited=new Set;hasOneInput=new Map;start;day;constructor(e){this.start=BigInt(e?.start_time_ms??
0),this.day=Kr(this.start,On);for(let n of e?.vertices??[])for(let r=0;r<n.parallelism;r++){let s=n.parallelism>1?` ${r+1}/${n.parallelism}`:"";this.names.set(`${n.id}/${r}`,n.operators[0].name+s);for(let i of n.operators)this.names.set(`o${i.
node}/${r}`,i.name+s)}for(let n of e?.channels??[]){let r=this.hasOneInput.get(n.target)??!0;this.hasOneInput.set(n.target,r&&n.input===0),this.shorts.set(n.id,`ch ${n.index}`),n.initial_credit===0&&this.uncredited.add(n.id),this.names.set(
n.id,`ch ${n.index} of ${this.name(n.target)}`)}}name(e){return this.names.get(e)??e}short(e){return this.shorts.get(e)??this.name(e)}flow(e){return this.uncredited.has(e)?"before credits":"credits"}input(e,n){return this.hasOneInput.get(e)?
"input":n>0?"second input":"first input"}time(e){if(e===null)return"none";if(e===T)return"MIN";if(e===L)return"MAX";if(e>-St&&e<St)return String(e);if(e<Ca||e>=$a)return Pn(e)||e.toLocaleString("en-US");let n=new Date(Number(e)),r=Ve(n.getUTCHours()),
s=n.getUTCMilliseconds(),i=`${r}:${Ve(n.getUTCMinutes())}:${Ve(n.getUTCSeconds())}`;return s!==0&&(i+=`.${String(s).padStart(3,"0")}`),Kr(e,On)===this.day?i:`${String(n.getUTCFullYear()).padStart(4,"0")}-${Ve(n.getUTCMonth()+1)}-${Ve(n.getUTCDate())}\
 ${i}`}text(e){return e.replace(Yr,n=>this.number(n))}number(e){let n=BigInt(e),r=Pn(n);if(r!=="")return r;let s=n-this.start;return(this.start>=St||this.start<=-St)&&s<qr&&s>-qr?this.time(n):e}value(e){return X(this.text(_(e)))}window(e){let n=J(
e);if(n)return`[${this.time(n[0])}, ${this.time(n[1])})`;let r=Q(e);return r?Ln(r.map(s=>this.window(s))):this.value(e)}};var Ma=t=>new Set(t.map(e=>$.indexOf(e))),Ea=$.indexOf("SourceRecordRead"),es=$.indexOf("ElementReceived"),Ra=Ma(["WindowFired","TimerFired","WatermarkGenerated","WatermarkEmitted","InputWatermarkAdvanced","OperatorWatermarkAdvanced","MailT\
aken","StatusEmitted"]),Aa=$.indexOf("InputWatermarkAdvanced"),Xr=$.indexOf("WatermarkGenerated"),Oa=$.indexOf("WatermarkEmitted");function Tt(t,e){let n=t.kinds[e]===es?t.origin(e):-1;return n>=0?n:t.cause(e)}function q(t,e){for(let n=e;n>=
0;n=Tt(t,n)){if(t.kinds[n]===Ea)return n;if(n!==e&&Ra.has(t.kinds[n]))return-1}return-1}function ts(t,e,n){for(let r=e;r>=0;r=Tt(t,r))if(n.has(t.kinds[r]))return r;return-1}function ns(t,e){let n=-1;for(let r=e;r>=0;r=Tt(t,r)){let s=t.kinds[r];
if(s===Aa&&(n=t.origin(r)),s===es&&Zr(t,r))return n<0||Zr(t,n)?-1:Qr(t,n)}return Qr(t,e)}function Qr(t,e){for(let n=e;n>=0;n=Tt(t,n)){let r=t.kinds[n],s=r===Xr?n:-1;if(r===Oa){let o=t.origin(n);o>=0&&t.kinds[o]===Xr&&(s=o)}if(s<0)continue;let i=t.
origin(s);return q(t,i>=0?i:t.cause(s))}return-1}function Zr(t,e){let n=t.event(e);return n.type==="ElementReceived"?n.element==="watermark"&&n.timestamp===L:n.type==="ChannelWatermarkChanged"&&n.after===L}var W=class{constructor(e){this.initial=e}positions=[];times=[];values=[];get last(){return this.values.length>0?this.values[this.values.length-1]:this.initial}set(e,n,r){let s=this.positions.length-1;if(s>=0&&this.positions[s]===e){this.values[s]=
r;return}this.positions.push(e),this.times.push(n),this.values.push(r)}at(e){let n=G(this.positions,e);return n<0?this.initial:this.values[n]}atTime(e){let n=G(this.times,e);return n<0?this.initial:this.values[n]}};function G(t,e){let n=0,r=t.
length;for(;n<r;){let s=n+r>>1;t[s]<=e?n=s+1:r=s}return n-1}var Ct=class{changes=new W(null);spent=[];condition="busy";runs=!1;becomes(e,n,r){this.condition=r,this.runs&&this.note(e,n,r)}starts(e,n){this.runs=!0,this.note(e,n,this.condition)}ends(e,n){this.runs&&this.note(e,n,null),this.runs=!1}note(e,n,r){
let{times:s,values:i}=this.changes,o=s.length-1,a=o<0?{busy:0,idle:0,soft:0,hard:0}:{...this.spent[o]},l=o<0?null:i[o];l&&(a[l]+=n-s[o]);let p=s.length;this.changes.set(e,n,r),s.length>p&&this.spent.push(a)}until(e,n,r){return this.spentAt(
G(this.changes.positions,e),n,r)}untilTime(e,n){return this.spentAt(G(this.changes.times,e),e,n)}spentAt(e,n,r){if(e<0)return 0;let s=this.changes.values[e]===r?n-this.changes.times[e]:0;return this.spent[e][r]+s}};var ne=class{positions=[0];times;end;constructor(e){this.end=e.eventCount,this.times=[e.plan?.start_time_ms??0];for(let n of e.indexesOf(["ProcessingTimeAdvanced"])){let r=e.event(n);r.type==="ProcessingTimeAdvanced"&&(this.positions.push(n+
1),this.times.push(Number(r.after)))}}get start(){return this.times[0]}get last(){return this.times.at(-1)}timeAt(e){return this.times[G(this.positions,e)]}places(e){let n=new Float64Array(this.end+1);for(let r=0;r<this.positions.length;r++){
let s=this.positions[r],i=this.endOf(r)-s,o=this.times[r];for(let a=0;a<i;a++)n[s+a]=e==="steps"?s+a:o+a/i}return n}positionAt(e,n){let r=l=>Math.max(0,Math.min(this.end,l));if(n==="steps")return r(Math.floor(e));let s=G(this.times,e);if(s<
0)return 0;let i=this.positions[s],o=this.endOf(s)-i,a=Math.min(.999999,e-this.times[s]);return r(i+Math.min(o-1,Math.floor(a*o)))}endOf(e){return this.positions[e+1]??this.end+1}},Be=1e3,De=60*Be,ze=60*De,_n=24*ze,Pa=[1,2,5,10,20,50,100,200,
500,...[1,2,5,10,15,30].map(t=>t*Be),...[1,2,5,10,15,30].map(t=>t*De),...[1,2,3,6,12].map(t=>t*ze),...[1,2,7,14,28,91,182,365,730,1825,3650,36500].map(t=>t*_n)],rs=1e10;function He(t,e,n){let r=(e-t)/Math.max(1,n);if(!(r>0)||!Number.isFinite(
r))return[];let i=(Math.abs(t)>=rs||Math.abs(e)>=rs?Pa.find(a=>a>=r):void 0)??La(r),o=[];for(let a=Math.ceil(t/i)*i;a<=e&&o.length<=n+1;a+=i)o.push(a);return o}function La(t){let e=10**Math.floor(Math.log10(t));return Math.max(1,e*([1,2,5].
find(n=>n*e>=t)??10))}function re(t){let e=Math.abs(Math.round(t)),n=(r,s,i,o)=>{let a=Math.floor(e/r),l=Math.round((e-a*r)/i);return l*i===r?`${a+1} ${s}`:l>0?`${a} ${s} ${l} ${o}`:`${a} ${s}`};return e>=_n?n(_n,"d",ze,"h"):e>=ze?n(ze,"h",
De,"min"):e>=De?n(De,"min",Be,"s"):e>=Be?`${Number((e/Be).toFixed(3))} s`:`${e} ms`}var _a=new DOMParser,Ia=["data-id","data-task","data-m","data-line"],is=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]);function M(t,e){let n=_a.parseFromString(`<!doctype html><body>${e}`,"text/html"),r=[...n.head.childNodes,
...n.body.childNodes];os(t,r)}function os(t,e){let n=t.firstChild;for(let r of e){if(r instanceof Element&&is.has(r.nodeName.toUpperCase()))continue;if(!n){t.append(ss(r));continue}let s=n.nextSibling;Na(n,r)?r instanceof Element?Wa(n,r):n.
nodeValue!==r.nodeValue&&(n.nodeValue=r.nodeValue):n.replaceWith(ss(r)),n=s}for(;n;){let r=n.nextSibling;n.remove(),n=r}}function Na(t,e){return t.nodeName!==e.nodeName?!1:!(t instanceof Element)||!(e instanceof Element)?!0:Ia.every(n=>t.getAttribute(
n)===e.getAttribute(n))}function Wa(t,e){for(let{name:n}of[...t.attributes])e.hasAttribute(n)||t.removeAttribute(n);for(let{name:n,value:r}of e.attributes)as(n,r)&&t.getAttribute(n)!==r&&t.setAttribute(n,r);t instanceof HTMLInputElement&&e.
hasAttribute("value")&&(t.value=e.getAttribute("value")),os(t,[...e.childNodes])}function ss(t){if(t instanceof Element)for(let e of[t,...t.querySelectorAll("*")]){e!==t&&is.has(e.nodeName.toUpperCase())&&e.remove();for(let{name:n,value:r}of[
...e.attributes])as(n,r)||e.removeAttribute(n)}return document.adoptNode(t)}function as(t,e){return!t.startsWith("on")&&!/^\s*javascript:/i.test(e)}function be(t,e,n){let r=Fa(t,e,n);return{pane:e.missedBy(n),over:r,closer:r<0?-1:ns(t,r),behind:n.watermark-(n.cleanup??n.time)}}function Fa(t,e,{index:n,operator:r}){let s=e.curves.find(({kind:l,owner:p})=>l==="minimum"&&p===r),i=t.event(
n);if(i.type!=="LateRecordDropped"||!s)return-1;let o=i.cleanup_time??(i.timestamp??0n)+1n,a=-1;for(let l of s.at){if(l>=n)break;let p=t.event(l);p.type==="ExecutionReset"?a=-1:a<0&&p.type==="OperatorWatermarkAdvanced"&&p.after>=o&&(a=l)}return a}var Va=/\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;function In(t,e){for(let[n,r]of jr[t.type])if(Ge(n,t,e))return Ba(t,r,e);return[]}function Ge(t,e,n){return(t===""?[]:t.split(" & ")).every(r=>{let s=r.indexOf("="),[i,o]=r.slice(0,s).split(
":");return ps(e,i,o??"",n)===r.slice(s+1)})}function U(t,e){return In(t,e).map(n=>n.text).join("")}function Ba(t,e,n){let r=[],s=0;for(let i of e.matchAll(Va)){i.index>s&&r.push({text:e.slice(s,i.index),tone:""});let[o,a,l,p,d]=i,u=ps(t,a,
l??"",n);if(p!==void 0)r.push({text:u==="1"||u==="true"?p:d,tone:""});else{let c=["subtask","operator"].includes(ls(t,a))?"name":"";r.push({text:u,tone:l??c})}s=i.index+o.length}return s<e.length&&r.push({text:e.slice(s),tone:""}),r}function ls(t,e){
return vt[t.type].find(([n])=>n===e)?.[1]??""}function ps(t,e,n,r){let s=t[e];if(n==="number")return String(Da(s));switch(ls(t,e)){case"timestamp":case"optional timestamp":return r.time(s);case"value":return n==="pane"?r.window(s):n==="give\
n"?s==="null"?"no":"yes":n==="bounds"?J(s)?"time":"none":r.value(s);case"channel":return n==="flow"?r.flow(s):n==="short"?r.short(s):r.name(s);case"texts":return Ln(s.map(i=>r.short(i)));case"subtask":case"operator":return r.name(s);case"pl\
an":return s.job_name;case"text":return r.text(s);case"count":return n==="side"?r.input("subtask"in t?t.subtask:"",s):String(s);default:return String(s)}}function Da(t){return Array.isArray(t)?t.length:Q(t)?.length??1}function ds(t,e){let n=[];
for(let r=e;r>=0;r=t.cause(r))n.unshift(r);return n}var za={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function b(t){return t.replace(/[&<>"']/g,e=>za[e])}var Ha={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},Ga='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',ja=2e4,$t=new Map,Mt=null;function x(t,e){let n=`${e}${t}`,r=$t.get(n);if(r!==void 0)return r;if(Mt??=document.createElement("canvas").getContext("2d"),!Mt)return t.length*8;Mt.
font=`${Ha[e]} ${Ga}`;let s=Mt.measureText(t).width;return $t.size>=ja&&$t.clear(),$t.set(n,s),s}function I(t,e,n){if(x(t,n)<=e)return t;let r=Array.from(t.slice(0,Math.max(8,e))),[s,i]=[1,r.length-1];for(;s<i;){let o=s+i+1>>1;x(`${r.slice(
0,o).join("")}…`,n)<=e?s=o:i=o-1}return`${r.slice(0,s).join("")}…`}function se(t,e,n){let[r]=/( \d+\/\d+)?$/.exec(t);return I(t.slice(0,t.length-r.length),e-x(r,n),n)+r}function N(t,e,n){return Math.max(e,Math.min(n,t))}function F(t,e,n,r,s="\
img"){return`<svg viewBox="0 0 ${P(t)} ${P(e)}" width="${P(t)}" height="${P(e)}" role="${s}" aria-label="${b(n)}">${r}</svg>`}function y(t,e,n,r="",s="start"){let i=s==="start"?"":` text-anchor="${s}"`,o=r?` class="${r}"`:"";return`<text x=\
"${P(t)}" y="${P(e)}"${i}${o}>${b(n)}</text>`}function C(t,e,n,r,s,i=6,o=""){let a=`<rect x="${P(t)}" y="${P(e)}" width="${P(Math.max(0,n))}" height="${P(Math.max(0,r))}" rx="${i}" class="${s}"`;return o?`${a}><title>${b(o)}</title></rect>`:
`${a}/>`}function j(t,e,n,r,s){return`<line x1="${P(t)}" y1="${P(e)}" x2="${P(n)}" y2="${P(r)}" class="${s}"/>`}function de(t,e,n,r){let s=Math.max(24,(n-t)*.5);return`M${P(t)} ${P(e)}C${P(t+s)} ${P(e)} ${P(n-s)} ${P(r)} ${P(n)} ${P(r)}`}function Z([
t,e,n,r],s){let i=Math.max(24,(n-t)*.5),o=1-s,a=(l,p,d,u)=>o*o*o*l+3*o*o*s*p+3*o*s*s*d+s*s*s*u;return[a(t,t+i,n-i,n),a(e,e,r,r)]}function us(t,e,n,r=5){return`<circle cx="${P(t)}" cy="${P(e)}" r="${r}" class="record"><title>${b(n)}</title><\
/circle>`}function cs(t,e,n){return`<path d="M${P(t-9)} ${P(e-8)}h12l6 8l-6 8h-12z" class="watermark"><title>${b(n)}</title></path><text x="${P(t-2)}" y="${P(e+4)}" text-anchor="middle" class="flag">W</text>`}function ms(t,e,n,r=6){return`<\
path d="M${P(t)} ${P(e-r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" class="${n}"/>`}function P(t){return Math.round(t*10)/10}var qa=t=>Array.isArray(t)?t.map(String):[];function Rt(t,e){let{question:n,sentence:r,links:s,cause:i,counterfactual:o}=t??{};if(typeof n!="string"||typeof r!="string"||!Array.isArray(s))return null;let a=[];for(let p of s){let{step:d,text:u,
things:c,fact:m}=p??{};if(typeof d!="number"||!Number.isInteger(d)||d<-1||d>=e||typeof u!="string")return null;a.push({step:d,text:u,things:qa(c),...typeof m=="number"?{position:m+1}:{}})}let l=Array.isArray(i)?i.map(Ua).filter(Boolean):[];
return{question:n,sentence:r,links:a,cause:l.join("; "),counterfactual:Ka(o)}}var Ua=t=>typeof t?.text=="string"?t.text:"";function Ka(t){let{text:e,changes:n,outcome:r,cost:s}=t??{};if(typeof e!="string")return null;let o=(Array.isArray(n)?
n:[]).map(({what:l,old:p,new:d,where:u})=>`${l}: ${p} → ${d}${u?` (${u})`:""}`),a=[r,s].filter(l=>typeof l=="string"&&l!=="");return{text:e,changes:[...o,...a]}}function hs(t,e,n,r){let{pane:s,over:i,closer:o,behind:a}=be(t,e,r),l=[],p=(f,g)=>{
let k=t.event(f),w="operator"in k?[k.operator]:"subtask"in k?[k.subtask]:[];l.push({step:t.stepOf(f),text:g,things:w,position:f+1})};if(p(r.index,U(t.event(r.index),n)),s){let f=s.firings.at(-1),g=s.counts.at(-1)??0,k=`${g} ${g===1?"element":
"elements"}`;f&&p(f.index,`Its window ${n.window(s.window)} had fired with ${k}.`)}i>=0&&p(i,U(t.event(i),n));let d=o<0?-1:q(t,o);d>=0&&p(d,`For this was read: ${U(t.event(d),n)}`);let u=t.event(r.index),c="value"in u?n.value(u.value):"it",
m=re(a),h=a>0?{text:`Were the watermark ${m} slower at that moment, it would have counted.`,changes:[]}:null;return{question:`Why is ${c} not counted?`,sentence:a>0?`The watermark was ${m} past the end of its window.`:"Its window was over.",
links:l,cause:"",counterfactual:h}}var Et=class{constructor(e,n,r){this.el=e;this.labels=n;e.addEventListener("click",s=>{let i=s.target.closest("[data-link]")?.dataset.link;i!==void 0&&this.answer&&r(this.answer.links[Number(i)])})}drawn="";answer=null;draw(e,n){
this.answer=e;let r=JSON.stringify([e,n]);if(r===this.drawn)return;if(this.drawn=r,!e){M(this.el,'<p class="none">Go to a record that came too late, and this tells why.</p>');return}let{question:s,sentence:i,links:o,cause:a,counterfactual:l}=e,
p=o.map(({step:m,text:h,things:f},g)=>{let k=f.map(v=>this.labels.name(v)).join(", ");return`<li><button type="button" data-link="${g}"${m===n?' aria-current="step"':""} title="${b(k)}"><small>step ${m}${k?` · ${b(k)}`:""}</small><span>${b(
h)}</span></button></li>`}),d=l?.changes.map(m=>`<li>${b(m)}</li>`).join("")??"",u=l?`<div class="smallest"><b>What would change it</b><p>${b(l.text)}</p>${d?`<ul>${d}</ul>`:""}</div>`:"",c=a?`<p class="rootCause"><b>Cause</b> ${b(a)}</p>`:
"";M(this.el,`<h3 aria-level="2">${b(s)}</h3><p>${b(i)}</p><ol>${p.join("")}</ol>${c}${u}`)}};var At=`.flinksim-widget {
  --bg: #eef1f5; --panel: #fff; --ink: #14202e; --ink2: #43536a; --ink3: #5a697e; --line: #d4dbe5;
  --line2: #b3bfce; --soft: #f5f7fa; --focus: #0072b2; --focusbg: #e9f3fa; --data: #0072b2;
  --wm: #e69f00; --wmink: #8a5700; --wmsoft: #fdf1d6; --tm: #a8457f; --tmfill: #cc79a7;
  --tmsoft: #f8e8f1; --pane: #009e73; --panesoft: #d6f0e7; --paneink: #00664b; --fire: #d55e00;
  --firesoft: #fde6d7; --fireink: #a84600; --buf: #56b4e9; --bufline: #1f7fb8; --hatch: #c3ccd8;
  --btn: #fff; --pill: #14202e; --pilltext: #fff; --onfocus: #fff; --onwm: #14202e; --badge: #a84600;
  --shadow: 0 1px 2px rgb(20 32 46 / 7%), 0 2px 8px rgb(20 32 46 / 5%);
  box-sizing: border-box; display: grid; gap: 8px; padding: 10px 12px 12px; border-radius: 14px;
  background: var(--bg); color: var(--ink); outline-offset: -2px; min-width: 0;
  font: 500 14px/1.3 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
.flinksim-widget[data-theme="dark"] {
  --bg: #0c1219; --panel: #151d27; --ink: #eef3f9; --ink2: #b7c4d4; --ink3: #93a2b5; --line: #2a3644;
  --line2: #455569; --soft: #1b2531; --focus: #56b4e9; --focusbg: #13293a; --data: #56b4e9;
  --wm: #f0b12a; --wmink: #ffc94f; --wmsoft: #3a2c0b; --tm: #eba4cb; --tmfill: #cc79a7;
  --tmsoft: #3c2333; --pane: #1fbf91; --panesoft: #0e3a2e; --paneink: #6fe3bf; --fire: #ff8a3d;
  --firesoft: #4a2409; --fireink: #ffb27f; --buf: #56b4e9; --bufline: #8fd0f5; --hatch: #3b4858;
  --btn: #1b2531; --pill: #eef3f9; --pilltext: #0c1219; --onfocus: #06131d; --badge: #ff8a3d;
  --onfire: #1b0d02; --shadow: 0 1px 2px rgb(0 0 0 / 40%);
}
.flinksim-widget *, .flinksim-widget *::before { box-sizing: border-box; }
.flinksim-widget.failed { padding: 18px 20px; color: var(--fireink); font-weight: 600; }
.flinksim-widget :focus-visible, .flinksim-widget:focus-visible { outline: 2px solid var(--focus); }
.flinksim-widget svg { display: block; }
.flinksim-widget svg text { font-family: inherit; font-weight: 500; font-size: 13px; fill: var(--ink); }

.flinksim-widget header { display: flex; align-items: center; gap: 14px; min-height: 36px; flex-wrap: wrap; }
.flinksim-widget .brand { display: flex; align-items: center; gap: 8px; font-weight: 700; font-size: 18px; }
.flinksim-widget .logoA, .flinksim-widget .logoB { fill: none; stroke: var(--panel); stroke-width: 3; stroke-linecap: round; }
.flinksim-widget .logoB { stroke: var(--wm); }
.flinksim-widget .crumb { font-size: 15px; color: var(--ink2); flex: 1 0 auto; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.flinksim-widget .crumb b { color: var(--ink); font-weight: 600; }
.flinksim-widget .legend { display: flex; gap: 14px; font-size: 13.5px; color: var(--ink2); }
.flinksim-widget .legend span { display: inline-flex; gap: 6px; align-items: center; }
.flinksim-widget .panel { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); overflow: hidden; min-width: 0; }
.flinksim-widget h3 { margin: 0 0 8px; font-size: 14.5px; font-weight: 650; line-height: 20px; display: flex; gap: 7px; align-items: baseline; white-space: nowrap; color: var(--ink); }
.flinksim-widget h3 small { font-size: 13.5px; font-weight: 500; color: var(--ink2); overflow: hidden; text-overflow: ellipsis; }
.flinksim-widget svg .t1 { font-size: 14px; font-weight: 650; }
.flinksim-widget svg .t2 { font-size: 13px; }
.flinksim-widget svg .t3 { font-size: 12.5px; fill: var(--ink2); }
.flinksim-widget svg .big { font-size: 17px; font-weight: 700; }
.flinksim-widget svg .strong { font-weight: 650; }
.flinksim-widget svg .small { font-size: 11px; }
.flinksim-widget button { height: 38px; min-width: 42px; padding: 0 11px; border-radius: 10px; border: 1px solid var(--line2); background: var(--btn); color: var(--ink); font: 600 14px/1 inherit; font-family: inherit; cursor: pointer; displ\
ay: inline-flex; align-items: center; justify-content: center; gap: 8px; }
.flinksim-widget button[hidden] { display: none; }
.flinksim-widget button:hover { border-color: var(--ink3); }
.flinksim-widget button[aria-disabled="true"] { opacity: .45; }
.flinksim-widget header button { height: 32px; min-width: 36px; font-size: 16px; border-color: var(--line); }
.flinksim-widget .primary { background: var(--focus); border-color: var(--focus); color: var(--onfocus); min-width: 98px; }
.flinksim-widget .icon { fill: currentColor; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
.flinksim-widget .label { color: var(--ink2); margin-left: 8px; }
.flinksim-widget .grains { display: flex; border: 1px solid var(--line2); border-radius: 10px; overflow: hidden; }
.flinksim-widget .grains button { border: 0; border-radius: 0; border-right: 1px solid var(--line); height: 36px; font-weight: 500; color: var(--ink2); }
.flinksim-widget .grains button:last-child { border-right: 0; }
.flinksim-widget .grains button[aria-checked="true"] { background: var(--pill); color: var(--pilltext); font-weight: 650; }
.flinksim-widget .words { color: var(--ink2); font-size: 13px; padding: 0 4px; }
.flinksim-widget .words summary { cursor: pointer; width: fit-content; }
.flinksim-widget .words pre { margin: 6px 0 0; white-space: pre-wrap; font: 12.5px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink); background: none; }
`;var Ot=class{all=[];name;constructor(e){this.name=`flinksim-marks ${e.plan?.job_name??""} ${e.eventCount} ${e.stepCount}`;try{this.all=fs(JSON.parse(localStorage.getItem(this.name)??"[]"),e.eventCount)}catch{this.all=[]}}toggle(e){let n=this.
all.filter(r=>r.position!==e);this.all=n.length<this.all.length?n:[...n,{position:e,note:""}],this.all.sort((r,s)=>r.position-s.position),this.keep()}setNote(e,n){this.all=this.all.map(r=>r.position===e?{position:e,note:n.slice(0,200)}:r),this.
keep()}keep(){try{localStorage.setItem(this.name,JSON.stringify(this.all))}catch{return}}};function fs(t,e){return Array.isArray(t)?t.flatMap(n=>{let{position:r,note:s}=n??{};return typeof r=="number"&&Number.isInteger(r)&&r>=0&&r<=e?[{position:r,
note:typeof s=="string"?s.slice(0,200):""}]:[]}):[]}async function gs(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function Me(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var ks=["append","update","complete"],bs={append:"every result, the newest first",update:"one row for each key and window, the last changed first",complete:"the whole table, by key and window"},Ya=new Set(["WindowFired","TimerFired","KeySel\
ected"].map(t=>$.indexOf(t))),Ee=class{all=[];indexes;constructor(e){let n=new Map;for(let r of e.indexesOf(["ResultWritten"])){let s=e.event(r);if(s.type!=="ResultWritten")continue;let i=ts(e,r,Ya),o=i<0?null:e.event(i),a=o&&"key"in o?o.key:
"",l=o?.type==="WindowFired"?o.window:"",p=o?.type==="WindowFired"?o.kind:"",d=l===""?`${r}`:JSON.stringify([o&&"operator"in o?o.operator:"",a,l]);this.all.push({index:r,key:a,window:l,kind:p,value:s.value,before:n.get(d)??-1}),n.set(d,this.
all.length-1)}this.indexes=this.all.map(({index:r})=>r)}rows(e,n){let r=G(this.indexes,n-1)+1,s=Array.from({length:r},(l,p)=>r-1-p);if(e==="append")return s;let i=new Set;for(let l=0;l<r;l++)this.all[l].before>=0&&i.add(this.all[l].before);
let o=s.filter(l=>!i.has(l));if(e==="update")return o;let a=new Intl.Collator("en",{numeric:!0}).compare;return o.sort((l,p)=>{let[d,u]=[this.all[l],this.all[p]];return a(d.key,u.key)||a(d.window,u.window)||l-p})}};function ws(t){let e=new Map;return new Ee(t).all.forEach(({index:n,key:r,window:s,value:i},o)=>{e.set(s===""&&r===""?`${o}`:`${r} ${s}`,{index:n,value:i,key:r,window:s})}),e}function Nn(t,e,n,r,s){let[i,o]=[ws(t),ws(e)],a=[],l=(c,m)=>`${_(
c||'""')} ${m&&s.window(m)}`.trim();for(let[c,{index:m,value:h,key:f,window:g}]of i){let k=o.get(c);k?.value!==h&&a.push({index:m,what:l(f,g),here:s.value(h),there:k?s.value(k.value):"no result"})}for(let[c,{value:m,key:h,window:f}]of o)i.has(
c)||a.push({index:-1,what:l(h,f),here:"no result",there:s.value(m)});let p=c=>new Map(c.lates.map(({key:m,time:h,index:f})=>[`${c.keys[m]} ${h}`,f])),[d,u]=[p(n),p(r)];for(let[c,m]of d)u.has(c)||a.push({index:m,what:ys(c,s),here:"too late",
there:"counted"});for(let c of u.keys())d.has(c)||a.push({index:-1,what:ys(c,s),here:"counted",there:"too late"});return a.sort((c,m)=>(c.index<0?1/0:c.index)-(m.index<0?1/0:m.index))}function ys(t,e){let n=t.lastIndexOf(" ");return`record ${_(
t.slice(0,n)||'""')} of ${e.time(BigInt(t.slice(n+1)))}`}var Xa=["record","key","window","channel","split","task"],qe=({kind:t,id:e})=>`${t}:${e}`;function vs(t){let e=t.indexOf(":"),n=Xa.find(s=>s===t.slice(0,e)),r=t.slice(e+1);return n&&r!==""&&(n!=="record"||/^\d+$/.test(r))?{kind:n,id:r}:null}
var Qa=2e4,Za=new Set(["ElementReceived","ElementWritten","WindowAssigned","LateRecordDropped","KeySelected"].map(t=>$.indexOf(t))),je=class{constructor(e,n,r,s,i){this.focus=e;this.trace=n;this.lookup=r;let{kind:o,id:a}=e;for(let p of i.dots)
this.dots.set(p.index,p);this.key=o==="key"?i.keys.indexOf(a):-2;let l=/^\[(-?\d+),(-?\d+)\]$/.exec(o==="window"?a:"");this.bounds=l&&[Number(l[1]),Number(l[2])],this.tasks=this.tasksOf(i),this.words=this.named(s)}words;tasks;dots=new Map;key;bounds;touches(e){
let{kind:n,id:r}=this.focus,{trace:s}=this;if(n==="task")return s.actorOf(s.stepOf(e))===r;if(n==="record")return q(s,e)===Number(r);let i=s.event(e);if(n==="channel")return"channel"in i&&i.channel===r;if(n==="window")return"window"in i&&i.
window===r||"namespace"in i&&i.namespace===r;if(n==="key"&&"key"in i)return i.key===r;if(n==="split"&&"split"in i)return i.split===r;let o=this.dots.get(q(s,e));return o!==void 0&&this.hasDot(o)}hasDot(e){let{kind:n,id:r}=this.focus;return n===
"record"?e.index===Number(r):n==="key"?e.key===this.key:n==="split"?e.split===r:n==="window"?this.bounds!==null&&e.time>=this.bounds[0]&&e.time<this.bounds[1]:this.tasks.size===0||this.tasks.has(this.actor(e.index))}hasLate({key:e,operator:n,
dot:r,windows:s}){let{kind:i,id:o}=this.focus;return i==="key"?e===this.key:i==="window"?s===o||s.includes(o):i==="task"?this.hasOperator(n):this.hasDot(r)}hasPane({key:e,window:n,operator:r,fills:s}){let{kind:i,id:o}=this.focus;return i===
"key"?e===this.key:i==="window"?n===o:i==="record"?s.some(a=>q(this.trace,a)===Number(o)):i==="task"?this.hasOperator(r):!0}hasCurve({kind:e,owner:n,part:r}){let{kind:s,id:i}=this.focus;return s==="channel"?e!=="channel"||n===i:s==="split"?
e!=="generator"||r===""||r===i:s==="task"?e==="channel"||this.hasOperator(n)||n===i:!0}hasTask(e){return this.tasks.size===0||this.tasks.has(e)}hasOperator(e){return this.lookup.operatorsOf(this.focus.id).some(({id:n})=>n===e)}actor(e){return this.
trace.actorOf(this.trace.stepOf(e))}tasksOf(e){let{trace:n,lookup:r}=this,{kind:s,id:i}=this.focus;if(s==="task")return new Set([i]);let o=s==="channel"?r.channels.get(i):void 0;if(o)return new Set([o.source,o.target]);let a=new Set;if(s===
"record"){let l=Number(i);a.add(this.actor(l));for(let p=l;p<Math.min(n.eventCount,l+Qa);p++)Za.has(n.kinds[p])&&q(n,p)===l&&a.add(this.actor(p));return a}for(let l of e.dots)this.hasDot(l)&&a.add(this.actor(l.index));for(let l of e.panes)s!==
"split"&&this.hasPane(l)&&a.add(this.actor(l.born));for(let l of e.lates)s!=="split"&&this.hasLate(l)&&a.add(this.actor(l.index));return a}named(e){let{kind:n,id:r}=this.focus;if(n==="record"){let s=Number(r)<this.trace.eventCount?this.trace.
event(Number(r)):null;return s?.type==="SourceRecordRead"?`record ${X(e.value(s.value),26)}`:"a record"}return n==="task"||n==="channel"?e.name(r):n==="window"?`window ${e.window(r)}`:`${n} ${X(_(n==="key"?r:JSON.stringify(r)),24)}`}};function xs(t,e){
if(e<0)return null;let n=q(t,e);if(n>=0)return{kind:"record",id:String(n)};let r=t.event(e);if("window"in r&&typeof r.window=="string")return{kind:"window",id:r.window};if("key"in r&&typeof r.key=="string")return{kind:"key",id:r.key};if("ch\
annel"in r)return{kind:"channel",id:r.channel};if("split"in r&&r.split!=="")return{kind:"split",id:r.split};let s=t.actorOf(t.stepOf(e));return s?{kind:"task",id:s}:null}var we=["plane","event time","network","whole run"],Ue=class{constructor(e){this.trace=e;let{plan:n}=e;for(let r of n?.vertices??[])this.vertices.set(r.id,r);for(let r of n?.subtasks??[])this.subtasks.set(r.id,r);for(let r of n?.channels??[])
this.channels.set(r.id,r),Wn(this.inputs,r.target,r),Wn(this.outputs,r.source,r),r.local||Wn(this.connections,this.connectionName(r),r);for(let r of this.inputs.values())r.sort((s,i)=>s.index-i.index)}subtasks=new Map;vertices=new Map;channels=new Map;inputs=new Map;outputs=new Map;connections=new Map;written=null;inputsOf(e){
return this.inputs.get(e)??[]}outputsOf(e){return this.outputs.get(e)??[]}connectionOf(e){return e.local?[]:this.connections.get(this.connectionName(e))}connectionName({source:e,target:n,source_node:r,target_node:s,initial_credit:i}){let o=l=>this.
subtasks.get(l).task_manager,a=i===0?` ${r}>${s}`:"";return`${o(e)}>${o(n)}${a}`}vertexOf(e){return this.vertices.get(this.subtasks.get(e)?.vertex??"")}operatorsOf(e){let n=this.subtasks.get(e)?.index??0;return(this.vertexOf(e)?.operators??
[]).map(({node:s,name:i})=>({id:`o${s}/${n}`,name:i}))}isKeyed(e){return(this.vertexOf(e)?.operators??[]).some(({operator_class:r})=>/Window|Keyed/.test(r))}waiting(e,{read:n,written:r},s){return this.written??=this.findWritten(),this.written.
get(e)?.slice(n,Math.min(r,n+s))??[]}findWritten(){let e=new Map,n=$.indexOf("ElementWritten");for(let r=0;r<this.trace.eventCount;r++){if(this.trace.kinds[r]!==n)continue;let s=this.trace.event(r);if(s.type!=="ElementWritten")continue;let i=e.
get(s.channel)??[];i[s.sequence]=r,e.set(s.channel,i)}return e}};function Wn(t,e,n){let r=t.get(e);r?r.push(n):t.set(e,[n])}var el=400;function Fn(t,e,n,r=()=>!0){for(let s=n;s>=0&&s>n-el;s--){let i=t.actorOf(s);if(e.subtasks.has(i)&&r(i))return i}
return[...e.subtasks.keys()].find(r)??""}function Ke(t,e){let n=[...t.scene.view.tasks.get(e)?.inputs.values()??[]];if(n.length>0){let s=n.filter(({idle:o})=>!o),i=s.length>0?s:n;return{watermark:i.reduce((o,{watermark:a})=>a<o?a:o,i[0].watermark),idle:s.length===0}}let r={watermark:T,
idle:!1};for(let{id:s}of t.lookup.operatorsOf(e)){let i=t.scene.view.operators.get(s);i&&i.emitted_watermark>=r.watermark&&(r={watermark:i.emitted_watermark,idle:i.emitted_idle})}return r}function Pt(t,e){let{watermark:n,idle:r}=Ke(t,e);return r?
"IDLE":n===T?"–":t.labels.time(n).replace(/(\d\d:\d\d:\d\d)\.999$/,"$1")}function Je(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let s=t.scene.view.operators.get(r),i=t.scene.operators.get(r);!s||!i||(i.read>0&&n.push(`${i.read}\
 read`),s.panes.size>0&&n.push(`${s.panes.size} open`),i.fired>0&&n.push(`${i.fired} fired`),s.late>0&&n.push(`${s.late} late`),s.states.size>0&&s.panes.size===0&&n.push(`${s.states.size} states`),s.results>0&&i.fired===0&&n.push(`${s.results}\
 written`))}return n.join(" · ")||"nothing yet"}var Ss=8,Ts=5,Ye=9,Lt=(t,e)=>t>=Ss&&e>=Ss/2;function $s({x:t,y:e,width:n,height:r},s){let i=r>=38?22:4,o=r>=38?Ye:n*.45,[a,l]=[n-o-Ye,r-i-5];for(let p=Math.min(30,Math.floor(l));p>2;p--){let d=Math.floor(a/p);if(d*Math.floor(l/p)>=s)return{
columns:d,cell:p,x:t+o,y:e+i}}return{columns:Math.max(1,Math.floor(a/2)),cell:2,x:t+o,y:e+i}}function _t(t,e,n,r){let s=$s(e,t.parallelism),i=Math.floor((n-s.x)/s.cell),o=Math.floor((r-s.y)/s.cell)*s.columns+i;return i>=0&&i<s.columns&&r>=s.
y&&o<t.parallelism?o:null}function Re(t,e,n,r){let s=e.parallelism,i=Array.from({length:s},(O,H)=>`${e.id}/${H}`),o=i.map(O=>Ke(t,O)),a=o.flatMap(({watermark:O,idle:H})=>H||O===T||O===L?[]:[Number(O)]),[l,p]=[Math.min(...a),Math.max(...a)],
d=$s(n,s),u=new Map;o.forEach(({watermark:O,idle:H},fe)=>{let ge=H?"idle":O===T?"none":`lag${tl(Number(O),l,p)}`,Fe=r?.(i[fe])??ge,[xa,Sa]=Cs(d,fe),Rn=Math.max(1,d.cell-1);u.set(Fe,`${u.get(Fe)??""}M${xa} ${Sa}h${Rn}v${Rn}h${-Rn}z`)});let c=i.
reduce((O,H)=>O+nl(t,H),0),m=`${e.operators[0].name.replace(/^Source: /,"")} ×${s}`,h=o.reduce((O,H)=>H.watermark<O.watermark?H:O).watermark,f=i.indexOf(t.task),g=f>=0?`${f+1}/${s} at ${Pt(t,t.task)} · ${Je(t,t.task)}`:"",k=h===T?"":`from\
 ${t.labels.time(h)}`,w=f>=0?g:k,v=`${m}, ${k}${c>0?`, ${c} late`:""}${g&&`; shown: ${g}`}`,S=n.height>=38?n.y+16:n.y+n.height/2+5,E=(n.height>=38?n.width:n.width*.45)-2*Ye,z=`<g class="heat" data-heat="${b(e.id)}" data-task="${b(f>=0?t.task:
i[0])}" tabindex="0" role="button"><title>${b(v)}</title>${C(n.x,n.y,n.width,n.height,"box",8)}`+y(n.x+Ye,S,I(m,E,"t1"),"t1"),D=E-x(m,"t1")-14;D>40&&(z+=y(n.x+Ye+E,S,I(w,D,"t3"),"t3","end"));for(let[O,H]of u)z+=`<path d="${H}" class="cell ${O}\
"/>`;for(let O of[t.actor,t.task]){let H=i.indexOf(O);if(H<0)continue;let[fe,ge]=Cs(d,H),Fe=Math.max(3,d.cell);z+=C(fe-1,ge-1,Fe+1,Fe+1,O===t.actor?"cellRuns":"cellShown",2)}return`${z}</g>`}function Cs({columns:t,cell:e,x:n,y:r},s){return[
Math.round(n+s%t*e),Math.round(r+Math.floor(s/t)*e)]}function tl(t,e,n){if(!(n>e))return 0;let r=Math.max(e,Math.min(n,t));return Math.min(Ts-1,Math.floor((n-r)/(n-e)*Ts))}function nl(t,e){return t.lookup.operatorsOf(e).reduce((n,r)=>n+(t.scene.
view.operators.get(r.id)?.late??0),0)}var Vn=96,Xe=16,Qe=12,Ze=14,rl=208,sl=380,It={narrowestGap:236,widestGap:330,height:t=>t<=4?88:t<=8?54:32};function Nt(t){let e=new Map(t.subtasks.map(({id:o,vertex:a})=>[o,a])),n=new Map(t.vertices.map(({id:o})=>[o,new Map]));for(let{source:o,
target:a,source_node:l,target_node:p,input:d,side_output:u}of t.channels){let c=`${l} ${p} ${d} ${u}`;n.get(e.get(a)).set(c,e.get(o))}let r=new Map;for(let{id:o}of t.vertices){let a=[...n.get(o).values()].map(l=>r.get(l)+1);r.set(o,Math.max(
0,...a))}let s=[];for(let o of t.vertices)(s[r.get(o.id)]??=[]).push(o);let i=new Map;for(let o of s){let a=new Map(o.map(({id:l})=>{let p=[...n.get(l).values()].map(d=>i.get(d));return[l,p.length>0?p.reduce((d,u)=>d+u,0)/p.length:0]}));o.sort(
(l,p)=>a.get(l.id)-a.get(p.id)),o.forEach(({id:l},p)=>i.set(l,p))}return s}function Ms(t,e,n=It){let r=Nt(t),s=new Map;for(let E of r){let z=E.reduce((D,{parallelism:O})=>D+O,0);for(let D of E)Lt(z,D.parallelism)&&s.set(D.id,D)}let i=E=>E.reduce(
(z,{id:D,parallelism:O})=>z+(s.has(D)?0:O),0),o=Math.max(1,...r.map(i)),a=n.height(o),l=E=>E.reduce((z,{id:D,parallelism:O})=>z+(s.has(D)?Vn+Qe:O*(a+Qe)),-Qe),p=Math.max(1,r.length-1),d=(e-2*Xe-n.narrowestGap*p)/r.length,u=Math.max(sl,d),c=r.
map(E=>N(Math.max(...E.map(il)),rl,u)),m=c.reduce((E,z)=>E+z,0),h=N((e-2*Xe-m)/p,n.narrowestGap,n.widestGap),f=Math.max(e,m+h*(r.length-1)+2*Xe),g=(o===1?20:0)+Math.max(...r.map(l))+2*Xe,k=new Map,w=m+h*(r.length-1),v=Math.max(Xe,(f-w)/2);r.
forEach((E,z)=>{let D=(g-l(E))/2;for(let O of E){let H=s.has(O.id),fe={x:v,y:D,width:c[z],height:H?Vn:a};H&&k.set(O.id,fe);for(let ge=0;ge<O.parallelism;ge++)k.set(`${O.id}/${ge}`,{...fe,y:D}),H||(D+=a+Qe);H&&(D+=Vn+Qe)}v+=c[z]+h});let S=s.
size>0?ol(k,t.channels):t.channels;return{width:f,height:g,boxes:k,heats:s,wires:S,gap:h}}function il(t){let e=t.operators.reduce((s,{name:i})=>s+Bn(i),0),n=`${t.operators[0].name} ${t.parallelism}/${t.parallelism}`,r=x(n,"t1")+46;return Math.
max(e+Ze*(t.operators.length-1)+24,r)}function Bn(t){return x(t,"t2")+18}function ol(t,e){let n=new Set;return e.filter(({source:r,target:s})=>{let[i,o]=[t.get(r),t.get(s)],a=`${i.x} ${i.y} ${o.x} ${o.y}`;return!n.has(a)&&n.add(a)})}function Es(t,e){t.plan=e,t.time_ms=BigInt(e.start_time_ms),As(t,e,new Set(e.subtasks.map(({id:n})=>n)))}function Rs(t,e){As(t,t.plan,new Set([e]))}function As(t,e,n){let r=new Map(e.vertices.map(i=>[i.id,i])),s=new Map(e.subtasks.map(({id:i,
index:o})=>[i,o]));for(let i of e.subtasks)if(n.has(i.id)){t.tasks.set(i.id,Ls());for(let o of r.get(i.vertex).operators)t.operators.set(`o${o.node}/${i.index}`,Is())}for(let i of e.channels){if(!n.has(i.target))continue;let o=i.initial_credit;
t.channels.set(i.id,{...Os(),credit:o,exclusive:o});let{inputs:a}=t.tasks.get(i.target);if(a.has(i.input)||a.set(i.input,Ps()),i.input===1){let l=`o${i.target_node}/${s.get(i.target)}`,p=[0,1].map(d=>[d,_s()]);t.operators.get(l).inputs=new Map(
p)}}}function al(t){let e={...t,plan:t.plan?.job_name??null},n=JSON.stringify(e,(r,s)=>typeof s=="bigint"?String(s):s instanceof Map?Ns.includes(r)?[...s.values()]:[...s].map(([i,o])=>[String(i),o]):s);return JSON.parse(n)}function Wt(t,e,n,r){return`${t} ${e} ${n} ${r}`}function V(t,e){return`${t} ${e}`}function ue(t,e,n,r){return`${t} ${e} ${n} ${r}`}function Dn(t,e,n,r,s){return`${t} ${e} ${n} ${r} ${s}`}function Os(){return{watermark:T,idle:!1,aligned:!0,
holds:!0,written:0,read:0,queued:0,on_wire:0,received:0,credit:0,credit_under_way:0,unannounced:0,exclusive:0,floating:0,required:0,waiting:!1,stops_reading:!1,blocked:!1}}function Ps(){return{watermark:T,idle:!1,ended:!1,buffer_bytes:0}}function Ls(){
return{state:"CREATED",attempt:0,mails:[],suspended:null,inputs:new Map,floating_free:0,output_in_use:0,checkpoint:0,aligning:null}}function ll(){return{watermark:T,idle:!1,holds:!0,read:0,idle_after:null,ended:!1}}function pl(){return{reported:null,
allowed:L,holds:!1}}function _s(){return{watermark:T,idle:!1,holds:!0}}function Is(){return{state:"created",watermark:T,emitted_watermark:T,emitted_idle:!1,idle_after:null,inputs:new Map,splits:new Map,alignment:new Map,key:"null",key_group:-1,
timers:new Map,panes:new Map,states:new Map,lists:new Map,map_entries:new Map,late:0,results:0,committed:0}}function dl(){return{kind:"checkpoint",status:"IN_PROGRESS",tasks:0,acknowledged:0,bytes:0}}function Ws(){return{time_ms:0n,status:"\
CREATED",plan:null,tasks:new Map,channels:new Map,operators:new Map,checkpoints:new Map}}function ee(t,e){let n=new Map;for(let[r,s]of t)n.set(r,e(s));return n}function ul(t){return{...t}}function cl(t){return{...t}}function ml(t){return{...t,
mails:[...t.mails],inputs:ee(t.inputs,cl)}}function hl(t){return{...t}}function fl(t){return{...t}}function gl(t){return{...t}}function kl(t){return{...t,inputs:ee(t.inputs,gl),splits:ee(t.splits,hl),alignment:ee(t.alignment,fl),timers:new Map(
t.timers),panes:new Map(t.panes),states:new Map(t.states),lists:ee(t.lists,e=>({...e,values:[...e.values]})),map_entries:new Map(t.map_entries)}}function bl(t){return{...t}}function Fs(t){return{...t,tasks:ee(t.tasks,ml),channels:ee(t.channels,
ul),operators:ee(t.operators,kl),checkpoints:ee(t.checkpoints,bl)}}var Ns=["timers","panes","states","lists","map_entries"];function Vs(t,e){switch(e.type){case"JobSubmitted":Es(t,e.plan);return;case"TaskStateChanged":{let n=t.tasks.get(e.subtask);
n.state=e.after;return}case"OperatorSetUp":{let n=t.operators.get(e.operator);n.state="set up";return}case"OperatorStateInitialized":{let n=t.operators.get(e.operator);n.state="initialized";return}case"OperatorOpened":{let n=t.operators.get(
e.operator);n.state="open";return}case"OperatorFinished":{let n=t.operators.get(e.operator);n.state="finished";return}case"OperatorClosed":{let n=t.operators.get(e.operator);n.state="closed";return}case"ExecutionReset":Rs(t,e.subtask);{let n=t.
tasks.get(e.subtask);n.attempt=e.attempt}return;case"JobStatusChanged":t.status=e.after;return;case"MailEnqueued":{t.tasks.get(e.subtask).mails.push(e.mail);return}case"MailTaken":{let n=t.tasks.get(e.subtask);n.mails.splice(n.mails.indexOf(
e.mail),1);return}case"DefaultActionSuspended":{let n=t.tasks.get(e.subtask);n.suspended=e.reason;return}case"DefaultActionResumed":{let n=t.tasks.get(e.subtask);n.suspended=null;return}case"ProcessingTimeAdvanced":t.time_ms=e.after;return;case"\
SourceRecordRead":{let n=t.operators.get(e.operator).splits.get(e.split);n.read=e.offset+1;return}case"WatermarkGenerated":if(e.split!==""){let n=t.operators.get(e.operator).splits.get(e.split);n.watermark=e.timestamp,n.holds=e.holds}for(let n of e.
gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitStatusChanged":{let n=t.operators.get(e.operator).splits.get(e.split);n.idle=
e.idle,n.holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitAssigned":t.operators.get(e.operator).
splits.set(e.split,{...ll(),read:e.read});for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitReleased":{let n=t.operators.get(e.operator).splits.get(e.split);n.ended=!0,n.holds=!1}for(let n of e.
gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}return;case"IdlenessCountdownChanged":if(e.split===""){let n=t.operators.get(e.operator);n.idle_after=e.idle_after}if(e.split!==""){let n=t.operators.get(e.operator).splits.
get(e.split);n.idle_after=e.idle_after}return;case"WatermarkAligned":t.operators.get(e.operator).alignment.set(e.group,{...pl(),reported:e.reported,allowed:e.allowed,holds:e.holds});for(let n of e.gained){let r=t.operators.get(n).alignment.
get(e.group);r.holds=!0}for(let n of e.lost){let r=t.operators.get(n).alignment.get(e.group);r.holds=!1}return;case"ElementWritten":{let n=t.channels.get(e.channel);n.written=e.sequence+1;return}case"BufferQueued":{let n=t.channels.get(e.channel);
n.queued=e.queued;return}case"BufferSent":{let n=t.channels.get(e.channel);n.queued=e.queued,n.credit=e.credit,n.on_wire=e.on_wire;return}case"BufferArrived":{let n=t.channels.get(e.channel);n.received=e.received,n.on_wire=e.on_wire;return}case"\
CreditAnnounced":{let n=t.channels.get(e.channel);n.unannounced=0,n.credit_under_way=e.under_way;return}case"CreditChanged":{let n=t.channels.get(e.channel);n.credit=e.after,n.credit_under_way=e.under_way;return}case"InputBuffersChanged":{let n=t.
channels.get(e.channel);n.exclusive=e.exclusive,n.floating=e.floating,n.required=e.required,n.unannounced=e.unannounced,n.waiting=e.waiting;return}case"ReadingStopped":{let n=t.channels.get(e.channel);n.stops_reading=!0;return}case"ReadingR\
esumed":{let n=t.channels.get(e.channel);n.stops_reading=!1;return}case"FloatingBuffersChanged":{let n=t.tasks.get(e.subtask);n.floating_free=e.free;return}case"OutputBuffersChanged":{let n=t.tasks.get(e.subtask);n.output_in_use=e.in_use;return}case"\
BufferSizeAnnounced":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.buffer_bytes=e.bytes;return}case"BufferConsumed":{let n=t.channels.get(e.channel);n.received=e.received,n.queued=e.queued;return}case"ElementReceived":{let n=t.channels.
get(e.channel);n.read=e.sequence+1;return}case"AlignmentStarted":{let n=t.tasks.get(e.subtask);n.aligning=e.checkpoint;return}case"AlignmentEnded":{let n=t.tasks.get(e.subtask);n.aligning=null;return}case"ChannelBlocked":{let n=t.channels.get(
e.channel);n.blocked=!0;return}case"ChannelUnblocked":{let n=t.channels.get(e.channel);n.blocked=!1;return}case"ChannelWatermarkChanged":{let n=t.channels.get(e.channel);n.watermark=e.after,n.aligned=e.aligned,n.holds=e.holds}for(let n of e.
gained){let r=t.channels.get(n);r.holds=!0}for(let n of e.lost){let r=t.channels.get(n);r.holds=!1}return;case"ChannelStatusChanged":{let n=t.channels.get(e.channel);n.idle=e.idle,n.aligned=e.aligned,n.holds=e.holds}for(let n of e.gained){let r=t.
channels.get(n);r.holds=!0}for(let n of e.lost){let r=t.channels.get(n);r.holds=!1}return;case"InputWatermarkAdvanced":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.watermark=e.after;return}case"InputStatusChanged":{let n=t.tasks.get(
e.subtask).inputs.get(e.input);n.idle=e.idle;return}case"InputEnded":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.ended=!0;return}case"OperatorInputChanged":{let n=t.operators.get(e.operator).inputs.get(e.input);n.watermark=e.watermark,
n.idle=e.idle,n.holds=e.holds}{let n=t.operators.get(e.operator).inputs.get(e.other);n.holds=e.other_holds}return;case"OperatorWatermarkAdvanced":{let n=t.operators.get(e.operator);n.watermark=e.after;return}case"WatermarkEmitted":{let n=t.
operators.get(e.operator);n.emitted_watermark=e.timestamp;return}case"StatusEmitted":{let n=t.operators.get(e.operator);n.emitted_idle=e.idle;return}case"KeySelected":{let n=t.operators.get(e.operator);n.key=e.key,n.key_group=e.key_group;return}case"\
StateUpdated":{t.operators.get(e.operator).states.set(ue(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"StateAppended":{let n=t.operators.get(e.operator),
r=ue(e.key_group,e.state,e.key,e.namespace),s=n.lists.get(r);s?s.values.push(e.value):n.lists.set(r,{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:[e.value]});return}case"StateCleared":t.operators.get(e.operator).
states.delete(ue(e.key_group,e.state,e.key,e.namespace)),t.operators.get(e.operator).lists.delete(ue(e.key_group,e.state,e.key,e.namespace));return;case"StateEntryPut":{t.operators.get(e.operator).map_entries.set(Dn(e.key_group,e.state,e.key,
e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"StateEntryRemoved":{t.operators.get(e.operator).map_entries.delete(Dn(e.key_group,e.state,e.key,e.namespace,
e.entry));return}case"TimerRegistered":{t.operators.get(e.operator).timers.set(Wt(e.domain,e.key,e.namespace,e.timestamp),{domain:e.domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"TimerDeleted":{t.operators.get(e.
operator).timers.delete(Wt(e.domain,e.key,e.namespace,e.timestamp));return}case"TimerFired":{t.operators.get(e.operator).timers.delete(Wt(e.domain,e.key,e.namespace,e.timestamp));return}case"WindowAssigned":{t.operators.get(e.operator).panes.
set(V(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"WindowsMerged":for(let n of Q(e.merged)??[])t.operators.get(e.operator).panes.delete(V(e.key,n));t.operators.get(e.operator).panes.set(
V(e.key,e.result),{key:e.key,window:e.result,count:e.count,state_window:e.state_window});return;case"ElementsEvicted":t.operators.get(e.operator).panes.set(V(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window}),
e.count!==0&&t.operators.get(e.operator).lists.set(ue(e.key_group,"window-contents",e.key,e.state_window),{key_group:e.key_group,state:"window-contents",key:e.key,namespace:e.state_window,values:Q(e.contents)??[]}),e.count===0&&t.operators.
get(e.operator).lists.delete(ue(e.key_group,"window-contents",e.key,e.state_window));return;case"WindowCleared":e.reason==="purged"&&t.operators.get(e.operator).panes.set(V(e.key,e.window),{key:e.key,window:e.window,count:0,state_window:e.state_window}),
e.reason==="cleanup"&&t.operators.get(e.operator).panes.delete(V(e.key,e.window));return;case"LateRecordDropped":{let n=t.operators.get(e.operator);n.late+=1;return}case"ResultWritten":{let n=t.operators.get(e.operator);n.results+=1;return}case"\
CheckpointTriggered":t.checkpoints.set(e.checkpoint,{...dl(),kind:e.kind,tasks:e.tasks});return;case"BarrierEmitted":{let n=t.tasks.get(e.subtask);n.checkpoint=e.checkpoint;return}case"CheckpointAcknowledged":{let n=t.checkpoints.get(e.checkpoint);
n.acknowledged+=1;return}case"CheckpointCompleted":{let n=t.checkpoints.get(e.checkpoint);n.status="COMPLETED",n.bytes=e.bytes;return}case"CheckpointAborted":{let n=t.checkpoints.get(e.checkpoint);n.status="FAILED";return}case"ResultsCommit\
ted":{let n=t.operators.get(e.operator);n.committed=e.total;return}case"InputRecovered":{let n=t.channels.get(e.channel);n.written=e.elements;return}case"OutputRecovered":{let n=t.channels.get(e.channel);n.written+=e.elements;return}case"St\
ateRestored":{t.operators.get(e.operator).states.set(ue(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"ListRestored":{t.operators.get(e.operator).lists.
set(ue(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:Q(e.values)??[]});return}case"StateEntryRestored":{t.operators.get(e.operator).map_entries.set(Dn(e.key_group,e.state,
e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"TimerRestored":{t.operators.get(e.operator).timers.set(Wt(e.domain,e.key,e.namespace,e.timestamp),{domain:e.
domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"PaneRestored":{t.operators.get(e.operator).panes.set(V(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"AfterInvoke\
Reached":case"TaskFailed":case"RestartDecided":case"TicksSkipped":case"SourceFinished":case"TimestampAssigned":case"GeneratedWatermarkIgnored":case"OutputPersisted":case"ChannelFlushed":case"BarrierReceived":case"BarrierAnnounced":case"Canc\
ellationReceived":case"AlignmentTimedOut":case"ResumptionSent":case"ConsumptionResumed":case"InputPersisted":case"OutputBarrierTimedOut":case"WatermarkIgnored":case"ElementProcessed":case"LatencyMeasured":case"RecordFiltered":case"StateRead":case"\
StateEntryRead":case"SharedElementChanged":case"TriggerEvaluated":case"TriggerCleared":case"WindowFired":case"FiringSkipped":case"WindowSkippedAsLate":case"SideOutputEmitted":case"CheckpointNotTriggered":case"OperatorSnapshotTaken":case"Che\
ckpointDeclined":case"CheckpointNotified":case"CheckpointRestored":case"CommitPrepared":return;default:}}var Bs=24,wl=24;function zn(){return{view:Ws(),operators:new Map,backlogs:new Map}}function Hn(t,e){switch(e.type==="WindowCleared"&&e.reason==="cleanup"&&xl(t,e),Vs(t.view,e),e.type){case"JobSubmitted":for(let n of t.view.operators.keys())
t.operators.set(n,yl());return;case"WindowAssigned":e.timestamp!==null&&vl(t.operators.get(e.operator),V(e.key,e.window),e.timestamp);return;case"WindowsMerged":{let{elements:n,firedPanes:r}=t.operators.get(e.operator),s=[];for(let i of[...Q(
e.merged)??[],e.result]){let o=V(e.key,i);s.push(...n.get(o)??[]),n.delete(o),r.delete(o)}n.set(V(e.key,e.result),s.slice(-Bs));return}case"WindowCleared":t.operators.get(e.operator).elements.delete(V(e.key,e.window)),e.reason==="cleanup"&&
t.operators.get(e.operator).firedPanes.delete(V(e.key,e.window));return;case"WindowFired":t.operators.get(e.operator).fired+=1,e.kind!=="early"&&t.operators.get(e.operator).firedPanes.add(V(e.key,e.window));return;case"ExecutionReset":{let n=t.
view.plan.subtasks.find(({id:s})=>s===e.subtask),r=t.view.plan.vertices.find(({id:s})=>s===n.vertex);for(let{node:s}of r.operators)t.operators.get(`o${s}/${n.index}`).firedPanes.clear();return}case"SourceRecordRead":{let n=t.operators.get(e.
operator);n.read+=1,n.lastSplit=e.split;return}case"ResultWritten":t.operators.get(e.operator).lastResult=e.text;return;case"BufferSent":t.backlogs.set(e.channel,e.backlog);return;default:}}function yl(){return{elements:new Map,closed:[],fired:0,
firedPanes:new Set,read:0,lastSplit:"",lastResult:""}}function vl(t,e,n){let r=t.elements.get(e);t.elements.set(e,r?[...r.slice(1-Bs),n]:[n])}function xl(t,{operator:e,key:n,window:r}){let s=t.operators.get(e),i=t.view.operators.get(e).panes.
get(V(n,r));if(!i)return;let o=s.elements.get(V(n,r))??[];s.closed=[...s.closed.slice(1-wl),{key:n,window:r,count:i.count,elements:o}]}function Gn(t){return{...t,view:Fs(t.view),operators:ee(t.operators,e=>({...e,elements:new Map(e.elements),
firedPanes:new Set(e.firedPanes)})),backlogs:new Map(t.backlogs)}}function Ds(t){let e=t.view.channels.size+t.view.tasks.size;for(let n of t.view.operators.values()){e+=1+n.timers.size+2*n.panes.size+n.states.size;for(let r of n.lists.values())
e+=1+r.values.length}return e}var jn=1024,et=class{constructor(e){this.trace=e}positions=[0];keyframes=[zn()];frontier=zn();reached=0;spacing=jn;get complete(){return this.reached===this.trace.eventCount}at(e){this.extend(e);let n=this.lastBefore(e),r=Gn(this.keyframes[n]);
for(let s=this.positions[n];s<e;s++)Hn(r,this.trace.event(s));return r}extend(e){for(;this.reached<e;)Hn(this.frontier,this.trace.event(this.reached++)),this.reached-this.positions[this.positions.length-1]>=this.spacing&&(this.positions.push(
this.reached),this.keyframes.push(Gn(this.frontier)),this.spacing=Math.max(jn,2*Ds(this.frontier)))}extendFor(e){let n=performance.now()+e;for(;!this.complete&&performance.now()<n;)this.extend(Math.min(this.reached+jn,this.trace.eventCount))}lastBefore(e){
let n=0,r=this.positions.length;for(;n<r;){let s=n+r>>1;this.positions[s]<=e?n=s+1:r=s}return n-1}};var Sl=36,Tl=6e3;function tt(t,e,n){let r=[];for(let s=Math.max(e,n-Tl);s<n;){let[,i]=t.eventRange(t.stepOf(s)),o=Math.min(i,n);Cl(t,s,o,r),s=o}return r.slice(-Sl)}function Cl(t,e,n,r){let s,i=(o,a,l,...p)=>{let d=q(t,o),u={what:a,first:o,last:o,
legs:p,end:"stays",time:l,record:d};return r.push(u),u};for(let o=e;o<n;o++){let a=t.event(o);switch(a.type){case"SourceRecordRead":s=i(o,"record",a.timestamp,{operator:a.operator});break;case"ElementReceived":s=i(o,zs(a.element),a.timestamp,
{channel:a.channel,how:"in"});break;case"WatermarkGenerated":s=i(o,"watermark",a.timestamp,{operator:a.operator});break;case"WindowFired":s=i(o,"result",null,{operator:a.operator});break;case"WatermarkEmitted":s?.what==="watermark"?Ft(s,o,{
operator:a.operator}):s=i(o,"watermark",a.timestamp,{operator:a.operator});break;case"ElementWritten":{let l={channel:a.channel,how:"out"},p=zs(a.element),d=s?.legs.some(u=>"channel"in u&&u.how==="out");if(s&&!d&&(s.what===p||s.what==="resu\
lt"))Ft(s,o,l);else{let u=s?.legs.findLast(c=>"operator"in c);s=u?i(o,p,a.timestamp,u,l):i(o,p,a.timestamp,l)}s.end="goes on";break}case"RecordFiltered":case"LateRecordDropped":if(!s)break;Ft(s,o,{operator:a.operator}),s.end=a.type==="Recor\
dFiltered"?"filtered":"dropped",s=void 0;break;case"TimestampAssigned":case"KeySelected":case"WindowAssigned":case"OperatorWatermarkAdvanced":case"StateUpdated":case"StateAppended":case"ResultWritten":case"SideOutputEmitted":if(!s)break;Ft(
s,o,{operator:a.operator}),a.type==="TimestampAssigned"&&(s.time=a.after);break;default:}}}function Ft(t,e,n){t.last=e,JSON.stringify(t.legs.at(-1))!==JSON.stringify(n)&&t.legs.push(n)}function zs(t){return t==="record"||t==="watermark"||t===
"barrier"?t:"status"}var Gs=`flnktrc
`,ce=class extends Error{},$l=16,nt=24;async function rt(t){let e=new DataView(t.buffer,t.byteOffset,t.byteLength);if(String.fromCharCode(...t.subarray(0,Gs.length))!==Gs)throw new ce("This is no flinksim trace.");let r=e.getUint32(8,!0);if(r!==
2)throw new ce(`The trace has format version ${r}; this page reads version ${2}. Record the run again, or export it with the flinksim that wrote it.`);let s=[],i=$l,o=!1;for(;!o;){let l=t.byteLength-i,p=l<nt?0:Number(e.getBigUint64(i+8,!0));
if(l<nt+p)break;o=e.getUint32(i+4,!0)===1,s.push(await Ml(t.subarray(i+nt,i+nt+p))),i+=nt+p}let a=s.at(-1);if(!a)throw new ce("The trace is cut short.");return new qn(El(s),o?a.info:{...a.info,cut:"the file is cut short"})}async function Ml(t){
let e=await gs(t),n=new DataView(e).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(e,4,n)));if(r.schema!==An)throw new ce(`The facts of the trace have schema ${r.schema}; this page knows ${An}. Record the run again, or\
 export it with the flinksim that wrote it.`);let s=new Map;for(let[i,o,a,l,p]of r.columns){let d=Ol(o,e,4+n+a,l);s.set(i,{values:d,none:p===null?null:BigInt(p)})}return{columns:s,info:r.info}}function El(t){if(t.length===1)return t[0].columns;
let e=new Set(t.flatMap(({columns:r})=>[...r.keys()])),n=new Map;for(let r of e){let s=t.flatMap(({columns:i})=>i.get(r)??[]);if(s.some(({none:i})=>i!==null)){let i=Rl(s.map(({values:a})=>a)),o=s.map(a=>a.values.map(l=>l===a.none?i:l));n.set(
r,{values:js(o),none:i})}else{let i=s.map(o=>o.values);n.set(r,{values:r==="texts.end"?Al(i):js(i),none:null})}}return n}function Rl(t){let e=-(1n<<63n)+1n;for(;t.some(n=>n.includes(e));)e+=1n;return e}function Al(t){let e=0,n=[];for(let r of t){
let s=e;for(let i of r)n.push(e=s+Number(i))}return Uint32Array.from(n)}function js(t){let e=t.reduce((s,i)=>s+i.length,0);if(t.some(s=>s instanceof BigInt64Array))return qs(new BigInt64Array(e),t,s=>s instanceof BigInt64Array?s:BigInt64Array.
from(s,BigInt));let n=Math.max(...t.map(s=>s.BYTES_PER_ELEMENT)),r=n===1?new Uint8Array(e):n===2?new Uint16Array(e):new Uint32Array(e);return qs(r,t,s=>s)}function qs(t,e,n){let r=0;for(let s of e)t.set(n(s),r),r+=s.length;return t}var qn=class{constructor(e,n){
this.columns=e;this.info=n;this.texts=new Un(this.column("texts.json"),this.column("texts.end")),this.kinds=this.column("events.kind"),this.eventCount=this.kinds.length;let r=this.column("steps.after");this.stepCount=r.length,this.firstEvents=
new Uint32Array(this.stepCount);let s=0;for(let a=0;a<this.stepCount;a++)this.firstEvents[a]=s+=Number(r[a]);this.causes=this.column("events.cause"),this.originBack=this.column("events.origin"),this.places=this.column("events.place"),this.rows=
new Uint32Array(this.eventCount);let i=new Uint32Array($.length);for(let a=0;a<this.eventCount;a++){let l=this.kinds[a];this.rows[a]=i[l]++}this.tables=$.map((a,l)=>i[l]>0?this.table(a):null);let o=this.eventCount>0?this.event(0):null;this.
plan=o?.type==="JobSubmitted"?o.plan:null}kinds;eventCount;stepCount;plan;texts;rows;tables;firstEvents;moves=null;causes;originBack;places;event(e){let n=this.kinds[e];return Gr[n](this.tables[n],this.rows[e])}kindOf(e){return $[this.kinds[e]]}cause(e){
let n=Number(this.causes[e]);return n===0?-1:e-n}origin(e){let n=Number(this.originBack[e]);return n===0?-1:e-n}callStack(e){let n=this.column("frames.caller"),r=this.column("frames.method"),s=[];for(let i=Number(this.places[e]);i>0;i=Number(
n[i]))s.unshift(this.texts.text(Number(r[i])));return s}stepOf(e){let n=0,r=this.stepCount;for(;n<r;){let s=n+r>>1;Number(this.firstEvents[s])<=e?n=s+1:r=s}return n-1}eventRange(e){let n=e+1<this.stepCount?Number(this.firstEvents[e+1]):this.
eventCount;return[Number(this.firstEvents[e]),n]}positionBy(e){let n=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,s=n.length;for(;r<s;){let i=r+s>>1,o=this.event(n[i]);o.type==="ProcessingTimeAdvanced"&&o.after<=e?r=i+1:s=i}return n[r]??
this.eventCount}actorOf(e){return this.texts.text(Number(this.column("steps.actor")[e]))}actionOf(e){return this.texts.text(Number(this.column("steps.action")[e]))}indexesOf(e){let n=new Set(e.map(s=>$.indexOf(s))),r=[];for(let s=0;s<this.eventCount;s++)
n.has(this.kinds[s])&&r.push(s);return r}column(e){let n=this.columns.get(e);if(!n)throw new ce(`The trace has no column ${e}; it is damaged.`);return n.values}table(e){let n=vt[e].map(([s])=>`${e}.${s}`),r=n.map(s=>this.columns.get(s)?.none??
null);return new Kn(n.map(s=>this.column(s)),r,this.texts)}};function Ol(t,e,n,r){switch(t){case"u8":return new Uint8Array(e,n,r);case"u16":return new Uint16Array(e,n,r);case"u32":return new Uint32Array(e,n,r);case"i64":return new BigInt64Array(
e,n,r);default:throw new ce(`The trace has a column of type ${t}; it is damaged.`)}}var Un=class{constructor(e,n){this.ends=n;this.all=new TextDecoder("latin1").decode(e)}all;parsed=[];lists=[];json(e){let n=e===0?0:Number(this.ends[e-1]);return this.
all.slice(n,Number(this.ends[e]))}list(e){return this.lists[e]??=JSON.parse(this.json(e))}text(e){return this.parsed[e]??=JSON.parse(this.json(e))}},Kn=class{constructor(e,n,r){this.columns=e;this.nones=n;this.texts=r}timestamp(e,n){return this.
columns[e][n]}optionalTimestamp(e,n){let r=this.columns[e][n];return r===this.nones[e]?null:r}count(e,n){return Number(this.columns[e][n])}flag(e,n){return this.columns[e][n]!==0}text(e,n){return this.texts.text(this.columns[e][n])}textsOf(e,n){
return this.texts.list(this.columns[e][n])}value(e,n){return this.texts.json(this.columns[e][n])}plan(e,n){return JSON.parse(this.value(e,n))}};function Bt(t){return Array.isArray(t)?t.flatMap(e=>{let{name:n,label:r,value:s,points:i,live:o}=e??{};return typeof n=="string"&&typeof r=="string"&&typeof s=="number"&&Array.isArray(i)&&i.length>1?[{name:n,label:r,value:s,points:i.map(Number),
live:o===!0}]:[]}):[]}function Ks(t,e){let{id:n,knob:r,value:s,problem:i}=t??{};return n!==e?null:typeof i=="string"?i:typeof r=="string"&&typeof s=="number"?{knob:r,value:s}:"The answer to this was no run."}var Us=8,Vt=class{constructor(e,n,r,s,i){
this.el=e;this.model=n;this.specs=r;this.show=i;this.spec=r.find(({name:a})=>a===s?.knob)??r[0],this.value=s?.value??this.spec.value;let o=r.map(({name:a,label:l})=>`<option value="${b(a)}">${b(l)}</option>`).join("");M(e,`<div class="knobH\
ead">${r.length>1?`<select aria-label="Knob">${o}</select>`:`<b>${b(this.spec.label)}</b>`}<output></output><button type="button" class="small" data-knob="own">reset</button></div><input type="range" min="0" step="1" aria-label="Turn it"><d\
iv class="knobStats"></div><div class="knobNote" role="status"></div>`),this.slider=e.querySelector("input"),e.querySelector("select")?.addEventListener("change",a=>this.choose(a.target.value)),this.slider.addEventListener("input",()=>this.
turn(this.at(Number(this.slider.value)))),this.slider.addEventListener("change",()=>this.settle()),e.querySelector("[data-knob]").addEventListener("click",()=>{this.turn(this.spec.value),this.settle()}),this.arrange()}value;spec;asked=0;waits=!1;wanted=null;slider;tell(e){
M(this.el.querySelector(".knobStats"),e.map(([n,r])=>`<span><b>${b(n)}</b>${b(r)}</span>`).join(""))}hear(){let e=Ks(this.model.get("turned"),this.asked);e!==null&&(this.waits=!1,typeof e=="string"?this.note(e):this.open(Me(this.model.get("\
turned_trace")),e),this.ask())}choose(e){this.spec=this.specs.find(n=>n.name===e),this.value=this.spec.value,this.arrange()}arrange(){let{points:e,live:n}=this.spec;this.slider.max=String((e.length-1)*(n?Us:1));let r=this.el.querySelector("\
select");r&&(r.value=this.spec.name),this.slider.value=String(this.notchOf(this.value)),this.name()}at(e){let{points:n,live:r}=this.spec,s=r?Us:1,i=Math.min(n.length-1,Math.floor(e/s)),o=Math.min(n.length-1,i+1);return Math.round(n[i]+(n[o]-
n[i])*(e%s/s))}notchOf(e){let n=0;for(let r=0;r<=Number(this.slider.max);r++)Math.abs(this.at(r)-e)<Math.abs(this.at(n)-e)&&(n=r);return n}name(){let e=this.value===0?"0":re(this.value);this.el.querySelector("output").textContent=e,this.slider.
setAttribute("aria-valuetext",e),this.el.querySelector("[data-knob]").hidden=this.value===this.spec.value}note(e){this.el.querySelector(".knobNote").textContent=e}turn(e){this.value=e,this.slider.value=String(this.notchOf(e)),this.name(),this.
note(""),this.wanted=e,this.ask()}settle(){this.settled=!0,this.last&&this.last.turned.value===this.value&&!this.waits&&this.take()}settled=!1;last=null;take(){this.settled=!1,this.show(this.last.trace,this.last.turned,!0)}ask(){if(this.wanted===
null||this.waits)return;let e=this.wanted;this.wanted=null;let{name:n,live:r,value:s}=this.spec,i={knob:n,value:e},o=this.model.get(e===s?"trace":`${n}_${e}`);if(!r&&!o)return this.note("This was not worked out beforehand; turn it in a note\
book.");if(o&&(!r||e===s))return void this.open(Me(o),i);this.waits=!0,this.asked++,this.model.set("asked",{id:this.asked,...i}),this.model.save_changes()}async open(e,n){try{this.last={trace:await rt(e),turned:n}}catch(r){return this.note(
r instanceof Error?r.message:String(r))}this.settled&&n.value===this.value?this.take():this.show(this.last.trace,n,!1)}};var Ys=6e4;function Ht(t,e,n,r=Ys){let s=t.tasks.get(e),i=t.clock.at(n),o=new Map;for(let a of["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut"])o.set(a,Jn(s,s.counts[a],n,-1)),a!=="numBuffersIn"&&o.set(
`${a}PerSecond`,Js(s,s.counts[a],n,i,r));return Pl(o,s,n,i,r),Ll(o,s,n,t.start+BigInt(i)),_l(o,s,n),o.set("mailboxQueueSize",s.mails.at(n)),o.set("numFiredTimers",Jn(s,s.counts.numFiredTimers,n,-1)),o.set("numFiredTimersPerSecond",Js(s,s.counts.
numFiredTimers,n,i,r)),o}function Jn(t,e,n,r){let[s,i]=t.attempt.at(n);return e.at(n)-(r>0&&r>=i?e.atTime(r):e.at(s))}function Js(t,e,n,r,s){let i=Math.max(r-s,0);return 1e3*Jn(t,e,n,i)/Math.max(1,r-i)}function Yn(t,e,n,r,s=Ys){let i=Math.max(
r-s,0),[o,a]=t.attempt.at(n),{conditions:l}=t,p=i>a?l.untilTime(i,e):l.until(o,a,e);return 1e3*(l.until(n,r,e)-p)/Math.max(1,r-i)}function Pl(t,e,n,r,s){let i=d=>Yn(e,d,n,r,s),[o,a]=e.attempt.at(n),l=d=>e.conditions.until(n,r,d)-e.conditions.
until(o,a,d);t.set("busyTimeMsPerSecond",i("busy")),t.set("idleTimeMsPerSecond",i("idle")),t.set("softBackPressuredTimeMsPerSecond",i("soft")),t.set("hardBackPressuredTimeMsPerSecond",i("hard")),t.set("backPressuredTimeMsPerSecond",i("soft")+
i("hard")),t.set("accumulateBusyTimeMs",l("busy")),t.set("accumulateIdleTimeMs",l("idle")),t.set("accumulateBackPressuredTimeMs",l("soft")+l("hard"));let p=e.conditions.changes.at(n);t.set("isBackPressured",p==="soft"||p==="hard")}function Ll(t,e,n,r){
Xs(t,e.head,n);let s=e.ends.map(({outputWatermark:a})=>a.at(n));if(t.set("currentOutputWatermark",Qs(s)),e.head.inputWatermarks.size>0)return;let i=e.head.outputWatermark.at(n);i>T&&i<L&&t.set("watermarkLag",Number(r-i));let o=e.eventTimeLag.
at(n);o!==null&&t.set("currentEmitEventTimeLag",o)}function Xs(t,e,n){let r=[...e.inputWatermarks].sort(([i],[o])=>i-o),s=r.map(([,i])=>i.at(n));s.length>0&&t.set("currentInputWatermark",Qs(s)),s.length>1&&r.forEach(([i],o)=>t.set(`currentI\
nput${i+1}Watermark`,s[o]))}function Qs(t){return t.reduce((e,n)=>e<n?e:n)}function Xn(t,e){let{exclusive:n,floating:r}=Zs(t,e),{exclusive_buffers:s,floating_buffers:i,output_buffers:o}=t.plan;return{input:zt(n+r,s+i),output:zt(t.outputInUse.
at(e),o)}}function Zs(t,e){let{plan:n,inputs:r}=t,s=n.exclusive_buffers;for(let i of r)i.plan.local||(s-=i.exclusive.at(e));return{exclusive:s,floating:n.floating_buffers-t.floatingFree.at(e)}}function _l(t,e,n){let{plan:r,inputs:s}=e,i=s.filter(
d=>!d.plan.local),{exclusive:o,floating:a}=Zs(e,n),l=Xn(e,n),p=s.map(d=>(d.plan.local?d.queued:d.received).at(n));t.set("inputQueueLength",Dt(p)),t.set("inputQueueSize",Dt(i.map(d=>d.receivedBytes.at(n)))),t.set("inPoolUsage",l.input),t.set(
"inputExclusiveBuffersUsage",zt(o,r.exclusive_buffers)),t.set("inputFloatingBuffersUsage",zt(a,r.floating_buffers)),t.set("outputQueueLength",Dt(e.outputs.map(d=>d.queued.at(n)))),t.set("outputQueueSize",Dt(e.outputs.map(d=>d.queuedBytes.at(
n)))),t.set("outPoolUsage",l.output)}function Gt(t,e,n){let r=t.operators.get(e),s=new Map;for(let[i,o]of r.counts)o.at(n)>0&&s.set(i,o.at(n));Xs(s,r,n),s.set("currentOutputWatermark",r.outputWatermark.at(n));for(let[i,o]of r.latencies){let[
a,l,p]=o.at(n);a!==0&&(s.set(`latency.source_id.${i}.count`,a),s.set(`latency.source_id.${i}.mean`,l/a),s.set(`latency.source_id.${i}.max`,p))}return s}function Dt(t){return t.reduce((e,n)=>e+n,0)}function zt(t,e){return e>0?t/e:0}var Il=60,ei=Object.keys(ke),ti=new Set(["fill","state","read","held up","result"]),Nl=new Set(["fill","state"]),st=class{all;ends;constructor(e,n){let r=Wl(e,n);if(this.all=Vl(r),this.all.at(-1)?.end!==e.eventCount&&e.eventCount>0){let{eventCount:s}=e;
this.all=[...this.all,{kind:"end",lead:s-1,count:1,end:s}]}this.ends=this.all.map(({end:s})=>s)}at(e){return G(this.ends,e-1)+1-(e===0?1:0)}startOf(e){return this.ends[e-1]??0}next(e){return this.ends[G(this.ends,e)+1]??this.ends.at(-1)??e}back(e){
return this.ends[G(this.ends,e-1)]??0}endingAt(e){let n=this.all[G(this.ends,e)];return n?.end===e?n:null}};function ni({kind:t,count:e}){return e>1?ke[t][1].replace("{n}",String(e)):""}function Wl(t,e){let n=new Map,r=new Set(pe.filter(({moment:d})=>d!==
"").map(({kind:d})=>d));for(let{kind:d,when:u,moment:c}of pe){let m=$.indexOf(d);r.has(d)&&n.set(m,[...n.get(m)??[],{when:u,moment:c}])}let s=[];for(let d=0;d<t.eventCount;d++){let u=n.get(t.kinds[d]);if(!u)continue;let c=t.event(d),m=u.find(
({when:h})=>h===""||Ge(h,c,e));m&&m.moment!==""&&s.push({index:d,moment:m.moment,fact:c})}let i=new Set(s.map(({moment:d})=>d)),o=!["fill","state","firing","late"].some(d=>i.has(d)),a=[],l=-1,p=0;for(let{index:d,moment:u,fact:c}of s){if(u===
"read"&&!o)continue;d>=p&&(l=t.stepOf(d),p=t.eventRange(l)[1]);let m=Fl(c),h=a.at(-1);if(h?.step!==l){a.push({kind:u,lead:d,count:1,end:p,step:l,watermark:m});continue}h.watermark??=m;let f=ei.indexOf(u)-ei.indexOf(h.kind);f<0?Object.assign(
h,{kind:u,lead:d,count:1}):f===0&&!Nl.has(u)&&u!=="minimum"&&h.count++}return a}function Fl(t){return t.type==="InputWatermarkAdvanced"||t.type==="OperatorWatermarkAdvanced"?t.after:t.type==="WindowFired"?t.watermark:null}function Vl(t){let e=new Map;
for(let{kind:s}of t)e.set(s,(e.get(s)??0)+1);let n=s=>ti.has(s)&&e.get(s)>Il,r=[];for(let s of t){let i=r.at(-1);if(!i||!Bl(i,s,n)){r.push({...s});continue}i.end=s.end,s.kind===i.kind?(i.count+=s.count,ti.has(s.kind)&&(i.lead=s.lead)):s.kind===
"firing"&&Object.assign(i,{kind:s.kind,lead:s.lead,count:s.count})}return r}function Bl(t,e,n){if(e.kind==="result")return t.kind==="firing"||t.kind==="result"&&n("result");let r=s=>s==="minimum"||s==="firing";return r(t.kind)&&r(e.kind)?t.
watermark!==null&&t.watermark===e.watermark:t.kind===e.kind&&n(e.kind)}var ri=["records","late","panes","generators","channels","minimum","timers"],K=({camera:t,box:e},n)=>e.left+(n-t.x0)/(t.x1-t.x0)*e.width;function A({camera:t,box:e},n){return n===1/0?e.top-4:n===-1/0?e.top+e.height+4:e.top+(1-(n-t.y0)/(t.y1-
t.y0))*e.height}var R=(t,e)=>K(t,e===1/0?t.places.at(-1):t.places[e+1]);function it(t,e,n,r,s){e===1?t.rect(n-s*.9,r-s*.9,s*1.8,s*1.8):e>=2?(t.moveTo(n,r-s*1.2),t.lineTo(n+s*1.15,r+s*.9),t.lineTo(n-s*1.15,r+s*.9),t.closePath()):(t.moveTo(n+
s,r),t.arc(n,r,s,0,7))}var Ae=({operators:t},e)=>!t||t.has(e);function ot({places:t,camera:e},n){let r=0,s=n.length;for(;r<s;){let i=r+s>>1;t[n[i]+1]<e.x0?r=i+1:s=i}return r}function B(t,e,n,r,s=[]){t.beginPath();for(let i=0;i<e.length;i+=2)
t.lineTo(e[i],e[i+1]);t.strokeStyle=n,t.lineWidth=r,t.setLineDash([...s]),t.stroke(),t.setLineDash([])}function ii(t,e){let{run:n,box:r,colour:s}=e,i=n.curves.find(({kind:m,owner:h})=>m==="minimum"&&Ae(e,h));if(!i)return;let o=r.top+r.height,a=n.lateness.get(i.owner)??0,l=ye(e,i,0);if(l.length===0)return;let p=(m,h,f)=>{t.beginPath();for(let g=0;g<
m.length;g+=2)t.lineTo(m[g],m[g+1]);t.closePath(),t.fillStyle=h,t.globalAlpha=f,t.fill(),t.globalAlpha=1},d=l.at(-2),u=a>0?ye(e,i,a):l;if(p([...u,d,o,u[0],o],s("--wmsoft"),.5),a===0)return;let c=[...l];for(let m=u.length-2;m>=0;m-=2)c.push(
u[m],u[m+1]);p(c,s("--panesoft"),.55),B(t,u,s("--pane"),1,[2,3])}function oi(t,e){let{camera:n,places:r,colour:s}=e;e.places[1]===1||n.x1<n.y0||n.x0>n.y1||r.at(-1)<1e6||B(t,[K(e,n.x0),A(e,n.x0),K(e,n.x1),A(e,n.x1)],s("--ink3"),1.2,[2,4])}function ai(t){
return t.run.curves.filter(({kind:n,owner:r})=>n==="minimum"&&Ae(t,r)).map(n=>ye(t,n,0))}function ye(t,e,n){let{camera:r,box:s}=t,i=[],o=e.at,a=NaN,l=Math.max(0,ot(t,o)-1);for(let p=l;p<o.length;p++){let d=R(t,o[p]),u=e.values[p],c=A(t,u-n);
if(Number.isNaN(a)||i.push(d,a),(u!==-1/0||!Number.isNaN(a))&&(i.push(d,c),a=c),d>s.left+s.width)break}return Number.isNaN(a)||i.push(Math.min(K(t,r.x1),R(t,1/0)),a),i}var Qn=[[],[6,3],[2,2.5],[9,3,2,3],[4,6]];function li(t,e){let{run:n,parts:r,
colour:s,followed:i}=e;t.lineJoin="round";let o=a=>n.curves.filter(l=>l.kind===a&&(!i||i.hasCurve(l)));if(r.has("channels")){t.globalAlpha=.65;for(let a of o("channel"))B(t,ye(e,a,0),s("--wm"),1);t.globalAlpha=1}if(r.has("minimum")){let a=s(
"--panel");for(let l of o("input"))B(t,ye(e,l,0),s("--wm"),2,Qn[l.part==="0"?0:1]);for(let l of o("minimum").filter(({owner:p})=>Ae(e,p))){let p=ye(e,l,0);B(t,p,a,5),B(t,p,s("--wm"),3.4)}}if(r.has("generators")&&o("generator").forEach((a,l)=>{
B(t,ye(e,a,0),s("--wmink"),1.4,Qn[l%Qn.length]),si(t,e,a)}),r.has("channels"))for(let a of o("channel"))si(t,e,a)}function si(t,e,n){let{colour:r}=e;for(let[s,i]of n.idle){let o=G(n.at,s),a=o<0?-1/0:n.values[o],l=Math.min(A(e,a),e.box.top+e.
box.height-5),[p,d]=[R(e,s),R(e,i)];B(t,[p,l,d,l],r("--panel"),7),B(t,[p,l,d,l],r("--ink3"),5,[2,3]),!(d-p<34)&&(t.font=`600 12px ${e.colour("font-family")}`,t.fillStyle=r("--ink2"),t.textAlign="left",t.fillText("idle",Math.max(p,e.box.left)+
4,l-6))}}var jt=class{constructor(e){this.plan=e}made=new Map;splits=new Map;splitsOf(e){return[...this.splits.get(e)??[]]}reads(e,n){let r=this.splits.get(e);r?r.add(n):this.splits.set(e,new Set([n]))}take(e,n){switch(n.type){case"WatermarkGenerate\
d":return this.rise("generator",n.operator,n.split,e,n.timestamp),!0;case"SplitStatusChanged":return this.rest("generator",n.operator,n.split,e,n.idle),!0;case"SplitReleased":return!0;case"ChannelWatermarkChanged":return this.rise("channel",
n.channel,"",e,n.after),!0;case"ChannelStatusChanged":return this.rest("channel",n.channel,"",e,n.idle),!0;case"InputWatermarkAdvanced":return this.rise("input",n.subtask,String(n.input),e,n.after),!0;case"InputStatusChanged":return this.rest(
"input",n.subtask,String(n.input),e,n.idle),!0;case"OperatorWatermarkAdvanced":return this.rise("minimum",n.operator,"",e,n.after),!0;default:return!1}}startAgain(e,n,r){let s=this.plan.channels.filter(({target:o})=>o===n).map(({id:o})=>o),
i=new Set([n,...r,...s]);for(let o of this.made.values()){if(!i.has(o.owner))continue;o.at.push(e),o.values.push(-1/0);let a=o.idle.at(-1);a?.[1]===1/0&&(a[1]=e)}}curves(e){let n=new Set(this.plan?.channels.filter(({input:i})=>i>0).map(({target:i})=>i)),
r=[...this.made.values()],s=r.some(({kind:i,owner:o})=>i==="minimum"&&e.has(o));return r.filter(({kind:i,owner:o})=>i==="minimum"?!s||e.has(o):i!=="input"||n.has(o))}rise(e,n,r,s,i){let o=this.curve(e,n,r);o.at.push(s),o.values.push(Dl(i))}rest(e,n,r,s,i){
let{idle:o}=this.curve(e,n,r),a=o.at(-1);i?o.push([s,1/0]):a&&(a[1]=s)}curve(e,n,r){let s=JSON.stringify([e,n,r]),i=this.made.get(s);return i||this.made.set(s,i={kind:e,owner:n,part:r,at:[],values:[],idle:[]}),i}},pi=9e18;function Dl(t){let e=Number(
t);return e>=pi?1/0:e<=-pi?-1/0:e}var zl=["SourceRecordRead","TimestampAssigned","RecordFiltered","KeySelected","WindowAssigned","WindowsMerged","WindowFired","WindowCleared","LateRecordDropped","TimerRegistered","TimerFired","TimerDeleted","WatermarkGenerated","SplitStatus\
Changed","SplitReleased","ChannelWatermarkChanged","ExecutionReset","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","OperatorWatermarkAdvanced"],me=class{constructor(e){this.trace=e;this.made=new jt(e.plan),this.nameSources();
let n=new Uint8Array($.length);for(let r of zl)n[$.indexOf(r)]=1;for(let r=0;r<e.eventCount;r++)n[e.kinds[r]]&&this.take(r,e.event(r));this.dots=this.dots.filter(({time:r})=>Number.isFinite(r)),this.curves=this.made.curves(this.keepers)}dots=[];panes=[];lates=[];timers=[];curves;keys=[];lateness=new Map;keepers=new Set;paneAt=new Map;lateAt=new Map;keyNumbers=new Map;byRead=new Map;byElement=new Map;open=new Map;running=new Map;sources=new Map;made;missedBy(e){
let n=J(e.windows)?[e.windows]:Q(e.windows)??[];return this.panes.filter(({operator:s,key:i,window:o,gone:a})=>s===e.operator&&i===e.key&&a<e.index&&n.includes(o)).reduce((s,i)=>s&&s.gone>i.gone?s:i,null)}dotBehind(e){return this.byRead.get(
q(this.trace,e))??this.byElement.get(this.trace.cause(e))}splitsBefore(e){let[n,r]=e.slice(1).split("/"),s=this.trace.plan?.vertices.find(({operators:i})=>i.some(o=>String(o.node)===n));return this.made.splitsOf(`o${s?.operators[0]?.node}/${r}`).
join(", ")}nameSources(){let{plan:e}=this.trace,n=new Set(e?.channels.map(({target_node:s})=>s)),r=0;for(let s of e?.vertices??[]){let[i]=s.operators;if(!(!i||i.inputs.length>0||n.has(i.node))){for(let o=0;o<s.parallelism;o++)this.sources.set(
`o${i.node}/${o}`,r);r++}}}take(e,n){if(!this.made.take(e,n))switch(n.type){case"SourceRecordRead":{let r=this.sources.get(n.operator)??0,s=n.timestamp===null?NaN:Number(n.timestamp),i={index:e,time:s,key:-1,source:r,split:n.split,late:null};
this.byRead.set(e,i),this.dots.push(i),this.made.reads(n.operator,n.split);return}case"TimestampAssigned":{let r=this.byRead.get(q(this.trace,e));r&&(r.time=Number(n.after));return}case"RecordFiltered":{let r=this.byRead.get(q(this.trace,e));
r&&(r.time=NaN);return}case"KeySelected":{let r=this.byRead.get(q(this.trace,e));r&&(r.key=this.keyNumber(n.key));return}case"LateRecordDropped":{this.keepers.add(n.operator);let r=n.timestamp===null?NaN:Number(n.timestamp),s=this.dotOf(e,r),
i=s.key=this.keyNumber(n.key),o=n.cleanup_time===null?null:Number(n.cleanup_time),{operator:a,windows:l}=n,p={index:e,operator:a,key:i,time:r,windows:l,cleanup:o,watermark:Number(n.watermark),dot:s};s.late??=p,this.lateAt.set(e,p),this.lates.
push(p);return}case"TimerRegistered":{let r=J(n.namespace);if(r&&n.domain==="event"){let a=Number(n.timestamp-r[1])+1;a>(this.lateness.get(n.operator)??0)&&this.lateness.set(n.operator,a)}if(n.namespace!=='""')return;this.keepers.add(n.operator);
let{domain:s}=n,i=Number(n.timestamp),o={index:e,end:1/0,fired:!1,domain:s,time:i,key:this.keyNumber(n.key)};this.running.set(Zn(n),o),this.timers.push(o);return}case"ExecutionReset":this.startAgain(e,n.subtask);return;case"TimerFired":case"\
TimerDeleted":{let r=this.running.get(Zn(n));if(!r)return;r.end=e,r.fired=n.type==="TimerFired",this.running.delete(Zn(n));return}default:this.takePane(e,n)}}takePane(e,n){switch(n.type){case"WindowAssigned":{let r=this.pane(e,n.operator,n.
key,n.window);r.fills.push(e),r.counts.push(n.count),this.dotOf(e,n.timestamp===null?NaN:Number(n.timestamp)).key=r.key;return}case"WindowsMerged":{let s=(J(n.merged)?[n.merged]:Q(n.merged)??[]).flatMap(o=>this.end(e,n.operator,n.key,o)??[]),
i=this.pane(e,n.operator,n.key,n.result);for(let o of s)o!==i&&(o.into=i);i.fills.push(e),i.counts.push(n.count);return}case"WindowFired":{this.pane(e,n.operator,n.key,n.window).firings.push({index:e,kind:n.kind,count:n.count});return}case"\
WindowCleared":n.reason==="cleanup"&&this.end(e,n.operator,n.key,n.window);return;default:}}startAgain(e,n){let r=Hl(this.trace,n);for(let[s,i]of this.open)r.has(i.operator)&&(i.gone=e,this.open.delete(s));for(let[s,i]of this.running)r.has(
JSON.parse(s)[0])&&(i.end=e,this.running.delete(s));this.made.startAgain(e,n,r)}pane(e,n,r,s){let i=`${n} ${V(r,s)}`,o=this.open.get(i);if(o&&this.paneAt.set(e,o),o)return o;let a=J(s),l={operator:n,key:this.keyNumber(r),window:s,born:e,gone:1/0,
fills:[],counts:[],firings:[],into:null,start:a?Number(a[0]):-1/0,end:a?Number(a[1]):1/0};return this.keepers.add(n),this.open.set(i,l),this.paneAt.set(e,l),this.panes.push(l),l}end(e,n,r,s){let i=`${n} ${V(r,s)}`,o=this.open.get(i);return o?
(o.gone=e,this.open.delete(i),o):null}dotOf(e,n){let r=this.byRead.get(q(this.trace,e));if(r)return r;let s=this.trace.cause(e),i=s<0?void 0:this.byElement.get(s);if(i)return i;let o={index:e,time:n,key:-1,source:-1,split:"",late:null};return s>=
0&&this.byElement.set(s,o),this.dots.push(o),o}keyNumber(e){let n=this.keyNumbers.get(e);return n!==void 0?n:(this.keyNumbers.set(e,this.keys.length),this.keys.push(e)-1)}};function Hl({plan:t},e){let{vertex:n,index:r}=t.subtasks.find(({id:s})=>s===
e);return new Set(t.vertices.find(({id:s})=>s===n).operators.map(({node:s})=>`o${s}/${r}`))}function Zn(t){return JSON.stringify([t.operator,t.domain,t.key,t.namespace,String(t.timestamp)])}var Oe=class{constructor(e){this.trace=e;this.run=new me(e),this.clock=new ne(e)}run;clock;places=new Map;paint(e,n,r){let{colour:s}=n,i=this.places.get(r);i||this.places.set(r,i=this.clock.places(r));let o={...n,run:this.run,places:i,followed:null,
operators:null};e.globalAlpha=.85;for(let l of ai(o))B(e,l,s("--ink3"),2,[6,4]);e.globalAlpha=1;let a=new Set(n.run.lates.map(di));for(let l of this.run.lates){if(a.has(di(l)))continue;let[p,d]=[R(o,l.index),A(o,l.time)];e.beginPath(),e.arc(
p,d,6,0,7),e.strokeStyle=s("--fire"),e.lineWidth=1.3,e.setLineDash([2,2]),e.stroke(),e.setLineDash([])}}},di=({key:t,time:e,dot:n})=>`${t} ${e} ${n.split}`;function er(t,e,n){let r=g=>t.indexesOf([g]).map(k=>[k,t.event(k)]),s=(g,k)=>{let w=e.next(g);return{question:k,position:w}},i=t.indexesOf(["TaskFailed"]).at(-1),[,o]=r("JobStatusChanged").at(-1)??[];if(i!==void 0&&o?.after==="FAILED")return{
question:"Why does it fail?",position:i+1};if(i!==void 0)return{question:"A task failed. What was lost, what is done again?",position:i+1};let a=r("LateRecordDropped");if(a.length>0){let g=({watermark:v,cleanup_time:S,timestamp:E})=>v===L?-1n:
v-(S??E??v),[k]=a.reduce((v,S)=>g(S[1])>g(v[1])?S:v),w=a.length===1?"A record came too late":`${a.length} records came too late`;return s(k,`${w}. Why?`)}let l=r("WindowFired"),p=r("WindowsMerged"),d=l.filter(([,{watermark:g,clock:k}])=>g!==
L&&k!=="end of input");if(l.length>0&&d.length===0)return s(l[0][0],"No window fired before the input ended. Why?");let u=e.all.filter(({kind:g})=>g==="merge").at(-1);if(u&&p.length>0)return{question:"How did these sessions become one?",position:u.
end};let c=r("SplitStatusChanged").find(([,g])=>g.idle);if(c)return s(c[0],`${c[1].split||n.name(c[1].operator)} went idle. What does that change?`);if(d.length>0)return s(d[0][0],"Why does this window fire now?");let m=r("DefaultActionSusp\
ended").find(([,{reason:g}])=>g==="no output buffer"||g==="blocked");if(m)return s(m[0],`Why does ${n.name(m[1].subtask)} stop reading?`);let h=e.all.find(({kind:g})=>g==="firing");if(h)return{question:"Why does this timer fire now?",position:h.
end};let f=e.all.filter(({kind:g})=>g==="result").at(-1);return f?{question:"What came out, and of what?",position:f.end}:{question:"",position:0}}var tr="You went by the wall clock; event time knows only watermarks.",Gl="You took the channel that moved last; the least of all active ones counts.",jl="You took the greatest channel; the least of all active ones counts.",ql="A watermark \
says that no more record comes up to it, itself included: it is one less.",Ul="The delay drops nothing: behind the watermark a record still counts while its window is open.",nr="There is no one watermark for the whole job; each task has its\
 own minimum.",Kl="Once the watermark has passed the end of its window, and the allowed lateness, it is too late.";function rr(t,e,n,r){let s=t.event(r);return s.type==="InputWatermarkAdvanced"?Jl(t,e,n,r,s):s.type==="WindowAssigned"||s.type===
"LateRecordDropped"?Xl(e,n,r,s):s.type==="WindowFired"?Ql(e,n,r,s):null}var sr=["InputWatermarkAdvanced","LateRecordDropped","WindowAssigned","WindowFired"];function Jl(t,e,n,r,s){let o=(t.plan?.channels??[]).filter(({target:c,input:m})=>c===
s.subtask&&m===s.input).flatMap(({id:c})=>{let m=n.channels.get(c);return m&&!m.idle?[{id:c,watermark:m.watermark}]:[]});if(o.length<2||s.after===L)return null;let a=o.reduce((c,{watermark:m})=>m>c?m:c,T),l=Yl(t,r),d=[...n.channels.values()].
map(({watermark:c})=>c).filter(c=>c!==L).reduce((c,m)=>m>c?m:c,T),u=c=>e.time(c);return ir(r,`What does the minimum of ${e.name(s.subtask)} become?`,u(s.after),[{says:u(a),belief:jl},{says:l===null?null:u(l),belief:Gl},{says:u(s.after+1n),belief:ql},
{says:u(d),belief:nr},{says:u(n.time_ms),belief:tr}])}function Yl(t,e){for(let n=e;n>=Math.max(0,e-40);n--){let r=t.event(n);if(r.type==="ChannelWatermarkChanged")return r.after}return null}function Xl(t,e,n,r){let s=r.type==="LateRecordDro\
pped",{timestamp:i}=r,o=J(s?r.windows:r.window);if(i===null||!o)return null;let a=e.operators.get(r.operator)?.watermark??T,l=[...e.channels.values()].reduce((c,m)=>m.watermark>c?m.watermark:c,T),p=c=>c?"It is too late, and dropped.":"It co\
unts.",u=`A record of ${t.value(r.key)} with timestamp ${t.time(i)} comes; the watermark is ${t.time(a)}. What becomes of it?`;return ir(n,u,p(s),[{says:p(i<=a),belief:Ul},{says:p(o[1]-1n<=e.time_ms),belief:tr},{says:p(o[1]-1n<=l),belief:nr},
{says:p(!1),belief:Kl}])}function Ql(t,e,n,r){let s=e.operators.get(r.operator);if(!s||r.kind!=="on time"||r.watermark===L)return null;let i=l=>{let d=[...s.panes.values()].filter(({window:u})=>(J(u)?.[1]??L)-1n<=l).map(({key:u,window:c})=>`${t.
value(u)} ${t.window(c)}`).sort();return d.length===0?"none":d.length<=3?d.join(", "):`${d.slice(0,2).join(", ")} and ${d.length-2} more`},o=[...e.channels.values()].reduce((l,p)=>p.watermark>l&&p.watermark!==L?p.watermark:l,T),a=[...s.panes.
values()].reduce((l,{window:p})=>{let d=J(p)?.[1]??T;return d>l?d:l},T);return ir(n,`The watermark of ${t.name(r.operator)} comes to ${t.time(r.watermark)}. Which panes fire?`,i(r.watermark),[{says:i(e.time_ms),belief:tr},{says:i(o),belief:nr},
{says:i(a),belief:"A watermark closes only the windows that end before it."},{says:"none",belief:"A pane fires as soon as the watermark has reached the end of its window."}])}function ir(t,e,n,r){let s=[{text:n,right:!0,misconception:""}];for(let{
says:i,belief:o}of r)i===null||s.some(({text:a})=>a===i)||s.push({text:i,right:!1,misconception:o});return s.length<2?null:(s.sort((i,o)=>i.text.localeCompare(o.text,"en",{numeric:!0})),{before:t,after:t+1,index:t,asks:e,choices:s})}var or=class{constructor(e,n){this.plan=e;this.countsRecordsOut=n;this.credit=new W(e.initial_credit),this.exclusive=new W(e.initial_credit)}queued=new W(0);queuedBytes=new W(0);received=new W(0);receivedBytes=new W(0);onWire=new W(0);read=new W(
0);backlog=new W(0);credit;exclusive;underWay=[]},Zl=["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut","numFiredTimers"],ar=class{constructor(e,n,r){this.plan=e;this.head=n;this.ends=r;for(let s of Zl)
this.counts[s]=new W(0);this.floatingFree=new W(e.floating_buffers)}inputs=[];outputs=[];conditions=new Ct;counts={};mails=new W(0);outputInUse=new W(0);floatingFree;eventTimeLag=new W(null);attempt=new W([0,0])},lr=class{counts=new Map;inputWatermarks=new Map;outputWatermark=new W(
T);calls=[];latencies=new Map},ep={"no input":"idle","no output buffer":"soft",blocked:"hard",busy:"busy"},tp=new Set(["endOfData","endOfPartition","barrier"]),at=class{tasks=new Map;channels=new Map;operators=new Map;clock=new W(0);start;end;taskOf=new Map;sources=new Set;position=0;time=0;constructor(e){
this.start=BigInt(e.plan?.start_time_ms??0),e.plan&&this.prepare(e.plan);for(let n=0;n<e.eventCount;n++)this.position=n+1,this.apply(e.event(n));this.end=this.time}prepare(e){let n=new Set(e.channels.map(({target:s})=>s));for(let s of e.subtasks){
let i=e.vertices.find(({id:p})=>p===s.vertex),o=new Map(i.operators.map(({node:p})=>[p,new lr]));for(let p of i.operators){let d=`o${p.node}/${s.index}`,u=o.get(p.node);this.operators.set(d,u);for(let m of p.inputs)o.get(m).calls.push(u);p.
inputs.length>0&&u.inputWatermarks.set(0,new W(T)),this.taskOf.set(d,s.id);let c=e.subtasks.some(m=>m.vertex===s.vertex&&n.has(m.id));p.inputs.length===0&&!c&&this.sources.add(d)}let a=[...o.values()],l=a.filter(({calls:p})=>p.length===0);this.
tasks.set(s.id,new ar(s,a[0],l))}let r=new Set;for(let s of e.channels){let{source:i,source_node:o,target_node:a,side_output:l,input:p}=s,d=JSON.stringify([i,o,a,l,p]),u=new or(s,s.partitioner!=="BROADCAST"||!r.has(d));r.add(d),this.channels.
set(s.id,u);let c=this.task(s.target);c.inputs.push(u);let{inputWatermarks:m}=c.head;m.has(p)||m.set(p,new W(T)),this.task(i).outputs.push(u)}}apply(e){switch(e.type){case"ElementWritten":{let n=this.channel(e.channel),r=this.task(n.plan.source);
this.put(n.queuedBytes,n.queuedBytes.last+e.bytes),e.element==="record"&&n.countsRecordsOut&&this.count(r,"numRecordsOut"),tp.has(e.element)||this.count(r,"numBytesOut",e.bytes);return}case"ElementReceived":this.put(this.channel(e.channel).
read,e.sequence+1),e.element==="record"&&this.count(this.task(e.subtask),"numRecordsIn");return;case"ElementProcessed":e.element==="record"&&this.countIn(e.operator,"numRecordsIn");return;case"BufferQueued":this.put(this.channel(e.channel).
queued,e.queued);return;case"BufferSent":{let n=this.channel(e.channel);this.put(n.queued,e.queued),this.put(n.queuedBytes,n.queuedBytes.last-e.bytes),this.put(n.credit,e.credit),this.put(n.onWire,e.on_wire),this.put(n.backlog,e.backlog),n.
underWay.push(e.bytes),this.count(this.task(n.plan.source),"numBuffersOut");return}case"BufferArrived":{let n=this.channel(e.channel);this.put(n.received,e.received),this.put(n.onWire,e.on_wire),this.put(n.receivedBytes,n.receivedBytes.last+
n.underWay.shift());return}case"BufferConsumed":this.consumed(e);return;case"CreditChanged":this.put(this.channel(e.channel).credit,e.after);return;case"InputBuffersChanged":this.put(this.channel(e.channel).exclusive,e.exclusive);return;case"\
FloatingBuffersChanged":this.put(this.task(e.subtask).floatingFree,e.free);return;case"OutputBuffersChanged":this.put(this.task(e.subtask).outputInUse,e.in_use);return;case"InputWatermarkAdvanced":this.put(this.task(e.subtask).head.inputWatermarks.
get(e.input),e.after);return;case"WatermarkEmitted":{let n=this.operators.get(e.operator);this.put(n.outputWatermark,e.timestamp);for(let r of n.calls)this.put(r.inputWatermarks.get(0),e.timestamp);return}case"SourceRecordRead":this.count(this.
task(this.taskOf.get(e.operator)),"numRecordsIn"),this.countIn(e.operator,"numRecordsIn"),e.timestamp!==null&&this.lag(e.operator,e.timestamp);return;case"TimestampAssigned":this.sources.has(e.operator)&&this.lag(e.operator,e.after);return;case"\
TimerFired":this.count(this.task(this.taskOf.get(e.operator)),"numFiredTimers");return;case"LatencyMeasured":{let{latencies:n}=this.operators.get(e.operator),r=n.get(e.source)??new W([0,0,0]),[s,i,o]=r.last;this.put(r,[s+1,i+e.latency,Math.
max(o,e.latency)]),n.set(e.source,r);return}case"LateRecordDropped":this.countIn(e.operator,"numLateRecordsDropped");return;case"ResultWritten":this.countIn(e.operator,"numRecordsSend");return;case"MailEnqueued":case"MailTaken":this.put(this.
task(e.subtask).mails,e.waiting);return;case"DefaultActionSuspended":this.becomes(e.subtask,ep[e.reason]);return;case"DefaultActionResumed":this.becomes(e.subtask,"busy");return;case"TaskStateChanged":{let{conditions:n}=this.task(e.subtask);
e.after==="RUNNING"?n.starts(this.position,this.time):e.before==="RUNNING"&&n.ends(this.position,this.time);return}case"ExecutionReset":this.begin(e.subtask);return;case"ProcessingTimeAdvanced":this.time=Number(e.after-this.start),this.put(
this.clock,this.time);return;default:}}begin(e){let n=this.task(e);this.put(n.attempt,[this.position,this.time]);for(let r of[n.mails,n.outputInUse,n.floatingFree])this.put(r,r.initial);this.put(n.eventTimeLag,null),n.conditions.becomes(this.
position,this.time,"busy");for(let r of n.inputs){let{queued:s,queuedBytes:i,received:o,receivedBytes:a,onWire:l,read:p,backlog:d,credit:u,exclusive:c}=r;for(let m of[s,i,o,a,l,p,d,u,c])this.put(m,m.initial);r.underWay.length=0}for(let[r,s]of this.
operators)if(this.taskOf.get(r)===e){for(let i of[...s.counts.values()])this.put(i,0);for(let i of s.latencies.values())this.put(i,i.initial);for(let i of s.inputWatermarks.values())this.put(i,i.initial);this.put(s.outputWatermark,s.outputWatermark.
initial)}}consumed(e){let n=this.channel(e.channel),r=this.task(n.plan.target);this.count(r,"numBuffersIn"),this.count(r,"numBytesIn",e.bytes),this.put(n.queued,e.queued),this.put(n.received,e.received),n.plan.local?(this.put(n.queuedBytes,
n.queuedBytes.last-e.bytes),this.count(this.task(n.plan.source),"numBuffersOut")):this.put(n.receivedBytes,n.receivedBytes.last-e.bytes)}becomes(e,n){this.task(e).conditions.becomes(this.position,this.time,n)}lag(e,n){let r=Number(BigInt(this.
time)+this.start-n);this.put(this.task(this.taskOf.get(e)).eventTimeLag,r)}count(e,n,r=1){this.put(e.counts[n],e.counts[n].last+r)}countIn(e,n){let{counts:r}=this.operators.get(e),s=r.get(n)??new W(0);this.put(s,s.last+1),r.set(n,s)}put(e,n){
e.set(this.position,this.time,n)}task(e){return this.tasks.get(e)}channel(e){return this.channels.get(e)}};var ui=new Set(["step","fact"]),np=new Set(["step","fact","view","task","key","by","focus","mode"]);function ci(t){let e={};for(let[n,r]of new URLSearchParams(t.replace(/^#/,"")))!np.has(n)||r===""||ui.has(n)&&!/^\d+$/.test(r)||(e[n]=ui.has(
n)?Number(r):r);return e}function mi(t){let e=Object.entries(t).filter(([,n])=>n!==void 0&&n!=="");return`#${new URLSearchParams(e.map(([n,r])=>[n,String(r)])).toString()}`}async function hi(t){try{return await navigator.clipboard.writeText(
t),!0}catch{let e=document.createElement("textarea");e.value=t,document.body.append(e),e.select();let n=document.execCommand("copy");return e.remove(),n}}var pr={told:"what is worth telling: panes, minima, firings, what is late",firing:xt.firing,watermark:xt.watermark,record:xt.record,step:"one turn of a task's mailbox, or of another actor",fact:"every single fact"},ve=Object.keys(pr),qt=class{constructor(e){
this.trace=e;this.labels=new ae(e.plan),this.wanted={record:this.stopping("record"),watermark:this.stopping("watermark"),firing:this.stopping("firing")};let[n]=[...this.wanted.firing].filter(([r])=>e.kinds.includes(r));n&&(this.wanted.firing=
new Map([n])),this.ranks=new Uint8Array($.length).fill(255),[...pe.entries()].reverse().forEach(([r,{kind:s}])=>this.ranks[$.indexOf(s)]=r)}wanted;ranks;labels;made=null;stopping(e){let n=pe.filter(({stop:r})=>r===e);return new Map(n.map(({
kind:r,when:s})=>[$.indexOf(r),s]))}get moments(){return this.made??=new st(this.trace,this.labels)}next(e,n){let{trace:r}=this,s=r.eventCount;if(e>=s)return s;if(n==="told")return this.moments.next(e);if(n==="fact")return e+1;if(n==="step")
return Math.max(r.eventRange(r.stepOf(e))[1],e+1);for(let i=e;i<s;i++)if(this.stopsAt(i,n))return i+1;return s}back(e,n){let{trace:r}=this;if(e<=1)return 0;if(n==="told")return this.moments.back(e);if(n==="fact")return e-1;if(n==="step")return Math.
max(r.eventRange(r.stepOf(e-1))[0],0);for(let s=e-2;s>=0;s--)if(this.stopsAt(s,n))return s+1;return 0}spotlight(e,n){let r=e-1;if(r>=0&&n==="told"){let a=this.moments.endingAt(e);if(a)return a.lead}if(r<0||n!=="step"&&n!=="told")return r;let[
s,i]=this.trace.eventRange(this.trace.stepOf(r));if(i!==e)return r;let o=r;for(let a=r;a>=s;a--)this.ranks[this.trace.kinds[a]]<=this.ranks[this.trace.kinds[o]]&&(o=a);return o}stopsAt(e,n){let r=this.wanted[n].get(this.trace.kinds[e]);return r===
void 0?!1:r===""||Ge(r,this.trace.event(e),this.labels)}};var Ut=class{constructor(e,n){this.stepper=e;this.isOwn=n}wantedKey="";follow(){let{stepper:e}=this,{step:n,fact:r,view:s,task:i,key:o,by:a,focus:l,mode:p}=ci(location.hash),d=ve.find(m=>m===a);d&&(e.player.grain=d),e.view=we.find(m=>m===s)??
e.view;let u=[...e.lookup.subtasks.keys()].find(m=>m===i||e.labels.name(m)===i);i!==void 0&&(e.pinned=u??null),this.wantedKey=o??"",e.root.classList.toggle("hall",p==="hall"),e.root.classList.toggle("embed",new URLSearchParams(location.search).
has("embed")),r!==void 0?e.player.go(r):n!==void 0&&e.player.goToStep(n);let c=l===void 0?null:vs(l);(c||e.following.followed)&&e.following.on(c),e.rearrange()}write(){this.isOwn&&history.replaceState(null,"",this.text)}get text(){let{player:e,
trace:n,view:r,pinned:s,labels:i,panel:o,following:a,root:l}=this.stepper,p=e.step>=0&&n.eventRange(e.step)[1]===e.position;return mi({...p?{step:e.step}:{fact:e.position},view:r,...s?{task:i.name(s)}:{},key:o?.keys.name??"",...a.followed?{
focus:qe(a.followed.focus)}:{},...e.grain==="told"?{}:{by:e.grain},...l.classList.contains("hall")?{mode:"hall"}:{}})}async copy(){this.write();let e=await hi(location.href),n=this.stepper.parts.get("copy");n.textContent=e?"copied":"see the\
 address",window.setTimeout(()=>n.textContent="copy link",1600)}};var Kt=class{constructor(e,n){this.stepper=e;this.model=n}followed=null;on(e){let{stepper:n}=this,r=e&&this.followed&&qe(e)===qe(this.followed.focus),{panel:s,side:i}=n.ensurePlane(),{trace:o,lookup:a,labels:l,parts:p}=n;this.followed=e&&!r?
new je(e,o,a,l,s.plane.run):null,s.plane.follow(this.followed),i.follow(this.followed),p.put("focus",this.followed?`following ${b(this.followed.words)} ✕`:""),p.get("focus").hidden=!this.followed,n.redraw()}here(){let{hover:e}=this.stepper.
panel?.plane??{hover:null};e?.what==="pane"?this.on({kind:"window",id:e.pane.window}):e?this.on({kind:"record",id:String(e.what==="late"?e.late.dot.index:e.dot.index)}):this.on(this.followed?null:xs(this.stepper.trace,this.stepper.index))}get answer(){
let{trace:e,panel:n,labels:r,index:s}=this.stepper,i=Rt(this.model.get("answer"),e.stepCount);if(i)return i;let o=s<0?void 0:n?.plane.run.lateAt.get(s);return o?hs(e,n.plane.run,r,o):null}get isAsked(){return Rt(this.model.get("answer"),this.
stepper.trace.stepCount)!==null}drawAnswer(){this.stepper.side?.setAnswer(this.answer,this.stepper.player.step)}walk({step:e,position:n,things:r}){let{lookup:s,player:i}=this.stepper,o=[...s.subtasks.keys()].find(a=>s.inputsOf(a).some(({id:p})=>r.
includes(p))||r.includes(a)||s.operatorsOf(a).some(({id:p})=>r.includes(p)));o&&(this.stepper.pinned=o),i.pause(),n!==void 0?i.go(n):i.goToStep(e)}};var rp={firing:[1150,650],late:[1500,1300],failure:[700,1300],merge:[900,650],minimum:[560,90],idle:[560,400]},sp=440,ip=70,op=1300,ap=90,lp=320,pp=110;function fi(t,e,n){let[r,s]=(t&&rp[t])??[Math.min(op,sp+ip*(e-1)),ap];return{way:Math.max(
pp,r/n),rest:s/n}}var Pe=t=>t<.5?4*t**3:1-(2-2*t)**3/2,Le=(t,e,n)=>Math.max(0,Math.min(1,(t-e)/(n-e))),dp=()=>window.matchMedia("(prefers-reduced-motion: reduce)").matches,Jt=class{constructor(e){this.draw=e}phase={from:0,to:0,t:1};frame=0;started=0;lasts=0;gone=0;get moves(){
return this.frame!==0}go(e,n,r){if(this.stop(),dp())return this.stand(e,n);let{phase:s}=this;this.gone=s.from===e&&s.to===n&&s.t<1?s.t:0,this.phase={from:e,to:n,t:this.gone},this.lasts=n<e?Math.min(r,lp):r,this.started=0,this.draw(this.phase),
this.frame=window.requestAnimationFrame(i=>this.tick(i))}stand(e,n,r=1){this.stop(),this.phase={from:e,to:n,t:r},this.draw(this.phase)}stop(){window.cancelAnimationFrame(this.frame),this.frame=0}tick(e){this.started||=e;let n=Math.min(1,(e-
this.started)/this.lasts),r=performance.now();this.phase={...this.phase,t:this.gone+(1-this.gone)*n},this.frame=n<1?window.requestAnimationFrame(s=>this.tick(s)):0,this.draw(this.phase),performance.measure("flinksim:motion",{start:r})}};var Yt="http://www.w3.org/2000/svg",gi=.6,Xt=(t,e)=>e==="in"?{curve:t,low:gi,high:1}:{curve:t,low:0,high:gi},ki=.42,up=3,_e=class{el=document.createElementNS(Yt,"svg");all=[];constructor(){this.el.setAttribute("class","travellers"),this.el.
setAttribute("aria-hidden","true")}set(e,n,r,s,i,o){this.el.setAttribute("viewBox",`0 0 ${i.width} ${i.height}`),this.all=[];let a=Math.max(1,s-r);for(let l of e){let p=mp(l.legs,n),d=p.reduce((f,g)=>f+g.length,0);if(p.length===0)continue;let u=(l.
first-r)/a,c=Math.min(u,1-ki),m=Math.min(1,Math.max(c+ki,(l.last+1-r)/a)),h=fp(l,e.length<=up?o(l):"");this.all.push({journey:l,pieces:p,length:d,element:h,start:c,end:m})}this.el.replaceChildren(...this.all.map(({element:l})=>l))}show({t:e}){
for(let{journey:n,pieces:r,length:s,element:i,start:o,end:a}of this.all){let l=Pe(Le(e,o,a)),{x:p,y:d}=cp(r,l*s),u=n.end==="dropped"||n.end==="filtered"?Le(l,.86,1):0,c=e<o||e>=a&&n.end!=="dropped";i.setAttribute("transform",`translate(${p.
toFixed(1)} ${(d+u*7).toFixed(1)})`),i.setAttribute("opacity",c?"0":String(n.end==="filtered"?1-u:1)),i.classList.toggle("isLate",n.end==="dropped"&&u>0)}}};function cp(t,e){let n=e;for(let r of t){if(n<=r.length)return r.at(r.length===0?1:
n/r.length);n-=r.length}return t.at(-1).at(1)}function mp(t,e){let n=[],r=null;for(let s of t){let i="channel"in s?e.channel(s.channel,s.how):null,o=i?dr(i.curve,i.low):"operator"in s?e.operator(s.operator):null;if(!o||(r&&n.push(bi(r,o)),r=
o,!i))continue;let{curve:a,low:l,high:p}=i,d=Math.hypot(a[2]-a[0],a[3]-a[1])*(p-l);n.push({length:d,at:u=>dr(a,l+(p-l)*u)}),r=dr(a,p)}return n.length===0&&r&&n.push(bi(r,r)),n}function dr(t,e){let[n,r]=Z(t,e);return{x:n,y:r}}function bi(t,e){
let n=r=>({x:t.x+(e.x-t.x)*r,y:t.y+(e.y-t.y)*r});return{length:Math.hypot(e.x-t.x,e.y-t.y),at:n}}var hp={record:["circle",{r:"6.5",class:"record"}],watermark:["path",{d:"M-9 -8h12l6 8l-6 8h-12z",class:"watermark"}],result:["rect",{x:"-7",y:"\
-6",width:"14",height:"12",rx:"3",class:"resultMark"}],barrier:["rect",{x:"-2.5",y:"-11",width:"5",height:"22",rx:"2",class:"barrierMark"}],status:["rect",{x:"-4",y:"-7",width:"8",height:"14",rx:"3",class:"mark"}]};function fp({what:t},e){let n=document.
createElementNS(Yt,"g");n.setAttribute("class",`traveller ${t}`);let[r,s]=hp[t],i=document.createElementNS(Yt,r);for(let[a,l]of Object.entries(s))i.setAttribute(a,l);if(n.append(i),e==="")return n;let o=document.createElementNS(Yt,"text");return o.
setAttribute("class","travellerName"),o.setAttribute("y","-13"),o.setAttribute("text-anchor","middle"),o.textContent=e,n.append(o),n}var ur=8,lt=6,gp=21,kp=40,bp=210;function yi(t,e,n){let r=Nt(t),s=N(e*.1,34,150),i=(e-2*ur-s*(r.length-1))/r.length,o=new Map,a=new Map;return r.forEach((l,p)=>{let d=ur+p*(i+s),u=l.reduce((w,{parallelism:v})=>w+v,0),c=w=>(n-2*ur-lt*(w-1))/
w,m=c(u)<gp,h=({parallelism:w})=>m&&w>1||Lt(u,w),f=l.reduce((w,v)=>w+(h(v)?1:v.parallelism),0),g=Math.min(58,c(f)),k=(n-f*(g+lt)+lt)/2;for(let w of l){let v=h(w);v&&a.set(w.id,w);for(let S=0;S<w.parallelism;S++)o.set(`${w.id}/${S}`,{x:d,y:k,
width:i,height:g}),v||(k+=g+lt);v&&o.set(w.id,{x:d,y:k,width:i,height:g}),v&&(k+=g+lt)}}),{width:e,height:n,boxes:o,heats:a}}function vi(t,e){let n=new Map(t.trace.plan?.channels.map(r=>[r.id,r]));return{operator(r){let[s,i]=r.slice(1).split(
"/");for(let o of t.trace.plan?.vertices??[]){let a=o.operators.findIndex(p=>String(p.node)===s),l=a<0?void 0:e.boxes.get(`${o.id}/${i}`);if(l)return{x:l.x+l.width*a/o.operators.length,y:l.y+l.height/2}}return null},channel(r,s){let i=n.get(
r);return i?Xt(xi(t,e,i),s):null}}}function xi(t,{boxes:e,heats:n},r){let s=e.get(r.source),i=e.get(r.target),o=d=>n.has(t.lookup.subtasks.get(d).vertex),a=t.lookup.inputsOf(r.target),l=t.lookup.outputsOf(r.source),p=(d,u)=>o(d)?.5:(u.indexOf(
r)+1)/(u.length+1);return[s.x+s.width,s.y+s.height*p(r.source,l),i.x,i.y+i.height*p(r.target,a)]}var wi=64;function Si(t,e,n){let{plan:r}=t.trace;if(!r)return"";let s=[],i=r.channels.length>wi||e.heats.size>0,o=new Set,a=[];for(let d of r.channels){
let u=xi(t,e,d),c=t.scene.view.channels.get(d.id),m=`stripWire ${c?.idle?"idle":c?.holds&&c.aligned?"holds":""}`;if(i){let g=[u[0],u[1]|0,u[2],u[3]|0].join();if(o.size>=wi||o.has(g))continue;o.add(g)}let h=n(d.source)||n(d.target)?" away":"";
s.push(`<path d="${de(...u)}" class="${m}${h}"/>`);let f=c?c.written-c.read:0;f>0&&!i&&a.push([u,f])}let l=[];for(let[d,u]of a)s.push(wp(d,u,l));for(let[d,u]of e.heats)s.push(Re(t,u,e.boxes.get(d)));for(let{id:d,vertex:u}of r.subtasks)e.heats.
has(u)||s.push(yp(t,d,e.boxes.get(d),n(d)));let p=r.subtasks.slice(0,12).map(({id:d})=>`${t.labels.name(d)}: ${Je(t,d)}`);return F(e.width,e.height,`The job: ${p.join("; ")}`,s.join(""),"group")}function wp(t,e,n){let r=String(e),s=x(r,"t3")+
10;for(let i of[.5,.36,.64,.22,.78]){let[o,a]=Z(t,i),l={x:o-s/2,y:a-8,width:s,height:16};if(n.every(d=>o-s/2>d.x+d.width||o+s/2<d.x||Math.abs(d.y-l.y)>16))return n.push(l),C(l.x,l.y,s,16,"waitChip",8)+y(o,a+4.5,r,"t3","middle")}return""}function yp(t,e,{
x:n,y:r,width:s,height:i},o){let a=t.lookup.outputsOf(e).some(z=>{let D=t.scene.view.channels.get(z.id);return D?.holds&&D.aligned&&!D.idle}),l=t.labels.name(e).replace(/^Source: /,""),p=Pt(t,e),d=Je(t,e),u=t.actor===e,c=["stripTask",a?"hol\
ds":"",u?"runs":"",e===t.task?"selected":"",o?"away":""],m=`${l}, watermark ${p}, ${d}${a?", holds the minimum":""}`,h=x(p,"strong"),f=`<g class="${c.filter(Boolean).join(" ")}" data-task="${b(e)}" tabindex="0" role="button" aria-pressed="${t.
pinned&&e===t.task}"><title>${b(m)}</title>`+C(n,r,s,i,"box",8),g=i>=kp,k=g?r+i/2-4:r+i/2+5,w=g&&s<bp;if(f+=y(n+10,k,se(l,s-(w?0:h)-30,"t1"),"t1"),f+=y(n+s-10,w?k+18:k,p,"t2 strong wmText","end"),w)return`${f}${y(n+10,k+18,I(d,s-h-30,"t3"),
"t3")}</g>`;if(!g)return`${f}</g>`;let v=a?"holds the minimum":"",S=s-20-(v?x(v,"strong")+12:0),E=S<90;return f+=y(n+10,k+18,I(d,E?s-20:S,"t3"),"t3"),v&&!E&&(f+=y(n+s-10,k+18,v,"t3 strong wmText","end")),`${f}</g>`}function Ie(t,e){let{left:n,top:r,width:s}=t.getBoundingClientRect(),i=t instanceof HTMLElement?t.offsetWidth:s,o=i>0&&s>0?s/i:1;return[(e.clientX-n)/o,(e.clientY-r)/o]}function Ti(t){let{file:e,first:n,lines:r,nodes:s}=t??{};return typeof e=="string"&&typeof n=="number"&&Array.isArray(r)&&typeof s=="object"&&r.length>0?{file:e,first:n,lines:r.map(String),nodes:s}:null}function vp(t,e){return!e||!("operato\
r"in e)||typeof e.operator!="string"?-1:t.nodes[e.operator.slice(1).split("/")[0]]??-1}var Qt=class{constructor(e,n){this.el=e;this.program=n}drawn="";tall=0;draw(e){let{first:n,lines:r,file:s}=this.program,i=vp(this.program,e.fact),o=i<0?"":
xp(e),a=`${i} ${o}`;if(a===this.drawn&&this.el.clientHeight===this.tall)return;this.drawn=a,this.tall=this.el.clientHeight;let l=r.map((d,u)=>{let c=n+u===i,m=c&&o!==""?`<em>${b(o)}</em>`:"";return`<div${c?' class="lit" aria-current="true"':
""}><i>${n+u}</i><code>${b(d)||" "}</code>${m}</div>`});M(this.el,l.join("")),this.el.title=i<0?s:`${s}, line ${i}`;let p=this.el.querySelector(".lit");p&&(this.el.scrollTop=p.offsetTop-(this.el.clientHeight-p.offsetHeight)/2)}};function xp({
fact:t,labels:e}){switch(t?.type){case"SourceRecordRead":case"ResultWritten":case"SideOutputEmitted":return e.value(t.value);case"TimestampAssigned":return e.time(t.after);case"WatermarkGenerated":case"WatermarkEmitted":return`watermark ${e.
time(t.timestamp)}`;case"OperatorWatermarkAdvanced":return`event time ${e.time(t.after)}`;case"KeySelected":return`key ${e.value(t.key)}`;case"WindowAssigned":return`${t.count} in ${e.window(t.window)}`;case"WindowsMerged":return`becomes ${e.
window(t.result)}`;case"WindowFired":return`fires ${e.window(t.window)}`;case"RecordFiltered":return"filtered out";case"LateRecordDropped":return"too late: dropped";case"StateUpdated":return`${t.state} = ${e.value(t.value)}`;case"TimerFired":
return`timer of ${e.time(t.timestamp)}`;case"TaskFailed":return t.error;default:return""}}var Zt=class{constructor(e,n,r){this.parts=e;this.trace=n;let s=Ti(r),i=e.get("program");i.hidden=!s,this.program=s&&new Qt(i,s),e.get("strip").append(this.picture,this.travellers.el)}travellers=new _e;picture=document.createElement("div");program;layout=null;drawn="";travelled="";arrange(){
let{clientWidth:e,clientHeight:n}=this.parts.get("strip"),{plan:r}=this.trace;this.layout=r&&e>0&&n>0?yi(r,e,n):null,this.drawn=this.travelled=""}draw(e,n){if(!this.layout)return;this.program?.draw(e);let r=Si(e,this.layout,s=>n!==null&&!n.
hasTask(s));r!==this.drawn&&(this.drawn=r,M(this.picture,r))}move(e,n){if(!this.layout)return;let r=`${n.from} ${n.to}`;if(r!==this.travelled){this.travelled=r;let s=n.to>n.from?tt(this.trace,n.from,n.to):[],i=vi(e,this.layout);this.travellers.
set(s,i,n.from,n.to,this.layout,o=>cr(e,o))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e);if(!r||!this.picture.contains(n.target))return null;let[s,i]=Ie(this.picture,n),o=_t(r,this.layout.boxes.get(e),s,i);return o===
null?null:`${e}/${o}`}};function cr(t,{what:e,time:n,record:r}){let s=r<0?null:t.trace.event(r);return e==="record"&&s?.type==="SourceRecordRead"?t.labels.value(s.value).slice(0,26):e==="watermark"&&n!==null?t.labels.time(n).replace(/\.999$/,
""):e==="result"?"result":e==="barrier"?"barrier":""}var Sp=[["→ ←","on, and back"],["Space","play, pause"],["Home End","to the beginning, to the end"],["1 … 6","how far one step goes"],["f","follow what the mouse is on, or the moment is about; again: nothing"],["p","predict: asked befo\
re the next decision"],["b","a bookmark here, or none"],["h","larger, for a hall"],["+ − 0","the plane: in, out, the whole run"],["z k","the plane: zoom to now, choose keys"],["Escape","let go of what is followed or pinned"],["?","this"]],
Ci=()=>`<h3 aria-level="2">Keys</h3><dl class="keysList">${Sp.map(([t,e])=>`<dt>${t}</dt><dd>${e}</dd>`).join("")}</dl><p>Click a dot, ring or pane to go there; drag on the plane to zoom; swipe over the sentence on a phone.</p>`,$i=()=>'<h3\
 aria-level="2">Save</h3><div><button type="button" data-save="png">picture (PNG)</button><button type="button" data-save="svg">picture (SVG)</button><button type="button" data-save="txt">story so far (text)</button></div><p>For slides: add\
 <code>?embed</code> to the address before the #.</p>';function Mi(t,e){let n=t.all.map(({position:s,note:i})=>{let o=s===0?"start":`step ${e.stepOf(s-1)}`;return`<div><button type="button" class="small" data-mark="${s}">${o}</button><input\
 data-note="${s}" value="${b(i)}" placeholder="note" aria-label="Note for ${o}"><button type="button" class="small" data-unmark="${s}" aria-label="Remove">✕</button></div>`}),r=n.length===0?"<p>None yet.</p>":"";return`<h3 aria-level="2">\
Bookmarks <small>kept by this browser</small></h3>${n.join("")}${r}<div><button type="button" data-act="bookmark">mark this moment (b)</button></div>`}var Ri="http://www.w3.org/2000/svg",Tp=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-size","font-weight","font-family","text-anchor","paint-order","stroke-linejoin","stroke-linecap"];function Ai(t,e,n,r){
let s=e.getBoundingClientRect(),i=getComputedStyle(t),o=$p(r,Math.max(40,Math.floor(s.width/9))),a=52+o.length*22,[l,p]=[Math.round(s.width),Math.round(s.height+a)],d=document.createElementNS(Ri,"svg");d.setAttribute("viewBox",`0 0 ${l} ${p}`),
d.setAttribute("width",String(l)),d.setAttribute("height",String(p)),d.setAttribute("font-family",i.fontFamily),d.append(mr("rect",{width:String(l),height:String(p),fill:i.getPropertyValue("--bg")})),d.append(Ei(n,16,28,"700 15px",i.getPropertyValue(
"--ink"))),o.forEach((u,c)=>d.append(Ei(u,16,54+c*22,"500 16px",i.getPropertyValue("--ink"))));for(let u of e.querySelectorAll("svg, canvas")){let c=u.getBoundingClientRect();if(c.width===0||c.height===0||u.closest("button, .legend, svg svg"))
continue;let m={x:String(c.left-s.left),y:String(c.top-s.top+a),width:String(c.width),height:String(c.height)};u instanceof HTMLCanvasElement?d.append(mr("image",{...m,href:u.toDataURL("image/png")})):d.append(Cp(u,m))}return{svg:d,width:l,
height:p}}function mr(t,e){let n=document.createElementNS(Ri,t);for(let[r,s]of Object.entries(e))n.setAttribute(r,s);return n}function Ei(t,e,n,r,s){let[i,o]=r.split(" "),a=mr("text",{x:String(e),y:String(n),"font-weight":i,"font-size":o,fill:s});
return a.textContent=t,a}function Cp(t,e){let n=t.cloneNode(!0),[r,s]=[[...t.querySelectorAll("*")],[...n.querySelectorAll("*")]];r.forEach((i,o)=>{let a=getComputedStyle(i);for(let l of Tp)s[o].setAttribute(l,a.getPropertyValue(l));s[o].removeAttribute(
"class")}),n.removeAttribute("class");for(let[i,o]of Object.entries(e))n.setAttribute(i,o);return n}function $p(t,e){let n=[];for(let r of t.split(" ")){let s=n.at(-1);s===void 0||s.length+r.length>=e?n.push(r):n[n.length-1]=`${s} ${r}`}return n}
function hr({svg:t}){return new XMLSerializer().serializeToString(t)}async function Oi(t){let e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(hr(t))}`,await e.decode();let n=document.createElement("canvas");return[n.
width,n.height]=[t.width*2,t.height*2],n.getContext("2d").drawImage(e,0,0,n.width,n.height),new Promise((r,s)=>n.toBlob(i=>i?r(i):s(new Error("no picture")),"image/png"))}function Pi(t,e,n,r){let i=n.all.filter(({end:o})=>o<=r).map(({lead:o,
count:a})=>{let l=a>1?` (${a} of these)`:"";return`step ${t.stepOf(o)}: ${U(t.event(o),e)}${l}`});return`${t.plan?.job_name??"a run"}

${i.join(`
`)}
`}function fr(t,e){let n=document.createElement("a");n.href=URL.createObjectURL(e),n.download=t,n.click(),window.setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}var en=class{constructor(e){this.stepper=e;this.el=e.parts.get("menu"),this.el.addEventListener("input",n=>{let r=n.target,{note:s}=r.dataset;s!==void 0&&e.scrubber.bookmarks.setNote(Number(s),r.value)})}shown=null;el;toggle(e){this.shown===
e?this.close():this.open(e)}close(){let e=this.shown;return this.shown=null,this.el.hidden=!0,this.tell(),e&&this.stepper.root.querySelector(`[data-act="${e}"]`)?.focus(),e!==null}bookmark(){let{bookmarks:e}=this.stepper.scrubber,{position:n}=this.
stepper.player;e.toggle(n),this.stepper.scrubber.redraw(),this.open("marks"),this.el.querySelector(`[data-note="${n}"]`)?.focus()}onClick(e){let{mark:n,unmark:r,save:s}=e.closest("[data-mark],[data-unmark],[data-save]")?.dataset??{};if(n!==
void 0)this.stepper.jump(Number(n));else if(r!==void 0)this.stepper.scrubber.bookmarks.toggle(Number(r)),this.stepper.scrubber.redraw(),this.open("marks");else if(s!==void 0)this.save(s);else return!1;return!0}open(e){let{scrubber:n,trace:r}=this.
stepper;this.shown=e,M(this.el,e==="marks"?Mi(n.bookmarks,r):e==="save"?$i():Ci()),this.el.hidden=!1,this.tell()}tell(){for(let e of["marks","save","help"])this.stepper.root.querySelector(`[data-act="${e}"]`)?.setAttribute("aria-expanded",String(
e===this.shown))}async save(e){let{root:n,trace:r,labels:s,player:i,parts:o}=this.stepper,a=`${(r.plan?.job_name??"run").replace(/[^\p{L}\p{N}]+/gu,"-")}-step-${i.step}`;if(e==="txt"){let u=Pi(r,s,i.stops.moments,i.position);return fr(`${a}\
.txt`,new Blob([u],{type:"text/plain;charset=utf-8"}))}let l=`${r.plan?.job_name??""} · step ${i.step}`,p=Ai(n,n.querySelector(".middle"),l,o.get("sentence").innerText),d=e==="svg"?new Blob([hr(p)],{type:"image/svg+xml"}):await Oi(p);fr(`${a}\
.${e}`,d)}};var Li=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,Mp={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function he(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${Mp[t]}</svg>`}
function ie(t,e,n,r){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${r}</button>`}function _i(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),r=null,s=()=>{let a=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=r??(a===void 0?l:a==="false"?"dark":"light"),e()},i=a=>{a.target.closest('[data-act="theme"]')&&(r=t.dataset.theme==="dark"?"light":"dark",s())},o=new MutationObserver(s);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",s),t.addEventListener("click",i),s(),()=>{o.disconnect(),n.removeEventListener("change",s),t.removeEventListener("click",i)}}var tn=class{constructor(e){this.root=e;for(let n of e.querySelectorAll("[data-part]"))this.all.set(n.dataset.part,n)}all=new Map;drawn=new Map;get(e){return this.all.get(e)}put(e,n){return this.drawn.get(e)===n?!1:(this.drawn.set(e,n),M(this.
get(e),n),!0)}forget(){this.drawn.clear()}};var nn=class{constructor(e){this.box=e;this.wide=Math.ceil(e.width/2)+1,this.taken=new Uint8Array(this.wide*(Math.ceil(e.height/2)+1))}taken;wide;take(e,n){let r=(n-this.box.top>>1)*this.wide+(e-this.box.left>>1);return this.taken[r]===1?!1:
(this.taken[r]=1,!0)}},Ep=2500;function Rp({run:t,camera:e,places:n,box:r}){let s=gr(t.dots,0,a=>n[a+1]>=e.x0),o=(gr(t.dots,0,a=>n[a+1]>e.x1)-s)/r.width;return o>1.2?1.7:o>.4?2.3:3.2}function gr(t,e,n=r=>r>=e){let r=0,s=t.length;for(;r<s;){
let i=r+s>>1;n(t[i].index)?s=i:r=i+1}return r}function Ii(t,e,n,r){let{run:s,places:i,camera:o,box:a,keys:l,colour:p,followed:d}=e,u=[[],[],[]],c=[],m=new nn(a),h=0,{dots:f}=s;for(let k=gr(f,n);k<f.length&&f[k].index<r;k++){let w=f[k],v=i[w.
index+1];if(w.late||v<o.x0||v>o.x1||w.time<o.y0||w.time>o.y1)continue;let[S,E]=[K(e,v),A(e,w.time)];m.take(S,E)&&(l&&w.key>=0&&!l.has(w.key)||d&&!d.hasDot(w)?c.push(S,E):u[Math.max(0,Math.min(2,w.source))].push(S,E),h++)}t.fillStyle=p("--li\
ne2");for(let k=0;k<c.length;k+=2)t.fillRect(c[k]-1,c[k+1]-1,2,2);t.fillStyle=p("--data");let g=Rp(e);u.forEach((k,w)=>{t.beginPath();for(let v=0;v<k.length;v+=2)h>Ep?t.fillRect(k[v]-1.2,k[v+1]-1.2,2.4,2.4):it(t,w,k[v],k[v+1],g);t.fill()})}
function Ni(t,e,n,r){let{run:s,keys:i,colour:o,followed:a}=e,l=new nn(e.box);t.strokeStyle=o("--fire"),t.fillStyle=o("--fire");let p=s.lates.length>400,d=t.globalAlpha;for(let u of s.lates){if(u.index<n||u.index>=r||!Ae(e,u.operator))continue;
let[c,m]=[R(e,u.index),A(e,u.time)],{left:h,top:f,width:g,height:k}=e.box;if(c<h||c>h+g||m<f||m>f+k||!l.take(c,m))continue;let w=i&&!i.has(u.key)||a&&!a.hasLate(u);t.globalAlpha=w?d/4:d,kr(t,e,c,m,p?2.6:4)}t.globalAlpha=d}function kr(t,{colour:e},n,r,s){
t.beginPath(),t.arc(n,r,s,0,7),t.fillStyle=e("--panel"),t.fill(),t.strokeStyle=e("--fire"),t.lineWidth=Math.max(1.4,s/2.2),t.stroke(),t.beginPath(),t.arc(n,r,s/2.6,0,7),t.fillStyle=e("--fire"),t.fill()}function Wi(t,e,n,r){let{run:s,keys:i,
box:o,colour:a}=e,l=t.globalAlpha;for(let p of s.timers){if(p.index<n||p.index>=r||i&&!i.has(p.key))continue;let[d,u]=[R(e,p.index),R(e,p.end)];if(u<o.left||d>o.left+o.width)continue;let c=p.domain==="event"?A(e,p.time):o.top+o.height-7;t.globalAlpha=
.6*l,p.domain==="event"&&B(t,[d,c,u,c],a("--tm"),1,[1,3]),t.globalAlpha=l,p.end!==1/0&&(t.beginPath(),t.moveTo(u,c-4.5),t.lineTo(u+4.5,c),t.lineTo(u,c+4.5),t.lineTo(u-4.5,c),t.closePath(),t.fillStyle=p.fired?a("--tmfill"):a("--panel"),t.fill(),
t.strokeStyle=a("--tm"),t.lineWidth=1.2,t.stroke())}}function Bi({trace:t,run:e},n,r){let s=[];for(let i=Math.max(n,r-Ap);i<r;i++){let o=t.kindOf(i),a=o==="WindowFired"||o==="WindowsMerged"?e.paneAt.get(i):void 0,l=o==="LateRecordDropped"?e.lateAt.get(i):void 0,p=o==="WindowAssigned"||o==="So\
urceRecordRead"?e.dotBehind(i):void 0;if(a&&s.push({what:"pane",pane:a}),a&&o==="WindowsMerged")for(let d of e.panes)d.into===a&&d.gone===i&&s.push({what:"pane",pane:d});l&&s.push({what:"late",late:l}),p&&!p.late&&s.push({what:"dot",dot:p})}
return s}var Ap=4e3,Fi=3;function wr(t,e,n,r,s=Op){let i=new br(t,e),o=l=>r.filter(p=>p.what===l);for(let l of[...o("pane"),...o("dot"),...o("late")]){let p=Pp(l,s);p<=0||(l.what==="pane"?Di(t,e,l.pane,p):l.what==="dot"?Ip(t,e,l.dot,p):Np(t,
e,n,l.late,i,o("late").length<=Fi,p))}let a=o("pane");s.t>=1&&a.slice(0,Fi).forEach(l=>l.what==="pane"&&_p(e,n,l.pane,i)),i.draw()}var Op={from:0,to:0,t:1},Vi=.5;function Pp(t,{from:e,to:n,t:r}){if(r>=1||n<=e)return 1;let{index:s}=t.what===
"dot"?t.dot:t.what==="late"?t.late:{index:Lp(t.pane,e,n)},i=Math.max(0,Math.min(1-Vi,(s-e)/(n-e)));return Pe(Le(r,i,Math.min(1,i+Vi)))}function Lp(t,e,n){return t.firings.find(({index:r})=>r>=e&&r<n)?.index??e}function Di(t,e,n,r=1){if(n.start===
-1/0)return;let s=Math.min(n.firings.at(-1)?.index??1/0,n.gone),[i,o]=[R(e,n.born),R(e,s)],[a,l]=[A(e,n.end),A(e,n.start)];t.strokeStyle=e.colour("--paneink"),t.lineWidth=2,t.strokeRect(i,a,Math.max(2,o-i),l-a);let p=n.firings.at(-1),d=(1-r)*
(Math.PI/2),u=l-a;p&&B(t,[o,a,o+Math.sin(d)*u,a+Math.cos(d)*u],e.colour("--fire"),4)}function _p(t,{run:e,labels:n},r,s){if(r.start===-1/0)return;let i=X(_(e.keys[r.key]),18),o=R(t,Math.min(r.firings.at(-1)?.index??r.gone,r.gone));s.add(`${i}\
 ${n.window(r.window)}`,o-6,A(t,r.end)-7,"--paneink","right")}function Ip(t,e,n,r){let[s,i]=[R(e,n.index),A(e,n.time)],{camera:o}=e,a=n.time>=o.x0&&e.places.at(-1)>1e6?K(e,n.time):s-40,l=a+(s-a)*r;n.time>=o.x0&&e.places.at(-1)>1e6&&(t.globalAlpha=
.6,B(t,[K(e,n.time),i,l,i],e.colour("--data"),1.6),t.globalAlpha=1),t.beginPath(),it(t,n.source,l,i,6),t.fillStyle=e.colour("--data"),t.fill(),t.strokeStyle=e.colour("--panel"),t.lineWidth=1.6,t.stroke()}function Np(t,e,n,r,s,i,o){let{trace:a,
run:l,labels:p}=n,[d,u]=[R(e,r.index),A(e,r.time)],{pane:c,over:m,closer:h,behind:f}=be(a,l,r);if(c&&Di(t,e,c),m>=0){let g=R(e,c&&c.gone<1/0?c.gone:m),k=d+(g-d)*Le(o,0,.7);B(t,[d,u,k,u],e.colour("--fire"),2.6),Wp(t,k,u,e.colour("--fire"));let w=h<
0||o<.7?void 0:l.dotBehind(h);if(w){let[v,S]=[R(e,w.index),A(e,w.time)];if(B(t,[g,u,g,S,v,S],e.colour("--wmink"),1.6,[5,4]),t.beginPath(),it(t,w.source,v,S,6),t.fillStyle=e.colour("--wm"),t.fill(),t.strokeStyle=e.colour("--wmink"),t.lineWidth=
1.6,t.stroke(),i){let E=p.time(BigInt(w.time));s.add(`closed by a record of ${E}`,Math.min(v,g)-9,S-8,"--wmink","right")}}if(i&&o>=.7){let v=X(_(l.keys[r.key]??'""'),18),S=`${v}: ${re(f)} too late`;s.add(f>0?S:`${v}: too late`,(d+g)/2,u+17,
"--fireink","center")}}kr(t,e,d,u,8)}function Wp(t,e,n,r){t.beginPath(),t.moveTo(e,n),t.lineTo(e+9,n-5),t.lineTo(e+9,n+5),t.closePath(),t.fillStyle=r,t.fill()}var br=class{constructor(e,n){this.context=e;this.picture=n}placed=[];add(e,n,r,s,i){
let{context:o,picture:a}=this,{left:l,top:p,width:d,height:u}=a.box;o.font=this.font;let c=o.measureText(e).width,m=i==="left"?n:i==="right"?n-c:n-c/2,h=Math.max(l+4,Math.min(l+d-c-4,m)),{avoid:f}=a;for(let g of[0,-17,17,-34,34,-51,51]){let k=Math.
max(p+14,Math.min(p+u-6,r+g));if(!(f!==null&&h<f.left+f.width&&h+c>f.left&&k>f.top&&k-14<f.top+f.height)&&this.placed.every(S=>Math.abs(S.y-k)>=16||S.left>h+c+4||S.left+S.wide+4<h)){this.placed.push({text:e,left:h,y:k,wide:c,style:s});return}}}draw(){
let{context:e,picture:n}=this;e.font=this.font,e.textAlign="left",e.lineJoin="round";for(let{text:r,left:s,y:i,style:o}of this.placed)e.strokeStyle=n.colour("--panel"),e.lineWidth=4.5,e.strokeText(r,s,i),e.fillStyle=n.colour(o),e.fillText(r,
s,i)}get font(){return`650 13px ${this.picture.colour("font-family")}`}};var zi=new WeakMap;function Hi(t){let e=zi.get(t);return e||zi.set(t,e=Fp(t)),e}function Fp(t){let e=new Map;for(let n of t){if(n.start===-1/0)continue;let r=`${n.start} ${n.end}`,s=e.get(r);s?s.push(n):e.set(r,[n])}return[...e.values()].map(
n=>{let r=new Map,s=new Set,i=0;for(let c of n){let m=Math.min(c.firings[0]?.index??1/0,c.gone);r.set(c.born,(r.get(c.born)??0)+1),m<1/0&&r.set(m,(r.get(m)??0)-1);for(let{index:h}of c.firings)s.add(h);i=Math.max(i,c.gone)}let o=[...r.keys()].
sort((c,m)=>c-m),a=0,l=o.map(c=>a+=r.get(c)),p=l.reduce((c,m)=>Math.max(c,m),1),{start:d,end:u}=n[0];return{start:d,end:u,at:o,open:l,most:p,firings:[...s].sort((c,m)=>c-m),gone:i}})}function Gi({run:t,keys:e,operators:n,followed:r}){if(Ne.of!==t||Ne.keys!==e||Ne.operators!==n||Ne.followed!==r){let s=i=>i.start>-1/0&&(!e||e.has(i.key))&&(!n||n.has(i.operator))&&(!r||r.hasPane(i));Ne={of:t,keys:e,operators:n,followed:r,panes:t.
panes.filter(s)}}return Ne.panes}var Ne={of:null,keys:null,operators:null,followed:null,panes:[]};function yr(t){let{camera:e,places:n}=t;return Gi(t).filter(({start:r,end:s,born:i,gone:o})=>s>=e.y0&&r<=e.y1&&n[i+1]<=e.x1&&(o===1/0||n[o+1]>=
e.x0))}var Vp=600;function Bp(t,e){let{camera:n,box:r,places:s,colour:i}=e;t.fillStyle=i("--pane");for(let{start:o,end:a,at:l,open:p,most:d,firings:u,gone:c}of Hi(Gi(e))){if(a<n.y0||o>n.y1||s[l[0]+1]>n.x1||c<1/0&&s[c+1]<n.x0)continue;let[m,
h]=[A(e,a),A(e,o)],f=Math.max(1,h-m-1),g=R(e,l[0]);for(let w=Math.max(0,ot(e,l)-1);w<l.length;w++){let v=w+1<l.length?R(e,l[w+1]):r.left+r.width;if(!(v-g<1&&w+1<l.length)){if(p[w]>0&&(t.globalAlpha=.1+.5*(p[w]/d),t.fillRect(g,m,v-g,f)),v>r.
left+r.width)break;g=v}}t.globalAlpha=1;let k=-1/0;for(let w=ot(e,u);w<u.length;w++){let v=R(e,u[w]);if(v>r.left+r.width)break;v-k<1||(k=v,t.fillRect(v-1.2,m,2.4,f))}}t.globalAlpha=1}var Dp=6e3;function ji(t,e){let{run:n,colour:r}=e,s=yr(e);
if(s.length>Vp)return Bp(t,e);let i=e.keys?.size??n.keys.length,o=i>6?.16:i>2?.3:.5,a=s.reduce((l,p)=>l+p.fills.length,0);for(let l of s)zp(t,e,l,o,a<=Dp);for(let l of s){let[p,d]=[A(e,l.end),A(e,l.start)];for(let{index:u,kind:c}of l.firings){
let m=R(e,u),h=r(c==="late"?"--fire":"--pane");B(t,[m,p,m,d],h,c==="early"?1.2:2.6,c==="early"?[2,2]:[])}}}function zp(t,e,n,r,s){let{colour:i}=e,[o,a]=[A(e,n.end),A(e,n.start)],l=Math.max(1,a-o-1),p=n.firings.find(({kind:g})=>g==="on time"),
d=Math.min(p?.index??1/0,n.gone),[u,c,m]=[R(e,n.born),R(e,d),R(e,n.gone)];t.fillStyle=i("--pane");let h=n.counts.reduce((g,k)=>Math.max(g,k),1),f=s?n.fills.filter(g=>g<d):[n.born];for(let g=0;g<f.length;g++){let k=R(e,f[g]),w=g+1<f.length?R(
e,f[g+1]):c;t.globalAlpha=r*(s?.35+.65*(n.counts[g]/h):.8),t.fillRect(k,o,Math.max(w-k,.5),l)}m>c+1&&(t.globalAlpha=r*.3,t.fillRect(c,o,m-c,l),t.globalAlpha=.8,B(t,[c,o,m,o,m,a,c,a],i("--pane"),1,[3,3])),c-u>5&&l>5&&(t.globalAlpha=Math.min(
1,r*2.2),t.strokeStyle=i("--pane"),t.lineWidth=1,t.strokeRect(u+.5,o+.5,c-u-1,l-1)),t.globalAlpha=1}function qi(t,e){let{parts:n}=e;n.has("minimum")&&ii(t,e),oi(t,e),n.has("panes")&&ji(t,e),li(t,e)}function rn(t,e,n=0,r=1/0){let{parts:s}=e;s.has("timers")&&Wi(t,e,n,r),s.has("records")&&Ii(t,e,n,r),s.has("late")&&Ni(t,e,n,r)}var Hp=72;function Ui(t,e){let{box:n,camera:r,colour:s}=e.picture;t.font=`500 12px ${s("font-family")}`,t.strokeStyle=s("--line"),t.fillStyle=s("--ink2"),t.lineWidth=1,Gp(t,e),t.textAlign="center",t.textBaseline="alphabetic";let i=n.top+n.height+
16;for(let o of He(r.x0,r.x1,Math.floor(n.width/92))){let a=Math.round(K(e.picture,o))+.5;t.globalAlpha=.6,t.beginPath(),t.moveTo(a,n.top),t.lineTo(a,n.top+n.height),t.stroke(),t.globalAlpha=1;let l=e.axis==="time"?Ki(e,o):`fact ${o}`;a>n.left+
24&&a<n.left+n.width-24&&Math.abs(a-e.now)>Hp&&t.fillText(l,a,i)}t.textAlign="left",t.fillText("event time ↑",n.left+7,n.top+16),t.strokeStyle=s("--line2"),t.strokeRect(n.left+.5,n.top+.5,n.width-1,n.height-1)}function Gp(t,e){let{box:n,camera:r}=e.
picture,s=14;t.textAlign="right",t.textBaseline="middle";for(let i of He(r.y0,r.y1,Math.floor(n.height/44))){let o=Math.round(A(e.picture,i))+.5;t.beginPath(),t.moveTo(n.left,o),t.lineTo(n.left+n.width,o),t.stroke();let a=Ki(e,i).split(" ");
a.forEach((l,p)=>t.fillText(l,n.left-7,o+s*(p-(a.length-1)/2)))}}function Ki({labels:t},e){return t.time(BigInt(Math.round(e))).replace(/(\d\d:\d\d):00$/,"$1").replace(/^\d{4}-/,"")}function Ji(t,{picture:{box:e,colour:n},now:r}){t.fillStyle=
n("--fire"),t.fillRect(r-.75,e.top,1.5,e.height)}function Yi(t,e){let{picture:n,labels:r,now:s,wide:i}=e,{box:o,colour:a}=n;if(s<o.left||s>o.left+o.width)return;let l=r.time(BigInt(e.time));t.font=`650 12px ${a("font-family")}`;let p=t.measureText(
l).width+14,d=Math.max(0,Math.min(i-p,s-p/2));t.fillStyle=a("--badge"),t.beginPath(),t.roundRect(d,o.top+o.height+2,p,20,6),t.fill(),t.fillStyle=a("--onfire")||"#fff",t.textAlign="left",t.fillText(l,d+7,o.top+o.height+16)}function Xi(t,{picture:{
colour:e}},[n,r,s,i]){t.fillStyle=e("--focus"),t.globalAlpha=.14,t.fillRect(n,r,s-n,i-r),t.globalAlpha=1,t.strokeStyle=e("--focus"),t.strokeRect(n,r,s-n,i-r)}function vr(t,e){let n=[...t.dots.map(({time:m})=>m),...t.timers.filter(({domain:m})=>m==="event").map(({time:m})=>m)],r=t.panes.filter(({start:m})=>m>-1/0);for(let m of r)n.push(m.start,m.end);if(n.length===0)for(let{values:m}of t.curves)n.
push(...m.filter(Number.isFinite));let s=Float64Array.from(n).sort();s.length===0&&s.set([]);let i=m=>s[Math.round(m*(s.length-1))]??0,o=i(.98)-i(.02)||i(1)-i(0)||1,a=Math.max(i(0),i(.02)-4*o),l=Math.min(i(1),i(.98)+4*o),p=l-a||1,[d,u]=jp(t,
e),c=u-d||1;return{x0:d-c*.015,x1:u+c*.02,y0:a-p*.06,y1:l+p*.06}}function jp(t,e){let n=Math.min(t.dots[0]?.index??1/0,t.panes[0]?.born??1/0),r=e.length-1,s=[t.dots.at(-1)?.index??0,t.lates.at(-1)?.index??0];for(let o of t.panes)s.push(o.firings.
at(-1)?.index??o.born);for(let o of t.curves)s.push(o.at.at(-1)??0);let i=s.reduce((o,a)=>Math.max(o,a),0);return n===1/0?[e[0],e[r]]:[e[n],e[Math.min(r,i+1)]]}var Qi=1e-5;function sn(t,e,n,r,s,i=!1){let[o,a]=[t.x1-t.x0,t.y1-t.y0],[l,p]=[e.
x1-e.x0,e.y1-e.y0],d=Math.max(l*Qi,o*n),u=i?a:Math.max(p*Qi,a*n);if(d>=l&&u>=p)return e;let c=t.x0+(o-d)*r,m=t.y0+(a-u)*s;return{x0:c,x1:c+d,y0:m,y1:m+u}}var qp=50;function Zi({run:t,places:e,things:n}){return n.slice(0,qp).flatMap(r=>{if(r.
what==="dot")return[[e[r.dot.index+1],r.dot.time]];if(r.what==="late"){let a=t.missedBy(r.late),l=[e[r.late.index+1],r.late.time];return a?[l,[e[a.born+1],a.start]]:[l]}let{born:s,start:i,end:o}=r.pane;return i===-1/0?[]:[[e[s+1],i],[e[s+1],
o]]})}function eo({run:t,places:e,whole:n},r){return t.dots.filter(({index:i})=>e[i+1]<=r).at(-1)?.time??(n.y0+n.y1)/2}function to(t,e,n){let r=Zi(t),s=(n.x1-n.x0)/8,i=(n.y1-n.y0)/6,o=[e,...r.map(([l])=>l)],a=r.length>0?r.map(([,l])=>l):[eo(
t,e)];return{x0:Math.min(...o)-s*.6,x1:Math.max(...o)+s*.4,y0:Math.min(...a)-i*.5,y1:Math.max(...a)+i*.5}}function no(t,e,{x0:n,x1:r,y0:s,y1:i}){let o=r-n,a=i-s,l=Zi(t)[0]?.[1]??eo(t,e),p=e<n+o*.04||e>r-o*.04,d=l<s+a*.04||l>i-a*.04;if(!p&&!d)
return null;let u=p?e-o*.6:n,c=d?l-a*.5:s;return{x0:u,x1:u+o,y0:c,y1:c+a}}function ro({dots:t},e){if(t.length<2||e.last===e.start)return"steps";let n=e.places("time"),r=new Map;for(let{index:o}of t){let a=Math.floor((n[o+1]-e.start)/(e.last-
e.start)*40);r.set(a,(r.get(a)??0)+1)}let[s=0,i=0]=[...r.values()].sort((o,a)=>a-o);return s+i>t.length*.6?"steps":"time"}var on=({box:t,camera:e},n)=>e.x0+(n-t.left)/t.width*(e.x1-e.x0);function so(t,e){let n=r=>Ie(t,r);t.addEventListener("wheel",r=>{r.preventDefault();let[s,i]=n(r),{box:o}=e.picture(),a=Math.exp(Math.max(-120,Math.min(120,r.deltaY))*.0025),l=(s-
o.left)/o.width;e.jumpTo(sn(e.target,e.whole,a,l,1-(i-o.top)/o.height,r.shiftKey)),e.changed()},{passive:!1}),t.addEventListener("pointerdown",r=>{r.button===0&&Up(t,e,r,n)}),t.addEventListener("pointermove",r=>{r.buttons!==0?e.point(NaN,NaN):
e.point(...n(r))}),t.addEventListener("pointerleave",()=>e.point(NaN,NaN)),t.addEventListener("dblclick",()=>e.wholeRun())}function Up(t,e,n,r){let[s,i]=r(n),{x0:o,x1:a,y0:l,y1:p}=e.target,{box:d}=e.picture(),u=n.shiftKey||!e.isZoomed,c=!1,
m=null;t.setPointerCapture(n.pointerId);let h=g=>{let[k,w]=r(g);if(c||=Math.abs(k-s)+Math.abs(w-i)>5,!c)return;if(u)return e.showBrush(m=[s,i,k,w]);let[v,S]=[(k-s)/d.width,(w-i)/d.height],[E,z]=[(a-o)*v,(p-l)*S];e.jumpTo({x0:o-E,x1:a-E,y0:l+
z,y1:p+z})},f=()=>{t.removeEventListener("pointermove",h),t.removeEventListener("pointerup",f),t.removeEventListener("pointercancel",f),e.showBrush(null),c?m&&Kp(e,m):e.click(s,i)};t.addEventListener("pointermove",h),t.addEventListener("poi\
nterup",f),t.addEventListener("pointercancel",f)}function Kp(t,[e,n,r,s]){if(Math.abs(r-e)<8||Math.abs(s-n)<8)return;let i=t.picture(),{box:o,camera:a}=i,l=p=>a.y1-(p-o.top)/o.height*(a.y1-a.y0);t.flyTo({x0:on(i,Math.min(e,r)),x1:on(i,Math.
max(e,r)),y0:l(Math.max(n,s)),y1:l(Math.min(n,s))})}var io=9;function xr(t,e,n){let{run:r,places:s,camera:i,box:o,parts:a,keys:l}=t;if(e<o.left||e>o.left+o.width||n<o.top||n>o.top+o.height)return null;let p=null,d=io,u=(i.x1-i.x0)/o.width*io,c=i.x0+(e-o.left)/o.width*(i.x1-i.x0),m=(f,g,k)=>{
let w=s[f+1];if(Math.abs(w-c)>u)return;let v=Math.hypot(K(t,w)-e,A(t,g)-n);v>=d||(d=v,p=k())};if(a.has("records"))for(let f of r.dots)!f.late&&(!l||f.key<0||l.has(f.key))&&m(f.index,f.time,()=>({what:"dot",dot:f}));if(a.has("late"))for(let f of r.
lates)m(f.index,f.time,()=>({what:"late",late:f}));if(p||!a.has("panes"))return p;let h=1/0;for(let f of yr(t)){let[g,k]=[R(t,f.born),R(t,f.gone)],[w,v]=[A(t,f.end),A(t,f.start)],S=(k-g)*(v-w);e<g||e>k||n<w||n>v||S>=h||(h=S,p={what:"pane",pane:f})}
return p}function an(t){return t.what==="dot"?t.dot.index+1:t.what==="late"?t.late.index+1:(t.pane.firings[0]?.index??t.pane.fills.at(-1)??t.pane.born)+1}function Sr(t,e){let{trace:n,run:r,labels:s}=t,i=u=>u<0?"":X(_(r.keys[u]),40),o=u=>Number.
isFinite(u)?s.time(BigInt(Math.round(u))):"none";if(e.what==="pane"){let{pane:u}=e,c=u.firings.map(({kind:h,count:f})=>`${h} with ${f}`).join(", ");return[`${i(u.key)} ${s.window(u.window)}`,`${u.counts.at(-1)??0} elements`,c===""?"never fi\
res":`fires ${c}`,s.name(u.operator)]}let{dot:a}=e.what==="late"?e.late:e,l=n.event(a.index),d=[`${("value"in l?s.value(l.value):"")||i(a.key)}`,`event time ${o(a.time)}`];if(a.key>=0&&d.push(`key ${i(a.key)}`),a.split!==""&&d.push(`split ${a.
split}`),e.what==="late"){let{late:u}=e,{closer:c,behind:m}=be(n,r,u);d.push(`too late: ${s.window(u.windows)} was over`,`the watermark was ${re(m)} past its time`);let h=c<0?null:n.event(c);h?.type==="SourceRecordRead"&&d.push(`closed by ${s.
value(h.value)}`)}return d}var Jp=84,Yp=62,Xp=24,oo=8,Qp=12,pt=9,Tr=.27,Zp=240,ln=class{constructor(e,n,r,s){this.el=e;this.labels=r;this.go=s;this.run=new me(n),this.clock=new ne(n),this.axis=ro(this.run,this.clock),this.places=this.clock.places(this.axis),this.whole=
vr(this.run,this.places),this.camera=this.target=this.whole,this.lit={trace:n,labels:r,run:this.run},this.tip.className="planeTip",this.tip.hidden=!0,this.canvas.setAttribute("role","img"),e.replaceChildren(this.canvas,this.tip),this.observer=
new ResizeObserver(()=>{let{clientWidth:i,clientHeight:o}=this.el;this.room={clientWidth:i,clientHeight:o},this.drawSoon()}),this.observer.observe(e),so(this.canvas,this)}run;axis;parts=new Set(ri.filter(e=>e!=="channels"));keys=null;operators=null;changed=()=>{};canvas=document.
createElement("canvas");ground=document.createElement("canvas");marks=document.createElement("canvas");tip=document.createElement("div");clock;places;whole;camera;target;lit;position=0;from=0;timeNow=0;phase={from:0,to:0,t:1};followed=null;ghost=null;hidesFuture=!1;avoid=null;things=[];hover=null;brush=null;stale=!0;frame=0;easing=null;colours=new Map;wide=0;tall=0;room={
clientWidth:0,clientHeight:0};observer;get isEmpty(){return this.run.dots.length===0&&this.run.panes.length===0}get isZoomed(){return this.target!==this.whole}show(e,n){let r=e!==this.position;this.position=e,this.timeNow=this.clock.timeAt(
e),this.from=Math.min(n,e),this.things=Bi(this.lit,this.from,e);let s=r&&this.isZoomed?no(this.sight,this.places[e],this.target):null;s&&this.flyTo(s),this.canvas.setAttribute("aria-label",this.inWords()),this.drawSoon()}move(e){this.phase=
e,this.drawSoon()}preview(e){let n=this.keys&&[...this.keys].map(r=>this.run.keys[r]);this.run=new me(e),this.keys=n&&new Set(n.map(r=>this.run.keys.indexOf(r))),this.clock=new ne(e),this.places=this.clock.places(this.axis),this.lit={trace:e,
labels:this.labels,run:this.run},this.things=[],this.hover=null,this.position=e.positionBy(BigInt(Math.round(this.timeNow))),this.phase={from:this.position,to:this.position,t:1},this.refresh(),this.changed()}setGhost(e){this.ghost=e,this.refresh()}follow(e){
this.followed=e,this.refresh()}refresh(){this.colours.clear(),this.stale=!0,this.drawSoon()}setAxis(e){e!==this.axis&&(this.axis=e,this.places=this.clock.places(e),this.whole=vr(this.run,this.places),this.camera=this.target=this.whole,this.
refresh(),this.changed())}choose(e,n=this.operators){this.keys=e,this.operators=n,this.refresh()}toggle(e){this.parts.delete(e)||this.parts.add(e),this.refresh()}wholeRun(){this.flyTo(this.whole)}zoomToNow(){this.flyTo(to(this.sight,this.places[this.
position],this.whole))}zoomBy(e,n=this.wide/2,r=this.tall/2){let s=this.picture();this.flyTo(sn(this.target,this.whole,e,(n-s.box.left)/s.box.width,1-(r-s.box.top)/s.box.height))}destroy(){window.cancelAnimationFrame(this.frame),this.observer.
disconnect()}drawSoon(){this.frame===0&&(this.frame=window.requestAnimationFrame(e=>{this.frame=0,this.ease(e),this.draw(),this.easing&&this.drawSoon()}))}ease(e){if(!this.easing)return;let n=Math.max(0,Math.min(1,(e-this.easing.start)/Zp)),
r=1-(1-n)**3,s=i=>this.easing.from[i]*(1-r)+this.target[i]*r;this.camera={x0:s("x0"),x1:s("x1"),y0:s("y0"),y1:s("y1")},this.stale=!0,n>=1&&(this.camera=this.target,this.easing=null)}draw(){let e=performance.now();if(!this.size())return;let n=this.
canvas.getContext("2d"),r=this.picture(),{box:s}=r;if(this.stale){for(let[a,l]of[[this.ground,qi],[this.marks,rn]]){let p=a.getContext("2d");this.scale(p),p.clearRect(0,0,this.wide,this.tall),l(p,r),a===this.ground&&this.ghost?.paint(p,r,this.
axis)}this.stale=!1}this.scale(n),n.clearRect(0,0,this.wide,this.tall);let i=this.axes(r);Ui(n,i);let{now:o}=i;this.blit(n,this.ground,s.left,o,1),this.hidesFuture||this.blit(n,this.ground,o,s.left+s.width,Tr),this.blit(n,this.marks,s.left,
o-pt,1),this.hidesFuture||this.blit(n,this.marks,o+pt,s.left+s.width,Tr),n.save(),n.beginPath(),n.rect(s.left,s.top,s.width,s.height),n.clip(),this.drawStrip(n,r,o),wr(n,r,this.lit,this.things.filter(a=>this.isShown(a)),this.phase),Ji(n,i),
this.hover&&wr(n,r,this.lit,[this.hover]),this.brush&&Xi(n,i,this.brush),n.restore(),Yi(n,i),performance.measure("flinksim:plane",{start:e})}isShown(e){let{followed:n}=this;if(e.what==="pane"&&n&&!n.hasPane(e.pane)||e.what==="late"&&n&&!n.hasLate(
e.late)||e.what==="dot"&&n&&!n.hasDot(e.dot))return!1;let{key:r}=e.what==="pane"?e.pane:e.what==="late"?e.late:e.dot;return r<0||!this.keys||this.keys.has(r)}drawStrip(e,n,r){let{box:s}=n,i=Math.max(s.left,r-pt),o=Math.min(s.left+s.width,r+
pt)-i;if(o<=0)return;e.save(),e.beginPath(),e.rect(i,s.top,o,s.height),e.clip();let{x0:a,x1:l}=n.camera,p=3*pt*(l-a)/s.width,d=this.placeNow,u=this.clock.positionAt(d-p,this.axis)-1,c=this.clock.positionAt(d+p,this.axis);e.globalAlpha=this.
hidesFuture?0:Tr;let m=this.positionNow;rn(e,n,m,c),e.globalAlpha=1,rn(e,n,u,m),e.restore()}blit(e,n,r,s,i){let{left:o,top:a,width:l,height:p}=this.picture().box,[d,u]=[Math.max(o,r),Math.min(o+l,s)];u<=d||(e.save(),e.beginPath(),e.rect(d,a,
u-d,p),e.clip(),e.globalAlpha=i,e.drawImage(n,0,0,this.wide,this.tall),e.restore())}axes(e){let n=K(e,this.placeNow),r=this.clock.timeAt(this.positionNow);return{picture:e,labels:this.labels,axis:this.axis,now:n,time:r,wide:this.wide}}get positionNow(){
let{from:e,to:n,t:r}=this.phase;return n===e?this.position:Math.round(e+(n-e)*r)}get placeNow(){let{from:e,to:n,t:r}=this.phase;if(n===e)return this.places[this.position];let s=e+(n-e)*r,i=this.places[Math.floor(s)];return i+(this.places[Math.
ceil(s)]-i)*(s-Math.floor(s))}get sight(){return{run:this.run,places:this.places,things:this.things,whole:this.whole}}picture(){let e=this.wide<500?Yp:Jp,n={left:e,top:oo,width:this.wide-e-Qp,height:this.tall-oo-Xp},{run:r,places:s,camera:i,
keys:o,operators:a,parts:l,followed:p}=this;return{run:r,places:s,camera:i,box:n,keys:o,operators:a,parts:l,followed:p,avoid:this.avoid,colour:d=>this.colour(d)}}colour(e){let n=this.colours.get(e);return n===void 0&&this.colours.set(e,n=getComputedStyle(
this.el).getPropertyValue(e).trim()),n}get ratio(){return(window.devicePixelRatio||1)*(this.el.currentCSSZoom??1)}scale(e){let n=this.ratio;e.setTransform(n,0,0,n,0,0)}size(){let{clientWidth:e,clientHeight:n}=this.room;if(e<120||n<60)return!1;
let r=this.ratio,[s,i]=[Math.round(e*r),Math.round(n*r)];if(this.canvas.width!==s||this.canvas.height!==i){for(let o of[this.canvas,this.ground,this.marks])o.width=s,o.height=i;this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}\
px`,this.stale=!0}return this.wide=e,this.tall=n,!0}flyTo(e){let n=window.matchMedia("(prefers-reduced-motion: reduce)").matches;this.easing=n?null:{from:this.camera,start:performance.now()},this.target=e,n&&this.jumpTo(e),this.drawSoon(),this.
changed()}jumpTo(e){this.camera=this.target=e,this.easing=null,this.stale=!0,this.drawSoon()}showBrush(e){this.brush=e,this.drawSoon()}click(e,n){let r=this.picture(),s=xr(r,e,n);this.go(s?an(s):this.clock.positionAt(on(r,e),this.axis))}point(e,n){
let r=Number.isNaN(e)?null:xr(this.picture(),e,n),s=JSON.stringify(r&&an(r))===JSON.stringify(this.hover&&an(this.hover));if(this.hover=r,this.tip.hidden=!r,this.canvas.style.cursor=r?"pointer":this.isZoomed?"grab":"crosshair",r&&!s&&this.tip.
replaceChildren(...Sr(this.lit,r).map(ed)),r){let{offsetWidth:i,offsetHeight:o}=this.tip;this.tip.style.left=`${Math.max(4,e+16+i>this.wide?e-i-12:e+16)}px`,this.tip.style.top=`${Math.max(4,Math.min(this.tall-o-4,n+12))}px`}s||this.drawSoon()}inWords(){
let e=l=>l.filter(({index:p})=>p<this.position).length,{dots:n,lates:r,panes:s}=this.run,i=s.filter(({born:l,gone:p})=>l<this.position&&p>=this.position).length,o=s.filter(({firings:l})=>l.some(({index:p})=>p<this.position)).length,a=this.things.
slice(0,5).flatMap(l=>Sr(this.lit,l)[0]??[]);return`Event time over processing time: ${e(n)} of ${n.length} records, ${e(r)} of ${r.length} too late, ${i} panes open, ${o} have fired. ${a.join("; ")}`}};function ed(t){let e=document.createElement(
"div");return e.textContent=t,e}var ao=6,le=class{constructor(e,n){this.el=e;this.height=n;e.classList.add("rows"),this.inside.className="rowsInside",e.replaceChildren(this.inside),e.addEventListener("scroll",()=>this.draw()),new ResizeObserver(()=>this.draw()).observe(e)}inside=document.
createElement("div");count=0;row=()=>"";drawn="";set(e,n){this.count=e,this.row=n,this.inside.style.height=`${e*this.height}px`,this.draw()}reveal(e){let{scrollTop:n,clientHeight:r}=this.el,s=e*this.height;(s<n||s+this.height>n+r)&&(this.el.
scrollTop=Math.max(0,s-r/2)),this.draw()}draw(){let e=Math.max(0,Math.floor(this.el.scrollTop/this.height)-ao),n=Math.min(this.count,e+Math.ceil(this.el.clientHeight/this.height)+2*ao),r="";for(let o=e;o<n;o++)r+=`<div class="row" style="to\
p:${o*this.height}px;height:${this.height}px">${this.row(o)}</div>`;if(r===this.drawn)return;this.drawn=r;let s=document.activeElement,i=s&&this.inside.contains(s)?s.dataset.id:void 0;M(this.inside,r),i!==void 0&&this.inside.querySelector(`\
[data-id="${i}"]`)?.focus({preventScroll:!0})}};var td=["by name","by records","by late records"],nd=28,pn=class{constructor(e,n,r){this.changed=r;this.names=n.keys.map(s=>X(_(s))),this.records=n.keys.map(()=>0),this.late=n.keys.map(()=>0);for(let{key:s}of n.dots)s>=0&&this.records[s]++;
for(let{key:s}of n.lates)s>=0&&this.late[s]++;M(e,`<div class="keyTools"><input type="search" placeholder="search keys" aria-label="Search keys"><select aria-label="Sort keys">${td.map(s=>`<option>${s}</option>`).join("")}</select></div><di\
v class="keyTools"><button type="button" data-keys="all" class="small">all</button><button type="button" data-keys="none" class="small">none</button><button type="button" data-keys="listed" class="small">only those found</button></div><div \
class="keyRows"></div>`),this.rows=new le(e.querySelector(".keyRows"),nd),e.querySelector("input").addEventListener("input",s=>{this.search=s.target.value.toLowerCase(),this.list()}),e.querySelector("select").addEventListener("change",s=>{this.
sort=s.target.value,this.list()}),e.addEventListener("click",s=>this.onClick(s)),this.list()}chosen=null;names;records;late;sort="by name";search="";rows;listed=[];get words(){let{chosen:e,names:n}=this;return e?e.size===0?"none":e.size<=2?
[...e].map(r=>X(n[r],14)).join(", "):`${e.size} of ${n.length}`:`all ${n.length}`}get name(){return this.chosen?.size===1?this.names[[...this.chosen][0]]:""}chooseNamed(e){let n=this.names.indexOf(e);return n<0?!1:(this.choose(new Set([n])),
!0)}choose(e){this.chosen=e?.size===this.names.length?null:e,this.list(),this.changed()}onClick(e){let n=e.target,r=n.closest("[data-keys]")?.dataset.keys;r==="all"?this.choose(null):r==="none"?this.choose(new Set):r==="listed"&&this.choose(
new Set(this.listed));let s=n.closest("[data-id]")?.dataset.id;if(s===void 0)return;let i=Number(s),o=new Set(this.chosen??[]);o.delete(i)||o.add(i),this.choose(o)}list(){let{names:e,search:n,sort:r,records:s,late:i}=this;this.listed=e.flatMap(
(a,l)=>a.toLowerCase().includes(n)?[l]:[]);let o=a=>r==="by records"?-s[a]:r==="by late records"?-i[a]:0;this.listed.sort((a,l)=>o(a)-o(l)||e[a].localeCompare(e[l],"en",{numeric:!0})),this.rows.set(this.listed.length,a=>{let l=this.listed[a],
p=!this.chosen||this.chosen.has(l),d=i[l]>0?` <i>${i[l]} late</i>`:"";return`<button type="button" role="checkbox" aria-checked="${p}" data-id="${l}" class="keyRow"><b>${b(e[l])}</b><small>${s[l]}${d}</small></button>`})}};var xe=(t,e=22)=>`<svg width="${e}" height="12" viewBox="0 0 ${e} 12" aria-hidden="true">${t}</svg>`,rd={records:xe('<circle cx="6" cy="6" r="4" class="pDot"/>',12),late:xe('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6"\
 r="1.6" class="pLateIn"/>',12),panes:xe('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>',20),generators:xe('<path d="M0 10H8V3H22" class="pGenerator"/>'),channels:xe('<path d="M0 10H8V3H22" class=\
"pChannel"/>'),minimum:xe('<path d="M0 10H8V3H22" class="pMinimum"/>'),timers:xe('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>',12)},dn=class{constructor(e,n,r,s,i){this.labels=r;this.changed=i;this.el=e,M(e,'<div class="planeTools"></div\
><div class="planeStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>'),this.tools=e.querySelector(".planeTools"),this.zoom=e.querySelector(".planeZoom"),this.menu=e.querySelector(".ke\
yMenu"),this.plane=new ln(e.querySelector(".planeStage"),n,r,s),this.keys=new pn(this.menu,this.plane.run,()=>{this.plane.choose(this.keys.chosen),this.drawTools(),this.changed()}),this.plane.changed=()=>this.drawTools(),this.drawTools(),e.
addEventListener("click",o=>this.onClick(o)),e.addEventListener("keydown",o=>{o.key!=="Escape"||this.menu.hidden||(o.stopPropagation(),this.openMenu(!1))})}plane;keys;el;tools;zoom;menu;drawn=new Map;drawTools(){let{plane:e}=this,n=(l,p)=>`\
<button type="button" class="sign" data-part-of="${l}" aria-pressed="${e.parts.has(l)}" title="Show or hide">${rd[l]}${b(p)}</button>`,{run:r}=e,s=l=>r.curves.filter(p=>p.kind===l),i=[n("records","record")];r.lates.length>0&&i.push(n("late",
`too late (${r.lates.length})`)),r.panes.length>0&&i.push(n("panes","pane, fires")),s("generator").length>0&&i.push(n("generators",this.generatorWords(s("generator")))),s("channel").length>0&&i.push(n("channels",`channels (${s("channel").length}\
)`)),s("minimum").length>0&&i.push(n("minimum","minimum")),r.timers.length>0&&i.push(n("timers","timer"));let o=e.axis==="time"?"processing time":"order of facts",a=r.keys.length===0?"":`<button type="button" data-plane="keys" aria-expanded\
="${!this.menu.hidden}">Keys: ${b(this.keys.words)} ▾</button>`;this.put(this.tools,`<div class="signs">${i.join("")}</div><div class="planeButtons">${a}</div>`),this.put(this.zoom,`<button type="button" data-plane="axis" title="What runs\
 from left to right">→ ${o}</button><button type="button" data-plane="in" title="Zoom in (+)" aria-label="Zoom in">+</button><button type="button" data-plane="out" title="Zoom out (−)" aria-label="Zoom out">−</button>`+(e.isZoomed?'<b\
utton type="button" data-plane="whole" title="The whole run (0)">Whole run</button>':'<button type="button" data-plane="now" title="Zoom to now (z)">Zoom to now</button>'))}put(e,n){if(this.drawn.get(e)===n)return;this.drawn.set(e,n);let r=document.
activeElement?.dataset.plane,s=e.contains(document.activeElement);if(M(e,n),!s||r===void 0)return;let i=r==="now"?"whole":"now";(e.querySelector(`[data-plane="${r}"]`)??e.querySelector(`[data-plane="${i}"]`))?.focus()}generatorWords(e){return e.
length>4?`watermarks of ${e.length} splits or sources`:`watermark of ${e.map(({owner:r,part:s})=>s||this.plane.run.splitsBefore(r)||this.labels.name(r)).join(" ┄ ")}`}onClick(e){let n=e.target.closest("[data-plane],[data-part-of]");if(!n)
return;let{plane:r}=this,s=n.dataset.partOf;s?r.toggle(s):this.act(n.dataset.plane),this.drawTools()}act(e){let{plane:n}=this;if(e==="keys")this.openMenu(this.menu.hidden);else if(e==="axis")n.setAxis(n.axis==="time"?"steps":"time");else if(e===
"in")n.zoomBy(.6);else if(e==="out")n.zoomBy(1/.6);else if(e==="whole")n.wholeRun();else if(e==="now")n.zoomToNow();else return!1;return!0}openMenu(e){this.menu.hidden=!e,this.drawTools(),e?(this.keys.list(),this.menu.querySelector("input").
focus()):this.el.querySelector('[data-plane="keys"]')?.focus()}};var lo={InputWatermarkAdvanced:"the next minimum",LateRecordDropped:"late or not",WindowAssigned:"late or not",WindowFired:"which panes fire"},po=[["anything",sr],...[...new Set(Object.values(lo))].map(t=>[t,sr.filter(e=>lo[e]===t)])],sd=60,
un=class{constructor(e){this.stepper=e;this.el=e.parts.get("predict"),this.el.addEventListener("change",n=>{let r=n.target.closest("select");r&&(this.about=Number(r.value),this.ask())})}question=null;about=0;asked=0;right=0;el;beliefs=new Map;get isOn(){
return!this.el.hidden}toggle(){if(this.isOn)return this.close();this.ask()}close(){this.el.hidden=!0,this.question=null,this.hide(!1),this.stepper.redraw()}ask(){let{stepper:e}=this,n=this.next(e.player.position);if(this.question=n,this.el.
hidden=!1,this.hide(n!==null),!n){M(this.el,`${this.head()}<p>Nothing of this kind is decided any more.</p>`);return}e.jump(n.before);let r=n.choices.map(({text:s},i)=>`<button type="button" data-choice="${i}">${b(s)}</button>`);M(this.el,`${this.
head()}<p class="asksWhat">${b(n.asks)}</p><div class="choices">${r.join("")}</div>`),this.el.querySelector("[data-choice]")?.focus({preventScroll:!0})}hide(e){this.stepper.root.classList.toggle("asks",e),this.stepper.panel&&(this.stepper.panel.
plane.hidesFuture=e)}next(e){let{trace:n,labels:r}=this.stepper,s=new Set(po[this.about][1].map(o=>$.indexOf(o))),i=n.indexesOf(["LateRecordDropped"]);for(let o=e;o<n.eventCount;o++){if(!s.has(n.kinds[o])||n.kindOf(o)==="WindowAssigned"&&i.
length>0&&!i.some(p=>Math.abs(p-o)<sd))continue;let l=rr(n,r,this.stepper.viewAt(o),o);if(l)return l}return null}onClick(e){let{choice:n,predict:r}=e.closest("[data-choice],[data-predict]")?.dataset??{};if(r==="close")this.close();else if(r===
"next")this.ask();else if(n!==void 0)this.answer(Number(n));else return!1;return!0}answer(e){let{question:n,stepper:r}=this;if(!n)return;this.question=null;let s=n.choices[e];this.asked++,s.right?this.right++:this.beliefs.set(s.misconception,
(this.beliefs.get(s.misconception)??0)+1),this.hide(!1),r.jump(n.after);let i=n.choices.find(({right:a})=>a),o=U(r.trace.event(n.index),r.labels);M(this.el,`${this.head()}<p class="asksWhat ${s.right?"isRight":"isWrong"}"><b>${s.right?"Righ\
t.":`No: ${b(i.text)}`}</b> ${b(s.misconception)}</p><p>${b(o)}</p><div class="choices"><button type="button" data-predict="next">next question</button></div>`),this.el.querySelector('[data-predict="next"]')?.focus({preventScroll:!0}),r.tellScore(
{asked:this.asked,right:this.right,beliefs:Object.fromEntries(this.beliefs)})}head(){return`<div class="predictHead"><b>Predict</b><select aria-label="What to predict">${po.map(([n],r)=>`<option value="${r}"${r===this.about?" selected":""}>${n}\
</option>`).join("")}</select><small>${this.right} of ${this.asked} right</small><button type="button" class="small" data-predict="close" aria-label="No more questions">✕</button></div>`}};var Cr=[.5,1,2,4,8,16],uo=800,cn=class{constructor(e,n){this.trace=e;this.moved=n;this.stops=new qt(e)}stops;grain="told";speed=1;at=0;timer=0;get position(){return this.at}get playing(){return this.timer!==0}get step(){return this.at===0?-1:
this.trace.stepOf(this.at-1)}go(e){let n=Math.max(0,Math.min(this.trace.eventCount,Math.round(e)));n!==this.at&&(this.at=n,this.moved())}goToStep(e){e<0?this.go(0):this.go(this.trace.eventRange(Math.min(e,this.trace.stepCount-1))[1])}next(){
this.go(this.stops.next(this.at,this.grain))}back(){this.go(this.stops.back(this.at,this.grain))}toggle(){this.playing?this.pause():this.play()}play(){this.at===this.trace.eventCount&&this.go(0);let e=()=>{this.next(),this.at===this.trace.eventCount?
this.pause():this.timer=window.setTimeout(e,uo/this.speed)};this.timer=window.setTimeout(e,uo/this.speed/4),this.moved()}pause(){this.playing&&(window.clearTimeout(this.timer),this.timer=0,this.moved())}faster(){this.speed=Cr[(Cr.indexOf(this.
speed)+1)%Cr.length],this.moved()}};var id=[{name:"records",colour:"--data",kinds:["SourceRecordRead","ElementReceived","ResultWritten"],bars:!0},{name:"minimum",colour:"--wm",kinds:["InputWatermarkAdvanced"],bars:!1},{name:"fired",colour:"--pane",kinds:["WindowFired"],bars:!0},
{name:"timers",colour:"--tm",kinds:["TimerFired"],bars:!1},{name:"late",colour:"--fire",kinds:["LateRecordDropped"],bars:!1},{name:"checkpoints",colour:"--pane",kinds:["CheckpointCompleted","CheckpointAborted"],bars:!1},{name:"failed",colour:"\
--fire",kinds:["TaskFailed"],bars:!1},{name:"attempts",colour:"--ink3",kinds:["ExecutionReset"],bars:!1}],mn=13,Y=84,od=3,hn=class{constructor(e,n,r=-1){this.trace=e;this.parts=n;this.mark=r;this.canvas=n.get("canvas"),this.labels=new ae(e.
plan),this.bookmarks=new Ot(e);let s=id.map(a=>({...a,at:e.indexesOf(a.kinds)})).filter(({at:a})=>a.length>0),i=s.some(({name:a})=>a==="fired");this.lanes=s.filter(({name:a})=>a!=="timers"||!i),n.root.style.setProperty("--strip",`${Math.max(
34,this.lanes.length*mn+4)}px`);let o=n.get("range");o.addEventListener("pointermove",a=>this.point(a)),o.addEventListener("pointerleave",()=>n.get("tip").hidden=!0)}lanes;canvas;labels;counts=new Map;shown=0;bookmarks;draw(e){let{canvas:n}=this;
this.shown=e;let{clientWidth:r,clientHeight:s}=n.parentElement,i=this.parts.root.currentCSSZoom??1,o=(window.devicePixelRatio||1)*i;(n.width!==Math.round(r*o)||n.height!==Math.round(s*o))&&(n.width=Math.round(r*o),n.height=Math.round(s*o));
let a=n.getContext("2d");if(!a||r<=Y)return;let l=getComputedStyle(this.parts.root),p=u=>l.getPropertyValue(u);a.setTransform(o,0,0,o,0,0),a.clearRect(0,0,r,s);let d=this.placeOf(e,r);a.font=`500 12px ${l.fontFamily}`,this.lanes.forEach((u,c)=>this.
drawLane(a,c,r,d,p));for(let{position:u}of this.bookmarks.all)this.drawFlag(a,this.placeOf(u,r),p("--focus"),s);this.mark>=0&&this.drawFlag(a,this.placeOf(this.mark,r),p("--tm"),s),a.fillStyle=p("--fire"),a.fillRect(N(d-1,Y,r-2),0,2,s),a.beginPath(),
a.arc(N(d,Y+5,r-6),s-6,5.5,0,7),a.fill(),a.lineWidth=2,a.strokeStyle=p("--panel"),a.stroke()}placeOf(e,n){return Y+e/Math.max(1,this.trace.eventCount)*(n-Y)}drawLane(e,n,r,s,i){let{name:o,colour:a,bars:l}=this.lanes[n],p=2+n*mn,d=mn-3;e.fillStyle=
i("--ink2"),e.textAlign="right",e.textBaseline="middle",e.fillText(o,Y-7,p+d/2+.5),e.fillStyle=i("--soft"),e.fillRect(Y,p,r-Y,d),e.fillStyle=i(a);let u=Math.max(1,Math.floor((r-Y)/od)),c=this.countsOf(u)[n],m=c.reduce((h,f)=>Math.max(h,f),1);
for(let h=0;h<u;h++){if(c[h]===0)continue;let f=Y+h/u*(r-Y),g=l?2+c[h]/m*(d-2):d;e.globalAlpha=f<s?1:.36,e.fillRect(f,p+d-g,2.2,g)}e.globalAlpha=1}drawFlag(e,n,r,s){e.fillStyle=r,e.fillRect(n-1,0,2,s),e.beginPath(),e.moveTo(n,0),e.lineTo(n+
10,4.5),e.lineTo(n,9),e.fill()}countsOf(e){let n=this.counts.get(e);if(n)return n;let r=this.lanes.map(({at:s})=>{let i=new Uint32Array(e);for(let o of s)i[Math.floor(o/this.trace.eventCount*e)]++;return i});return this.counts.clear(),this.
counts.set(e,r),r}point(e){let n=this.parts.get("tip"),[r,s]=Ie(this.canvas,e),{clientWidth:i}=this.canvas;if(n.hidden=r<Y||e.buttons!==0,n.hidden)return;let o=(r-Y)/(i-Y)*this.trace.eventCount,a=4/(i-Y)*this.trace.eventCount,p=this.lanes[Math.
floor((s-2)/mn)]?.at.reduce((h,f)=>Math.abs(f-o)<Math.abs(h-o)?f:h,-1/0)??-1/0,d=Math.abs(p-o)<=a?p:-1,u=this.trace.stepOf(Math.min(this.trace.eventCount-1,Math.round(d<0?o:d))),c=this.bookmarks.all.find(({position:h})=>Math.abs(h-o)<=a)?.note??
"",m=d<0?"":U(this.trace.event(d),this.labels);n.textContent=[`step ${u}`,c,m].filter(Boolean).join(" · "),n.style.left=`${N(r-n.offsetWidth/2,0,i-n.offsetWidth)}px`}redraw(){this.draw(this.shown)}};var $r=[["start_delay","start delay"],["alignment","alignment"],["sync","sync"],["async_time","async"]],fn=class{constructor(e,n,r,s){this.el=e;this.labels=r;this.go=s;this.all=ad(n),e.addEventListener("click",i=>{let{id:o,at:a}=i.target.closest(
"[data-id]")?.dataset??{};o!==void 0&&(this.opened=Number(o),this.go(Number(a)+1))})}all;opened=-1;show(e){let n=this.all.filter(i=>i.begun<e),r=n.some(({id:i})=>i===this.opened)?this.opened:n.at(-1)?.id,s=n.map(i=>this.row(i,e,i.id===r)).reverse();
M(this.el,s.join("")||`<p class="none">No checkpoint has begun yet; there are ${this.all.length} in this run.</p>`)}row(e,n,r){let s=e.ended>=0&&e.ended<n,i=e.acknowledged.filter(({index:d})=>d<n),o=s?e.outcome===""?"complete":"failed":"in \
progress",a=e.restored.filter(d=>d<n).length,l=[`${i.length} of ${e.tasks}`,...s&&e.outcome===""?[`${e.duration} ms`,`${e.bytes.toLocaleString("en")} bytes`]:[],...a>0?[a===1?"gone back to":`gone back to ${a} times`]:[]],p=e.kind==="checkpo\
int"?"":` ${b(e.kind)}`;return`<div class="checkpoint ${o.replace(" ","")}"><button type="button" class="checkpointRow" data-id="${e.id}" data-at="${s?e.ended:e.begun}" aria-expanded="${r}"><b>${e.id}${p}</b><i>${o}</i><span>${l.join(" · ")}\
</span></button>`+(s&&e.outcome!==""?`<p>${b(e.outcome)}</p>`:"")+(r?this.subtasks(e,i):"")+"</div>"}subtasks(e,n){let r=Math.max(1,...e.acknowledged.map(s=>$r.reduce((i,[o])=>i+s[o],0)));return n.map(s=>{let i=$r.filter(([p])=>s[p]>0).map(
([p,d])=>`<u class="${p}" style="width:${(100*s[p]/r).toFixed(2)}%" title="${d} ${s[p]} ms"></u>`),o=$r.filter(([p])=>s[p]>0).map(([p,d])=>`${d} ${s[p]} ms`),a=s.persisted>0?[`${s.persisted.toLocaleString("en")} bytes in flight`]:[],l=[...o,
`${s.bytes.toLocaleString("en")} bytes`,...a].join(" · ");return`<div class="part"><span>${b(this.labels.name(s.subtask))}</span><small>${l}</small><div class="gantt">${i.join("")}</div></div>`}).join("")}};function ad(t){let e=new Map,n=[
"CheckpointTriggered","CheckpointAcknowledged","CheckpointCompleted","CheckpointAborted","CheckpointRestored"];for(let r of t.indexesOf(n)){let s=t.event(r);if(s.type==="CheckpointTriggered"){e.set(s.checkpoint,{id:s.checkpoint,kind:s.kind,
tasks:s.tasks,begun:r,ended:-1,outcome:"",duration:0,bytes:0,acknowledged:[],restored:[]});continue}if(!("checkpoint"in s))continue;let i=e.get(s.checkpoint);i&&(s.type==="CheckpointAcknowledged"?i.acknowledged.push({...s,index:r}):s.type===
"CheckpointRestored"?i.restored.push(r):s.type==="CheckpointCompleted"?Object.assign(i,{ended:r,duration:s.duration,bytes:s.bytes}):s.type==="CheckpointAborted"&&Object.assign(i,{ended:r,outcome:s.reason}))}return[...e.values()]}var ld=54,pd=10,dd=64,gn=class{constructor(e,n,r,s,i){this.el=e;this.trace=n;this.labels=r;this.moments=s;this.go=i;let o=new Set(s.all.map(({kind:d})=>d)),a=Object.keys(ke).filter(d=>o.has(d)),l=$.filter((d,u)=>n.kinds.includes(u)),p=n.plan?.
subtasks.map(({id:d})=>d).slice(0,dd)??[];M(e,`<div class="sideTools"><input type="search" placeholder="search: a key, a task, any word" aria-label="Search the facts"><select aria-label="Kind of fact"><option value="">the story</option>${l.
map(d=>`<option>${d}</option>`).join("")}</select>`+(p.length>1?`<select aria-label="Task" data-tasks><option value="">any task</option>${p.map(d=>`<option value="${b(d)}">${b(r.name(d))}</option>`).join("")}</select>`:"")+`</div><div class\
="chips">${a.map(d=>`<button type="button" class="chip k-${d.replace(" ","-")}" aria-pressed="false" data-chip="${d}" title="${ke[d][0]}">${d}</button>`).join("")}</div><div class="factRows" tabindex="0" aria-label="Facts"></div><small clas\
s="found" role="status"></small>`),this.rows=new le(e.querySelector(".factRows"),ld),e.querySelector("input").addEventListener("input",d=>{this.search=d.target.value.trim().toLowerCase(),this.listAnew()}),e.querySelector("select").addEventListener(
"change",d=>{this.kind=d.target.value,this.listAnew()}),e.querySelector("[data-tasks]")?.addEventListener("change",d=>{this.task=d.target.value,this.listAnew()}),e.addEventListener("click",d=>this.onClick(d)),this.list()}rows;lines=[];opened=new Set;kinds=new Set;search="";kind="";task="";followed=null;timer=0;position=-1;follow(e){
this.followed=e,this.listAnew()}get isAsked(){return this.kind!==""||this.search!==""||this.task!==""||this.followed!==null}show(e){let n=e!==this.position;this.position=e,this.draw(),n&&this.search===""&&this.rows.reveal(this.lineAt(e))}onClick(e){
let n=e.target,r=n.closest("[data-chip]"),s=this.lines[Number(n.closest(".factRow")?.dataset.line??-1)];if(r){let i=r.dataset.chip;this.kinds.delete(i)||this.kinds.add(i),r.setAttribute("aria-pressed",String(this.kinds.has(i))),this.listAnew()}else
s?.what==="moment"&&n.closest(".more")?(this.opened.delete(s.number)||this.opened.add(s.number),this.list()):s?.what==="moment"?this.go(this.moments.all[s.number].end):s?.what==="fact"&&this.go(s.index+1)}listAnew(){this.rows.el.scrollTop=0,
this.list(),this.isAsked||this.rows.reveal(this.lineAt(this.position))}list(){window.clearTimeout(this.timer),this.lines=[],this.isAsked?this.look(0):(this.moments.all.forEach((e,n)=>{if(!(this.kinds.size>0&&!this.kinds.has(e.kind))){if(this.
opened.has(n)){this.lines.push({what:"quiet",number:n});for(let r=this.moments.startOf(n);r<e.end;r++)this.lines.push({what:"fact",index:r})}this.lines.push({what:"moment",number:n})}}),this.done(""))}look(e){let{trace:n,labels:r,kind:s,search:i}=this,
o=s===""?-1:$.indexOf(s),a=performance.now()+pd;for(;e<n.eventCount&&(e%64!==0||performance.now()<a);)(o<0||n.kinds[e]===o)&&(this.task===""||n.actorOf(n.stepOf(e))===this.task)&&(!this.followed||this.followed.touches(e))&&(i===""||U(n.event(
e),r).toLowerCase().includes(i))&&this.lines.push({what:"fact",index:e}),e++;let l=e<n.eventCount;this.done(l?`${this.lines.length} facts so far …`:`${this.lines.length} facts`),l&&(this.timer=window.setTimeout(()=>this.look(e),0))}done(e){
this.el.querySelector(".found").textContent=e,this.draw()}lineAt(e){let n=s=>s.what==="fact"?s.index+1:this.moments.all[s.number].end,r=this.lines.findIndex(s=>s.what!=="quiet"&&n(s)>=e);return r<0?this.lines.length-1:r}draw(){let e=this.lineAt(
this.position);this.rows.set(this.lines.length,n=>{let r=this.lines[n];if(r.what==="quiet")return`<div class="factRow quiet"><span>${this.counts(r.number)}</span></div>`;let s=r.what==="moment"?this.moments.all[r.number]:null,i=r.what==="fa\
ct"?r.index:s.lead,{trace:o,labels:a}=this,l=o.stepOf(i),p=s&&s.count>1?` · ${ke[s.kind][1].replace("{n}",String(s.count))}`:"",d=n===e?" here":(s?s.end:i+1)>this.position?" future":"",u=s?`k-${s.kind.replace(" ","-")}`:"fact",c=U(o.event(
i),a),m=s?s.end-this.moments.startOf(r.what==="moment"?r.number:0)-1:0,h=r.what==="moment"&&this.opened.has(r.number),f=m>0?`<button type="button" class="more" data-id="more${n}" aria-expanded="${h}" title="${b(this.counts(r.number))}">${h?
"▾":"▸"} ${m} more</button>`:"";return`<div class="factRow ${u}${d}" data-line="${n}"><button type="button" class="go" data-id="${n}" title="${b(c)}"${d===" here"?' aria-current="step"':""}><small>step ${l}${b(p)}</small><span>${b(c)}</\
span></button>${f}</div>`})}counts(e){let n=new Map,[r,{end:s}]=[this.moments.startOf(e),this.moments.all[e]];for(let a=r;a<s;a++){let l=this.trace.kindOf(a);n.set(l,(n.get(l)??0)+1)}let i=[...n].flatMap(([a,l])=>{let p=pe.find(d=>d.kind===
a&&d.counted)?.counted;return p?[[`${l} ${p[l===1?0:1]}`,l]]:[]});i.sort((a,l)=>l[1]-a[1]);let o=this.trace.stepOf(s-1)-this.trace.stepOf(r)+1;return b(`${o} steps: ${i.slice(0,4).map(([a])=>a).join(", ")||"nothing that is counted"}`)}};var dt=["results","facts","why","checkpoints","changes"],ud=30,cd=46,md=t=>t.replace(/(\d\d:\d\d):00(?![\d.])/g,"$1"),kn=class{constructor(e,n,r,s,i,o){this.el=e;this.labels=r;this.go=i;M(e,'<div class="sideTabs" role="tablist" aria-label="\
Beside the plane">'+dt.map(a=>`<button type="button" role="tab" data-tab="${a}">${a}</button>`).join("")+'</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label="Which results">'+ks.map(a=>`<button\
 type="button" role="radio" class="small" data-mode="${a}" title="${bs[a]}">${a}</button>`).join("")+'<small data-count></small></div><div class="resultRows" tabindex="0" aria-label="Results"></div></div><div class="sidePart" data-of="facts\
"></div><div class="sidePart answer" data-of="why" tabindex="0" aria-label="Why"></div><div class="sidePart checkpoints" data-of="checkpoints" tabindex="0" aria-label="Checkpoints"></div><div class="sidePart" data-of="changes"><small data-c\
hanges></small><div class="changeRows" tabindex="0" aria-label="What is different"></div></div>'),this.results=new Ee(n),this.rows=new le(e.querySelector(".resultRows"),ud),this.facts=new gn(e.querySelector('[data-of="facts"]'),n,r,s,i),this.
why=new Et(e.querySelector('[data-of="why"]'),r,o),this.checkpoints=new fn(e.querySelector('[data-of="checkpoints"]'),n,r,i),e.classList.toggle("hasCheckpoints",this.checkpoints.all.length>0),this.results.all.length===0&&(this.tab="facts"),
e.addEventListener("click",a=>this.onClick(a)),this.arrange()}results;rows;facts;why;checkpoints;changes=[];mode="update";tab="results";position=0;from=0;show(e,n){this.position=e,this.from=n,this.tab==="facts"?this.facts.show(e):this.tab===
"checkpoints"?this.checkpoints.show(e):this.tab==="results"&&this.drawResults()}follow(e){this.facts.follow(e)}compare(e){this.changes=e,this.el.querySelector("[data-changes]").textContent=`${e.length} differences: here, and in the other ru\
n`,new le(this.el.querySelector(".changeRows"),cd).set(e.length,r=>{let{what:s,here:i,there:o}=e[r];return`<button type="button" class="changeRow" data-id="${r}" data-change="${r}" title="${b(`${s}: here ${i}, there ${o}`)}"><b>${b(s)}</b><\
span>${b(i)}</span><s>${b(o)}</s></button>`}),this.el.classList.add("compares"),this.arrange()}setAnswer(e,n){this.el.classList.toggle("hasAnswer",e!==null),this.why.draw(e,n)}open(e){this.tab=e,this.arrange(),this.show(this.position,this.from)}onClick(e){
let n=e.target.closest("[data-change]")?.dataset.change;if(n!==void 0){let{index:o}=this.changes[Number(n)];o>=0&&this.go(o+1);return}let{tab:r,mode:s,id:i}=e.target.closest("[data-tab],[data-mode],.resultRow")?.dataset??{};r?this.open(r):s?
(this.mode=s,this.arrange(),this.drawResults()):i&&this.go(this.results.all[Number(i)].index+1)}arrange(){for(let e of this.el.querySelectorAll("[data-of]"))e.hidden=e.dataset.of!==this.tab;for(let e of this.el.querySelectorAll("[data-tab]"))
e.setAttribute("aria-selected",String(e.dataset.tab===this.tab)),e.dataset.tab==="changes"&&(e.hidden=!this.el.classList.contains("compares")),e.dataset.tab==="checkpoints"&&(e.hidden=!this.el.classList.contains("hasCheckpoints"));for(let e of this.
el.querySelectorAll("[data-mode]"))e.setAttribute("aria-checked",String(e.dataset.mode===this.mode))}drawResults(){let{all:e}=this.results,n=this.results.rows(this.mode,this.position);if(this.el.querySelector("[data-count]").textContent=`${n.
length} rows`,this.rows.set(n.length,s=>{let i=n[s],{key:o,window:a,value:l,index:p,before:d,kind:u}=e[i],c=d>=0&&this.mode!=="append"?`<s>${this.value(e[d].value)}</s> `:"",m=u===""||u==="on time"?"":` <i>${u}</i>`,h=a===""?"":b(md(this.labels.
window(a))),f=`${_(o)} ${a===""?"":this.labels.window(a)}: ${this.labels.value(l)}`;return`<button type="button" class="resultRow${p>=this.from?" fresh":""}" data-id="${i}" title="${b(f)}"><b>${b(this.labels.value(o||'""'))}</b><span>${h}${m}\
</span><em>${c}${this.value(l)}</em></button>`}),this.mode!=="complete")return;let r=n.findIndex(s=>e[s].index>=this.from);r>=0&&this.rows.reveal(r)}value(e){return b(this.labels.value(e))}};var hd={"+":"in","-":"out",0:"whole",z:"now",k:"keys"},fd={ArrowRight:"next",ArrowLeft:"back",Home:"first",End:"last",f:"follow-here",h:"hall",b:"bookmark",p:"predict","?":"help"},gd=new Set(["first","back","next","last"]),kd={first:({player:t})=>t.
go(0),back:({player:t})=>t.back(),play:({player:t})=>t.toggle(),next:({player:t})=>t.next(),last:({player:t,trace:e})=>t.go(e.eventCount),speed:({player:t})=>t.faster(),follow:t=>t.pin(null),"follow-here":t=>t.following.here(),unfocus:t=>t.
following.on(null),hall:t=>t.toggleHall(),bookmark:t=>t.menu.bookmark(),marks:t=>t.menu.toggle("marks"),save:t=>t.menu.toggle("save"),help:t=>t.menu.toggle("help"),predict:t=>t.predict.toggle(),copy:t=>void t.address.copy(),changed:t=>{t.panels.
changedOnly=!t.panels.changedOnly,t.redraw()}};function Mr(t,e){gd.has(e)&&t.player.pause(),kd[e]?.(t)}function co(t,e){let n=e.target,r=(p,d)=>n.closest(`[${p}]`)?.dataset[d];if(t.menu.onClick(n)||t.predict.onClick(n))return;let s=r("data-\
act","act"),i=r("data-view","view"),o=r("data-show-tab","showTab"),a=r("data-heat","heat"),l=r("data-task","task");s?Mr(t,s):i?t.show(i):o?t.openTab(o):a&&e.detail>0?t.pin(t.job.subtaskAt(a,e)??t.panels.subtaskAt(a,e)):l&&t.pin(l)}function mo(t,e){
if(e.ctrlKey||e.metaKey||e.altKey)return;let n=e.target;if(n===t.parts.get("filter"))return bd(t,e);if(n.matches("input:not([type=range]), select, textarea"))return;let r=n.matches("button, summary"),s=n.closest("[data-task]")?.dataset.task,
i=fd[e.key];if(s&&(e.key==="Enter"||e.key===" "))t.pin(s);else if(i)Mr(t,i);else if(e.key===" "&&!r)Mr(t,"play");else{if(e.key==="Escape"&&t.menu.close())return e.preventDefault();if(e.key==="Escape")t.following.followed?t.following.on(null):
t.pin(null);else{if(t.view==="plane"&&t.panel.act(hd[e.key]??""))return e.preventDefault();if(ve[Number(e.key)-1])t.setGrain(ve[Number(e.key)-1]);else return}}e.preventDefault(),e.stopPropagation()}function bd(t,e){if(e.stopPropagation(),e.
key!=="Escape")return;let n=t.parts.get("filter");n.value===""&&t.root.focus(),n.value="",t.onFilter()}var wd=46;function ho(t,e){let n=t.querySelector(".say"),r=null;n.addEventListener("pointerdown",s=>r=s.pointerType==="mouse"?null:[s.clientX,
s.clientY]),n.addEventListener("pointerup",s=>{if(!r)return;let[i,o]=[s.clientX-r[0],s.clientY-r[1]];r=null,Math.abs(i)>wd&&Math.abs(i)>2*Math.abs(o)&&e(i<0?1:-1)})}var fo=`/* which panels there are */
.flinksim-stepper [hidden] { display: none !important; }
/* the name of the run needs the room of ours */
.flinksim-widget.flinksim-stepper:not([data-size="wide"]) .brand { font-size: 0; gap: 0; }
/* the tasks of these views are narrower */
.flinksim-stepper:not([data-shown="event time"]) .jobPanel svg { min-width: 480px; }
.flinksim-widget.flinksim-stepper .views button { font-size: 14px; height: 32px; padding: 0 12px; }
.flinksim-stepper .networkPanels { grid-template-columns: minmax(0, 760fr) minmax(0, 486fr); }
.flinksim-stepper[data-size="middle"] .networkPanels, .flinksim-stepper[data-size="narrow"] .networkPanels { grid-template-columns: minmax(0, 1fr); }
.flinksim-stepper h3 .legend { margin-left: auto; gap: 11px; font-weight: 500; font-size: 13px; display: flex; }
.flinksim-stepper h3 .legend svg { position: relative; top: 2px; }
.flinksim-stepper .channelsPanel h3 .small { margin-left: 0; }
.flinksim-stepper .channelsPanel > [data-part="channels"] { height: calc(172px + var(--spare)); overflow: hidden auto; scrollbar-width: thin; margin-top: 2px; }
.flinksim-stepper .plotPanel { padding: 9px 13px 10px; }

.flinksim-stepper:not([data-size="wide"]) .channelsPanel > [data-part="channels"] { height: auto; max-height: 262px; }


/* buffers and credit */
.flinksim-stepper .pip.exclusive { fill: var(--panel); }
.flinksim-stepper .pip.floating { fill: var(--panel); }
.flinksim-stepper .ring { fill: var(--panel); stroke: var(--paneink); stroke-width: 2; }
.flinksim-stepper .ring.wiredCredit { stroke-dasharray: 2.4 2; }
.flinksim-stepper .ring.untold { stroke-dasharray: 1 2.4; }
.flinksim-stepper .laneBox { fill: var(--soft); stroke: var(--line); }
.flinksim-stepper .lane.current .laneBox { stroke: var(--bufline); stroke-width: 2; fill: var(--focusbg); }
.flinksim-stepper .lane.hindered .laneBox { stroke: var(--fire); stroke-width: 1.6; }
.flinksim-stepper .lane.current .onWire { fill: var(--focusbg); }
.flinksim-stepper .onWire { fill: var(--soft); }
.flinksim-stepper svg .head { fill: var(--ink3); }
.flinksim-stepper svg .waits { fill: var(--fireink); font-weight: 650; }
.flinksim-stepper .flow { stroke: var(--bufline); stroke-width: 1.8; fill: none; }
.flinksim-stepper .flow.back { stroke: var(--paneink); }
.flinksim-stepper .flow.local { stroke-dasharray: 2 4; }
.flinksim-stepper .flow.tip { stroke-linecap: round; stroke-linejoin: round; stroke-dasharray: none; }
.flinksim-stepper .hinderBadge { fill: var(--badge); }
.flinksim-stepper .hinderBadge + .badgeText { fill: var(--onfire, #fff); }
.flinksim-stepper .stop { stroke: var(--fire); stroke-width: 3; stroke-linecap: round; }
.flinksim-stepper .wire.hindered { stroke: var(--fire); stroke-width: 2.4; stroke-dasharray: 7 4; }
.flinksim-stepper .gauge { fill: var(--panel); stroke: var(--line2); }
.flinksim-stepper .gaugeFull { fill: var(--bufline); }
.flinksim-stepper .gaugeFull.used { fill: var(--fire); }

/* how tasks spend their time, in Flink's colours */
.flinksim-stepper .load.busy { fill: #ee2222; }
.flinksim-stepper .load.idle { fill: #1890ff; fill-opacity: .45; } /* paler than busy, for those who see no red */
.flinksim-stepper .load.backpressured { fill: #000; }
.flinksim-stepper .loadStripe { fill: #fff; fill-opacity: .55; }
.flinksim-stepper svg .onShade { fill: #10161d; font-weight: 600; }

/* metrics */
.flinksim-stepper .metricsPanel h3 { align-items: center; margin-bottom: 6px; }
.flinksim-stepper .metricsPanel input { flex: 1; min-width: 60px; height: 26px; margin-left: 6px; padding: 0 8px; font: inherit; font-weight: 500; font-size: 13px; color: var(--ink); background: var(--btn); border: 1px solid var(--line2); b\
order-radius: 7px; }
.flinksim-stepper .metricsPanel .small { margin-left: 0; height: 26px !important; }
.flinksim-stepper .metricsPanel .small[aria-pressed="true"] { background: var(--pill) !important; color: var(--pilltext) !important; }
.flinksim-stepper .metrics { height: calc(194px + var(--spare)); overflow: hidden auto; scrollbar-width: thin; }
.flinksim-stepper .metrics table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 12.5px; line-height: 1.35; margin: 0; background: none; }
.flinksim-stepper .metrics th, .flinksim-stepper .metrics td { padding: 1.5px 5px; text-align: right; border: 0; background: none; color: var(--ink); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: none; }
.flinksim-stepper .metrics tbody tr, .flinksim-stepper .metrics thead tr { background: none; }
.flinksim-stepper .metrics thead th { position: sticky; top: 0; background: var(--panel); color: var(--ink3); font-weight: 500; z-index: 1; }
.flinksim-stepper .metrics th:first-child { text-align: left; width: 49%; font-weight: 500; }
.flinksim-stepper .metrics thead th:last-child { width: 19%; }
.flinksim-stepper .metrics td:nth-child(2) { color: var(--ink3); }
.flinksim-stepper .metrics tbody tr { border-top: 1px solid var(--line); }
.flinksim-stepper .metrics .section th { font-weight: 700; padding-top: 7px; }
.flinksim-stepper .metrics .section.selected th { color: var(--focus); }
.flinksim-stepper .metrics .changed td:nth-child(3), .flinksim-stepper .metrics .changed td:nth-child(4) { font-weight: 700; }
.flinksim-stepper .metrics .none { text-align: left; color: var(--ink3); padding: 10px 5px; }

/* the whole run */
.flinksim-stepper .plot { position: relative; cursor: crosshair; }
.flinksim-stepper .playhead { position: absolute; top: 12px; width: 3px; margin-left: -1.5px; border-radius: 2px; background: var(--fire); pointer-events: none; }
.flinksim-stepper .plotGround { fill: var(--soft); stroke: var(--line); }
.flinksim-stepper .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.flinksim-stepper .curve.receiver { stroke-dasharray: 4 3; }
.flinksim-stepper .curve.plain { stroke: var(--ink2); }
.flinksim-stepper .tone0 { stroke: var(--data); }
.flinksim-stepper .tone1 { stroke: var(--fire); }
.flinksim-stepper .tone2 { stroke: var(--pane); }
.flinksim-stepper .tone3 { stroke: var(--tm); }
.flinksim-stepper .tone4 { stroke: var(--wm); }
.flinksim-stepper .tone5 { stroke: var(--ink2); }
.flinksim-stepper .tick { stroke: var(--line2); }
`;var ut=14;function Se(t,e,n){return n==="credit"||n==="wiredCredit"||n==="untold"?`<circle cx="${t+5.5}" cy="${e+6.5}" r="4.5" class="ring ${n}"/>`:C(t,e,11,13,`pip ${n}`,n==="floating"?5.5:2.5)}function Te(t,e,n,r,s,i=!1){if(t<=0)return"";
let o=Math.max(1,Math.floor(s/ut)),a=t<=o?t:Math.max(1,o-2),l="";for(let p=0;p<a;p++)l+=Se(i?n-ut*(p+1)+3:n+ut*p,r,e);if(a<t){let p=i?n-ut*a-1:n+ut*a+1;l+=y(p,r+11,`+${t-a}`,"t3",i?"end":"start")}return l}function go(t){return t.map(([e,n])=>`<span><svg width="13" height="15">${Se(1,1,e)}</svg>${b(n)}</span>`).join("")}function ct(t,e,n,r,s,i=""){let o=Math.max(0,Math.min(1,r))*n;return C(t,e-9,n,9,"gauge",3)+(o>.5?C(t,e-9,o,9,`gaugeFull ${i}`,
3):"")+y(t+n+6,e,s,"t3")}function ko(t,e){return t+6+x(e,"t3")}var bo=`/* the plane */
.flinksim-stepper .planeView { display: grid; gap: 7px; min-height: 0; height: 100%; grid-template-columns: minmax(0, 1fr) 330px; }
.flinksim-stepper .planeTabs { display: none; }
.flinksim-stepper .planePanel { position: relative; display: grid; grid-template-rows: auto minmax(0, 1fr); padding: 5px 8px 4px; min-height: 0; }
.flinksim-stepper .planeStage { position: relative; min-height: 0; min-width: 0; overflow: hidden; }
.flinksim-stepper .planeStage canvas { position: absolute; inset: 0; touch-action: none; }
.flinksim-stepper .planeTip { position: absolute; pointer-events: none; max-width: 340px; padding: 6px 10px; border-radius: 9px; background: var(--pill); color: var(--pilltext); font-size: 13px; line-height: 1.35; z-index: 3; overflow-wrap:\
 anywhere; }
.flinksim-stepper .planeTip div:first-child { font-weight: 700; }
.flinksim-stepper .planeTools { display: flex; gap: 8px; align-items: center; justify-content: space-between; min-height: 30px; }
.flinksim-stepper .planeTools button { height: 27px; min-width: 27px; padding: 0 8px; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; white-space: nowrap; }
.flinksim-stepper .planeTools .signs { display: flex; flex-wrap: wrap; min-width: 0; max-height: 56px; overflow: hidden; }
.flinksim-stepper .planeTools .sign { border-color: transparent; background: none; font-weight: 500; gap: 5px; padding: 0 6px; color: var(--ink2); }
.flinksim-stepper .planeTools .sign:hover { border-color: var(--line2); }
.flinksim-stepper .planeTools .sign[aria-pressed="false"] { text-decoration: line-through; color: var(--ink3); }
.flinksim-stepper .planeTools .sign[aria-pressed="false"] svg { opacity: .45; }
.flinksim-stepper .planeZoom { position: absolute; right: 26px; bottom: 36px; display: flex; gap: 4px; flex-wrap: wrap; justify-content: flex-end; max-width: calc(100% - 120px); }
.flinksim-stepper .planeZoom button { height: 27px; min-width: 27px; padding: 0 8px; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; background: color-mix(in srgb, var(--btn) 86%, transparent); }
.flinksim-stepper .planeButtons { display: flex; gap: 5px; flex: none; }
.flinksim-stepper .pDot { fill: var(--data); }
.flinksim-stepper .pLate { fill: var(--panel); stroke: var(--fire); stroke-width: 2; }
.flinksim-stepper .pLateIn { fill: var(--fire); }
.flinksim-stepper .pPane { fill: var(--pane); fill-opacity: .3; stroke: var(--pane); }
.flinksim-stepper .pLid { stroke: var(--pane); stroke-width: 3; }
.flinksim-stepper .pGenerator, .flinksim-stepper .pChannel, .flinksim-stepper .pMinimum { fill: none; stroke: var(--wmink); stroke-width: 1.4; }
.flinksim-stepper .pChannel { stroke: var(--wm); stroke-width: 1; }
.flinksim-stepper .pMinimum { stroke: var(--wm); stroke-width: 3.4; }
.flinksim-stepper .pTimer { fill: var(--tmfill); stroke: var(--tm); }
.flinksim-stepper .keyMenu { position: absolute; right: 8px; top: 38px; width: min(340px, calc(100% - 16px)); max-height: calc(100% - 46px); display: grid; grid-template-rows: auto auto minmax(0, 1fr); gap: 6px; padding: 9px; background: va\
r(--panel); border: 1px solid var(--line2); border-radius: 11px; box-shadow: 0 6px 26px rgb(0 0 0 / 24%); z-index: 4; }
.flinksim-stepper .keyTools { display: flex; gap: 6px; }
.flinksim-stepper .keyTools input { flex: 1; min-width: 0; }
.flinksim-stepper .keyTools .small { margin: 0; }
.flinksim-stepper input[type="search"] { height: 28px; border: 1px solid var(--line2); border-radius: 8px; background: var(--soft); color: var(--ink); padding: 0 9px; font: 500 13px/1 inherit; font-family: inherit; }
.flinksim-stepper .keyRows { height: 280px; max-height: 100%; }
.flinksim-stepper .rows { overflow: hidden auto; position: relative; min-height: 0; scrollbar-width: thin; }
.flinksim-stepper .rowsInside { position: relative; }
.flinksim-stepper .row { position: absolute; left: 0; right: 0; }
.flinksim-stepper .keyRow { width: 100%; height: 27px; border: 0; border-radius: 6px; background: none; justify-content: flex-start; gap: 8px; font: 500 13.5px/1 inherit; font-family: inherit; padding: 0 6px; }
.flinksim-stepper .keyRow::before { content: ""; flex: none; width: 14px; height: 14px; border-radius: 4px; border: 1.6px solid var(--line2); }
.flinksim-stepper .keyRow[aria-checked="true"]::before { background: var(--focus); border-color: var(--focus); }
.flinksim-stepper .keyRow b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.flinksim-stepper .keyRow small { margin-left: auto; font-size: 12.5px; color: var(--ink2); white-space: nowrap; }
.flinksim-stepper .keyRow i { font-style: normal; color: var(--fireink); }
.flinksim-stepper[data-size="narrow"] .planeTools { display: block; }
.flinksim-stepper[data-size="narrow"] .planeButtons { float: right; margin-top: -28px; }
.flinksim-stepper[data-size="narrow"] .planeTools .sign { padding: 0 4px; font-size: 12.5px; }
.flinksim-stepper[data-size="narrow"] .planeTools .signs { max-height: 84px; }

/* beside the plane */
.flinksim-stepper .sidePanel { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; }
.flinksim-stepper .sideTabs { display: flex; border-bottom: 1px solid var(--line); padding: 0 8px; }
.flinksim-stepper .sideTabs button { border: 0; border-radius: 0; background: none; height: 34px; color: var(--ink2); text-transform: capitalize; border-bottom: 3px solid transparent; }
.flinksim-stepper .sideTabs button[aria-selected="true"] { color: var(--ink); border-bottom-color: var(--focus); }
.flinksim-stepper .sidePart { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 6px; padding: 7px 8px; min-height: 0; }
.flinksim-stepper .sidePart[data-of="facts"] { grid-template-rows: auto auto minmax(0, 1fr) auto; }
.flinksim-stepper .sideTools { display: flex; gap: 5px; align-items: center; }
.flinksim-stepper .sideTools .small { margin: 0; }
.flinksim-stepper .sideTools .small[aria-checked="true"] { background: var(--pill); color: var(--pilltext); }
.flinksim-stepper .sideTools small { margin-left: auto; color: var(--ink2); }
.flinksim-stepper .sideTools input { flex: 1; min-width: 0; }
.flinksim-stepper .sideTools select { max-width: 116px; height: 28px; }
.flinksim-stepper .resultRow { width: 100%; border: 0; border-radius: 6px; background: none; padding: 0 6px; font: 500 13.5px/1.25 inherit; font-family: inherit; text-align: left; }
.flinksim-stepper .resultRow { height: 29px; display: grid; grid-template-columns: minmax(42px, 18%) minmax(98px, 32%) minmax(0, 1fr); gap: 6px; justify-content: stretch; border-bottom: 1px solid var(--line); border-radius: 0; }
.flinksim-stepper .resultRow > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.flinksim-stepper .resultRow b { font-weight: 650; }
.flinksim-stepper .resultRow span { color: var(--paneink); font-size: 13px; }
.flinksim-stepper .resultRow em { font-style: normal; text-align: right; }
.flinksim-stepper .resultRow s { color: var(--ink3); }
.flinksim-stepper .resultRow i { font-style: normal; color: var(--fireink); }
.flinksim-stepper .resultRow.fresh { background: var(--firesoft); box-shadow: inset 3px 0 0 var(--fire); }
.flinksim-stepper .chips { display: flex; flex-wrap: wrap; gap: 4px; }
.flinksim-stepper .chips .chip { height: 24px; min-width: 0; padding: 0 8px; border-radius: 12px; font-size: 12.5px; font-weight: 550; border-left: 4px solid var(--k, var(--line2)); }
.flinksim-stepper .chips .chip[aria-pressed="true"] { background: var(--pill); color: var(--pilltext); }
.flinksim-stepper .factRow { height: 53px; position: relative; border-left: 4px solid var(--k, var(--line)); border-bottom: 1px solid var(--line); border-radius: 0; padding: 0; }
.flinksim-stepper .factRow .go { width: 100%; height: 52px; display: block; border: 0; border-radius: 0; background: none; text-align: left; padding: 2px 6px 2px 8px; font: 500 13px/1.24 inherit; font-family: inherit; }
.flinksim-stepper .factRow .more { position: absolute; right: 2px; top: 1px; height: 19px; min-width: 0; border: 0; background: none; padding: 0 4px; font: 500 12px/1 inherit; font-family: inherit; color: var(--ink2); }
.flinksim-stepper .factRow small { display: block; font-size: 12px; line-height: 1.3; color: var(--ink2); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; padding-right: 66px; }
.flinksim-stepper .factRow span { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; font-size: 13px; line-height: 1.24; }
.flinksim-stepper .factRow.quiet { color: var(--ink2); padding: 6px 8px; }
.flinksim-stepper .factRow.fact .go { padding-left: 20px; }
.flinksim-stepper .factRow.future span, .flinksim-stepper .factRow.future small { opacity: .6; }
.flinksim-stepper .factRow.here { background: var(--focusbg); box-shadow: inset 0 0 0 1.5px var(--focus); }
.flinksim-stepper .k-late, .flinksim-stepper .k-failure, .flinksim-stepper .k-held-up { --k: var(--fire); }
.flinksim-stepper .k-firing, .flinksim-stepper .k-result, .flinksim-stepper .k-merge, .flinksim-stepper .k-state { --k: var(--pane); }
.flinksim-stepper .k-fill, .flinksim-stepper .k-read { --k: var(--data); }
.flinksim-stepper .k-minimum, .flinksim-stepper .k-idle { --k: var(--wm); }
.flinksim-stepper .found { color: var(--ink2); font-size: 12.5px; }
.flinksim-stepper .found:empty { display: none; }
.flinksim-stepper:not([data-size="wide"]) .planeView { grid-template-columns: minmax(0, 1fr); grid-template-rows: auto minmax(0, 1fr); }
.flinksim-stepper:not([data-size="wide"]) .planeTabs { display: flex; }
.flinksim-stepper .planeTabs button { flex: 1; height: 32px; text-transform: capitalize; }
.flinksim-stepper .planeTabs button[aria-selected="true"] { background: var(--focusbg); color: var(--ink); font-weight: 650; }
.flinksim-stepper:not([data-size="wide"]) .sideTabs { display: none; }
.flinksim-stepper:not([data-size="wide"]) .sidePanel { grid-template-rows: minmax(0, 1fr); }
.flinksim-stepper:not([data-size="wide"])[data-panel="plane"] .sidePanel, .flinksim-stepper:not([data-size="wide"]):not([data-panel="plane"]) .planePanel { display: none; }
`;var wo=`/* the job above the plane */
.flinksim-stepper .planeView { grid-template-rows: auto minmax(0, 1fr); }
.flinksim-stepper .jobStrip { grid-column: 1 / -1; display: grid; grid-template-columns: minmax(0, 1fr); height: var(--job, 116px); }
.flinksim-stepper .jobStrip:has(.program:not([hidden])) { grid-template-columns: minmax(0, 1fr) minmax(220px, 36%); }
.flinksim-stepper.low .jobStrip { --job: 74px; }
.flinksim-stepper .stripPicture { position: relative; min-width: 0; overflow: hidden; }
.flinksim-stepper .stripPicture > div { position: absolute; inset: 0; }
.flinksim-stepper .travellers { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; overflow: visible; }
.flinksim-stepper [data-part="graph"] { position: relative; min-width: 860px; }
.flinksim-stepper svg .travellerName { font-size: 12.5px; font-weight: 650; paint-order: stroke; stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
.flinksim-stepper .traveller .watermark { stroke-width: 1.4; }
.flinksim-stepper .traveller.isLate circle { fill: var(--panel); stroke: var(--fire); stroke-width: 3.4; }
.flinksim-stepper .resultMark { fill: var(--pane); stroke: var(--panel); stroke-width: 1.4; }
.flinksim-stepper .barrierMark { fill: var(--tm); stroke: var(--panel); stroke-width: 1; }
.flinksim-stepper .stripWire { fill: none; stroke: var(--line2); stroke-width: 1.3; }
.flinksim-stepper .stripWire.holds { stroke: var(--wm); stroke-width: 2.4; }
.flinksim-stepper .stripWire.idle { stroke-dasharray: 4 4; }
.flinksim-stepper .waitChip { fill: var(--panel); stroke: var(--data); stroke-width: 1.2; }
.flinksim-stepper .stripTask, .flinksim-stepper .heat { cursor: pointer; outline: none; }
.flinksim-stepper .stripTask .box, .flinksim-stepper .heat .box { fill: var(--soft); stroke: var(--line2); stroke-width: 1.3; }
.flinksim-stepper .stripTask:hover .box, .flinksim-stepper .heat:hover .box { stroke: var(--ink3); }
.flinksim-stepper .stripTask.holds .box { stroke: var(--wm); stroke-width: 2; }
.flinksim-stepper .stripTask.runs .box { fill: var(--focusbg); stroke: var(--focus); stroke-width: 2; }
.flinksim-stepper .stripTask:focus-visible .box, .flinksim-stepper .heat:focus-visible .box { stroke: var(--focus); stroke-width: 3.6; }
.flinksim-stepper svg .wmText { fill: var(--wmink); }
.flinksim-stepper .away { opacity: .28; }
.flinksim-stepper .cell { stroke: none; }
.flinksim-stepper .lag0 { fill: var(--wmsoft); stroke: var(--wm); stroke-width: .6; }
.flinksim-stepper .lag1 { fill: color-mix(in srgb, var(--wm) 40%, var(--wmsoft)); }
.flinksim-stepper .lag2 { fill: color-mix(in srgb, var(--wm) 75%, var(--wmsoft)); }
.flinksim-stepper .lag3 { fill: color-mix(in srgb, var(--wm) 60%, var(--wmink)); }
.flinksim-stepper .lag4 { fill: var(--wmink); }
.flinksim-stepper .cell.idle { fill: none; stroke: var(--ink3); stroke-width: .8; stroke-dasharray: 2 2; }
.flinksim-stepper .cell.none { fill: var(--line); }
.flinksim-stepper .cell.held { fill: var(--ink3); }
.flinksim-stepper .busy0 { fill: var(--focusbg); stroke: var(--focus); stroke-width: .5; }
.flinksim-stepper .busy1 { fill: color-mix(in srgb, var(--fire) 25%, var(--panel)); }
.flinksim-stepper .busy2 { fill: color-mix(in srgb, var(--fire) 50%, var(--panel)); }
.flinksim-stepper .busy3 { fill: color-mix(in srgb, var(--fire) 75%, var(--panel)); }
.flinksim-stepper .busy4 { fill: var(--fire); }
.flinksim-stepper .cellRuns, .flinksim-stepper .cellShown { fill: none; stroke: var(--focus); stroke-width: 2; }
.flinksim-stepper .cellShown { stroke: var(--ink); }
.flinksim-stepper .pane.fired .box { stroke-dasharray: 5 3; }
.flinksim-stepper .pane.fired .lid { fill: var(--pane); }
.flinksim-stepper .lid { fill: var(--fire); }
.flinksim-stepper .pane.gone .lid { fill: var(--ink3); }

/* the program */
.flinksim-stepper .program { position: relative; overflow: auto; scrollbar-width: thin; border-left: 1px solid var(--line); background: var(--soft); padding: 5px 0; font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mon\
o", monospace; }
.flinksim-stepper .program div { display: flex; gap: 10px; padding: 0 10px 0 0; white-space: pre; border-left: 4px solid transparent; min-width: fit-content; }
.flinksim-stepper .program i { font-style: normal; color: var(--ink3); width: 34px; text-align: right; flex: none; }
.flinksim-stepper .program code { font: inherit; color: var(--ink2); }
.flinksim-stepper .program em { font: 650 12.5px/1.5 system-ui, sans-serif; margin-left: auto; padding-left: 12px; color: var(--fireink); position: sticky; right: 8px; background: var(--firesoft); }
.flinksim-stepper .program .lit { background: var(--firesoft); border-left-color: var(--fire); }
.flinksim-stepper .program .lit code { color: var(--ink); font-weight: 650; }

/* what is followed */
.flinksim-widget .focusChip { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 60%; display: inline-block; line-height: 22px; height: 22px; min-width: 0; padding: 0 9px; border-radius: 11px; font-size: 12.5px; back\
ground: var(--pill); color: var(--pilltext); border: 0; }

/* the strip */
.flinksim-stepper .bottom { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 14px; align-items: center; }
.flinksim-stepper .strip { height: var(--strip, 46px); }
.flinksim-stepper .strip canvas { height: 100%; }
.flinksim-stepper .strip input { left: 74px; width: calc(100% - 74px); }
.flinksim-stepper .stripTip { position: absolute; bottom: calc(100% + 4px); max-width: min(560px, 90%); padding: 5px 9px; border-radius: 8px; background: var(--pill); color: var(--pilltext); font-size: 13px; z-index: 6; pointer-events: none\
; }
.flinksim-stepper .under { margin: 0; flex-wrap: wrap; justify-content: flex-end; max-width: 330px; gap: 5px 7px; }
.flinksim-stepper .under label { white-space: nowrap; }
.flinksim-stepper:not([data-size="wide"]) .bottom { grid-template-columns: minmax(0, 1fr); }
.flinksim-stepper:not([data-size="wide"]) .under { max-width: none; justify-content: flex-start; flex-wrap: nowrap; }
.flinksim-stepper .marks { position: absolute; right: 12px; bottom: calc(100% + 4px); width: min(420px, 92%); max-height: 46vh; overflow: auto; padding: 9px; background: var(--panel); border: 1px solid var(--line2); border-radius: 10px; box\
-shadow: 0 6px 26px rgb(0 0 0 / 24%); z-index: 6; display: grid; gap: 5px; }
.flinksim-stepper .marks > div { display: flex; gap: 6px; align-items: center; }
.flinksim-stepper .marks input { flex: 1; min-width: 0; height: 27px; border: 1px solid var(--line2); border-radius: 8px; background: var(--soft); color: var(--ink); padding: 0 8px; font: 500 13px/1 inherit; font-family: inherit; }
.flinksim-stepper .bottom { position: relative; }

/* why */
.flinksim-stepper .answer { display: block; overflow: auto; padding: 10px 14px; scrollbar-width: thin; }
.flinksim-stepper .answer h3 { white-space: normal; font-size: 16px; line-height: 1.25; margin-bottom: 4px; }
.flinksim-stepper .answer p { margin: 0 0 8px; line-height: 1.35; }
.flinksim-stepper .answer ol { list-style: none; margin: 0; padding: 0 0 0 12px; border-left: 2.5px solid var(--line2); }
.flinksim-stepper .answer ol > li { position: relative; margin: 0 0 4px; }
.flinksim-stepper .answer ol > li::before { content: ""; position: absolute; left: -19px; top: 9px; width: 9px; height: 9px; border-radius: 50%; background: var(--panel); border: 2.5px solid var(--wm); }
.flinksim-stepper .answer ol > li:first-child::before { border-color: var(--fire); }
.flinksim-widget .answer li button { display: block; width: 100%; height: auto; text-align: left; padding: 5px 8px; border-color: transparent; background: none; font: 500 13.5px/1.32 inherit; font-family: inherit; }
.flinksim-widget .answer li button:hover { border-color: var(--line2); }
.flinksim-widget .answer li button[aria-current] { background: var(--focusbg); border-color: var(--focus); }
.flinksim-stepper .answer li small { display: block; color: var(--focus); font-weight: 650; font-size: 12.5px; }
.flinksim-stepper .smallest { margin-top: 8px; padding: 8px 11px; border: 1px solid var(--wm); border-radius: 9px; background: var(--wmsoft); }
.flinksim-stepper .smallest b { color: var(--wmink); }
.flinksim-stepper .smallest p { margin: 2px 0 0; }
.flinksim-stepper .hasAnswer .sideTabs [data-tab="why"] { color: var(--fireink); }

/* one thing at a time */
.flinksim-stepper:not([data-size="wide"]) .planeView { grid-template-rows: auto auto minmax(0, 1fr); }
.flinksim-stepper[data-size="narrow"] .planeView { grid-template-rows: auto minmax(0, 1fr); }
.flinksim-stepper[data-size="narrow"] .jobStrip { display: none; }
.flinksim-stepper[data-size="narrow"][data-panel="job"] .jobStrip { display: grid; height: auto; grid-template-columns: minmax(0, 1fr) !important; grid-template-rows: minmax(0, 1fr) auto; }
.flinksim-stepper[data-size="narrow"] .program { border: 0; border-top: 1px solid var(--line); height: 190px; }
.flinksim-stepper:not([data-size="wide"]):not([data-panel="plane"]) .planePanel { display: none; }
.flinksim-stepper:not([data-size="wide"])[data-panel="job"] .sidePanel { display: none; }
.flinksim-stepper:not([data-size="narrow"]) .planeTabs [data-show-tab="job"] { display: none; }

/* low: a projector */
.flinksim-stepper.low .say p { font-size: 16px; min-height: 2.5em; }
.flinksim-stepper.low .planeView { gap: 5px; }

/* a hall, and a large screen: everything larger */
.flinksim-stepper { zoom: var(--zoom, 1); }
.flinksim-stepper[style*="--zoom"] { height: calc(var(--stage-height, clamp(430px, calc(100vh - 200px), 780px)) / var(--zoom)); }
.flinksim-stepper.hall .sidePanel, .flinksim-stepper.hall .program, .flinksim-stepper.hall .views, .flinksim-stepper.hall .under label, .flinksim-stepper.hall [data-act="copy"] { display: none; }
.flinksim-stepper.hall .planeView { grid-template-columns: minmax(0, 1fr); }
.flinksim-stepper.hall .jobStrip { grid-template-columns: minmax(0, 1fr) !important; }
.flinksim-stepper.hall .say p { font-size: 21px; }
.flinksim-stepper [data-act="hall"][aria-pressed="true"] { background: var(--pill); color: var(--pilltext); }
.flinksim-widget header button[data-act="hall"] { font-size: 13px; font-weight: 550; }

/* in slides */
.flinksim-stepper.embed header, .flinksim-stepper.embed .sidePanel, .flinksim-stepper.embed .program, .flinksim-stepper.embed .bottom, .flinksim-stepper.embed .planeTabs { display: none; }
.flinksim-stepper.embed { grid-template-rows: auto minmax(0, 1fr); padding: 2px; background: none; }
.flinksim-stepper.embed .planeView { grid-template-columns: minmax(0, 1fr); }
.flinksim-stepper.embed .jobStrip { grid-template-columns: minmax(0, 1fr) !important; }

/* the knob */
.flinksim-stepper .knob { position: absolute; left: 100px; top: 62px; width: 268px; padding: 7px 11px 6px; border-radius: 10px; background: color-mix(in srgb, var(--panel) 88%, transparent); border: 1px solid var(--line); z-index: 2; displa\
y: grid; gap: 3px; }
.flinksim-stepper.zoomed .knob { top: auto; bottom: 36px; }
.flinksim-stepper .knobHead { display: flex; gap: 8px; align-items: baseline; min-height: 24px; }
.flinksim-stepper .knobHead b, .flinksim-stepper .knobHead select { font-weight: 600; font-size: 13px; }
.flinksim-stepper .knobHead output { font-weight: 700; color: var(--wmink); }
.flinksim-widget .knobHead .small { margin-left: auto; }
.flinksim-stepper .knob input { width: 100%; margin: 0; accent-color: var(--wm); }
.flinksim-stepper .knobStats { display: flex; gap: 16px; font-size: 12.5px; color: var(--ink2); }
.flinksim-stepper .knobStats b { display: block; font-size: 20px; line-height: 1.15; color: var(--ink); }
.flinksim-stepper .knobStats span:first-child b { color: var(--fireink); }
.flinksim-stepper .knobNote { font-size: 12.5px; color: var(--fireink); }
.flinksim-stepper .knobNote:empty { display: none; }
.flinksim-stepper[data-size="narrow"] .knob { position: static; width: auto; border: 0; padding: 2px 4px; }
.flinksim-stepper[data-size="narrow"] .planePanel:has(.knob:not([hidden])) { grid-template-rows: auto minmax(0, 1fr) auto; }
.flinksim-stepper.low .knobStats { display: none; }

/* what is different */
.flinksim-stepper .changeRow { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1px 8px; width: 100%; height: 44px; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; background: none; text-align: le\
ft; padding: 3px 6px; font: 500 13px/1.3 inherit; font-family: inherit; justify-content: stretch; }
.flinksim-stepper .changeRow b { grid-column: 1 / -1; font-weight: 650; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.flinksim-stepper .changeRow span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.flinksim-stepper .changeRow s { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--ink3); text-decoration-style: dotted; }
.flinksim-stepper .knob input { appearance: none; height: 20px; background: linear-gradient(var(--line2), var(--line2)) center / 100% 4px no-repeat; }
.flinksim-stepper .knob input::-webkit-slider-thumb { appearance: none; width: 18px; height: 18px; border-radius: 50%; background: var(--wm); border: 2.5px solid var(--wmink); }
.flinksim-stepper .knob input::-moz-range-thumb { width: 14px; height: 14px; border-radius: 50%; background: var(--wm); border: 2.5px solid var(--wmink); }
.flinksim-stepper .knobStats span { white-space: nowrap; }
.flinksim-stepper .knobStats b { font-size: 17px; }
.flinksim-stepper .knobHead b { white-space: nowrap; }
.flinksim-stepper .knobHead output { white-space: nowrap; }

/* checkpoints */
.flinksim-stepper .sidePart.checkpoints { display: block; overflow: auto; }
.flinksim-stepper .sidePart.checkpoints[hidden] { display: none; }
.flinksim-stepper .checkpoint { border-bottom: 1px solid var(--line); padding-bottom: 4px; }
.flinksim-stepper .checkpoint p { margin: 0 6px 4px; font-size: 13px; color: var(--fireink); }
.flinksim-stepper .checkpointRow { display: grid; grid-template-columns: auto auto minmax(0, 1fr); gap: 8px; width: 100%; height: auto; min-height: 34px; border: 0; border-radius: 0; background: none; text-align: left; padding: 3px 6px; fon\
t-size: 13px; justify-content: stretch; align-items: baseline; }
.flinksim-stepper .checkpointRow i { font-style: normal; color: var(--paneink); }
.flinksim-stepper .checkpoint.failed .checkpointRow i { color: var(--fireink); }
.flinksim-stepper .checkpoint.inprogress .checkpointRow i { color: var(--wmink); }
.flinksim-stepper .checkpointRow span { text-align: right; color: var(--ink2); white-space: normal; }
.flinksim-stepper .checkpoint .part { padding: 2px 6px 3px 16px; font-size: 12.5px; }
.flinksim-stepper .checkpoint .part small { float: right; color: var(--ink2); }
.flinksim-stepper .gantt { clear: both; display: flex; height: 7px; border-radius: 3px; background: var(--line); overflow: hidden; }
.flinksim-stepper .gantt u { height: 100%; }
.flinksim-stepper .gantt .start_delay { background: var(--ink3); }
.flinksim-stepper .gantt .alignment { background: var(--wm); }
.flinksim-stepper .gantt .sync { background: var(--fire); }
.flinksim-stepper .gantt .async_time { background: var(--data); }
.flinksim-stepper:not(:has(.hasCheckpoints)) [data-show-tab="checkpoints"] { display: none; }

/* predict */
.flinksim-stepper { grid-template-rows: auto auto minmax(0, 1fr) auto; }
.flinksim-stepper:has(.predict:not([hidden])) { grid-template-rows: auto auto auto minmax(0, 1fr) auto; }
.flinksim-stepper .predict { padding: 8px 14px 10px; border: 2px solid var(--focus); }
.flinksim-stepper .predictHead { display: flex; gap: 10px; align-items: center; }
.flinksim-stepper .predictHead small { color: var(--ink2); }
.flinksim-stepper .predict p { margin: 4px 0 6px; }
.flinksim-stepper .asksWhat { font-size: 16px; font-weight: 600; }
.flinksim-stepper .isRight b { color: var(--paneink); }
.flinksim-stepper .isWrong b { color: var(--fireink); }
.flinksim-stepper .choices { display: flex; flex-wrap: wrap; gap: 6px; }
.flinksim-widget .choices button { height: auto; min-height: 34px; padding: 6px 12px; white-space: normal; text-align: left; line-height: 1.25; }
.flinksim-stepper.asks .say p, .flinksim-stepper.asks .where .badge { visibility: hidden; }

/* menus */
.flinksim-stepper .marks h3, .flinksim-stepper .marks p { margin: 0; }
.flinksim-stepper .keysList { display: grid; grid-template-columns: auto 1fr; gap: 3px 14px; margin: 0; }
.flinksim-stepper .keysList dt { font-weight: 650; white-space: nowrap; }
.flinksim-stepper .keysList dd { margin: 0; }

/* the sentence keeps its room, so that nothing jumps from moment to moment */
.flinksim-stepper[data-size="wide"] .say p { min-height: 3.75em; max-height: 3.75em; }
.flinksim-stepper[data-size="wide"].hall .say p { min-height: 2.5em; max-height: 5em; }
.flinksim-stepper[data-size="wide"] .say.failed p { max-height: none; }
.flinksim-stepper:not(:has(.compares)) [data-show-tab="changes"] { display: none; }
.flinksim-stepper.embed .planeView { grid-template-rows: auto minmax(0, 1fr); }
.flinksim-stepper[data-size="narrow"] .under { font-size: 0; gap: 4px; }
.flinksim-stepper[data-size="narrow"] .under select { width: 82px; }
.flinksim-stepper[data-size="narrow"] .under button { padding: 0 7px; }
.flinksim-stepper[data-size="narrow"] .under [data-act="marks"], .flinksim-stepper[data-size="narrow"] .under [data-act="help"], .flinksim-stepper[data-size="narrow"] .under .words summary { display: none; }
.flinksim-stepper .program em { right: 0; padding-right: 10px; }
.flinksim-stepper[data-size="narrow"] .knobStats { display: none; }
.flinksim-stepper[data-size="narrow"] .planePanel:has(.knob:not([hidden])) .planeZoom { bottom: 96px; }
`;var yo=`/* header */
.flinksim-stepper .legendPane { fill: var(--panesoft); stroke: var(--pane); stroke-width: 1.6; }
.flinksim-stepper .clock { background: var(--panel); border: 1px solid var(--line); border-radius: 9px; padding: 5px 11px; color: var(--ink2); white-space: nowrap; }
.flinksim-stepper .clock b { color: var(--ink); font-weight: 650; margin-left: 6px; }

/* the stage: sentence, controls and picture are always in sight; what does not fit scrolls in the middle */
.flinksim-stepper { height: var(--stage-height, clamp(430px, calc(100vh - 200px), 780px)); grid-template-rows: auto auto minmax(0, 1fr) auto; grid-template-columns: minmax(0, 1fr); gap: 7px; padding: 8px 10px 9px; }
.flinksim-stepper header { min-height: 32px; gap: 10px; }
.flinksim-stepper .brand { font-size: 16px; }
.flinksim-stepper .crumb { flex: 1 1 0; min-width: 0; }
.flinksim-stepper header button { height: 30px; }
.flinksim-stepper header [data-act="copy"] { font-size: 13px; font-weight: 550; white-space: nowrap; }
.flinksim-stepper .middle { min-height: 0; overflow: hidden auto; display: grid; grid-template-columns: minmax(0, 1fr); grid-auto-rows: max-content; gap: 7px; align-content: start; scrollbar-width: thin; border-radius: 12px; }
.flinksim-stepper[data-shown="plane"] .middle { overflow: hidden; grid-auto-rows: minmax(0, 1fr); }
.flinksim-stepper .story { display: flex; gap: 14px; align-items: center; padding: 7px 12px 7px 14px; border-left: 5px solid var(--accent, var(--line2)); overflow: visible; }
.flinksim-stepper .say { flex: 1; min-width: 0; }
.flinksim-stepper[data-tells="late"], .flinksim-stepper[data-tells="failure"], .flinksim-stepper[data-tells="firing"] { --accent: var(--fire); }
.flinksim-stepper[data-tells="minimum"], .flinksim-stepper[data-tells="idle"] { --accent: var(--wm); }
.flinksim-stepper[data-tells="fill"], .flinksim-stepper[data-tells="read"] { --accent: var(--data); }
.flinksim-stepper[data-tells="merge"], .flinksim-stepper[data-tells="state"] { --accent: var(--pane); }
.flinksim-stepper .where { display: flex; gap: 10px; align-items: baseline; min-height: 20px; font-size: 13.5px; color: var(--ink2); white-space: nowrap; overflow: hidden; }
.flinksim-stepper .question { font-weight: 700; color: var(--ink); overflow: hidden; text-overflow: ellipsis; }
.flinksim-stepper .question:empty { display: none; }
.flinksim-stepper .controls { flex: none; text-align: right; }
.flinksim-stepper .bottom { padding: 5px 12px 6px; overflow: visible; }
.flinksim-stepper .under { display: flex; align-items: center; gap: 10px; margin-top: 4px; font-size: 13px; color: var(--ink2); min-height: 26px; }
.flinksim-stepper .under button, .flinksim-stepper select { height: 26px; min-width: 0; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; border: 1px solid var(--line2); background: var(--btn); color: var(--ink); padding: \
0 7px; }
.flinksim-stepper .under .legend { margin-left: 8px; gap: 12px; font-size: 12.5px; white-space: nowrap; overflow: hidden; }
.flinksim-stepper .under .legend span::before { content: ""; width: 9px; height: 9px; border-radius: 2px; background: var(--data); margin-right: 1px; }
.flinksim-stepper .under .legend .wm::before { background: var(--wm); }
.flinksim-stepper .under .legend .fire::before { background: var(--fire); }
.flinksim-stepper .under .legend .tm::before { display: none; }
.flinksim-stepper .under .words { margin-left: auto; position: relative; padding: 0; flex: none; }
.flinksim-stepper .words pre { position: absolute; right: 0; bottom: 26px; width: min(620px, 84vw); max-height: 50vh; overflow: auto; padding: 10px 12px; background: var(--panel); border: 1px solid var(--line2); border-radius: 10px; box-sha\
dow: var(--shadow); z-index: 5; }
.flinksim-stepper [hidden] { display: none !important; }
.flinksim-stepper[data-size="middle"] .brand span, .flinksim-stepper[data-size="narrow"] .brand span, .flinksim-stepper[data-size="middle"] .clock span, .flinksim-stepper[data-size="narrow"] .clock span { display: none; }
.flinksim-stepper[data-size="middle"] .say p { font-size: 16px; }
.flinksim-stepper[data-size="middle"] .bar { gap: 4px; }
.flinksim-stepper[data-size="middle"] .bar button { min-width: 34px; padding: 0 7px; }
.flinksim-stepper[data-size="middle"] .bar .primary { min-width: 76px; }
.flinksim-stepper[data-size="middle"] .count small { display: none; }
.flinksim-stepper[data-size="narrow"] .under .legend { display: none; }
.flinksim-stepper[data-size="narrow"] .story { display: block; padding: 8px 10px; }
.flinksim-stepper[data-size="narrow"] .controls { text-align: left; display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: center; margin-top: 6px; }
.flinksim-stepper[data-size="narrow"] .count { text-align: left; white-space: normal; }
.flinksim-stepper[data-size="narrow"] .count small { display: none; }
.flinksim-stepper[data-size="narrow"] .bar { width: 100%; justify-content: flex-start; }
.flinksim-stepper[data-size="narrow"] .bar button { height: 44px; flex: 1; min-width: 0; }
.flinksim-stepper[data-size="narrow"] .bar .primary { flex: 1.8; }
.flinksim-stepper[data-size="narrow"] .words summary span { display: none; }
.flinksim-stepper[data-size="narrow"] .under button { flex: none; min-width: 34px; }
.flinksim-stepper[data-size="narrow"] .under label { white-space: nowrap; }
.flinksim-stepper[data-size="narrow"] header .views { order: 9; flex: 1 0 100%; }
.flinksim-stepper[data-size="narrow"] header .views button { flex: 1; padding: 0 4px; font-size: 13.5px; }
.flinksim-stepper[data-size="narrow"] .clock { margin-left: auto; }

/* panels */
.flinksim-stepper .jobPanel svg { width: 100%; height: auto; min-width: 860px; }
.flinksim-stepper .jobPanel { padding: 2px 8px; overflow: auto; max-height: 560px; }
.flinksim-stepper .panels { display: grid; gap: 8px; grid-template-columns: minmax(0, 386fr) minmax(0, 270fr) minmax(0, 590fr); }
.flinksim-stepper .panels:not(.networkPanels) { display: flex; flex-wrap: wrap; }
.flinksim-stepper .valvePanel { flex: 386 1 260px; max-width: 620px; }
.flinksim-stepper .timersPanel { flex: 270 1 210px; }
.flinksim-stepper .panesPanel { flex: 590 1 380px; }
.flinksim-stepper[data-size="narrow"] .panels .panel { flex: 1 1 100%; }
.flinksim-stepper .panels .panel { padding: 9px 13px 10px; }
.flinksim-stepper[data-size="middle"] .panels { grid-template-columns: minmax(0, 386fr) minmax(0, 290fr); }
.flinksim-stepper[data-size="narrow"] .panels { grid-template-columns: minmax(0, 1fr); }
.flinksim-stepper[data-size="middle"] .legend, .flinksim-stepper[data-size="narrow"] .legend { display: none; }
.flinksim-stepper .timersPanel h3 small { margin-left: auto; }
.flinksim-stepper .small { flex: none; margin-left: auto; height: 22px !important; min-width: 0 !important; padding: 0 8px !important; font-size: 12.5px !important; border-radius: 7px !important; }

.flinksim-stepper svg .onWatermark { fill: #14202e; }
.flinksim-stepper svg .grid { stroke: var(--line); stroke-width: 1; }

/* elements */
.flinksim-stepper .record { fill: var(--data); stroke: var(--panel); stroke-width: 1.4; }
.flinksim-stepper .watermark { fill: var(--wm); stroke: var(--wmink); stroke-width: 1.2; }
.flinksim-stepper svg .flag { font-size: 11px; font-weight: 750; fill: #14202e; }
.flinksim-stepper .mark { fill: var(--ink3); }

/* channels */
.flinksim-stepper .wire { fill: none; stroke: var(--line2); stroke-width: 1.4; stroke-dasharray: 1.5 4; stroke-linecap: round; }
.flinksim-stepper .wire.near { stroke-width: 2; stroke-dasharray: none; }
.flinksim-stepper .wire.idle { stroke-dasharray: 5 5; }
.flinksim-stepper .wire.data { stroke: var(--data); stroke-width: 3; stroke-dasharray: none; }
.flinksim-stepper .wire.wm { stroke: var(--wm); stroke-width: 3.4; stroke-dasharray: none; }
.flinksim-stepper .wire.buf { stroke: var(--bufline); stroke-width: 2.6; stroke-dasharray: none; }
.flinksim-stepper .card { fill: var(--panel); stroke: var(--line2); stroke-width: 1.3; }
.flinksim-stepper .card.wm { stroke: var(--wm); stroke-width: 2.4; }
.flinksim-stepper .card.data { stroke: var(--data); stroke-width: 2.2; }
.flinksim-stepper .card.buf { stroke: var(--bufline); stroke-width: 2.2; }
.flinksim-stepper .chip { fill: var(--panel); stroke: var(--line2); }
.flinksim-stepper .pip { stroke: var(--bufline); stroke-width: 1.5; }
.flinksim-stepper .pip.full { fill: var(--bufline); }
.flinksim-stepper .pip.wired { fill: var(--buf); fill-opacity: .35; stroke-dasharray: 2 2; }
.flinksim-stepper .pip.got { fill: var(--buf); }
.flinksim-stepper .pip.free { fill: var(--panel); }

/* tasks */
.flinksim-stepper .task { cursor: pointer; outline: none; }
.flinksim-stepper .task .box { fill: var(--soft); stroke: var(--line2); stroke-width: 1.4; }
.flinksim-stepper .task:hover .box { stroke: var(--ink3); }
.flinksim-stepper .task.idle .box, .flinksim-stepper .task.off .box { stroke-dasharray: 5 4; }
.flinksim-stepper .task.selected .box { stroke: var(--focus); stroke-width: 2.2; }
.flinksim-stepper .task.running .box { fill: var(--focusbg); stroke: var(--focus); stroke-width: 2.6; }
.flinksim-stepper .task.blocked .box, .flinksim-stepper .task.failed .box { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.4; }
.flinksim-stepper .task:focus-visible .box { stroke: var(--focus); stroke-width: 4; }
.flinksim-stepper .task .badge { fill: var(--focus); }
.flinksim-stepper .task.blocked .badge, .flinksim-stepper .task.failed .badge { fill: var(--badge); }
.flinksim-stepper svg .badgeText { fill: var(--onfocus); font-size: 12.5px; font-weight: 650; }
.flinksim-stepper .pill { fill: var(--panel); stroke: var(--line2); stroke-width: 1.2; }
.flinksim-stepper .pill.current { stroke: var(--fire); stroke-width: 2.4; }
.flinksim-stepper .joint { stroke: var(--ink3); stroke-width: 2.4; }
.flinksim-stepper .mail { fill: var(--pane); stroke: var(--pane); stroke-width: 1.2; }
.flinksim-stepper .mail.none { fill: none; stroke: var(--line2); }

/* valve */
.flinksim-stepper .track { fill: var(--soft); stroke: var(--line); }
.flinksim-stepper .row .bar { fill: var(--wmsoft); stroke: var(--wmink); stroke-width: 1.2; }
.flinksim-stepper .row.holds .bar { fill: var(--wm); stroke-width: 1.8; }
.flinksim-stepper .row.behind .bar { fill: var(--soft); stroke-dasharray: 4 3; }
.flinksim-stepper .row.idle .hatch { fill: var(--hatch); }
.flinksim-stepper svg .row.idle text, .flinksim-stepper svg .row.behind text { fill: var(--ink2); }
.flinksim-stepper svg .row.holds .in { fill: #14202e; font-weight: 700; }
.flinksim-stepper svg .row.current .strong { fill: var(--fireink); }
.flinksim-stepper .feed { stroke: var(--line2); stroke-width: 2.4; }
.flinksim-stepper .feed.holds { stroke: var(--wm); stroke-width: 4.5; }
.flinksim-stepper .feed.off { stroke-dasharray: 2 5; }
.flinksim-stepper .funnel { fill: var(--wmsoft); stroke: var(--wmink); stroke-width: 1.8; stroke-linejoin: round; }
.flinksim-stepper svg .funnelText { font-size: 17px; font-weight: 700; fill: var(--wmink); }
.flinksim-stepper svg .funnelNote { fill: var(--wmink); font-size: 12px; }
.flinksim-stepper .result { fill: var(--wm); stroke: var(--wmink); stroke-width: 1.3; }
.flinksim-stepper .result.idle { fill: var(--hatch); stroke: var(--ink3); }
.flinksim-stepper .result.current { stroke: var(--fire); stroke-width: 3; }

/* timers */
.flinksim-stepper .timersPanel > [data-part="timers"] { height: 218px; overflow: hidden auto; scrollbar-width: thin; }
.flinksim-stepper .timer .entry { fill: var(--soft); stroke: var(--line2); }
.flinksim-stepper .timer .mark { fill: var(--panel); stroke: var(--tm); stroke-width: 1.5; }
.flinksim-stepper .timer.due .entry { fill: var(--tmsoft); stroke: var(--tm); stroke-width: 1.4; }
.flinksim-stepper .timer.due .mark, .flinksim-stepper .timer.fires .mark { fill: var(--tmfill); }
.flinksim-stepper .timer.fires .entry { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.2; }
.flinksim-stepper .timer.new .entry { stroke: var(--fire); stroke-width: 2; }
.flinksim-stepper svg .timer.due .word { fill: var(--tm); font-weight: 650; }
.flinksim-stepper svg .timer.fires .word, .flinksim-stepper svg .timer.new .word { fill: var(--fireink); font-weight: 700; }
.flinksim-stepper .divider { stroke: var(--wm); stroke-width: 2.6; }
.flinksim-stepper .dividerChip { fill: var(--wm); }

/* panes */
.flinksim-stepper .hatching { stroke: var(--hatch); stroke-width: 1.6; opacity: .55; }
.flinksim-stepper .pane .box { fill: var(--panesoft); stroke: var(--pane); stroke-width: 1.7; }
.flinksim-stepper svg .pane .word, .flinksim-stepper svg .pane .count { fill: var(--paneink); }
.flinksim-stepper .pane.assigned .box { stroke-width: 3; }
.flinksim-stepper .pane.due .box { stroke: var(--tm); stroke-width: 2; }
.flinksim-stepper svg .pane.due .word { fill: var(--tm); font-weight: 650; }
.flinksim-stepper .pane.fires .box { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2.8; }
.flinksim-stepper svg .pane.fires .word, .flinksim-stepper svg .pane.fires .count { fill: var(--fireink); font-weight: 700; }
.flinksim-stepper .pane.gone .box, .flinksim-stepper .pane.purged .box { fill: var(--soft); stroke: var(--line2); stroke-dasharray: 4 3; stroke-width: 1.3; }
.flinksim-stepper svg .pane.gone .word, .flinksim-stepper svg .pane.gone .count, .flinksim-stepper svg .pane.purged .word, .flinksim-stepper svg .pane.purged .count { fill: var(--ink3); }
.flinksim-stepper .pane.gone .record { fill: var(--ink3); opacity: .6; }
.flinksim-stepper .watermarkLine { stroke: var(--wm); stroke-width: 3.4; }
.flinksim-stepper .flagBox { fill: var(--wm); stroke: var(--wmink); }
.flinksim-stepper .flagBox.none { fill: var(--wmsoft); }
.flinksim-stepper[data-theme="dark"] .flagBox.none + .onWatermark { fill: var(--wmink); }

/* call stack and sentence */
.flinksim-stepper .stack { display: flex; align-items: center; height: 54px; padding: 0 0 0 14px; }
.flinksim-stepper .stack > b { font-weight: 650; line-height: 1.15; margin-right: 12px; }
.flinksim-stepper .frames { display: flex; align-items: center; overflow: auto hidden; flex: 1; height: 100%; padding-right: 12px; white-space: nowrap; scrollbar-width: thin; outline-offset: -2px; mask-image: linear-gradient(to right, trans\
parent, #000 22px); padding-left: 16px; }
.flinksim-stepper .frame { padding: 2px 9px 4px; border-radius: 8px; background: var(--soft); border: 1px solid var(--line); display: flex; flex-direction: column; line-height: 1.24; font-family: ui-monospace, "SF Mono", Menlo, Consolas, "D\
ejaVu Sans Mono", monospace; }
.flinksim-stepper .frame i { font-style: normal; font-size: 12px; color: var(--ink2); max-width: 25ch; overflow: hidden; text-overflow: ellipsis; }
.flinksim-stepper .frame b { font-weight: 600; font-size: 13px; max-width: 24ch; overflow: hidden; text-overflow: ellipsis; }
.flinksim-stepper .frame:last-child { background: var(--firesoft); border-color: var(--fire); box-shadow: inset 0 0 0 1px var(--fire); }
.flinksim-stepper .frame:last-child b { font-weight: 700; }
.flinksim-stepper .then { font-style: normal; color: var(--ink3); margin: 0 5px; font-size: 16px; }
.flinksim-stepper .none { color: var(--ink3); }
.flinksim-stepper .say p { margin: 1px 0 0; min-height: 2.5em; font-size: 18px; line-height: 1.25; max-height: 6.25em; overflow: auto; scrollbar-width: thin; overflow-wrap: anywhere; }
.flinksim-stepper[data-size="narrow"] .say p { font-size: 16px; min-height: 3.75em; max-height: 8.75em; }
.flinksim-stepper .say .badge { font-weight: 600; }
.flinksim-stepper .say b { font-weight: 680; }
.flinksim-stepper .say .watermark { color: var(--wmink); }
.flinksim-stepper .say .firing { color: var(--fireink); }
.flinksim-stepper .say .timer { color: var(--tm); }
.flinksim-stepper .say .record { color: var(--data); }
.flinksim-stepper .say .pane { color: var(--paneink); }
.flinksim-stepper .say .buffer { color: var(--bufline); }
.flinksim-stepper .say .short { font-weight: 600; }
.flinksim-stepper .story:has(.failed) { --accent: var(--fire); max-height: 40vh; overflow: auto; }
.flinksim-stepper .say.failed p { white-space: pre-line; max-height: none; }
.flinksim-stepper .failure { margin: 0; padding: 5px 0 0; display: flex; flex-wrap: wrap; gap: 2px 20px; font-size: 13.5px; }
.flinksim-stepper .failure[hidden] { display: none; }
.flinksim-stepper .failure div { display: flex; gap: 8px; }
.flinksim-stepper .failure dt { color: var(--ink3); white-space: nowrap; }
.flinksim-stepper .failure dd { margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }

/* controls */
.flinksim-stepper .bar { display: flex; align-items: center; gap: 7px; justify-content: flex-end; }
.flinksim-stepper .count { font-size: 13px; color: var(--ink2); line-height: 1.2; margin-top: 4px; white-space: nowrap; }
.flinksim-stepper .count b { color: var(--ink); }
.flinksim-stepper .count small { font-size: 12.5px; color: var(--ink3); margin-left: 8px; }
.flinksim-stepper .strip { position: relative; height: 46px; }
.flinksim-stepper .strip canvas { position: absolute; inset: 0; width: 100%; border-radius: 4px; }
.flinksim-stepper .strip input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: ew-resize; }
.flinksim-stepper .strip:has(input:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
`;var xo=`${At}${yo}${fo}${bo}${wo}`,Er='<button type="button" data-act="follow" class="small" hidden>follow the run</button>',Td=`
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`,vo="event time|network|whole run",So=`
<header role="group" aria-label="The run">
  <div class="brand">${Li}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${we.map(t=>`<button type="button" role="radio" data-view="${t}">${t[0].toUpperCase()}${t.slice(1)}</button>`).join("")}
  </div>
  <div class="clock"><span>processing time</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="Copy a link to just this">copy link</button>
  ${ie("hall","Hall mode","Larger, for a hall (h)","hall")}
  ${ie("theme","Light or dark","Light or dark","◐")}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span>
      <button type="button" class="focusChip" data-act="unfocus" data-part="focus" title="Follow nothing any more (Escape)" hidden></button></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${ie("first","First","To the beginning (Home)",he("first"))}
      ${ie("back","Back","Back (←)",he("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
      ${ie("next","Next","Next (→)",he("next"))}
      ${ie("last","Last","To the end (End)",he("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel predict" data-part="predict" aria-label="Predict" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="What of it to look at">
      ${["plane","job",...dt].map(t=>`<button type="button" role="tab" data-show-tab="${t}">${t}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="The job">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="The program" hidden></div>
    </section>
    <section class="panel planePanel" data-part="plane" aria-label="The plane"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${vo}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3 aria-level="2">Watermarks <small data-part="task"></small>
      ${Er}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">Timers <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">Window panes <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${Td}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">Channels <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${go([["full","buffer"],["exclusive","empty"],["floating","floating"],["credit","credit"]])}</span>
      ${Er}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">Metrics
      <input type="search" data-part="filter" placeholder="filter: busy, Usage, a task …" aria-label="Filter the metrics">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="Only what has changed">changed</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="Metrics"></div></section>
  </div>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">Whole run <small data-part="plotTask"></small>
    ${Er}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${vo}"><b>Call<br>stack</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="Call stack"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
  <div class="under">
    <label>step by <select data-part="grain" aria-label="Step by">
      ${ve.map(t=>`<option value="${t}" title="${pr[t]}">${t}</option>`).join("")}
    </select></label>
    <button type="button" data-act="speed" title="Speed of play"><span data-part="speed"></span></button>
    ${ie("predict","Predict","Be asked before the next decision (p)","predict")}
    ${ie("follow-here","Follow","Follow what the moment is about, or the mouse is on (f)","follow")}
    <button type="button" data-act="marks" aria-expanded="false" title="Bookmarks with notes (b marks)">marks</button>
    <button type="button" data-act="save" aria-expanded="false" title="Save the picture or the story">save</button>
    ${ie("help","Keys","What the keys do (?)","?")}
    <details class="words"><summary>in words</summary><pre data-part="words"></pre></details>
  </div>
  <div class="marks" data-part="menu" hidden></div>
</section>`;var Cd=[93,177,255],$d=[238,100,100],Md=[136,136,136];function mt(t,e,n){let r=t.tasks.get(e),s=t.clock.at(n),i=a=>Yn(r,a,n,s)/1e3,o={busy:i("busy"),idle:i("idle"),backpressured:i("soft")+i("hard")};return o.busy+o.idle+o.backpressured>0?o:
null}function Co({busy:t,backpressured:e}){let[n,r,s]=To(To(Cd,$d,t),Md,e);return`rgb(${n} ${r} ${s})`}function To(t,e,n){let r=s=>Math.round(t[s]+(e[s]-t[s])*n);return[r(0),r(1),r(2)]}function Ce(t,e=!1){return[[e?"backpr.":"backpressured",
t.backpressured],["busy",t.busy],["idle",t.idle]].filter(([,s])=>s>=.005).sort(([,s],[,i])=>i-s).map(([s,i])=>`${s} ${We(i)}`).join(e?" · ":", ")}function We(t){return`${Math.round(100*t)} %`}function $o(t,e,n,r,s,i){let o=e,a="";for(let l of[
"backpressured","busy","idle"]){let p=r*t[l];p<.4||(a+=C(o,n,p,s,`load ${l}`,0),l==="backpressured"&&(a+=C(o,n,p,s,"load",0).replace("/>",` fill="url(#${i})"/>`)),o+=p)}return a}function bn(t){return`<defs><pattern id="${t}" width="6" heigh\
t="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`}var Eo=52,Ed=20;function ht(t,e,n){if(e.local)return"";let r=t.lookup.connectionOf(e).find(i=>wn(t,i)?.stops_reading);return r?r.id===e.id?"no buffer: not read":n.on_wire>0||n.queued>0?`held up by ${Rd(t,r)}`:"":!(e.initial_credit===0)&&n.credit===
0&&n.queued>0?"no credit":""}function Rd(t,e){return`ch ${e.index} of ${t.labels.name(e.target)}`}function wn(t,e){return t.scene.view.channels.get(e.id)}function Ro(t,e){let n=t.lookup.subtasks.get(t.task),r=t.scene.view.tasks.get(t.task);
if(!n||!r)return"";let i=t.lookup.inputsOf(t.task).filter(({local:m})=>!m).reduce((m,h)=>m+(wn(t,h)?.exclusive??0),0),o=n.exclusive_buffers-i,a=n.floating_buffers-r.floating_free,l=n.exclusive_buffers+n.floating_buffers,p=[];if(l>0){let m=`\
: ${o}/${n.exclusive_buffers} exclusive, ${a}/${n.floating_buffers} floating`,h=`${o+a} of ${l}${n.exclusive_buffers>0?m:""}`;p.push(["in pool",(o+a)/l,h])}if(n.output_buffers>0){let m=r.output_in_use,h=m>n.output_buffers?` (${m-n.output_buffers}\
 overdraft)`:"";p.push(["out pool",m/n.output_buffers,`${m} of ${n.output_buffers}${h}`])}let d="",u=0;for(let[m,h,f]of p){d+=y(u,14,m,"t3 strong");let g=u+x(m,"strong")+8;d+=ct(g,14,64,h,f,h>=1?"used":""),u=g+ko(64,f)+26}let c=p.map(([m,h,
f])=>`${m} ${We(h)}, ${f}`).join("; ");return F(e,20,c||"no network buffers",d)}function Ao(t,e){let n=t.lookup.inputsOf(t.task),r=t.lookup.outputsOf(t.task),s=[...n.map(c=>[c,"in"]),...r.map(c=>[c,"out"])],i=Ad(t,s);if(i.length===0){let c=t.
position===0?"Nothing runs yet.":"This task is chained to no other: it has no channels.";return F(e,120,c,y(e/2,60,c,"t2","middle"))}let o=N(e*.2,92,190),a=e-o,l={sender:o,wire:o+a*.32,receiver:o+a*.53,width:e},p=Ed,d=Od(l),u=[];for(let[c,m]of i){
let h=wn(t,c);h&&(d+=Pd(t,c,h,m,p,l),u.push(yn(t,c,h)),p+=Eo)}return i.length<s.length&&(d+=y(e/2,p+14,`and ${s.length-i.length} more channels`,"t3","middle"),p+=24),F(e,p+2,u.join("; "),d)}var Mo=14;function Ad(t,e){if(e.length<=Mo)return e;
let n=([i])=>{let o=wn(t,i);return t.fact&&"channel"in t.fact&&t.fact.channel===i.id?0:o?ht(t,i,o)?1:o.queued+o.on_wire+o.received>0?2:3:3},r=new Map(e.map(i=>[i,n(i)])),s=new Set([...e].sort((i,o)=>r.get(i)-r.get(o)).slice(0,Mo));return e.
filter(i=>s.has(i))}function Od({sender:t,wire:e,receiver:n,width:r}){return[[(t+e)/2,e-t-8,"at the sender"],[(e+n)/2,n-e-8,"on the wire"],[(n+r)/2,r-n-8,"at the receiver"]].map(([i,o,a])=>y(i,13,I(a,o,"t3"),"t3 head","middle")).join("")}function Pd(t,e,n,r,s,i){
let o=t.fact&&"channel"in t.fact&&t.fact.channel===e.id,a=ht(t,e,n),l=`<title>${b(yn(t,e,n))}</title>`,d=`<g class="${`lane ${o?"current":""} ${a?"hindered":""}`}" data-channel="${b(e.id)}">${l}`;d+=C(.8,s+1,i.width-1.6,Eo-5,"laneBox",8);let u=t.
labels.name(r==="in"?e.source:e.target),c=r==="in"?`ch ${e.index} from`:`to ch ${e.index} of`;return d+=y(10,s+20,c,"t2 strong"),d+=y(10,s+38,se(u,i.sender-18,"t3"),"t3"),d+=Ld(n,e,s,i),e.local?d+=Nd(s,i):e.initial_credit===0?d+=Wd(n,a,s,i):
d+=_d(t,e,n,a,s,i),`${d}</g>`}function Ld(t,e,n,r){let s=n+6,i=Te(t.queued,"full",r.wire-8,s,r.wire-r.sender-18,!0);if(e.local)return i+=Rr(r.wire,r.receiver-6,s+7,"flow local"),i+y(r.receiver+6,s+11,"reads them where they are","t3");i+=Rr(
r.wire,r.receiver-6,s+7,"flow");let o=r.receiver-r.wire-22,a=Math.min(t.on_wire*14,o);if(t.on_wire>0){let l=(r.wire+r.receiver-14)/2-a/2;i+=C(l-3,s-2,a+4,17,"onWire",3),i+=Te(t.on_wire,"wired",l,s,o)}return i+Te(t.received,"got",r.receiver+
6,s,r.width-r.receiver-18)}function Rr(t,e,n,r){let s=e>t?-6:6;return j(t,n,e,n,r)+`<path d="M${e+s} ${n-4}L${e} ${n}L${e+s} ${n+4}" class="${r} tip"/>`}function _d(t,e,n,r,s,i){let o=s+27,a="";if(r)a+=Oo(i.wire-8,o,r);else if(n.credit===0)
a+=y(i.wire-8,o+11,"credit 0","t3","end");else{a+=Te(n.credit,"credit",i.wire-8,o,i.wire-i.sender-64,!0);let l=Math.min(n.credit*14,i.wire-i.sender-64);a+=y(i.wire-12-l,o+11,"credit","t3","end")}if(a+=Rr(i.receiver-6,i.wire,o+7,"flow back"),
n.credit_under_way>0){let l=i.receiver-i.wire-22,p=Math.min(n.credit_under_way*14,l),d=(i.wire+i.receiver-14)/2-p/2;a+=C(d-3,o-1,p+4,15,"onWire",3),a+=Te(n.credit_under_way,"wiredCredit",d,o,l)}return a+Id(t,e,n,o,i)}function Id(t,e,n,r,s){
let i=s.width-10,o=s.receiver+6,a="";for(let[c,m]of[[n.exclusive,"exclusive"],[n.floating,"floating"]])a+=Te(c,m,o,r,84),o+=Math.min(c,6)*14;n.exclusive+n.floating===0&&(a+=y(o,r+11,"none empty","t3"),o+=x("none empty","t3")),n.unannounced>
0&&(o+=8,a+=Se(o,r,"untold")+y(o+15,r+11,`${n.unannounced} untold`,"t3"),o+=15+x(`${n.unannounced} untold`,"t3"));let l=t.scene.backlogs.get(e.id)??0,p=n.waiting?`waits for ${n.required-n.exclusive-n.floating}`:`wants ${n.required}`,u=[`bac\
klog ${l} · ${p}`,p,""].find(c=>x(c,"t3")<i-o-8)??"";return a+y(i,r+11,u,`t3 ${n.waiting?"waits":""}`,"end")}function Nd(t,e){let n=I("local: no credit needed",e.width-e.receiver-14,"t3");return y(e.receiver+6,t+38,n,"t3")}function Wd(t,e,n,r){
let s=n+27,i=y(r.wire-8,s+11,"sends without asking","t3","end");if(!e)return i;let o=(r.wire+r.receiver)/2+6,a=t.stops_reading?`<path d="M${o-6} ${n+7}l12 12m0 -12l-12 12" class="stop"/>`:"",l=I(e,r.width-r.receiver-34,"strong");return i+a+
Oo(r.receiver+14+x(l,"strong")+8,s,l)}function Oo(t,e,n){let r=x(n,"strong")+16;return C(t-r,e-3,r,19,"hinderBadge",9)+y(t-r/2,e+11,n,"badgeText","middle")}function yn(t,e,n){let{labels:r}=t,s=`channel ${e.index} from ${r.name(e.source)} to\
 ${r.name(e.target)}`;if(e.local)return`${s}: local, ${n.queued} buffers queued`;let i=`${n.queued} buffers queued, ${n.on_wire} on the wire, ${n.received} received`,o=ht(t,e,n),a=o?`, ${o}`:"";return e.initial_credit===0?`${s}: ${i}, witho\
ut credits${a}`:`${s}: ${i}, credit ${n.credit}, ${n.credit_under_way} under way, ${n.unannounced} not announced; backlog ${t.scene.backlogs.get(e.id)??0}; empty: ${n.exclusive} exclusive, ${n.floating} floating of ${n.required} wanted${n.waiting?
", waits for a floating one":""}${a}`}function Lo(t,e){let n=new Map(t.trace.plan?.channels.map(s=>[s.id,s])),r=n.size>0?No(t,e):null;return{operator(s){let[i,o]=s.slice(1).split("/");for(let a of t.trace.plan?.vertices??[]){let l=a.operators.findIndex(d=>String(d.node)===i),p=l<
0?void 0:e.boxes.get(`${a.id}/${o}`);if(p)return{x:p.x+p.width*(l+.5)/a.operators.length,y:p.y+p.height*.5}}return null},channel(s,i){let o=n.get(s);if(!o)return null;let a=r?.get(s);return a?{curve:i==="in"?a.end:a.start,low:0,high:1}:Xt(Io(
t,e,o),i)}}}function _o(t,e,n){let r=Io(t,e,n),s=t.scene.view.channels.get(n.id),i=(t.trace.plan?.channels.length??0)>24,a=(s?t.lookup.waiting(n.id,s,i?1:3):[]).map((p,d)=>{let[u,c]=Z(r,.93-.08*d);return Vo(t,p,u,c,4)}),l=`wire ${ft(t,n.id)}\
 ${s?.idle?"idle":""}`;return`<path d="${de(...r)}" class="${l}"/>${a.join("")}`}function Io(t,e,n){let r=e.boxes.get(n.source),s=e.boxes.get(n.target),i=t.lookup.inputsOf(n.target),o=(i.indexOf(n)+1)/(i.length+1);return[r.x+r.width,r.y+r.height/
2,s.x,s.y+s.height*o]}var Po=9;function No(t,e){let n=t.lookup.inputsOf(t.task),r=e.boxes.get(t.task),s=new Map;if(!r||n.length===0)return s;let i=Fd(t,n),o=N((e.height-34)/i.length,13,34),a=N(e.gap-124,112,190),l=r.x-74-a,p=Math.min(26,o-3),
d=o*i.length,u=N(r.y+r.height/2-d/2,26,Math.max(26,e.height-d-6));return i.forEach((c,m)=>{let h=e.boxes.get(c.source),f=u+o*(m+.5),g=r.y+r.height*(m+1)/(i.length+1);s.set(c.id,{channel:c,x:l,y:f-p/2,width:a,height:p,start:[h.x+h.width,h.y+
h.height/2,l,f],end:[l+a,f,r.x,g]})}),s}function Fd(t,e){if(e.length<=Po)return e;let n=({id:s})=>{let i=t.scene.view.channels.get(s);return t.fact&&"channel"in t.fact&&t.fact.channel===s?0:i?.holds&&i.aligned&&!i.idle?1:i&&i.written>i.read?
2:3},r=new Set([...e].sort((s,i)=>n(s)-n(i)||s.index-i.index).slice(0,Po-1));return e.filter(s=>r.has(s))}function Wo(t,e){let n=[...No(t,e).values()],[r]=n;if(!r)return"";let s=e.boxes.get(t.task),i=[Vd(s.x-8,r.y-6)];for(let{channel:l,x:p,
y:d,width:u,height:c,start:m,end:h}of n){let f=t.scene.view.channels.get(l.id);if(!f)continue;let g=`wire near ${ft(t,l.id)} ${f.idle?"idle":""}`;i.push(`<path d="${de(...m)}" class="${g}"/><path d="${de(...h)}" class="${g}"/>`),i.push(Bd(l,
f,p,d,u,c,ft(t,l.id))),i.push(Dd(t,l,f,h))}let o=t.lookup.inputsOf(t.task).length-n.length,a=n.at(-1);return o>0&&i.push(y(a.x,a.y+a.height+16,`and ${o} more channels`,"t3")),i.join("")}function Vd(t,e){let n=t,r="";for(let[s,i]of[["credit",
"free"],["received","got"],["queued","full"]])r+=Fo(n-12,e-11,i)+y(n-17,e,s,"t3","end"),n-=x(s,"t3")+27;return r}function Bd(t,e,n,r,s,i,o){let a=t.local?"local":`credit ${e.credit}`,l=`channel ${t.index} from ${t.source}: ${e.queued} buffe\
rs queued, ${e.on_wire} under way, ${e.received} received, ${a}`,p=`<g><title>${b(l)}</title>${C(n,r,s,i,`card ${o}`)}`;if(i<14)return`${p}</g>`;p+=y(n+8,r+i/2+4.5,`ch ${t.index}`,"t2 strong");let d=[...Array(Math.min(e.queued,99)).fill("fu\
ll"),...Array(Math.min(e.on_wire,99)).fill("wired"),...Array(Math.min(e.received,99)).fill("got"),...Array(Math.min(e.credit,99)).fill("free")],u=e.queued+e.on_wire+e.received+e.credit,c=Math.floor((s-50)/14),m=u>c?c-2:u;return d.slice(0,m).
forEach((h,f)=>{p+=Fo(n+46+14*f,r+i/2-6.5,h)}),m<u?p+=y(n+47+14*m,r+i/2+4,`+${u-m}`,"t3"):u===0&&(p+=y(n+46,r+i/2+4.5,t.local?"local":"no credit","t3")),`${p}</g>`}function Fo(t,e,n){return C(t,e,11,13,`pip ${n}`,3)}function Dd(t,e,n,r){let s=t.
lookup.waiting(e.id,n,4);if(s.length===0&&n.idle){let[a,l]=Z(r,.5);return C(a-19,l-9,38,18,"chip",9)+y(a,l+4.5,"IDLE","t3 strong","middle")}let i=s.map((a,l)=>{let[p,d]=Z(r,.86-.24*l);return Vo(t,a,p,d)}),o=n.written-n.read-s.length;return o>
0&&i.push(y(r[0]+3,r[1]-7,`+${o}`,"t3 strong")),i.reverse().join("")}function Vo(t,e,n,r,s=5.5){let i=t.trace.event(e);if(i.type!=="ElementWritten")return"";let o=t.labels.time(i.timestamp);return i.element==="record"?us(n,r,`${_(i.value)} \
at ${o}`,s):i.element==="watermark"?cs(n,r,`watermark ${o}`):C(n-3,r-7,6,14,"mark",2,i.element)}function ft(t,e){let{fact:n}=t;return!n||!("channel"in n)||n.channel!==e?"":"element"in n?n.element==="record"?"data":"wm":n.type==="ChannelWate\
rmarkChanged"||n.type==="WatermarkIgnored"?"wm":"buf"}function Do(t,e){let{trace:n}=t,s=e.wires.filter(({target:o})=>o!==t.task||e.heats.size>0).map(o=>_o(t,e,o));s.push(Wo(t,e));for(let[o,a]of e.heats)s.push(Re(t,a,e.boxes.get(o)));for(let{id:o,vertex:a}of n.plan?.subtasks??[])e.heats.has(a)||
s.push(Hd(t,e,o));let i=`Job ${n.plan?.job_name??""}: ${Ar(t)}`;return F(e.width,e.height,i,s.join(""),"group")}var zd=24;function Ar(t){return[...t.scene.view.tasks].slice(0,zd).map(([e,n])=>`${t.labels.name(e)} ${vn(t,e,n).words}`).join("\
; ")}function Hd(t,e,n){let r=e.boxes.get(n),s=t.scene.view.tasks.get(n),i=vn(t,n,s),o=n===t.task,a=`task ${i.tone} ${o?"selected":""}`,l=t.labels.name(n),{x:p,y:d,width:u,height:c}=r,m=`<g class="${a}" data-task="${b(n)}" tabindex="0" role\
="button" aria-pressed="${t.pinned&&o}"><title>${b(`${l}, ${i.words}`)}</title>`+C(p,d,u,c,"box",10);if(c<70){let k=x(i.words,"strong")+20,w=c<40?d+c/2+5:d+22;return m+=y(p+12,w,I(l,u-k-24,"t1"),"t1"),m+=gt(i,p+u-k-6,w,k),c>=50&&(m+=Bo(t,n,
p+12,d+32,u-24,14)),`${m}</g>`}let h=Gd(s?.mails??[],p+u-12,d+21,u-30-x(l,"t1"));m+=y(p+12,d+22,I(l,u-42,"t1"),"t1")+h,m+=Bo(t,n,p+12,d+32,u-24,23);let f=x(i.words,"strong")+16;m+=gt(i,p+10,d+c-12,f);let g=I(qd(t,n),u-f-32,"t3");return m+=y(
p+u-12,d+c-12,g,"t3","end"),`${m}</g>`}function gt(t,e,n,r){return t.tone!=="running"&&t.tone!=="blocked"&&t.tone!=="failed"?y(e+2,n,t.words,"t3"):C(e,n-14.5,r,20,"badge",10)+y(e+r/2,n,t.words,"badgeText","middle")}function Gd(t,e,n,r){let s=t.
slice(0,4),i=Math.max(1,s.length),o=t.length>4?`+${t.length-4}`:"",a=y(e,n,o,"t3","end"),l=e-x(o,"t3");for(let u=0;u<i;u++){let c=l-15*(i-u)+3;a+=C(c,n-10,12,11,`mail ${t.length===0?"none":""}`,2.5)}let p=l-15*i-2;e-p+x("mailbox","t3")<r&&(a+=
y(p,n,"mailbox","t3","end"));let d=t.length===0?"mailbox: empty":`mailbox: ${t.join(", ")}`;return`<g><title>${b(d)}</title>${a}</g>`}function Bo(t,e,n,r,s,i){let o=t.lookup.operatorsOf(e),a=jd(o.map(({name:u})=>Bn(u)),s-Ze*(o.length-1)),l=t.
fact&&"operator"in t.fact?t.fact.operator:"",p="",d=n;return o.forEach(({id:u,name:c},m)=>{let h=a[m];m>0&&(p+=j(d-Ze,r+i/2,d,r+i/2,"joint")),p+=C(d,r,h,i,`pill ${u===l?"current":""}`,6,c),i>18&&(p+=y(d+h/2,r+16,I(c,h-8,"t2"),"t2","middle")),
d+=h+Ze}),p}function jd(t,e){let n=t.reduce((s,i)=>s+i,0);if(n<=e)return t.map(s=>s+(e-n)/t.length);let r=e/t.length;for(let s=0;s<t.length;s++){let i=t.filter(a=>a<=r),o=i.reduce((a,l)=>a+l,0);i.length<t.length&&(r=(e-o)/(t.length-i.length))}
return t.map(s=>Math.min(s,r))}function qd(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let s=t.scene.view.operators.get(r),i=t.scene.operators.get(r);!s||!i||(i.read>0&&n.push(`${i.read} read`),i.fired>0&&n.push(`${i.fired} fired`),
s.late>0&&n.push(`${s.late} late`),s.results>0&&n.push(`${s.results} written, last ${i.lastResult}`))}return n.join(" · ")}function vn(t,e,n){return n?.state==="FAILED"?{words:"failed",tone:"failed"}:t.actor===e?{words:"running now",tone:"\
running"}:!n||n.state!=="RUNNING"?{words:(n?.state??"CREATED").toLowerCase(),tone:"off"}:n.suspended==="no output buffer"?{words:"backpressured",tone:"blocked"}:Ud(t,t.lookup,e)?{words:"idle",tone:"idle"}:n.suspended==="blocked"?{words:"blo\
cked",tone:"blocked"}:n.suspended==="busy"?{words:"busy",tone:"waiting"}:n.suspended==="final checkpoint"?{words:"waits to end",tone:"waiting"}:n.suspended?{words:"waits for input",tone:"waiting"}:{words:"ready",tone:""}}function Ud(t,e,n){
return e.operatorsOf(n).some(s=>t.scene.view.operators.get(s.id)?.emitted_idle===!0)}var Kd=90,kt="Shuffle.Netty.Input.Buffers.",Or="Shuffle.Netty.Output.Buffers.",Jd={inputQueueLength:kt,inputQueueSize:kt,inPoolUsage:kt,inputExclusiveBuffersUsage:kt,inputFloatingBuffersUsage:kt,outputQueueLength:Or,outputQueueSize:Or,outPoolUsage:Or},
zo=["busyTimeMsPerSecond","idleTimeMsPerSecond","backPressuredTimeMsPerSecond","isBackPressured","inPoolUsage","outPoolUsage","inputQueueLength","outputQueueLength","numRecordsIn","numRecordsInPerSecond","numRecordsOut","numRecordsOutPerSec\
ond","numBytesIn","numBytesOut","currentInputWatermark","currentOutputWatermark","watermarkLag"],Pr=45;function jo(t,{filter:e,changedOnly:n}){let{run:r,lookup:s,labels:i}=t;if(!r)return"";let o=e.toLowerCase().split(/\s+/).filter(Boolean),
a=[...s.subtasks.keys()].sort((d,u)=>+(u===t.task)-+(d===t.task)),l=0,p="";for(let d of a){if(l>=Kd){p+='<tr><td colspan="4" class="none">and other tasks: filter to see them</td></tr>';break}let u=i.name(d),c=Yd(t,d).filter(h=>{let f=`${u} ${d}\
 ${h.full}`.toLowerCase();return o.every(g=>f.includes(g))&&!(n&&h.was===h.now)});if(c.length===0)continue;l+=c.length;let m=d===t.task?"selected":"";p+=`<tr class="section ${m}"><th colspan="4" scope="rowgroup">${b(u)}</th></tr>`,p+=c.slice(
0,Pr).map(h=>Xd(h,i)).join(""),c.length>Pr&&(p+=`<tr><td colspan="4" class="none">and ${c.length-Pr} more: filter to see them</td></tr>`)}return l===0&&(p=`<tr><td colspan="4" class="none">${n?"Nothing that matches has changed.":"No metric \
matches."}</td></tr>`),`<table><thead><tr><th scope="col">metric</th><th scope="col">was</th><th scope="col">now</th><th scope="col">change</th></tr></thead><tbody>${p}</tbody></table>`}function Yd(t,e){let n=t.run,r=Ho(Ht(n,e,t.before),Ht(
n,e,t.position),i=>[i,(Jd[i]??"")+i]),s=i=>zo.indexOf(i.name)+1||zo.length+1;r.sort((i,o)=>s(i)-s(o));for(let{id:i,name:o}of t.lookup.operatorsOf(e)){let a=Gt(n,i,t.before),l=Gt(n,i,t.position);r.push(...Ho(a,l,p=>{let d=/^latency\.source_id\.(o[\d/]+)\.(\w+)$/.
exec(p),u=d?`latency ${d[2]} from ${t.labels.name(d[1])}`:p;return[`${o}.${u}`,`${o}.${p} ${u}`]}))}return r}function Ho(t,e,n){return[...e].map(([r,s])=>{let[i,o]=n(r);return{name:i,full:o,was:t.get(r),now:s}})}function Xd({name:t,full:e,was:n,
now:r},s){let i=n!==r,o=i?Qd(t,n,r):"";return`<tr${i?' class="changed"':""}><th scope="row" title="${b(e)}">${b(t)}</th><td>${n===void 0?"–":b(Go(t,n,s))}</td><td>${b(Go(t,r,s))}</td><td>${b(o)}</td></tr>`}function Go(t,e,n){return typeof e==
"boolean"?e?"yes":"no":typeof e=="bigint"?n.time(e):/Usage$/.test(t)?`${Math.round(100*e)} %`:qo(e)}function Qd(t,e,n){if(typeof n=="boolean"||e===void 0||typeof e=="boolean")return n===!0?"▲":n===!1?"▼":"new";if(typeof n=="bigint"&&typeof e==
"bigint"){let s=[T,L];return s.includes(n)||s.includes(e)?n>e?"▲":"▼":Lr(Number(n-e)," ms")}let r=Number(n)-Number(e);return/Usage$/.test(t)?Lr(Math.round(100*r)," %"):Lr(r)}function Lr(t,e=""){return`${t>0?"▲ +":"▼ −"}${qo(Math.abs(
t))}${e}`}function qo(t){let e=Number.isInteger(t)?0:Math.abs(t)<10?2:1,[n,r]=t.toFixed(e).split(".");return n.replace(/\B(?=(\d{3})+$)/g," ")+(r?`.${r}`:"")}var xn={narrowestGap:104,widestGap:300,height:t=>t<=2?92:t<=4?72:t<=8?50:32},Ko={...xn,height:t=>Math.min(72,xn.height(t))},_r=27,Ir=4;function Jo(t,e,n){let{plan:r}=t.trace,s=(r?.channels.length??0)>24,i=(r?.channels??[]).filter(({source:c,
target:m})=>c===t.task||m===t.task),a=(e.heats.size>0?[...e.wires,...i.slice(0,Zd)]:e.wires).map(c=>tu(t,e,c,s)),l=[...e.heats].map(([c,m])=>Re(t,m,e.boxes.get(c),h=>eu(t,h))),p=(r?.subtasks??[]).filter(({vertex:c})=>!e.heats.has(c)),d=[...l,
...p.map(({id:c})=>nu(t,e,c,n))],u=`Job ${r?.job_name??""}: ${Ar(t)}`;return F(e.width,e.height,u,bn(n)+[...a,...d].join(""),"group")}var Zd=24;function eu(t,e){let n=t.run&&mt(t.run,e,t.position);return n?n.backpressured>Math.max(n.busy,n.
idle)?"held":`busy${Math.min(4,Math.floor(n.busy*5))}`:"none"}function tu(t,e,n,r){let s=e.boxes.get(n.source),i=e.boxes.get(n.target),o=t.lookup.outputsOf(n.source),a=t.lookup.inputsOf(n.target),l=(o.indexOf(n)+1)/(o.length+1),p=(a.indexOf(
n)+1)/(a.length+1),d=[s.x+s.width,s.y+s.height*l,i.x,i.y+i.height*p],u=t.scene.view.channels.get(n.id);if(!u)return"";let c=n.source===t.task||n.target===t.task,m=ht(t,n,u),h=`wire ${c?"near":""} ${ft(t,n.id)} ${m?"hindered":""}`,f=`<path d\
="${de(...d)}" class="${h}"/>`;if(r&&!c)return f;let g=13/Math.max(60,d[2]-d[0]);if(f+=Uo(d,u.queued,.03,g,"full"),f+=Uo(d,u.received,.97,-g,"got"),u.on_wire>0){let[k,w]=Z(d,.5);f+=Se(k-5.5,w-6.5,"wired")}return f}function Uo(t,e,n,r,s){let i="",
o=Math.min(e,e>Ir?Ir-1:Ir);for(let a=0;a<o;a++){let[l,p]=Z(t,n+r*(a+.5));i+=Se(l-5.5,p-6.5,s)}if(e>o){let[a,l]=Z(t,n+r*(o+.6));i+=y(a,l-9,String(e),"t3 strong","middle")}return i}function nu(t,e,n,r){let{x:s,y:i,width:o,height:a}=e.boxes.get(
n),l=vn(t,n,t.scene.view.tasks.get(n)),p=t.run&&mt(t.run,n,t.position),d=n===t.task,u=t.labels.name(n),c=p?Ce(p):"has spent no time yet",m=`<g class="task ${l.tone} ${d?"selected":""}" data-task="${b(n)}" tabindex="0" role="button" aria-pre\
ssed="${t.pinned&&d}" ><title>${b(`${u}, ${l.words}, ${c}`)}</title>`+C(s,i,o,a,"box",10),h=x(l.words,"strong")+16;if(a>=90)m+=y(s+12,i+20,se(u,o-24,"t1"),"t1"),m+=gt(l,s+10,i+41,h);else{let f=a<40?i+a/2+5:i+18,g=l.tone!=="waiting"&&l.tone!==
"";m+=y(s+12,f,se(u,o-24-(g?h+2:0),"t1"),"t1"),g&&(m+=gt(l,s+o-h-8,f,h))}if(a>=70&&(m+=ru(t,n,s+12,i+a-_r-6,o-24)),a>=50){let f=i+a-_r;if(p){m+=C(s+1.5,f,o-3,_r-1.5,"shade",0).replace("/>",` style="fill:${Co(p)}"/>`),m+=$o(p,s+1.5,f,o-3,6,r);
let g=[Ce(p),Ce(p,!0)].find(k=>x(k,"t3")<o-20);m+=y(s+o/2,f+20,I(g??Ce(p,!0),o-12,"t3"),"t3 onShade","middle")}else m+=y(s+o/2,f+18,"no time spent yet","t3","middle")}return`${m}</g>`}function ru(t,e,n,r,s){let i=t.lookup.subtasks.get(e);if(!t.
run)return"";let o=Xn(t.run.tasks.get(e),t.position),a=Math.max(24,Math.min(52,s/2-74)),l="";if(i.exclusive_buffers+i.floating_buffers>0){let p=o.input;l+=y(n,r,"in","t3")+ct(n+17,r,a,p,We(p),p>=1?"used":"")}if(i.output_buffers>0){let p=o.output,
d=n+s-a-6-x("100 %","t3");l+=y(d-5,r,"out","t3","end"),l+=ct(d,r,a,p,We(p),p>=1?"used":"")}return l}var bt=218,Yo=8;function Zo(t,e){let n=ou(t);if(n.length===0)return F(e,bt,"No watermarks come in",iu(e,t));let r=su(n),s=uu(t),i=62,o=e-112,a=Math.min(64,148/r.length),l=Math.min(34,a-(a<26?3:7)),p=cu(n,i,o-26),d=[mu(t,p,i,o-26,158)];r.forEach(
(c,m)=>{let h=4+a*m;d.push(hu(t,c,h,i,o-26,l,p));let f=c.holds?"holds":c.idle||!c.aligned?"off":"";d.push(j(o-24,h+l/2,o+2,h+l/2,`feed ${f}`))}),d.push(gu(o+2,4,e-14-o,a*r.length)),d.push(ku(t,s,n.length-r.length,e));let u=n.map(c=>`${c.name}\
 ${fu(t,c)}`).join(", ");return F(e,bt,`Watermarks: ${u}; together ${s.text}`,d.join(""))}function su(t){if(t.length<=Yo)return t;let e=r=>r.current?0:r.holds?1:2,n=new Set([...t].sort((r,s)=>e(r)-e(s)).slice(0,Yo));return t.filter(r=>n.has(
r))}function iu(t,e){let n=e.position===0?"Nothing runs yet.":"No watermark has come here yet.";return y(t/2,bt/2,n,"t2","middle")}function ou(t){return t.lookup.inputsOf(t.task).length>0?au(t):pu(t)}function au(t){let e=t.lookup.inputsOf(t.
task),n=e.some(({input:i})=>i>0),r=t.fact&&"channel"in t.fact?t.fact.channel:"",s=lu(t);return e.flatMap(i=>{let o=t.scene.view.channels.get(i.id);return o?{name:n?`${i.input+1} · ch ${i.index}`:`ch ${i.index}`,title:`${n?`input ${i.input+
1}, `:""}from ${t.labels.name(i.source)}`,watermark:o.watermark,idle:o.idle,aligned:o.aligned,holds:o.holds&&(s===null||s.has(i.input)),current:r===i.id}:[]})}function lu(t){let e=[...t.scene.view.tasks.get(t.task)?.inputs??[]];if(e.length<
2)return null;let n=e.filter(([,{idle:i}])=>!i),r=n.length>0?n:e,s=r.reduce((i,o)=>o[1].watermark<i[1].watermark?o:i)[1].watermark;return new Set(r.filter(([,{watermark:i}])=>i===s).map(([i])=>i))}function pu(t){let e=[],n=t.fact&&"split"in
t.fact?t.fact.split:"";for(let{id:s}of t.lookup.operatorsOf(t.task)){let i=t.scene.view.operators.get(s);if(i)for(let[o,a]of i.splits){let{watermark:l,idle:p,holds:d}=a,u=`split ${o}`;e.push({name:o,title:u,watermark:l,idle:p,aligned:!a.ended,
holds:d,current:n===o})}}return e.some(({watermark:s,idle:i})=>s!==T||i)?e:du(t)}function du(t){let{watermark:e,idle:n,name:r}=ea(t);return e===T?[]:[{name:"stream",title:`generated by ${r}`,watermark:e,idle:n,aligned:!0,holds:!0,current:!1}]}
function ea(t){let e={watermark:T,idle:!1,name:""};for(let{id:n,name:r}of t.lookup.operatorsOf(t.task)){let s=t.scene.view.operators.get(n);s&&s.emitted_watermark>=e.watermark&&(e={watermark:s.emitted_watermark,idle:s.emitted_idle,name:r})}
return e}function uu(t){let e=t.scene.view.tasks.get(t.task);if(e&&e.inputs.size>0){let i=[...e.inputs.values()],o=i.map(d=>d.idle?"IDLE":t.labels.time(d.watermark)),a=i.every(d=>d.idle);if(i.length<2||a)return{name:"task watermark",text:o[0]??
"",idle:a};let l=i.filter(d=>!d.idle),p=l.reduce((d,u)=>u.watermark<d?u.watermark:d,l[0].watermark);return{name:`inputs ${o.join(", ")}: least`,text:t.labels.time(p),idle:a}}let{watermark:n,idle:r}=ea(t),s=t.labels.time(n);return{name:"sour\
ce watermark",text:r?"IDLE":s,idle:r}}var Xo=10000000000n,Qo=1n<<53n;function cu(t,e,n){let r=t.map(({watermark:u})=>u).filter(u=>u!==T&&u!==L);if(r.length===0)return{place:u=>u===L?n:e,ticks:[]};let s=r.reduce((u,c)=>c<u?c:u),i=r.reduce((u,c)=>c>
u?c:u),o=s>Xo||s<-Xo?60000n:10n,a=i-s>0n?(i-s)/3n:o;s-=a>0n?a:1n,i+=a/2n>0n?a/2n:1n;let l=u=>u===T?e:u===L?n:e+Number(u-s)/Number(i-s)*(n-e),d=s>-Qo&&i<Qo?He(Number(s),Number(i),3).map(u=>BigInt(Math.round(u))):[];return{place:l,ticks:d.length>
0?d:[s,i]}}function mu(t,{place:e,ticks:n},r,s,i){let o=-1/0;return n.map(l=>{let p=e(l),d=j(p,0,p,i-6,"grid"),u=Nr(t,l).replace(/^(\d\d:\d\d):00$/,"$1"),c=x(u,"t3")/2,m=N(p,r+c,Math.max(r+c,s-c));return m-c<o||2*c>s-r?d:(o=m+c+8,d+y(m,i+7,
u,"t3","middle"))}).join("")}function Nr(t,e){let n=t.labels.time(e);if(n.startsWith("M"))return n;let r=n.includes(" ")?n.slice(n.indexOf(" ")+1):n;return r.includes(":")?r.replace(/\.\d+$/,""):r}function hu(t,e,n,r,s,i,{place:o}){let a=e.
idle?"idle":e.holds?"holds":e.aligned?"":"behind",l=e.watermark===T,p=N(o(e.watermark),r+(l?0:6),s),d=s-r-(e.idle?30:16),u=ta(t,e),c=u.find(g=>x(g,"strong")<=d)??I(u.at(-1),d,"strong"),m=x(c,"strong")+16,h=p-r<m&&s-p>m,f=e.idle||h?p+6:Math.
min(r+8,s-m);return`<g class="row ${a} ${e.current?"current":""}"><title>${b(e.title)}</title>`+y(0,n+i/2+5,I(e.name,58,"strong"),"t2 strong")+C(r,n,s-r,i,"track")+(e.idle?C(r,n,16,i,"hatch"):C(r,n,p-r,i,"bar").replace("/>",` data-m="${b(e.
name)}"/>`))+y(e.idle?r+24:f,n+i/2+5,c,`t2 m ${h?"out":"in"}`)+"</g>"}function fu(t,e){return ta(t,e)[0]}function ta(t,e){if(e.idle)return["IDLE: not counted","IDLE"];let n=t.labels.time(e.watermark);return e.aligned?[n]:[`${n} lags behind`,
`${n} lags`,n]}function gu(t,e,n,r){let s=e+Math.max(104,r-4),i=Math.min(22,(s-e)/4),o=`M${t} ${e}H${t+n*.5}L${t+n} ${e+i}V${s-i}L${t+n*.5} ${s}H${t}Z`,a=(e+s)/2;return j(t+n/2,s,t+n/2,bt-40,"feed holds")+`<path d="${o}" class="funnel"/>`+y(
t+n/2,a+1,"min","funnelText","middle")+y(t+n/2,a+17,"of active","t3 funnelNote","middle")}function ku(t,e,n,r){let s=bt-42,i=n>0?` (+${n} more)`:"",o=t.fact?.type==="InputWatermarkAdvanced"?"current":"",a=x(e.name+i,"t2")+34,l=x(e.text,"big")>
r-a?"t1":"big";return C(.5,s,r-1,40,`result ${e.idle?"idle":""} ${o}`,8)+y(14,s+25,I(e.name+i,r-44-x(e.text,l),"t2"),"t2 onWatermark")+y(r-14,s+26,e.text,`${l} m onWatermark`,"end")}var te=218,wt=34,Sn=24,oe=74;function sa(t,e,n){let r=wu(t);if(!r){let h=t.position===0?"Nothing runs yet.":"This task keeps no windows.",f=y(e/2,te/2,h,"t2","middle");return F(e,te,"No windows",f)}let[s,i,o]=r,a=yu(t,s,i,o);if(a.length===0){
let h=y(e/2,te/2,"No pane is open yet.","t2","middle");return F(e,te,"No panes",h+ra(t,i.watermark,null,e))}let{keys:l,hidden:p}=Cu(t,a),d=a.filter(({key:h})=>l.includes(h)),u=$u(d,i.watermark,e),c=Math.min(62,(te-wt-Sn)/l.length),m=[Eu(t,u,
e),Ru(u,i.watermark,`${n}-panes`)];return l.forEach((h,f)=>{let g=wt+c*f;m.push(y(0,g+c/2+5,I(_(h),oe-8,"t1"),"t1"));let k=d.filter(S=>S.key===h),w=Math.max(...k.map(({lane:S})=>S))+1,v=i.watermark===T?-1:u.place(i.watermark);for(let S of k)
m.push(Au(t,S,u,g,c,w,v))}),p>0&&m.push(y(0,te-6,`+${p} keys`,"t3")),m.push(ra(t,i.watermark,u,e)),F(e,te,bu(t,a,i.watermark),m.join(""))}function bu(t,e,n){let r=e.filter(({state:s})=>s!=="gone").slice(0,12).map(s=>`${_(s.key)} ${t.labels.
window(s.window)} ${s.count} ${s.state}`);return`Window panes at watermark ${t.labels.time(n)}: ${r.join("; ")}`}function wu(t){for(let e of t.lookup.vertexOf(t.keyed)?.operators??[]){let n=`o${e.node}/${t.lookup.subtasks.get(t.keyed).index}`,
r=t.scene.view.operators.get(n),s=t.scene.operators.get(n);if(!r||!s)continue;if(/Window/.test(e.operator_class)||r.panes.size>0||s.closed.length>0)return[n,r,s]}return null}function yu(t,e,n,r){let{fact:s}=t,i=s&&"window"in s&&"operator"in
s&&s.operator===e?s:null,o=[];for(let{key:a,window:l,count:p}of n.panes.values()){let d=r.elements.get(V(a,l))??[],u=i?.key===a&&i.window===l?i.type:"",c=r.firedPanes.has(V(a,l));o.push(na(a,l,p,d,vu(l,p,u,n.watermark,c)))}for(let{key:a,window:l,
count:p,elements:d}of r.closed){let u=o.some(h=>h.key===a&&h.window===l),m=(i?.type==="WindowCleared"||i?.type==="WindowFired")&&i.key===a&&i.window===l;u||o.push(na(a,l,p,d,m?"fires":"gone"))}return xu(o),Su(o)}function na(t,e,n,r,s){let i=J(
e),[o,a]=i??[null,null];return{key:t,window:e,count:n,elements:r,state:s,start:o,end:a,lane:0}}function vu(t,e,n,r,s){if(n==="WindowFired")return"fires";if(n==="WindowAssigned")return"assigned";if(e===0)return"purged";if(s)return"fired";let i=J(
t);return i&&i[1]-1n<=r?"due":"open"}function xu(t){let e=new Map;for(let n of t)e.set(n.key,[...e.get(n.key)??[],n]);for(let n of e.values()){n.sort((s,i)=>Number((s.start??0n)-(i.start??0n)));let r=[];for(let s of n){let i=r.findIndex(o=>s.
start!==null&&o<=s.start);s.lane=i>=0?i:r.length,r[s.lane]=s.end??L}}}function Su(t){let e=t.filter(({state:o})=>o!=="gone"),n=(e.length>0?e:t).flatMap(({start:o})=>o??[]);if(n.length===0)return t;let r=e.length>0?ia(n):Wr(n),s=t.flatMap(({
start:o,end:a})=>o===null||a===null?[]:a-o),i=2n*Wr(s);return t.filter(({state:o,start:a})=>o!=="gone"||(a??r)>=r-i)}function ia(t){return t.reduce((e,n)=>n<e?n:e)}function Wr(t){return t.reduce((e,n)=>n>e?n:e)}var Tu=5;function Cu(t,e){let n=new Set(
e.filter(({state:a})=>a!=="gone").map(({key:a})=>a)),r=[...new Set(e.map(({key:a})=>a))].sort(),s=t.fact&&"key"in t.fact?t.fact.key:"",i=a=>a===s?0:n.has(a)?1:2,o=[...r].sort((a,l)=>i(a)-i(l)).slice(0,Tu);return{keys:r.filter(a=>o.includes(
a)),hidden:r.length-o.length}}function $u(t,e,n){let r=t.flatMap(({start:u,end:c,elements:m})=>u===null||c===null?m:[u,c]);r.length===0&&r.push(0n,1n);let s=ia(r),i=Wr(r),o=i>s?i-s:1n;e>s-o&&e<s&&(s=e),e<i+o&&e>i&&(i=e);let a=n-30,l=Number(
i-s)||1,p=u=>u===T?oe:u===L?a:oe+N(Number(u-s)/l,-.02,1.02)*(a-oe),d=[...new Set(t.flatMap(({start:u,end:c})=>u===null?[]:[u,c]))];return d.sort((u,c)=>Number(u-c)),{low:s,high:i,place:p,ticks:Mu(d,p),right:a}}function Mu(t,e){let n=[];for(let r of t){
let s=n[n.length-1];(s===void 0||e(r)-e(s)>72)&&n.push(r)}return n}function Eu(t,e,n){let r=-1/0;return e.ticks.map(i=>{let o=e.place(i),a=Nr(t,i).replace(/^(\d\d:\d\d):00$/,"$1"),l=x(a,"t3")/2,p=N(o,oe+l+4,n-l-2),d=j(o,wt-6,o,te-Sn+2,"grid");
return p-l<r?d:(r=p+l+8,d+y(p,te-6,a,"t3 m","middle"))}).join("")}function Ru(t,e,n){if(e===T||e<t.low)return"";let r=t.place(e),s=`<defs><pattern id="${n}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><p\
ath d="M0 0V7" class="hatching"/></pattern></defs>`,i=`x="${oe}" y="${wt-4}" width="${r-oe}" height="${te-wt-Sn+6}"`;return`${s}<rect ${i} fill="url(#${n})" data-m="past"/>`}function Au(t,e,n,r,s,i,o){let a=(s-6)/i-(i>1?1:0),l=r+1+e.lane*((s-
6)/i),p=e.start===null?oe:n.place(e.start)+2,d=e.end===null?n.right:n.place(e.end)-2,u=Pu[e.state],c=`${_(e.key)} ${t.labels.window(e.window)}: ${e.count} elements, ${u}`,m=d-p,h=`<g class="pane ${e.state}"><title>${b(c)}</title>`,f=`data-m\
="${b(`${e.key} ${e.window}`)}"`;h+=C(p,l,m,a,"box",Math.min(7,a/2)).replace("/>",` ${f}/>`),(e.state==="fires"||e.state==="fired"||e.state==="gone")&&(h+=Ou(p,l,m,a,f));let g=m-x(String(e.count),"t1");if(a>=12&&g>4){let k=a<17?" small":"",
w=l+Math.min(a>=26?15:99,a/2+(k?4:5)),v=String(e.count),S=p+12+x(v,"t1"),E=o>p&&o<S&&m>60?o+6:p+Math.min(8,g/2);h+=y(E,w,v,`t1 m count${k}`),m>x(v,"t1")+x(u,"t3")+24&&(h+=y(d-8,w,u,`t3 word${k}`,"end"))}if(a>=26){let k=a>=34?4.5:3;for(let w of e.
elements){let v=N(n.place(w),p+k+2,d-k-2);h+=`<circle cx="${v.toFixed(1)}" cy="${(l+a-k-4).toFixed(1)}" r="${k}" class="record"/>`}}return`${h}</g>`}function Ou(t,e,n,r,s){let i=s.replace('data-m="','data-m="lid ');return C(t,e,n,Math.min(4,
r),"lid",1.5).replace("/>",` ${i} data-from="x=${t+n} y=${e-16} width=3 height=14"/>`)}var Pu={open:"open",assigned:"+1",due:"due",fired:"fired",fires:"FIRE",purged:"purged",gone:"gone"};function ra(t,e,n,r){let s=`W ${t.labels.time(e)}`,i=x(
s,"strong")+20,o=n?n.place(e):oe,a=N(o-2,oe-2,r-i-12),l=`M${a} 0h${i}l9 11l-9 11h${-i}z`,p=e!==T;return(n&&p?j(o,10,o,te-Sn+4,"watermarkLine").replace("/>",' data-m="line"/>'):"")+`<path d="${l}" class="flagBox ${p?"":"none"}" data-m="flag"\
/>`+y(a+10,16,s,"t2 m strong onWatermark")}var Vr=178,Fr=15,oa=22,Lu=6;function pa(t,e,n,r){let s=t.run;if(s.end===0){let f="All of it happened within one millisecond of virtual time: nothing costs any.",g=y(e/2,60,f,"t2","middle");return{markup:F(e,120,f,g),height:120,scale:{left:0,
width:1,end:1}}}let i=[...t.lookup.subtasks.keys()],o=i.map(f=>se(t.labels.name(f),168,"strong")),a=Math.ceil(Math.max(74,...o.map(f=>x(f,"strong"))))+12,l={left:a,width:Math.max(120,e-a-Vr),end:Math.max(1,s.end)},p=i.length<=6?17:i.length<=
12?14:7,d=16,u=bn(r)+y(a,11,"time of each task: backpressured, busy, idle","t3 head");i.forEach((f,g)=>{let k=f===t.task?"t3 strong":"t3";(p>10||f===t.task)&&(u+=y(a-8,d+p-4,o[g],k,"end")),u+=Fu(s,f,l,d,p-2,r),d+=p}),d+=Fr;let c=_u(t,s);u+=
aa(c.map(([f,g])=>({tone:g,sender:f.queued,receiver:f.plan.local?void 0:f.received})),"buffers queued",l,d,n),u+=Iu(t,c,e,d),d+=n+Fr;let m=c.filter(([f])=>f.plan.initial_credit>0);m.length>0&&(u+=aa(m.map(([f,g])=>({tone:g,sender:f.credit})),
"credit",l,d,n),d+=n+Fr),u+=Wu(c,l,d,n),d+=n,u+=Vu(t,l,d);let h=`The whole run over ${s.end} ms of virtual time: ${i.length} tasks; channels of ${t.labels.name(t.task)}`;return{markup:F(e,d+oa,h,u),height:d+oa,scale:l}}function _u(t,e){return[
...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)].slice(0,Lu).map(({id:r},s)=>[e.channels.get(r),s])}function Iu(t,e,n,r){let s=n-Vr+14,i="";e.forEach(([p,d],u)=>{let{plan:c}=p,h=c.target===t.task?`ch ${c.index} from ${t.labels.name(
c.source)}`:`to ${t.labels.name(c.target)}`,f=r+12+19*u;i+=j(s,f-4,s+20,f-4,`curve tone${d}`)+y(s+26,f,se(h,Vr-46,"t3"),"t3")});let o=t.lookup.inputsOf(t.task).length+t.lookup.outputsOf(t.task).length-e.length,a=r+12+19*e.length;o>0&&(i+=y(
s,a,`and ${o} more`,"t3"));let l=a+(o>0?24:6);return i+=j(s,l-4,s+20,l-4,"curve plain")+y(s+26,l,"at the sender","t3"),i+j(s,l+15,s+20,l+15,"curve plain receiver")+y(s+26,l+19,"at the receiver","t3")}function aa(t,e,n,r,s){let i=t.flatMap(({
sender:l,receiver:p})=>p?[l,p]:[l]),o=Math.max(1,...i.map(Nu)),a=da(e,o,n,r,s);for(let{tone:l,sender:p,receiver:d}of t)d&&(a+=`<path d="${la(d,o,n,r,s)}" class="curve receiver tone${l}"/>`),a+=`<path d="${la(p,o,n,r,s)}" class="curve tone${l}\
"/>`;return a}function Nu(t){let e=t.initial;for(let n of t.values)n>e&&(e=n);return e}function da(t,e,n,r,s){let{left:i,width:o}=n,a=e>=1e3?Math.round(e).toLocaleString("en").replaceAll(","," "):String(Math.round(e));return C(i,r,o,s,"pl\
otGround",4)+y(i-8,r+s/2+4,t,"t3","end")+y(i-8,r+9,a,"t3 head","end")+y(i-8,r+s,"0","t3 head","end")}function la(t,e,n,r,s){let i=c=>Math.round(10*(r+s-2-(s-5)*c/e))/10,o=`M${n.left} ${i(t.initial)}`,a=-1,l=0,p=0,d=t.initial,u=()=>{a<0||(o+=
`H${n.left+a}V${i(l)}`,p!==l&&(o+=`V${i(p)}`),d!==p&&(o+=`V${i(d)}`))};return t.times.forEach((c,m)=>{let h=Math.round(c/n.end*n.width),f=t.values[m];h!==a&&(u(),a=h,l=p=d),l=Math.min(l,f),p=Math.max(p,f),d=f}),u(),`${o}H${n.left+n.width}`}
function Wu(t,e,n,r){let s=Math.max(1,Math.min(80,Math.floor(e.width/9),e.end)),i=e.end/s,o=t.map(([p])=>{let d=Array.from({length:s+1},(u,c)=>p.read.atTime(Math.floor(c*i)));return d.slice(1).map((u,c)=>1e3*Math.max(0,u-d[c])/i)}),a=Math.max(
1,...o.flat()),l=da("elements/s",a,e,n,r);return o.forEach((p,d)=>{let u=p.map((c,m)=>{let h=e.left+(m+.5)/s*e.width;return`${Math.round(10*h)/10} ${Math.round(10*(n+r-2-(r-5)*c/a))/10}`});l+=`<path d="M${u.join("L")}" class="curve tone${t[d][1]}\
"/>`}),l}function Fu(t,e,n,r,s,i){let{conditions:o}=t.tasks.get(e),a=Math.max(1,Math.min(Math.floor(n.width/3),n.end)),l={busy:"",idle:"",backpressured:""},p=f=>{let g=f/a*n.end,k=w=>o.untilTime(g,w);return{busy:k("busy"),idle:k("idle"),backpressured:k(
"soft")+k("hard")}},d=n.width/a,u=p(0);for(let f=0;f<a;f++){let g=p(f+1),k=Math.round(100*(n.left+f*d))/100,w=r+s;for(let v of["backpressured","busy","idle"]){let S=(g[v]-u[v])/(n.end/a)*s;S<.05||(w-=S,l[v]+=`M${k} ${w.toFixed(1)}h${d.toFixed(
2)}v${S.toFixed(1)}h${(-d).toFixed(2)}z`)}u=g}let c=C(n.left,r,n.width,s,"plotGround",0),m=Object.entries(l).map(([f,g])=>g?`<path d="${g}" class="load ${f}"/>`:""),h=l.backpressured?`<path d="${l.backpressured}" fill="url(#${i})"/>`:"";return`\
<g data-conditions="${b(e)}">${c}${m.join("")}${h}</g>`}function Vu(t,e,n){let r=Du(e.end*90/e.width),s=Number(t.run.start),i="";for(let o=Math.ceil(s/r)*r;o<=s+e.end;o+=r){let a=e.left+(o-s)/e.end*e.width;i+=j(a,n,a,n+4,"tick"),i+=y(a,n+17,
t.labels.time(BigInt(o)),"t3","middle")}return i+y(e.left+e.width+46,n+17,"virtual time","t3 head")}var ua=1e3,Br=3600*ua,Bu=[1,2,5,10,20,50,100,200,500,1,2,5,10,15,30,60,120,300,600,900,1800,1,2,3,6,12].map((t,e)=>t*(e<9?1:e<21?ua:Br));function Du(t){
return Bu.find(e=>e>=t)??24*Br*Math.ceil(t/(24*Br))}function ca(t,e,n){return n.left+N(t.clock.at(e)/n.end,0,1)*n.width}function ma(t,e,n,r){let s=N((e-n.left)/n.width,0,1)*n.end,{times:i,positions:o}=t.clock,a=G(i,s)+1;return a<o.length?o[a]-
1:r}var Tn=218,yt=30,zu=200;function fa(t,e){let{entries:n,watermark:r}=Hu(t);if(n.length===0){let h=y(e/2,Tn/2,"No timers are registered here.","t2","middle");return F(e,Tn,"No timers",h)}let s=n.filter(({state:h})=>h==="fires"||h==="due"),i=n.
filter(({state:h})=>h==="waits"||h==="new"),o=Math.floor((Tn-26-14)/yt),a=s.slice(0,zu),l=i.slice(0,Math.max(1,o-a.length)),p=[],d=0,u=(h,f)=>{h<=0||(p.push(y(e/2,d+12,`and ${h} more${f}`,"t3","middle")),d+=20)};for(let h of a)p.push(ha(t,h,
d,e)),d+=yt;u(s.length-a.length," due"),p.push(ju(t,r,d,e)),d+=26;for(let h of l)p.push(ha(t,h,d,e)),d+=yt;u(i.length-l.length,"");let c=n.slice(0,12).map(({timer:h,state:f})=>`${t.labels.time(h.timestamp)} ${_(h.key)} ${f}`),m=Math.max(Tn,
d);return F(e,m,`${n.length} timers: ${c.join(", ")}`,p.join(""))}function ga(t){let e=0;for(let{id:n}of t.lookup.operatorsOf(t.keyed))e+=t.scene.view.operators.get(n)?.timers.size??0;return e}function Hu(t){let e=[],n=T,{fact:r}=t,s=Gu(t);
for(let{id:o}of t.lookup.operatorsOf(t.keyed)){let a=t.scene.view.operators.get(o);if(a){a.timers.size>0&&(n=a.watermark),s?.operator===o&&(e.push({timer:s,state:"fires"}),n=a.watermark);for(let l of a.timers.values()){let p=l.domain==="eve\
nt"?a.watermark:t.scene.view.time_ms,d=r?.type==="TimerRegistered"&&r.operator===o&&r.timestamp===l.timestamp&&r.key===l.key;e.push({timer:l,state:l.timestamp<=p?"due":d?"new":"waits"})}}}let i=o=>o.state==="fires"?0:1;return e.sort((o,a)=>i(
o)-i(a)||Number(o.timer.timestamp-a.timer.timestamp)),{entries:e,watermark:n}}function Gu(t){for(let e of t.index<0?[]:ds(t.trace,t.index)){let n=t.trace.event(e);if(n.type==="TimerFired")return n}return null}function ha(t,{timer:e,state:n},r,s){
let i=t.labels.time(e.timestamp),o=e.namespace==='""'?"":` for ${t.labels.window(e.namespace)}`,a=`${e.domain}-time timer of key ${_(e.key)} at ${i}${o}`,l=n==="waits"?e.domain==="processing"?"clock":"":n,p=32+x(i,"strong")+12;return`<g cla\
ss="timer ${n}"><title>${b(a)}</title>`+C(.5,r+.5,s-1,yt-4,"entry",7)+ms(17,r+yt/2-1.5,"mark")+y(32,r+19.5,i,"t2 m strong")+y(p,r+19.5,I(X(_(e.key)),s-p-46,"strong"),"t2 strong")+y(s-10,r+19.5,l,"t3 word","end")+"</g>"}function ju(t,e,n,r){
let s=`watermark ${t.labels.time(e)} ▲`,i=x(s,"strong")+18;return j(0,n+11,r,n+11,"divider")+C((r-i)/2,n,i,22,"dividerChip",7)+y(r/2,n+15.5,s,"t3 strong onWatermark","middle")}var qu=["x","y","width","height","x1","y1","x2","y2","cx","cy","r","d","points"],Dr=/-?\d+(?:\.\d+)?/g;function Uu(t){let e=new Map;for(let n of t.querySelectorAll("[data-m]")){let r=new Map;for(let s of qu){let i=n.getAttribute(s);i!==null&&
r.set(s,i)}e.set(n.getAttribute("data-m"),r)}return e}var Cn=class{constructor(e){this.root=e}moves=[];comes=[];before=new Map;leave(){this.settle(),this.before=Uu(this.root)}arrive(){if(this.moves=[],this.comes=[],this.before.size!==0)for(let e of this.
root.querySelectorAll("[data-m]")){let n=this.before.get(e.getAttribute("data-m"))??Ku(e);if(!n){this.comes.push(e);continue}for(let[r,s]of n){let i=e.getAttribute(r);i!==null&&i!==s&&this.add(e,r,s,i)}}}show(e){let n=Pe(e);for(let{element:r,
name:s,from:i,to:o,shape:a}of this.moves){let l=0,p=a.replace(Dr,()=>{let d=i[l]+(o[l]-i[l])*n;return l++,String(Math.round(d*100)/100)});r.setAttribute(s,e>=1?a:p)}for(let r of this.comes)e>=1?r.removeAttribute("opacity"):r.setAttribute("o\
pacity",String(Math.round(n*100)/100));e>=1&&(this.moves=this.comes=[])}settle(){(this.moves.length>0||this.comes.length>0)&&this.show(1)}add(e,n,r,s){let[i,o]=[r.match(Dr)??[],s.match(Dr)??[]];i.length===o.length&&this.moves.push({element:e,
name:n,from:i.map(Number),to:o.map(Number),shape:s})}};function Ku(t){let e=t.getAttribute("data-from");return e===null?null:new Map(e.split(" ").map(n=>n.split("=")))}var Ju={plane:It,"event time":It,network:xn,"whole run":Ko},Yu=228,Xu=90,$n=class{constructor(e,n){this.parts=e;this.hatch=n}filter="";changedOnly=!1;layout=null;plot=null;travellers=new _e;travelled="";tweens=new Map;keeps=null;arrange(e,n){
this.plot=null,this.layout=e&&Ms(e,this.parts.get("graph").clientWidth,Ju[n]);let r=Math.max(0,Yu-(this.layout?.height??0));this.parts.root.style.setProperty("--spare",`${Math.min(r,Xu)}px`)}draw(e){e.view==="event time"?this.drawEventTime(
e):this.layout&&this.parts.put("graph",Jo(e,this.layout,this.hatch)),e.view==="network"&&this.drawNetworkPanels(e),e.view==="whole run"&&this.drawWholeRun(e);let n=e.index<0?[]:e.trace.callStack(e.index);this.parts.put("stack",n.map(Zu).join(
'<i class="then">›</i>')||'<span class="none">–</span>'),this.parts.get("stack").scrollLeft=this.parts.get("stack").scrollWidth;for(let r of this.parts.root.querySelectorAll('[data-act="follow"]'))r.hidden=!e.pinned}move(e,n){for(let i of this.
tweens.values())i.show(n.t);if(!this.layout)return;let r=this.parts.get("graph");r.contains(this.travellers.el)||r.append(this.travellers.el);let s=`${n.from} ${n.to} ${e.task} ${this.layout.width}`;if(s!==this.travelled){this.travelled=s;let i=n.
to>n.from?tt(e.trace,n.from,n.to):[],o=Lo(e,this.layout);this.travellers.set(i,o,n.from,n.to,this.layout,a=>cr(e,a))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e),s=this.parts.get("graph").querySelector("svg");if(!r||
!s)return null;let{left:i,top:o,width:a}=s.getBoundingClientRect(),l=a/this.layout.width,[p,d]=[(n.clientX-i)/l,(n.clientY-o)/l],u=_t(r,this.layout.boxes.get(e),p,d);return u===null?null:`${e}/${u}`}putMoving(e,n){let r=this.tweens.get(e);r||
this.tweens.set(e,r=new Cn(this.parts.get(e))),r.leave(),this.parts.put(e,n),r.arrive()}positionIn(e,n){if(!this.plot||!e.run)return null;let r=n.clientX-this.parts.get("plot").getBoundingClientRect().left;return ma(e.run,r,this.plot.scale,
e.trace.eventCount)}drawEventTime(e){let{labels:n}=e;this.layout&&this.parts.put("graph",Do(e,this.layout));for(let[r,s]of Object.entries({valve:Zo,timers:fa,panes:sa})){let i=this.parts.get(r).clientWidth;i>0&&this.putMoving(r,s(e,i,this.hatch))}
this.parts.put("task",b(n.name(e.task)+zr(e))),this.parts.put("timerCount",String(ga(e)||"")),this.parts.put("keyed",b(n.name(e.keyed)+Qu(e))),this.collapse(e)}collapse(e){let{lookup:n,trace:r}=e,s=this.keeps??={timersPanel:ka(r,"TimerRegis\
tered"),panesPanel:ka(r,"WindowAssigned")};for(let[i,o]of Object.entries(s)){let a=!n.operatorsOf(e.keyed).some(({id:p})=>o.has(p)),l=this.parts.root.querySelector(`.${i}`);if(l.hidden!==a){l.hidden=a,this.parts.forget(),this.draw(e);return}}}drawNetworkPanels(e){
let n=this.parts.get("channels");this.parts.put("channelTask",b(e.labels.name(e.task)+zr(e))),this.parts.put("pools",Ro(e,this.parts.get("pools").clientWidth)),this.parts.put("channels",Ao(e,n.clientWidth));let r=n.querySelector(".lane.curr\
ent")?.getBoundingClientRect();if(r){let o=n.getBoundingClientRect();r.bottom>o.bottom?n.scrollTop+=r.bottom-o.bottom:r.top<o.top&&(n.scrollTop-=o.top-r.top)}let{filter:s,changedOnly:i}=this;this.parts.put("metrics",jo(e,{filter:s,changedOnly:i})),
this.parts.root.querySelector('[data-act="changed"]').setAttribute("aria-pressed",String(i))}drawWholeRun(e){let n=this.parts.get("plot").clientWidth,r=`${n} ${e.task}`;this.plot?.of!==r&&(this.plot={...pa(e,n,this.laneHeight,`${this.hatch}\
-plot`),of:r}),this.parts.put("plotTask",b(`channels of ${e.labels.name(e.task)}${zr(e)}`)),this.parts.put("plot",this.plot.markup);let s=this.parts.get("playhead");s.style.left=`${ca(e.run,e.position,this.plot.scale)}px`,s.style.height=`${this.
plot.height-18}px`}get laneHeight(){return(this.layout?.height??0)>130?40:58}};function ka(t,e){return new Set(t.indexesOf([e]).map(n=>t.event(n).operator))}function Qu(t){let{watermark:e}=Ke(t,t.keyed),n=t.lookup.operatorsOf(t.keyed).map(({
id:s})=>t.scene.view.operators.get(s)).find(s=>s&&s.panes.size>0);return n&&t.lookup.inputsOf(t.keyed).length>0&&n.watermark<e?` · the task is at ${t.labels.time(e)}, and hands it on next`:""}function zr(t){return t.pinned?" · pinned":""}
function Zu(t){let e=t.lastIndexOf("."),[n,r]=e<0?["",t]:[t.slice(0,e),t.slice(e+1)];return`<span class="frame" role="listitem" title="${b(t)}"><i>${b(n)}</i><b>${b(r)}</b></span>`}function ba(t){let{labels:e,scene:n}=t,{view:r}=n,s=[`processing time ${e.time(r.time_ms)}; job ${r.status}`];for(let[o,a]of r.tasks){let l=a.suspended?`, waits: ${a.suspended}`:"",p=a.mails.length>0?`, mails: ${a.mails.join(", ")}`:"",d=t.
run&&mt(t.run,o,t.position),u=d?`; ${Ce(d)}`:"";s.push(`task ${e.name(o)}: ${a.state}${l}${p}${u}`)}let i=r.tasks.get(t.task);if(!i)return s.join(`
`);s.push("",`selected: ${e.name(t.task)}`);for(let o of t.lookup.inputsOf(t.task)){let a=r.channels.get(o.id);if(!a)continue;let l=a.idle?"idle":a.aligned?"counts":"lags behind";s.push(`channel ${o.index} from ${e.name(o.source)}: watermar\
k ${e.time(a.watermark)}, ${l}, ${a.written-a.read} elements waiting`)}for(let o of[...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)]){let a=r.channels.get(o.id);a&&s.push(yn(t,o,a))}for(let[o,a]of i.inputs)s.push(`input ${o} wate\
rmark ${a.idle?"idle":e.time(a.watermark)}`);for(let{id:o,name:a}of t.lookup.operatorsOf(t.task)){let l=r.operators.get(o);if(l){s.push(`operator ${a}: ${l.state}, watermark ${e.time(l.watermark)}`);for(let[p,{watermark:d,idle:u}]of l.splits)
s.push(`  split ${p}: watermark ${u?"idle":e.time(d)}`);for(let p of l.timers.values()){let d=e.time(p.timestamp);s.push(`  ${p.domain}-time timer ${d} of key ${_(p.key)}`)}for(let p of l.panes.values()){let d=e.window(p.window);s.push(`  p\
ane ${d} of key ${_(p.key)}: ${p.count} elements`)}}}return s.join(`
`)}function wa(t,e,n){let{labels:r,scene:s}=e;t.put("clock",e.position===0?"–":b(r.time(s.view.time_ms)));let i=n.grain==="told"?n.stops.moments.endingAt(e.position):null,o=i?ni(i):"";t.put("badge",b(e.step<0?"start":`step ${$e(e.step)}${o&&
` · ${o}`}`)),t.root.dataset.tells=i?.kind??"";let a=e.fact?In(e.fact,r).map(({text:l,tone:p})=>p?`<b class="${p}">${b(l)}</b>`:b(l)):["Nothing has happened yet. Press Next, or the → key, and the first step happens."];t.put("sentence",a.
join("")),ec(t,e),t.root.querySelector(".words").open&&t.put("words",b(ba(e)))}function ec(t,{fact:e,labels:n}){let r=e?.type==="TaskFailed",i=(r?[["operator",e.operator&&n.name(e.operator)],["record",e.record],["your code",e.code]]:[]).filter(
([,o])=>o!=="");t.get("failure").hidden=i.length===0,t.get("failure").parentElement.classList.toggle("failed",r),t.put("failure",i.map(([o,a])=>`<div><dt>${o}</dt><dd>${b(a)}</dd></div>`).join(""))}function ya(t,e,n){let{trace:r}=e;t.put("p\
lay",n.playing?`${he("pause")}Pause`:`${he("play")}Play`),t.put("speed",`${n.speed}×`);let s=r.stepCount-1,{moments:i}=n.stops,o=`moment <b>${$e(i.at(e.position)+1)}</b> of ${$e(i.all.length)} · `;t.put("count",`${n.grain==="told"?o:""}st\
ep <b>${e.step<0?"–":$e(e.step)}</b> of ${$e(s)}<small>fact ${$e(e.position)} of ${$e(r.eventCount)}</small>`),t.get("grain").value=n.grain;for(let p of["first","back","next","last"]){let d=p==="first"||p==="back"?0:r.eventCount;t.root.querySelector(
`[data-act="${p}"]`).setAttribute("aria-disabled",String(n.position===d))}let a=t.get("range");a.value=String(e.position);let l=e.fact?U(e.fact,e.labels):"the beginning";a.setAttribute("aria-valuetext",`step ${e.step}: ${l}`),t.root.dataset.
position=String(e.position),t.root.dataset.step=String(e.step)}function $e(t){return String(t).replace(/\B(?=(\d{3})+$)/g," ")}function Hr(t,e){let n=new ne(t),r=e.lates.length,s=e.panes.reduce((a,{fills:l})=>a+l.length,0),i=e.panes.flatMap(({end:a,firings:l})=>{let p=l.find(({kind:u})=>u!=="early"),d=p&&Number.isFinite(a)?n.timeAt(p.index+1)-a:NaN;return d>=0?[d]:
[]});i.sort((a,l)=>a-l);let o=[[String(r),"too late"]];return s+r>0&&o.push([`${(100*s/(s+r)).toFixed(1)} %`,"counted"]),i.length>0&&o.push([re(tc(i[i.length>>1])),"median wait"]),o}function tc(t){let e=t>=3e5?6e4:t>=1e4?1e3:1;return Math.round(
t/e)*e}var Mn=class{constructor(e,n,r,s){this.stepper=e;this.model=n;this.carry=r;this.take=s}knob=null;compared=!1;ready(){let{trace:e,labels:n,parts:r}=this.stepper,{plane:s}=this.stepper.panel,i=this.carry.ghost??this.carry.beside;i&&!this.compared&&
(this.compared=!0,s.setGhost(i),this.stepper.side.compare(Nn(e,i.trace,s.run,i.run,n)));let o=Bt(this.model.get("knobs"));if(this.knob||o.length===0)return;let a=r.get("plane").querySelector(".knob");a.hidden=!1,this.knob=new Vt(a,this.model,
o,this.carry.turned,(...p)=>this.turn(...p)),this.knob.tell(Hr(e,s.run));let l=a.previousElementSibling;new ResizeObserver(()=>{let p=getComputedStyle(a).position==="absolute",{offsetLeft:d,offsetTop:u,offsetWidth:c,offsetHeight:m}=a;s.avoid=
p?{left:d-l.offsetLeft,top:u-l.offsetTop,width:c,height:m}:null}).observe(a)}hear(){this.knob?.hear()}turn(e,n,r){let{stepper:s,carry:i}=this,{plane:o}=s.panel,a=n.value===Bt(this.model.get("knobs")).find(({name:p})=>p===n.knob)?.value,l=a?
i.beside:i.ghost??new Oe(s.trace);if(r)return this.take(e,{...i,ghost:l,time:s.time,view:s.view,turned:a?null:n});o.setGhost(l),o.preview(e),this.knob.tell(Hr(e,o.run))}};var va={ghost:null,beside:null,time:null,view:null,turned:null},nc=200,rc=12,En=class{constructor(e,n,r,s,i){this.trace=e;this.model=n;this.carry=s;this.labels=new ae(e.plan),this.lookup=new Ue(e),this.history=new et(e),this.player=new cn(e,
()=>this.moved()),this.motion=new Jt(o=>this.drawMotion(o.t)),this.view=we.find(o=>o===n.get("view"))??ic(e),this.root.className="flinksim-widget flinksim-stepper",this.root.tabIndex=0,this.root.setAttribute("role","application"),this.root.
setAttribute("aria-label",`flinksim stepper: ${e.plan?.job_name??"a run"}`),this.root.dataset.lmSuppressShortcuts="true",M(this.root,`<style>${xo}</style>${So}`),this.parts=new tn(this.root),this.panels=new $n(this.parts,`flinksim-hatch-${++sc}`),
this.job=new Zt(this.parts,e,n.get("program")),this.parts.put("job",`<b>${b(String(n.get("title")||(e.plan?.job_name??"")))}</b>`),this.scrubber=new hn(e,this.parts,Number(n.get("mark")??-1)),this.address=new Ut(this,!!n.get("addressed")),this.
following=new Kt(this,n),this.turning=new Mn(this,n,s,i),this.menu=new en(this),this.predict=new un(this),this.range.max=String(e.eventCount),r.replaceChildren(this.root),this.listen(),this.opening=er(e,this.player.stops.moments,this.labels),
this.parts.get("question").textContent=this.opening.question,s.view&&(this.view=s.view),s.time!==null?this.player.go(e.positionBy(s.time)):this.player.go(n.get("choose")?this.opening.position:Number(n.get("position")??0)),n.set("choose",!1),
this.parts.get("copy").hidden=!this.address.isOwn,this.address.isOwn&&s.time===null&&this.address.follow(),this.resize(),this.makeKeyframes()}root=document.createElement("div");parts;player;panels;labels;lookup;view;panel=null;side=null;job;address;following;turning;history;scrubber;menu;predict;motion;cleanups=[];opening;pinned=null;series=null;width=0;height=0;pending=0;syncTimer=0;shown=null;tellsTime=!1;followsTime=!1;stood=0;scrubs=!1;destroy(){
this.player.pause(),this.motion.stop(),window.clearTimeout(this.syncTimer);for(let e of this.cleanups)e();this.panel?.plane.destroy(),this.root.remove()}moved(){let{player:e,motion:n}=this,r=performance.now();this.draw(),performance.measure(
"flinksim:draw",{start:r});let{position:s}=e;if(s!==this.stood){let i=e.stops.back(s,e.grain),o=e.stops.next(this.stood,e.grain)===s,a=e.stops.back(this.stood,e.grain)===s,{way:l}=fi(this.momentKind,this.momentCount,e.playing?e.speed:1);this.
scrubs?this.stand():o?n.go(i,s,l):a?n.go(this.stood,s,l):this.stand()}else this.drawMotion(n.phase.t);this.stood=s,this.sync()}stand(){let{position:e,stops:n,grain:r}=this.player,{moments:s}=n,i=r==="told"?s.at(e):-1,[o,a]=i<0?[n.back(e,r),
e]:[s.startOf(i),s.all[i].end];this.motion.stand(o,a,a>o?(e-o)/(a-o):1)}get momentKind(){let{stops:e,grain:n,position:r}=this.player;return n==="told"?e.moments.endingAt(r)?.kind??null:null}get momentCount(){return this.player.stops.moments.
endingAt(this.player.position)?.count??1}follow(e){let n=Number(this.model.get(e)??0);e==="position"?this.player.go(n):e==="time_ms"?this.followTime(n):n!==this.player.step&&this.player.goToStep(n)}followTime(e){this.tellsTime||(this.followsTime=
!0,this.player.pause(),this.player.go(this.trace.positionBy(BigInt(Math.round(e)))),this.followsTime=!1)}tellTime(){this.followsTime||!this.shown||(this.tellsTime=!0,this.model.set("time_ms",Number(this.shown.scene.view.time_ms)),this.tellsTime=
!1)}jump(e){this.player.pause(),this.player.go(e)}onScrub(){this.player.pause(),this.pending===0&&(this.pending=window.requestAnimationFrame(()=>{this.pending=0,this.scrubs=!0,this.player.go(Number(this.range.value)),this.scrubs=!1}))}show(e){
let n=we.find(r=>r===e);!n||n===this.view||(this.view=n,this.model.set("view",n),this.sync(),this.arrange(),this.draw())}openTab(e){this.root.dataset.panel=e;for(let n of this.root.querySelectorAll("[data-show-tab]"))n.setAttribute("aria-se\
lected",String(n.dataset.showTab===e));dt.includes(e)&&this.side.open(e),this.panel.plane.refresh(),this.job.arrange(),this.shown&&this.redraw()}setGrain(e){this.player.grain=e,this.draw(),this.drawMotion(1)}pin(e){this.pinned=e===this.pinned?
null:e,this.redraw()}get index(){return this.shown?.index??-1}get time(){return this.shown?.scene.view.time_ms??null}rearrange(){this.width!==0&&(this.arrange(),this.draw())}hear(e){e==="answer"?this.following.drawAnswer():this.turning.hear()}viewAt(e){
return this.history.at(e).view}tellScore(e){this.model.set("score",e),this.model.save_changes()}toggleHall(){this.root.classList.toggle("hall"),this.width=0,this.sync(),this.resize()}redraw(){this.width!==0&&(this.draw(),this.drawMotion(this.
motion.phase.t),this.sync())}listen(){if(this.root.addEventListener("click",n=>co(this,n)),this.root.addEventListener("keydown",n=>mo(this,n)),ho(this.root,n=>n>0?this.player.next():this.player.back()),this.range.addEventListener("input",()=>this.
onScrub()),this.parts.get("filter").addEventListener("input",()=>this.onFilter()),this.parts.get("plot").addEventListener("click",n=>{let r=this.shown&&this.panels.positionIn(this.shown,n);r!==null&&this.jump(r)}),this.root.querySelector("d\
etails").addEventListener("toggle",()=>this.redraw()),this.address.isOwn){let n=()=>this.address.follow();window.addEventListener("hashchange",n),this.cleanups.push(()=>window.removeEventListener("hashchange",n))}let e=new ResizeObserver(()=>this.
resize());e.observe(this.root),this.cleanups.push(()=>e.disconnect()),this.parts.get("grain").addEventListener("change",n=>{this.setGrain(n.target.value)}),this.cleanups.push(_i(this.root,()=>{this.width>0&&this.drawStrip(),this.panel?.plane.
refresh()}))}onFilter(){this.panels.filter=this.parts.get("filter").value,this.redraw()}resize(){this.enlarge();let{clientWidth:e,clientHeight:n}=this.root;e===0||e===this.width&&n===this.height||(this.width=e,this.height=n,this.root.dataset.
size=e>=1e3?"wide":e>=660?"middle":"narrow",this.root.classList.toggle("low",n<660),this.parts.forget(),this.arrange(),this.draw(),this.drawMotion(this.motion.phase.t))}enlarge(){let e=this.root.classList.contains("hall"),{innerWidth:n,innerHeight:r}=window,
s=this.address.isOwn&&n>=1700&&r>=900,i=e?n>=1500?1.6:1.3:s?1.18:1;i===1?this.root.style.removeProperty("--zoom"):this.root.style.setProperty("--zoom",String(i)),this.root.querySelector('[data-act="hall"]').setAttribute("aria-pressed",String(
e))}ensurePlane(){return this.panel??=new dn(this.parts.get("plane"),this.trace,this.labels,e=>this.jump(e),()=>this.sync()),this.side??=new kn(this.parts.get("side"),this.trace,this.labels,this.player.stops.moments,e=>this.jump(e),e=>this.
following.walk(e)),this.turning.ready(),{panel:this.panel,side:this.side}}arrange(){this.root.dataset.shown=this.view;for(let e of this.root.querySelectorAll("[data-shows]"))e.hidden=!e.dataset.shows.split("|").includes(this.view);for(let e of this.
root.querySelectorAll("[data-view]"))e.setAttribute("aria-checked",String(e.dataset.view===this.view));if((this.view==="network"||this.view==="whole run")&&(this.series??=new at(this.trace)),this.view!=="plane")return this.panels.arrange(this.
trace.plan,this.view);!this.side&&this.following.isAsked&&(this.root.dataset.panel??="why"),this.ensurePlane(),this.address.wantedKey!==""&&this.panel.keys.chooseNamed(this.address.wantedKey),this.address.wantedKey="",this.openTab(this.root.
dataset.panel??"plane")}frame(){let{trace:e,labels:n,lookup:r,player:s}=this,i=s.stops.spotlight(s.position,s.grain),o=i<0?null:e.event(i),a=s.step,l=a<0?"":e.actorOf(a),p=this.view!=="event time"&&o&&"channel"in o?o.channel:"",d=r.channels.
get(p)?.target,u=this.pinned??d??Fn(e,r,a),c=m=>r.isKeyed(m);return{trace:e,labels:n,lookup:r,index:i,fact:o,step:a,actor:l,scene:this.history.at(s.position),position:s.position,task:u,keyed:c(u)?u:Fn(e,r,a,c)||u,pinned:this.pinned!==null,view:this.
view,run:this.series,before:s.stops.back(s.position,s.grain)}}draw(){if(this.width===0)return;let e=this.shown=this.frame(),n=document.activeElement?.dataset?.task;this.view==="plane"?(this.panel.plane.show(e.position,e.before),this.side.show(
e.position,e.before),this.job.draw(e,this.following.followed),this.following.drawAnswer()):this.panels.draw(e),n&&this.root.querySelector(`[data-task="${n}"]`)?.focus(),wa(this.parts,e,this.player),ya(this.parts,e,this.player),this.drawStrip()}drawMotion(e){
if(!this.shown||this.width===0)return;let{from:n,to:r}=this.motion.phase,s={from:n,to:r,t:e};this.view==="plane"?(this.panel.plane.move(s),this.job.move(this.shown,s)):this.view==="event time"&&this.panels.move(this.shown,s)}drawStrip(){this.
scrubber.draw(this.player.position)}get range(){return this.parts.get("range")}sync(){this.tellTime(),!this.carry.turned&&(this.model.set("position",this.player.position),this.model.set("step",this.player.step),this.syncTimer===0&&(this.syncTimer=
window.setTimeout(()=>{this.syncTimer=0,this.model.save_changes(),this.address.write()},nc)))}makeKeyframes(){if(this.history.extendFor(rc),this.history.complete)return;let e=window.setTimeout(()=>this.makeKeyframes(),0);this.cleanups.push(
()=>window.clearTimeout(e))}},sc=0;function ic(t){return["WatermarkGenerated","WindowAssigned","TimerRegistered"].some(r=>t.kinds.includes($.indexOf(r)))?"plane":"network"}async function oc({model:t,el:e}){let n=null,r=0,s=(a,l)=>{n?.destroy(),n=new En(a,t,e,l,s)},i=async()=>{let a=++r,l=performance.now();try{let p=await rt(Me(t.get("trace"))),d=t.get("beside"),u=d?new Oe(await rt(Me(d))):null;if(a!==r)return;
s(p,{...va,beside:u}),performance.measure("flinksim:load",{start:l})}catch(p){n?.destroy(),n=null;let d=document.createElement("div");d.className="flinksim-widget failed",d.setAttribute("role","alert"),d.textContent=p instanceof Error?p.message:
String(p);let u=document.createElement("style");u.textContent=At,e.replaceChildren(u,d)}},o={trace:()=>void i(),position:()=>n?.follow("position"),step:()=>n?.follow("step"),view:()=>n?.show(t.get("view")),time_ms:()=>n?.follow("time_ms"),answer:()=>n?.
hear("answer"),turned:()=>n?.hear("turned")};for(let[a,l]of Object.entries(o))t.on(`change:${a}`,l);return await i(),()=>{r++;for(let[a,l]of Object.entries(o))t.off(`change:${a}`,l);n?.destroy()}}var hw={render:oc};export{ne as Clock,je as Followed,et as History,ae as Labels,Ue as Lookup,st as Moments,me as PlaneRun,at as RunSeries,Rt as answerOf,Nn as changesOf,fs as checkedBookmarks,hw as default,M as fill,tt as journeysIn,Bt as knobsOf,be as latenessOf,
Nt as layersOf,Ht as metricsOf,rt as openTrace,er as openingOf,Gt as operatorMetrics,rr as questionAt,U as sentenceText,Ks as turnedOf,al as viewJson};
