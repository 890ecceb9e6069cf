// Built from widgets/src by widgets/build.mjs; sources 7b295dec64697ece2e869f6bb7f1b67d0e33f73f15a25ac454e5a0c7dfe7e881
var Kn="b4cbc2f24ed69011";var O=["JobSubmitted","TaskStateChanged","OperatorSetUp","OperatorStateInitialized","OperatorOpened","OperatorFinished","AfterInvokeReached","OperatorClosed","TaskFailed","ExecutionReset","JobStatusChanged","RestartDecided","SlotReleased","\
SlotReserved","MailEnqueued","MailTaken","DefaultActionSuspended","DefaultActionResumed","TicksSkipped","ProcessingTimeAdvanced","SourceRecordRead","SourceFinished","TimestampAssigned","WatermarkGenerated","GeneratedWatermarkIgnored","Split\
StatusChanged","SplitAssigned","SplitReleased","IdlenessCountdownChanged","WatermarkAligned","ElementWritten","BufferQueued","OutputPersisted","ChannelFlushed","BufferSent","BufferArrived","CreditAnnounced","CreditChanged","InputBuffersChan\
ged","ReadingStopped","ReadingResumed","FloatingBuffersChanged","OutputBuffersChanged","BufferSizeAnnounced","BufferConsumed","ElementReceived","BarrierReceived","BarrierAnnounced","CancellationReceived","AlignmentStarted","AlignmentEnded",
"AlignmentTimedOut","ChannelBlocked","ChannelUnblocked","ResumptionSent","ConsumptionResumed","InputPersisted","OutputBarrierTimedOut","ChannelWatermarkChanged","WatermarkIgnored","ChannelStatusChanged","InputWatermarkAdvanced","InputStatus\
Changed","InputEnded","ElementProcessed","OperatorInputChanged","LatencyMeasured","RecordFiltered","OperatorWatermarkAdvanced","WatermarkEmitted","StatusEmitted","KeySelected","StateUpdated","StateAppended","StateCleared","StateEntryPut","S\
tateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired","WindowAssigned","WindowsMerged","SharedElementChanged","TriggerEvaluated","TriggerCleared","WindowFired","ElementsEvicted","FiringSkipped","Window\
Cleared","WindowSkippedAsLate","LateRecordDropped","SideOutputEmitted","ResultWritten","CheckpointTriggered","CheckpointNotTriggered","BarrierEmitted","OperatorSnapshotTaken","CheckpointAcknowledged","CheckpointDeclined","CheckpointComplete\
d","CheckpointAborted","CheckpointNotified","CheckpointRestored","CommitPrepared","ResultsCommitted","InputRecovered","OutputRecovered","StateRestored","ListRestored","StateEntryRestored","TimerRestored","PaneRestored","ChannelSelected","Re\
cordPartlyRead"],Pt={JobSubmitted:[["plan","plan"]],TaskStateChanged:[["subtask","subtask"],["attempt","count"],["before","choice"],["after","choice"]],OperatorSetUp:[["operator","operator"]],OperatorStateInitialized:[["operator","operator"],
["checkpoint","count"]],OperatorOpened:[["operator","operator"]],OperatorFinished:[["operator","operator"]],AfterInvokeReached:[["subtask","subtask"]],OperatorClosed:[["operator","operator"]],TaskFailed:[["subtask","subtask"],["operator","o\
perator"],["error","text"],["message","text"],["record","text"],["code","text"]],ExecutionReset:[["subtask","subtask"],["attempt","count"]],JobStatusChanged:[["before","choice"],["after","choice"]],RestartDecided:[["subtask","subtask"],["ta\
sks","count"],["delay_ms","timestamp"]],SlotReleased:[["task_manager","text"],["slot","count"],["lost","flag"]],SlotReserved:[["task_manager","text"],["slot","count"]],MailEnqueued:[["subtask","subtask"],["mail","text"],["waiting","count"],
["priority","text"]],MailTaken:[["subtask","subtask"],["mail","text"],["waiting","count"]],DefaultActionSuspended:[["subtask","subtask"],["reason","choice"]],DefaultActionResumed:[["subtask","subtask"]],TicksSkipped:[["ticks","count"]],ProcessingTimeAdvanced:[
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
or","operator"],["key","value"],["window","value"],["count","count"],["state_window","value"]],ChannelSelected:[["channel","channel"],["key","value"],["hash_code","text"],["key_group","count"]],RecordPartlyRead:[["subtask","subtask"],["chan\
nel","channel"],["bytes","count"]]},ko=[(t,e)=>({type:"JobSubmitted",plan:t.plan(0,e)}),(t,e)=>({type:"TaskStateChanged",subtask:t.text(0,e),attempt:t.count(1,e),before:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED",
"CANCELING","CANCELED","FAILED"][t.count(2,e)],after:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][t.count(3,e)]}),(t,e)=>({type:"OperatorSetUp",operator:t.text(0,e)}),(t,e)=>({type:"\
OperatorStateInitialized",operator:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"OperatorOpened",operator:t.text(0,e)}),(t,e)=>({type:"OperatorFinished",operator:t.text(0,e)}),(t,e)=>({type:"AfterInvokeReached",subtask:t.text(0,e)}),
(t,e)=>({type:"OperatorClosed",operator:t.text(0,e)}),(t,e)=>({type:"TaskFailed",subtask:t.text(0,e),operator:t.text(1,e),error:t.text(2,e),message:t.text(3,e),record:t.text(4,e),code:t.text(5,e)}),(t,e)=>({type:"ExecutionReset",subtask:t.text(
0,e),attempt:t.count(1,e)}),(t,e)=>({type:"JobStatusChanged",before:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHED","CANCELED","FAILED"][t.count(0,e)],after:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINIS\
HED","CANCELED","FAILED"][t.count(1,e)]}),(t,e)=>({type:"RestartDecided",subtask:t.text(0,e),tasks:t.count(1,e),delay_ms:t.timestamp(2,e)}),(t,e)=>({type:"SlotReleased",task_manager:t.text(0,e),slot:t.count(1,e),lost:t.flag(2,e)}),(t,e)=>({
type:"SlotReserved",task_manager:t.text(0,e),slot:t.count(1,e)}),(t,e)=>({type:"MailEnqueued",subtask:t.text(0,e),mail:t.text(1,e),waiting:t.count(2,e),priority:t.text(3,e)}),(t,e)=>({type:"MailTaken",subtask:t.text(0,e),mail:t.text(1,e),waiting:t.
count(2,e)}),(t,e)=>({type:"DefaultActionSuspended",subtask:t.text(0,e),reason:["no input","no output buffer","busy","blocked","final checkpoint"][t.count(1,e)]}),(t,e)=>({type:"DefaultActionResumed",subtask:t.text(0,e)}),(t,e)=>({type:"Tic\
ksSkipped",ticks:t.count(0,e)}),(t,e)=>({type:"ProcessingTimeAdvanced",before:t.timestamp(0,e),after:t.timestamp(1,e)}),(t,e)=>({type:"SourceRecordRead",operator:t.text(0,e),split:t.text(1,e),offset:t.count(2,e),value:t.value(3,e),timestamp:t.
optionalTimestamp(4,e)}),(t,e)=>({type:"SourceFinished",operator:t.text(0,e)}),(t,e)=>({type:"TimestampAssigned",operator:t.text(0,e),before:t.optionalTimestamp(1,e),after:t.timestamp(2,e)}),(t,e)=>({type:"WatermarkGenerated",operator:t.text(
0,e),split:t.text(1,e),timestamp:t.timestamp(2,e),by:["record","tick","mark"][t.count(3,e)],seen:t.count(4,e),holds:t.flag(5,e),gained:t.textsOf(6,e),lost:t.textsOf(7,e)}),(t,e)=>({type:"GeneratedWatermarkIgnored",operator:t.text(0,e),split:t.
text(1,e),timestamp:t.timestamp(2,e),by:["record","tick","mark"][t.count(3,e)]}),(t,e)=>({type:"SplitStatusChanged",operator:t.text(0,e),split:t.text(1,e),idle:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({
type:"SplitAssigned",operator:t.text(0,e),split:t.text(1,e),read:t.count(2,e),lost:t.textsOf(3,e)}),(t,e)=>({type:"SplitReleased",operator:t.text(0,e),split:t.text(1,e),gained:t.textsOf(2,e)}),(t,e)=>({type:"IdlenessCountdownChanged",operator:t.
text(0,e),split:t.text(1,e),idle_after:t.optionalTimestamp(2,e)}),(t,e)=>({type:"WatermarkAligned",operator:t.text(0,e),group:t.text(1,e),reported:t.optionalTimestamp(2,e),allowed:t.timestamp(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),lost:t.
textsOf(6,e)}),(t,e)=>({type:"ElementWritten",channel:t.text(0,e),sequence:t.count(1,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(2,e)],value:t.value(3,e),timestamp:t.
optionalTimestamp(4,e),bytes:t.count(5,e)}),(t,e)=>({type:"BufferQueued",channel:t.text(0,e),queued:t.count(1,e)}),(t,e)=>({type:"OutputPersisted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({
type:"ChannelFlushed",channel:t.text(0,e)}),(t,e)=>({type:"BufferSent",channel:t.text(0,e),bytes:t.count(1,e),queued:t.count(2,e),backlog:t.count(3,e),credit:t.count(4,e),on_wire:t.count(5,e)}),(t,e)=>({type:"BufferArrived",channel:t.text(0,
e),received:t.count(1,e),on_wire:t.count(2,e)}),(t,e)=>({type:"CreditAnnounced",channel:t.text(0,e),credit:t.count(1,e),under_way:t.count(2,e)}),(t,e)=>({type:"CreditChanged",channel:t.text(0,e),before:t.count(1,e),after:t.count(2,e),under_way:t.
count(3,e)}),(t,e)=>({type:"InputBuffersChanged",channel:t.text(0,e),exclusive:t.count(1,e),floating:t.count(2,e),required:t.count(3,e),unannounced:t.count(4,e),waiting:t.flag(5,e)}),(t,e)=>({type:"ReadingStopped",channel:t.text(0,e)}),(t,e)=>({
type:"ReadingResumed",channel:t.text(0,e)}),(t,e)=>({type:"FloatingBuffersChanged",subtask:t.text(0,e),free:t.count(1,e)}),(t,e)=>({type:"OutputBuffersChanged",subtask:t.text(0,e),in_use:t.count(1,e)}),(t,e)=>({type:"BufferSizeAnnounced",subtask:t.
text(0,e),input:t.count(1,e),bytes:t.count(2,e),throughput:t.count(3,e),buffers:t.count(4,e)}),(t,e)=>({type:"BufferConsumed",channel:t.text(0,e),received:t.count(1,e),queued:t.count(2,e),bytes:t.count(3,e),overtaken:t.count(4,e)}),(t,e)=>({
type:"ElementReceived",subtask:t.text(0,e),channel:t.text(1,e),sequence:t.count(2,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(3,e)],value:t.value(4,e),timestamp:t.
optionalTimestamp(5,e)}),(t,e)=>({type:"BarrierReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e),alignment:["AT_LEAST_ONCE","ALIGNED","UNALIGNED","FORCED_ALIGNED"][t.count(3,e)],sequence:t.count(4,e),overtaken:t.count(
5,e)}),(t,e)=>({type:"BarrierAnnounced",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"CancellationReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"AlignmentStarted",
subtask:t.text(0,e),checkpoint:t.count(1,e),delay_ms:t.count(2,e)}),(t,e)=>({type:"AlignmentEnded",subtask:t.text(0,e),checkpoint:t.count(1,e),duration_ms:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"AlignmentTimedOut",subtask:t.text(0,
e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelBlocked",channel:t.text(0,e)}),(t,e)=>({type:"ChannelUnblocked",channel:t.text(0,e)}),(t,e)=>({type:"ResumptionSent",channel:t.text(0,e)}),(t,e)=>({type:"ConsumptionResumed",channel:t.text(
0,e)}),(t,e)=>({type:"InputPersisted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"OutputBarrierTimedOut",channel:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelWatermarkC\
hanged",channel:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,e),aligned:t.flag(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),lost:t.textsOf(6,e)}),(t,e)=>({type:"WatermarkIgnored",channel:t.text(0,e),timestamp:t.timestamp(1,e),reason:[
"channel is idle","not greater than before"][t.count(2,e)]}),(t,e)=>({type:"ChannelStatusChanged",channel:t.text(0,e),idle:t.flag(1,e),aligned:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({type:"InputWat\
ermarkAdvanced",subtask:t.text(0,e),input:t.count(1,e),before:t.timestamp(2,e),after:t.timestamp(3,e),held_by:t.textsOf(4,e)}),(t,e)=>({type:"InputStatusChanged",subtask:t.text(0,e),input:t.count(1,e),idle:t.flag(2,e)}),(t,e)=>({type:"Input\
Ended",subtask:t.text(0,e),input:t.count(1,e)}),(t,e)=>({type:"ElementProcessed",operator:t.text(0,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(1,e)],value:t.value(
2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"OperatorInputChanged",operator:t.text(0,e),input:t.count(1,e),other:t.count(2,e),watermark:t.timestamp(3,e),idle:t.flag(4,e),holds:t.flag(5,e),other_holds:t.flag(6,e)}),(t,e)=>({type:"\
LatencyMeasured",operator:t.text(0,e),source:t.text(1,e),latency:t.count(2,e)}),(t,e)=>({type:"RecordFiltered",operator:t.text(0,e)}),(t,e)=>({type:"OperatorWatermarkAdvanced",operator:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,
e)}),(t,e)=>({type:"WatermarkEmitted",operator:t.text(0,e),timestamp:t.timestamp(1,e)}),(t,e)=>({type:"StatusEmitted",operator:t.text(0,e),idle:t.flag(1,e)}),(t,e)=>({type:"KeySelected",operator:t.text(0,e),key:t.value(1,e),key_group:t.count(
2,e)}),(t,e)=>({type:"StateUpdated",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e),folded:t.flag(6,e)}),(t,e)=>({type:"StateAppended",operator:t.text(0,e),state:t.text(
1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateCleared",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),key_group:t.count(4,e)}),(t,e)=>({type:"Sta\
teEntryPut",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),value:t.value(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"StateEntryRemoved",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,
e),namespace:t.value(3,e),entry:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateRead",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),count:t.count(5,e),key_group:t.count(6,e)}),(t,e)=>({
type:"StateEntryRead",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),found:t.flag(5,e),value:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"TimerRegistered",operator:t.text(0,e),domain:[
"event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"TimerDeleted",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.
timestamp(4,e)}),(t,e)=>({type:"TimerFired",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"WindowAssigned",operator:t.text(0,e),key:t.value(
1,e),window:t.value(2,e),value:t.value(3,e),timestamp:t.optionalTimestamp(4,e),count:t.count(5,e),state_window:t.value(6,e)}),(t,e)=>({type:"WindowsMerged",operator:t.text(0,e),key:t.value(1,e),value:t.value(2,e),window:t.value(3,e),merged:t.
value(4,e),result:t.value(5,e),count:t.count(6,e),state_window:t.value(7,e)}),(t,e)=>({type:"SharedElementChanged",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),others:t.value(3,e),before:t.value(4,e),after:t.value(5,e)}),(t,e)=>({
type:"TriggerEvaluated",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),callback:["onElement","onEventTime","onProcessingTime","onMerge"][t.count(3,e)],result:["CONTINUE","FIRE","PURGE","FIRE_AND_PURGE"][t.count(4,e)]}),(t,e)=>({type:"\
TriggerCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e)}),(t,e)=>({type:"WindowFired",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),kind:["early","on time","late"][t.count(3,e)],clock:["watermark","processing t\
ime","count","record","end of input"][t.count(4,e)],count:t.count(5,e),contents:t.value(6,e),watermark:t.timestamp(7,e)}),(t,e)=>({type:"ElementsEvicted",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),evicted:t.count(3,e),count:t.
count(4,e),state_window:t.value(5,e),contents:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"FiringSkipped",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["empty contents","no state window"][t.count(3,e)]}),(t,e)=>({
type:"WindowCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["purged","cleanup"][t.count(3,e)],state_window:t.value(4,e)}),(t,e)=>({type:"WindowSkippedAsLate",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,
e),cleanup_time:t.timestamp(3,e),watermark:t.timestamp(4,e)}),(t,e)=>({type:"LateRecordDropped",operator:t.text(0,e),key:t.value(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e),windows:t.value(4,e),cleanup_time:t.optionalTimestamp(
5,e),watermark:t.timestamp(6,e),side_output:t.flag(7,e)}),(t,e)=>({type:"SideOutputEmitted",operator:t.text(0,e),tag:t.text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"ResultWritten",operator:t.text(0,e),text:t.
text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"CheckpointTriggered",checkpoint:t.count(0,e),kind:["checkpoint","savepoint","suspend savepoint","terminate savepoint"][t.count(1,e)],sources:t.textsOf(2,e),tasks:t.
count(3,e)}),(t,e)=>({type:"CheckpointNotTriggered",reason:t.text(0,e)}),(t,e)=>({type:"BarrierEmitted",subtask:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"OperatorSnapshotTaken",operator:t.text(0,e),checkpoint:t.count(1,e),bytes:t.
count(2,e)}),(t,e)=>({type:"CheckpointAcknowledged",checkpoint:t.count(0,e),subtask:t.text(1,e),bytes:t.count(2,e),start_delay:t.count(3,e),alignment:t.count(4,e),sync:t.count(5,e),async_time:t.count(6,e),persisted:t.count(7,e)}),(t,e)=>({type:"\
CheckpointDeclined",checkpoint:t.count(0,e),subtask:t.text(1,e),reason:t.text(2,e)}),(t,e)=>({type:"CheckpointCompleted",checkpoint:t.count(0,e),duration:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"CheckpointAborted",checkpoint:t.count(
0,e),reason:t.text(1,e)}),(t,e)=>({type:"CheckpointNotified",subtask:t.text(0,e),checkpoint:t.count(1,e),completed:t.flag(2,e)}),(t,e)=>({type:"CheckpointRestored",checkpoint:t.count(0,e),tasks:t.count(1,e)}),(t,e)=>({type:"CommitPrepared",
operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e)}),(t,e)=>({type:"ResultsCommitted",operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e),total:t.count(3,e)}),(t,e)=>({type:"InputRecovered",channel:t.text(0,e),checkpoint:t.
count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"OutputRecovered",channel:t.text(0,e),checkpoint:t.count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"StateRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,
e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"ListRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),values:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateEntryRestored",operator:t.
text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),value:t.value(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"TimerRestored",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,
e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"PaneRestored",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),count:t.count(3,e),state_window:t.value(4,e)}),(t,e)=>({type:"ChannelSelected",channel:t.text(0,e),
key:t.value(1,e),hash_code:t.text(2,e),key_group:t.count(3,e)}),(t,e)=>({type:"RecordPartlyRead",subtask:t.text(0,e),channel:t.text(1,e),bytes:t.count(2,e)})],bo={JobSubmitted:[["","The job {plan} is submitted; nothing has run yet."]],TaskStateChanged:[
["after=RUNNING","{subtask} is running."],["after=FINISHED","{subtask} has finished."],["","{subtask} goes from {before} to {after}."]],OperatorSetUp:[["","{operator} is set up; a chain is, from its tail to its head."]],OperatorStateInitialized:[
["checkpoint=0","{operator} begins with empty state, and will be opened next."],["","{operator} is given its state from checkpoint {checkpoint}, and will be opened next."]],OperatorOpened:[["","{operator} is opened; a chain opens from its t\
ail to its head."]],OperatorFinished:[["","{operator} is told that its input has ended."]],AfterInvokeReached:[["","{subtask} has nothing left to do but to close its operators."]],OperatorClosed:[["","{operator} is closed; a chain closes fr\
om its tail to its head."]],TaskFailed:[["","{subtask} fails with {error:firing}: {message}"]],ExecutionReset:[["","{subtask} begins anew: attempt {attempt}, counted from 0."]],JobStatusChanged:[["after=FINISHED","The job ends: {after}."],[
"after=FAILED","The job ends: {after}."],["after=CANCELED","The job ends: {after}."],["","The job goes from {before} to {after}."]],RestartDecided:[["","{subtask} has failed: {tasks} {tasks|task|tasks} will be cancelled and run again after \
{delay_ms} ms."]],SlotReleased:[["lost=True","Slot {slot} of {task_manager} is lost with its TaskManager."],["","Slot {slot} of {task_manager} is given back: nothing runs in it any more."]],SlotReserved:[["","Slot {slot} of {task_manager} i\
s taken for tasks that run again."]],MailEnqueued:[["waiting=1","The mail “{mail}” is put into the mailbox of {subtask}."],["","The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait there now."]],MailTaken:[["waitin\
g=0","{subtask} takes the mail “{mail}” and runs it; its mailbox is empty now."],["","{subtask} takes the mail “{mail}” and runs it; {waiting} more still {waiting|waits|wait}."]],DefaultActionSuspended:[["reason=no input","{subtask}\
 finds no input and waits."],["reason=no output buffer","{subtask} has {reason:firing}, so it stops reading: this is backpressure."],["reason=blocked","{subtask} is {reason:firing} in the middle of an element, for no output buffer is left: \
this is hard backpressure."],["","{subtask} is busy and reads nothing for now."]],DefaultActionResumed:[["","{subtask} goes on reading its input."]],TicksSkipped:[["","{ticks} ticks of watermark generators go by and bring nothing new."]],ProcessingTimeAdvanced:[
["","Processing time moves from {before} to {after}."]],SourceRecordRead:[["split=","{operator} reads record {offset}: {value:record}."],["","{operator} reads record {offset} of split {split}: {value:record}."]],SourceFinished:[["","{operat\
or} has no more records."]],TimestampAssigned:[["after=MIN","{operator} has no timestamp for the record: {after:record} stands for none."],["before=none","{operator} gives the record the timestamp {after:record}."],["before=MIN","{operator}\
 gives the record the timestamp {after:record}."],["","{operator} gives the record the timestamp {after:record} instead of {before}."]],WatermarkGenerated:[["split= & timestamp=MAX","{operator} generates its last watermark, {timestamp:water\
mark}: nothing can follow."],["split=","{operator} generates the watermark {timestamp:watermark}."],["holds=true","{operator} generates the watermark {timestamp:watermark} for split {split}, which holds the source back."],["","{operator} ge\
nerates the watermark {timestamp:watermark} for split {split}."]],GeneratedWatermarkIgnored:[["split=","The watermark {timestamp:watermark} that {operator} generates is not greater than the last, so it changes nothing."],["","The watermark \
{timestamp:watermark} for split {split} of {operator} is not greater than the last, so it changes nothing."]],SplitStatusChanged:[["idle=true","Split {split} of {operator} has gone quiet: it is idle now and holds nothing back."],["","Split \
{split} of {operator} is active again and counts for the watermark."]],SplitAssigned:[["read=0","{operator} gets split {split} to read, whose watermark is not known yet."],["","{operator} gets split {split} to read, from record {read} on; i\
ts watermark is not known yet."]],SplitReleased:[["","{operator} has read split {split} to its end: it counts no more."]],IdlenessCountdownChanged:[["idle_after=none","A record has come, so {operator} does not wait for idleness any more."],
["split=","{operator} has seen no record since it was asked last: it is idle if none comes up to {idle_after:timer}."],["","{operator} has seen no record of split {split} since it was asked last: the split is idle if none comes up to {idle_\
after:timer}."]],WatermarkAligned:[["reported=none","{operator} has no watermark to tell its group {group}; it may go on to {allowed:watermark}."],["holds=true","{operator} tells its group {group} the watermark {reported:watermark}, the lea\
st of all; it may go on to {allowed:watermark}."],["","{operator} tells its group {group} the watermark {reported:watermark}; it may go on to {allowed:watermark}."]],ElementWritten:[["element=record","The record {value:record} is written to\
 {channel}."],["element=watermark","The watermark {timestamp:watermark} is written to {channel}."],["element=idle","The status IDLE is written to {channel}."],["element=active","The status ACTIVE is written to {channel}."],["element=endOfDa\
ta","The end of the data is written to {channel}."],["element=endOfPartition","The end of all is written to {channel}."],["element=barrier","A checkpoint barrier is written to {channel}."],["element=cancelMarker","That a checkpoint will not\
 be is written to {channel}."],["","A latency marker is written to {channel}."]],BufferQueued:[["queued=1","A buffer waits to be sent on {channel}: {queued:buffer} in the queue."],["","One more buffer waits to be sent on {channel}: {queued:\
buffer} in the queue."]],OutputPersisted:[["","The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, which {buffers|goes|go} into the checkpoint."]],ChannelFlushed:[
["","What stands in the open buffer of {channel} may be sent now."]],BufferSent:[["channel:flow=before credits","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}."],["credit=0","A buffer of {bytes:buffer} {bytes|byte|bytes\
} is sent on {channel}; there is no credit for another."],["","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for {credit:buffer} more is left."]],BufferArrived:[["received=1","A buffer arrives on {channel}."],["",
"A buffer arrives on {channel}; {received:buffer} wait there to be read."]],CreditAnnounced:[["","The receiver of {channel} promises room for {credit:buffer} more {credit|buffer|buffers}."]],CreditChanged:[["","The sender of {channel} learn\
s of new credit: {before} becomes {after:buffer}."]],InputBuffersChanged:[["waiting=true","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all, and waits for a floating on\
e."],["","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all."]],ReadingStopped:[["","No buffer is left for what came in on {channel}, so the whole connection is not read\
 any more."]],ReadingResumed:[["","A buffer came free for {channel}, so its connection is read again."]],FloatingBuffersChanged:[["","{subtask} has {free:buffer} floating {free|buffer|buffers} free."]],OutputBuffersChanged:[["","{subtask} h\
as {in_use:buffer} output {in_use|buffer|buffers} in use."]],BufferSizeAnnounced:[["","{subtask} reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} {buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer}\
 {bytes|byte|bytes}."]],BufferConsumed:[["","A buffer of {channel} is opened and read."]],ElementReceived:[["element=record","{subtask} reads the record {value:record} from {channel:short}."],["element=watermark","{subtask} reads the waterm\
ark {timestamp:watermark} from {channel:short}."],["element=idle","{subtask} reads the status IDLE from {channel:short}."],["element=active","{subtask} reads the status ACTIVE from {channel:short}."],["element=endOfData","{subtask} reads th\
e end of the data of {channel:short}."],["element=endOfPartition","{subtask} reads the end of all from {channel:short}."],["element=barrier","{subtask} reads a checkpoint barrier from {channel:short}."],["element=cancelMarker","{subtask} re\
ads from {channel:short} that there will be no checkpoint."],["","{subtask} reads a latency marker from {channel:short}."]],BarrierReceived:[["overtaken=0","{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}."],["","{\
subtask} has the barrier of checkpoint {checkpoint} from {channel:short}, where it has overtaken {overtaken} {overtaken|element|elements}."]],BarrierAnnounced:[["","{subtask} learns that the barrier of checkpoint {checkpoint} waits in {chan\
nel:short}, behind what it has not read yet."]],CancellationReceived:[["","{subtask} reads from {channel:short} that checkpoint {checkpoint} will not be."]],AlignmentStarted:[["","The first barrier of checkpoint {checkpoint} has come to {su\
btask}, {delay_ms} ms after its trigger."]],AlignmentEnded:[["","{subtask} waits for no more barriers of checkpoint {checkpoint}: the alignment took {duration_ms} ms, and {bytes:buffer} {bytes|byte|bytes} were read meanwhile."]],AlignmentTimedOut:[
["","The alignment of checkpoint {checkpoint} takes {subtask} too long: the checkpoint goes on unaligned."]],ChannelBlocked:[["","{channel} is blocked: what comes behind its barrier waits for the barriers of the other channels."]],ChannelUnblocked:[
["","{channel} may be read on behind its barrier."]],ResumptionSent:[["","The receiver of {channel} lets its sender go on behind the barrier."]],ConsumptionResumed:[["","The sender of {channel} goes on behind the barrier."]],InputPersisted:[
["","{buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, not processed yet, {buffers|goes|go} into checkpoint {checkpoint}."]],OutputBarrierTimedOut:[["","The barrier of checkpoint {checkpoint} has waited\
 on {channel} for too long: it overtakes what is before it."]],ChannelWatermarkChanged:[["aligned=false","The watermark of {channel} rises from {before} to {after:watermark}; it lags behind the task and does not count yet."],["","The waterm\
ark of {channel} rises from {before} to {after:watermark}."]],WatermarkIgnored:[["reason=channel is idle","The watermark {timestamp:watermark} of {channel} changes nothing: the channel is idle."],["","The watermark {timestamp:watermark} of \
{channel} changes nothing: it is not greater than the one before."]],ChannelStatusChanged:[["idle=true","{channel} is idle now, and is not counted for the watermark."],["aligned=false","{channel} is active again, but lags behind: it is not \
counted until it catches up."],["","{channel} is active again and counts for the watermark."]],InputWatermarkAdvanced:[["after=MAX","Every channel is at its end, so the watermark at the {input:side} of {subtask} becomes {after:watermark}."],
["held_by=","All channels are idle, so the greatest watermark counts: that at the {input:side} of {subtask} goes from {before} to {after:watermark}."],["","The watermark at the {input:side} of {subtask} goes from {before} to {after:watermar\
k}: {held_by} {held_by:number|has|have} the least now."]],InputStatusChanged:[["idle=true","All channels at the {input:side} of {subtask} are idle, so it is idle."],["","A channel at the {input:side} of {subtask} is active again, so it is a\
ctive."]],InputEnded:[["","{subtask} learns that no more records come into its {input:side}."]],ElementProcessed:[["element=record","{operator} is handed the record {value:record}."],["element=watermark","{operator} is handed the watermark \
{timestamp:watermark}."],["element=idle","{operator} is handed the status IDLE."],["element=active","{operator} is handed the status ACTIVE."],["element=endOfData","{operator} is handed the end of the data."],["element=endOfPartition","{ope\
rator} is handed the end of all."],["element=barrier","{operator} is handed a checkpoint barrier."],["","{operator} is handed a latency marker."]],OperatorInputChanged:[["idle=true","The {input:side} of {operator} is idle now and holds noth\
ing back."],["holds=true","The {input:side} of {operator} is at {watermark:watermark}, and holds it back there."],["","The {input:side} of {operator} is at {watermark:watermark}; the other one is behind it."]],LatencyMeasured:[["","{operato\
r} measures a latency of {latency:timer} ms from {source} to here."]],RecordFiltered:[["","{operator} lets the record drop: its condition does not hold."]],OperatorWatermarkAdvanced:[["after=MAX","The event-time clock of {operator} goes fro\
m {before} to {after:watermark}: all its timers are due."],["","The event-time clock of {operator} goes from {before} to {after:watermark}; timers up to there are due."]],WatermarkEmitted:[["timestamp=MAX","{operator} hands its last waterma\
rk, {timestamp:watermark}, on: no record can follow."],["","{operator} hands the watermark {timestamp:watermark} on."]],StatusEmitted:[["idle=true","{operator} tells what comes after it that it is idle."],["","{operator} tells what comes af\
ter it that it is active."]],KeySelected:[["","The key is {key:timer} now, which belongs to key group {key_group}."]],StateUpdated:[["namespace=","The state “{state}” of key {key:timer} holds {value:record} now."],["","The state “{state\
}” of key {key:timer} in {namespace:pane} holds {value:record} now."]],StateAppended:[["namespace=","The list “{state}” of key {key:timer} gets {value:record} at its end."],["","The list “{state}” of key {key:timer} in {namespace:pane\
} gets {value:record} at its end."]],StateCleared:[["namespace=","The state “{state}” of key {key:timer} is cleared."],["","The state “{state}” of key {key:timer} in {namespace:pane} is cleared."]],StateEntryPut:[["key:given=no","Th\
e map “{state}” has {value:record} under {entry:record} now."],["namespace=","The map “{state}” of key {key:timer} has {value:record} under {entry:record} now."],["","The map “{state}” of key {key:timer} in {namespace:pane} has {val\
ue:record} under {entry:record} now."]],StateEntryRemoved:[["key:given=no","The map “{state}” has nothing under {entry:record} any more."],["namespace=","The map “{state}” of key {key:timer} has nothing under {entry:record} any more."],
["","The map “{state}” of key {key:timer} in {namespace:pane} has nothing under {entry:record} any more."]],StateRead:[["value:given=no & count=0 & key:given=no","{operator} finds nothing in the state “{state}”."],["value:given=no &\
 count=0 & namespace=","{operator} finds nothing in the state “{state}” of key {key:timer}."],["value:given=no & count=0","{operator} finds nothing in the state “{state}” of key {key:timer} in {namespace:pane}."],["value:given=no & \
key:given=no","{operator} reads all {count} {count|value|values} of the state “{state}”."],["value:given=no & namespace=","{operator} reads all {count} {count|value|values} of the state “{state}” of key {key:timer}."],["value:given=\
no","{operator} reads all {count} {count|value|values} of the state “{state}” of key {key:timer} in {namespace:pane}."],["key:given=no","{operator} reads the state “{state}”: {value:record}."],["namespace=","{operator} reads the sta\
te “{state}” of key {key:timer}: {value:record}."],["","{operator} reads the state “{state}” of key {key:timer} in {namespace:pane}: {value:record}."]],StateEntryRead:[["found=false & key:given=no","{operator} finds nothing under {e\
ntry:record} in the map “{state}”."],["found=false & namespace=","{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer}."],["found=false","{operator} finds nothing under {entry:record} in the map “{st\
ate}” of key {key:timer} in {namespace:pane}."],["value:given=no & key:given=no","{operator} finds that the map “{state}” has {entry:record}."],["value:given=no & namespace=","{operator} finds that the map “{state}” of key {key:timer}\
 has {entry:record}."],["value:given=no","{operator} finds that the map “{state}” of key {key:timer} in {namespace:pane} has {entry:record}."],["key:given=no","{operator} reads what the map “{state}” has under {entry:record}: {value:rec\
ord}."],["namespace=","{operator} reads what the map “{state}” of key {key:timer} has under {entry:record}: {value:record}."],["","{operator} reads what the map “{state}” of key {key:timer} in {namespace:pane} has under {entry:record}: \
{value:record}."]],TimerRegistered:[["domain=event","{operator} registers an event-time timer for key {key:timer} at {timestamp:timer}."],["","{operator} registers a processing-time timer for key {key:timer} at {timestamp:timer}."]],TimerDeleted:[
["","{operator} deletes its timer for key {key:timer} at {timestamp:timer}."]],TimerFired:[["domain=event & timestamp=MAX","The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."],["domain=event","The wate\
rmark has passed {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."],["","The clock has reached {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."]],WindowAssigned:[["count=1","The record goes int\
o {window:pane} of key {key:timer}: a new pane, with {count:pane} element."],["","The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} elements now."]],WindowsMerged:[["window=null","{merged:pane} of key {key:t\
imer} become one window, {result:pane}."],["","The record {value:record} of key {key:timer} has the window {window:pane}, which meets {merged:pane}: they become one, {result:pane}."]],SharedElementChanged:[["","The aggregate of {window:pane\
} sets a field of its first element: {before:value} is {after:value} now. The same object is in {others:pane} of key {key:timer}, so it changes there, too."]],TriggerEvaluated:[["result=CONTINUE","The trigger of {window:pane} is asked, and \
says: not yet."],["","The trigger of {window:pane} is asked, and says {result:firing}."]],TriggerCleared:[["","The trigger forgets what it kept for {window:pane} of key {key:timer}."]],WindowFired:[["clock=watermark & window:bounds=none","T\
he watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=watermark & kind=early","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fi\
res {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=watermark & kind=late","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} \
{count|element|elements}."],["clock=watermark","The watermark {watermark:watermark} has reached the end of {window:pane}, so the pane of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & window:\
bounds=none","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & kind=early","Processing time has gone on, so {window:pane} of key {key:timer} fir\
es {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=processing time & kind=late","Processing time has gone on, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count\
|element|elements}."],["clock=processing time","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=count & window:bounds=none","The count is full, so {window:pane} \
of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=count & kind=early","The count is full, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],
["clock=count & kind=late","The count is full, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=count","The count is full, so {window:pane} of key {key:timer} fires wit\
h {count:firing} {count|element|elements}."],["clock=record & window:bounds=none","A record has come, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=record & kind=early","A record has come,\
 so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=record & kind=late","A record has come late, but not too late, so {window:pane} of key {key:timer} fires again\
 ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=record","A record has come late, but not too late, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & wi\
ndow:bounds=none","The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & kind=early","The input has ended, so {window:pane} of key {key:timer} fires {kind:firin\
g}, before its end, with {count:firing} {count|element|elements}."],["clock=end of input & kind=late","The input has ended, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["",
"The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."]],ElementsEvicted:[["","The evictor takes {evicted:pane} {evicted|element|elements} out of {window:pane} of key {key:timer}; {cou\
nt:pane} {count|is|are} left."]],FiringSkipped:[["reason=empty contents","The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes out."],["","The timer's window {window:pane} of key {key:timer} is not there \
any more: nothing comes out."]],WindowCleared:[["reason=purged","The contents of {window:pane} of key {key:timer} are purged."],["","The time of {window:pane} of key {key:timer} is over: its pane is removed."]],WindowSkippedAsLate:[["","The\
 record belongs to {window:pane}, but that window is gone: the watermark {watermark:watermark} is at or past its cleanup time {cleanup_time:timer}."]],LateRecordDropped:[["cleanup_time=none","The record {value:record} with timestamp {timest\
amp:firing} comes too late and {side_output|goes to the late side output|is dropped}: the watermark is already {watermark:watermark}."],["","The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes to\
 the late side output|is dropped}: its {windows:number|window|windows} {windows:pane} {windows:number|was|were} over at {cleanup_time:timer}, and the watermark is already {watermark:watermark}."]],SideOutputEmitted:[["","{operator} sends th\
e record {value:record} to the side output “{tag}”."]],ResultWritten:[["","{operator} writes the result {text:record}."]],CheckpointTriggered:[["kind=checkpoint","Checkpoint {checkpoint} begins: {tasks} {tasks|task has|tasks have} to ta\
ke part."],["","A {kind} begins, as checkpoint {checkpoint}: {tasks} {tasks|task has|tasks have} to take part."]],CheckpointNotTriggered:[["","No checkpoint is begun now: “{reason}”."]],BarrierEmitted:[["","{subtask} puts the barrier of\
 checkpoint {checkpoint} out: what comes before it belongs to the checkpoint."]],OperatorSnapshotTaken:[["bytes=0","{operator} has no state to keep for checkpoint {checkpoint}."],["","{operator} keeps its state for checkpoint {checkpoint}: \
{bytes} bytes."]],CheckpointAcknowledged:[["","{subtask} has its part of checkpoint {checkpoint}, of {bytes} bytes."]],CheckpointDeclined:[["","{subtask} cannot take part in checkpoint {checkpoint}: “{reason}”."]],CheckpointCompleted:[[
"","Checkpoint {checkpoint} is complete, {duration} ms after it began, with {bytes} bytes: a failure goes back to here."]],CheckpointAborted:[["","Checkpoint {checkpoint} comes to nothing: “{reason}”."]],CheckpointNotified:[["completed=\
true","{subtask} learns that checkpoint {checkpoint} is complete."],["","{subtask} learns that checkpoint {checkpoint} has come to nothing."]],CheckpointRestored:[["","{tasks} {tasks|task goes|tasks go} back to checkpoint {checkpoint}: stat\
e, timers and the places in the input are as they were."]],CommitPrepared:[["","{operator} prepares {results} {results|result|results} to be committed with checkpoint {checkpoint}; nobody sees {results|it|them} yet."]],ResultsCommitted:[["",
"{operator} commits {results} {results|result|results} of checkpoint {checkpoint}: {total} {total|is|are} visible for good."]],InputRecovered:[["","{channel} has {elements} {elements|element|elements} again that checkpoint {checkpoint} caug\
ht in flight, read before all else."]],OutputRecovered:[["","{elements} {elements|element waits|elements wait} at the sender of {channel} again, which the barrier of checkpoint {checkpoint} had overtaken."]],StateRestored:[["namespace=","Th\
e state “{state}” of key {key:timer} holds {value:record} again."],["","The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} again."]],ListRestored:[["namespace=","The list “{state}” of key {key:timer} hol\
ds {values:record} again."],["","The list “{state}” of key {key:timer} in {namespace:pane} holds {values:record} again."]],StateEntryRestored:[["key:given=no","The map “{state}” has {value:record} under {entry:record} again."],["nam\
espace=","The map “{state}” of key {key:timer} has {value:record} under {entry:record} again."],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} again."]],TimerRestored:[["","{ope\
rator} has its timer for key {key:timer} at {timestamp:timer} again."]],PaneRestored:[["","The pane of {window:pane} of key {key:timer} is there again, with {count:pane} {count|element|elements}."]],ChannelSelected:[["","The key {key} choos\
es {channel}: its hash code is {hash_code}, that is key group {key_group}."]],RecordPartlyRead:[["","The buffer of {channel} ends in the middle of an element: {bytes} {bytes|byte|bytes} of it are there."]]},Wt={record:"a record that enters \
a source or a task",watermark:"a watermark that is generated, or that a task's input reaches",firing:"a window that fires, or a timer where there are no windows"},Me={failure:["a task fails","{n} tasks fail"],start:["the job starts",""],end:[
"the job ends",""],late:["a record is late","{n} records are late"],firing:["a window or timer fires","{n} fire"],merge:["sessions merge","sessions merge {n} times"],idle:["something goes idle, or comes back","the status of {n} changes"],minimum:[
"a minimum moves","a minimum moves in {n} tasks"],fill:["a record goes into a pane","{n} records go into panes"],state:["state changes","{n} records change state"],"held up":["a task is held up","{n} times a task is held up"],result:["a res\
ult comes out","{n} results come out"],read:["a record is read","{n} records are read"]},fe=[{kind:"TaskFailed",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobSubmitted",when:"",grain:"story",stop:"",moment:"start",counted:null},
{kind:"RestartDecided",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobStatusChanged",when:"before=CREATED",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RUNNING",grain:"story",
stop:"",moment:"start",counted:null},{kind:"JobStatusChanged",when:"after=FAILING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RESTARTING",grain:"event time",stop:"",moment:"",counted:null},{kind:"\
JobStatusChanged",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"ExecutionReset",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"SlotReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"\
SlotReserved",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ResultsCommitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"CommitPrepared",when:"",grain:"event time",stop:"",moment:"",counted:null},
{kind:"CheckpointTriggered",when:"",grain:"event time",stop:"",moment:"start",counted:null},{kind:"CheckpointCompleted",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"CheckpointAborted",when:"",grain:"story",stop:"",moment:"\
end",counted:null},{kind:"CheckpointRestored",when:"",grain:"story",stop:"",moment:"start",counted:null},{kind:"CheckpointNotTriggered",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"BarrierEmitted",when:"",grain:"event t\
ime",stop:"",moment:"",counted:null},{kind:"CheckpointAcknowledged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointDeclined",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointNotified",
when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"OperatorSnapshotTaken",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"PaneRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateRestored",
when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ListRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"TimerRestored",when:"",
grain:"records",stop:"",moment:"",counted:null},{kind:"WindowFired",when:"",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"LateRecordDropped",when:"",grain:"story",stop:"",moment:"late",counted:null},{kind:"TimerFired",when:"\
namespace=",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"TimerFired",when:"",grain:"event time",stop:"firing",moment:"",counted:["timer fired","timers fired"]},{kind:"ResultWritten",when:"",grain:"story",stop:"",moment:"\
result",counted:null},{kind:"SideOutputEmitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"InputWatermarkAdvanced",when:"",grain:"event time",stop:"watermark",moment:"minimum",counted:["move of a task's watermark","m\
oves of tasks' watermarks"]},{kind:"InputStatusChanged",when:"",grain:"story",stop:"",moment:"idle",counted:null},{kind:"WindowsMerged",when:"merged:number=1",grain:"story",stop:"",moment:"fill",counted:null},{kind:"WindowsMerged",when:"",grain:"\
story",stop:"",moment:"merge",counted:null},{kind:"FiringSkipped",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"SharedElementChanged",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"ElementsEvicted",when:"",grain:"\
story",stop:"",moment:"",counted:null},{kind:"WindowAssigned",when:"",grain:"records",stop:"",moment:"fill",counted:["put into a window","put into windows"]},{kind:"RecordFiltered",when:"",grain:"records",stop:"",moment:"",counted:["filtere\
d out","filtered out"]},{kind:"WatermarkGenerated",when:"",grain:"event time",stop:"watermark",moment:"",counted:["watermark generated","watermarks generated"]},{kind:"SplitStatusChanged",when:"",grain:"story",stop:"",moment:"idle",counted:null},
{kind:"ChannelWatermarkChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ChannelStatusChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WatermarkIgnored",when:"",grain:"event time",stop:"",moment:"",
counted:null},{kind:"GeneratedWatermarkIgnored",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"OperatorInputChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"StateUpdated",when:"namespace=",grain:"\
records",stop:"",moment:"state",counted:null},{kind:"StateUpdated",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateAppended",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateAppended",when:"",
grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryPut",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateEntryPut",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"DefaultActionS\
uspended",when:"reason=no output buffer",grain:"event time",stop:"",moment:"held up",counted:null},{kind:"DefaultActionSuspended",when:"reason=blocked",grain:"event time",stop:"",moment:"held up",counted:null},{kind:"DefaultActionSuspended",
when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"SourceRecordRead",when:"",grain:"records",stop:"record",moment:"read",counted:["record read","records read"]},{kind:"SourceFinished",when:"",grain:"event time",stop:"",moment:"",
counted:null},{kind:"TaskStateChanged",when:"after=FINISHED",grain:"event time",stop:"",moment:"",counted:null},{kind:"TaskStateChanged",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"MailTaken",when:"",grain:"everything",
stop:"",moment:"",counted:["mail","mails"]},{kind:"ElementReceived",when:"element=record",grain:"records",stop:"record",moment:"",counted:null},{kind:"ElementReceived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"Buffer\
Arrived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"BufferSent",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"ProcessingTimeAdvanced",when:"",grain:"everything",stop:"",moment:"",counted:["tick of \
the clock","ticks of the clock"]},{kind:"SplitReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WatermarkAligned",when:"",grain:"event time",stop:"",moment:"",counted:["report to an alignment group","reports to ali\
gnment groups"]},{kind:"IdlenessCountdownChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"OperatorWatermarkAdvanced",when:"",grain:"event time",stop:"",moment:"minimum",counted:null},{kind:"WindowCleared",when:"",grain:"\
event time",stop:"",moment:"",counted:null},{kind:"TimerRegistered",when:"namespace=",grain:"event time",stop:"",moment:"state",counted:["timer registered","timers registered"]},{kind:"TimerRegistered",when:"",grain:"event time",stop:"",moment:"",
counted:["timer registered","timers registered"]},{kind:"TimerDeleted",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WindowSkippedAsLate",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateCleared",when:"",
grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRemoved",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRead",when:"",grain:"\
records",stop:"",moment:"",counted:null},{kind:"TimestampAssigned",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ElementProcessed",when:"element=record",grain:"records",stop:"",moment:"",counted:null},{kind:"TriggerEvaluate\
d",when:"",grain:"records",stop:"",moment:"",counted:null}];var M=-(1n<<63n),W=(1n<<63n)-1n,xo=/"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g,Ft=10000000000n,vl=-62135596800000n,xl=253402300800000n,qn=86400000n,wo=366n*qn,yo=1000000000000n,So=/(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;function L(t){let e="";for(let[
n]of t.matchAll(xo))n[0]==='"'?e+=JSON.parse(n):n==="["?e+="(":n==="]"?e+=")":n===","?e+=", ":e+=n.trim().replace(So,r=>Un(BigInt(r))||r);return e}function Z(t,e=60){let n=Array.from(t);return n.length<=e?t:`${n.slice(0,e-1).join("")}…`}function X(t){
let e=/^\[(-?\d+),(-?\d+)\]$/.exec(t);return e?[BigInt(e[1]),BigInt(e[2])]:null}function ne(t){if(t[0]!=="[")return null;let e=[],n=0,r="";for(let[o]of t.matchAll(xo))o==="]"&&n--,n===0||n===1&&o===","?(r!==""&&e.push(r),r=""):r+=o,o==="["&&
n++;return e}function Jn(t){let e=t.at(-1)??"";return[t.slice(0,-1).join(", "),e].filter(n=>n!=="").join(" and ")}function Un(t){for(let[e,n]of[["MIN",M],["MAX",W]]){let r=t-n;if(r===0n)return e;if(r>-yo&&r<yo)return r>0n?`${e} + ${r}`:`${e}\
 - ${-r}`}return""}function vo(t,e){return(t-(t%e+e)%e)/e}function Xe(t){return String(t).padStart(2,"0")}var ue=class{names=new Map;shorts=new Map;uncredited=new Set;hasOneInput=new Map;start;day;constructor(e){this.start=BigInt(e?.start_time_ms??
0),this.day=vo(this.start,qn);for(let n of e?.vertices??[])for(let r=0;r<n.parallelism;r++){let o=n.parallelism>1?` ${r+1}/${n.parallelism}`:"";this.names.set(`${n.id}/${r}`,n.operators[0].name+o);for(let i of n.operators)this.names.set(`o${i.
node}/${r}`,i.name+o)}for(let n of e?.channels??[]){let r=this.hasOneInput.get(n.target)??!0;this.hasOneInput.set(n.target,r&&n.input===0),this.shorts.set(n.id,`ch ${n.index}`),n.initial_credit===0&&this.uncredited.add(n.id),this.names.set(
n.id,`ch ${n.index} of ${this.name(n.target)}`)}}name(e){return this.names.get(e)??e}short(e){return this.shorts.get(e)??this.name(e)}flow(e){return this.uncredited.has(e)?"before credits":"credits"}input(e,n){return this.hasOneInput.get(e)?
"input":n>0?"second input":"first input"}time(e){if(e===null)return"none";if(e===M)return"MIN";if(e===W)return"MAX";if(e>-Ft&&e<Ft)return String(e);if(e<vl||e>=xl)return Un(e)||e.toLocaleString("en-US");let n=new Date(Number(e)),r=Xe(n.getUTCHours()),
o=n.getUTCMilliseconds(),i=`${r}:${Xe(n.getUTCMinutes())}:${Xe(n.getUTCSeconds())}`;return o!==0&&(i+=`.${String(o).padStart(3,"0")}`),vo(e,qn)===this.day?i:`${String(n.getUTCFullYear()).padStart(4,"0")}-${Xe(n.getUTCMonth()+1)}-${Xe(n.getUTCDate())}\
 ${i}`}text(e){return e.replace(So,n=>this.number(n))}number(e){let n=BigInt(e),r=Un(n);if(r!=="")return r;let o=n-this.start;return(this.start>=Ft||this.start<=-Ft)&&o<wo&&o>-wo?this.time(n):e}value(e){return Z(this.text(L(e)))}window(e){let n=X(
e);if(n)return`[${this.time(n[0])}, ${this.time(n[1])})`;let r=ne(e);return r?Jn(r.map(o=>this.window(o))):this.value(e)}};var Sl=t=>new Set(t.map(e=>O.indexOf(e))),Tl=O.indexOf("SourceRecordRead"),$o=O.indexOf("ElementReceived"),Cl=Sl(["WindowFired","TimerFired","WatermarkGenerated","WatermarkEmitted","InputWatermarkAdvanced","OperatorWatermarkAdvanced","MailT\
aken","StatusEmitted"]),Ml=O.indexOf("InputWatermarkAdvanced"),To=O.indexOf("WatermarkGenerated"),$l=O.indexOf("WatermarkEmitted");function Lt(t,e){let n=t.kinds[e]===$o?t.origin(e):-1;return n>=0?n:t.cause(e)}function U(t,e){for(let n=e;n>=
0;n=Lt(t,n)){if(t.kinds[n]===Tl)return n;if(n!==e&&Cl.has(t.kinds[n]))return-1}return-1}function Oo(t,e,n){for(let r=e;r>=0;r=Lt(t,r))if(n.has(t.kinds[r]))return r;return-1}function Ao(t,e){let n=-1;for(let r=e;r>=0;r=Lt(t,r)){let o=t.kinds[r];
if(o===Ml&&(n=t.origin(r)),o===$o&&Mo(t,r))return n<0||Mo(t,n)?-1:Co(t,n)}return Co(t,e)}function Co(t,e){for(let n=e;n>=0;n=Lt(t,n)){let r=t.kinds[n],o=r===To?n:-1;if(r===$l){let s=t.origin(n);s>=0&&t.kinds[s]===To&&(o=s)}if(o<0)continue;let i=t.
origin(o);return U(t,i>=0?i:t.cause(o))}return-1}function Mo(t,e){let n=t.event(e);return n.type==="ElementReceived"?n.element==="watermark"&&n.timestamp===W:n.type==="ChannelWatermarkChanged"&&n.after===W}var B=class{constructor(e){this.initial=e}positions=[];times=[];values=[];get last(){return this.values.length>0?this.values[this.values.length-1]:this.initial}set(e,n,r){let o=this.positions.length-1;if(o>=0&&this.positions[o]===e){this.values[o]=
r;return}this.positions.push(e),this.times.push(n),this.values.push(r)}at(e){let n=K(this.positions,e);return n<0?this.initial:this.values[n]}atTime(e){let n=K(this.times,e);return n<0?this.initial:this.values[n]}};function K(t,e){let n=0,r=t.
length;for(;n<r;){let o=n+r>>1;t[o]<=e?n=o+1:r=o}return n-1}var _t=class{changes=new B(null);spent=[];condition="busy";runs=!1;becomes(e,n,r){this.condition=r,this.runs&&this.note(e,n,r)}starts(e,n){this.runs=!0,this.note(e,n,this.condition)}ends(e,n){this.runs&&this.note(e,n,null),this.runs=!1}note(e,n,r){
let{times:o,values:i}=this.changes,s=o.length-1,a=s<0?{busy:0,idle:0,soft:0,hard:0}:{...this.spent[s]},l=s<0?null:i[s];l&&(a[l]+=n-o[s]);let p=o.length;this.changes.set(e,n,r),o.length>p&&this.spent.push(a)}until(e,n,r){return this.spentAt(
K(this.changes.positions,e),n,r)}untilTime(e,n){return this.spentAt(K(this.changes.times,e),e,n)}spentAt(e,n,r){if(e<0)return 0;let o=this.changes.values[e]===r?n-this.changes.times[e]:0;return this.spent[e][r]+o}};var le=class{positions=[0];times;end;constructor(e){this.end=e.eventCount,this.times=[e.plan?.start_time_ms??0];for(let n of e.indexesOf(["ProcessingTimeAdvanced"])){let r=e.event(n);r.type==="ProcessingTimeAdvanced"&&(this.positions.push(n+
1),this.times.push(Number(r.after)))}}get start(){return this.times[0]}get last(){return this.times.at(-1)}timeAt(e){return this.times[K(this.positions,e)]}places(e){let n=new Float64Array(this.end+1);for(let r=0;r<this.positions.length;r++){
let o=this.positions[r],i=this.endOf(r)-o,s=this.times[r];for(let a=0;a<i;a++)n[o+a]=e==="steps"?o+a:s+a/i}return n}positionAt(e,n){let r=l=>Math.max(0,Math.min(this.end,l));if(n==="steps")return r(Math.floor(e));let o=K(this.times,e);if(o<
0)return 0;let i=this.positions[o],s=this.endOf(o)-i,a=Math.min(.999999,e-this.times[o]);return r(i+Math.min(s-1,Math.floor(a*s)))}endOf(e){return this.positions[e+1]??this.end+1}},Qe=1e3,Ze=60*Qe,et=60*Ze,Yn=24*et,Ol=[1,2,5,10,20,50,100,200,
500,...[1,2,5,10,15,30].map(t=>t*Qe),...[1,2,5,10,15,30].map(t=>t*Ze),...[1,2,3,6,12].map(t=>t*et),...[1,2,7,14,28,91,182,365,730,1825,3650,36500].map(t=>t*Yn)],Eo=1e10;function tt(t,e,n){let r=(e-t)/Math.max(1,n);if(!(r>0)||!Number.isFinite(
r))return[];let i=(Math.abs(t)>=Eo||Math.abs(e)>=Eo?Ol.find(a=>a>=r):void 0)??Al(r),s=[];for(let a=Math.ceil(t/i)*i;a<=e&&s.length<=n+1;a+=i)s.push(a);return s}function Al(t){let e=10**Math.floor(Math.log10(t));return Math.max(1,e*([1,2,5].
find(n=>n*e>=t)??10))}function pe(t){let e=Math.abs(Math.round(t)),n=(r,o,i,s)=>{let a=Math.floor(e/r),l=Math.round((e-a*r)/i);return l*i===r?`${a+1} ${o}`:l>0?`${a} ${o} ${l} ${s}`:`${a} ${o}`};return e>=Yn?n(Yn,"d",et,"h"):e>=et?n(et,"h",
Ze,"min"):e>=Ze?n(Ze,"min",Qe,"s"):e>=Qe?`${Number((e/Qe).toFixed(3))} s`:`${e} ms`}var El=new DOMParser,Nt="data-style",Rl=["data-id","data-task","data-m","data-line"],Po=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]),Ro=new Set;function Bt(t){if(Ro.has(t))return;Ro.add(t);let e=new CSSStyleSheet;e.replaceSync(
t),document.adoptedStyleSheets=[...document.adoptedStyleSheets,e]}function A(t,e){let n=El.parseFromString(`<!doctype html><body>${e}`,"text/html");Wo(t,[...n.body.childNodes])}function Wo(t,e){let n=t.firstChild;for(let r of e){if(r instanceof
Element&&Po.has(r.nodeName.toUpperCase()))continue;if(!n){t.append(Io(r));continue}let o=n.nextSibling;Il(n,r)?r instanceof Element?Pl(n,r):n.nodeValue!==r.nodeValue&&(n.nodeValue=r.nodeValue):n.replaceWith(Io(r)),n=o}for(;n;){let r=n.nextSibling;
n.remove(),n=r}}function Il(t,e){return t.nodeName!==e.nodeName?!1:!(t instanceof Element)||!(e instanceof Element)?!0:Rl.every(n=>t.getAttribute(n)===e.getAttribute(n))}function Pl(t,e){for(let{name:n}of[...t.attributes])!e.hasAttribute(n)&&
n!=="style"&&t.removeAttribute(n);for(let{name:n,value:r}of e.attributes)!Fo(n,r)||t.getAttribute(n)===r||(t.setAttribute(n,r),n===Nt&&Xn(t));t instanceof HTMLInputElement&&e.hasAttribute("value")&&(t.value=e.getAttribute("value")),Wo(t,[...e.
childNodes])}function Io(t){if(t instanceof Element)for(let n of[t,...t.querySelectorAll("*")]){n!==t&&Po.has(n.nodeName.toUpperCase())&&n.remove();for(let{name:r,value:o}of[...n.attributes])Fo(r,o)||n.removeAttribute(r)}let e=document.adoptNode(
t);if(e instanceof Element){e.hasAttribute(Nt)&&Xn(e);for(let n of e.querySelectorAll(`[${Nt}]`))Xn(n)}return e}function Xn(t){t.style.cssText=t.getAttribute(Nt)}function Fo(t,e){return!t.startsWith("on")&&!/^\s*javascript:/i.test(e)}function $e(t,e,n){let r=Wl(t,e,n);return{pane:e.missedBy(n),over:r,closer:r<0?-1:Ao(t,r),behind:n.watermark-(n.cleanup??n.time)}}function Wl(t,e,{index:n,operator:r}){let o=e.curves.find(({kind:l,owner:p})=>l==="minimum"&&p===r),i=t.event(
n);if(i.type!=="LateRecordDropped"||!o)return-1;let s=i.cleanup_time??(i.timestamp??0n)+1n,a=-1;for(let l of o.at){if(l>=n)break;let p=t.event(l);p.type==="ExecutionReset"?a=-1:a<0&&p.type==="OperatorWatermarkAdvanced"&&p.after>=s&&(a=l)}return a}var Fl=/\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;function Qn(t,e){for(let[n,r]of bo[t.type])if(nt(n,t,e))return Ll(t,r,e);return[]}function nt(t,e,n){return(t===""?[]:t.split(" & ")).every(r=>{let o=r.indexOf("="),[i,s]=r.slice(0,o).split(
":");return _o(e,i,s??"",n)===r.slice(o+1)})}function J(t,e){return Qn(t,e).map(n=>n.text).join("")}function Ll(t,e,n){let r=[],o=0;for(let i of e.matchAll(Fl)){i.index>o&&r.push({text:e.slice(o,i.index),tone:""});let[s,a,l,p,d]=i,c=_o(t,a,
l??"",n);if(p!==void 0)r.push({text:c==="1"||c==="true"?p:d,tone:""});else{let u=["subtask","operator"].includes(Lo(t,a))?"name":"";r.push({text:c,tone:l??u})}o=i.index+s.length}return o<e.length&&r.push({text:e.slice(o),tone:""}),r}function Lo(t,e){
return Pt[t.type].find(([n])=>n===e)?.[1]??""}function _o(t,e,n,r){let o=t[e];if(n==="number")return String(_l(o));switch(Lo(t,e)){case"timestamp":case"optional timestamp":return r.time(o);case"value":return n==="pane"?r.window(o):n==="give\
n"?o==="null"?"no":"yes":n==="bounds"?X(o)?"time":"none":r.value(o);case"channel":return n==="flow"?r.flow(o):n==="short"?r.short(o):r.name(o);case"texts":return Jn(o.map(i=>r.short(i)));case"subtask":case"operator":return r.name(o);case"pl\
an":return o.job_name;case"text":return r.text(o);case"count":return n==="side"?r.input("subtask"in t?t.subtask:"",o):String(o);default:return String(o)}}function _l(t){return Array.isArray(t)?t.length:ne(t)?.length??1}function No(t,e){let n=[];
for(let r=e;r>=0;r=t.cause(r))n.unshift(r);return n}var Nl={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function k(t){return t.replace(/[&<>"']/g,e=>Nl[e])}var Bl={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},Dl='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',Vl=2e4,Dt=new Map,Vt=null;function T(t,e){let n=`${e}${t}`,r=Dt.get(n);if(r!==void 0)return r;if(Vt??=document.createElement("canvas").getContext("2d"),!Vt)return t.length*8;Vt.
font=`${Bl[e]} ${Dl}`;let o=Vt.measureText(t).width;return Dt.size>=Vl&&Dt.clear(),Dt.set(n,o),o}function $(t,e,n){if(T(t,n)<=e)return t;let r=Array.from(t.slice(0,Math.max(8,e))),[o,i]=[1,r.length-1];for(;o<i;){let s=o+i+1>>1;T(`${r.slice(
0,s).join("")}…`,n)<=e?o=s:i=s-1}return`${r.slice(0,o).join("")}…`}function ee(t,e,n){let[r]=/( \d+\/\d+)?$/.exec(t);return $(t.slice(0,t.length-r.length),e-T(r,n),n)+r}function _(t,e,n){return Math.max(e,Math.min(n,t))}function N(t,e,n,r,o="\
img"){return`<svg viewBox="0 0 ${P(t)} ${P(e)}" width="${P(t)}" height="${P(e)}" role="${o}" aria-label="${k(n)}">${r}</svg>`}function w(t,e,n,r="",o="start"){let i=o==="start"?"":` text-anchor="${o}"`,s=r?` class="${r}"`:"";return`<text x=\
"${P(t)}" y="${P(e)}"${i}${s}>${k(n)}</text>`}function x(t,e,n,r,o,i=6,s=""){let a=`<rect x="${P(t)}" y="${P(e)}" width="${P(Math.max(0,n))}" height="${P(Math.max(0,r))}" rx="${i}" class="${o}"`;return s?`${a}><title>${k(s)}</title></rect>`:
`${a}/>`}function z(t,e,n,r,o){return`<line x1="${P(t)}" y1="${P(e)}" x2="${P(n)}" y2="${P(r)}" class="${o}"/>`}function ge(t,e,n,r){let o=Math.max(24,(n-t)*.5);return`M${P(t)} ${P(e)}C${P(t+o)} ${P(e)} ${P(n-o)} ${P(r)} ${P(n)} ${P(r)}`}function re([
t,e,n,r],o){let i=Math.max(24,(n-t)*.5),s=1-o,a=(l,p,d,c)=>s*s*s*l+3*s*s*o*p+3*s*o*o*d+o*o*o*c;return[a(t,t+i,n-i,n),a(e,e,r,r)]}function Bo(t,e,n,r=5){return`<circle cx="${P(t)}" cy="${P(e)}" r="${r}" class="record"><title>${k(n)}</title><\
/circle>`}function Do(t,e,n){return`<path d="M${P(t-9)} ${P(e-8)}h12l6 8l-6 8h-12z" class="watermark"><title>${k(n)}</title></path><text x="${P(t-2)}" y="${P(e+4)}" text-anchor="middle" class="flag">W</text>`}function Vo(t,e,n,r=6){return`<\
path d="M${P(t)} ${P(e-r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" class="${n}"/>`}function P(t){return Math.round(t*10)/10}var zl=t=>Array.isArray(t)?t.map(String):[];function Be(t,e){let{question:n,sentence:r,links:o,cause:i,counterfactual:s,also:a}=t??{};if(typeof n!="string"||typeof r!="string"||!Array.isArray(o))return null;let l=[];for(let c of o){let{step:u,
text:m,things:h,fact:f}=c??{};if(typeof u!="number"||!Number.isInteger(u)||u<-1||u>=e||typeof m!="string")return null;l.push({step:u,text:m,things:zl(h),...typeof f=="number"?{position:f+1}:{}})}let p=Array.isArray(i)?i.map(Hl).filter(Boolean):
[],d=Array.isArray(a)?a.map(zo).filter(c=>c!==null):[];return{question:n,sentence:r,links:l,cause:p.join("; "),counterfactual:zo(s),also:d}}var Hl=t=>typeof t?.text=="string"?t.text:"";function zo(t){let{text:e,changes:n,outcome:r,cost:o}=t??
{};if(typeof e!="string")return null;let s=(Array.isArray(n)?n:[]).map(({what:l,old:p,new:d,where:c})=>`${l}: ${p} → ${d}${c?` (${c})`:""}`),a=[r,o].filter(l=>typeof l=="string"&&l!=="");return{text:e,changes:[...s,...a]}}function Ho(t,e,n,r){
let{pane:o,over:i,closer:s,behind:a}=$e(t,e,r),l=[],p=(f,g)=>{let b=t.event(f),y="operator"in b?[b.operator]:"subtask"in b?[b.subtask]:[];l.push({step:t.stepOf(f),text:g,things:y,position:f+1})};if(p(r.index,J(t.event(r.index),n)),o){let f=o.
firings.at(-1),g=o.counts.at(-1)??0,b=`${g} ${g===1?"element":"elements"}`;f&&p(f.index,`Its window ${n.window(o.window)} had fired with ${b}.`)}i>=0&&p(i,J(t.event(i),n));let d=s<0?-1:U(t,s);d>=0&&p(d,`For this was read: ${J(t.event(d),n)}`);
let c=t.event(r.index),u="value"in c?n.value(c.value):"it",m=pe(a),h=a>0?{text:`Were the watermark ${m} slower at that moment, it would have counted.`,changes:[]}:null;return{question:`Why is ${u} not counted?`,sentence:a>0?`The watermark w\
as ${m} past the end of its window.`:"Its window was over.",links:l,cause:"",counterfactual:h}}var zt=class{constructor(e,n,r,o){this.el=e;this.labels=n;e.addEventListener("click",i=>{let s=i.target.closest("[data-link]")?.dataset.link;s!==
void 0&&this.answer&&r(this.answer.links[Number(s)]);let a=i.target.closest("[data-try]")?.dataset.try;a!==void 0&&o(Number(a))})}drawn="";answer=null;draw(e,n,r=!1){this.answer=e;let o=JSON.stringify([e,n,r]);if(o===this.drawn)return;if(this.
drawn=o,!e){A(this.el,'<p class="none">Go to a record that came too late, and this tells why.</p>');return}let{question:i,sentence:s,links:a,cause:l,counterfactual:p}=e,d=a.map(({step:f,text:g,things:b},y)=>{let v=b.map(C=>this.labels.name(
C)).join(", ");return`<li><button type="button" data-link="${y}"${f===n?' aria-current="step"':""} title="${k(v)}"><small>step ${f}${v?` · ${k(v)}`:""}</small><span>${k(g)}</span></button></li>`}),u=[p,...e.also??[]].filter(f=>f!==null).map(
({text:f,changes:g},b)=>{let y=g.map(S=>`<li>${k(S)}</li>`).join(""),v=r?`<button type="button" class="small" data-try="${b}">try it</button>`:"";return`<p>${k(f)}</p>${y?`<ul>${y}</ul>`:""}${v}`}),m=u.length?`<div class="smallest"><b>What \
would change it</b>${u.join("")}</div>`:"",h=l?`<p class="rootCause"><b>Cause</b> ${k(l)}</p>`:"";A(this.el,`<h3 aria-level="2">${k(i)}</h3><p>${k(s)}</p><ol>${d.join("")}</ol>${h}${m}`)}};var Ht=`.flinksim-widget {
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
`;var Gt=class{all=[];name;constructor(e){this.name=`flinksim-marks ${e.plan?.job_name??""} ${e.eventCount} ${e.stepCount}`;try{this.all=Go(JSON.parse(localStorage.getItem(this.name)??"[]"),e.eventCount)}catch{this.all=[]}}toggle(e){let n=this.
all.filter(r=>r.position!==e);this.all=n.length<this.all.length?n:[...n,{position:e,note:""}],this.all.sort((r,o)=>r.position-o.position),this.keep()}setNote(e,n){this.all=this.all.map(r=>r.position===e?{position:e,note:n.slice(0,200)}:r),this.
keep()}keep(){try{localStorage.setItem(this.name,JSON.stringify(this.all))}catch{return}}};function Go(t,e){return Array.isArray(t)?t.flatMap(n=>{let{position:r,note:o}=n??{};return typeof r=="number"&&Number.isInteger(r)&&r>=0&&r<=e?[{position:r,
note:typeof o=="string"?o.slice(0,200):""}]:[]}):[]}async function jo(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function ke(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var Ko=["append","update","complete"],qo={append:"every result, the newest first",update:"one row for each key and window, the last changed first",complete:"the whole table, by key and window"},jl=new Set(["WindowFired","TimerFired","KeySel\
ected"].map(t=>O.indexOf(t))),De=class{all=[];indexes;constructor(e){let n=new Map;for(let r of e.indexesOf(["ResultWritten"])){let o=e.event(r);if(o.type!=="ResultWritten")continue;let i=Oo(e,r,jl),s=i<0?null:e.event(i),a=s&&"key"in s?s.key:
"",l=s?.type==="WindowFired"?s.window:"",p=s?.type==="WindowFired"?s.kind:"",d=l===""?`${r}`:JSON.stringify([s&&"operator"in s?s.operator:"",a,l]);this.all.push({index:r,key:a,window:l,kind:p,value:o.value,before:n.get(d)??-1}),n.set(d,this.
all.length-1)}this.indexes=this.all.map(({index:r})=>r)}rows(e,n){let r=K(this.indexes,n-1)+1,o=Array.from({length:r},(l,p)=>r-1-p);if(e==="append")return o;let i=new Set;for(let l=0;l<r;l++)this.all[l].before>=0&&i.add(this.all[l].before);
let s=o.filter(l=>!i.has(l));if(e==="update")return s;let a=new Intl.Collator("en",{numeric:!0}).compare;return s.sort((l,p)=>{let[d,c]=[this.all[l],this.all[p]];return a(d.key,c.key)||a(d.window,c.window)||l-p})}};function Uo(t){let e=new Map;return new De(t).all.forEach(({index:n,key:r,window:o,value:i},s)=>{e.set(o===""&&r===""?`${s}`:`${r} ${o}`,{index:n,value:i,key:r,window:o})}),e}function Zn(t,e,n,r,o){let[i,s]=[Uo(t),Uo(e)],a=[],l=(u,m)=>`${L(
u||'""')} ${m&&o.window(m)}`.trim();for(let[u,{index:m,value:h,key:f,window:g}]of i){let b=s.get(u);b?.value!==h&&a.push({index:m,what:l(f,g),here:o.value(h),there:b?o.value(b.value):"no result"})}for(let[u,{value:m,key:h,window:f}]of s)i.has(
u)||a.push({index:-1,what:l(h,f),here:"no result",there:o.value(m)});let p=u=>new Map(u.lates.map(({key:m,time:h,index:f})=>[`${u.keys[m]} ${h}`,f])),[d,c]=[p(n),p(r)];for(let[u,m]of d)c.has(u)||a.push({index:m,what:Jo(u,o),here:"too late",
there:"counted"});for(let u of c.keys())d.has(u)||a.push({index:-1,what:Jo(u,o),here:"counted",there:"too late"});return a.sort((u,m)=>(u.index<0?1/0:u.index)-(m.index<0?1/0:m.index))}function Jo(t,e){let n=t.lastIndexOf(" ");return`record ${L(
t.slice(0,n)||'""')} of ${e.time(BigInt(t.slice(n+1)))}`}var Kl=["record","key","window","channel","split","task"],ot=({kind:t,id:e})=>`${t}:${e}`;function Yo(t){let e=t.indexOf(":"),n=Kl.find(o=>o===t.slice(0,e)),r=t.slice(e+1);return n&&r!==""&&(n!=="record"||/^\d+$/.test(r))?{kind:n,id:r}:null}
var ql=2e4,Ul=new Set(["ElementReceived","ElementWritten","WindowAssigned","LateRecordDropped","KeySelected"].map(t=>O.indexOf(t))),rt=class{constructor(e,n,r,o,i){this.focus=e;this.trace=n;this.lookup=r;let{kind:s,id:a}=e;for(let p of i.dots)
this.dots.set(p.index,p);this.key=s==="key"?i.keys.indexOf(a):-2;let l=/^\[(-?\d+),(-?\d+)\]$/.exec(s==="window"?a:"");this.bounds=l&&[Number(l[1]),Number(l[2])],this.tasks=this.tasksOf(i),this.words=this.named(o)}words;tasks;dots=new Map;key;bounds;touches(e){
let{kind:n,id:r}=this.focus,{trace:o}=this;if(n==="task")return o.actorOf(o.stepOf(e))===r;if(n==="record")return U(o,e)===Number(r);let i=o.event(e);if(n==="channel")return"channel"in i&&i.channel===r;if(n==="window")return"window"in i&&i.
window===r||"namespace"in i&&i.namespace===r;if(n==="key"&&"key"in i)return i.key===r;if(n==="split"&&"split"in i)return i.split===r;let s=this.dots.get(U(o,e));return s!==void 0&&this.hasDot(s)}hasDot(e){let{kind:n,id:r}=this.focus;return n===
"record"?e.index===Number(r):n==="key"?e.key===this.key:n==="split"?e.split===r:n==="window"?this.bounds!==null&&e.time>=this.bounds[0]&&e.time<this.bounds[1]:this.tasks.size===0||this.tasks.has(this.actor(e.index))}hasLate({key:e,operator:n,
dot:r,windows:o}){let{kind:i,id:s}=this.focus;return i==="key"?e===this.key:i==="window"?o===s||o.includes(s):i==="task"?this.hasOperator(n):this.hasDot(r)}hasPane({key:e,window:n,operator:r,fills:o}){let{kind:i,id:s}=this.focus;return i===
"key"?e===this.key:i==="window"?n===s:i==="record"?o.some(a=>U(this.trace,a)===Number(s)):i==="task"?this.hasOperator(r):!0}hasCurve({kind:e,owner:n,part:r}){let{kind:o,id:i}=this.focus;return o==="channel"?e!=="channel"||n===i:o==="split"?
e!=="generator"||r===""||r===i:o==="task"?e==="channel"||this.hasOperator(n)||n===i:!0}hasTask(e){return this.tasks.size===0||this.tasks.has(e)}hasOperator(e){return this.lookup.operatorsOf(this.focus.id).some(({id:n})=>n===e)}actor(e){return this.
trace.actorOf(this.trace.stepOf(e))}tasksOf(e){let{trace:n,lookup:r}=this,{kind:o,id:i}=this.focus;if(o==="task")return new Set([i]);let s=o==="channel"?r.channels.get(i):void 0;if(s)return new Set([s.source,s.target]);let a=new Set;if(o===
"record"){let l=Number(i);a.add(this.actor(l));for(let p=l;p<Math.min(n.eventCount,l+ql);p++)Ul.has(n.kinds[p])&&U(n,p)===l&&a.add(this.actor(p));return a}for(let l of e.dots)this.hasDot(l)&&a.add(this.actor(l.index));for(let l of e.panes)o!==
"split"&&this.hasPane(l)&&a.add(this.actor(l.born));for(let l of e.lates)o!=="split"&&this.hasLate(l)&&a.add(this.actor(l.index));return a}named(e){let{kind:n,id:r}=this.focus;if(n==="record"){let o=Number(r)<this.trace.eventCount?this.trace.
event(Number(r)):null;return o?.type==="SourceRecordRead"?`record ${Z(e.value(o.value),26)}`:"a record"}return n==="task"||n==="channel"?e.name(r):n==="window"?`window ${e.window(r)}`:`${n} ${Z(L(n==="key"?r:JSON.stringify(r)),24)}`}};function Xo(t,e){
if(e<0)return null;let n=U(t,e);if(n>=0)return{kind:"record",id:String(n)};let r=t.event(e);if("window"in r&&typeof r.window=="string")return{kind:"window",id:r.window};if("key"in r&&typeof r.key=="string")return{kind:"key",id:r.key};if("ch\
annel"in r)return{kind:"channel",id:r.channel};if("split"in r&&r.split!=="")return{kind:"split",id:r.split};let o=t.actorOf(t.stepOf(e));return o?{kind:"task",id:o}:null}var Oe=["plane","event time","network","inside","whole run"],it=class{constructor(e){this.trace=e;let{plan:n}=e;for(let r of n?.vertices??[])this.vertices.set(r.id,r);for(let r of n?.subtasks??[])this.subtasks.set(r.id,r);for(let r of n?.channels??
[])this.channels.set(r.id,r),er(this.inputs,r.target,r),er(this.outputs,r.source,r),r.local||er(this.connections,this.connectionName(r),r);for(let r of this.inputs.values())r.sort((o,i)=>o.index-i.index)}subtasks=new Map;vertices=new Map;channels=new Map;inputs=new Map;outputs=new Map;connections=new Map;written=null;inputsOf(e){
return this.inputs.get(e)??[]}outputsOf(e){return this.outputs.get(e)??[]}connectionOf(e){return e.local?[]:this.connections.get(this.connectionName(e))}connectionName({source:e,target:n,source_node:r,target_node:o,initial_credit:i}){let s=l=>this.
subtasks.get(l).task_manager,a=i===0?` ${r}>${o}`:"";return`${s(e)}>${s(n)}${a}`}vertexOf(e){return this.vertices.get(this.subtasks.get(e)?.vertex??"")}operatorsOf(e){let n=this.subtasks.get(e)?.index??0;return(this.vertexOf(e)?.operators??
[]).map(({node:o,name:i})=>({id:`o${o}/${n}`,name:i}))}isKeyed(e){return(this.vertexOf(e)?.operators??[]).some(({operator_class:r})=>/Window|Keyed/.test(r))}waiting(e,{read:n,written:r},o){return this.written??=this.findWritten(),this.written.
get(e)?.slice(n,Math.min(r,n+o))??[]}findWritten(){let e=new Map,n=O.indexOf("ElementWritten");for(let r=0;r<this.trace.eventCount;r++){if(this.trace.kinds[r]!==n)continue;let o=this.trace.event(r);if(o.type!=="ElementWritten")continue;let i=e.
get(o.channel)??[];i[o.sequence]=r,e.set(o.channel,i)}return e}};function er(t,e,n){let r=t.get(e);r?r.push(n):t.set(e,[n])}var Jl=400;function tr(t,e,n,r=()=>!0){for(let o=n;o>=0&&o>n-Jl;o--){let i=t.actorOf(o);if(e.subtasks.has(i)&&r(i))return i}
return[...e.subtasks.keys()].find(r)??""}function st(t,e){let n=[...t.scene.view.tasks.get(e)?.inputs.values()??[]];if(n.length>0){let o=n.filter(({idle:s})=>!s),i=o.length>0?o:n;return{watermark:i.reduce((s,{watermark:a})=>a<s?a:s,i[0].watermark),idle:o.length===0}}let r={watermark:M,
idle:!1};for(let{id:o}of t.lookup.operatorsOf(e)){let i=t.scene.view.operators.get(o);i&&i.emitted_watermark>=r.watermark&&(r={watermark:i.emitted_watermark,idle:i.emitted_idle})}return r}function jt(t,e){let{watermark:n,idle:r}=st(t,e);return r?
"IDLE":n===M?"–":t.labels.time(n).replace(/(\d\d:\d\d:\d\d)\.999$/,"$1")}function at(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let o=t.scene.view.operators.get(r),i=t.scene.operators.get(r);!o||!i||(i.read>0&&n.push(`${i.read}\
 read`),o.panes.size>0&&n.push(`${o.panes.size} open`),i.fired>0&&n.push(`${i.fired} fired`),o.late>0&&n.push(`${o.late} late`),o.states.size>0&&o.panes.size===0&&n.push(`${o.states.size} states`),o.results>0&&i.fired===0&&n.push(`${o.results}\
 written`))}return n.join(" · ")||"nothing yet"}var Qo=8,Zo=5,lt=9,Kt=(t,e)=>t>=Qo&&e>=Qo/2;function ti({x:t,y:e,width:n,height:r},o){let i=r>=38?22:4,s=r>=38?lt:n*.45,[a,l]=[n-s-lt,r-i-5];for(let p=Math.min(30,Math.floor(l));p>2;p--){let d=Math.floor(a/p);if(d*Math.floor(l/p)>=o)return{
columns:d,cell:p,x:t+s,y:e+i}}return{columns:Math.max(1,Math.floor(a/2)),cell:2,x:t+s,y:e+i}}function qt(t,e,n,r){let o=ti(e,t.parallelism),i=Math.floor((n-o.x)/o.cell),s=Math.floor((r-o.y)/o.cell)*o.columns+i;return i>=0&&i<o.columns&&r>=o.
y&&s<t.parallelism?s:null}function Ve(t,e,n,r){let o=e.parallelism,i=Array.from({length:o},(E,j)=>`${e.id}/${j}`),s=i.map(E=>st(t,E)),a=s.flatMap(({watermark:E,idle:j})=>j||E===M||E===W?[]:[Number(E)]),[l,p]=[Math.min(...a),Math.max(...a)],
d=ti(n,o),c=new Map;s.forEach(({watermark:E,idle:j},Te)=>{let Ce=j?"idle":E===M?"none":`lag${Yl(Number(E),l,p)}`,Ye=r?.(i[Te])??Ce,[bl,wl]=ei(d,Te),jn=Math.max(1,d.cell-1);c.set(Ye,`${c.get(Ye)??""}M${bl} ${wl}h${jn}v${jn}h${-jn}z`)});let u=i.
reduce((E,j)=>E+Xl(t,j),0),m=`${e.operators[0].name.replace(/^Source: /,"")} ×${o}`,h=s.reduce((E,j)=>j.watermark<E.watermark?j:E).watermark,f=i.indexOf(t.task),g=f>=0?`${f+1}/${o} at ${jt(t,t.task)} · ${at(t,t.task)}`:"",b=h===M?"":`from\
 ${t.labels.time(h)}`,y=f>=0?g:b,v=`${m}, ${b}${u>0?`, ${u} late`:""}${g&&`; shown: ${g}`}`,S=n.height>=38?n.y+16:n.y+n.height/2+5,C=(n.height>=38?n.width:n.width*.45)-2*lt,F=`<g class="heat" data-heat="${k(e.id)}" data-task="${k(f>=0?t.task:
i[0])}" tabindex="0" role="button"><title>${k(v)}</title>${x(n.x,n.y,n.width,n.height,"box",8)}`+w(n.x+lt,S,$(m,C,"t1"),"t1"),D=C-T(m,"t1")-14;D>40&&(F+=w(n.x+lt+C,S,$(y,D,"t3"),"t3","end"));for(let[E,j]of c)F+=`<path d="${j}" class="cell ${E}\
"/>`;for(let E of[t.actor,t.task]){let j=i.indexOf(E);if(j<0)continue;let[Te,Ce]=ei(d,j),Ye=Math.max(3,d.cell);F+=x(Te-1,Ce-1,Ye+1,Ye+1,E===t.actor?"cellRuns":"cellShown",2)}return`${F}</g>`}function ei({columns:t,cell:e,x:n,y:r},o){return[
Math.round(n+o%t*e),Math.round(r+Math.floor(o/t)*e)]}function Yl(t,e,n){if(!(n>e))return 0;let r=Math.max(e,Math.min(n,t));return Math.min(Zo-1,Math.floor((n-r)/(n-e)*Zo))}function Xl(t,e){return t.lookup.operatorsOf(e).reduce((n,r)=>n+(t.scene.
view.operators.get(r.id)?.late??0),0)}var nr=96,pt=16,dt=12,ct=14,Ql=208,Zl=380,Ut={narrowestGap:236,widestGap:330,height:t=>t<=4?88:t<=8?54:32};function Jt(t){let e=new Map(t.subtasks.map(({id:s,vertex:a})=>[s,a])),n=new Map(t.vertices.map(({id:s})=>[s,new Map]));for(let{source:s,
target:a,source_node:l,target_node:p,input:d,side_output:c}of t.channels){let u=`${l} ${p} ${d} ${c}`;n.get(e.get(a)).set(u,e.get(s))}let r=new Map;for(let{id:s}of t.vertices){let a=[...n.get(s).values()].map(l=>r.get(l)+1);r.set(s,Math.max(
0,...a))}let o=[];for(let s of t.vertices)(o[r.get(s.id)]??=[]).push(s);let i=new Map;for(let s of o){let a=new Map(s.map(({id:l})=>{let p=[...n.get(l).values()].map(d=>i.get(d));return[l,p.length>0?p.reduce((d,c)=>d+c,0)/p.length:0]}));s.sort(
(l,p)=>a.get(l.id)-a.get(p.id)),s.forEach(({id:l},p)=>i.set(l,p))}return o}function ni(t,e,n=Ut){let r=Jt(t),o=new Map;for(let C of r){let F=C.reduce((D,{parallelism:E})=>D+E,0);for(let D of C)Kt(F,D.parallelism)&&o.set(D.id,D)}let i=C=>C.reduce(
(F,{id:D,parallelism:E})=>F+(o.has(D)?0:E),0),s=Math.max(1,...r.map(i)),a=n.height(s),l=C=>C.reduce((F,{id:D,parallelism:E})=>F+(o.has(D)?nr+dt:E*(a+dt)),-dt),p=Math.max(1,r.length-1),d=(e-2*pt-n.narrowestGap*p)/r.length,c=Math.max(Zl,d),u=r.
map(C=>_(Math.max(...C.map(ep)),Ql,c)),m=u.reduce((C,F)=>C+F,0),h=_((e-2*pt-m)/p,n.narrowestGap,n.widestGap),f=Math.max(e,m+h*(r.length-1)+2*pt),g=(s===1?20:0)+Math.max(...r.map(l))+2*pt,b=new Map,y=m+h*(r.length-1),v=Math.max(pt,(f-y)/2);r.
forEach((C,F)=>{let D=(g-l(C))/2;for(let E of C){let j=o.has(E.id),Te={x:v,y:D,width:u[F],height:j?nr:a};j&&b.set(E.id,Te);for(let Ce=0;Ce<E.parallelism;Ce++)b.set(`${E.id}/${Ce}`,{...Te,y:D}),j||(D+=a+dt);j&&(D+=nr+dt)}v+=u[F]+h});let S=o.
size>0?tp(b,t.channels):t.channels;return{width:f,height:g,boxes:b,heats:o,wires:S,gap:h}}function ep(t){let e=t.operators.reduce((o,{name:i})=>o+rr(i),0),n=`${t.operators[0].name} ${t.parallelism}/${t.parallelism}`,r=T(n,"t1")+46;return Math.
max(e+ct*(t.operators.length-1)+24,r)}function rr(t){return T(t,"t2")+18}function tp(t,e){let n=new Set;return e.filter(({source:r,target:o})=>{let[i,s]=[t.get(r),t.get(o)],a=`${i.x} ${i.y} ${s.x} ${s.y}`;return!n.has(a)&&n.add(a)})}function ri(t,e){t.plan=e,t.time_ms=BigInt(e.start_time_ms),ii(t,e,new Set(e.subtasks.map(({id:n})=>n)))}function oi(t,e){ii(t,t.plan,new Set([e]))}function ii(t,e,n){let r=new Map(e.vertices.map(i=>[i.id,i])),o=new Map(e.subtasks.map(({id:i,
index:s})=>[i,s]));for(let i of e.subtasks)if(n.has(i.id)){t.tasks.set(i.id,li());for(let s of r.get(i.vertex).operators)t.operators.set(`o${s.node}/${i.index}`,di())}for(let i of e.channels){if(!n.has(i.target))continue;let s=i.initial_credit;
t.channels.set(i.id,{...si(),credit:s,exclusive:s});let{inputs:a}=t.tasks.get(i.target);if(a.has(i.input)||a.set(i.input,ai()),i.input===1){let l=`o${i.target_node}/${o.get(i.target)}`,p=[0,1].map(d=>[d,pi()]);t.operators.get(l).inputs=new Map(
p)}}}function np(t){let e={...t,plan:t.plan?.job_name??null},n=JSON.stringify(e,(r,o)=>typeof o=="bigint"?String(o):o instanceof Map?ci.includes(r)?[...o.values()]:[...o].map(([i,s])=>[String(i),s]):o);return JSON.parse(n)}function Yt(t,e,n,r){return`${t} ${e} ${n} ${r}`}function H(t,e){return`${t} ${e}`}function be(t,e,n,r){return`${t} ${e} ${n} ${r}`}function or(t,e,n,r,o){return`${t} ${e} ${n} ${r} ${o}`}function si(){return{watermark:M,idle:!1,aligned:!0,
holds:!0,written:0,read:0,queued:0,on_wire:0,received:0,credit:0,credit_under_way:0,unannounced:0,exclusive:0,floating:0,required:0,waiting:!1,stops_reading:!1,blocked:!1,partial:0}}function ai(){return{watermark:M,idle:!1,ended:!1,buffer_bytes:0}}
function li(){return{state:"CREATED",attempt:0,mails:[],suspended:null,inputs:new Map,floating_free:0,output_in_use:0,checkpoint:0,aligning:null}}function rp(){return{watermark:M,idle:!1,holds:!0,read:0,idle_after:null,ended:!1}}function op(){
return{reported:null,allowed:W,holds:!1}}function pi(){return{watermark:M,idle:!1,holds:!0}}function di(){return{state:"created",watermark:M,emitted_watermark:M,emitted_idle:!1,idle_after:null,inputs:new Map,splits:new Map,alignment:new Map,
key:"null",key_group:-1,timers:new Map,panes:new Map,states:new Map,lists:new Map,map_entries:new Map,late:0,results:0,committed:0}}function ip(){return{kind:"checkpoint",status:"IN_PROGRESS",tasks:0,acknowledged:0,bytes:0}}function ui(){return{
time_ms:0n,status:"CREATED",plan:null,tasks:new Map,channels:new Map,operators:new Map,checkpoints:new Map}}function oe(t,e){let n=new Map;for(let[r,o]of t)n.set(r,e(o));return n}function sp(t){return{...t}}function ap(t){return{...t}}function lp(t){
return{...t,mails:[...t.mails],inputs:oe(t.inputs,ap)}}function pp(t){return{...t}}function dp(t){return{...t}}function cp(t){return{...t}}function up(t){return{...t,inputs:oe(t.inputs,cp),splits:oe(t.splits,pp),alignment:oe(t.alignment,dp),
timers:new Map(t.timers),panes:new Map(t.panes),states:new Map(t.states),lists:oe(t.lists,e=>({...e,values:[...e.values]})),map_entries:new Map(t.map_entries)}}function mp(t){return{...t}}function mi(t){return{...t,tasks:oe(t.tasks,lp),channels:oe(
t.channels,sp),operators:oe(t.operators,up),checkpoints:oe(t.checkpoints,mp)}}var ci=["timers","panes","states","lists","map_entries"];function hi(t,e){switch(e.type){case"JobSubmitted":ri(t,e.plan);return;case"TaskStateChanged":{let n=t.tasks.
get(e.subtask);n.state=e.after;return}case"OperatorSetUp":{let n=t.operators.get(e.operator);n.state="set up";return}case"OperatorStateInitialized":{let n=t.operators.get(e.operator);n.state="initialized";return}case"OperatorOpened":{let n=t.
operators.get(e.operator);n.state="open";return}case"OperatorFinished":{let n=t.operators.get(e.operator);n.state="finished";return}case"OperatorClosed":{let n=t.operators.get(e.operator);n.state="closed";return}case"ExecutionReset":oi(t,e.
subtask);{let n=t.tasks.get(e.subtask);n.attempt=e.attempt}return;case"JobStatusChanged":t.status=e.after;return;case"MailEnqueued":{t.tasks.get(e.subtask).mails.push(e.mail);return}case"MailTaken":{let n=t.tasks.get(e.subtask);n.mails.splice(
n.mails.indexOf(e.mail),1);return}case"DefaultActionSuspended":{let n=t.tasks.get(e.subtask);n.suspended=e.reason;return}case"DefaultActionResumed":{let n=t.tasks.get(e.subtask);n.suspended=null;return}case"ProcessingTimeAdvanced":t.time_ms=
e.after;return;case"SourceRecordRead":{let n=t.operators.get(e.operator).splits.get(e.split);n.read=e.offset+1;return}case"WatermarkGenerated":if(e.split!==""){let n=t.operators.get(e.operator).splits.get(e.split);n.watermark=e.timestamp,n.
holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitStatusChanged":{let n=t.operators.get(e.operator).
splits.get(e.split);n.idle=e.idle,n.holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitAssigned":t.
operators.get(e.operator).splits.set(e.split,{...rp(),read:e.read});for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitReleased":{let n=t.operators.get(e.operator).splits.get(e.split);n.ended=!0,
n.holds=!1}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}return;case"IdlenessCountdownChanged":if(e.split===""){let n=t.operators.get(e.operator);n.idle_after=e.idle_after}if(e.split!==""){let n=t.operators.
get(e.operator).splits.get(e.split);n.idle_after=e.idle_after}return;case"WatermarkAligned":t.operators.get(e.operator).alignment.set(e.group,{...op(),reported:e.reported,allowed:e.allowed,holds:e.holds});for(let n of e.gained){let r=t.operators.
get(n).alignment.get(e.group);r.holds=!0}for(let n of e.lost){let r=t.operators.get(n).alignment.get(e.group);r.holds=!1}return;case"ElementWritten":{let n=t.channels.get(e.channel);n.written=e.sequence+1;return}case"BufferQueued":{let n=t.
channels.get(e.channel);n.queued=e.queued;return}case"BufferSent":{let n=t.channels.get(e.channel);n.queued=e.queued,n.credit=e.credit,n.on_wire=e.on_wire;return}case"BufferArrived":{let n=t.channels.get(e.channel);n.received=e.received,n.on_wire=
e.on_wire;return}case"CreditAnnounced":{let n=t.channels.get(e.channel);n.unannounced=0,n.credit_under_way=e.under_way;return}case"CreditChanged":{let n=t.channels.get(e.channel);n.credit=e.after,n.credit_under_way=e.under_way;return}case"I\
nputBuffersChanged":{let n=t.channels.get(e.channel);n.exclusive=e.exclusive,n.floating=e.floating,n.required=e.required,n.unannounced=e.unannounced,n.waiting=e.waiting;return}case"ReadingStopped":{let n=t.channels.get(e.channel);n.stops_reading=
!0;return}case"ReadingResumed":{let n=t.channels.get(e.channel);n.stops_reading=!1;return}case"FloatingBuffersChanged":{let n=t.tasks.get(e.subtask);n.floating_free=e.free;return}case"OutputBuffersChanged":{let n=t.tasks.get(e.subtask);n.output_in_use=
e.in_use;return}case"BufferSizeAnnounced":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.buffer_bytes=e.bytes;return}case"BufferConsumed":{let n=t.channels.get(e.channel);n.received=e.received,n.queued=e.queued;return}case"ElementRecei\
ved":{let n=t.channels.get(e.channel);n.read=e.sequence+1,n.partial=0;return}case"AlignmentStarted":{let n=t.tasks.get(e.subtask);n.aligning=e.checkpoint;return}case"AlignmentEnded":{let n=t.tasks.get(e.subtask);n.aligning=null;return}case"\
ChannelBlocked":{let n=t.channels.get(e.channel);n.blocked=!0;return}case"ChannelUnblocked":{let n=t.channels.get(e.channel);n.blocked=!1;return}case"ChannelWatermarkChanged":{let n=t.channels.get(e.channel);n.watermark=e.after,n.aligned=e.
aligned,n.holds=e.holds}for(let n of e.gained){let r=t.channels.get(n);r.holds=!0}for(let n of e.lost){let r=t.channels.get(n);r.holds=!1}return;case"ChannelStatusChanged":{let n=t.channels.get(e.channel);n.idle=e.idle,n.aligned=e.aligned,n.
holds=e.holds}for(let n of e.gained){let r=t.channels.get(n);r.holds=!0}for(let n of e.lost){let r=t.channels.get(n);r.holds=!1}return;case"InputWatermarkAdvanced":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.watermark=e.after;return}case"\
InputStatusChanged":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.idle=e.idle;return}case"InputEnded":{let n=t.tasks.get(e.subtask).inputs.get(e.input);n.ended=!0;return}case"OperatorInputChanged":{let n=t.operators.get(e.operator).inputs.
get(e.input);n.watermark=e.watermark,n.idle=e.idle,n.holds=e.holds}{let n=t.operators.get(e.operator).inputs.get(e.other);n.holds=e.other_holds}return;case"OperatorWatermarkAdvanced":{let n=t.operators.get(e.operator);n.watermark=e.after;return}case"\
WatermarkEmitted":{let n=t.operators.get(e.operator);n.emitted_watermark=e.timestamp;return}case"StatusEmitted":{let n=t.operators.get(e.operator);n.emitted_idle=e.idle;return}case"KeySelected":{let n=t.operators.get(e.operator);n.key=e.key,
n.key_group=e.key_group;return}case"StateUpdated":{t.operators.get(e.operator).states.set(be(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"StateAppend\
ed":{let n=t.operators.get(e.operator),r=be(e.key_group,e.state,e.key,e.namespace),o=n.lists.get(r);o?o.values.push(e.value):n.lists.set(r,{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:[e.value]});return}case"S\
tateCleared":t.operators.get(e.operator).states.delete(be(e.key_group,e.state,e.key,e.namespace)),t.operators.get(e.operator).lists.delete(be(e.key_group,e.state,e.key,e.namespace));return;case"StateEntryPut":{t.operators.get(e.operator).map_entries.
set(or(e.key_group,e.state,e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"StateEntryRemoved":{t.operators.get(e.operator).map_entries.delete(or(e.key_group,
e.state,e.key,e.namespace,e.entry));return}case"TimerRegistered":{t.operators.get(e.operator).timers.set(Yt(e.domain,e.key,e.namespace,e.timestamp),{domain:e.domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"TimerDe\
leted":{t.operators.get(e.operator).timers.delete(Yt(e.domain,e.key,e.namespace,e.timestamp));return}case"TimerFired":{t.operators.get(e.operator).timers.delete(Yt(e.domain,e.key,e.namespace,e.timestamp));return}case"WindowAssigned":{t.operators.
get(e.operator).panes.set(H(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"WindowsMerged":for(let n of ne(e.merged)??[])t.operators.get(e.operator).panes.delete(H(e.key,n));t.operators.get(
e.operator).panes.set(H(e.key,e.result),{key:e.key,window:e.result,count:e.count,state_window:e.state_window});return;case"ElementsEvicted":t.operators.get(e.operator).panes.set(H(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.
state_window}),e.count!==0&&t.operators.get(e.operator).lists.set(be(e.key_group,"window-contents",e.key,e.state_window),{key_group:e.key_group,state:"window-contents",key:e.key,namespace:e.state_window,values:ne(e.contents)??[]}),e.count===
0&&t.operators.get(e.operator).lists.delete(be(e.key_group,"window-contents",e.key,e.state_window));return;case"WindowCleared":e.reason==="purged"&&t.operators.get(e.operator).panes.set(H(e.key,e.window),{key:e.key,window:e.window,count:0,state_window:e.
state_window}),e.reason==="cleanup"&&t.operators.get(e.operator).panes.delete(H(e.key,e.window));return;case"LateRecordDropped":{let n=t.operators.get(e.operator);n.late+=1;return}case"ResultWritten":{let n=t.operators.get(e.operator);n.results+=
1;return}case"CheckpointTriggered":t.checkpoints.set(e.checkpoint,{...ip(),kind:e.kind,tasks:e.tasks});return;case"BarrierEmitted":{let n=t.tasks.get(e.subtask);n.checkpoint=e.checkpoint;return}case"CheckpointAcknowledged":{let n=t.checkpoints.
get(e.checkpoint);n.acknowledged+=1;return}case"CheckpointCompleted":{let n=t.checkpoints.get(e.checkpoint);n.status="COMPLETED",n.bytes=e.bytes;return}case"CheckpointAborted":{let n=t.checkpoints.get(e.checkpoint);n.status="FAILED";return}case"\
ResultsCommitted":{let n=t.operators.get(e.operator);n.committed=e.total;return}case"InputRecovered":{let n=t.channels.get(e.channel);n.written=e.elements;return}case"OutputRecovered":{let n=t.channels.get(e.channel);n.written+=e.elements;return}case"\
StateRestored":{t.operators.get(e.operator).states.set(be(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"ListRestored":{t.operators.get(e.operator).lists.
set(be(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:ne(e.values)??[]});return}case"StateEntryRestored":{t.operators.get(e.operator).map_entries.set(or(e.key_group,e.state,
e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"TimerRestored":{t.operators.get(e.operator).timers.set(Yt(e.domain,e.key,e.namespace,e.timestamp),{domain:e.
domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"PaneRestored":{t.operators.get(e.operator).panes.set(H(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"RecordPartl\
yRead":{let n=t.channels.get(e.channel);n.partial=e.bytes;return}case"AfterInvokeReached":case"TaskFailed":case"RestartDecided":case"SlotReleased":case"SlotReserved":case"TicksSkipped":case"SourceFinished":case"TimestampAssigned":case"Gener\
atedWatermarkIgnored":case"OutputPersisted":case"ChannelFlushed":case"BarrierReceived":case"BarrierAnnounced":case"CancellationReceived":case"AlignmentTimedOut":case"ResumptionSent":case"ConsumptionResumed":case"InputPersisted":case"OutputB\
arrierTimedOut":case"WatermarkIgnored":case"ElementProcessed":case"LatencyMeasured":case"RecordFiltered":case"StateRead":case"StateEntryRead":case"SharedElementChanged":case"TriggerEvaluated":case"TriggerCleared":case"WindowFired":case"Firi\
ngSkipped":case"WindowSkippedAsLate":case"SideOutputEmitted":case"CheckpointNotTriggered":case"OperatorSnapshotTaken":case"CheckpointDeclined":case"CheckpointNotified":case"CheckpointRestored":case"CommitPrepared":case"ChannelSelected":return;default:}}var fi=24,hp=24;function ir(){return{view:ui(),operators:new Map,backlogs:new Map}}function sr(t,e){switch(e.type==="WindowCleared"&&e.reason==="cleanup"&&kp(t,e),hi(t.view,e),e.type){case"JobSubmitted":for(let n of t.view.operators.keys())
t.operators.set(n,fp());return;case"WindowAssigned":e.timestamp!==null&&gp(t.operators.get(e.operator),H(e.key,e.window),e.timestamp);return;case"WindowsMerged":{let{elements:n,firedPanes:r}=t.operators.get(e.operator),o=[];for(let i of[...ne(
e.merged)??[],e.result]){let s=H(e.key,i);o.push(...n.get(s)??[]),n.delete(s),r.delete(s)}n.set(H(e.key,e.result),o.slice(-fi));return}case"WindowCleared":t.operators.get(e.operator).elements.delete(H(e.key,e.window)),e.reason==="cleanup"&&
t.operators.get(e.operator).firedPanes.delete(H(e.key,e.window));return;case"WindowFired":t.operators.get(e.operator).fired+=1,e.kind!=="early"&&t.operators.get(e.operator).firedPanes.add(H(e.key,e.window));return;case"ExecutionReset":{let n=t.
view.plan.subtasks.find(({id:o})=>o===e.subtask),r=t.view.plan.vertices.find(({id:o})=>o===n.vertex);for(let{node:o}of r.operators)t.operators.get(`o${o}/${n.index}`).firedPanes.clear();return}case"SourceRecordRead":{let n=t.operators.get(e.
operator);n.read+=1,n.lastSplit=e.split;return}case"ResultWritten":t.operators.get(e.operator).lastResult=e.text;return;case"BufferSent":t.backlogs.set(e.channel,e.backlog);return;default:}}function fp(){return{elements:new Map,closed:[],fired:0,
firedPanes:new Set,read:0,lastSplit:"",lastResult:""}}function gp(t,e,n){let r=t.elements.get(e);t.elements.set(e,r?[...r.slice(1-fi),n]:[n])}function kp(t,{operator:e,key:n,window:r}){let o=t.operators.get(e),i=t.view.operators.get(e).panes.
get(H(n,r));if(!i)return;let s=o.elements.get(H(n,r))??[];o.closed=[...o.closed.slice(1-hp),{key:n,window:r,count:i.count,elements:s}]}function ar(t){return{...t,view:mi(t.view),operators:oe(t.operators,e=>({...e,elements:new Map(e.elements),
firedPanes:new Set(e.firedPanes)})),backlogs:new Map(t.backlogs)}}function gi(t){let e=t.view.channels.size+t.view.tasks.size;for(let n of t.view.operators.values()){e+=1+n.timers.size+2*n.panes.size+n.states.size;for(let r of n.lists.values())
e+=1+r.values.length}return e}var lr=1024,ut=class{constructor(e){this.trace=e}positions=[0];keyframes=[ir()];frontier=ir();reached=0;spacing=lr;get complete(){return this.reached===this.trace.eventCount}at(e){this.extend(e);let n=this.lastBefore(e),r=ar(this.keyframes[n]);
for(let o=this.positions[n];o<e;o++)sr(r,this.trace.event(o));return r}extend(e){for(;this.reached<e;)sr(this.frontier,this.trace.event(this.reached++)),this.reached-this.positions[this.positions.length-1]>=this.spacing&&(this.positions.push(
this.reached),this.keyframes.push(ar(this.frontier)),this.spacing=Math.max(lr,2*gi(this.frontier)))}extendFor(e){let n=performance.now()+e;for(;!this.complete&&performance.now()<n;)this.extend(Math.min(this.reached+lr,this.trace.eventCount))}lastBefore(e){
let n=0,r=this.positions.length;for(;n<r;){let o=n+r>>1;this.positions[o]<=e?n=o+1:r=o}return n-1}};var bp=36,wp=6e3;function mt(t,e,n){let r=[];for(let o=Math.max(e,n-wp);o<n;){let[,i]=t.eventRange(t.stepOf(o)),s=Math.min(i,n);yp(t,o,s,r),o=s}return r.slice(-bp)}function yp(t,e,n,r){let o,i=(s,a,l,...p)=>{let d=U(t,s),c={what:a,first:s,last:s,
legs:p,end:"stays",time:l,record:d};return r.push(c),c};for(let s=e;s<n;s++){let a=t.event(s);switch(a.type){case"SourceRecordRead":o=i(s,"record",a.timestamp,{operator:a.operator});break;case"ElementReceived":o=i(s,ki(a.element),a.timestamp,
{channel:a.channel,how:"in"});break;case"WatermarkGenerated":o=i(s,"watermark",a.timestamp,{operator:a.operator});break;case"WindowFired":o=i(s,"result",null,{operator:a.operator});break;case"WatermarkEmitted":o?.what==="watermark"?Xt(o,s,{
operator:a.operator}):o=i(s,"watermark",a.timestamp,{operator:a.operator});break;case"ElementWritten":{let l={channel:a.channel,how:"out"},p=ki(a.element),d=o?.legs.some(c=>"channel"in c&&c.how==="out");if(o&&!d&&(o.what===p||o.what==="resu\
lt"))Xt(o,s,l);else{let c=o?.legs.findLast(u=>"operator"in u);o=c?i(s,p,a.timestamp,c,l):i(s,p,a.timestamp,l)}o.end="goes on";break}case"RecordFiltered":case"LateRecordDropped":if(!o)break;Xt(o,s,{operator:a.operator}),o.end=a.type==="Recor\
dFiltered"?"filtered":"dropped",o=void 0;break;case"TimestampAssigned":case"KeySelected":case"WindowAssigned":case"OperatorWatermarkAdvanced":case"StateUpdated":case"StateAppended":case"ResultWritten":case"SideOutputEmitted":if(!o)break;Xt(
o,s,{operator:a.operator}),a.type==="TimestampAssigned"&&(o.time=a.after);break;default:}}}function Xt(t,e,n){t.last=e,JSON.stringify(t.legs.at(-1))!==JSON.stringify(n)&&t.legs.push(n)}function ki(t){return t==="record"||t==="watermark"||t===
"barrier"?t:"status"}var wi=`flnktrc
`,we=class extends Error{},vp=16,ht=24;async function Ae(t){let e=new DataView(t.buffer,t.byteOffset,t.byteLength);if(String.fromCharCode(...t.subarray(0,wi.length))!==wi)throw new we("This is no flinksim trace.");let r=e.getUint32(8,!0);if(r!==
2)throw new we(`The trace has format version ${r}; this page reads version ${2}. Record the run again, or export it with the flinksim that wrote it.`);let o=[],i=vp,s=!1;for(;!s;){let l=t.byteLength-i,p=l<ht?0:Number(e.getBigUint64(i+8,!0));
if(l<ht+p)break;s=e.getUint32(i+4,!0)===1,o.push(await xp(t.subarray(i+ht,i+ht+p))),i+=ht+p}let a=o.at(-1);if(!a)throw new we("The trace is cut short.");return new pr(Sp(o),s?a.info:{...a.info,cut:"the file is cut short"})}async function xp(t){
let e=await jo(t),n=new DataView(e).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(e,4,n)));if(r.schema!==Kn)throw new we(`The facts of the trace have schema ${r.schema}; this page knows ${Kn}. Record the run again, or\
 export it with the flinksim that wrote it.`);let o=new Map;for(let[i,s,a,l,p]of r.columns){let d=Mp(s,e,4+n+a,l);o.set(i,{values:d,none:p===null?null:BigInt(p)})}return{columns:o,info:r.info}}function Sp(t){if(t.length===1)return t[0].columns;
let e=new Set(t.flatMap(({columns:r})=>[...r.keys()])),n=new Map;for(let r of e){let o=t.flatMap(({columns:i})=>i.get(r)??[]);if(o.some(({none:i})=>i!==null)){let i=Tp(o.map(({values:a})=>a)),s=o.map(a=>a.values.map(l=>l===a.none?i:l));n.set(
r,{values:yi(s),none:i})}else{let i=o.map(s=>s.values);n.set(r,{values:r==="texts.end"?Cp(i):yi(i),none:null})}}return n}function Tp(t){let e=-(1n<<63n)+1n;for(;t.some(n=>n.includes(e));)e+=1n;return e}function Cp(t){let e=0,n=[];for(let r of t){
let o=e;for(let i of r)n.push(e=o+Number(i))}return Uint32Array.from(n)}function yi(t){let e=t.reduce((o,i)=>o+i.length,0);if(t.some(o=>o instanceof BigInt64Array))return vi(new BigInt64Array(e),t,o=>o instanceof BigInt64Array?o:BigInt64Array.
from(o,BigInt));let n=Math.max(...t.map(o=>o.BYTES_PER_ELEMENT)),r=n===1?new Uint8Array(e):n===2?new Uint16Array(e):new Uint32Array(e);return vi(r,t,o=>o)}function vi(t,e,n){let r=0;for(let o of e)t.set(n(o),r),r+=o.length;return t}var pr=class{constructor(e,n){
this.columns=e;this.info=n;this.texts=new dr(this.column("texts.json"),this.column("texts.end")),this.kinds=this.column("events.kind"),this.eventCount=this.kinds.length;let r=this.column("steps.after");this.stepCount=r.length,this.firstEvents=
new Uint32Array(this.stepCount);let o=0;for(let a=0;a<this.stepCount;a++)this.firstEvents[a]=o+=Number(r[a]);this.causes=this.column("events.cause"),this.originBack=this.column("events.origin"),this.places=this.column("events.place"),this.rows=
new Uint32Array(this.eventCount);let i=new Uint32Array(O.length);for(let a=0;a<this.eventCount;a++){let l=this.kinds[a];this.rows[a]=i[l]++}this.tables=O.map((a,l)=>i[l]>0?this.table(a):null);let s=this.eventCount>0?this.event(0):null;this.
plan=s?.type==="JobSubmitted"?s.plan:null}kinds;eventCount;stepCount;plan;texts;rows;tables;firstEvents;moves=null;causes;originBack;places;event(e){let n=this.kinds[e];return ko[n](this.tables[n],this.rows[e])}kindOf(e){return O[this.kinds[e]]}cause(e){
let n=Number(this.causes[e]);return n===0?-1:e-n}origin(e){let n=Number(this.originBack[e]);return n===0?-1:e-n}placeOf(e){return String(this.places[e])}callStack(e){let n=this.column("frames.caller"),r=this.column("frames.method"),o=[];for(let i=Number(
this.places[e]);i>0;i=Number(n[i]))o.unshift(this.texts.text(Number(r[i])));return o}stepOf(e){let n=0,r=this.stepCount;for(;n<r;){let o=n+r>>1;Number(this.firstEvents[o])<=e?n=o+1:r=o}return n-1}eventRange(e){let n=e+1<this.stepCount?Number(
this.firstEvents[e+1]):this.eventCount;return[Number(this.firstEvents[e]),n]}positionBy(e){let n=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,o=n.length;for(;r<o;){let i=r+o>>1,s=this.event(n[i]);s.type==="ProcessingTimeAdvan\
ced"&&s.after<=e?r=i+1:o=i}return n[r]??this.eventCount}actorOf(e){return this.texts.text(Number(this.column("steps.actor")[e]))}actionOf(e){return this.texts.text(Number(this.column("steps.action")[e]))}indexesOf(e){let n=new Set(e.map(o=>O.
indexOf(o))),r=[];for(let o=0;o<this.eventCount;o++)n.has(this.kinds[o])&&r.push(o);return r}column(e){let n=this.columns.get(e);if(!n)throw new we(`The trace has no column ${e}; it is damaged.`);return n.values}table(e){let n=Pt[e].map(([o])=>`${e}\
.${o}`),r=n.map(o=>this.columns.get(o)?.none??null);return new cr(n.map(o=>this.column(o)),r,this.texts)}};function Mp(t,e,n,r){switch(t){case"u8":return new Uint8Array(e,n,r);case"u16":return new Uint16Array(e,n,r);case"u32":return new Uint32Array(
e,n,r);case"i64":return new BigInt64Array(e,n,r);default:throw new we(`The trace has a column of type ${t}; it is damaged.`)}}var dr=class{constructor(e,n){this.ends=n;this.all=new TextDecoder("latin1").decode(e)}all;parsed=[];lists=[];json(e){
let n=e===0?0:Number(this.ends[e-1]);return this.all.slice(n,Number(this.ends[e]))}list(e){return this.lists[e]??=JSON.parse(this.json(e))}text(e){return this.parsed[e]??=JSON.parse(this.json(e))}},cr=class{constructor(e,n,r){this.columns=e;
this.nones=n;this.texts=r}timestamp(e,n){return this.columns[e][n]}optionalTimestamp(e,n){let r=this.columns[e][n];return r===this.nones[e]?null:r}count(e,n){return Number(this.columns[e][n])}flag(e,n){return this.columns[e][n]!==0}text(e,n){
return this.texts.text(this.columns[e][n])}textsOf(e,n){return this.texts.list(this.columns[e][n])}value(e,n){return this.texts.json(this.columns[e][n])}plan(e,n){return JSON.parse(this.value(e,n))}};function Zt(t){return Array.isArray(t)?t.flatMap(e=>{let{name:n,label:r,value:o,points:i,live:s}=e??{};return typeof n=="string"&&typeof r=="string"&&typeof o=="number"&&Array.isArray(i)&&i.length>1?[{name:n,label:r,value:o,points:i.map(Number),
live:s===!0}]:[]}):[]}function Si(t,e){let{id:n,knob:r,value:o,problem:i}=t??{};return n!==e?null:typeof i=="string"?i:typeof r=="string"&&typeof o=="number"?{knob:r,value:o}:"The answer to this was no run."}var xi=8,Qt=class{constructor(e,n,r,o,i){
this.el=e;this.model=n;this.specs=r;this.show=i;this.spec=r.find(({name:a})=>a===o?.knob)??r[0],this.value=o?.value??this.spec.value;let s=r.map(({name:a,label:l})=>`<option value="${k(a)}">${k(l)}</option>`).join("");A(e,`<div class="knobH\
ead">${r.length>1?`<select aria-label="Knob">${s}</select>`:`<b>${k(this.spec.label)}</b>`}<output></output><button type="button" class="small" data-knob="own">reset</button></div><input type="range" min="0" step="1" aria-label="Turn it"><d\
iv class="knobStats"></div><div class="knobNote" role="status"></div>`),this.slider=e.querySelector("input"),e.querySelector("select")?.addEventListener("change",a=>this.choose(a.target.value)),this.slider.addEventListener("input",()=>this.
turn(this.at(Number(this.slider.value)))),this.slider.addEventListener("change",()=>this.settle()),e.querySelector("[data-knob]").addEventListener("click",()=>{this.turn(this.spec.value),this.settle()}),this.arrange()}value;spec;asked=0;waits=!1;wanted=null;slider;tell(e){
A(this.el.querySelector(".knobStats"),e.map(([n,r])=>`<span><b>${k(n)}</b>${k(r)}</span>`).join(""))}hear(){let e=Si(this.model.get("turned"),this.asked);e!==null&&(this.waits=!1,typeof e=="string"?this.note(e):this.open(ke(this.model.get("\
turned_trace")),e),this.ask())}choose(e){this.spec=this.specs.find(n=>n.name===e),this.value=this.spec.value,this.arrange()}arrange(){let{points:e,live:n}=this.spec;this.slider.max=String((e.length-1)*(n?xi:1));let r=this.el.querySelector("\
select");r&&(r.value=this.spec.name),this.slider.value=String(this.notchOf(this.value)),this.name()}at(e){let{points:n,live:r}=this.spec,o=r?xi:1,i=Math.min(n.length-1,Math.floor(e/o)),s=Math.min(n.length-1,i+1);return Math.round(n[i]+(n[s]-
n[i])*(e%o/o))}notchOf(e){let n=0;for(let r=0;r<=Number(this.slider.max);r++)Math.abs(this.at(r)-e)<Math.abs(this.at(n)-e)&&(n=r);return n}name(){let e=this.value===0?"0":pe(this.value);this.el.querySelector("output").textContent=e,this.slider.
setAttribute("aria-valuetext",e),this.el.querySelector("[data-knob]").hidden=this.value===this.spec.value}note(e){this.el.querySelector(".knobNote").textContent=e}turn(e){this.value=e,this.slider.value=String(this.notchOf(e)),this.name(),this.
note(""),this.wanted=e,this.ask()}settle(){this.settled=!0,this.last&&this.last.turned.value===this.value&&!this.waits&&this.take()}settled=!1;last=null;take(){this.settled=!1,this.show(this.last.trace,this.last.turned,!0)}ask(){if(this.wanted===
null||this.waits)return;let e=this.wanted;this.wanted=null;let{name:n,live:r,value:o}=this.spec,i={knob:n,value:e},s=this.model.get(e===o?"trace":`${n}_${e}`);if(!r&&!s)return this.note("This was not worked out beforehand; turn it in a note\
book.");if(s&&(!r||e===o))return void this.open(ke(s),i);this.waits=!0,this.asked++,this.model.set("asked",{id:this.asked,...i}),this.model.save_changes()}async open(e,n){try{this.last={trace:await Ae(e),turned:n}}catch(r){return this.note(
r instanceof Error?r.message:String(r))}this.settled&&n.value===this.value?this.take():this.show(this.last.trace,n,!1)}};var Ci=6e4;function ye(t,e,n,r=Ci){let o=t.tasks.get(e),i=t.clock.at(n),s=new Map;for(let a of["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut"])s.set(a,ur(o,o.counts[a],n,-1)),a!=="numBuffersIn"&&s.set(
`${a}PerSecond`,Ti(o,o.counts[a],n,i,r));return $p(s,o,n,i,r),Op(s,o,n,t.start+BigInt(i)),Ap(s,o,n),s.set("mailboxQueueSize",o.mails.at(n)),s.set("numFiredTimers",ur(o,o.counts.numFiredTimers,n,-1)),s.set("numFiredTimersPerSecond",Ti(o,o.counts.
numFiredTimers,n,i,r)),s}function ur(t,e,n,r){let[o,i]=t.attempt.at(n);return e.at(n)-(r>0&&r>=i?e.atTime(r):e.at(o))}function Ti(t,e,n,r,o){let i=Math.max(r-o,0);return 1e3*ur(t,e,n,i)/Math.max(1,r-i)}function mr(t,e,n,r,o=Ci){let i=Math.max(
r-o,0),[s,a]=t.attempt.at(n),{conditions:l}=t,p=i>a?l.untilTime(i,e):l.until(s,a,e);return 1e3*(l.until(n,r,e)-p)/Math.max(1,r-i)}function $p(t,e,n,r,o){let i=d=>mr(e,d,n,r,o),[s,a]=e.attempt.at(n),l=d=>e.conditions.until(n,r,d)-e.conditions.
until(s,a,d);t.set("busyTimeMsPerSecond",i("busy")),t.set("idleTimeMsPerSecond",i("idle")),t.set("softBackPressuredTimeMsPerSecond",i("soft")),t.set("hardBackPressuredTimeMsPerSecond",i("hard")),t.set("backPressuredTimeMsPerSecond",i("soft")+
i("hard")),t.set("accumulateBusyTimeMs",l("busy")),t.set("accumulateIdleTimeMs",l("idle")),t.set("accumulateBackPressuredTimeMs",l("soft")+l("hard"));let p=e.conditions.changes.at(n);t.set("isBackPressured",p==="soft"||p==="hard")}function Op(t,e,n,r){
Mi(t,e.head,n);let o=e.ends.map(({outputWatermark:a})=>a.at(n));if(t.set("currentOutputWatermark",$i(o)),e.head.inputWatermarks.size>0)return;let i=e.head.outputWatermark.at(n);i>M&&i<W&&t.set("watermarkLag",Number(r-i));let s=e.eventTimeLag.
at(n);s!==null&&t.set("currentEmitEventTimeLag",s)}function Mi(t,e,n){let r=[...e.inputWatermarks].sort(([i],[s])=>i-s),o=r.map(([,i])=>i.at(n));o.length>0&&t.set("currentInputWatermark",$i(o)),o.length>1&&r.forEach(([i],s)=>t.set(`currentI\
nput${i+1}Watermark`,o[s]))}function $i(t){return t.reduce((e,n)=>e<n?e:n)}function hr(t,e){let{exclusive:n,floating:r}=Oi(t,e),{exclusive_buffers:o,floating_buffers:i,output_buffers:s}=t.plan;return{input:tn(n+r,o+i),output:tn(t.outputInUse.
at(e),s)}}function Oi(t,e){let{plan:n,inputs:r}=t,o=n.exclusive_buffers;for(let i of r)i.plan.local||(o-=i.exclusive.at(e));return{exclusive:o,floating:n.floating_buffers-t.floatingFree.at(e)}}function Ap(t,e,n){let{plan:r,inputs:o}=e,i=o.filter(
d=>!d.plan.local),{exclusive:s,floating:a}=Oi(e,n),l=hr(e,n),p=o.map(d=>(d.plan.local?d.queued:d.received).at(n));t.set("inputQueueLength",en(p)),t.set("inputQueueSize",en(i.map(d=>d.receivedBytes.at(n)))),t.set("inPoolUsage",l.input),t.set(
"inputExclusiveBuffersUsage",tn(s,r.exclusive_buffers)),t.set("inputFloatingBuffersUsage",tn(a,r.floating_buffers)),t.set("outputQueueLength",en(e.outputs.map(d=>d.queued.at(n)))),t.set("outputQueueSize",en(e.outputs.map(d=>d.queuedBytes.at(
n)))),t.set("outPoolUsage",l.output)}function Ee(t,e,n){let r=t.operators.get(e),o=new Map;for(let[i,s]of r.counts)s.at(n)>0&&o.set(i,s.at(n));Mi(o,r,n),o.set("currentOutputWatermark",r.outputWatermark.at(n));for(let[i,s]of r.latencies){let[
a,l,p]=s.at(n);a!==0&&(o.set(`latency.source_id.${i}.count`,a),o.set(`latency.source_id.${i}.mean`,l/a),o.set(`latency.source_id.${i}.max`,p))}return o}function en(t){return t.reduce((e,n)=>e+n,0)}function tn(t,e){return e>0?t/e:0}var Ep=60,Ai=Object.keys(Me),Ei=new Set(["fill","state","read","held up","result"]),Rp=new Set(["fill","state"]),ft=class{all;ends;constructor(e,n){let r=Ip(e,n);if(this.all=Wp(r),this.all.at(-1)?.end!==e.eventCount&&e.eventCount>0){let{eventCount:o}=e;
this.all=[...this.all,{kind:"end",lead:o-1,count:1,end:o}]}this.ends=this.all.map(({end:o})=>o)}at(e){return K(this.ends,e-1)+1-(e===0?1:0)}startOf(e){return this.ends[e-1]??0}next(e){return this.ends[K(this.ends,e)+1]??this.ends.at(-1)??e}back(e){
return this.ends[K(this.ends,e-1)]??0}endingAt(e){let n=this.all[K(this.ends,e)];return n?.end===e?n:null}};function Ri({kind:t,count:e}){return e>1?Me[t][1].replace("{n}",String(e)):""}function Ip(t,e){let n=new Map,r=new Set(fe.filter(({moment:d})=>d!==
"").map(({kind:d})=>d));for(let{kind:d,when:c,moment:u}of fe){let m=O.indexOf(d);r.has(d)&&n.set(m,[...n.get(m)??[],{when:c,moment:u}])}let o=[];for(let d=0;d<t.eventCount;d++){let c=n.get(t.kinds[d]);if(!c)continue;let u=t.event(d),m=c.find(
({when:h})=>h===""||nt(h,u,e));m&&m.moment!==""&&o.push({index:d,moment:m.moment,fact:u})}let i=new Set(o.map(({moment:d})=>d)),s=!["fill","state","firing","late"].some(d=>i.has(d)),a=[],l=-1,p=0;for(let{index:d,moment:c,fact:u}of o){if(c===
"read"&&!s)continue;d>=p&&(l=t.stepOf(d),p=t.eventRange(l)[1]);let m=Pp(u),h=a.at(-1);if(h?.step!==l){a.push({kind:c,lead:d,count:1,end:p,step:l,watermark:m});continue}h.watermark??=m;let f=Ai.indexOf(c)-Ai.indexOf(h.kind);f<0?Object.assign(
h,{kind:c,lead:d,count:1}):f===0&&!Rp.has(c)&&c!=="minimum"&&h.count++}return a}function Pp(t){return t.type==="InputWatermarkAdvanced"||t.type==="OperatorWatermarkAdvanced"?t.after:t.type==="WindowFired"?t.watermark:null}function Wp(t){let e=new Map;
for(let{kind:o}of t)e.set(o,(e.get(o)??0)+1);let n=o=>Ei.has(o)&&e.get(o)>Ep,r=[];for(let o of t){let i=r.at(-1);if(!i||!Fp(i,o,n)){r.push({...o});continue}i.end=o.end,o.kind===i.kind?(i.count+=o.count,Ei.has(o.kind)&&(i.lead=o.lead)):o.kind===
"firing"&&Object.assign(i,{kind:o.kind,lead:o.lead,count:o.count})}return r}function Fp(t,e,n){if(e.kind==="result")return t.kind==="firing"||t.kind==="result"&&n("result");let r=o=>o==="minimum"||o==="firing";return r(t.kind)&&r(e.kind)?t.
watermark!==null&&t.watermark===e.watermark:t.kind===e.kind&&n(e.kind)}var Ii=["records","late","panes","generators","channels","minimum","timers"],Y=({camera:t,box:e},n)=>e.left+(n-t.x0)/(t.x1-t.x0)*e.width;function I({camera:t,box:e},n){return n===1/0?e.top-4:n===-1/0?e.top+e.height+4:e.top+(1-(n-t.y0)/(t.y1-
t.y0))*e.height}var R=(t,e)=>Y(t,e===1/0?t.places.at(-1):t.places[e+1]);function gt(t,e,n,r,o){e===1?t.rect(n-o*.9,r-o*.9,o*1.8,o*1.8):e>=2?(t.moveTo(n,r-o*1.2),t.lineTo(n+o*1.15,r+o*.9),t.lineTo(n-o*1.15,r+o*.9),t.closePath()):(t.moveTo(n+
o,r),t.arc(n,r,o,0,7))}var ze=({operators:t},e)=>!t||t.has(e);function kt({places:t,camera:e},n){let r=0,o=n.length;for(;r<o;){let i=r+o>>1;t[n[i]+1]<e.x0?r=i+1:o=i}return r}function G(t,e,n,r,o=[]){t.beginPath();for(let i=0;i<e.length;i+=2)
t.lineTo(e[i],e[i+1]);t.strokeStyle=n,t.lineWidth=r,t.setLineDash([...o]),t.stroke(),t.setLineDash([])}function Wi(t,e){let{run:n,box:r,colour:o}=e,i=n.curves.find(({kind:m,owner:h})=>m==="minimum"&&ze(e,h));if(!i)return;let s=r.top+r.height,a=n.lateness.get(i.owner)??0,l=Re(e,i,0);if(l.length===0)return;let p=(m,h,f)=>{t.beginPath();for(let g=0;g<
m.length;g+=2)t.lineTo(m[g],m[g+1]);t.closePath(),t.fillStyle=h,t.globalAlpha=f,t.fill(),t.globalAlpha=1},d=l.at(-2),c=a>0?Re(e,i,a):l;if(p([...c,d,s,c[0],s],o("--wmsoft"),.5),a===0)return;let u=[...l];for(let m=c.length-2;m>=0;m-=2)u.push(
c[m],c[m+1]);p(u,o("--panesoft"),.55),G(t,c,o("--pane"),1,[2,3])}function Fi(t,e){let{camera:n,places:r,colour:o}=e;e.places[1]===1||n.x1<n.y0||n.x0>n.y1||r.at(-1)<1e6||G(t,[Y(e,n.x0),I(e,n.x0),Y(e,n.x1),I(e,n.x1)],o("--ink3"),1.2,[2,4])}function Li(t){
return t.run.curves.filter(({kind:n,owner:r})=>n==="minimum"&&ze(t,r)).map(n=>Re(t,n,0))}function Re(t,e,n){let{camera:r,box:o}=t,i=[],s=e.at,a=NaN,l=Math.max(0,kt(t,s)-1);for(let p=l;p<s.length;p++){let d=R(t,s[p]),c=e.values[p],u=I(t,c-n);
if(Number.isNaN(a)||i.push(d,a),(c!==-1/0||!Number.isNaN(a))&&(i.push(d,u),a=u),d>o.left+o.width)break}return Number.isNaN(a)||i.push(Math.min(Y(t,r.x1),R(t,1/0)),a),i}var fr=[[],[6,3],[2,2.5],[9,3,2,3],[4,6]];function _i(t,e){let{run:n,parts:r,
colour:o,followed:i}=e;t.lineJoin="round";let s=a=>n.curves.filter(l=>l.kind===a&&(!i||i.hasCurve(l)));if(r.has("channels")){t.globalAlpha=.65;for(let a of s("channel"))G(t,Re(e,a,0),o("--wm"),1);t.globalAlpha=1}if(r.has("minimum")){let a=o(
"--panel");for(let l of s("input"))G(t,Re(e,l,0),o("--wm"),2,fr[l.part==="0"?0:1]);for(let l of s("minimum").filter(({owner:p})=>ze(e,p))){let p=Re(e,l,0);G(t,p,a,5),G(t,p,o("--wm"),3.4)}}if(r.has("generators")&&s("generator").forEach((a,l)=>{
G(t,Re(e,a,0),o("--wmink"),1.4,fr[l%fr.length]),Pi(t,e,a)}),r.has("channels"))for(let a of s("channel"))Pi(t,e,a)}function Pi(t,e,n){let{colour:r}=e;for(let[o,i]of n.idle){let s=K(n.at,o),a=s<0?-1/0:n.values[s],l=Math.min(I(e,a),e.box.top+e.
box.height-5),[p,d]=[R(e,o),R(e,i)];G(t,[p,l,d,l],r("--panel"),7),G(t,[p,l,d,l],r("--ink3"),5,[2,3]),!(d-p<34)&&(t.font=`600 12px ${e.colour("font-family")}`,t.fillStyle=r("--ink2"),t.textAlign="left",t.fillText("idle",Math.max(p,e.box.left)+
4,l-6))}}var nn=class{constructor(e){this.plan=e}made=new Map;splits=new Map;splitsOf(e){return[...this.splits.get(e)??[]]}reads(e,n){let r=this.splits.get(e);r?r.add(n):this.splits.set(e,new Set([n]))}take(e,n){switch(n.type){case"WatermarkGenerate\
d":return this.rise("generator",n.operator,n.split,e,n.timestamp),!0;case"SplitStatusChanged":return this.rest("generator",n.operator,n.split,e,n.idle),!0;case"SplitReleased":return!0;case"ChannelWatermarkChanged":return this.rise("channel",
n.channel,"",e,n.after),!0;case"ChannelStatusChanged":return this.rest("channel",n.channel,"",e,n.idle),!0;case"InputWatermarkAdvanced":return this.rise("input",n.subtask,String(n.input),e,n.after),!0;case"InputStatusChanged":return this.rest(
"input",n.subtask,String(n.input),e,n.idle),!0;case"OperatorWatermarkAdvanced":return this.rise("minimum",n.operator,"",e,n.after),!0;default:return!1}}startAgain(e,n,r){let o=this.plan.channels.filter(({target:s})=>s===n).map(({id:s})=>s),
i=new Set([n,...r,...o]);for(let s of this.made.values()){if(!i.has(s.owner))continue;s.at.push(e),s.values.push(-1/0);let a=s.idle.at(-1);a?.[1]===1/0&&(a[1]=e)}}curves(e){let n=new Set(this.plan?.channels.filter(({input:i})=>i>0).map(({target:i})=>i)),
r=[...this.made.values()],o=r.some(({kind:i,owner:s})=>i==="minimum"&&e.has(s));return r.filter(({kind:i,owner:s})=>i==="minimum"?!o||e.has(s):i!=="input"||n.has(s))}rise(e,n,r,o,i){let s=this.curve(e,n,r);s.at.push(o),s.values.push(Lp(i))}rest(e,n,r,o,i){
let{idle:s}=this.curve(e,n,r),a=s.at(-1);i?s.push([o,1/0]):a&&(a[1]=o)}curve(e,n,r){let o=JSON.stringify([e,n,r]),i=this.made.get(o);return i||this.made.set(o,i={kind:e,owner:n,part:r,at:[],values:[],idle:[]}),i}},Ni=9e18;function Lp(t){let e=Number(
t);return e>=Ni?1/0:e<=-Ni?-1/0:e}var _p=["SourceRecordRead","TimestampAssigned","RecordFiltered","KeySelected","WindowAssigned","WindowsMerged","WindowFired","WindowCleared","LateRecordDropped","TimerRegistered","TimerFired","TimerDeleted","WatermarkGenerated","SplitStatus\
Changed","SplitReleased","ChannelWatermarkChanged","ExecutionReset","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","OperatorWatermarkAdvanced"],ve=class{constructor(e){this.trace=e;this.made=new nn(e.plan),this.nameSources();
let n=new Uint8Array(O.length);for(let r of _p)n[O.indexOf(r)]=1;for(let r=0;r<e.eventCount;r++)n[e.kinds[r]]&&this.take(r,e.event(r));this.dots=this.dots.filter(({time:r})=>Number.isFinite(r)),this.curves=this.made.curves(this.keepers)}dots=[];panes=[];lates=[];timers=[];curves;keys=[];lateness=new Map;keepers=new Set;paneAt=new Map;lateAt=new Map;keyNumbers=new Map;byRead=new Map;byElement=new Map;open=new Map;running=new Map;sources=new Map;made;missedBy(e){
let n=X(e.windows)?[e.windows]:ne(e.windows)??[];return this.panes.filter(({operator:o,key:i,window:s,gone:a})=>o===e.operator&&i===e.key&&a<e.index&&n.includes(s)).reduce((o,i)=>o&&o.gone>i.gone?o:i,null)}dotBehind(e){return this.byRead.get(
U(this.trace,e))??this.byElement.get(this.trace.cause(e))}splitsBefore(e){let[n,r]=e.slice(1).split("/"),o=this.trace.plan?.vertices.find(({operators:i})=>i.some(s=>String(s.node)===n));return this.made.splitsOf(`o${o?.operators[0]?.node}/${r}`).
join(", ")}nameSources(){let{plan:e}=this.trace,n=new Set(e?.channels.map(({target_node:o})=>o)),r=0;for(let o of e?.vertices??[]){let[i]=o.operators;if(!(!i||i.inputs.length>0||n.has(i.node))){for(let s=0;s<o.parallelism;s++)this.sources.set(
`o${i.node}/${s}`,r);r++}}}take(e,n){if(!this.made.take(e,n))switch(n.type){case"SourceRecordRead":{let r=this.sources.get(n.operator)??0,o=n.timestamp===null?NaN:Number(n.timestamp),i={index:e,time:o,key:-1,source:r,split:n.split,late:null};
this.byRead.set(e,i),this.dots.push(i),this.made.reads(n.operator,n.split);return}case"TimestampAssigned":{let r=this.byRead.get(U(this.trace,e));r&&(r.time=Number(n.after));return}case"RecordFiltered":{let r=this.byRead.get(U(this.trace,e));
r&&(r.time=NaN);return}case"KeySelected":{let r=this.byRead.get(U(this.trace,e));r&&(r.key=this.keyNumber(n.key));return}case"LateRecordDropped":{this.keepers.add(n.operator);let r=n.timestamp===null?NaN:Number(n.timestamp),o=this.dotOf(e,r),
i=o.key=this.keyNumber(n.key),s=n.cleanup_time===null?null:Number(n.cleanup_time),{operator:a,windows:l}=n,p={index:e,operator:a,key:i,time:r,windows:l,cleanup:s,watermark:Number(n.watermark),dot:o};o.late??=p,this.lateAt.set(e,p),this.lates.
push(p);return}case"TimerRegistered":{let r=X(n.namespace);if(r&&n.domain==="event"){let a=Number(n.timestamp-r[1])+1;a>(this.lateness.get(n.operator)??0)&&this.lateness.set(n.operator,a)}if(n.namespace!=='""')return;this.keepers.add(n.operator);
let{domain:o}=n,i=Number(n.timestamp),s={index:e,end:1/0,fired:!1,domain:o,time:i,key:this.keyNumber(n.key)};this.running.set(gr(n),s),this.timers.push(s);return}case"ExecutionReset":this.startAgain(e,n.subtask);return;case"TimerFired":case"\
TimerDeleted":{let r=this.running.get(gr(n));if(!r)return;r.end=e,r.fired=n.type==="TimerFired",this.running.delete(gr(n));return}default:this.takePane(e,n)}}takePane(e,n){switch(n.type){case"WindowAssigned":{let r=this.pane(e,n.operator,n.
key,n.window);r.fills.push(e),r.counts.push(n.count),this.dotOf(e,n.timestamp===null?NaN:Number(n.timestamp)).key=r.key;return}case"WindowsMerged":{let o=(X(n.merged)?[n.merged]:ne(n.merged)??[]).flatMap(s=>this.end(e,n.operator,n.key,s)??[]),
i=this.pane(e,n.operator,n.key,n.result);for(let s of o)s!==i&&(s.into=i);i.fills.push(e),i.counts.push(n.count);return}case"WindowFired":{this.pane(e,n.operator,n.key,n.window).firings.push({index:e,kind:n.kind,count:n.count});return}case"\
WindowCleared":n.reason==="cleanup"&&this.end(e,n.operator,n.key,n.window);return;default:}}startAgain(e,n){let r=Np(this.trace,n);for(let[o,i]of this.open)r.has(i.operator)&&(i.gone=e,this.open.delete(o));for(let[o,i]of this.running)r.has(
JSON.parse(o)[0])&&(i.end=e,this.running.delete(o));this.made.startAgain(e,n,r)}pane(e,n,r,o){let i=`${n} ${H(r,o)}`,s=this.open.get(i);if(s&&this.paneAt.set(e,s),s)return s;let a=X(o),l={operator:n,key:this.keyNumber(r),window:o,born:e,gone:1/0,
fills:[],counts:[],firings:[],into:null,start:a?Number(a[0]):-1/0,end:a?Number(a[1]):1/0};return this.keepers.add(n),this.open.set(i,l),this.paneAt.set(e,l),this.panes.push(l),l}end(e,n,r,o){let i=`${n} ${H(r,o)}`,s=this.open.get(i);return s?
(s.gone=e,this.open.delete(i),s):null}dotOf(e,n){let r=this.byRead.get(U(this.trace,e));if(r)return r;let o=this.trace.cause(e),i=o<0?void 0:this.byElement.get(o);if(i)return i;let s={index:e,time:n,key:-1,source:-1,split:"",late:null};return o>=
0&&this.byElement.set(o,s),this.dots.push(s),s}keyNumber(e){let n=this.keyNumbers.get(e);return n!==void 0?n:(this.keyNumbers.set(e,this.keys.length),this.keys.push(e)-1)}};function Np({plan:t},e){let{vertex:n,index:r}=t.subtasks.find(({id:o})=>o===
e);return new Set(t.vertices.find(({id:o})=>o===n).operators.map(({node:o})=>`o${o}/${r}`))}function gr(t){return JSON.stringify([t.operator,t.domain,t.key,t.namespace,String(t.timestamp)])}var xe=class{constructor(e){this.trace=e;this.run=new ve(e),this.clock=new le(e)}run;clock;places=new Map;paint(e,n,r){let{colour:o}=n,i=this.places.get(r);i||this.places.set(r,i=this.clock.places(r));let s={...n,run:this.run,places:i,followed:null,
operators:null};e.globalAlpha=.85;for(let l of Li(s))G(e,l,o("--ink3"),2,[6,4]);e.globalAlpha=1;let a=new Set(n.run.lates.map(Bi));for(let l of this.run.lates){if(a.has(Bi(l)))continue;let[p,d]=[R(s,l.index),I(s,l.time)];e.beginPath(),e.arc(
p,d,6,0,7),e.strokeStyle=o("--fire"),e.lineWidth=1.3,e.setLineDash([2,2]),e.stroke(),e.setLineDash([])}}},Bi=({key:t,time:e,dot:n})=>`${t} ${e} ${n.split}`;function kr(t,e,n){let r=g=>t.indexesOf([g]).map(b=>[b,t.event(b)]),o=(g,b)=>{let y=e.next(g);return{question:b,position:y}},i=t.indexesOf(["TaskFailed"]).at(-1),[,s]=r("JobStatusChanged").at(-1)??[];if(i!==void 0&&s?.after==="FAILED")return{
question:"Why does it fail?",position:i+1};if(i!==void 0)return{question:"A task failed. What was lost, what is done again?",position:i+1};let a=r("LateRecordDropped");if(a.length>0){let g=({watermark:v,cleanup_time:S,timestamp:C})=>v===W?-1n:
v-(S??C??v),[b]=a.reduce((v,S)=>g(S[1])>g(v[1])?S:v),y=a.length===1?"A record came too late":`${a.length} records came too late`;return o(b,`${y}. Why?`)}let l=r("WindowFired"),p=r("WindowsMerged"),d=l.filter(([,{watermark:g,clock:b}])=>g!==
W&&b!=="end of input");if(l.length>0&&d.length===0)return o(l[0][0],"No window fired before the input ended. Why?");let c=e.all.filter(({kind:g})=>g==="merge").at(-1);if(c&&p.length>0)return{question:"How did these sessions become one?",position:c.
end};let u=r("SplitStatusChanged").find(([,g])=>g.idle);if(u)return o(u[0],`${u[1].split||n.name(u[1].operator)} went idle. What does that change?`);if(d.length>0)return o(d[0][0],"Why does this window fire now?");let m=r("DefaultActionSusp\
ended").find(([,{reason:g}])=>g==="no output buffer"||g==="blocked");if(m)return o(m[0],`Why does ${n.name(m[1].subtask)} stop reading?`);let h=e.all.find(({kind:g})=>g==="firing");if(h)return{question:"Why does this timer fire now?",position:h.
end};let f=e.all.filter(({kind:g})=>g==="result").at(-1);return f?{question:"What came out, and of what?",position:f.end}:{question:"",position:0}}var br="You went by the wall clock; event time knows only watermarks.",Bp="You took the channel that moved last; the least of all active ones counts.",Dp="You took the greatest channel; the least of all active ones counts.",Vp="A watermark \
says that no more record comes up to it, itself included: it is one less.",zp="The delay drops nothing: behind the watermark a record still counts while its window is open.",wr="There is no one watermark for the whole job; each task has its\
 own minimum.",Hp="Once the watermark has passed the end of its window, and the allowed lateness, it is too late.";function yr(t,e,n,r){let o=t.event(r);return o.type==="InputWatermarkAdvanced"?Gp(t,e,n,r,o):o.type==="WindowAssigned"||o.type===
"LateRecordDropped"?Kp(e,n,r,o):o.type==="WindowFired"?qp(e,n,r,o):null}var vr=["InputWatermarkAdvanced","LateRecordDropped","WindowAssigned","WindowFired"];function Gp(t,e,n,r,o){let s=(t.plan?.channels??[]).filter(({target:u,input:m})=>u===
o.subtask&&m===o.input).flatMap(({id:u})=>{let m=n.channels.get(u);return m&&!m.idle?[{id:u,watermark:m.watermark}]:[]});if(s.length<2||o.after===W)return null;let a=s.reduce((u,{watermark:m})=>m>u?m:u,M),l=jp(t,r),d=[...n.channels.values()].
map(({watermark:u})=>u).filter(u=>u!==W).reduce((u,m)=>m>u?m:u,M),c=u=>e.time(u);return xr(r,`What does the minimum of ${e.name(o.subtask)} become?`,c(o.after),[{says:c(a),belief:Dp},{says:l===null?null:c(l),belief:Bp},{says:c(o.after+1n),belief:Vp},
{says:c(d),belief:wr},{says:c(n.time_ms),belief:br}])}function jp(t,e){for(let n=e;n>=Math.max(0,e-40);n--){let r=t.event(n);if(r.type==="ChannelWatermarkChanged")return r.after}return null}function Kp(t,e,n,r){let o=r.type==="LateRecordDro\
pped",{timestamp:i}=r,s=X(o?r.windows:r.window);if(i===null||!s)return null;let a=e.operators.get(r.operator)?.watermark??M,l=[...e.channels.values()].reduce((u,m)=>m.watermark>u?m.watermark:u,M),p=u=>u?"It is too late, and dropped.":"It co\
unts.",c=`A record of ${t.value(r.key)} with timestamp ${t.time(i)} comes; the watermark is ${t.time(a)}. What becomes of it?`;return xr(n,c,p(o),[{says:p(i<=a),belief:zp},{says:p(s[1]-1n<=e.time_ms),belief:br},{says:p(s[1]-1n<=l),belief:wr},
{says:p(!1),belief:Hp}])}function qp(t,e,n,r){let o=e.operators.get(r.operator);if(!o||r.kind!=="on time"||r.watermark===W)return null;let i=l=>{let d=[...o.panes.values()].filter(({window:c})=>(X(c)?.[1]??W)-1n<=l).map(({key:c,window:u})=>`${t.
value(c)} ${t.window(u)}`).sort();return d.length===0?"none":d.length<=3?d.join(", "):`${d.slice(0,2).join(", ")} and ${d.length-2} more`},s=[...e.channels.values()].reduce((l,p)=>p.watermark>l&&p.watermark!==W?p.watermark:l,M),a=[...o.panes.
values()].reduce((l,{window:p})=>{let d=X(p)?.[1]??M;return d>l?d:l},M);return xr(n,`The watermark of ${t.name(r.operator)} comes to ${t.time(r.watermark)}. Which panes fire?`,i(r.watermark),[{says:i(e.time_ms),belief:br},{says:i(s),belief:wr},
{says:i(a),belief:"A watermark closes only the windows that end before it."},{says:"none",belief:"A pane fires as soon as the watermark has reached the end of its window."}])}function xr(t,e,n,r){let o=[{text:n,right:!0,misconception:""}];for(let{
says:i,belief:s}of r)i===null||o.some(({text:a})=>a===i)||o.push({text:i,right:!1,misconception:s});return o.length<2?null:(o.sort((i,s)=>i.text.localeCompare(s.text,"en",{numeric:!0})),{before:t,after:t+1,index:t,asks:e,choices:o})}var Sr=class{constructor(e,n){this.plan=e;this.countsRecordsOut=n;this.credit=new B(e.initial_credit),this.exclusive=new B(e.initial_credit)}queued=new B(0);queuedBytes=new B(0);received=new B(0);receivedBytes=new B(0);onWire=new B(0);read=new B(
0);backlog=new B(0);credit;exclusive;underWay=[]},Up=["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut","numFiredTimers"],Tr=class{constructor(e,n,r){this.plan=e;this.head=n;this.ends=r;for(let o of Up)
this.counts[o]=new B(0);this.floatingFree=new B(e.floating_buffers)}inputs=[];outputs=[];conditions=new _t;counts={};mails=new B(0);outputInUse=new B(0);floatingFree;eventTimeLag=new B(null);attempt=new B([0,0])},Cr=class{counts=new Map;inputWatermarks=new Map;outputWatermark=new B(
M);calls=[];latencies=new Map},Jp={"no input":"idle","no output buffer":"soft",blocked:"hard",busy:"busy"},Yp=new Set(["endOfData","endOfPartition","barrier"]),bt=class{tasks=new Map;channels=new Map;operators=new Map;clock=new B(0);start;end;taskOf=new Map;sources=new Set;position=0;time=0;constructor(e){
this.start=BigInt(e.plan?.start_time_ms??0),e.plan&&this.prepare(e.plan);for(let n=0;n<e.eventCount;n++)this.position=n+1,this.apply(e.event(n));this.end=this.time}prepare(e){let n=new Set(e.channels.map(({target:o})=>o));for(let o of e.subtasks){
let i=e.vertices.find(({id:p})=>p===o.vertex),s=new Map(i.operators.map(({node:p})=>[p,new Cr]));for(let p of i.operators){let d=`o${p.node}/${o.index}`,c=s.get(p.node);this.operators.set(d,c);for(let m of p.inputs)s.get(m).calls.push(c);p.
inputs.length>0&&c.inputWatermarks.set(0,new B(M)),this.taskOf.set(d,o.id);let u=e.subtasks.some(m=>m.vertex===o.vertex&&n.has(m.id));p.inputs.length===0&&!u&&this.sources.add(d)}let a=[...s.values()],l=a.filter(({calls:p})=>p.length===0);this.
tasks.set(o.id,new Tr(o,a[0],l))}let r=new Set;for(let o of e.channels){let{source:i,source_node:s,target_node:a,side_output:l,input:p}=o,d=JSON.stringify([i,s,a,l,p]),c=new Sr(o,o.partitioner!=="BROADCAST"||!r.has(d));r.add(d),this.channels.
set(o.id,c);let u=this.task(o.target);u.inputs.push(c);let{inputWatermarks:m}=u.head;m.has(p)||m.set(p,new B(M)),this.task(i).outputs.push(c)}}apply(e){switch(e.type){case"ElementWritten":{let n=this.channel(e.channel),r=this.task(n.plan.source);
this.put(n.queuedBytes,n.queuedBytes.last+e.bytes),e.element==="record"&&n.countsRecordsOut&&this.count(r,"numRecordsOut"),Yp.has(e.element)||this.count(r,"numBytesOut",e.bytes);return}case"ElementReceived":this.put(this.channel(e.channel).
read,e.sequence+1),e.element==="record"&&this.count(this.task(e.subtask),"numRecordsIn");return;case"ElementProcessed":e.element==="record"&&this.countIn(e.operator,"numRecordsIn");return;case"BufferQueued":this.put(this.channel(e.channel).
queued,e.queued);return;case"BufferSent":{let n=this.channel(e.channel);this.put(n.queued,e.queued),this.put(n.queuedBytes,n.queuedBytes.last-e.bytes),this.put(n.credit,e.credit),this.put(n.onWire,e.on_wire),this.put(n.backlog,e.backlog),n.
underWay.push(e.bytes),this.count(this.task(n.plan.source),"numBuffersOut");return}case"BufferArrived":{let n=this.channel(e.channel);this.put(n.received,e.received),this.put(n.onWire,e.on_wire),this.put(n.receivedBytes,n.receivedBytes.last+
n.underWay.shift());return}case"BufferConsumed":this.consumed(e);return;case"CreditChanged":this.put(this.channel(e.channel).credit,e.after);return;case"InputBuffersChanged":this.put(this.channel(e.channel).exclusive,e.exclusive);return;case"\
FloatingBuffersChanged":this.put(this.task(e.subtask).floatingFree,e.free);return;case"OutputBuffersChanged":this.put(this.task(e.subtask).outputInUse,e.in_use);return;case"InputWatermarkAdvanced":this.put(this.task(e.subtask).head.inputWatermarks.
get(e.input),e.after);return;case"WatermarkEmitted":{let n=this.operators.get(e.operator);this.put(n.outputWatermark,e.timestamp);for(let r of n.calls)this.put(r.inputWatermarks.get(0),e.timestamp);return}case"SourceRecordRead":this.count(this.
task(this.taskOf.get(e.operator)),"numRecordsIn"),this.countIn(e.operator,"numRecordsIn"),e.timestamp!==null&&this.lag(e.operator,e.timestamp);return;case"TimestampAssigned":this.sources.has(e.operator)&&this.lag(e.operator,e.after);return;case"\
TimerFired":this.count(this.task(this.taskOf.get(e.operator)),"numFiredTimers");return;case"LatencyMeasured":{let{latencies:n}=this.operators.get(e.operator),r=n.get(e.source)??new B([0,0,0]),[o,i,s]=r.last;this.put(r,[o+1,i+e.latency,Math.
max(s,e.latency)]),n.set(e.source,r);return}case"LateRecordDropped":this.countIn(e.operator,"numLateRecordsDropped");return;case"ResultWritten":this.countIn(e.operator,"numRecordsSend");return;case"MailEnqueued":case"MailTaken":this.put(this.
task(e.subtask).mails,e.waiting);return;case"DefaultActionSuspended":this.becomes(e.subtask,Jp[e.reason]);return;case"DefaultActionResumed":this.becomes(e.subtask,"busy");return;case"TaskStateChanged":{let{conditions:n}=this.task(e.subtask);
e.after==="RUNNING"?n.starts(this.position,this.time):e.before==="RUNNING"&&n.ends(this.position,this.time);return}case"ExecutionReset":this.begin(e.subtask);return;case"ProcessingTimeAdvanced":this.time=Number(e.after-this.start),this.put(
this.clock,this.time);return;default:}}begin(e){let n=this.task(e);this.put(n.attempt,[this.position,this.time]);for(let r of[n.mails,n.outputInUse,n.floatingFree])this.put(r,r.initial);this.put(n.eventTimeLag,null),n.conditions.becomes(this.
position,this.time,"busy");for(let r of n.inputs){let{queued:o,queuedBytes:i,received:s,receivedBytes:a,onWire:l,read:p,backlog:d,credit:c,exclusive:u}=r;for(let m of[o,i,s,a,l,p,d,c,u])this.put(m,m.initial);r.underWay.length=0}for(let[r,o]of this.
operators)if(this.taskOf.get(r)===e){for(let i of[...o.counts.values()])this.put(i,0);for(let i of o.latencies.values())this.put(i,i.initial);for(let i of o.inputWatermarks.values())this.put(i,i.initial);this.put(o.outputWatermark,o.outputWatermark.
initial)}}consumed(e){let n=this.channel(e.channel),r=this.task(n.plan.target);this.count(r,"numBuffersIn"),this.count(r,"numBytesIn",e.bytes),this.put(n.queued,e.queued),this.put(n.received,e.received),n.plan.local?(this.put(n.queuedBytes,
n.queuedBytes.last-e.bytes),this.count(this.task(n.plan.source),"numBuffersOut")):this.put(n.receivedBytes,n.receivedBytes.last-e.bytes)}becomes(e,n){this.task(e).conditions.becomes(this.position,this.time,n)}lag(e,n){let r=Number(BigInt(this.
time)+this.start-n);this.put(this.task(this.taskOf.get(e)).eventTimeLag,r)}count(e,n,r=1){this.put(e.counts[n],e.counts[n].last+r)}countIn(e,n){let{counts:r}=this.operators.get(e),o=r.get(n)??new B(0);this.put(o,o.last+1),r.set(n,o)}put(e,n){
e.set(this.position,this.time,n)}task(e){return this.tasks.get(e)}channel(e){return this.channels.get(e)}};var Di=new Set(["step","fact"]),Vi=new Set(["step","fact","view","task","key","by","focus","mode"]);function zi(t){let e={};for(let[n,r]of new URLSearchParams(t.replace(/^#/,"")))!Vi.has(n)||r===""||Di.has(n)&&!/^\d+$/.test(r)||(e[n]=Di.has(
n)?Number(r):r);return e}function Hi(t,e=""){let n=[...new URLSearchParams(e.replace(/^#/,""))].filter(([i])=>!Vi.has(i)),o=Object.entries(t).filter(([,i])=>i!==void 0&&i!=="").map(([i,s])=>[i,String(s)]);return`#${new URLSearchParams([...o,
...n]).toString()}`}async function Gi(t){try{return await navigator.clipboard.writeText(t),!0}catch{let e=document.createElement("textarea");e.value=t,document.body.append(e),e.select();let n=document.execCommand("copy");return e.remove(),n}}var Mr={told:"what is worth telling: panes, minima, firings, what is late",firing:Wt.firing,watermark:Wt.watermark,record:Wt.record,step:"one turn of a task's mailbox, or of another actor",fact:"every single fact"},Ie=Object.keys(Mr),rn=class{constructor(e){
this.trace=e;this.labels=new ue(e.plan),this.wanted={record:this.stopping("record"),watermark:this.stopping("watermark"),firing:this.stopping("firing")};let[n]=[...this.wanted.firing].filter(([r])=>e.kinds.includes(r));n&&(this.wanted.firing=
new Map([n])),this.ranks=new Uint8Array(O.length).fill(255),[...fe.entries()].reverse().forEach(([r,{kind:o}])=>this.ranks[O.indexOf(o)]=r)}wanted;ranks;labels;made=null;stopping(e){let n=fe.filter(({stop:r})=>r===e);return new Map(n.map(({
kind:r,when:o})=>[O.indexOf(r),o]))}get moments(){return this.made??=new ft(this.trace,this.labels)}next(e,n){let{trace:r}=this,o=r.eventCount;if(e>=o)return o;if(n==="told")return this.moments.next(e);if(n==="fact")return e+1;if(n==="step")
return Math.max(r.eventRange(r.stepOf(e))[1],e+1);for(let i=e;i<o;i++)if(this.stopsAt(i,n))return i+1;return o}back(e,n){let{trace:r}=this;if(e<=1)return 0;if(n==="told")return this.moments.back(e);if(n==="fact")return e-1;if(n==="step")return Math.
max(r.eventRange(r.stepOf(e-1))[0],0);for(let o=e-2;o>=0;o--)if(this.stopsAt(o,n))return o+1;return 0}spotlight(e,n){let r=e-1;if(r>=0&&n==="told"){let a=this.moments.endingAt(e);if(a)return a.lead}if(r<0||n!=="step"&&n!=="told")return r;let[
o,i]=this.trace.eventRange(this.trace.stepOf(r));if(i!==e)return r;let s=r;for(let a=r;a>=o;a--)this.ranks[this.trace.kinds[a]]<=this.ranks[this.trace.kinds[s]]&&(s=a);return s}stopsAt(e,n){let r=this.wanted[n].get(this.trace.kinds[e]);return r===
void 0?!1:r===""||nt(r,this.trace.event(e),this.labels)}};var on=class{constructor(e,n){this.stepper=e;this.isOwn=n}wantedKey="";follow(){let{stepper:e}=this,{step:n,fact:r,view:o,task:i,key:s,by:a,focus:l,mode:p}=zi(location.hash),d=Ie.find(m=>m===a);d&&(e.player.grain=d),e.view=Oe.find(m=>m===o)??
e.view;let c=[...e.lookup.subtasks.keys()].find(m=>m===i||e.labels.name(m)===i);i!==void 0&&(e.pinned=c??null),this.wantedKey=s??"",e.root.classList.toggle("hall",p==="hall"),e.root.classList.toggle("embed",new URLSearchParams(location.search).
has("embed")),r!==void 0?e.player.go(r):n!==void 0&&e.player.goToStep(n);let u=l===void 0?null:Yo(l);(u||e.following.followed)&&e.following.on(u),e.rearrange()}write(){this.isOwn&&history.replaceState(null,"",this.text)}get text(){let{player:e,
trace:n,view:r,pinned:o,labels:i,panel:s,following:a,root:l}=this.stepper,p=e.step>=0&&n.eventRange(e.step)[1]===e.position;return Hi({...p?{step:e.step}:{fact:e.position},view:r,...o?{task:i.name(o)}:{},key:s?.keys.name??"",...a.followed?{
focus:ot(a.followed.focus)}:{},...e.grain==="told"?{}:{by:e.grain},...l.classList.contains("hall")?{mode:"hall"}:{}},location.hash)}async copy(){this.write();let e=await Gi(location.href),n=this.stepper.parts.get("copy");n.textContent=e?"co\
pied":"see the address",window.setTimeout(()=>n.textContent="copy link",1600)}};var Xp='<form data-form="why"><input name="words" aria-label="A question in words" placeholder="why …" autocomplete="off"><button type="submit" class="small">ask</button></form><div class="choices"></div><p class="askNote" role="status"></p\
>',Qp='<form data-form="until"><input name="words" aria-label="A condition in words" autocomplete="off" placeholder="watermark of windows &gt; 12:00"><button type="submit" class="small" value="back">back to</button><button type="submit" cla\
ss="small" value="on">on to</button></form><form data-form="watch"><input name="words" aria-label="What to watch" autocomplete="off" placeholder="pane [0, 10000) of a"><button type="submit" class="small">watch</button></form><p class="askNo\
te" role="status"></p><div class="watches"></div>',sn=class{constructor(e,n,r,o){this.stepper=e;this.model=n;this.carry=r;this.take=o}answer=null;asked=0;sent=null;waiting=new Map;why=null;watch=null;fact=-1;about=-1;watched=[];was=0;stands=0;get isOpen(){
return this.model.get("can_ask")===!0&&!this.carry.turned&&!this.carry.tried}ready(e,n){if(!(!this.isOpen||this.why)){[this.why,this.watch]=[e,n],A(e,Xp),A(n,Qp);for(let r of[e,n])r.addEventListener("submit",o=>this.submit(o)),r.addEventListener(
"click",o=>this.choose(o))}}at(e,n){this.why&&(n!==this.stands&&(this.was=Math.max(0,this.stands),this.stands=n,this.look()),this.fact=e,this.offerFor())}offerFor(){let{fact:e}=this;!this.why||e<0||e===this.about||this.why.closest("[data-of\
]")?.hidden!==!1||(this.about=e,this.send("about",{fact:e}))}try(e){this.send("try",{change:e})}hear(){let e=this.model.get("told")??{};if(e.id!==this.asked||!this.sent)return;let n=this.sent;this.sent=null;let{problem:r,questions:o,answer:i,
tried:s,step:a,rows:l}=e,p=n==="until"||n==="watch";this.note(p,typeof r=="string"?r:""),Array.isArray(o)&&this.offer(o.map(String));let d=Be(i,this.stepper.trace.stepCount);d&&(this.answer=d,this.stepper.redraw()),typeof s=="string"&&this.
open(),typeof a=="number"&&this.stepper.player.goToStep(a),Array.isArray(l)&&this.list(l),n==="watch"&&typeof r=="string"&&this.watched.pop();let c=this.waiting.entries().next().value;c&&(this.waiting.delete(c[0]),this.send(...c))}send(e,n){
if(this.sent){this.waiting.set(e,n);return}this.sent=e,this.model.set("asks",{id:++this.asked,what:e,...n}),this.model.save_changes()}note(e,n){let r=(e?this.watch:this.why)?.querySelector(".askNote");r&&(r.textContent=n)}submit(e){e.preventDefault();
let n=e.target,r=n.querySelector("input"),o=r.value.trim();if(o==="")return;let i=n.dataset.form;if(i==="why")this.ask(o);else if(i==="until"){let s=e.submitter?.value==="back";this.send("until",{words:o,back:s,step:Math.max(0,this.stepper.
player.step)})}else this.watched.includes(o)||(this.watched.push(o),r.value="",this.look())}choose(e){let{question:n,unwatch:r}=e.target.closest("[data-question],[data-unwatch]")?.dataset??{};n&&this.ask(n),r!==void 0&&(this.watched.splice(
Number(r),1),this.watched.length===0?this.list([]):this.look())}ask(e){this.note(!1,"trying …"),this.send("why",{question:e})}offer(e){let n=e.map(r=>`<button type="button" class="small" data-question="${k(r)}">${k(r)}</button>`);A(this.why.
querySelector(".choices"),n.join(""))}look(){this.watched.length>0&&this.send("watch",{words:[...this.watched],was:this.was,now:Math.max(0,this.stands)})}list(e){let n=e.map(([o,i,s],a)=>`<tr${i===s?"":' class="changed"'}><th scope="row">${k(
o)}</th><td>${k(i)}</td><td>${k(s)}</td><td><button type="button" class="small" data-unwatch="${a}" aria-label="Watch ${k(o)} no longer">✕</button></td></tr>`);A(this.watch.querySelector(".watches"),e.length?`<table><tr><th></th><th scope\
='col'>was</th><th scope='col'>now</th><th></th></tr>${n.join("")}</table>`:"")}async open(){try{let e=await Ae(ke(this.model.get("turned_trace"))),{stepper:n,carry:r}=this;this.take(e,{...r,ghost:new xe(n.trace),time:n.time,view:n.view,tried:!0})}catch(e){
this.note(!1,e instanceof Error?e.message:String(e))}}};var an=class{constructor(e,n){this.stepper=e;this.model=n}followed=null;on(e){let{stepper:n}=this,r=e&&this.followed&&ot(e)===ot(this.followed.focus),{panel:o,side:i}=n.ensurePlane(),{trace:s,lookup:a,labels:l,parts:p}=n;this.followed=e&&!r?
new rt(e,s,a,l,o.plane.run):null,o.plane.follow(this.followed),i.follow(this.followed),p.put("focus",this.followed?`following ${k(this.followed.words)} ✕`:""),p.get("focus").hidden=!this.followed,n.redraw()}here(){let{hover:e}=this.stepper.
panel?.plane??{hover:null};e?.what==="pane"?this.on({kind:"window",id:e.pane.window}):e?this.on({kind:"record",id:String(e.what==="late"?e.late.dot.index:e.dot.index)}):this.on(this.followed?null:Xo(this.stepper.trace,this.stepper.index))}get answer(){
let{trace:e,panel:n,labels:r,index:o}=this.stepper,i=this.stepper.asking.answer??Be(this.model.get("answer"),e.stepCount);if(i)return i;let s=o<0?void 0:n?.plane.run.lateAt.get(o);return s?Ho(e,n.plane.run,r,s):null}get isAsked(){return Be(
this.model.get("answer"),this.stepper.trace.stepCount)!==null}drawAnswer(){let{side:e,asking:n,player:r,index:o,trace:i,scrubber:s,root:a}=this.stepper,{answer:l}=this;e?.setAnswer(l,r.step,n.isOpen&&l!==null&&l===n.answer),n.at(o,r.step);let p=l?.
links??[];s.light(p.map(({step:c,position:u})=>u??i.eventRange(Math.max(0,c))[1]));let d=new Set(p.flatMap(({things:c})=>c));for(let c of a.querySelectorAll("[data-task]")){let u=c.dataset.task,m=[u,...this.stepper.lookup.operatorsOf(u).map(
({id:h})=>h)];c.classList.toggle("lit",m.some(h=>d.has(h)))}}walk({step:e,position:n,things:r}){let{lookup:o,player:i}=this.stepper,s=[...o.subtasks.keys()].find(a=>o.inputsOf(a).some(({id:p})=>r.includes(p))||r.includes(a)||o.operatorsOf(a).
some(({id:p})=>r.includes(p)));s&&(this.stepper.pinned=s),i.pause(),n!==void 0?i.go(n):i.goToStep(e)}};var Zp={firing:[1150,650],late:[1500,1300],failure:[700,1300],merge:[900,650],minimum:[560,90],idle:[560,400]},ed=440,td=70,nd=1300,rd=90,od=320,id=110;function ji(t,e,n){let[r,o]=(t&&Zp[t])??[Math.min(nd,ed+td*(e-1)),rd];return{way:Math.max(
id,r/n),rest:o/n}}var He=t=>t<.5?4*t**3:1-(2-2*t)**3/2,Ge=(t,e,n)=>Math.max(0,Math.min(1,(t-e)/(n-e))),sd=()=>window.matchMedia("(prefers-reduced-motion: reduce)").matches,ln=class{constructor(e){this.draw=e}phase={from:0,to:0,t:1};frame=0;started=0;lasts=0;gone=0;get moves(){
return this.frame!==0}go(e,n,r){if(this.stop(),sd())return this.stand(e,n);let{phase:o}=this;this.gone=o.from===e&&o.to===n&&o.t<1?o.t:0,this.phase={from:e,to:n,t:this.gone},this.lasts=n<e?Math.min(r,od):r,this.started=0,this.draw(this.phase),
this.frame=window.requestAnimationFrame(i=>this.tick(i))}stand(e,n,r=1){this.stop(),this.phase={from:e,to:n,t:r},this.draw(this.phase)}stop(){window.cancelAnimationFrame(this.frame),this.frame=0}tick(e){this.started||=e;let n=Math.min(1,(e-
this.started)/this.lasts),r=performance.now();this.phase={...this.phase,t:this.gone+(1-this.gone)*n},this.frame=n<1?window.requestAnimationFrame(o=>this.tick(o)):0,this.draw(this.phase),performance.measure("flinksim:motion",{start:r})}};var pn="http://www.w3.org/2000/svg",Ki=.6,dn=(t,e)=>e==="in"?{curve:t,low:Ki,high:1}:{curve:t,low:0,high:Ki},qi=.42,ad=3,je=class{el=document.createElementNS(pn,"svg");all=[];constructor(){this.el.setAttribute("class","travellers"),this.el.
setAttribute("aria-hidden","true")}set(e,n,r,o,i,s){this.el.setAttribute("viewBox",`0 0 ${i.width} ${i.height}`),this.all=[];let a=Math.max(1,o-r);for(let l of e){let p=pd(l.legs,n),d=p.reduce((f,g)=>f+g.length,0);if(p.length===0)continue;let c=(l.
first-r)/a,u=Math.min(c,1-qi),m=Math.min(1,Math.max(u+qi,(l.last+1-r)/a)),h=cd(l,e.length<=ad?s(l):"");this.all.push({journey:l,pieces:p,length:d,element:h,start:u,end:m})}this.el.replaceChildren(...this.all.map(({element:l})=>l))}show({t:e}){
for(let{journey:n,pieces:r,length:o,element:i,start:s,end:a}of this.all){let l=He(Ge(e,s,a)),{x:p,y:d}=ld(r,l*o),c=n.end==="dropped"||n.end==="filtered"?Ge(l,.86,1):0,u=e<s||e>=a&&n.end!=="dropped";i.setAttribute("transform",`translate(${p.
toFixed(1)} ${(d+c*7).toFixed(1)})`),i.setAttribute("opacity",u?"0":String(n.end==="filtered"?1-c:1)),i.classList.toggle("isLate",n.end==="dropped"&&c>0)}}};function ld(t,e){let n=e;for(let r of t){if(n<=r.length)return r.at(r.length===0?1:
n/r.length);n-=r.length}return t.at(-1).at(1)}function pd(t,e){let n=[],r=null;for(let o of t){let i="channel"in o?e.channel(o.channel,o.how):null,s=i?$r(i.curve,i.low):"operator"in o?e.operator(o.operator):null;if(!s||(r&&n.push(Ui(r,s)),r=
s,!i))continue;let{curve:a,low:l,high:p}=i,d=Math.hypot(a[2]-a[0],a[3]-a[1])*(p-l);n.push({length:d,at:c=>$r(a,l+(p-l)*c)}),r=$r(a,p)}return n.length===0&&r&&n.push(Ui(r,r)),n}function $r(t,e){let[n,r]=re(t,e);return{x:n,y:r}}function Ui(t,e){
let n=r=>({x:t.x+(e.x-t.x)*r,y:t.y+(e.y-t.y)*r});return{length:Math.hypot(e.x-t.x,e.y-t.y),at:n}}var dd={record:["circle",{r:"6.5",class:"record"}],watermark:["path",{d:"M-9 -8h12l6 8l-6 8h-12z",class:"watermark"}],result:["rect",{x:"-7",y:"\
-6",width:"14",height:"12",rx:"3",class:"resultMark"}],barrier:["rect",{x:"-2.5",y:"-11",width:"5",height:"22",rx:"2",class:"barrierMark"}],status:["rect",{x:"-4",y:"-7",width:"8",height:"14",rx:"3",class:"mark"}]};function cd({what:t},e){let n=document.
createElementNS(pn,"g");n.setAttribute("class",`traveller ${t}`);let[r,o]=dd[t],i=document.createElementNS(pn,r);for(let[a,l]of Object.entries(o))i.setAttribute(a,l);if(n.append(i),e==="")return n;let s=document.createElementNS(pn,"text");return s.
setAttribute("class","travellerName"),s.setAttribute("y","-13"),s.setAttribute("text-anchor","middle"),s.textContent=e,n.append(s),n}var Or=8,wt=6,ud=21,md=40,hd=210;function Yi(t,e,n){let r=Jt(t),o=_(e*.1,34,150),i=(e-2*Or-o*(r.length-1))/r.length,s=new Map,a=new Map;return r.forEach((l,p)=>{let d=Or+p*(i+o),c=l.reduce((y,{parallelism:v})=>y+v,0),u=y=>(n-2*Or-wt*(y-1))/
y,m=u(c)<ud,h=({parallelism:y})=>m&&y>1||Kt(c,y),f=l.reduce((y,v)=>y+(h(v)?1:v.parallelism),0),g=Math.min(58,u(f)),b=(n-f*(g+wt)+wt)/2;for(let y of l){let v=h(y);v&&a.set(y.id,y);for(let S=0;S<y.parallelism;S++)s.set(`${y.id}/${S}`,{x:d,y:b,
width:i,height:g}),v||(b+=g+wt);v&&s.set(y.id,{x:d,y:b,width:i,height:g}),v&&(b+=g+wt)}}),{width:e,height:n,boxes:s,heats:a}}function Xi(t,e){let n=new Map(t.trace.plan?.channels.map(r=>[r.id,r]));return{operator(r){let[o,i]=r.slice(1).split(
"/");for(let s of t.trace.plan?.vertices??[]){let a=s.operators.findIndex(p=>String(p.node)===o),l=a<0?void 0:e.boxes.get(`${s.id}/${i}`);if(l)return{x:l.x+l.width*a/s.operators.length,y:l.y+l.height/2}}return null},channel(r,o){let i=n.get(
r);return i?dn(Qi(t,e,i),o):null}}}function Qi(t,{boxes:e,heats:n},r){let o=e.get(r.source),i=e.get(r.target),s=d=>n.has(t.lookup.subtasks.get(d).vertex),a=t.lookup.inputsOf(r.target),l=t.lookup.outputsOf(r.source),p=(d,c)=>s(d)?.5:(c.indexOf(
r)+1)/(c.length+1);return[o.x+o.width,o.y+o.height*p(r.source,l),i.x,i.y+i.height*p(r.target,a)]}var Ji=64;function Zi(t,e,n){let{plan:r}=t.trace;if(!r)return"";let o=[],i=r.channels.length>Ji||e.heats.size>0,s=new Set,a=[];for(let d of r.channels){
let c=Qi(t,e,d),u=t.scene.view.channels.get(d.id),m=`stripWire ${u?.idle?"idle":u?.holds&&u.aligned?"holds":""}`;if(i){let g=[c[0],c[1]|0,c[2],c[3]|0].join();if(s.size>=Ji||s.has(g))continue;s.add(g)}let h=n(d.source)||n(d.target)?" away":"";
o.push(`<path d="${ge(...c)}" class="${m}${h}"/>`);let f=u?u.written-u.read:0;f>0&&!i&&a.push([c,f])}let l=[];for(let[d,c]of a)o.push(fd(d,c,l));for(let[d,c]of e.heats)o.push(Ve(t,c,e.boxes.get(d)));for(let{id:d,vertex:c}of r.subtasks)e.heats.
has(c)||o.push(gd(t,d,e.boxes.get(d),n(d)));let p=r.subtasks.slice(0,12).map(({id:d})=>`${t.labels.name(d)}: ${at(t,d)}`);return N(e.width,e.height,`The job: ${p.join("; ")}`,o.join(""),"group")}function fd(t,e,n){let r=String(e),o=T(r,"t3")+
10;for(let i of[.5,.36,.64,.22,.78]){let[s,a]=re(t,i),l={x:s-o/2,y:a-8,width:o,height:16};if(n.every(d=>s-o/2>d.x+d.width||s+o/2<d.x||Math.abs(d.y-l.y)>16))return n.push(l),x(l.x,l.y,o,16,"waitChip",8)+w(s,a+4.5,r,"t3","middle")}return""}function gd(t,e,{
x:n,y:r,width:o,height:i},s){let a=t.lookup.outputsOf(e).some(F=>{let D=t.scene.view.channels.get(F.id);return D?.holds&&D.aligned&&!D.idle}),l=t.labels.name(e).replace(/^Source: /,""),p=jt(t,e),d=at(t,e),c=t.actor===e,u=["stripTask",a?"hol\
ds":"",c?"runs":"",e===t.task?"selected":"",s?"away":""],m=`${l}, watermark ${p}, ${d}${a?", holds the minimum":""}`,h=T(p,"strong"),f=`<g class="${u.filter(Boolean).join(" ")}" data-task="${k(e)}" tabindex="0" role="button" aria-pressed="${t.
pinned&&e===t.task}"><title>${k(m)}</title>`+x(n,r,o,i,"box",8),g=i>=md,b=g?r+i/2-4:r+i/2+5,y=g&&o<hd;if(f+=w(n+10,b,ee(l,o-(y?0:h)-30,"t1"),"t1"),f+=w(n+o-10,y?b+18:b,p,"t2 strong wmText","end"),y)return`${f}${w(n+10,b+18,$(d,o-h-30,"t3"),
"t3")}</g>`;if(!g)return`${f}</g>`;let v=a?"holds the minimum":"",S=o-20-(v?T(v,"strong")+12:0),C=S<90;return f+=w(n+10,b+18,$(d,C?o-20:S,"t3"),"t3"),v&&!C&&(f+=w(n+o-10,b+18,v,"t3 strong wmText","end")),`${f}</g>`}function Ke(t,e){let{left:n,top:r,width:o}=t.getBoundingClientRect(),i=t instanceof HTMLElement?t.offsetWidth:o,s=i>0&&o>0?o/i:1;return[(e.clientX-n)/s,(e.clientY-r)/s]}function es(t){let{file:e,first:n,lines:r,nodes:o}=t??{};return typeof e=="string"&&typeof n=="number"&&Array.isArray(r)&&typeof o=="object"&&r.length>0?{file:e,first:n,lines:r.map(String),nodes:o}:null}function kd(t,e){return!e||!("operato\
r"in e)||typeof e.operator!="string"?-1:t.nodes[e.operator.slice(1).split("/")[0]]??-1}var cn=class{constructor(e,n){this.el=e;this.program=n}drawn="";tall=0;draw(e){let{first:n,lines:r,file:o}=this.program,i=kd(this.program,e.fact),s=i<0?"":
bd(e),a=`${i} ${s}`;if(a===this.drawn&&this.el.clientHeight===this.tall)return;this.drawn=a,this.tall=this.el.clientHeight;let l=r.map((d,c)=>{let u=n+c===i,m=u&&s!==""?`<em>${k(s)}</em>`:"";return`<div${u?' class="lit" aria-current="true"':
""}><i>${n+c}</i><code>${k(d)||" "}</code>${m}</div>`});A(this.el,l.join("")),this.el.title=i<0?o:`${o}, line ${i}`;let p=this.el.querySelector(".lit");p&&(this.el.scrollTop=p.offsetTop-(this.el.clientHeight-p.offsetHeight)/2)}};function bd({
fact:t,labels:e}){switch(t?.type){case"SourceRecordRead":case"ResultWritten":case"SideOutputEmitted":return e.value(t.value);case"TimestampAssigned":return e.time(t.after);case"WatermarkGenerated":case"WatermarkEmitted":return`watermark ${e.
time(t.timestamp)}`;case"OperatorWatermarkAdvanced":return`event time ${e.time(t.after)}`;case"KeySelected":return`key ${e.value(t.key)}`;case"WindowAssigned":return`${t.count} in ${e.window(t.window)}`;case"WindowsMerged":return`becomes ${e.
window(t.result)}`;case"WindowFired":return`fires ${e.window(t.window)}`;case"RecordFiltered":return"filtered out";case"LateRecordDropped":return"too late: dropped";case"StateUpdated":return`${t.state} = ${e.value(t.value)}`;case"TimerFired":
return`timer of ${e.time(t.timestamp)}`;case"TaskFailed":return t.error;default:return""}}var un=class{constructor(e,n,r){this.parts=e;this.trace=n;let o=es(r),i=e.get("program");i.hidden=!o,this.program=o&&new cn(i,o),e.get("strip").append(this.picture,this.travellers.el)}travellers=new je;picture=document.createElement("div");program;layout=null;drawn="";travelled="";arrange(){
let{clientWidth:e,clientHeight:n}=this.parts.get("strip"),{plan:r}=this.trace;this.layout=r&&e>0&&n>0?Yi(r,e,n):null,this.drawn=this.travelled=""}draw(e,n){if(!this.layout)return;this.program?.draw(e);let r=Zi(e,this.layout,o=>n!==null&&!n.
hasTask(o));r!==this.drawn&&(this.drawn=r,A(this.picture,r))}move(e,n){if(!this.layout)return;let r=`${n.from} ${n.to}`;if(r!==this.travelled){this.travelled=r;let o=n.to>n.from?mt(this.trace,n.from,n.to):[],i=Xi(e,this.layout);this.travellers.
set(o,i,n.from,n.to,this.layout,s=>Ar(e,s))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e);if(!r||!this.picture.contains(n.target))return null;let[o,i]=Ke(this.picture,n),s=qt(r,this.layout.boxes.get(e),o,i);return s===
null?null:`${e}/${s}`}};function Ar(t,{what:e,time:n,record:r}){let o=r<0?null:t.trace.event(r);return e==="record"&&o?.type==="SourceRecordRead"?t.labels.value(o.value).slice(0,26):e==="watermark"&&n!==null?t.labels.time(n).replace(/\.999$/,
""):e==="result"?"result":e==="barrier"?"barrier":""}var me={AbstractAsyncKeyOrderedStreamOperator:["abstract class of runtime.asyncprocessing.operators","in 2.3.0, not in 2.0.2","AbstractStreamOperator","AsyncKeyOrderedProcessingOperator"],AbstractAsyncStateStreamOperator:["abstract class of\
 runtime.asyncprocessing.operators","from 1.20.5 on, not in 1.18.1","AbstractAsyncKeyOrderedStreamOperator","AsyncKeyOrderedProcessingOperator"],AbstractAsyncStateUdfStreamOperator:["abstract class of runtime.asyncprocessing.operators","fro\
m 1.20.5 on, not in 1.18.1","AbstractAsyncStateStreamOperator","OutputTypeConfigurable","UserFunctionProvider"],AbstractBatchExecutionKeyState:["abstract class of streaming.api.operators.sorted.state","from 1.12.5 on, not in 1.11.4","Intern\
alKvState"],AbstractHeapAppendingState:["abstract class of runtime.state.heap","","AbstractHeapState","InternalAppendingState"],AbstractHeapMergingState:["abstract class of runtime.state.heap","","AbstractHeapAppendingState","InternalMergin\
gState"],AbstractHeapState:["abstract class of runtime.state.heap","","InternalKvState"],AbstractKeyedStateBackend:["abstract class of runtime.state","","CheckpointableKeyedStateBackend","InternalCheckpointListener","TestableKeyedStateBacke\
nd","InternalKeyContext"],AbstractRichFunction:["abstract class of api.common.functions","","RichFunction","Serializable"],AbstractStreamOperator:["abstract class of streaming.api.operators","","StreamOperator","YieldingOperator","StreamOpe\
ratorStateHandler$CheckpointedStreamOperator","KeyContextHandler","Serializable"],AbstractStreamTaskNetworkInput:["abstract class of streaming.runtime.io","from 1.13.6 on, not in 1.12.5","StreamTaskInput"],AbstractUdfStreamOperator:["abstra\
ct class of streaming.api.operators","","AbstractStreamOperator","OutputTypeConfigurable","UserFunctionProvider"],AccessExecution:["interface of runtime.executiongraph",""],AccessExecutionVertex:["interface of runtime.executiongraph",""],AggregatingState:[
"interface of api.common.state","","MergingState"],AggregationFunction:["abstract class of streaming.api.functions.aggregation","","ReduceFunction"],AllocatedSlotActions:["interface of runtime.jobmaster.slotpool",""],AppendingState:["interf\
ace of api.common.state","","State"],ApplicationStatusListener:["interface of runtime.application","in 2.3.0, not in 2.0.2"],Archiveable:["interface of api.common",""],AsyncExceptionHandler:["interface of runtime.taskmanager",""],AsyncKeyOrderedProcessing:[
"interface of streaming.runtime.operators.asyncprocessing","in 2.3.0, not in 2.0.2"],AsyncKeyOrderedProcessingOperator:["interface of streaming.runtime.operators.asyncprocessing","in 2.3.0, not in 2.0.2","AsyncKeyOrderedProcessing"],AsyncWaitOperator:[
"class of streaming.api.operators.async","","AbstractUdfStreamOperator","OneInputStreamOperator","BoundedOneInput"],AutoCloseableAsync:["interface of util","","AutoCloseable"],AvailabilityProvider:["interface of runtime.io","from 1.11.4 on,\
 not in 1.9.3"],BarrierHandlerState:["interface of streaming.runtime.io.checkpointing","from 1.13.6 on, not in 1.12.5"],BaseKeyedProcessOperator:["class of datastream.impl.operators","from 2.0.2 on, not in 1.20.5","ProcessOperator"],BatchExecutionInternalTimeService:[
"class of streaming.api.operators.sorted.state","from 1.12.5 on, not in 1.11.4","InternalTimerService"],BatchExecutionInternalTimeServiceManager:["class of streaming.api.operators.sorted.state","from 1.12.5 on, not in 1.11.4","InternalTimeS\
erviceManager","KeyedStateBackend$KeySelectionListener"],BatchExecutionKeyedStateBackend:["class of streaming.api.operators.sorted.state","from 1.12.5 on, not in 1.11.4","CheckpointableKeyedStateBackend"],BatchGroupedReduceOperator:["class \
of streaming.api.operators","from 1.12.5 on, not in 1.11.4","AbstractUdfStreamOperator","OneInputStreamOperator","Triggerable"],BlocklistListener:["interface of runtime.blocklist","from 1.16.3 on, not in 1.14.6"],BoundedMultiInput:["interfa\
ce of streaming.api.operators",""],BoundedOneInput:["interface of streaming.api.operators",""],BroadcastPartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],BroadcastRecordWriter:["class of runtime.io.network.api.wr\
iter","","RecordWriter"],BroadcastingOutputCollector:["class of streaming.runtime.tasks","from 1.12.5 on, not in 1.11.4","WatermarkGaugeExposingOutput"],Buffer:["interface of runtime.io.network.buffer",""],BufferAvailabilityListener:["inter\
face of runtime.io.network.partition",""],BufferListener:["interface of runtime.io.network.buffer",""],BufferManager:["class of runtime.io.network.partition.consumer","from 1.11.4 on, not in 1.9.3","BufferListener","BufferRecycler"],BufferPool:[
"interface of runtime.io.network.buffer","","BufferProvider","BufferRecycler"],BufferProvider:["interface of runtime.io.network.buffer","","AvailabilityProvider"],BufferRecycler:["interface of runtime.io.network.buffer",""],BufferWritingResultPartition:[
"abstract class of runtime.io.network.partition","from 1.12.5 on, not in 1.11.4","ResultPartition"],ChainingOutput:["class of streaming.runtime.tasks","from 1.12.5 on, not in 1.11.4","WatermarkGaugeExposingOutput","OutputWithChainingCheck"],
ChannelSelector:["interface of runtime.io.network.api.writer",""],ChannelSelectorRecordWriter:["class of runtime.io.network.api.writer","from 1.11.4 on, not in 1.9.3","RecordWriter"],ChannelState:["interface of runtime.state","from 1.13.6 o\
n, not in 1.12.5","StateObject"],ChannelStateHolder:["interface of runtime.io.network.partition","from 1.12.5 on, not in 1.11.4"],ChannelStateWriter:["interface of runtime.checkpoint.channel","from 1.11.4 on, not in 1.9.3","Closeable"],CheckpointBarrierHandler:[
"abstract class of streaming.runtime.io.checkpointing","","Closeable"],CheckpointBarrierTracker:["class of streaming.runtime.io.checkpointing","","CheckpointBarrierHandler"],CheckpointCoordinator:["class of runtime.checkpoint",""],CheckpointCoordinatorGateway:[
"interface of runtime.checkpoint","","RpcGateway"],CheckpointListener:["interface of api.common.state",""],CheckpointScheduling:["interface of runtime.checkpoint","from 1.11.4 on, not in 1.9.3"],CheckpointableInput:["interface of runtime.io\
.network.partition.consumer","from 1.12.5 on, not in 1.11.4"],CheckpointableKeyedStateBackend:["interface of runtime.state","from 1.12.5 on, not in 1.11.4","KeyedStateBackend","Snapshotable","Closeable"],CheckpointableTask:["interface of ru\
ntime.jobgraph.tasks","from 1.14.6 on, not in 1.13.6"],CheckpointedInputGate:["class of streaming.runtime.io.checkpointing","","PullingAsyncDataInput","Closeable"],CheckpointedResultPartition:["interface of runtime.io.network.partition","fr\
om 1.12.5 on, not in 1.11.4"],CoBroadcastWithKeyedOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator","Triggerable"],CoBroadcastWithNonKeyedOperator:["class of streaming.api.operators.co",
"","AbstractUdfStreamOperator","TwoInputStreamOperator"],CoProcessFunction:["abstract class of streaming.api.functions.co","","AbstractRichFunction"],CoProcessOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","T\
woInputStreamOperator"],CoStreamFlatMap:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator"],CoStreamMap:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperato\
r"],Collector:["interface of datastream.api.common",""],CommitterOperator:["class of streaming.runtime.operators.sink","from 1.14.6 on, not in 1.13.6","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],ComparableAggregator:[
"class of streaming.api.functions.aggregation","","AggregationFunction"],CompositeStateHandle:["interface of runtime.state","","StateObject"],ConfigurableStreamPartitioner:["interface of streaming.runtime.partitioner",""],ContainingTaskDetails:[
"interface of streaming.runtime.tasks","from 1.14.6 on, not in 1.13.6","EnvironmentProvider"],CoordinatedTask:["interface of runtime.jobgraph.tasks","from 1.14.6 on, not in 1.13.6"],CopyingBroadcastingOutputCollector:["class of streaming.ru\
ntime.tasks","from 1.12.5 on, not in 1.11.4","BroadcastingOutputCollector"],CopyingChainingOutput:["class of streaming.runtime.tasks","from 1.12.5 on, not in 1.11.4","ChainingOutput"],CreditBasedSequenceNumberingViewReader:["class of runtim\
e.io.network.netty","","BufferAvailabilityListener","NetworkSequenceViewReader"],CustomPartitionerWrapper:["class of streaming.runtime.partitioner","","StreamPartitioner"],DataInputStatus:["enum of streaming.runtime.io","from 1.14.6 on, not\
 in 1.13.6","Enum"],DeclarativeSlotPool:["interface of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5"],DeclarativeSlotPoolBridge:["class of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","DeclarativeSlotPoolService",
"SlotPool"],DeclarativeSlotPoolService:["class of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","SlotPoolService"],DefaultDeclarativeSlotPool:["class of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","DeclarativeS\
lotPool"],DefaultScheduler:["class of runtime.scheduler","","SchedulerBase","SchedulerOperations"],Dispatcher:["abstract class of runtime.dispatcher","","FencedRpcEndpoint","DispatcherGateway","ApplicationStatusListener"],DispatcherGateway:[
"interface of runtime.dispatcher","","FencedRpcGateway","RestfulGateway"],Disposable:["interface of util",""],EnvironmentProvider:["interface of streaming.runtime.tasks","from 1.14.6 on, not in 1.13.6"],Epoch:["class of runtime.asyncprocess\
ing","from 1.20.5 on, not in 1.18.1"],EvictingWindowOperator:["class of streaming.runtime.operators.windowing","","WindowOperator"],Execution:["class of runtime.executiongraph","","AccessExecution","Archiveable","LogicalSlot$Payload"],ExecutionFailureHandler:[
"class of runtime.executiongraph.failover",""],ExecutionVertex:["class of runtime.executiongraph","","AccessExecutionVertex","Archiveable"],FilterFunction:["interface of api.common.functions","","Function","Serializable"],FilterSpec:["class\
 of runtime.metrics.filter","in 2.3.0, not in 2.0.2"],FlatMapFunction:["interface of api.common.functions","","Function","Serializable"],ForwardPartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],Function:["interfa\
ce of api.common.functions","","Serializable"],GlobalFailureHandler:["interface of runtime.scheduler","from 1.16.3 on, not in 1.14.6"],GlobalPartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],GlobalWindow:["class \
of streaming.api.windowing.windows","","Window"],HeapAggregatingState:["class of runtime.state.heap","","AbstractHeapMergingState","InternalAggregatingState"],HeapKeyedStateBackend:["class of runtime.state.heap","","AbstractKeyedStateBacken\
d"],HeapListState:["class of runtime.state.heap","","AbstractHeapMergingState","InternalListState"],HeapMapState:["class of runtime.state.heap","","AbstractHeapState","InternalMapState"],HeapReducingState:["class of runtime.state.heap","","\
AbstractHeapMergingState","InternalReducingState"],HeapValueState:["class of runtime.state.heap","","AbstractHeapState","InternalValueState"],IndexedInputGate:["abstract class of runtime.io.network.partition.consumer","from 1.11.4 on, not i\
n 1.9.3","InputGate","CheckpointableInput"],Input:["interface of streaming.api.operators","from 1.11.4 on, not in 1.9.3"],InputChannel:["abstract class of runtime.io.network.partition.consumer",""],InputGate:["abstract class of runtime.io.n\
etwork.partition.consumer","","PullingAsyncDataInput","AutoCloseable","ChannelStateHolder"],InternalAggregatingState:["interface of runtime.state.internal","","InternalMergingState","AggregatingState"],InternalAppendingState:["interface of \
runtime.state.internal","","InternalKvState","AppendingState"],InternalCheckpointListener:["interface of api.common.state","from 1.16.3 on, not in 1.14.6","CheckpointListener"],InternalKeyContext:["interface of runtime.state",""],InternalKvState:[
"interface of runtime.state.internal","","State"],InternalListState:["interface of runtime.state.internal","","InternalMergingState","ListState"],InternalMapState:["interface of runtime.state.internal","","InternalKvState","MapState"],InternalMergingState:[
"interface of runtime.state.internal","","InternalAppendingState","MergingState"],InternalReducingState:["interface of runtime.state.internal","","InternalMergingState","ReducingState"],InternalTimeServiceManager:["interface of streaming.ap\
i.operators",""],InternalTimeServiceManagerImpl:["class of streaming.api.operators","from 1.12.5 on, not in 1.11.4","InternalTimeServiceManager"],InternalTimerService:["interface of streaming.api.operators",""],InternalTimerServiceImpl:["cl\
ass of streaming.api.operators","","InternalTimerService"],InternalValueState:["interface of runtime.state.internal","","InternalKvState","ValueState"],IntervalJoinOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperato\
r","TwoInputStreamOperator","Triggerable"],JobMaster:["class of runtime.jobmaster","","FencedRpcEndpoint","JobMasterGateway","JobMasterService"],JobMasterGateway:["interface of runtime.jobmaster","","CheckpointCoordinatorGateway","FencedRpc\
Gateway","KvStateLocationOracle","KvStateRegistryGateway","JobMasterOperatorEventGateway","BlocklistListener"],JobMasterOperatorEventGateway:["interface of runtime.jobmaster","from 1.11.4 on, not in 1.9.3"],JobMasterService:["interface of r\
untime.jobmaster","","AutoCloseableAsync"],KeyContext:["interface of streaming.api.operators",""],KeyContextHandler:["interface of streaming.api.operators","from 1.18.1 on, not in 1.16.3"],KeyGroupStreamPartitioner:["class of streaming.runt\
ime.partitioner","","StreamPartitioner","ConfigurableStreamPartitioner"],KeyedCoProcessOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator","Triggerable"],KeyedProcessFunction:["abstract cl\
ass of streaming.api.functions","","AbstractRichFunction"],KeyedProcessOperator:["class of datastream.impl.operators","","BaseKeyedProcessOperator","Triggerable"],KeyedSortPartitionOperator:["class of streaming.api.operators.sortpartition",
"from 1.20.5 on, not in 1.18.1","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],KeyedStateBackend:["interface of runtime.state","","KeyedStateFactory","PriorityQueueSetFactory","Disposable"],KeyedStateBackend$KeySelectionListener:[
"interface of runtime.state",""],KeyedStateFactory:["interface of runtime.state",""],KvStateLocationOracle:["interface of runtime.jobmaster",""],KvStateRegistryGateway:["interface of runtime.jobmaster",""],LatencyMarker:["class of streaming\
.runtime.streamrecord","","StreamElement"],LatencyStats:["class of streaming.util",""],ListState:["interface of api.common.state","","MergingState"],LocalBufferPool:["class of runtime.io.network.buffer","","BufferPool"],LocalInputChannel:["\
class of runtime.io.network.partition.consumer","","InputChannel","BufferAvailabilityListener"],LogicalSlot$Payload:["interface of runtime.jobmaster",""],Mail:["class of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3"],MailboxDefaultAction$Controller:[
"interface of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3"],MailboxDefaultAction$Suspension:["interface of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3"],MailboxExecutor:["interface of api.common.operato\
rs","from 1.11.4 on, not in 1.9.3"],MailboxExecutorImpl:["class of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3","MailboxExecutor"],MailboxProcessor:["class of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3",
"Closeable"],MailboxProcessor$DefaultActionSuspension:["class of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3","MailboxDefaultAction$Suspension"],MailboxProcessor$MailboxController:["class of streaming.runtime.tasks.mailbo\
x","from 1.11.4 on, not in 1.9.3","MailboxDefaultAction$Controller"],MapFunction:["interface of api.common.functions","","Function","Serializable"],MapPartitionFunction:["interface of api.common.functions","","Function","Serializable"],MapPartitionOperator:[
"class of streaming.api.operators","from 1.20.5 on, not in 1.18.1","AbstractUdfStreamOperator","OneInputStreamOperator","BoundedOneInput"],MapState:["interface of api.common.state","","State"],MergingState:["interface of api.common.state","",
"AppendingState"],MergingWindowSet:["class of datastream.impl.extension.window.operators",""],NetworkSequenceViewReader:["interface of runtime.io.network",""],NoOpTimestampsAndWatermarks$TimestampsOnlyOutput:["class of streaming.api.operato\
rs.source","from 1.12.5 on, not in 1.11.4","ReaderOutput"],OneInputStreamOperator:["interface of streaming.api.operators","","StreamOperator","Input"],OneInputStreamTask$StreamTaskNetworkOutput:["class of streaming.runtime.tasks","from 1.11\
.4 on, not in 1.9.3","PushingAsyncDataInput$DataOutput"],OperatorChain:["abstract class of streaming.runtime.tasks","","BoundedMultiInput","Closeable"],OperatorCoordinator:["interface of runtime.operators.coordination","from 1.11.4 on, not \
in 1.9.3","CheckpointListener","AutoCloseable"],OperatorEventHandler:["interface of runtime.operators.coordination","from 1.11.4 on, not in 1.9.3"],Output:["interface of streaming.api.operators","","Collector"],OutputTypeConfigurable:["inte\
rface of streaming.api.operators",""],OutputWithChainingCheck:["interface of streaming.runtime.tasks","from 1.18.1 on, not in 1.16.3","WatermarkGaugeExposingOutput"],PartitionAggregateOperator:["class of streaming.api.operators","from 1.20.\
5 on, not in 1.18.1","AbstractUdfStreamOperator","OneInputStreamOperator","BoundedOneInput"],PartitionProducerStateProvider:["interface of runtime.io.network.partition",""],PartitionReduceOperator:["class of streaming.api.operators","from 1\
.20.5 on, not in 1.18.1","AbstractUdfStreamOperator","OneInputStreamOperator","BoundedOneInput"],PartitionRequestClient:["interface of runtime.io.network",""],PartitionRequestQueue:["class of runtime.io.network.netty","","ChannelInboundHand\
lerAdapter"],PhysicalSlot$Payload:["interface of runtime.jobmaster.slotpool",""],Pipeline:["interface of api.dag","from 1.11.4 on, not in 1.9.3"],PipelinedResultPartition:["class of runtime.io.network.partition","from 1.12.5 on, not in 1.11\
.4","BufferWritingResultPartition","CheckpointedResultPartition","ChannelStateHolder"],PipelinedSubpartition:["class of runtime.io.network.partition","","ResultSubpartition","ChannelStateHolder"],Plan:["class of api.common","","Visitable","\
Pipeline"],PriorityQueueSetFactory:["interface of runtime.state",""],ProcessFunction:["interface of datastream.api.function","","Function"],ProcessOperator:["class of datastream.impl.operators","","AbstractAsyncStateUdfStreamOperator","OneI\
nputStreamOperator","BoundedOneInput"],ProcessingTimeService$ProcessingTimeCallback:["interface of api.common.operators","from 1.16.3 on, not in 1.14.6"],ProgressiveTimestampsAndWatermarks:["class of streaming.api.operators.source","from 1.\
12.5 on, not in 1.11.4","TimestampsAndWatermarks"],ProgressiveTimestampsAndWatermarks$SplitLocalOutputs:["class of streaming.api.operators.source","from 1.12.5 on, not in 1.11.4"],PullingAsyncDataInput:["interface of runtime.io","from 1.11.\
4 on, not in 1.9.3","AvailabilityProvider"],PushingAsyncDataInput:["interface of streaming.runtime.io","from 1.11.4 on, not in 1.9.3","AvailabilityProvider"],PushingAsyncDataInput$DataOutput:["interface of streaming.runtime.io","from 1.11.4\
 on, not in 1.9.3"],ReaderOutput:["interface of api.connector.source","from 1.11.4 on, not in 1.9.3","SourceOutput"],RebalancePartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],RecordDeserializer:["interface of ru\
ntime.io.network.api.serialization",""],RecordWriter:["abstract class of runtime.io.network.api.writer","","AvailabilityProvider"],RecordWriterOutput:["class of streaming.runtime.io","","WatermarkGaugeExposingOutput","OutputWithChainingChec\
k"],RecoveredChannelStateHandler:["interface of runtime.checkpoint.channel","from 1.12.5 on, not in 1.11.4","AutoCloseable"],RecoveredInputChannel:["abstract class of runtime.io.network.partition.consumer","from 1.11.4 on, not in 1.9.3","In\
putChannel","ChannelStateHolder"],ReduceFunction:["interface of api.common.functions","","Function","Serializable"],ReducingState:["interface of api.common.state","","MergingState"],RegularOperatorChain:["class of streaming.runtime.tasks","\
from 1.14.6 on, not in 1.13.6","OperatorChain"],RemoteInputChannel:["class of runtime.io.network.partition.consumer","","InputChannel"],RescalePartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],ResultPartition:["a\
bstract class of runtime.io.network.partition","","ResultPartitionWriter"],ResultPartitionWriter:["interface of runtime.io.network.api.writer","","AutoCloseable","AvailabilityProvider"],ResultSubpartition:["abstract class of runtime.io.netw\
ork.partition",""],ResultSubpartitionRecoveredStateHandler:["class of runtime.checkpoint.channel","from 1.12.5 on, not in 1.11.4","RecoveredChannelStateHandler"],RichFunction:["interface of api.common.functions","","Function"],ScheduledTrigger:[
"class of runtime.checkpoint","","Runnable"],SchedulerBase:["abstract class of runtime.scheduler","from 1.11.4 on, not in 1.9.3","SchedulerNG","CheckpointScheduling"],SchedulerNG:["interface of runtime.scheduler","","GlobalFailureHandler","\
AutoCloseableAsync"],SchedulerOperations:["interface of runtime.scheduler",""],SharedSlot:["class of runtime.scheduler","in every version from 1.9.3 to 2.3.0","SlotOwner","PhysicalSlot$Payload"],ShufflePartitioner:["class of streaming.runti\
me.partitioner","","StreamPartitioner"],SingleCheckpointBarrierHandler:["class of streaming.runtime.io.checkpointing","from 1.12.5 on, not in 1.11.4","CheckpointBarrierHandler"],SingleInputGate:["class of runtime.io.network.partition.consum\
er","","IndexedInputGate"],SinkWriterOperator:["class of streaming.runtime.operators.sink","from 1.16.3 on, not in 1.14.6","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],SlotOwner:["interface of runtime.jobmaster",""],
SlotPool:["interface of runtime.jobmaster.slotpool","","AllocatedSlotActions","AutoCloseable"],SlotPoolService:["interface of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","AutoCloseable"],Snapshotable:["interface of runtime.s\
tate","from 1.13.6 on, not in 1.12.5"],SortMergeResultPartition:["class of runtime.io.network.partition","from 1.12.5 on, not in 1.11.4","ResultPartition"],SortPartitionOperator:["class of streaming.api.operators.sortpartition","from 1.20.5\
 on, not in 1.18.1","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],SourceCoordinator:["class of runtime.source.coordinator","from 1.11.4 on, not in 1.9.3","OperatorCoordinator"],SourceFunction:["interface of streaming.\
api.functions.source.legacy","","Function","Serializable"],SourceFunction$SourceContext:["interface of streaming.api.functions.source.legacy",""],SourceOperator:["class of streaming.api.operators","from 1.11.4 on, not in 1.9.3","AbstractStr\
eamOperator","OperatorEventHandler","PushingAsyncDataInput","TimestampsAndWatermarks$WatermarkUpdateListener"],SourceOperatorStreamTask:["class of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","StreamTask"],SourceOutput:["interfac\
e of api.connector.source","from 1.11.4 on, not in 1.9.3","WatermarkOutput"],SourceOutputWithWatermarks:["class of streaming.api.operators.source","from 1.11.4 on, not in 1.9.3","SourceOutput"],SourceReader:["interface of api.connector.sour\
ce","from 1.11.4 on, not in 1.9.3","AutoCloseable","CheckpointListener"],SourceStreamTask:["class of streaming.runtime.tasks","","StreamTask"],SourceStreamTask$LegacySourceFunctionThread:["class of streaming.runtime.tasks","","Thread"],SpillingAdaptiveSpanningRecordDeserializer:[
"class of runtime.io.network.api.serialization","","RecordDeserializer"],State:["interface of api.common.state",""],StateObject:["interface of runtime.state","","Serializable"],StateSnapshotRestore:["interface of runtime.state",""],StateTable:[
"abstract class of runtime.state.heap","","StateSnapshotRestore","Iterable"],StatusWatermarkValve:["class of streaming.runtime.watermarkstatus",""],StreamElement:["abstract class of streaming.runtime.streamrecord",""],StreamFilter:["class o\
f streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamFlatMap:["class of streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamGroupedReduceOperator:["class of streaming.\
api.operators","from 1.12.5 on, not in 1.11.4","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamInputProcessor:["interface of streaming.runtime.io","","AvailabilityProvider","Closeable"],StreamMap:["class of streaming.api.operato\
rs","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamMultipleInputProcessor:["class of streaming.runtime.io","from 1.11.4 on, not in 1.9.3","StreamInputProcessor"],StreamOneInputProcessor:["class of streaming.runtime.io","","S\
treamInputProcessor"],StreamOperator:["interface of streaming.api.operators","","CheckpointListener","KeyContext","Serializable"],StreamOperatorFactory:["interface of streaming.api.operators","","Serializable"],StreamOperatorFactoryUtil:["c\
lass of streaming.api.operators","from 1.11.4 on, not in 1.9.3"],StreamOperatorStateHandler:["class of streaming.api.operators","from 1.11.4 on, not in 1.9.3"],StreamOperatorStateHandler$CheckpointedStreamOperator:["interface of streaming.a\
pi.operators","from 1.11.4 on, not in 1.9.3"],StreamOperatorWrapper:["class of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3"],StreamPartitioner:["abstract class of streaming.runtime.partitioner","","ChannelSelector","Serializable"],
StreamSink:["class of streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamSource:["class of streaming.api.operators","","AbstractUdfStreamOperator"],StreamSourceContexts$ManualWatermarkContext:["class of \
streaming.api.operators","","StreamSourceContexts$WatermarkContext"],StreamSourceContexts$WatermarkContext:["abstract class of streaming.api.operators","","SourceFunction$SourceContext"],StreamTask:["abstract class of streaming.runtime.task\
s","","TaskInvokable","CheckpointableTask","CoordinatedTask","AsyncExceptionHandler","ContainingTaskDetails"],StreamTask$ResumeWrapper:["class of streaming.runtime.tasks","from 1.13.6 on, not in 1.12.5","Runnable"],StreamTaskInput:["interfa\
ce of streaming.runtime.io","","PushingAsyncDataInput","Closeable"],StreamTaskNetworkInput:["class of streaming.runtime.io","","AbstractStreamTaskNetworkInput"],StreamTaskSourceInput:["class of streaming.runtime.io","from 1.11.4 on, not in \
1.9.3","StreamTaskInput","CheckpointableInput"],StreamTwoInputProcessorFactory$StreamTaskNetworkOutput:["class of streaming.runtime.io","from 1.12.5 on, not in 1.11.4","PushingAsyncDataInput$DataOutput"],SubtaskCheckpointCoordinator:["inter\
face of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","Closeable"],SubtaskCheckpointCoordinatorImpl:["class of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","SubtaskCheckpointCoordinator"],SystemProcessingTimeService:["c\
lass of streaming.runtime.tasks","","TimerService"],SystemProcessingTimeService$ScheduledTask:["class of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","Runnable"],Task:["class of runtime.taskmanager","","Runnable","TaskSlotPayload",
"TaskActions","PartitionProducerStateProvider"],TaskActions:["interface of runtime.taskmanager",""],TaskInvokable:["interface of runtime.jobgraph.tasks","from 1.14.6 on, not in 1.13.6"],TaskMailbox:["interface of streaming.runtime.tasks.mai\
lbox","from 1.11.4 on, not in 1.9.3"],TaskMailboxImpl:["class of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3","TaskMailbox"],TaskSlotPayload:["interface of runtime.taskexecutor.slot","from 1.11.4 on, not in 1.9.3"],TaskState:[
"class of runtime.checkpoint","","CompositeStateHandle"],TestableKeyedStateBackend:["interface of runtime.state","from 1.13.6 on, not in 1.12.5","KeyedStateBackend"],TimeDomain:["enum of streaming.api","","Enum"],TimerService:["interface of\
 runtime.taskexecutor.slot",""],TimestampAssigner:["interface of api.common.eventtime",""],TimestampsAndWatermarks:["interface of streaming.api.operators.source","from 1.11.4 on, not in 1.9.3"],TimestampsAndWatermarks$WatermarkUpdateListener:[
"interface of streaming.api.operators.source","from 1.16.3 on, not in 1.14.6"],TimestampsAndWatermarksOperator:["class of streaming.runtime.operators","from 1.11.4 on, not in 1.9.3","AbstractStreamOperator","OneInputStreamOperator","Process\
ingTimeService$ProcessingTimeCallback"],TimestampsAndWatermarksOperator$WatermarkEmitter:["class of streaming.runtime.operators","from 1.11.4 on, not in 1.9.3","WatermarkOutput"],Trigger:["abstract class of streaming.api.windowing.triggers",
"","Serializable"],Trigger$OnMergeContext:["interface of streaming.api.windowing.triggers","","Trigger$TriggerContext"],Trigger$TriggerContext:["interface of streaming.api.windowing.triggers",""],Triggerable:["interface of streaming.api.ope\
rators",""],TwoInputStreamOperator:["interface of streaming.api.operators","","StreamOperator"],UnionInputGate:["class of runtime.io.network.partition.consumer","","InputGate"],UserFunctionProvider:["interface of streaming.api.operators","f\
rom 1.18.1 on, not in 1.16.3"],ValueState:["interface of api.common.state","","State"],Visitable:["interface of util",""],Watermark:["class of api.common.eventtime","","Serializable"],WatermarkGaugeExposingOutput:["interface of streaming.ru\
ntime.tasks","from 1.12.5 on, not in 1.11.4","Output","Closeable"],WatermarkGenerator:["interface of api.common.eventtime","from 1.11.4 on, not in 1.9.3"],WatermarkOutput:["interface of api.common.eventtime","from 1.11.4 on, not in 1.9.3"],
WatermarkStatus:["class of streaming.runtime.watermarkstatus","from 1.14.6 on, not in 1.13.6","StreamElement"],WatermarkToDataOutput:["class of streaming.api.operators.source","from 1.11.4 on, not in 1.9.3","WatermarkOutput"],WatermarksWithIdleness$IdlenessTimer:[
"class of api.common.eventtime","from 1.11.4 on, not in 1.9.3"],Where:["class of streaming.api.datastream",""],Window:["abstract class of streaming.api.windowing.windows",""],WindowOperator:["class of streaming.runtime.operators.windowing",
"","AbstractUdfStreamOperator","OneInputStreamOperator","Triggerable"],WindowOperator$Context:["class of streaming.runtime.operators.windowing","","Trigger$OnMergeContext"],YieldingOperator:["interface of streaming.api.operators","from 1.20\
.5 on, not in 1.18.1","StreamOperator"]},Pe={StreamTransformation:["renamed","It was a step of the program, with its inputs (renamed in 1.9). What does that in Flink 2.3: Transformation: the same class under a shorter name.",""],TimeCharacteristic:[
"gone","It named the time of a whole job (deprecated in 1.12, gone in 2.0). What does that in Flink 2.3: assign_timestamps_and_watermarks(WatermarkStrategy...), and windows that say which time they go by.","from 1.9.3 to 1.20.5, gone by 2.0\
.2, deprecated by 1.12.5"],FeedbackTransformation:["gone","It was the way back of a loop that iterate() made (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: a topic outside that carries the feedback, or the iterations of\
 Flink ML.","from 1.9.3 to 1.20.5, gone by 2.0.2"],CoFeedbackTransformation:["gone","It was the way back of a loop whose feedback has a type of its own (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: a topic outside that\
 carries the feedback, or the iterations of Flink ML.","from 1.9.3 to 1.20.5, gone by 2.0.2"],SplitTransformation:["gone","It gave each value names, by which a SelectTransformation took it (from 1.9.3 to 1.11.4, gone by 1.12.5). What does t\
hat in Flink 2.3: side outputs: SideOutputTransformation.","from 1.9.3 to 1.11.4, gone by 1.12.5"],SelectTransformation:["gone","It took the values that split() had given a name (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flin\
k 2.3: side outputs: SideOutputTransformation.","from 1.9.3 to 1.11.4, gone by 1.12.5"],OutputSelector:["gone","It was the function of split() that gave each value its names (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.\
3: OutputTag: a tag of its own type for each part.","from 1.9.3 to 1.11.4, gone by 1.12.5"],SplitStream:["gone","It was what split() gave (from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3). What does that in Flink 2.3: SideOutputDa\
taStream, which get_side_output(tag) gives.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],IterativeStream:["gone","It was the beginning of a loop (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5). What does that in\
 Flink 2.3: a topic outside that carries the feedback, or the iterations of Flink ML.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],ShuffleMode:["renamed","It told whether a stream's exchange is pipelined or in batches (from\
 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: StreamExchangeMode of a transformation.","from 1.9.3 to 1.13.6, gone by 1.14.6"],GlobalDataExchangeMode:["renamed","It told the same for all exchanges of a job (from 1.11.4 to \
1.13.6, not in 1.9.3, gone by 1.14.6). What does that in Flink 2.3: GlobalStreamExchangeMode.","from 1.11.4 to 1.13.6, not in 1.9.3, gone by 1.14.6"],DataExchangeMode:["gone","It told for a batch job which exchanges are pipelined (from 1.9.\
3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: ResultPartitionType of each data set.","from 1.9.3 to 1.20.5, gone by 2.0.2"],ExecutionMode:["renamed","It told a batch job which exchanges are pipelined (from 1.9.3 to 1.20.5, gone \
by 2.0.2, deprecated by 1.18.1). What does that in Flink 2.3: RuntimeExecutionMode.BATCH, and execution.batch-shuffle-mode.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.18.1"],InputDependencyConstraint:["gone","It told when the in\
puts of a vertex let it be scheduled (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.13.6). What does that in Flink 2.3: nothing: whole pipelined regions are scheduled, PipelinedRegionSchedulingStrategy.","from 1.9.3 to 1.20.5, gone b\
y 2.0.2, deprecated by 1.13.6"],ScheduleMode:["gone","It told whether all tasks of a job are scheduled at once or as their input comes (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: nothing: whole pipelined regions are\
 scheduled, PipelinedRegionSchedulingStrategy.","from 1.9.3 to 1.12.5, gone by 1.13.6"],EagerSchedulingStrategy:["renamed","It scheduled all tasks of a job at once (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: Pipelin\
edRegionSchedulingStrategy: a region at a time, and a streaming job is one region or several that start together.","from 1.9.3 to 1.12.5, gone by 1.13.6"],LazyFromSourcesSchedulingStrategy:["renamed","It scheduled a task when its input was \
there (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: PipelinedRegionSchedulingStrategy.","from 1.9.3 to 1.12.5, gone by 1.13.6"],ExecutionGraphBuilder:["renamed","It made the execution graph of a job graph (from 1.9.3 \
to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: DefaultExecutionGraphBuilder.","from 1.9.3 to 1.12.5, gone by 1.13.6"],ExecutionEdge:["renamed","It joined one produced partition with one consuming vertex; an all-to-all exchange had\
 one for each pair (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: EdgeManager with a ConsumedPartitionGroup and a ConsumerVertexGroup, which all consumers of an exchange share.","from 1.9.3 to 1.12.5, gone by 1.13.6"],
FailoverRegion:["renamed","It was the set of tasks that restart together (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: SchedulingPipelinedRegion, and RestartPipelinedRegionFailoverStrategy.","in 1.9.3, gone by 1.11.4"],RestartIndividualStrategy:[
"gone","It restarted the failed task alone (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: RestartPipelinedRegionFailoverStrategy.","in 1.9.3, gone by 1.11.4"],RestartAllStrategy:["renamed","It restarted all tasks of the job (from \
1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: RestartAllFailoverStrategy.","from 1.9.3 to 1.12.5, gone by 1.13.6"],RestartPipelinedRegionStrategy:["renamed","It restarted the tasks that are joined by pipelined exchanges (in\
 1.9.3, gone by 1.11.4). What does that in Flink 2.3: RestartPipelinedRegionFailoverStrategy.","in 1.9.3, gone by 1.11.4"],LegacyScheduler:["renamed","It deployed tasks through the execution graph itself (in 1.9.3, gone by 1.11.4). What doe\
s that in Flink 2.3: DefaultScheduler.","in 1.9.3, gone by 1.11.4"],SchedulingUtils:["renamed","It had the two ways to schedule an execution graph (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: DefaultScheduler.","from\
 1.9.3 to 1.12.5, gone by 1.13.6"],CoLocationConstraintDesc:["renamed","It described which subtasks have to share a slot (in 1.12.5, not in 1.11.4, gone by 1.13.6). What does that in Flink 2.3: CoLocationConstraint.","in 1.12.5, not in 1.11\
.4, gone by 1.13.6"],CoLocationGroupDesc:["renamed","It described which vertices have to share slots (in 1.12.5, not in 1.11.4, gone by 1.13.6). What does that in Flink 2.3: CoLocationGroup.","in 1.12.5, not in 1.11.4, gone by 1.13.6"],ScheduledUnit:[
"gone","It was what a slot was asked for (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: ExecutionSlotAllocator with a SlotSharingExecutionSlotAllocator.","from 1.9.3 to 1.12.5, gone by 1.13.6"],SlotProvider:["renamed",
"It gave slots to executions (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: PhysicalSlotProvider behind a SlotSharingExecutionSlotAllocator.","from 1.9.3 to 1.12.5, gone by 1.13.6"],SlotSharingManager:["renamed","It sh\
ared a slot among the vertices of a group (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: SlotSharingExecutionSlotAllocator and SharedSlot.","from 1.9.3 to 1.12.5, gone by 1.13.6"],SlotPoolImpl:["renamed","It kept the s\
lots that a JobMaster had been given (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: DeclarativeSlotPoolBridge: the job declares how many it needs.","from 1.9.3 to 1.13.6, gone by 1.14.6"],SlotRequest:["renamed","It ask\
ed the ResourceManager for one slot (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: ResourceRequirements: a job declares all that it needs.","from 1.9.3 to 1.13.6, gone by 1.14.6"],SlotManagerImpl:["renamed","It kept th\
e ResourceManager's slots and requests (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: FineGrainedSlotManager.","from 1.9.3 to 1.13.6, gone by 1.14.6"],DeclarativeSlotManager:["renamed","It kept the ResourceManager's sl\
ots by what jobs declare (from 1.12.5 to 1.18.1, not in 1.11.4, gone by 1.20.5). What does that in Flink 2.3: FineGrainedSlotManager.","from 1.12.5 to 1.18.1, not in 1.11.4, gone by 1.20.5"],PendingSlotRequest:["gone","It was a request for \
a slot that waited (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: ResourceRequirements that are not met yet.","from 1.9.3 to 1.13.6, gone by 1.14.6"],SimpleSlot:["renamed","It was the place of one task in a slot (in 1.\
9.3, gone by 1.11.4). What does that in Flink 2.3: LogicalSlot.","in 1.9.3, gone by 1.11.4"],Instance:["renamed","It was a TaskManager as the JobManager saw it (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TaskExecutorGateway, be\
hind a ResourceID.","in 1.9.3, gone by 1.11.4"],JobExecutorService:["renamed","It ran jobs in this process (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: MiniCluster.","from 1.9.3 to 1.11.4, gone by 1.12.5"],JobManagerConnection:[
"renamed","It was a TaskManager's connection to a job (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: JobTable.","in 1.9.3, gone by 1.11.4"],JobManagerRunnerImpl:["renamed","It ran the JobMaster of one job (from 1.11.4 to 1.12.5, n\
ot in 1.9.3, gone by 1.13.6). What does that in Flink 2.3: JobMasterServiceLeadershipRunner.","from 1.11.4 to 1.12.5, not in 1.9.3, gone by 1.13.6"],DispatcherJob:["renamed","It was one job as the Dispatcher saw it (in 1.12.5, not in 1.11.4\
, gone by 1.13.6). What does that in Flink 2.3: JobManagerRunner.","in 1.12.5, not in 1.11.4, gone by 1.13.6"],MiniDispatcher:["gone","It was the Dispatcher of a cluster for one job (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in F\
link 2.3: StandaloneDispatcher; application mode starts it with the program.","from 1.9.3 to 1.20.5, gone by 2.0.2"],SubmittedJobGraph:["renamed","It was a job graph that was kept for recovery (in 1.9.3, gone by 1.11.4). What does that in F\
link 2.3: ExecutionPlan, which is a StreamGraph or a JobGraph.","in 1.9.3, gone by 1.11.4"],SubmittedJobGraphStore:["renamed","It kept job graphs for recovery (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: ExecutionPlanStore.","in\
 1.9.3, gone by 1.11.4"],JobGraphStore:["renamed","It kept job graphs for recovery (from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2). What does that in Flink 2.3: ExecutionPlanStore: since 2.0 a StreamGraph can be submitted and kept.","f\
rom 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2"],JobGraphWriter:["renamed","It wrote job graphs for recovery (from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2). What does that in Flink 2.3: ExecutionPlanWriter.","from 1.11.4 to 1.20.5,\
 not in 1.9.3, gone by 2.0.2"],PlanExecutor:["renamed","It ran a batch program's plan (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: PipelineExecutor.","in 1.9.3, gone by 1.11.4"],StackTraceSampleService:["renamed","It looked at s\
tack traces to guess backpressure (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: metrics: backPressuredTimeMsPerSecond; ThreadInfoSampleService for flame graphs.","in 1.9.3, gone by 1.11.4"],BackPressureSampleService:["gone","It a\
sked tasks whether they wait for output buffers (from 1.11.4 to 1.12.5, not in 1.9.3, gone by 1.13.6). What does that in Flink 2.3: metrics: backPressuredTimeMsPerSecond.","from 1.11.4 to 1.12.5, not in 1.9.3, gone by 1.13.6"],RpcResultPartitionConsumableNotifier:[
"gone","It told the JobMaster of the first buffer of a result (from 1.9.3 to 1.14.6, gone by 1.16.3). What does that in Flink 2.3: nothing: the tasks of a pipelined region are deployed together.","from 1.9.3 to 1.14.6, gone by 1.16.3"],ResultPartitionConsumableNotifier:[
"gone","It told of the first buffer of a result (from 1.9.3 to 1.14.6, gone by 1.16.3). What does that in Flink 2.3: nothing: the tasks of a pipelined region are deployed together.","from 1.9.3 to 1.14.6, gone by 1.16.3"],Time:["gone","It w\
as a length of time (api.common.time and streaming.api.windowing.time) (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5). What does that in Flink 2.3: java.time.Duration; PyFlink keeps Time.","from 1.9.3 to 1.20.5, gone by 2.0.2, \
deprecated by 1.20.5"],AssignerWithPeriodicWatermarks:["renamed","It gave timestamps, and a watermark when it was asked for one (deprecated in 1.11, gone in 2.0). What does that in Flink 2.3: WatermarkStrategy with a TimestampAssigner and a\
 WatermarkGenerator that speaks in onPeriodicEmit.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.11.4"],AssignerWithPunctuatedWatermarks:["renamed","It gave timestamps, and looked at each record for a watermark (from 1.9.3 to 1.20.\
5, gone by 2.0.2, deprecated by 1.11.4). What does that in Flink 2.3: WatermarkStrategy with a WatermarkGenerator that speaks in onEvent.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.11.4"],IngestionTimeExtractor:["renamed","It ga\
ve each record the time of the machine (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.11.4). What does that in Flink 2.3: WatermarkStrategy.forMonotonousTimestamps().withTimestampAssigner(new IngestionTimeAssigner()).","from 1.9.3 to\
 1.20.5, gone by 2.0.2, deprecated by 1.11.4"],TimestampExtractor:["renamed","It gave timestamps and watermarks (in 1.9.3, gone by 1.11.4, deprecated by 1.9.3). What does that in Flink 2.3: WatermarkStrategy with a TimestampAssigner.","in 1\
.9.3, gone by 1.11.4, deprecated by 1.9.3"],SourceFunction:["here","It was a source whose run() put out all by itself (in every version from 1.9.3 to 2.3.0, deprecated by 1.18.1). What does that in Flink 2.3: Source with a SourceReader; the\
 old interface is in a package named legacy and for Flink's own use.","in every version from 1.9.3 to 2.3.0, deprecated by 1.18.1"],SinkFunction:["here","It was a sink with invoke(value, context) (in every version from 1.9.3 to 2.3.0, depre\
cated by 1.20.5). What does that in Flink 2.3: Sink with a SinkWriter; the old interface is in a package named legacy.","in every version from 1.9.3 to 2.3.0, deprecated by 1.20.5"],FoldFunction:["renamed","It combined values with a start v\
alue (from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3). What does that in Flink 2.3: AggregateFunction.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],FoldingState:["renamed","It kept what a FoldFunction had made (f\
rom 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3). What does that in Flink 2.3: AggregatingState.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],FoldingStateDescriptor:["renamed","It described such a state (from 1.9.3\
 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3). What does that in Flink 2.3: AggregatingStateDescriptor.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],StreamGroupedFold:["gone","It was the operator of fold() (from 1.9.3 to\
 1.11.4, gone by 1.12.5, deprecated by 1.9.3). What does that in Flink 2.3: KeyedProcessOperator, or a window that aggregates.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],StreamGroupedReduce:["renamed","It was the operator\
 of reduce() (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: StreamGroupedReduceOperator.","from 1.9.3 to 1.11.4, gone by 1.12.5"],RichProcessWindowFunction:["renamed","It was a ProcessWindowFunction that could be opene\
d (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3). What does that in Flink 2.3: ProcessWindowFunction, which is rich itself.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3"],TumblingTimeWindows:["renamed","It were tum\
bling windows (from 1.9.3 to 1.14.6, gone by 1.16.3, deprecated by 1.9.3). What does that in Flink 2.3: TumblingEventTimeWindows.","from 1.9.3 to 1.14.6, gone by 1.16.3, deprecated by 1.9.3"],SlidingTimeWindows:["renamed","It were sliding w\
indows (from 1.9.3 to 1.14.6, gone by 1.16.3, deprecated by 1.9.3). What does that in Flink 2.3: SlidingEventTimeWindows.","from 1.9.3 to 1.14.6, gone by 1.16.3, deprecated by 1.9.3"],BaseAlignedWindowAssigner:["gone","It was the assigner o\
f a faster operator for aligned windows (from 1.9.3 to 1.14.6, gone by 1.16.3, deprecated by 1.9.3). What does that in Flink 2.3: WindowAssigner.","from 1.9.3 to 1.14.6, gone by 1.16.3, deprecated by 1.9.3"],WriteSinkFunction:["gone","It wr\
ote text (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3). What does that in Flink 2.3: FileSink.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3"],MessageAcknowledgingSourceBase:["gone","It was a source that acknowledg\
ed messages after a checkpoint (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.18.1). What does that in Flink 2.3: SourceReader.notifyCheckpointComplete.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.18.1"],ExecutionCheckpointingOptions:[
"renamed","It had the options of checkpoints (from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2, deprecated by 1.20.5). What does that in Flink 2.3: CheckpointingOptions.","from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2, deprecated by \
1.20.5"],StreamPipelineOptions:["renamed","It had the option of the time characteristic (from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2, deprecated by 1.20.5). What does that in Flink 2.3: PipelineOptions.","from 1.11.4 to 1.20.5, not i\
n 1.9.3, gone by 2.0.2, deprecated by 1.20.5"],AkkaOptions:["renamed","It had the options of the messages between JobManager and TaskManagers (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5). What does that in Flink 2.3: RpcOptio\
ns: Pekko has taken Akka's place.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],RestoreMode:["renamed","It told who owns a snapshot that a job starts from (from 1.16.3 to 1.20.5, not in 1.14.6, gone by 2.0.2). What does that\
 in Flink 2.3: RecoveryClaimMode.","from 1.16.3 to 1.20.5, not in 1.14.6, gone by 2.0.2"],MemoryStateBackend:["renamed","It kept state on the heap and checkpoints with the JobManager (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.13.\
6). What does that in Flink 2.3: HashMapStateBackend with JobManagerCheckpointStorage: where state lives and where checkpoints go are two choices.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.13.6"],FsStateBackend:["renamed","It k\
ept state on the heap and checkpoints in files (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.13.6). What does that in Flink 2.3: HashMapStateBackend with FileSystemCheckpointStorage.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated\
 by 1.13.6"],StreamTwoInputProcessor:["renamed","It took turns between the two inputs of a task (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: StreamMultipleInputProcessor, for two inputs as for many.","from 1.9.3 to 1\
.13.6, gone by 1.14.6"],StreamTwoInputSelectableProcessor:["renamed","It was the same for operators that choose their input (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: StreamMultipleInputProcessor with a MultipleInputSelectionH\
andler.","in 1.9.3, gone by 1.11.4"],TwoInputSelectionHandler:["renamed","It told which of two inputs to read next (from 1.11.4 to 1.13.6, not in 1.9.3, gone by 1.14.6). What does that in Flink 2.3: MultipleInputSelectionHandler.","from 1.1\
1.4 to 1.13.6, not in 1.9.3, gone by 1.14.6"],TwoInputSelectableStreamTask:["renamed","It was the task of operators that choose their input (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TwoInputStreamTask.","in 1.9.3, gone by 1.1\
1.4"],StreamStatus:["renamed","It was the element that says that a stream is idle, or active again (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: WatermarkStatus.","from 1.9.3 to 1.13.6, gone by 1.14.6"],StreamStatusMaintainer:[
"gone","It kept the status of a task's output (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: WatermarkStatus as an element: each operator hands it on.","from 1.9.3 to 1.13.6, gone by 1.14.6"],StreamStatusProvider:["gon\
e","It told the status of a task's output (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: WatermarkStatus as an element.","from 1.9.3 to 1.13.6, gone by 1.14.6"],MailboxReceiver:["renamed","It was the side of a mailbox \
that takes (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TaskMailbox.","in 1.9.3, gone by 1.11.4"],MailboxSender:["renamed","It was the side of a mailbox that puts (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TaskMail\
box through a MailboxExecutor.","in 1.9.3, gone by 1.11.4"],Mailbox:["renamed","It was the queue of letters of a task (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TaskMailbox.","in 1.9.3, gone by 1.11.4"],MailboxImpl:["renamed",
"It was the queue of letters of a task (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TaskMailboxImpl.","in 1.9.3, gone by 1.11.4"],SynchronousSavepointLatch:["gone","It let a task wait for its savepoint (in 1.9.3, gone by 1.11.4)\
. What does that in Flink 2.3: StreamTask.triggerCheckpointAsync, and a task that waits for its final checkpoint.","in 1.9.3, gone by 1.11.4"],CheckpointExceptionHandler:["gone","It decided what a failed checkpoint does to its task (in 1.9.\
3, gone by 1.11.4). What does that in Flink 2.3: CheckpointFailureManager of the JobMaster.","in 1.9.3, gone by 1.11.4"],AsyncDataInput:["renamed","It was an input that one polls (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: Push\
ingAsyncDataInput: emitNext pushes into an output.","in 1.9.3, gone by 1.11.4"],NullableAsyncDataInput:["renamed","It was an input that one polls and that may give nothing (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: PullingAsyn\
cDataInput.","in 1.9.3, gone by 1.11.4"],AvailabilityListener:["renamed","It told when input is there (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: AvailabilityProvider.","in 1.9.3, gone by 1.11.4"],SetupableStreamOperator:["rena\
med","It was an operator with setup(task, config, output) (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3). What does that in Flink 2.3: StreamOperatorParameters: an operator is set up in its constructor.","from 1.9.3 to 1.20.5, g\
one by 2.0.2, deprecated by 1.9.3"],ProcessingTimeCallback:["renamed","It was called when a processing-time timer was due (from 1.9.3 to 1.14.6, gone by 1.16.3). What does that in Flink 2.3: ProcessingTimeService.ProcessingTimeCallback.","f\
rom 1.9.3 to 1.14.6, gone by 1.16.3"],TimestampsAndPeriodicWatermarksOperator:["renamed","It gave timestamps and asked for watermarks at times (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TimestampsAndWatermarksOperator.","in 1.\
9.3, gone by 1.11.4"],TimestampsAndPunctuatedWatermarksOperator:["renamed","It gave timestamps and looked at each record for a watermark (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: TimestampsAndWatermarksOperator.","in 1.9.3, g\
one by 1.11.4"],ExtractTimestampsOperator:["renamed","It gave timestamps by a TimestampExtractor (in 1.9.3, gone by 1.11.4, deprecated by 1.9.3). What does that in Flink 2.3: TimestampsAndWatermarksOperator.","in 1.9.3, gone by 1.11.4, depr\
ecated by 1.9.3"],StreamingTimestampsAndWatermarks:["renamed","It made the watermarks of a source (in 1.11.4, not in 1.9.3, gone by 1.12.5). What does that in Flink 2.3: ProgressiveTimestampsAndWatermarks.","in 1.11.4, not in 1.9.3, gone by\
 1.12.5"],BatchTimestampsAndWatermarks:["renamed","It gave timestamps without watermarks (in 1.11.4, not in 1.9.3, gone by 1.12.5). What does that in Flink 2.3: NoOpTimestampsAndWatermarks.","in 1.11.4, not in 1.9.3, gone by 1.12.5"],DirectedOutput:[
"gone","It led values to the outputs that an OutputSelector named (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: side outputs.","from 1.9.3 to 1.11.4, gone by 1.12.5"],Emitter:["gone","It was the thread that put asynch\
ronous results out (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: AsyncWaitOperator.outputCompletedElement, a mail.","in 1.9.3, gone by 1.11.4"],NestedMapsStateTable:["renamed","It kept keyed state in maps of maps (from 1.9.3 to 1\
.14.6, gone by 1.16.3). What does that in Flink 2.3: CopyOnWriteStateTable.","from 1.9.3 to 1.14.6, gone by 1.16.3"],NetworkEnvironment:["renamed","It had a TaskManager's buffers, connections and results (renamed in 1.9). What does that in \
Flink 2.3: NettyShuffleEnvironment.",""],PartitionRequestClientHandler:["renamed","It read all channels of a connection in turn, and stopped reading where one had no buffer (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: CreditBase\
dPartitionRequestClientHandler: each channel has credit of its own.","in 1.9.3, gone by 1.11.4"],SequenceNumberingViewReader:["renamed","It read a subpartition for the network (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: CreditB\
asedSequenceNumberingViewReader.","in 1.9.3, gone by 1.11.4"],SpanningRecordSerializer:["renamed","It cut a record into buffers; each channel had one (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: RecordWriter with one\
 DataOutputSerializer.","from 1.9.3 to 1.11.4, gone by 1.12.5"],RecordSerializer:["renamed","It cut a record into buffers (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: RecordWriter.serializeRecord.","from 1.9.3 to 1.1\
1.4, gone by 1.12.5"],BufferPoolOwner:["gone","It let go of buffers when its pool was short of them (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: LocalBufferPool.","from 1.9.3 to 1.11.4, gone by 1.12.5"],ReleaseOnConsumptionResultPartition:[
"renamed","It was a result that goes away when it has been read (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: PipelinedResultPartition.","from 1.9.3 to 1.11.4, gone by 1.12.5"],CheckpointBarrierAligner:["renamed","It \
blocked channels whose barrier had come (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: SingleCheckpointBarrierHandler.aligned.","from 1.9.3 to 1.11.4, gone by 1.12.5"],CheckpointBarrierUnaligner:["renamed","It let barr\
iers overtake (in 1.11.4, not in 1.9.3, gone by 1.12.5). What does that in Flink 2.3: SingleCheckpointBarrierHandler.unaligned.","in 1.11.4, not in 1.9.3, gone by 1.12.5"],AlternatingCheckpointBarrierHandler:["renamed","It went from aligned\
 to unaligned (in 1.11.4, not in 1.9.3, gone by 1.12.5). What does that in Flink 2.3: SingleCheckpointBarrierHandler.alternating.","in 1.11.4, not in 1.9.3, gone by 1.12.5"],CheckpointBarrierBehaviourController:["renamed","It told what a ba\
rrier does (in 1.12.5, not in 1.11.4, gone by 1.13.6). What does that in Flink 2.3: BarrierHandlerState: a table of states.","in 1.12.5, not in 1.11.4, gone by 1.13.6"],BufferStorage:["gone","It kept what came in on blocked channels (in 1.9\
.3, gone by 1.11.4). What does that in Flink 2.3: nothing: a blocked channel is not read, and credits stop its sender.","in 1.9.3, gone by 1.11.4"],BufferSpiller:["gone","It wrote what came in on blocked channels to disk (in 1.9.3, gone by \
1.11.4, deprecated by 1.9.3). What does that in Flink 2.3: nothing: a blocked channel is not read, and credits stop its sender.","in 1.9.3, gone by 1.11.4, deprecated by 1.9.3"],CachedBufferStorage:["gone","It kept what came in on blocked c\
hannels in memory (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: nothing: a blocked channel is not read.","in 1.9.3, gone by 1.11.4"],LinkedBufferStorage:["gone","It kept what came in on the blocked channels of two inputs (in 1.9.\
3, gone by 1.11.4). What does that in Flink 2.3: nothing: a blocked channel is not read.","in 1.9.3, gone by 1.11.4"],HybridMemorySegment:["renamed","It was a piece of memory, on the heap or off it (from 1.9.3 to 1.12.5, gone by 1.13.6). Wh\
at does that in Flink 2.3: MemorySegment.","from 1.9.3 to 1.12.5, gone by 1.13.6"],HeapMemorySegment:["renamed","It was a piece of memory on the heap (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: MemorySegment.","from\
 1.9.3 to 1.12.5, gone by 1.13.6"],ChannelStateReader:["renamed","It read what a checkpoint had caught in flight (in 1.11.4, not in 1.9.3, gone by 1.12.5). What does that in Flink 2.3: SequentialChannelStateReader.","in 1.11.4, not in 1.9.3\
, gone by 1.12.5"],SavepointV2:["renamed","It was what a savepoint's file holds (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: CheckpointMetadata.","in 1.9.3, gone by 1.11.4"],SavepointConfigOptions:["renamed","It had the option o\
f the path to start from (from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2, deprecated by 1.20.5). What does that in Flink 2.3: StateRecoveryOptions.","from 1.11.4 to 1.20.5, not in 1.9.3, gone by 2.0.2, deprecated by 1.20.5"],SourceReaderStreamTask:[
"renamed","It was the task of a Source in 1.10 (only in 1.10). What does that in Flink 2.3: SourceOperatorStreamTask.",""],StoppableSourceStreamTask:["renamed","It was the task of a source that could be stopped (gone in 1.9). What does that\
 in Flink 2.3: stop with a savepoint.",""],StoppableStreamSource:["renamed","It was the operator of a source that could be stopped (gone in 1.9). What does that in Flink 2.3: stop with a savepoint.",""],StoppableFunction:["gone","It was a s\
ource that could be stopped (gone in 1.9). What does that in Flink 2.3: stop with a savepoint: sim.stop(path=...).",""],BarrierBuffer:["renamed","It aligned barriers, and kept what came in on blocked channels (gone in 1.9). What does that i\
n Flink 2.3: SingleCheckpointBarrierHandler and CheckpointedInputGate.",""],BarrierTracker:["renamed","It counted barriers without blocking, for at-least-once (renamed in 1.9). What does that in Flink 2.3: CheckpointBarrierTracker.",""],JobManager:[
"renamed","It was the actor that ran all jobs of a cluster (gone in 1.9; the process is still called a JobManager). What does that in Flink 2.3: Dispatcher, ResourceManager and a JobMaster for each job.",""],TaskManager:["renamed","It was t\
he actor that ran tasks (gone in 1.9; the process is still called a TaskManager). What does that in Flink 2.3: TaskExecutor: the process is still called a TaskManager.",""],"StreamTask.headOperator":["renamed","It was the first operator of \
a task's chain (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: StreamTask.mainOperator, from 1.12 on: a chain may have sources in front of it.","from 1.9.3 to 1.11.4, gone by 1.12.5"],"OperatorChain.headOperator":["rena\
med","It was the first operator of a chain (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: OperatorChain.mainOperatorWrapper.","in 1.9.3, gone by 1.11.4"],"OperatorChain.getHeadOperator":["renamed","It gave the first operator of a \
chain (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: OperatorChain.getMainOperator.","from 1.9.3 to 1.11.4, gone by 1.12.5"],OperatorChain$ChainingOutput:["renamed","It handed a record to the next operator of a chain, \
as a class inside OperatorChain (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: ChainingOutput: a class of its own.","from 1.9.3 to 1.11.4, gone by 1.12.5"],OperatorChain$CopyingChainingOutput:["renamed","It handed a co\
py of a record to the next operator, as a class inside OperatorChain (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: CopyingChainingOutput: a class of its own.","from 1.9.3 to 1.11.4, gone by 1.12.5"],OperatorChain$WatermarkGaugeExposingOutput:[
"renamed","It was an output that has a gauge of its watermark (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: OutputWithChainingCheck.","from 1.9.3 to 1.11.4, gone by 1.12.5"],"StreamOperator.dispose":["renamed","It rel\
eased an operator, whether its job had ended well or not (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: StreamOperator.close; what close() did before is finish() now.","from 1.9.3 to 1.13.6, gone by 1.14.6"],"StatusWat\
ermarkValve.findAndOutputNewMinWatermarkAcrossAlignedChannels":["renamed","It found the least watermark of the channels and put it out (from 1.9.3 to 1.18.1, gone by 1.20.5). What does that in Flink 2.3: StatusWatermarkValve.findAndOutputNe\
wMinWatermarkAcrossAlignedSubpartitions.","from 1.9.3 to 1.18.1, gone by 1.20.5"],"StatusWatermarkValve.inputStreamStatus":["renamed","It took the status of a channel (from 1.9.3 to 1.13.6, gone by 1.14.6). What does that in Flink 2.3: Stat\
usWatermarkValve.inputWatermarkStatus.","from 1.9.3 to 1.13.6, gone by 1.14.6"],"StreamExecutionEnvironment.setStreamTimeCharacteristic":["gone","It chose event time, processing time or ingestion time for the whole job (deprecated in 1.12, \
gone in 2.0). What does that in Flink 2.3: event time is always on: assign_timestamps_and_watermarks(WatermarkStrategy...) makes it, and windows say in their name which time they go by.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1\
.12.5"],"StreamExecutionEnvironment.getStreamTimeCharacteristic":["gone","It told which time the job goes by (deprecated in 1.12, gone in 2.0). What does that in Flink 2.3: each window, timer and strategy says it by itself.","from 1.9.3 to \
1.20.5, gone by 2.0.2, deprecated by 1.12.5"],"StreamExecutionEnvironment.generateSequence":["here","It made a stream of whole numbers (deprecated in 1.11, still in Java; PyFlink never had it). What does that in Flink 2.3: from_source(Numbe\
rSequenceSource(start, end), WatermarkStrategy.no_watermarks(), name).","in every version from 1.9.3 to 2.3.0, deprecated by 1.12.5"],"StreamExecutionEnvironment.fromElements":["here","It made a stream of its arguments (deprecated, still in\
 Java; PyFlink never had it). What does that in Flink 2.3: from_collection([...]).","in every version from 1.9.3 to 2.3.0, deprecated by 1.20.5"],"StreamExecutionEnvironment.setStateBackend":["gone","It chose where state is kept (deprecated\
 in 1.20, gone in 2.0). What does that in Flink 2.3: the option state.backend.type of the configuration.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],"StreamExecutionEnvironment.getStateBackend":["gone","It told where state\
 is kept (deprecated in 1.20, gone in 2.0). What does that in Flink 2.3: the option state.backend.type of the configuration.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],"StreamExecutionEnvironment.setRestartStrategy":["gon\
e","It chose how a failed job is restarted (deprecated in 1.19, gone in 2.0). What does that in Flink 2.3: the option restart-strategy.type of the configuration, with those behind it.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.2\
0.5"],"StreamExecutionEnvironment.getRestartStrategy":["gone","It told how a failed job is restarted (deprecated in 1.19, gone in 2.0). What does that in Flink 2.3: the option restart-strategy.type of the configuration.","from 1.9.3 to 1.20\
.5, gone by 2.0.2, deprecated by 1.20.5"],"StreamExecutionEnvironment.setNumberOfExecutionRetries":["gone","It chose how often a failed job is restarted (gone in 2.0). What does that in Flink 2.3: the options restart-strategy.type and resta\
rt-strategy.fixed-delay.attempts.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3"],"StreamExecutionEnvironment.getNumberOfExecutionRetries":["gone","It told how often a failed job is restarted (gone in 2.0). What does that in Fl\
ink 2.3: the option restart-strategy.fixed-delay.attempts.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.9.3"],"StreamExecutionEnvironment.registerType":["gone","It registered a class with Kryo (deprecated in 1.19, gone in 2.0). Wh\
at does that in Flink 2.3: the option pipeline.serialization-config; of no use to Python functions.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],"StreamExecutionEnvironment.registerTypeWithKryoSerializer":["gone","It gave a\
 class its serializer (deprecated in 1.19, gone in 2.0). What does that in Flink 2.3: the option pipeline.serialization-config; of no use to Python functions.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],"StreamExecutionEnv\
ironment.addDefaultKryoSerializer":["gone","It gave a class and what inherits from it a serializer (deprecated in 1.19, gone in 2.0). What does that in Flink 2.3: the option pipeline.serialization-config; of no use to Python functions.","fr\
om 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],"KeyedStream.timeWindow":["gone","It was a tumbling or sliding window by the time of the whole job (deprecated in 1.12, gone in 2.0). What does that in Flink 2.3: window(TumblingEven\
tTimeWindows.of(size)) behind key_by(...).","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.12.5"],"DataStream.timeWindowAll":["gone","It was a window over all values by the time of the whole job (deprecated in 1.12, gone in 2.0). Wha\
t does that in Flink 2.3: window_all(TumblingEventTimeWindows.of(size)).","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.12.5"],"DataStream.split":["gone","It gave each value names, by which select took it (deprecated in 1.6, gone in\
 1.12). What does that in Flink 2.3: yield (OutputTag, value) in process(...) and use get_side_output(tag).","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],"SplitStream.select":["gone","It took the values that split had given \
a name (deprecated in 1.6, gone in 1.12). What does that in Flink 2.3: get_side_output(tag), or filter(...).","from 1.9.3 to 1.11.4, gone by 1.12.5"],"KeyedStream.fold":["gone","It combined the values of a key with a start value (deprecated\
 in 1.3, gone in 1.12). What does that in Flink 2.3: aggregate(AggregateFunction) on a window, or process(...) with state on a keyed stream.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],"WindowedStream.fold":["gone","It com\
bined the values of a window with a start value (deprecated in 1.3, gone in 1.12). What does that in Flink 2.3: aggregate(AggregateFunction).","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],"DataStream.iterate":["gone","It led\
 values back to the beginning of a loop (deprecated in 1.19, gone in 2.0). What does that in Flink 2.3: a topic outside that carries the feedback, or the iterations of Flink ML.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],
"IterativeStream.closeWith":["gone","It closed a loop that iterate had begun (deprecated in 1.19, gone in 2.0). What does that in Flink 2.3: a topic outside that carries the feedback, or the iterations of Flink ML.","from 1.9.3 to 1.20.5, g\
one by 2.0.2"],"DataStream.assignTimestamps":["gone","It gave values timestamps and made watermarks (in 1.9.3, gone by 1.11.4, deprecated by 1.9.3). What does that in Flink 2.3: assign_timestamps_and_watermarks(WatermarkStrategy...).","in 1\
.9.3, gone by 1.11.4, deprecated by 1.9.3"],"DataStream.assignAscendingTimestamps":["gone","It gave values timestamps that only grow (of the Scala API, which is gone in 2.0). What does that in Flink 2.3: assign_timestamps_and_watermarks(Wat\
ermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(assigner)).",""],"DataStream.writeAsText":["gone","It wrote each value as a line of a file (gone in 2.0). What does that in Flink 2.3: sink_to(FileSink.for_row_format(path, \
Encoder.simple_string_encoder()).build()).","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.11.4"],"DataStream.writeAsCsv":["gone","It wrote tuples as lines of a file (gone in 2.0). What does that in Flink 2.3: sink_to(FileSink...) be\
hind a map that makes the line.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.11.4"],"DataStream.writeToSocket":["here","It sent values to a socket (still in Java, as a sink of the old kind; PyFlink never had it). What does that in\
 Flink 2.3: add_sink(sink) with an object that has write(value, timestamp).","in every version from 1.9.3 to 2.3.0"],"DataStream.writeUsingOutputFormat":["here","It wrote values by an output format (deprecated, still in Java; PyFlink never \
had it). What does that in Flink 2.3: sink_to(sink).","in every version from 1.9.3 to 2.3.0, deprecated by 1.11.4"],"CheckpointConfig.enableExternalizedCheckpoints":["gone","It kept checkpoints outside of the job (deprecated in 1.13, gone i\
n 2.0). What does that in Flink 2.3: set_externalized_checkpoint_retention(ExternalizedCheckpointRetention...).","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.13.6"],"CheckpointConfig.setCheckpointStorage":["gone","It chose where ch\
eckpoints are written (deprecated in 1.20, gone in 2.0). What does that in Flink 2.3: the options execution.checkpointing.storage and execution.checkpointing.dir.","from 1.13.6 to 1.20.5, not in 1.12.5, gone by 2.0.2, deprecated by 1.20.5"],
"taskmanager.network.memory.buffers-per-channel":["gone","It told how many buffers a channel has for itself (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: nothing: it is 2.","from 1.9.3 to 1.20.5, gone by 2.0.2"],"taskm\
anager.network.memory.floating-buffers-per-gate":["gone","It told how many more buffers a gate's channels share (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: nothing: it is 8.","from 1.9.3 to 1.20.5, gone by 2.0.2"],StreamSource:[
"here","It is the operator of a SourceFunction (in every version from 1.9.3 to 2.3.0, deprecated by 1.18.1). What does that in Flink 2.3: SourceOperator for a Source; this one is for sources of the old kind alone.","in every version from 1.\
9.3 to 2.3.0, deprecated by 1.18.1"],StreamSourceContexts$NonTimestampContext:["here","It is the SourceContext of a job in processing time (in every version from 1.9.3 to 2.3.0). What does that in Flink 2.3: event time is always on, so a jo\
b in 2.3 has ManualWatermarkContext; this one is still in the jar.","in every version from 1.9.3 to 2.3.0"],StreamSourceContexts$AutomaticWatermarkContext:["here","It is the SourceContext of ingestion time: it gives each record the machine'\
s time, and a watermark at each interval (in every version from 1.9.3 to 2.3.0). What does that in Flink 2.3: WatermarkStrategy.for_monotonous_timestamps() with IngestionTimeAssigner; this one is still in the jar.","in every version from 1.\
9.3 to 2.3.0"],StreamSourceContexts$ManualWatermarkContext:["here","It is the SourceContext of event time, which takes what the source says (in every version from 1.9.3 to 2.3.0). What does that in Flink 2.3: the same; the only one that 2.3\
 uses.","in every version from 1.9.3 to 2.3.0"],SocketTextStreamFunction:["here","It is the source behind socketTextStream, with its attempts to connect (in every version from 1.9.3 to 2.3.0, deprecated by 1.18.1). What does that in Flink 2\
.3: the same, in a package named legacy.","in every version from 1.9.3 to 2.3.0, deprecated by 1.18.1"],StreamInputProcessor:["here","It was one class with a loop under the checkpoint lock (in every version from 1.9.3 to 2.3.0). What does t\
hat in Flink 2.3: an interface: StreamOneInputProcessor, StreamMultipleInputProcessor.","in every version from 1.9.3 to 2.3.0"],OperatorChain:["here","It had the operators of a task, and the classes of its outputs (in every version from 1.9\
.3 to 2.3.0). What does that in Flink 2.3: an abstract class: RegularOperatorChain, and FinishedOperatorChain for a task that had finished before a restart.","in every version from 1.9.3 to 2.3.0"],InputStatus:["here","It says what a Source\
Reader or an input has next (from 1.11.4 on, not in 1.9.3). What does that in Flink 2.3: DataInputStatus for the input of a task; this one is left to SourceReader.","from 1.11.4 on, not in 1.9.3"],SourceOperatorStreamTask:["here","It is the\
 task of a Source (from 1.11.4 on, not in 1.9.3). What does that in Flink 2.3: .","from 1.11.4 on, not in 1.9.3"],PartitionRequestClient:["here","It asks a TaskManager for a subpartition (in every version from 1.9.3 to 2.3.0). What does tha\
t in Flink 2.3: an interface: NettyPartitionRequestClient.","in every version from 1.9.3 to 2.3.0"],Output:["here","It is where an operator puts out, toward the next operator (in every version from 1.9.3 to 2.3.0). What does that in Flink 2\
.3: the same; DataOutput is where an input hands on, toward the first.","in every version from 1.9.3 to 2.3.0"],SingleOutputStreamOperator:["here","It is a stream that an operator gives: a DataStream, whatever its name says (in every versio\
n from 1.9.3 to 2.3.0). What does that in Flink 2.3: DataStream in flinksim and PyFlink.","in every version from 1.9.3 to 2.3.0"],"StreamExecutionEnvironment.socketTextStream":["here","It reads lines from a socket (in every version from 1.9\
.3 to 2.3.0). What does that in Flink 2.3: socket_text_stream(host, port).","in every version from 1.9.3 to 2.3.0"],CheckpointBarrierHandler:["here","It tells what a barrier does to the channels of a task (in every version from 1.9.3 to 2.3\
.0). What does that in Flink 2.3: SingleCheckpointBarrierHandler, or CheckpointBarrierTracker for at-least-once.","in every version from 1.9.3 to 2.3.0"],MissingTypeInfo:["here","It holds the place of a type that is not known yet (in every \
version from 1.9.3 to 2.3.0). What does that in Flink 2.3: nothing in Python: a type that is not given is pickled.","in every version from 1.9.3 to 2.3.0"]},Er={registerCleanupTimer:["WindowOperator registers a timer for when a window's con\
tents go: its end - 1 + the allowed lateness","TimerRegistered"],isLate:["WindowOperator.isWindowLate: whether the cleanup time of a window is at or below the watermark","LateRecordDropped"],cleanupTime:["the last timestamp of a window + th\
e allowed lateness; Long.MAX_VALUE where that overflows","WindowCleared"],maxTimestamp:["the last timestamp that belongs to a window: its end - 1","WindowFired"],windowState:["where WindowOperator keeps what its panes hold: the state “windo\
w-contents”","StateUpdated"],stateWindow:["the window under which a merged session keeps its contents: MergingWindowSet knows it","WindowsMerged"],mergeWindows:["a session assigner joins windows that meet, and tells the MergeCallback","Wi\
ndowsMerged"],MergeCallback:["is told which windows have become one","WindowsMerged"],MergingWindowAssigner:["the kind of assigner whose windows may merge: sessions","WindowsMerged"],WindowAssigner:["says which windows a record belongs to",
"WindowAssigned"],assignWindows:["WindowAssigner.assignWindows: the windows of a record","WindowAssigned"],"SlidingEventTimeWindows.assignWindows":["the windows of a record: size / slide of them","WindowAssigned"],TumblingProcessingTimeWindows:[
"windows by the clock: now - now % size","WindowAssigned"],getWindowStartWithOffset:["TimeWindow.getWindowStartWithOffset: where the window of a timestamp begins on the grid","WindowAssigned"],getDefaultTrigger:["the trigger of an assigner \
where the program names none","TriggerEvaluated"],getWindowSerializer:["how a window is written, as the namespace of state and timers","WindowAssigned"],isEventTime:["WindowAssigner.isEventTime: by which time its windows go","WindowAssigned"],
ProcessingTimeTrigger:["fires when the clock has passed the end of the window","TriggerEvaluated"],TriggerContext:["what a trigger is given: timers and state of its pane","TriggerEvaluated"],"fire()":["a trigger's answer FIRE hands the pane\
 to the window function","WindowFired"],allowedLateness:["how long the contents stay after the window's end, for firings with late records","WindowFired"],lateDataOutputTag:["the side output for records that come too late","LateRecordDroppe\
d"],WindowFunction:["is given the contents of a pane when it fires","WindowFired"],AggregateFunction:["makes one value of the elements of a pane, one by one","StateUpdated"],ReduceFunction:["makes one value of two; a pane keeps one value","\
StateUpdated"],ReducingState:["state that combines what is added: of panes with reduce or sum","StateUpdated"],ListState:["state that is a list: of panes with process, apply or an evictor","StateAppended"],ListStateDescriptor:["names a list\
 state: “window-contents” of a pane that keeps its elements","StateAppended"],WindowedStream:["the stream between window(...) and what is done with its panes; no DataStream","JobSubmitted"],AllWindowedStream:["the same for all keys toge\
ther, in one subtask","JobSubmitted"],KeyedStream:["a DataStream behind key_by: with keyed state and windows","KeySelected"],keyBy:["the edge behind it hashes the key: KeyGroupStreamPartitioner","KeySelected"],DataStream:["what a program co\
mposes; each call adds a Transformation","JobSubmitted"],"DataStream.windowAll":["a window over all keys, in one subtask","JobSubmitted"],currentWatermark:["the greatest watermark that an operator has been handed","OperatorWatermarkAdvanced"],
getCurrentWatermark:["the watermark of an operator; AssignerWithPeriodicWatermarks had a method of that name, now onPeriodicEmit","OperatorWatermarkAdvanced"],BoundedOutOfOrdernessGenerator:["BoundedOutOfOrdernessWatermarks: the greatest ti\
mestamp - delay - 1 ms","WatermarkGenerated"],assignTimestampsAndWatermarks:["puts TimestampsAndWatermarksOperator into the chain","TimestampAssigned"],hasSentMaxWatermark:["a source that ends puts Long.MAX_VALUE out, once","WatermarkEmitte\
d"],WatermarkStatus:["the element that says that a stream is idle, or active again","StatusEmitted"],isStreamStatus:["StreamElement.isWatermarkStatus today: which way an element goes","StatusEmitted"],isWatermark:["StreamElement.isWatermark\
: it goes through the valve","ChannelWatermarkChanged"],isRecord:["StreamElement.isRecord: it goes to the operator at once","ElementReceived"],isLatencyMarker:["StreamElement.isLatencyMarker: it goes past the functions","ElementReceived"],StreamRecord:[
"a value with its timestamp","ElementReceived"],watermarkGauge:["the metric currentInputWatermark, and currentOutputWatermark of an output","InputWatermarkAdvanced"],emitWatermark:["an output hands a watermark to the next operator, or to ev\
ery channel","WatermarkEmitted"],findAndOutput:["StatusWatermarkValve.findAndOutputNewMinWatermarkAcrossAlignedSubpartitions","InputWatermarkAdvanced"],timeServiceManager:["InternalTimeServiceManagerImpl: all timer services of an operator",
"OperatorWatermarkAdvanced"],InternalTimeServiceManager:["all timer services of an operator, advanced together","OperatorWatermarkAdvanced"],InternalTimerService:["two queues of timers, of event time and of processing time","TimerRegistered"],
KeyGroupedInternalPriorityQueue:["the queue of timers, by key group","TimerRegistered"],onTimer:["KeyedProcessFunction.onTimer: called for each due timer, with its key set","TimerFired"],keyGroup:["murmur of the key's hash code, modulo the \
maximum parallelism","KeySelected"],setKeyContextElement1:["sets the current key before an operator works on a record","KeySelected"],getNextRecord:["the deserialiser gives a record, or nothing before all of it has come","RecordPartlyRead"],
RecordDeserializer:["joins the parts of a record from several buffers: SpillingAdaptiveSpanningRecordDeserializer","RecordPartlyRead"],recycleBuffer:["a buffer goes back to its pool when it has been read","OutputBuffersChanged"],processBufferOrEvent:[
"StreamTaskNetworkInput: a buffer goes to the deserialiser, an event is acted upon","BufferConsumed"],InputChannel:["the receiver's end of a channel: local or remote","BufferConsumed"],inputProcessor:["StreamOneInputProcessor, or StreamMult\
ipleInputProcessor for two inputs and more","ElementReceived"],DataOutput:["where an input hands on, toward the head of the chain: StreamTaskNetworkOutput","ElementProcessed"],StreamTaskSourceOutput:["the DataOutput of a source task: Source\
OperatorStreamTask.AsyncDataOutputToOutput","SourceRecordRead"],userFunction:["the function of the program that an AbstractUdfStreamOperator calls","ElementProcessed"],StreamFlatMap:["the operator of flat_map, which gives its function a Tim\
estampedCollector","ElementProcessed"],TimestampedCollector:["gives what a function puts out the timestamp of the record it was called with","ElementProcessed"],OneInput:["OneInputStreamOperator: processElement, processWatermark","ElementPr\
ocessed"],TwoInput:["TwoInputStreamOperator: processElement1, processElement2","OperatorInputChanged"],StreamOperator:["decides how a function is called; operators of a chain call one another","OperatorOpened"],AbstractUdf:["AbstractUdfStre\
amOperator: an operator that has a function of the program","OperatorOpened"],RichFunction:["a function with open and close","OperatorOpened"],AbstractRichFunction:["a function with open and close, and a RuntimeContext","OperatorOpened"],ChannelSelector:[
"chooses the channel of a record: a StreamPartitioner","ElementWritten"],RecordWriterDelegate:["has the one RecordWriter of a task, or several","ElementWritten"],outputTag:["an output compares the tag of its edge with that of the record","S\
ideOutputEmitted"],emitLatencyMarker:["latency markers go past the functions, into one channel","ElementProcessed"],LatencyMarker:["an element with the time at which its source put it out","ElementProcessed"],LatencyMarksEmitter:["sends lat\
ency markers at an interval: metrics.latency.interval","MailTaken"],endHeadOperatorInput:["today StreamTask.endData: each operator that wants to know is told that its input has ended","OperatorFinished"],beforeInvoke:["today StreamTask.rest\
ore: operators get their state and are opened","OperatorOpened"],"init()":["StreamTask.init: input gates, processor and chain are made","OperatorSetUp"],setInitialState:["today part of StreamTask.restore: state is handed to the operators","\
OperatorStateInitialized"],runMailboxLoop:["MailboxProcessor.runMailboxLoop: mails first, else the default action","MailTaken"],cleanUpInvoke:["StreamTask.cleanUp: what is closed whatever happened","OperatorClosed"],CancelTaskException:["en\
ds a task that is cancelled, so that it is no failure","TaskStateChanged"],ExceptionInChainedOperatorException:["wraps what the next operator of a chain has thrown","TaskFailed"],markAsTemporarilyIdle:["a source says that it has nothing for\
 the moment: SourceOutput.markIdle","SplitStatusChanged"],collectWithTimestamp:["a source gives a record with its timestamp: SourceOutput.collect(record, timestamp)","SourceRecordRead"],SourceContext:["what an old source put out through: Ma\
nualWatermarkContext","SourceRecordRead"],getSourceContext:["StreamSourceContexts.getSourceContext made it, by the time characteristic","SourceRecordRead"],getCheckpointLock:["old sources put out and snapshots were taken under one lock; now\
 mails do","MailTaken"],MySource:["a SourceFunction of one's own: today a Source, here with open_split","SourceRecordRead"],TaskManagers:["processes with slots; channels between two of them go over the network","BufferSent"],"StreamGraphGen\
erator.generate":["from transformations to StreamNodes: the walk of the lens","walk"],transformXXX:["a TransformationTranslator for each kind of transformation","walk"],transformOneInput:["OneInputTransformationTranslator: one node, one edg\
e for each input","walk"],transformPartition:["PartitionTransformationTranslator: a virtual node","walk"],transformSplit:["SplitTransformation's, which is gone","walk"],addVirtualPartitionNode:["StreamGraph.addVirtualPartitionNode: it remem\
bers a partitioner","walk"],virtualPartitionNodes:["the virtual nodes of a StreamGraph: partitions and side outputs","walk"],addEdgeInternal:["StreamGraph.addEdgeInternal: follows virtual nodes to the real one","walk"],addOperator:["StreamG\
raph.addOperator: a StreamNode","walk"],doTransform:["DataStream.doTransform: the Transformation is kept by the environment","walk"],alreadyTransformed:["what has been transformed is met again, and not made twice","walk"],determineSlotSharingGroup:[
"the group of the inputs, if they agree, else “default”","walk"],jobVertexClass:["the invokable class that a StreamNode names","walk"],vertexClass:["the invokable class that a StreamNode names","walk"],TaskInformation:["what all subtask\
s of a vertex are told: its invokable class among it","walk"],SourceTransformation:["the transformation of from_source","walk"],OneInputTransformation:["the transformation of an operator with one input","walk"],StreamEdge:["an edge between \
StreamNodes: partitioner, tag, exchange mode","walk"],nonChainable:["outputs of a node that leave its chain","walk"],configureCheckpointing:["of the JobGraph's generator in 1.x; in 2.x the StreamGraph has the JobCheckpointingSettings","walk"],
"getExecutionPlan()":["the stream graph as JSON: flinksim plan --format json","walk"],getStreamingPlanAsJSON:["the stream graph as JSON: flinksim plan --format json","walk"],CoLocationGroup:["vertices whose subtasks of the same number share\
 a slot","walk"],pane:["what a window holds for one key","WindowAssigned"],"late element":["one whose windows are all over","LateRecordDropped"],"out of order":["a record with a lesser timestamp than one before it; late only if its windows \
are over","TimestampAssigned"],"minimum of the channels":["the watermark of an input is the least of its active, aligned channels","InputWatermarkAdvanced"],"broadcast of watermarks":["a watermark is written to every channel","ElementWritte\
n"],"key context":["the current key and its key group","KeySelected"],"timer queue":["timers of event time, and of processing time, smallest first","TimerRegistered"],credit:["what a sender may send: one buffer for each","CreditAnnounced"],
backlog:["how many buffers wait at a sender; told with each buffer","BufferSent"],"floating buffers":["buffers that the channels of a gate share","InputBuffersChanged"],"exclusive buffers":["2 buffers that a remote channel has for itself","\
InputBuffersChanged"],flusher:["OutputFlusher: lets what stands in open buffers be sent, at the buffer timeout","ChannelFlushed"],backpressure:["no output buffer: the default action is suspended","DefaultActionSuspended"],barrier:["the elem\
ent that parts what belongs to a checkpoint from what does not","BarrierEmitted"],alignment:["a task waits until the barriers of all its channels have come","AlignmentStarted"],snapshot:["an operator's state as it is at the barrier","Operat\
orSnapshotTaken"],restore:["tasks begin with what a checkpoint has of them","CheckpointRestored"],mail:["something to run in a task's thread","MailEnqueued"],"default action":["StreamTask.processInput: one element","DefaultActionResumed"],"\
life cycle":["set up, initializeState, open, finish, close","OperatorClosed"],chain:["operators of one task that call one another","ElementProcessed"],copy:["what CopyingChainingOutput hands on, unless object reuse is on","ElementProcessed"],
slot:["where one subtask of each vertex of a sharing group runs","walk"],"hash of a node":["its id: from its uid, or from its place in the graph","walk"],"chain index":["1 for the head of a chain, counted on from there; 0 is for chained sou\
rces","walk"],"virtual node":["a partition or a side output of the stream graph","walk"],"merged resources":["a chain asks for what its operators ask for together","walk"],"side output":["a stream of its own for values with a tag","SideOutp\
utEmitted"],session:["windows that grow together while records come","WindowsMerged"],evictor:["takes elements out of a pane when it fires","ElementsEvicted"],"result table":["the results as rows, beside the plane: append, update, complete",
"ResultWritten"],finish:["operators are told that their input has ended, from head to tail","OperatorFinished"],"state of a task":["CREATED, SCHEDULED, DEPLOYING, INITIALIZING, RUNNING, FINISHED, CANCELING, CANCELED, FAILED","TaskStateChang\
ed"],union:["reads several streams as one input; it is no node","JobSubmitted"],"partition request":["a receiver asks for a subpartition when its task is deployed","walk"]},Rr=[["a pane is cleared when the watermark reaches the end of its w\
indow plus the allowed lateness","At the end - 1 + lateness: the last timestamp of a window is its end - 1, and its cleanup timer stands at that plus the lateness.","windows","46"],["a window fires when the watermark is greater than its end",
"When the watermark is at or past the end - 1, which is the last timestamp of the window.","windows","34"],["a record is dropped when its timestamp is below the watermark","Only when every window of it is over: at the watermark 8999 a recor\
d of 8500 still goes into [0, 10000). To drop by the watermark alone is what Spark does.","windows","19"],["allowed lateness puts the first firing off","The window fires on time, at its end - 1; lateness only keeps its contents for firings \
after that.","windows","34"],["a late firing has the late record alone","The whole pane is fired again, with the late record in it.","windows","37"],["a record that comes too late is lost","It goes to the side output of late data, if there \
is one.","windows","49"],["an empty window fires, too","A pane is there from its first element on; where none was there is neither pane nor timer, so [20000, 30000) says nothing.","windows","55"],["windows begin with the first record","They\
 lie on a grid that begins at 1970-01-01 00:00 UTC plus the offset: 3000 goes into [0, 10000).","windows","4"],["a window is a virtual node of the graph","WindowOperator is an operator of its own, with state and timers; virtual are partitio\
ns, side outputs and unions.","windows","1"],["an accumulating window keeps a list of its records","With reduce, aggregate or sum it keeps one value for each pane; a list is kept for process, apply, and with an evictor.","windows","19"],["a\
 watermark is the greatest timestamp minus the delay","Minus the delay, minus 1 ms: another record with that very timestamp may still come.","windows","8"],["a watermark is made for each record","It is asked for at each interval (200 ms); o\
nEvent only remembers the greatest timestamp. Generators that speak for each record are possible, too.","windows","8"],["a watermark says that no earlier record will come","It says that none is expected. What comes all the same is late.","w\
indows","49"],["an operator holds its watermark back while it has data in buffers or state","That is the model of Dataflow and MillWheel. In Flink an operator hands the watermark on as soon as its due timers have fired, whatever it keeps.",
"windows","9"],["timers fire after the watermark has been handed on","Before: what they put out stands in front of the watermark.","timers","21"],["the last windows are lost when the input ends","A source that ends puts the watermark Long.M\
AX_VALUE out, which fires them all.","windows","61"],["every record moves the clock of its window","The clock of an operator is the watermark; records between two watermarks do not move it.","windows","15"],["late records turn the watermark\
 back","A watermark never falls; a generator that says a lesser one is not listened to.","timers","24"],["sessions are accumulating and retracting","They accumulate. A session that has fired and is merged fires again with all its elements; \
what it had put out before is not taken back.","sessions","19"],["a session's end is known when it begins","Each record opens a session of its own, from its timestamp to that plus the gap; those that overlap are merged, and the end moves.",
"sessions","19"],["merged sessions have merged their state under the new window","The state stays under the window that it was kept for first, the state window; MergingWindowSet knows which.","sessions","19"],["a trigger that purges ends it\
s window","FIRE_AND_PURGE clears the contents; the pane takes further elements, and its cleanup timer stays.","triggers","9"],["another trigger fires besides the default one","trigger(...) takes the default one's place: with a count trigger\
 the end of the window fires nothing.","triggers","5"],["a sliding window keeps an element once","Once for each window that it is in: size divided by slide.","triggers","5"],["an evictor makes a window's state smaller","It makes it larger: \
all elements have to be kept, in a list, because the evictor looks at each of them when the window fires.","triggers","5"],["an evictor throws away what comes in","It is asked when the window fires, not when an element comes.","triggers","2\
3"],["timers of processing time fire when their time is now or before","A timer for t fires at t + 1 ms: a record of the very millisecond t belongs before it.","timers","9"],["the same timer registered twice fires twice","Timers of a key, a\
 namespace and a time are a set: there is one.","timers","21"],["a timer in the past is dropped","It fires with the next watermark that moves.","timers","27"],["onTimer runs with the key of the last record","The key of the timer is set befo\
re each of them.","timers","8"],["each key has a watermark of its own","An operator has one watermark for all its keys: one watermark fires the timers of a and b.","timers","21"],["timers run beside the records, under a lock","Everything of\
 a task runs in its one thread; a timer of processing time is a mail.","timers","10"],["each slot runs one task","A slot takes one subtask of every vertex of its sharing group, so a job needs as many slots as its greatest parallelism.","cha\
nnels","0"],["generation of the stream graph starts at the sink","At the first transformation that was registered; its inputs are visited before it.","channels","0"],["an operator with one output can be chained","That is one of eleven condi\
tions: also one input edge, the same parallelism and slot sharing group, a forward edge, a chaining strategy on both sides that allows it, chaining not switched off.","channels","5"],["keyBy is an operator that sorts records by key","It is \
a partitioner of the edge: the sender hashes the key and writes into one channel.","channels","5"],["a watermark goes to the channel of a key","To every channel.","channels","12"],["the watermark of a task is that of the channel read last",
"The least of its channels that are active and aligned.","channels","20"],["one idle split holds everything back for ever","Not with withIdleness: it is left out of the minimum until it has a record again.","channels","51"],["an idle source\
 sends the greatest watermark","It sends a WatermarkStatus; its watermark stays what it was.","channels","51"],["the interval of watermarks is hard coded: 200 ms","It is the option pipeline.auto-watermark-interval; 50 ms here. 200 ms is wha\
t it is where nobody says otherwise.","channels","11"],["operators open from the head of a chain to its tail","From tail to head, so that an operator may put out when it opens.","channels","1"],["operators close from head to tail","From tai\
l to head, as they open; what is finished from head to tail is their input.","channels","80"],["dispose() releases an operator","There is finish(), at the end of its input, and close(), always.","channels","68"],["a chain hands references o\
n","A copy for each next operator, by its serializer, unless object reuse is on.","channels","5"],["a task calls its head operator in a loop under the checkpoint lock","It runs a mailbox: mails first, else its default action, which reads on\
e element; checkpoints and timers are mails.","channels","11"],["records are sent one by one","In buffers of 32 KiB, which go when they are full, when the buffer timeout (100 ms) is over, or before a barrier and at the end.","two_inputs","5"],
["a task needs at least two buffers for a channel: one to receive, one to read","A remote channel has 2 of its own and a gate has 8 more for all; since 2.0 there is no option for either number.","two_inputs","0"],["a union is an operator","\
It is no node: the inputs of the next operator are its edges. connect() makes a node, because it has functions for both.","two_inputs","1"],["with two inputs the greater watermark counts","The lesser one, of those inputs that are active.","\
two_inputs","10"],["barriers are put in by the JobManager","The coordinator tells the sources, in a mail; they put the barriers out, as elements of the stream.","checkpoints","21"],["a checkpoint stops the whole job","Each task takes a copy\
 of its state at its barrier and goes on; what is slow runs beside it.","checkpoints","21"],["a task with a barrier in one channel reads on from it","With exactly-once, aligned, that channel is not read before the barriers of the others hav\
e come.","checkpoints","24"],["what comes in on a blocked channel is written to disk","It stays with its sender: a blocked channel gets no credit.","checkpoints","24"],["exactly once means that each record is worked on once","Its effect on \
state is there once. After a failure sources read again what came behind the checkpoint.","checkpoints","51"],["a sink of two phases commits with its barrier","When it is told that the checkpoint has completed, that is when all tasks have a\
cknowledged it.","checkpoints","35"],["a failed task alone is started again","All tasks of its pipelined region, which is what is joined by pipelined exchanges: here, all.","checkpoints","49"]];var wd=6,ts=14;function Pr(t,e,n){if(t.trim()==="")return`<p>Names of ${Object.keys(me).length} classes that stand on the stacks, ${Object.keys(Pe).length} old names, ${Rr.length} claims.</p>`;let r=[...yd(t).map(o=>ns(o,e,n)),...xd(t).map(
$d),...Td(t).map(o=>Cd(o,e,n))];return r.length===0&&r.push(...Sd(t,e,n)),r.length===0&&r.push(...vd(t).map(o=>ns(o,e,n))),r.length===0&&r.push(...Rr.filter(o=>Md(o,t)).map(Od)),r.slice(0,wd).join("")||"<p>No class on a stack, no old name a\
nd no claim is called so. <code>flinksim glossary</code> knows all classes.</p>"}function ie(t){return(t.split(/[.$]/).pop()??"").replace(/_|\(\)/g,"").toLowerCase()}function yd(t){let e=t.trim().replaceAll(".","$");if(e in me)return[e];let n=ie(
t.trim());return Object.keys(me).filter(r=>ie(r)===n)}function vd(t){let e=ie(t.trim());return e.length<4?[]:Object.keys(me).filter(n=>ie(n).startsWith(e))}function xd(t){let e=ie(t.trim());return Object.keys(Pe).filter(n=>ie(n)===e||n===t.
trim())}function Sd(t,e,n){let r=os(e,t.trim());if(r.length===0)return[];let o=r.find(s=>s>=n)??r[0],i=e.callStack(o).filter(s=>ie(s)===ie(t.trim()));return[yt(t.trim(),"here",`<p>A method: ${k([...new Set(i)].join(", "))}.</p><p>In this ru\
n it stands on the stack of ${r.length} facts: <button type="button" class="small" data-mark="${o+1}">step ${e.stepOf(o)}</button></p>`)]}function Td(t){let e=ie(t.trim());return Object.keys(Er).filter(n=>ie(n)===e)}function Cd(t,e,n){let[r,
o]=Er[t],i=O.indexOf(o),s=[];i>=0&&e.kinds.forEach((d,c)=>d===i&&s.push(c));let a=s.find(d=>d>=n)??s[0],l=a===void 0?"":`: <button type="button" class="small" data-mark="${a+1}">step ${e.stepOf(a)}</button>`,p=o==="walk"?"The walk of the le\
ns shows it (flinksim plan --walk).":`In this run ${s.length} facts ${k(o)} show it${l}`;return yt(t,"here",`<p>It is ${k(r)}.</p><p>${p}</p>`)}function Md(t,e){let n=`${t[0]} ${t[1]}`.toLowerCase();return e.toLowerCase().split(/\W+/).every(
r=>n.includes(r))}function yt(t,e,n){return`<article class="classCard" data-card="${k(t)}" data-status="${k(e)}"><h4>${k(t.replaceAll("$","."))} <small>${k(e)}</small></h4>${n}</article>`}function ns(t,e,n){let[r,o,...i]=me[t],s=os(e,t),a=s.
find(m=>m>=n)??s[0],l=s.length>0?"here":"not in this run",p=Object.keys(me).filter(m=>me[m].slice(2).includes(t)),d=a===void 0?"":`<p>In this run it stands on the stack of ${s.length} facts: <button type="button" class="small" data-mark="${a+
1}">step ${e.stepOf(a)}</button></p>`,u=Object.keys(Pe).filter(m=>m===t||Pe[m][1].includes(` ${t}`)).filter(m=>m!==t);return yt(t,l,`<p>${k(r)}; in Flink ${o===""?"1.9.3 to 2.3.0":k(o)}.</p>`+(i.length>0?`<p>Above it: ${i.map(Ir).join(", ")}\
</p>`:"")+(p.length>0?`<p>Below it: ${p.slice(0,ts).map(Ir).join(", ")}${p.length>ts?" …":""}</p>`:"")+(u.length>0?`<p>In older texts: ${u.map(Ir).join(", ")}</p>`:"")+d)}function Ir(t){return t in me||t in Pe?`<button type="button" class\
="classLink" data-class="${k(t)}">${k(t.replaceAll("$","."))}</button>`:k(t.replaceAll("$","."))}function $d(t){let[e,n,r]=Pe[t];return yt(t,e,`<p>${k(n)}</p>${r?`<p>Flink has it ${k(r)}.</p>`:""}`)}function Od([t,e,n,r]){return yt(`“${t}\
”`,"not so",`<p>${k(e)}</p><p>Step ${r} of examples/claims/${n}.py shows it.</p>`)}var rs=new WeakMap;function os(t,e){let n=rs.get(t);n||rs.set(t,n=new Map);let r=n.get(e);if(!r){let o=ie(e),i=new Map;r=[];for(let s=0;s<t.eventCount;s++){
let a=t.placeOf(s),l=i.get(a);l===void 0&&(l=t.callStack(s).some(p=>p.split(/[.$]/).some(d=>d.toLowerCase()===o)),i.set(a,l)),l&&r.push(s)}n.set(e,r)}return r}var Ad=[["→ ←","on, and back"],["Space","play, pause"],["Home End","to the beginning, to the end"],["1 … 6","how far one step goes"],["f","follow what the mouse is on, or the moment is about; again: nothing"],["i","the inside of the t\
ask that runs; a double click on a task: of that"],["n","what is …? a class of Flink, an old name, a claim; also a click on a class"],["p","predict: asked before the next decision"],["b","a bookmark here, or none"],["h","larger, for a hal\
l"],["+ − 0","the plane: in, out, the whole run"],["z k","the plane: zoom to now, choose keys"],["Escape","let go of what is followed or pinned"],["?","this"]],is=()=>`<h3 aria-level="2">Keys</h3><dl class="keysList">${Ad.map(([t,e])=>`<d\
t>${t}</dt><dd>${e}</dd>`).join("")}</dl><p>Click a dot, ring or pane to go there; drag on the plane to zoom; swipe over the sentence on a phone.</p>`,ss=()=>'<h3 aria-level="2">Save</h3><div><button type="button" data-save="png">picture (P\
NG)</button><button type="button" data-save="svg">picture (SVG)</button><button type="button" data-save="txt">story so far (text)</button></div><p>For slides: add <code>?embed</code> to the address before the #.</p>';function as(t,e){let n=t.
all.map(({position:o,note:i})=>{let s=o===0?"start":`step ${e.stepOf(o-1)}`;return`<div><button type="button" class="small" data-mark="${o}">${s}</button><input data-note="${o}" value="${k(i)}" placeholder="note" aria-label="Note for ${s}">\
<button type="button" class="small" data-unmark="${o}" aria-label="Remove">✕</button></div>`}),r=n.length===0?"<p>None yet.</p>":"";return`<h3 aria-level="2">Bookmarks <small>kept by this browser</small></h3>${n.join("")}${r}<div><button \
type="button" data-act="bookmark">mark this moment (b)</button></div>`}var ps="http://www.w3.org/2000/svg",Ed=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-size","font-weight","font-family","text-anchor","paint-order","stroke-linejoin","stroke-linecap"];function ds(t,e,n,r){
let o=e.getBoundingClientRect(),i=getComputedStyle(t),s=Id(r,Math.max(40,Math.floor(o.width/9))),a=52+s.length*22,[l,p]=[Math.round(o.width),Math.round(o.height+a)],d=document.createElementNS(ps,"svg");d.setAttribute("viewBox",`0 0 ${l} ${p}`),
d.setAttribute("width",String(l)),d.setAttribute("height",String(p)),d.setAttribute("font-family",i.fontFamily),d.append(Wr("rect",{width:String(l),height:String(p),fill:i.getPropertyValue("--bg")})),d.append(ls(n,16,28,"700 15px",i.getPropertyValue(
"--ink"))),s.forEach((c,u)=>d.append(ls(c,16,54+u*22,"500 16px",i.getPropertyValue("--ink"))));for(let c of e.querySelectorAll("svg, canvas")){let u=c.getBoundingClientRect();if(u.width===0||u.height===0||c.closest("button, .legend, svg svg"))
continue;let m={x:String(u.left-o.left),y:String(u.top-o.top+a),width:String(u.width),height:String(u.height)};c instanceof HTMLCanvasElement?d.append(Wr("image",{...m,href:c.toDataURL("image/png")})):d.append(Rd(c,m))}return{svg:d,width:l,
height:p}}function Wr(t,e){let n=document.createElementNS(ps,t);for(let[r,o]of Object.entries(e))n.setAttribute(r,o);return n}function ls(t,e,n,r,o){let[i,s]=r.split(" "),a=Wr("text",{x:String(e),y:String(n),"font-weight":i,"font-size":s,fill:o});
return a.textContent=t,a}function Rd(t,e){let n=t.cloneNode(!0),[r,o]=[[...t.querySelectorAll("*")],[...n.querySelectorAll("*")]];r.forEach((i,s)=>{let a=getComputedStyle(i);for(let l of Ed)o[s].setAttribute(l,a.getPropertyValue(l));o[s].removeAttribute(
"class")}),n.removeAttribute("class");for(let[i,s]of Object.entries(e))n.setAttribute(i,s);return n}function Id(t,e){let n=[];for(let r of t.split(" ")){let o=n.at(-1);o===void 0||o.length+r.length>=e?n.push(r):n[n.length-1]=`${o} ${r}`}return n}
function Fr({svg:t}){return new XMLSerializer().serializeToString(t)}async function cs(t){let e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(Fr(t))}`,await e.decode();let n=document.createElement("canvas");return[n.
width,n.height]=[t.width*2,t.height*2],n.getContext("2d").drawImage(e,0,0,n.width,n.height),new Promise((r,o)=>n.toBlob(i=>i?r(i):o(new Error("no picture")),"image/png"))}function us(t,e,n,r){let i=n.all.filter(({end:s})=>s<=r).map(({lead:s,
count:a})=>{let l=a>1?` (${a} of these)`:"";return`step ${t.stepOf(s)}: ${J(t.event(s),e)}${l}`});return`${t.plan?.job_name??"a run"}

${i.join(`
`)}
`}function Lr(t,e){let n=document.createElement("a");n.href=URL.createObjectURL(e),n.download=t,n.click(),window.setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}var mn=class{constructor(e){this.stepper=e;this.el=e.parts.get("menu"),this.el.addEventListener("input",n=>{let r=n.target,{note:o}=r.dataset;o!==void 0&&e.scrubber.bookmarks.setNote(Number(o),r.value),r.dataset.ask!==void 0&&this.tellOf(r.
value)})}shown=null;asked="";el;ask(e){this.asked=e,this.open("names");let n=this.el.querySelector("[data-ask]");e===""&&n.focus()}tellOf(e){this.asked=e,A(this.el.querySelector(".classCards"),Pr(e,this.stepper.trace,this.stepper.player.position))}toggle(e){
this.shown===e?this.close():this.open(e)}close(){let e=this.shown;return this.shown=null,this.el.hidden=!0,this.tell(),e&&this.stepper.root.querySelector(`[data-act="${e}"]`)?.focus(),e!==null}bookmark(){let{bookmarks:e}=this.stepper.scrubber,
{position:n}=this.stepper.player;e.toggle(n),this.stepper.scrubber.redraw(),this.open("marks"),this.el.querySelector(`[data-note="${n}"]`)?.focus()}onClick(e){let{mark:n,unmark:r,save:o}=e.closest("[data-mark],[data-unmark],[data-save]")?.dataset??
{},i=e.closest("[data-class]")?.dataset.class;if(i!==void 0)this.ask(i);else if(n!==void 0)this.stepper.jump(Number(n));else if(r!==void 0)this.stepper.scrubber.bookmarks.toggle(Number(r)),this.stepper.scrubber.redraw(),this.open("marks");else if(o!==
void 0)this.save(o);else return!1;return!0}open(e){let{scrubber:n,trace:r}=this.stepper;this.shown=e,A(this.el,e==="marks"?as(n.bookmarks,r):e==="save"?ss():e==="names"?this.namesMarkup():is()),this.el.hidden=!1,this.tell()}namesMarkup(){let{
trace:e,player:n}=this.stepper;return`<h3 aria-level="2">What is …? <input type="search" data-ask value="${k(this.asked)}" placeholder="a class, an old name, a claim" aria-label="A name or a claim"></h3><div class="classCards">${Pr(this.asked,
e,n.position)}</div>`}tell(){for(let e of["marks","save","help","names"])this.stepper.root.querySelector(`[data-act="${e}"]`)?.setAttribute("aria-expanded",String(e===this.shown))}async save(e){let{root:n,trace:r,labels:o,player:i,parts:s}=this.
stepper,a=`${(r.plan?.job_name??"run").replace(/[^\p{L}\p{N}]+/gu,"-")}-step-${i.step}`;if(e==="txt"){let c=us(r,o,i.stops.moments,i.position);return Lr(`${a}.txt`,new Blob([c],{type:"text/plain;charset=utf-8"}))}let l=`${r.plan?.job_name??
""} · step ${i.step}`,p=ds(n,n.querySelector(".middle"),l,s.get("sentence").innerText),d=e==="svg"?new Blob([Fr(p)],{type:"image/svg+xml"}):await cs(p);Lr(`${a}.${e}`,d)}};var ms=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,Pd={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function Se(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${Pd[t]}</svg>`}
function de(t,e,n,r){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${r}</button>`}function hs(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),r=null,o=()=>{let a=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=r??(a===void 0?l:a==="false"?"dark":"light"),e()},i=a=>{a.target.closest('[data-act="theme"]')&&(r=t.dataset.theme==="dark"?"light":"dark",o())},s=new MutationObserver(o);return s.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",o),t.addEventListener("click",i),o(),()=>{s.disconnect(),n.removeEventListener("change",o),t.removeEventListener("click",i)}}var hn=class{constructor(e){this.root=e;for(let n of e.querySelectorAll("[data-part]"))this.all.set(n.dataset.part,n)}all=new Map;drawn=new Map;get(e){return this.all.get(e)}put(e,n){return this.drawn.get(e)===n?!1:(this.drawn.set(e,n),A(this.
get(e),n),!0)}forget(){this.drawn.clear()}};var fn=class{constructor(e){this.box=e;this.wide=Math.ceil(e.width/2)+1,this.taken=new Uint8Array(this.wide*(Math.ceil(e.height/2)+1))}taken;wide;take(e,n){let r=(n-this.box.top>>1)*this.wide+(e-this.box.left>>1);return this.taken[r]===1?!1:
(this.taken[r]=1,!0)}},Wd=2500;function Fd({run:t,camera:e,places:n,box:r}){let o=_r(t.dots,0,a=>n[a+1]>=e.x0),s=(_r(t.dots,0,a=>n[a+1]>e.x1)-o)/r.width;return s>1.2?1.7:s>.4?2.3:3.2}function _r(t,e,n=r=>r>=e){let r=0,o=t.length;for(;r<o;){
let i=r+o>>1;n(t[i].index)?o=i:r=i+1}return r}function fs(t,e,n,r){let{run:o,places:i,camera:s,box:a,keys:l,colour:p,followed:d}=e,c=[[],[],[]],u=[],m=new fn(a),h=0,{dots:f}=o;for(let b=_r(f,n);b<f.length&&f[b].index<r;b++){let y=f[b],v=i[y.
index+1];if(y.late||v<s.x0||v>s.x1||y.time<s.y0||y.time>s.y1)continue;let[S,C]=[Y(e,v),I(e,y.time)];m.take(S,C)&&(l&&y.key>=0&&!l.has(y.key)||d&&!d.hasDot(y)?u.push(S,C):c[Math.max(0,Math.min(2,y.source))].push(S,C),h++)}t.fillStyle=p("--li\
ne2");for(let b=0;b<u.length;b+=2)t.fillRect(u[b]-1,u[b+1]-1,2,2);t.fillStyle=p("--data");let g=Fd(e);c.forEach((b,y)=>{t.beginPath();for(let v=0;v<b.length;v+=2)h>Wd?t.fillRect(b[v]-1.2,b[v+1]-1.2,2.4,2.4):gt(t,y,b[v],b[v+1],g);t.fill()})}
function gs(t,e,n,r){let{run:o,keys:i,colour:s,followed:a}=e,l=new fn(e.box);t.strokeStyle=s("--fire"),t.fillStyle=s("--fire");let p=o.lates.length>400,d=t.globalAlpha;for(let c of o.lates){if(c.index<n||c.index>=r||!ze(e,c.operator))continue;
let[u,m]=[R(e,c.index),I(e,c.time)],{left:h,top:f,width:g,height:b}=e.box;if(u<h||u>h+g||m<f||m>f+b||!l.take(u,m))continue;let y=i&&!i.has(c.key)||a&&!a.hasLate(c);t.globalAlpha=y?d/4:d,Nr(t,e,u,m,p?2.6:4)}t.globalAlpha=d}function Nr(t,{colour:e},n,r,o){
t.beginPath(),t.arc(n,r,o,0,7),t.fillStyle=e("--panel"),t.fill(),t.strokeStyle=e("--fire"),t.lineWidth=Math.max(1.4,o/2.2),t.stroke(),t.beginPath(),t.arc(n,r,o/2.6,0,7),t.fillStyle=e("--fire"),t.fill()}function ks(t,e,n,r){let{run:o,keys:i,
box:s,colour:a}=e,l=t.globalAlpha;for(let p of o.timers){if(p.index<n||p.index>=r||i&&!i.has(p.key))continue;let[d,c]=[R(e,p.index),R(e,p.end)];if(c<s.left||d>s.left+s.width)continue;let u=p.domain==="event"?I(e,p.time):s.top+s.height-7;t.globalAlpha=
.6*l,p.domain==="event"&&G(t,[d,u,c,u],a("--tm"),1,[1,3]),t.globalAlpha=l,p.end!==1/0&&(t.beginPath(),t.moveTo(c,u-4.5),t.lineTo(c+4.5,u),t.lineTo(c,u+4.5),t.lineTo(c-4.5,u),t.closePath(),t.fillStyle=p.fired?a("--tmfill"):a("--panel"),t.fill(),
t.strokeStyle=a("--tm"),t.lineWidth=1.2,t.stroke())}}function ys({trace:t,run:e},n,r){let o=[];for(let i=Math.max(n,r-Ld);i<r;i++){let s=t.kindOf(i),a=s==="WindowFired"||s==="WindowsMerged"?e.paneAt.get(i):void 0,l=s==="LateRecordDropped"?e.lateAt.get(i):void 0,p=s==="WindowAssigned"||s==="So\
urceRecordRead"?e.dotBehind(i):void 0;if(a&&o.push({what:"pane",pane:a}),a&&s==="WindowsMerged")for(let d of e.panes)d.into===a&&d.gone===i&&o.push({what:"pane",pane:d});l&&o.push({what:"late",late:l}),p&&!p.late&&o.push({what:"dot",dot:p})}
return o}var Ld=4e3,bs=3;function Dr(t,e,n,r,o=_d){let i=new Br(t,e),s=l=>r.filter(p=>p.what===l);for(let l of[...s("pane"),...s("dot"),...s("late")]){let p=Nd(l,o);p<=0||(l.what==="pane"?vs(t,e,l.pane,p):l.what==="dot"?Vd(t,e,l.dot,p):zd(t,
e,n,l.late,i,s("late").length<=bs,p))}let a=s("pane");o.t>=1&&a.slice(0,bs).forEach(l=>l.what==="pane"&&Dd(e,n,l.pane,i)),i.draw()}var _d={from:0,to:0,t:1},ws=.5;function Nd(t,{from:e,to:n,t:r}){if(r>=1||n<=e)return 1;let{index:o}=t.what===
"dot"?t.dot:t.what==="late"?t.late:{index:Bd(t.pane,e,n)},i=Math.max(0,Math.min(1-ws,(o-e)/(n-e)));return He(Ge(r,i,Math.min(1,i+ws)))}function Bd(t,e,n){return t.firings.find(({index:r})=>r>=e&&r<n)?.index??e}function vs(t,e,n,r=1){if(n.start===
-1/0)return;let o=Math.min(n.firings.at(-1)?.index??1/0,n.gone),[i,s]=[R(e,n.born),R(e,o)],[a,l]=[I(e,n.end),I(e,n.start)];t.strokeStyle=e.colour("--paneink"),t.lineWidth=2,t.strokeRect(i,a,Math.max(2,s-i),l-a);let p=n.firings.at(-1),d=(1-r)*
(Math.PI/2),c=l-a;p&&G(t,[s,a,s+Math.sin(d)*c,a+Math.cos(d)*c],e.colour("--fire"),4)}function Dd(t,{run:e,labels:n},r,o){if(r.start===-1/0)return;let i=Z(L(e.keys[r.key]),18),s=R(t,Math.min(r.firings.at(-1)?.index??r.gone,r.gone));o.add(`${i}\
 ${n.window(r.window)}`,s-6,I(t,r.end)-7,"--paneink","right")}function Vd(t,e,n,r){let[o,i]=[R(e,n.index),I(e,n.time)],{camera:s}=e,a=n.time>=s.x0&&e.places.at(-1)>1e6?Y(e,n.time):o-40,l=a+(o-a)*r;n.time>=s.x0&&e.places.at(-1)>1e6&&(t.globalAlpha=
.6,G(t,[Y(e,n.time),i,l,i],e.colour("--data"),1.6),t.globalAlpha=1),t.beginPath(),gt(t,n.source,l,i,6),t.fillStyle=e.colour("--data"),t.fill(),t.strokeStyle=e.colour("--panel"),t.lineWidth=1.6,t.stroke()}function zd(t,e,n,r,o,i,s){let{trace:a,
run:l,labels:p}=n,[d,c]=[R(e,r.index),I(e,r.time)],{pane:u,over:m,closer:h,behind:f}=$e(a,l,r);if(u&&vs(t,e,u),m>=0){let g=R(e,u&&u.gone<1/0?u.gone:m),b=d+(g-d)*Ge(s,0,.7);G(t,[d,c,b,c],e.colour("--fire"),2.6),Hd(t,b,c,e.colour("--fire"));let y=h<
0||s<.7?void 0:l.dotBehind(h);if(y){let[v,S]=[R(e,y.index),I(e,y.time)];if(G(t,[g,c,g,S,v,S],e.colour("--wmink"),1.6,[5,4]),t.beginPath(),gt(t,y.source,v,S,6),t.fillStyle=e.colour("--wm"),t.fill(),t.strokeStyle=e.colour("--wmink"),t.lineWidth=
1.6,t.stroke(),i){let C=p.time(BigInt(y.time));o.add(`closed by a record of ${C}`,Math.min(v,g)-9,S-8,"--wmink","right")}}if(i&&s>=.7){let v=Z(L(l.keys[r.key]??'""'),18),S=`${v}: ${pe(f)} too late`;o.add(f>0?S:`${v}: too late`,(d+g)/2,c+17,
"--fireink","center")}}Nr(t,e,d,c,8)}function Hd(t,e,n,r){t.beginPath(),t.moveTo(e,n),t.lineTo(e+9,n-5),t.lineTo(e+9,n+5),t.closePath(),t.fillStyle=r,t.fill()}var Br=class{constructor(e,n){this.context=e;this.picture=n}placed=[];add(e,n,r,o,i){
let{context:s,picture:a}=this,{left:l,top:p,width:d,height:c}=a.box;s.font=this.font;let u=s.measureText(e).width,m=i==="left"?n:i==="right"?n-u:n-u/2,h=Math.max(l+4,Math.min(l+d-u-4,m)),{avoid:f}=a;for(let g of[0,-17,17,-34,34,-51,51]){let b=Math.
max(p+14,Math.min(p+c-6,r+g));if(!(f!==null&&h<f.left+f.width&&h+u>f.left&&b>f.top&&b-14<f.top+f.height)&&this.placed.every(S=>Math.abs(S.y-b)>=16||S.left>h+u+4||S.left+S.wide+4<h)){this.placed.push({text:e,left:h,y:b,wide:u,style:o});return}}}draw(){
let{context:e,picture:n}=this;e.font=this.font,e.textAlign="left",e.lineJoin="round";for(let{text:r,left:o,y:i,style:s}of this.placed)e.strokeStyle=n.colour("--panel"),e.lineWidth=4.5,e.strokeText(r,o,i),e.fillStyle=n.colour(s),e.fillText(r,
o,i)}get font(){return`650 13px ${this.picture.colour("font-family")}`}};var xs=new WeakMap;function Ss(t){let e=xs.get(t);return e||xs.set(t,e=Gd(t)),e}function Gd(t){let e=new Map;for(let n of t){if(n.start===-1/0)continue;let r=`${n.start} ${n.end}`,o=e.get(r);o?o.push(n):e.set(r,[n])}return[...e.values()].map(
n=>{let r=new Map,o=new Set,i=0;for(let u of n){let m=Math.min(u.firings[0]?.index??1/0,u.gone);r.set(u.born,(r.get(u.born)??0)+1),m<1/0&&r.set(m,(r.get(m)??0)-1);for(let{index:h}of u.firings)o.add(h);i=Math.max(i,u.gone)}let s=[...r.keys()].
sort((u,m)=>u-m),a=0,l=s.map(u=>a+=r.get(u)),p=l.reduce((u,m)=>Math.max(u,m),1),{start:d,end:c}=n[0];return{start:d,end:c,at:s,open:l,most:p,firings:[...o].sort((u,m)=>u-m),gone:i}})}function Ts({run:t,keys:e,operators:n,followed:r}){if(qe.of!==t||qe.keys!==e||qe.operators!==n||qe.followed!==r){let o=i=>i.start>-1/0&&(!e||e.has(i.key))&&(!n||n.has(i.operator))&&(!r||r.hasPane(i));qe={of:t,keys:e,operators:n,followed:r,panes:t.
panes.filter(o)}}return qe.panes}var qe={of:null,keys:null,operators:null,followed:null,panes:[]};function Vr(t){let{camera:e,places:n}=t;return Ts(t).filter(({start:r,end:o,born:i,gone:s})=>o>=e.y0&&r<=e.y1&&n[i+1]<=e.x1&&(s===1/0||n[s+1]>=
e.x0))}var jd=600;function Kd(t,e){let{camera:n,box:r,places:o,colour:i}=e;t.fillStyle=i("--pane");for(let{start:s,end:a,at:l,open:p,most:d,firings:c,gone:u}of Ss(Ts(e))){if(a<n.y0||s>n.y1||o[l[0]+1]>n.x1||u<1/0&&o[u+1]<n.x0)continue;let[m,
h]=[I(e,a),I(e,s)],f=Math.max(1,h-m-1),g=R(e,l[0]);for(let y=Math.max(0,kt(e,l)-1);y<l.length;y++){let v=y+1<l.length?R(e,l[y+1]):r.left+r.width;if(!(v-g<1&&y+1<l.length)){if(p[y]>0&&(t.globalAlpha=.1+.5*(p[y]/d),t.fillRect(g,m,v-g,f)),v>r.
left+r.width)break;g=v}}t.globalAlpha=1;let b=-1/0;for(let y=kt(e,c);y<c.length;y++){let v=R(e,c[y]);if(v>r.left+r.width)break;v-b<1||(b=v,t.fillRect(v-1.2,m,2.4,f))}}t.globalAlpha=1}var qd=6e3;function Cs(t,e){let{run:n,colour:r}=e,o=Vr(e);
if(o.length>jd)return Kd(t,e);let i=e.keys?.size??n.keys.length,s=i>6?.16:i>2?.3:.5,a=o.reduce((l,p)=>l+p.fills.length,0);for(let l of o)Ud(t,e,l,s,a<=qd);for(let l of o){let[p,d]=[I(e,l.end),I(e,l.start)];for(let{index:c,kind:u}of l.firings){
let m=R(e,c),h=r(u==="late"?"--fire":"--pane");G(t,[m,p,m,d],h,u==="early"?1.2:2.6,u==="early"?[2,2]:[])}}}function Ud(t,e,n,r,o){let{colour:i}=e,[s,a]=[I(e,n.end),I(e,n.start)],l=Math.max(1,a-s-1),p=n.firings.find(({kind:g})=>g==="on time"),
d=Math.min(p?.index??1/0,n.gone),[c,u,m]=[R(e,n.born),R(e,d),R(e,n.gone)];t.fillStyle=i("--pane");let h=n.counts.reduce((g,b)=>Math.max(g,b),1),f=o?n.fills.filter(g=>g<d):[n.born];for(let g=0;g<f.length;g++){let b=R(e,f[g]),y=g+1<f.length?R(
e,f[g+1]):u;t.globalAlpha=r*(o?.35+.65*(n.counts[g]/h):.8),t.fillRect(b,s,Math.max(y-b,.5),l)}m>u+1&&(t.globalAlpha=r*.3,t.fillRect(u,s,m-u,l),t.globalAlpha=.8,G(t,[u,s,m,s,m,a,u,a],i("--pane"),1,[3,3])),u-c>5&&l>5&&(t.globalAlpha=Math.min(
1,r*2.2),t.strokeStyle=i("--pane"),t.lineWidth=1,t.strokeRect(c+.5,s+.5,u-c-1,l-1)),t.globalAlpha=1}function Ms(t,e){let{parts:n}=e;n.has("minimum")&&Wi(t,e),Fi(t,e),n.has("panes")&&Cs(t,e),_i(t,e)}function gn(t,e,n=0,r=1/0){let{parts:o}=e;o.has("timers")&&ks(t,e,n,r),o.has("records")&&fs(t,e,n,r),o.has("late")&&gs(t,e,n,r)}var Jd=72;function $s(t,e){let{box:n,camera:r,colour:o}=e.picture;t.font=`500 12px ${o("font-family")}`,t.strokeStyle=o("--line"),t.fillStyle=o("--ink2"),t.lineWidth=1,Yd(t,e),t.textAlign="center",t.textBaseline="alphabetic";let i=n.top+n.height+
16;for(let s of tt(r.x0,r.x1,Math.floor(n.width/92))){let a=Math.round(Y(e.picture,s))+.5;t.globalAlpha=.6,t.beginPath(),t.moveTo(a,n.top),t.lineTo(a,n.top+n.height),t.stroke(),t.globalAlpha=1;let l=e.axis==="time"?Os(e,s):`fact ${s}`;a>n.left+
24&&a<n.left+n.width-24&&Math.abs(a-e.now)>Jd&&t.fillText(l,a,i)}t.textAlign="left",t.fillText("event time ↑",n.left+7,n.top+16),t.strokeStyle=o("--line2"),t.strokeRect(n.left+.5,n.top+.5,n.width-1,n.height-1)}function Yd(t,e){let{box:n,camera:r}=e.
picture,o=14;t.textAlign="right",t.textBaseline="middle";for(let i of tt(r.y0,r.y1,Math.floor(n.height/44))){let s=Math.round(I(e.picture,i))+.5;t.beginPath(),t.moveTo(n.left,s),t.lineTo(n.left+n.width,s),t.stroke();let a=Os(e,i).split(" ");
a.forEach((l,p)=>t.fillText(l,n.left-7,s+o*(p-(a.length-1)/2)))}}function Os({labels:t},e){return t.time(BigInt(Math.round(e))).replace(/(\d\d:\d\d):00$/,"$1").replace(/^\d{4}-/,"")}function As(t,{picture:{box:e,colour:n},now:r}){t.fillStyle=
n("--fire"),t.fillRect(r-.75,e.top,1.5,e.height)}function Es(t,e){let{picture:n,labels:r,now:o,wide:i}=e,{box:s,colour:a}=n;if(o<s.left||o>s.left+s.width)return;let l=r.time(BigInt(e.time));t.font=`650 12px ${a("font-family")}`;let p=t.measureText(
l).width+14,d=Math.max(0,Math.min(i-p,o-p/2));t.fillStyle=a("--badge"),t.beginPath(),t.roundRect(d,s.top+s.height+2,p,20,6),t.fill(),t.fillStyle=a("--onfire")||"#fff",t.textAlign="left",t.fillText(l,d+7,s.top+s.height+16)}function Rs(t,{picture:{
colour:e}},[n,r,o,i]){t.fillStyle=e("--focus"),t.globalAlpha=.14,t.fillRect(n,r,o-n,i-r),t.globalAlpha=1,t.strokeStyle=e("--focus"),t.strokeRect(n,r,o-n,i-r)}function zr(t,e){let n=[...t.dots.map(({time:m})=>m),...t.timers.filter(({domain:m})=>m==="event").map(({time:m})=>m)],r=t.panes.filter(({start:m})=>m>-1/0);for(let m of r)n.push(m.start,m.end);if(n.length===0)for(let{values:m}of t.curves)n.
push(...m.filter(Number.isFinite));let o=Float64Array.from(n).sort();o.length===0&&o.set([]);let i=m=>o[Math.round(m*(o.length-1))]??0,s=i(.98)-i(.02)||i(1)-i(0)||1,a=Math.max(i(0),i(.02)-4*s),l=Math.min(i(1),i(.98)+4*s),p=l-a||1,[d,c]=Xd(t,
e),u=c-d||1;return{x0:d-u*.015,x1:c+u*.02,y0:a-p*.06,y1:l+p*.06}}function Xd(t,e){let n=Math.min(t.dots[0]?.index??1/0,t.panes[0]?.born??1/0),r=e.length-1,o=[t.dots.at(-1)?.index??0,t.lates.at(-1)?.index??0];for(let s of t.panes)o.push(s.firings.
at(-1)?.index??s.born);for(let s of t.curves)o.push(s.at.at(-1)??0);let i=o.reduce((s,a)=>Math.max(s,a),0);return n===1/0?[e[0],e[r]]:[e[n],e[Math.min(r,i+1)]]}var Is=1e-5;function kn(t,e,n,r,o,i=!1){let[s,a]=[t.x1-t.x0,t.y1-t.y0],[l,p]=[e.
x1-e.x0,e.y1-e.y0],d=Math.max(l*Is,s*n),c=i?a:Math.max(p*Is,a*n);if(d>=l&&c>=p)return e;let u=t.x0+(s-d)*r,m=t.y0+(a-c)*o;return{x0:u,x1:u+d,y0:m,y1:m+c}}var Qd=50;function Ps({run:t,places:e,things:n}){return n.slice(0,Qd).flatMap(r=>{if(r.
what==="dot")return[[e[r.dot.index+1],r.dot.time]];if(r.what==="late"){let a=t.missedBy(r.late),l=[e[r.late.index+1],r.late.time];return a?[l,[e[a.born+1],a.start]]:[l]}let{born:o,start:i,end:s}=r.pane;return i===-1/0?[]:[[e[o+1],i],[e[o+1],
s]]})}function Ws({run:t,places:e,whole:n},r){return t.dots.filter(({index:i})=>e[i+1]<=r).at(-1)?.time??(n.y0+n.y1)/2}function Fs(t,e,n){let r=Ps(t),o=(n.x1-n.x0)/8,i=(n.y1-n.y0)/6,s=[e,...r.map(([l])=>l)],a=r.length>0?r.map(([,l])=>l):[Ws(
t,e)];return{x0:Math.min(...s)-o*.6,x1:Math.max(...s)+o*.4,y0:Math.min(...a)-i*.5,y1:Math.max(...a)+i*.5}}function Ls(t,e,{x0:n,x1:r,y0:o,y1:i}){let s=r-n,a=i-o,l=Ps(t)[0]?.[1]??Ws(t,e),p=e<n+s*.04||e>r-s*.04,d=l<o+a*.04||l>i-a*.04;if(!p&&!d)
return null;let c=p?e-s*.6:n,u=d?l-a*.5:o;return{x0:c,x1:c+s,y0:u,y1:u+a}}function _s({dots:t},e){if(t.length<2||e.last===e.start)return"steps";let n=e.places("time"),r=new Map;for(let{index:s}of t){let a=Math.floor((n[s+1]-e.start)/(e.last-
e.start)*40);r.set(a,(r.get(a)??0)+1)}let[o=0,i=0]=[...r.values()].sort((s,a)=>a-s);return o+i>t.length*.6?"steps":"time"}var bn=({box:t,camera:e},n)=>e.x0+(n-t.left)/t.width*(e.x1-e.x0);function Ns(t,e){let n=r=>Ke(t,r);t.addEventListener("wheel",r=>{r.preventDefault();let[o,i]=n(r),{box:s}=e.picture(),a=Math.exp(Math.max(-120,Math.min(120,r.deltaY))*.0025),l=(o-
s.left)/s.width;e.jumpTo(kn(e.target,e.whole,a,l,1-(i-s.top)/s.height,r.shiftKey)),e.changed()},{passive:!1}),t.addEventListener("pointerdown",r=>{r.button===0&&Zd(t,e,r,n)}),t.addEventListener("pointermove",r=>{r.buttons!==0?e.point(NaN,NaN):
e.point(...n(r))}),t.addEventListener("pointerleave",()=>e.point(NaN,NaN)),t.addEventListener("dblclick",()=>e.wholeRun())}function Zd(t,e,n,r){let[o,i]=r(n),{x0:s,x1:a,y0:l,y1:p}=e.target,{box:d}=e.picture(),c=n.shiftKey||!e.isZoomed,u=!1,
m=null;t.setPointerCapture(n.pointerId);let h=g=>{let[b,y]=r(g);if(u||=Math.abs(b-o)+Math.abs(y-i)>5,!u)return;if(c)return e.showBrush(m=[o,i,b,y]);let[v,S]=[(b-o)/d.width,(y-i)/d.height],[C,F]=[(a-s)*v,(p-l)*S];e.jumpTo({x0:s-C,x1:a-C,y0:l+
F,y1:p+F})},f=()=>{t.removeEventListener("pointermove",h),t.removeEventListener("pointerup",f),t.removeEventListener("pointercancel",f),e.showBrush(null),u?m&&ec(e,m):e.click(o,i)};t.addEventListener("pointermove",h),t.addEventListener("poi\
nterup",f),t.addEventListener("pointercancel",f)}function ec(t,[e,n,r,o]){if(Math.abs(r-e)<8||Math.abs(o-n)<8)return;let i=t.picture(),{box:s,camera:a}=i,l=p=>a.y1-(p-s.top)/s.height*(a.y1-a.y0);t.flyTo({x0:bn(i,Math.min(e,r)),x1:bn(i,Math.
max(e,r)),y0:l(Math.max(n,o)),y1:l(Math.min(n,o))})}var Bs=9;function Hr(t,e,n){let{run:r,places:o,camera:i,box:s,parts:a,keys:l}=t;if(e<s.left||e>s.left+s.width||n<s.top||n>s.top+s.height)return null;let p=null,d=Bs,c=(i.x1-i.x0)/s.width*Bs,u=i.x0+(e-s.left)/s.width*(i.x1-i.x0),m=(f,g,b)=>{
let y=o[f+1];if(Math.abs(y-u)>c)return;let v=Math.hypot(Y(t,y)-e,I(t,g)-n);v>=d||(d=v,p=b())};if(a.has("records"))for(let f of r.dots)!f.late&&(!l||f.key<0||l.has(f.key))&&m(f.index,f.time,()=>({what:"dot",dot:f}));if(a.has("late"))for(let f of r.
lates)m(f.index,f.time,()=>({what:"late",late:f}));if(p||!a.has("panes"))return p;let h=1/0;for(let f of Vr(t)){let[g,b]=[R(t,f.born),R(t,f.gone)],[y,v]=[I(t,f.end),I(t,f.start)],S=(b-g)*(v-y);e<g||e>b||n<y||n>v||S>=h||(h=S,p={what:"pane",pane:f})}
return p}function wn(t){return t.what==="dot"?t.dot.index+1:t.what==="late"?t.late.index+1:(t.pane.firings[0]?.index??t.pane.fills.at(-1)??t.pane.born)+1}function Gr(t,e){let{trace:n,run:r,labels:o}=t,i=c=>c<0?"":Z(L(r.keys[c]),40),s=c=>Number.
isFinite(c)?o.time(BigInt(Math.round(c))):"none";if(e.what==="pane"){let{pane:c}=e,u=c.firings.map(({kind:h,count:f})=>`${h} with ${f}`).join(", ");return[`${i(c.key)} ${o.window(c.window)}`,`${c.counts.at(-1)??0} elements`,u===""?"never fi\
res":`fires ${u}`,o.name(c.operator)]}let{dot:a}=e.what==="late"?e.late:e,l=n.event(a.index),d=[`${("value"in l?o.value(l.value):"")||i(a.key)}`,`event time ${s(a.time)}`];if(a.key>=0&&d.push(`key ${i(a.key)}`),a.split!==""&&d.push(`split ${a.
split}`),e.what==="late"){let{late:c}=e,{closer:u,behind:m}=$e(n,r,c);d.push(`too late: ${o.window(c.windows)} was over`,`the watermark was ${pe(m)} past its time`);let h=u<0?null:n.event(u);h?.type==="SourceRecordRead"&&d.push(`closed by ${o.
value(h.value)}`)}return d}var tc=84,nc=62,rc=24,Ds=8,oc=12,vt=9,jr=.27,ic=240,yn=class{constructor(e,n,r,o){this.el=e;this.labels=r;this.go=o;this.run=new ve(n),this.clock=new le(n),this.axis=_s(this.run,this.clock),this.places=this.clock.places(this.axis),this.whole=
zr(this.run,this.places),this.camera=this.target=this.whole,this.lit={trace:n,labels:r,run:this.run},this.tip.className="planeTip",this.tip.hidden=!0,this.canvas.setAttribute("role","img"),e.replaceChildren(this.canvas,this.tip),this.observer=
new ResizeObserver(()=>{let{clientWidth:i,clientHeight:s}=this.el;this.room={clientWidth:i,clientHeight:s},this.drawSoon()}),this.observer.observe(e),Ns(this.canvas,this)}run;axis;parts=new Set(Ii.filter(e=>e!=="channels"));keys=null;operators=null;changed=()=>{};canvas=document.
createElement("canvas");ground=document.createElement("canvas");marks=document.createElement("canvas");tip=document.createElement("div");clock;places;whole;camera;target;lit;position=0;from=0;timeNow=0;phase={from:0,to:0,t:1};followed=null;ghost=null;hidesFuture=!1;avoid=null;things=[];hover=null;brush=null;stale=!0;frame=0;easing=null;colours=new Map;wide=0;tall=0;room={
clientWidth:0,clientHeight:0};observer;get isEmpty(){return this.run.dots.length===0&&this.run.panes.length===0}get isZoomed(){return this.target!==this.whole}show(e,n){let r=e!==this.position;this.position=e,this.timeNow=this.clock.timeAt(
e),this.from=Math.min(n,e),this.things=ys(this.lit,this.from,e);let o=r&&this.isZoomed?Ls(this.sight,this.places[e],this.target):null;o&&this.flyTo(o),this.canvas.setAttribute("aria-label",this.inWords()),this.drawSoon()}move(e){this.phase=
e,this.drawSoon()}preview(e){let n=this.keys&&[...this.keys].map(r=>this.run.keys[r]);this.run=new ve(e),this.keys=n&&new Set(n.map(r=>this.run.keys.indexOf(r))),this.clock=new le(e),this.places=this.clock.places(this.axis),this.lit={trace:e,
labels:this.labels,run:this.run},this.things=[],this.hover=null,this.position=e.positionBy(BigInt(Math.round(this.timeNow))),this.phase={from:this.position,to:this.position,t:1},this.refresh(),this.changed()}setGhost(e){this.ghost=e,this.refresh()}follow(e){
this.followed=e,this.refresh()}refresh(){this.colours.clear(),this.stale=!0,this.drawSoon()}setAxis(e){e!==this.axis&&(this.axis=e,this.places=this.clock.places(e),this.whole=zr(this.run,this.places),this.camera=this.target=this.whole,this.
refresh(),this.changed())}choose(e,n=this.operators){this.keys=e,this.operators=n,this.refresh()}toggle(e){this.parts.delete(e)||this.parts.add(e),this.refresh()}wholeRun(){this.flyTo(this.whole)}zoomToNow(){this.flyTo(Fs(this.sight,this.places[this.
position],this.whole))}zoomBy(e,n=this.wide/2,r=this.tall/2){let o=this.picture();this.flyTo(kn(this.target,this.whole,e,(n-o.box.left)/o.box.width,1-(r-o.box.top)/o.box.height))}destroy(){window.cancelAnimationFrame(this.frame),this.observer.
disconnect()}drawSoon(){this.frame===0&&(this.frame=window.requestAnimationFrame(e=>{this.frame=0,this.ease(e),this.draw(),this.easing&&this.drawSoon()}))}ease(e){if(!this.easing)return;let n=Math.max(0,Math.min(1,(e-this.easing.start)/ic)),
r=1-(1-n)**3,o=i=>this.easing.from[i]*(1-r)+this.target[i]*r;this.camera={x0:o("x0"),x1:o("x1"),y0:o("y0"),y1:o("y1")},this.stale=!0,n>=1&&(this.camera=this.target,this.easing=null)}draw(){let e=performance.now();if(!this.size())return;let n=this.
canvas.getContext("2d"),r=this.picture(),{box:o}=r;if(this.stale){for(let[a,l]of[[this.ground,Ms],[this.marks,gn]]){let p=a.getContext("2d");this.scale(p),p.clearRect(0,0,this.wide,this.tall),l(p,r),a===this.ground&&this.ghost?.paint(p,r,this.
axis)}this.stale=!1}this.scale(n),n.clearRect(0,0,this.wide,this.tall);let i=this.axes(r);$s(n,i);let{now:s}=i;this.blit(n,this.ground,o.left,s,1),this.hidesFuture||this.blit(n,this.ground,s,o.left+o.width,jr),this.blit(n,this.marks,o.left,
s-vt,1),this.hidesFuture||this.blit(n,this.marks,s+vt,o.left+o.width,jr),n.save(),n.beginPath(),n.rect(o.left,o.top,o.width,o.height),n.clip(),this.drawStrip(n,r,s),Dr(n,r,this.lit,this.things.filter(a=>this.isShown(a)),this.phase),As(n,i),
this.hover&&Dr(n,r,this.lit,[this.hover]),this.brush&&Rs(n,i,this.brush),n.restore(),Es(n,i),performance.measure("flinksim:plane",{start:e})}isShown(e){let{followed:n}=this;if(e.what==="pane"&&n&&!n.hasPane(e.pane)||e.what==="late"&&n&&!n.hasLate(
e.late)||e.what==="dot"&&n&&!n.hasDot(e.dot))return!1;let{key:r}=e.what==="pane"?e.pane:e.what==="late"?e.late:e.dot;return r<0||!this.keys||this.keys.has(r)}drawStrip(e,n,r){let{box:o}=n,i=Math.max(o.left,r-vt),s=Math.min(o.left+o.width,r+
vt)-i;if(s<=0)return;e.save(),e.beginPath(),e.rect(i,o.top,s,o.height),e.clip();let{x0:a,x1:l}=n.camera,p=3*vt*(l-a)/o.width,d=this.placeNow,c=this.clock.positionAt(d-p,this.axis)-1,u=this.clock.positionAt(d+p,this.axis);e.globalAlpha=this.
hidesFuture?0:jr;let m=this.positionNow;gn(e,n,m,u),e.globalAlpha=1,gn(e,n,c,m),e.restore()}blit(e,n,r,o,i){let{left:s,top:a,width:l,height:p}=this.picture().box,[d,c]=[Math.max(s,r),Math.min(s+l,o)];c<=d||(e.save(),e.beginPath(),e.rect(d,a,
c-d,p),e.clip(),e.globalAlpha=i,e.drawImage(n,0,0,this.wide,this.tall),e.restore())}axes(e){let n=Y(e,this.placeNow),r=this.clock.timeAt(this.positionNow);return{picture:e,labels:this.labels,axis:this.axis,now:n,time:r,wide:this.wide}}get positionNow(){
let{from:e,to:n,t:r}=this.phase;return n===e?this.position:Math.round(e+(n-e)*r)}get placeNow(){let{from:e,to:n,t:r}=this.phase;if(n===e)return this.places[this.position];let o=e+(n-e)*r,i=this.places[Math.floor(o)];return i+(this.places[Math.
ceil(o)]-i)*(o-Math.floor(o))}get sight(){return{run:this.run,places:this.places,things:this.things,whole:this.whole}}picture(){let e=this.wide<500?nc:tc,n={left:e,top:Ds,width:this.wide-e-oc,height:this.tall-Ds-rc},{run:r,places:o,camera:i,
keys:s,operators:a,parts:l,followed:p}=this;return{run:r,places:o,camera:i,box:n,keys:s,operators:a,parts:l,followed:p,avoid:this.avoid,colour:d=>this.colour(d)}}colour(e){let n=this.colours.get(e);return n===void 0&&this.colours.set(e,n=getComputedStyle(
this.el).getPropertyValue(e).trim()),n}get ratio(){return(window.devicePixelRatio||1)*(this.el.currentCSSZoom??1)}scale(e){let n=this.ratio;e.setTransform(n,0,0,n,0,0)}size(){let{clientWidth:e,clientHeight:n}=this.room;if(e<120||n<60)return!1;
let r=this.ratio,[o,i]=[Math.round(e*r),Math.round(n*r)];if(this.canvas.width!==o||this.canvas.height!==i){for(let s of[this.canvas,this.ground,this.marks])s.width=o,s.height=i;this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}\
px`,this.stale=!0}return this.wide=e,this.tall=n,!0}flyTo(e){let n=window.matchMedia("(prefers-reduced-motion: reduce)").matches;this.easing=n?null:{from:this.camera,start:performance.now()},this.target=e,n&&this.jumpTo(e),this.drawSoon(),this.
changed()}jumpTo(e){this.camera=this.target=e,this.easing=null,this.stale=!0,this.drawSoon()}showBrush(e){this.brush=e,this.drawSoon()}click(e,n){let r=this.picture(),o=Hr(r,e,n);this.go(o?wn(o):this.clock.positionAt(bn(r,e),this.axis))}point(e,n){
let r=Number.isNaN(e)?null:Hr(this.picture(),e,n),o=JSON.stringify(r&&wn(r))===JSON.stringify(this.hover&&wn(this.hover));if(this.hover=r,this.tip.hidden=!r,this.canvas.style.cursor=r?"pointer":this.isZoomed?"grab":"crosshair",r&&!o&&this.tip.
replaceChildren(...Gr(this.lit,r).map(sc)),r){let{offsetWidth:i,offsetHeight:s}=this.tip;this.tip.style.left=`${Math.max(4,e+16+i>this.wide?e-i-12:e+16)}px`,this.tip.style.top=`${Math.max(4,Math.min(this.tall-s-4,n+12))}px`}o||this.drawSoon()}inWords(){
let e=l=>l.filter(({index:p})=>p<this.position).length,{dots:n,lates:r,panes:o}=this.run,i=o.filter(({born:l,gone:p})=>l<this.position&&p>=this.position).length,s=o.filter(({firings:l})=>l.some(({index:p})=>p<this.position)).length,a=this.things.
slice(0,5).flatMap(l=>Gr(this.lit,l)[0]??[]);return`Event time over processing time: ${e(n)} of ${n.length} records, ${e(r)} of ${r.length} too late, ${i} panes open, ${s} have fired. ${a.join("; ")}`}};function sc(t){let e=document.createElement(
"div");return e.textContent=t,e}var Vs=6,he=class{constructor(e,n){this.el=e;this.height=n;e.classList.add("rows"),this.inside.className="rowsInside",e.replaceChildren(this.inside),e.addEventListener("scroll",()=>this.draw()),new ResizeObserver(()=>this.draw()).observe(e)}inside=document.
createElement("div");count=0;row=()=>"";drawn="";set(e,n){this.count=e,this.row=n,this.inside.style.height=`${e*this.height}px`,this.draw()}reveal(e){let{scrollTop:n,clientHeight:r}=this.el,o=e*this.height;(o<n||o+this.height>n+r)&&(this.el.
scrollTop=Math.max(0,o-r/2)),this.draw()}draw(){let e=Math.max(0,Math.floor(this.el.scrollTop/this.height)-Vs),n=Math.min(this.count,e+Math.ceil(this.el.clientHeight/this.height)+2*Vs),r="";for(let s=e;s<n;s++)r+=`<div class="row" data-styl\
e="top:${s*this.height}px;height:${this.height}px">${this.row(s)}</div>`;if(r===this.drawn)return;this.drawn=r;let o=document.activeElement,i=o&&this.inside.contains(o)?o.dataset.id:void 0;A(this.inside,r),i!==void 0&&this.inside.querySelector(
`[data-id="${i}"]`)?.focus({preventScroll:!0})}};var ac=["by name","by records","by late records"],lc=28,vn=class{constructor(e,n,r){this.changed=r;this.names=n.keys.map(o=>Z(L(o))),this.records=n.keys.map(()=>0),this.late=n.keys.map(()=>0);for(let{key:o}of n.dots)o>=0&&this.records[o]++;
for(let{key:o}of n.lates)o>=0&&this.late[o]++;A(e,`<div class="keyTools"><input type="search" placeholder="search keys" aria-label="Search keys"><select aria-label="Sort keys">${ac.map(o=>`<option>${o}</option>`).join("")}</select></div><di\
v class="keyTools"><button type="button" data-keys="all" class="small">all</button><button type="button" data-keys="none" class="small">none</button><button type="button" data-keys="listed" class="small">only those found</button></div><div \
class="keyRows"></div>`),this.rows=new he(e.querySelector(".keyRows"),lc),e.querySelector("input").addEventListener("input",o=>{this.search=o.target.value.toLowerCase(),this.list()}),e.querySelector("select").addEventListener("change",o=>{this.
sort=o.target.value,this.list()}),e.addEventListener("click",o=>this.onClick(o)),this.list()}chosen=null;names;records;late;sort="by name";search="";rows;listed=[];get words(){let{chosen:e,names:n}=this;return e?e.size===0?"none":e.size<=2?
[...e].map(r=>Z(n[r],14)).join(", "):`${e.size} of ${n.length}`:`all ${n.length}`}get name(){return this.chosen?.size===1?this.names[[...this.chosen][0]]:""}chooseNamed(e){let n=this.names.indexOf(e);return n<0?!1:(this.choose(new Set([n])),
!0)}choose(e){this.chosen=e?.size===this.names.length?null:e,this.list(),this.changed()}onClick(e){let n=e.target,r=n.closest("[data-keys]")?.dataset.keys;r==="all"?this.choose(null):r==="none"?this.choose(new Set):r==="listed"&&this.choose(
new Set(this.listed));let o=n.closest("[data-id]")?.dataset.id;if(o===void 0)return;let i=Number(o),s=new Set(this.chosen??[]);s.delete(i)||s.add(i),this.choose(s)}list(){let{names:e,search:n,sort:r,records:o,late:i}=this;this.listed=e.flatMap(
(a,l)=>a.toLowerCase().includes(n)?[l]:[]);let s=a=>r==="by records"?-o[a]:r==="by late records"?-i[a]:0;this.listed.sort((a,l)=>s(a)-s(l)||e[a].localeCompare(e[l],"en",{numeric:!0})),this.rows.set(this.listed.length,a=>{let l=this.listed[a],
p=!this.chosen||this.chosen.has(l),d=i[l]>0?` <i>${i[l]} late</i>`:"";return`<button type="button" role="checkbox" aria-checked="${p}" data-id="${l}" class="keyRow"><b>${k(e[l])}</b><small>${o[l]}${d}</small></button>`})}};var We=(t,e=22)=>`<svg width="${e}" height="12" viewBox="0 0 ${e} 12" aria-hidden="true">${t}</svg>`,pc={records:We('<circle cx="6" cy="6" r="4" class="pDot"/>',12),late:We('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6"\
 r="1.6" class="pLateIn"/>',12),panes:We('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>',20),generators:We('<path d="M0 10H8V3H22" class="pGenerator"/>'),channels:We('<path d="M0 10H8V3H22" class=\
"pChannel"/>'),minimum:We('<path d="M0 10H8V3H22" class="pMinimum"/>'),timers:We('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>',12)},xn=class{constructor(e,n,r,o,i){this.labels=r;this.changed=i;this.el=e,A(e,'<div class="planeTools"></div\
><div class="planeStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>'),this.tools=e.querySelector(".planeTools"),this.zoom=e.querySelector(".planeZoom"),this.menu=e.querySelector(".ke\
yMenu"),this.plane=new yn(e.querySelector(".planeStage"),n,r,o),this.keys=new vn(this.menu,this.plane.run,()=>{this.plane.choose(this.keys.chosen),this.drawTools(),this.changed()}),this.plane.changed=()=>this.drawTools(),this.drawTools(),e.
addEventListener("click",s=>this.onClick(s)),e.addEventListener("keydown",s=>{s.key!=="Escape"||this.menu.hidden||(s.stopPropagation(),this.openMenu(!1))})}plane;keys;el;tools;zoom;menu;drawn=new Map;drawTools(){let{plane:e}=this,n=(l,p)=>`\
<button type="button" class="sign" data-part-of="${l}" aria-pressed="${e.parts.has(l)}" title="Show or hide">${pc[l]}${k(p)}</button>`,{run:r}=e,o=l=>r.curves.filter(p=>p.kind===l),i=[n("records","record")];r.lates.length>0&&i.push(n("late",
`too late (${r.lates.length})`)),r.panes.length>0&&i.push(n("panes","pane, fires")),o("generator").length>0&&i.push(n("generators",this.generatorWords(o("generator")))),o("channel").length>0&&i.push(n("channels",`channels (${o("channel").length}\
)`)),o("minimum").length>0&&i.push(n("minimum","minimum")),r.timers.length>0&&i.push(n("timers","timer"));let s=e.axis==="time"?"processing time":"order of facts",a=r.keys.length===0?"":`<button type="button" data-plane="keys" aria-expanded\
="${!this.menu.hidden}">Keys: ${k(this.keys.words)} ▾</button>`;this.put(this.tools,`<div class="signs">${i.join("")}</div><div class="planeButtons">${a}</div>`),this.put(this.zoom,`<button type="button" data-plane="axis" title="What runs\
 from left to right">→ ${s}</button><button type="button" data-plane="in" title="Zoom in (+)" aria-label="Zoom in">+</button><button type="button" data-plane="out" title="Zoom out (−)" aria-label="Zoom out">−</button>`+(e.isZoomed?'<b\
utton type="button" data-plane="whole" title="The whole run (0)">Whole run</button>':'<button type="button" data-plane="now" title="Zoom to now (z)">Zoom to now</button>'))}put(e,n){if(this.drawn.get(e)===n)return;this.drawn.set(e,n);let r=document.
activeElement?.dataset.plane,o=e.contains(document.activeElement);if(A(e,n),!o||r===void 0)return;let i=r==="now"?"whole":"now";(e.querySelector(`[data-plane="${r}"]`)??e.querySelector(`[data-plane="${i}"]`))?.focus()}generatorWords(e){return e.
length>4?`watermarks of ${e.length} splits or sources`:`watermark of ${e.map(({owner:r,part:o})=>o||this.plane.run.splitsBefore(r)||this.labels.name(r)).join(" ┄ ")}`}onClick(e){let n=e.target.closest("[data-plane],[data-part-of]");if(!n)
return;let{plane:r}=this,o=n.dataset.partOf;o?r.toggle(o):this.act(n.dataset.plane),this.drawTools()}act(e){let{plane:n}=this;if(e==="keys")this.openMenu(this.menu.hidden);else if(e==="axis")n.setAxis(n.axis==="time"?"steps":"time");else if(e===
"in")n.zoomBy(.6);else if(e==="out")n.zoomBy(1/.6);else if(e==="whole")n.wholeRun();else if(e==="now")n.zoomToNow();else return!1;return!0}openMenu(e){this.menu.hidden=!e,this.drawTools(),e?(this.keys.list(),this.menu.querySelector("input").
focus()):this.el.querySelector('[data-plane="keys"]')?.focus()}};var zs={InputWatermarkAdvanced:"the next minimum",LateRecordDropped:"late or not",WindowAssigned:"late or not",WindowFired:"which panes fire"},Hs=[["anything",vr],...[...new Set(Object.values(zs))].map(t=>[t,vr.filter(e=>zs[e]===t)])],dc=60,
Sn=class{constructor(e){this.stepper=e;this.el=e.parts.get("predict"),this.el.addEventListener("change",n=>{let r=n.target.closest("select");r&&(this.about=Number(r.value),this.ask())})}question=null;about=0;asked=0;right=0;el;beliefs=new Map;get isOn(){
return!this.el.hidden}toggle(){if(this.isOn)return this.close();this.ask()}close(){this.el.hidden=!0,this.question=null,this.hide(!1),this.stepper.redraw()}ask(){let{stepper:e}=this,n=this.next(e.player.position);if(this.question=n,this.el.
hidden=!1,this.hide(n!==null),!n){A(this.el,`${this.head()}<p>Nothing of this kind is decided any more.</p>`);return}e.jump(n.before);let r=n.choices.map(({text:o},i)=>`<button type="button" data-choice="${i}">${k(o)}</button>`);A(this.el,`${this.
head()}<p class="asksWhat">${k(n.asks)}</p><div class="choices">${r.join("")}</div>`),this.el.querySelector("[data-choice]")?.focus({preventScroll:!0})}hide(e){this.stepper.root.classList.toggle("asks",e),this.stepper.panel&&(this.stepper.panel.
plane.hidesFuture=e)}next(e){let{trace:n,labels:r}=this.stepper,o=new Set(Hs[this.about][1].map(s=>O.indexOf(s))),i=n.indexesOf(["LateRecordDropped"]);for(let s=e;s<n.eventCount;s++){if(!o.has(n.kinds[s])||n.kindOf(s)==="WindowAssigned"&&i.
length>0&&!i.some(p=>Math.abs(p-s)<dc))continue;let l=yr(n,r,this.stepper.viewAt(s),s);if(l)return l}return null}onClick(e){let{choice:n,predict:r}=e.closest("[data-choice],[data-predict]")?.dataset??{};if(r==="close")this.close();else if(r===
"next")this.ask();else if(n!==void 0)this.answer(Number(n));else return!1;return!0}answer(e){let{question:n,stepper:r}=this;if(!n)return;this.question=null;let o=n.choices[e];this.asked++,o.right?this.right++:this.beliefs.set(o.misconception,
(this.beliefs.get(o.misconception)??0)+1),this.hide(!1),r.jump(n.after);let i=n.choices.find(({right:a})=>a),s=J(r.trace.event(n.index),r.labels);A(this.el,`${this.head()}<p class="asksWhat ${o.right?"isRight":"isWrong"}"><b>${o.right?"Righ\
t.":`No: ${k(i.text)}`}</b> ${k(o.misconception)}</p><p>${k(s)}</p><div class="choices"><button type="button" data-predict="next">next question</button></div>`),this.el.querySelector('[data-predict="next"]')?.focus({preventScroll:!0}),r.tellScore(
{asked:this.asked,right:this.right,beliefs:Object.fromEntries(this.beliefs)})}head(){return`<div class="predictHead"><b>Predict</b><select aria-label="What to predict">${Hs.map(([n],r)=>`<option value="${r}"${r===this.about?" selected":""}>${n}\
</option>`).join("")}</select><small>${this.right} of ${this.asked} right</small><button type="button" class="small" data-predict="close" aria-label="No more questions">✕</button></div>`}};var Kr=[.5,1,2,4,8,16],Gs=800,Tn=class{constructor(e,n){this.trace=e;this.moved=n;this.stops=new rn(e)}stops;grain="told";speed=1;at=0;timer=0;get position(){return this.at}get playing(){return this.timer!==0}get step(){return this.at===0?-1:
this.trace.stepOf(this.at-1)}go(e){let n=Math.max(0,Math.min(this.trace.eventCount,Math.round(e)));n!==this.at&&(this.at=n,this.moved())}goToStep(e){e<0?this.go(0):this.go(this.trace.eventRange(Math.min(e,this.trace.stepCount-1))[1])}next(){
this.go(this.stops.next(this.at,this.grain))}back(){this.go(this.stops.back(this.at,this.grain))}toggle(){this.playing?this.pause():this.play()}play(){this.at===this.trace.eventCount&&this.go(0);let e=()=>{this.next(),this.at===this.trace.eventCount?
this.pause():this.timer=window.setTimeout(e,Gs/this.speed)};this.timer=window.setTimeout(e,Gs/this.speed/4),this.moved()}pause(){this.playing&&(window.clearTimeout(this.timer),this.timer=0,this.moved())}faster(){this.speed=Kr[(Kr.indexOf(this.
speed)+1)%Kr.length],this.moved()}};var cc=[{name:"records",colour:"--data",kinds:["SourceRecordRead","ElementReceived","ResultWritten"],bars:!0},{name:"minimum",colour:"--wm",kinds:["InputWatermarkAdvanced"],bars:!1},{name:"fired",colour:"--pane",kinds:["WindowFired"],bars:!0},
{name:"timers",colour:"--tm",kinds:["TimerFired"],bars:!1},{name:"late",colour:"--fire",kinds:["LateRecordDropped"],bars:!1},{name:"checkpoints",colour:"--pane",kinds:["CheckpointCompleted","CheckpointAborted"],bars:!1},{name:"failed",colour:"\
--fire",kinds:["TaskFailed"],bars:!1},{name:"attempts",colour:"--ink3",kinds:["ExecutionReset"],bars:!1}],Cn=13,Q=84,uc=3,Mn=class{constructor(e,n,r=-1){this.trace=e;this.parts=n;this.mark=r;this.canvas=n.get("canvas"),this.labels=new ue(e.
plan),this.bookmarks=new Gt(e);let o=cc.map(a=>({...a,at:e.indexesOf(a.kinds)})).filter(({at:a})=>a.length>0),i=o.some(({name:a})=>a==="fired");this.lanes=o.filter(({name:a})=>a!=="timers"||!i),n.root.style.setProperty("--strip",`${Math.max(
34,this.lanes.length*Cn+4)}px`);let s=n.get("range");s.addEventListener("pointermove",a=>this.point(a)),s.addEventListener("pointerleave",()=>n.get("tip").hidden=!0)}lanes;canvas;labels;counts=new Map;shown=0;lit=[];bookmarks;light(e){String(
e)!==String(this.lit)&&(this.lit=e,this.draw(this.shown))}draw(e){let{canvas:n}=this;this.shown=e;let{clientWidth:r,clientHeight:o}=n.parentElement,i=this.parts.root.currentCSSZoom??1,s=(window.devicePixelRatio||1)*i;(n.width!==Math.round(r*
s)||n.height!==Math.round(o*s))&&(n.width=Math.round(r*s),n.height=Math.round(o*s));let a=n.getContext("2d");if(!a||r<=Q)return;let l=getComputedStyle(this.parts.root),p=c=>l.getPropertyValue(c);a.setTransform(s,0,0,s,0,0),a.clearRect(0,0,r,
o);let d=this.placeOf(e,r);a.font=`500 12px ${l.fontFamily}`,this.lanes.forEach((c,u)=>this.drawLane(a,u,r,d,p));for(let{position:c}of this.bookmarks.all)this.drawFlag(a,this.placeOf(c,r),p("--focus"),o);for(let c of this.lit)this.drawLink(
a,this.placeOf(c,r),p("--wm"),o);this.mark>=0&&this.drawFlag(a,this.placeOf(this.mark,r),p("--tm"),o),a.fillStyle=p("--fire"),a.fillRect(_(d-1,Q,r-2),0,2,o),a.beginPath(),a.arc(_(d,Q+5,r-6),o-6,5.5,0,7),a.fill(),a.lineWidth=2,a.strokeStyle=
p("--panel"),a.stroke()}placeOf(e,n){return Q+e/Math.max(1,this.trace.eventCount)*(n-Q)}drawLane(e,n,r,o,i){let{name:s,colour:a,bars:l}=this.lanes[n],p=2+n*Cn,d=Cn-3;e.fillStyle=i("--ink2"),e.textAlign="right",e.textBaseline="middle",e.fillText(
s,Q-7,p+d/2+.5),e.fillStyle=i("--soft"),e.fillRect(Q,p,r-Q,d),e.fillStyle=i(a);let c=Math.max(1,Math.floor((r-Q)/uc)),u=this.countsOf(c)[n],m=u.reduce((h,f)=>Math.max(h,f),1);for(let h=0;h<c;h++){if(u[h]===0)continue;let f=Q+h/c*(r-Q),g=l?2+
u[h]/m*(d-2):d;e.globalAlpha=f<o?1:.36,e.fillRect(f,p+d-g,2.2,g)}e.globalAlpha=1}drawLink(e,n,r,o){e.fillStyle=r,e.fillRect(n-.5,0,1.5,o),e.beginPath(),e.arc(n,o/2,3.5,0,7),e.fill()}drawFlag(e,n,r,o){e.fillStyle=r,e.fillRect(n-1,0,2,o),e.beginPath(),
e.moveTo(n,0),e.lineTo(n+10,4.5),e.lineTo(n,9),e.fill()}countsOf(e){let n=this.counts.get(e);if(n)return n;let r=this.lanes.map(({at:o})=>{let i=new Uint32Array(e);for(let s of o)i[Math.floor(s/this.trace.eventCount*e)]++;return i});return this.
counts.clear(),this.counts.set(e,r),r}point(e){let n=this.parts.get("tip"),[r,o]=Ke(this.canvas,e),{clientWidth:i}=this.canvas;if(n.hidden=r<Q||e.buttons!==0,n.hidden)return;let s=(r-Q)/(i-Q)*this.trace.eventCount,a=4/(i-Q)*this.trace.eventCount,
p=this.lanes[Math.floor((o-2)/Cn)]?.at.reduce((h,f)=>Math.abs(f-s)<Math.abs(h-s)?f:h,-1/0)??-1/0,d=Math.abs(p-s)<=a?p:-1,c=this.trace.stepOf(Math.min(this.trace.eventCount-1,Math.round(d<0?s:d))),u=this.bookmarks.all.find(({position:h})=>Math.
abs(h-s)<=a)?.note??"",m=d<0?"":J(this.trace.event(d),this.labels);n.textContent=[`step ${c}`,u,m].filter(Boolean).join(" · "),n.style.left=`${_(r-n.offsetWidth/2,0,i-n.offsetWidth)}px`}redraw(){this.draw(this.shown)}};var qr=[["start_delay","start delay"],["alignment","alignment"],["sync","sync"],["async_time","async"]],$n=class{constructor(e,n,r,o){this.el=e;this.labels=r;this.go=o;this.all=mc(n),e.addEventListener("click",i=>{let{id:s,at:a}=i.target.closest(
"[data-id]")?.dataset??{};s!==void 0&&(this.opened=Number(s),this.go(Number(a)+1))})}all;opened=-1;show(e){let n=this.all.filter(i=>i.begun<e),r=n.some(({id:i})=>i===this.opened)?this.opened:n.at(-1)?.id,o=n.map(i=>this.row(i,e,i.id===r)).reverse();
A(this.el,o.join("")||`<p class="none">No checkpoint has begun yet; there are ${this.all.length} in this run.</p>`)}row(e,n,r){let o=e.ended>=0&&e.ended<n,i=e.acknowledged.filter(({index:d})=>d<n),s=o?e.outcome===""?"complete":"failed":"in \
progress",a=e.restored.filter(d=>d<n).length,l=[`${i.length} of ${e.tasks}`,...o&&e.outcome===""?[`${e.duration} ms`,`${e.bytes.toLocaleString("en")} bytes`]:[],...a>0?[a===1?"gone back to":`gone back to ${a} times`]:[]],p=e.kind==="checkpo\
int"?"":` ${k(e.kind)}`;return`<div class="checkpoint ${s.replace(" ","")}"><button type="button" class="checkpointRow" data-id="${e.id}" data-at="${o?e.ended:e.begun}" aria-expanded="${r}"><b>${e.id}${p}</b><i>${s}</i><span>${l.join(" · ")}\
</span></button>`+(o&&e.outcome!==""?`<p>${k(e.outcome)}</p>`:"")+(r?this.subtasks(e,i):"")+"</div>"}subtasks(e,n){let r=Math.max(1,...e.acknowledged.map(o=>qr.reduce((i,[s])=>i+o[s],0)));return n.map(o=>{let i=qr.filter(([p])=>o[p]>0).map(
([p,d])=>`<u class="${p}" data-style="width:${(100*o[p]/r).toFixed(2)}%" title="${d} ${o[p]} ms"></u>`),s=qr.filter(([p])=>o[p]>0).map(([p,d])=>`${d} ${o[p]} ms`),a=o.persisted>0?[`${o.persisted.toLocaleString("en")} bytes in flight`]:[],l=[
...s,`${o.bytes.toLocaleString("en")} bytes`,...a].join(" · ");return`<div class="part"><span>${k(this.labels.name(o.subtask))}</span><small>${l}</small><div class="gantt">${i.join("")}</div></div>`}).join("")}};function mc(t){let e=new Map,
n=["CheckpointTriggered","CheckpointAcknowledged","CheckpointCompleted","CheckpointAborted","CheckpointRestored"];for(let r of t.indexesOf(n)){let o=t.event(r);if(o.type==="CheckpointTriggered"){e.set(o.checkpoint,{id:o.checkpoint,kind:o.kind,
tasks:o.tasks,begun:r,ended:-1,outcome:"",duration:0,bytes:0,acknowledged:[],restored:[]});continue}if(!("checkpoint"in o))continue;let i=e.get(o.checkpoint);i&&(o.type==="CheckpointAcknowledged"?i.acknowledged.push({...o,index:r}):o.type===
"CheckpointRestored"?i.restored.push(r):o.type==="CheckpointCompleted"?Object.assign(i,{ended:r,duration:o.duration,bytes:o.bytes}):o.type==="CheckpointAborted"&&Object.assign(i,{ended:r,outcome:o.reason}))}return[...e.values()]}var hc=54,fc=10,gc=64,On=class{constructor(e,n,r,o,i){this.el=e;this.trace=n;this.labels=r;this.moments=o;this.go=i;let s=new Set(o.all.map(({kind:d})=>d)),a=Object.keys(Me).filter(d=>s.has(d)),l=O.filter((d,c)=>n.kinds.includes(c)),p=n.plan?.
subtasks.map(({id:d})=>d).slice(0,gc)??[];A(e,`<div class="sideTools"><input type="search" placeholder="search: a key, a task, any word" aria-label="Search the facts"><select aria-label="Kind of fact"><option value="">the story</option>${l.
map(d=>`<option>${d}</option>`).join("")}</select>`+(p.length>1?`<select aria-label="Task" data-tasks><option value="">any task</option>${p.map(d=>`<option value="${k(d)}">${k(r.name(d))}</option>`).join("")}</select>`:"")+`</div><div class\
="chips">${a.map(d=>`<button type="button" class="chip k-${d.replace(" ","-")}" aria-pressed="false" data-chip="${d}" title="${Me[d][0]}">${d}</button>`).join("")}</div><div class="factRows" tabindex="0" aria-label="Facts"></div><small clas\
s="found" role="status"></small>`),this.rows=new he(e.querySelector(".factRows"),hc),e.querySelector("input").addEventListener("input",d=>{this.search=d.target.value.trim().toLowerCase(),this.listAnew()}),e.querySelector("select").addEventListener(
"change",d=>{this.kind=d.target.value,this.listAnew()}),e.querySelector("[data-tasks]")?.addEventListener("change",d=>{this.task=d.target.value,this.listAnew()}),e.addEventListener("click",d=>this.onClick(d)),this.list()}rows;lines=[];opened=new Set;kinds=new Set;search="";kind="";task="";followed=null;timer=0;position=-1;follow(e){
this.followed=e,this.listAnew()}get isAsked(){return this.kind!==""||this.search!==""||this.task!==""||this.followed!==null}show(e){let n=e!==this.position;this.position=e,this.draw(),n&&this.search===""&&this.rows.reveal(this.lineAt(e))}onClick(e){
let n=e.target,r=n.closest("[data-chip]"),o=this.lines[Number(n.closest(".factRow")?.dataset.line??-1)];if(r){let i=r.dataset.chip;this.kinds.delete(i)||this.kinds.add(i),r.setAttribute("aria-pressed",String(this.kinds.has(i))),this.listAnew()}else
o?.what==="moment"&&n.closest(".more")?(this.opened.delete(o.number)||this.opened.add(o.number),this.list()):o?.what==="moment"?this.go(this.moments.all[o.number].end):o?.what==="fact"&&this.go(o.index+1)}listAnew(){this.rows.el.scrollTop=0,
this.list(),this.isAsked||this.rows.reveal(this.lineAt(this.position))}list(){window.clearTimeout(this.timer),this.lines=[],this.isAsked?this.look(0):(this.moments.all.forEach((e,n)=>{if(!(this.kinds.size>0&&!this.kinds.has(e.kind))){if(this.
opened.has(n)){this.lines.push({what:"quiet",number:n});for(let r=this.moments.startOf(n);r<e.end;r++)this.lines.push({what:"fact",index:r})}this.lines.push({what:"moment",number:n})}}),this.done(""))}look(e){let{trace:n,labels:r,kind:o,search:i}=this,
s=o===""?-1:O.indexOf(o),a=performance.now()+fc;for(;e<n.eventCount&&(e%64!==0||performance.now()<a);)(s<0||n.kinds[e]===s)&&(this.task===""||n.actorOf(n.stepOf(e))===this.task)&&(!this.followed||this.followed.touches(e))&&(i===""||J(n.event(
e),r).toLowerCase().includes(i))&&this.lines.push({what:"fact",index:e}),e++;let l=e<n.eventCount;this.done(l?`${this.lines.length} facts so far …`:`${this.lines.length} facts`),l&&(this.timer=window.setTimeout(()=>this.look(e),0))}done(e){
this.el.querySelector(".found").textContent=e,this.draw()}lineAt(e){let n=o=>o.what==="fact"?o.index+1:this.moments.all[o.number].end,r=this.lines.findIndex(o=>o.what!=="quiet"&&n(o)>=e);return r<0?this.lines.length-1:r}draw(){let e=this.lineAt(
this.position);this.rows.set(this.lines.length,n=>{let r=this.lines[n];if(r.what==="quiet")return`<div class="factRow quiet"><span>${this.counts(r.number)}</span></div>`;let o=r.what==="moment"?this.moments.all[r.number]:null,i=r.what==="fa\
ct"?r.index:o.lead,{trace:s,labels:a}=this,l=s.stepOf(i),p=o&&o.count>1?` · ${Me[o.kind][1].replace("{n}",String(o.count))}`:"",d=n===e?" here":(o?o.end:i+1)>this.position?" future":"",c=o?`k-${o.kind.replace(" ","-")}`:"fact",u=J(s.event(
i),a),m=o?o.end-this.moments.startOf(r.what==="moment"?r.number:0)-1:0,h=r.what==="moment"&&this.opened.has(r.number),f=m>0?`<button type="button" class="more" data-id="more${n}" aria-expanded="${h}" title="${k(this.counts(r.number))}">${h?
"▾":"▸"} ${m} more</button>`:"";return`<div class="factRow ${c}${d}" data-line="${n}"><button type="button" class="go" data-id="${n}" title="${k(u)}"${d===" here"?' aria-current="step"':""}><small>step ${l}${k(p)}</small><span>${k(u)}</\
span></button>${f}</div>`})}counts(e){let n=new Map,[r,{end:o}]=[this.moments.startOf(e),this.moments.all[e]];for(let a=r;a<o;a++){let l=this.trace.kindOf(a);n.set(l,(n.get(l)??0)+1)}let i=[...n].flatMap(([a,l])=>{let p=fe.find(d=>d.kind===
a&&d.counted)?.counted;return p?[[`${l} ${p[l===1?0:1]}`,l]]:[]});i.sort((a,l)=>l[1]-a[1]);let s=this.trace.stepOf(o-1)-this.trace.stepOf(r)+1;return k(`${s} steps: ${i.slice(0,4).map(([a])=>a).join(", ")||"nothing that is counted"}`)}};var xt=["results","facts","why","watch","checkpoints","changes"],kc=30,bc=46,wc=t=>t.replace(/(\d\d:\d\d):00(?![\d.])/g,"$1"),An=class{constructor(e,n,r,o,i,s,a){this.el=e;this.labels=r;this.go=i;this.asking=a;A(e,'<div class="sideTabs" rol\
e="tablist" aria-label="Beside the plane">'+xt.map(l=>`<button type="button" role="tab" data-tab="${l}">${l}</button>`).join("")+'</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label="Which resul\
ts">'+Ko.map(l=>`<button type="button" role="radio" class="small" data-mode="${l}" title="${qo[l]}">${l}</button>`).join("")+'<small data-count></small></div><div class="resultRows" tabindex="0" aria-label="Results"></div></div><div class="\
sidePart" data-of="facts"></div><div class="sidePart answer" data-of="why" tabindex="0" aria-label="Why"><div class="asking"></div><div class="told"></div></div><div class="sidePart watching asking" data-of="watch" tabindex="0" aria-label="\
Watch"></div><div class="sidePart checkpoints" data-of="checkpoints" tabindex="0" aria-label="Checkpoints"></div><div class="sidePart" data-of="changes"><small data-changes></small><div class="changeRows" tabindex="0" aria-label="What is di\
fferent"></div></div>'),this.results=new De(n),this.rows=new he(e.querySelector(".resultRows"),kc),this.facts=new On(e.querySelector('[data-of="facts"]'),n,r,o,i),this.why=new zt(e.querySelector(".told"),r,s,l=>a.try(l)),a.ready(e.querySelector(
".asking"),e.querySelector('[data-of="watch"]')),e.classList.toggle("canAsk",a.isOpen),this.checkpoints=new $n(e.querySelector('[data-of="checkpoints"]'),n,r,i),e.classList.toggle("hasCheckpoints",this.checkpoints.all.length>0),this.results.
all.length===0&&(this.tab="facts"),e.addEventListener("click",l=>this.onClick(l)),this.arrange()}results;rows;facts;why;checkpoints;changes=[];mode="update";tab="results";position=0;from=0;show(e,n){this.position=e,this.from=n,this.tab==="f\
acts"?this.facts.show(e):this.tab==="checkpoints"?this.checkpoints.show(e):this.tab==="results"&&this.drawResults()}follow(e){this.facts.follow(e)}compare(e){this.changes=e,this.el.querySelector("[data-changes]").textContent=`${e.length} di\
fferences: here, and in the other run`,new he(this.el.querySelector(".changeRows"),bc).set(e.length,r=>{let{what:o,here:i,there:s}=e[r];return`<button type="button" class="changeRow" data-id="${r}" data-change="${r}" title="${k(`${o}: here ${i}\
, there ${s}`)}"><b>${k(o)}</b><span>${k(i)}</span><s>${k(s)}</s></button>`}),this.el.classList.add("compares"),this.arrange()}setAnswer(e,n,r){this.el.classList.toggle("hasAnswer",e!==null),this.why.draw(e,n,r)}open(e){this.tab=e,this.arrange(),
e==="why"&&this.asking.offerFor(),this.show(this.position,this.from)}onClick(e){let n=e.target.closest("[data-change]")?.dataset.change;if(n!==void 0){let{index:s}=this.changes[Number(n)];s>=0&&this.go(s+1);return}let{tab:r,mode:o,id:i}=e.target.
closest("[data-tab],[data-mode],.resultRow")?.dataset??{};r?this.open(r):o?(this.mode=o,this.arrange(),this.drawResults()):i&&this.go(this.results.all[Number(i)].index+1)}arrange(){for(let e of this.el.querySelectorAll("[data-of]"))e.hidden=
e.dataset.of!==this.tab;for(let e of this.el.querySelectorAll("[data-tab]"))e.setAttribute("aria-selected",String(e.dataset.tab===this.tab)),e.dataset.tab==="changes"&&(e.hidden=!this.el.classList.contains("compares")),e.dataset.tab==="watc\
h"&&(e.hidden=!this.el.classList.contains("canAsk")),e.dataset.tab==="checkpoints"&&(e.hidden=!this.el.classList.contains("hasCheckpoints"));for(let e of this.el.querySelectorAll("[data-mode]"))e.setAttribute("aria-checked",String(e.dataset.
mode===this.mode))}drawResults(){let{all:e}=this.results,n=this.results.rows(this.mode,this.position);if(this.el.querySelector("[data-count]").textContent=`${n.length} rows`,this.rows.set(n.length,o=>{let i=n[o],{key:s,window:a,value:l,index:p,
before:d,kind:c}=e[i],u=d>=0&&this.mode!=="append"?`<s>${this.value(e[d].value)}</s> `:"",m=c===""||c==="on time"?"":` <i>${c}</i>`,h=a===""?"":k(wc(this.labels.window(a))),f=`${L(s)} ${a===""?"":this.labels.window(a)}: ${this.labels.value(
l)}`;return`<button type="button" class="resultRow${p>=this.from?" fresh":""}" data-id="${i}" title="${k(f)}"><b>${k(this.labels.value(s||'""'))}</b><span>${h}${m}</span><em>${u}${this.value(l)}</em></button>`}),this.mode!=="complete")return;
let r=n.findIndex(o=>e[o].index>=this.from);r>=0&&this.rows.reveal(r)}value(e){return k(this.labels.value(e))}};var yc={"+":"in","-":"out",0:"whole",z:"now",k:"keys"},vc={ArrowRight:"next",ArrowLeft:"back",Home:"first",End:"last",f:"follow-here",h:"hall",b:"bookmark",p:"predict",i:"inside",n:"names","?":"help"},xc=new Set(["first","back","next","last"]),
Sc={first:({player:t})=>t.go(0),back:({player:t})=>t.back(),play:({player:t})=>t.toggle(),next:({player:t})=>t.next(),last:({player:t,trace:e})=>t.go(e.eventCount),speed:({player:t})=>t.faster(),follow:t=>t.pin(null),"follow-here":t=>t.following.
here(),unfocus:t=>t.following.on(null),hall:t=>t.toggleHall(),bookmark:t=>t.menu.bookmark(),marks:t=>t.menu.toggle("marks"),save:t=>t.menu.toggle("save"),help:t=>t.menu.toggle("help"),names:t=>t.menu.ask(""),predict:t=>t.predict.toggle(),copy:t=>void t.
address.copy(),inside:t=>t.show("inside"),changed:t=>{t.panels.changedOnly=!t.panels.changedOnly,t.redraw()}};function Ur(t,e){xc.has(e)&&t.player.pause(),Sc[e]?.(t)}function js(t,e){let n=e.target,r=(p,d)=>n.closest(`[${p}]`)?.dataset[d];if(t.
menu.onClick(n)||t.predict.onClick(n))return;let o=r("data-act","act"),i=r("data-view","view"),s=r("data-show-tab","showTab"),a=r("data-heat","heat"),l=r("data-task","task");o?Ur(t,o):i?t.show(i):s?t.openTab(s):a&&e.detail>0?t.pin(t.job.subtaskAt(
a,e)??t.panels.subtaskAt(a,e)):l&&e.detail>1?t.lookInto(l):l&&t.pin(l)}function Ks(t,e){if(e.ctrlKey||e.metaKey||e.altKey)return;let n=e.target;if(n===t.parts.get("filter"))return Tc(t,e);if(n.matches("input:not([type=range]), select, texta\
rea"))return;let r=n.matches("button, summary"),o=n.closest("[data-task]")?.dataset.task,i=vc[e.key];if(o&&(e.key==="Enter"||e.key===" "))t.pin(o);else if(i)Ur(t,i);else if(e.key===" "&&!r)Ur(t,"play");else{if(e.key==="Escape"&&t.menu.close())
return e.preventDefault();if(e.key==="Escape")t.following.followed?t.following.on(null):t.pin(null);else{if(t.view==="plane"&&t.panel.act(yc[e.key]??""))return e.preventDefault();if(Ie[Number(e.key)-1])t.setGrain(Ie[Number(e.key)-1]);else return}}
e.preventDefault(),e.stopPropagation()}function Tc(t,e){if(e.stopPropagation(),e.key!=="Escape")return;let n=t.parts.get("filter");n.value===""&&t.root.focus(),n.value="",t.onFilter()}var Cc=46;function qs(t,e){let n=t.querySelector(".say"),
r=null;n.addEventListener("pointerdown",o=>r=o.pointerType==="mouse"?null:[o.clientX,o.clientY]),n.addEventListener("pointerup",o=>{if(!r)return;let[i,s]=[o.clientX-r[0],o.clientY-r[1]];r=null,Math.abs(i)>Cc&&Math.abs(i)>2*Math.abs(s)&&e(i<
0?1:-1)})}var Us=`/* which panels there are */
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
`;var Js=`.flinksim-stepper[data-shown="inside"] .middle { overflow: hidden; grid-template-rows: minmax(0, 1fr) auto; }
.flinksim-stepper .insidePanel { padding: 7px 12px 8px; display: grid; grid-template-rows: auto minmax(0, 1fr); }
.flinksim-stepper .insidePanel h3 { margin-bottom: 4px; align-items: center; overflow: hidden; }
.flinksim-stepper .insidePanel > [data-part="inside"] { overflow: auto; scrollbar-width: thin; min-height: 0; }
.flinksim-stepper .insideTasks { display: flex; gap: 5px; overflow: auto hidden; scrollbar-width: none; min-width: 0; }
.flinksim-stepper .insideTasks button { height: 24px !important; min-width: 0 !important; padding: 0 8px !important; font-size: 12.5px !important; border-radius: 7px !important; flex: none; }
.flinksim-stepper .insideTasks button[aria-pressed="true"] { background: var(--pill); color: var(--pilltext); }
.flinksim-stepper .part .partBox { fill: var(--soft); stroke: var(--line2); stroke-width: 1.2; }
.flinksim-stepper .part.lit .partBox { fill: var(--focusbg); stroke: var(--focus); stroke-width: 2.2; }
.flinksim-stepper .part.current .partBox { stroke: var(--fire); stroke-width: 2.4; }
.flinksim-stepper .part.over .partBox { stroke-dasharray: 4 4; }
.flinksim-stepper .part.suspended .partBox { fill: var(--firesoft); stroke: var(--fire); stroke-width: 2; }
.flinksim-stepper .part.parted .partBox { stroke: var(--bufline); stroke-width: 2.4; }
.flinksim-stepper .spanned { fill: var(--buf); }
.flinksim-stepper svg .onSpan { fill: #14202e; font-weight: 650; }
.flinksim-widget[data-theme="dark"] svg .onSpan { fill: var(--ink); }
.flinksim-stepper .link.lit .joint { stroke: var(--focus); stroke-width: 4; }
.flinksim-stepper svg .link.lit text { fill: var(--focus); font-weight: 650; }
.flinksim-stepper .chosen { fill: var(--panel); stroke: var(--line2); stroke-width: 1.3; }
.flinksim-stepper .choice.now .chosen { stroke: var(--data); stroke-width: 2.2; fill: var(--focusbg); }
.flinksim-stepper .mailChip .chip { fill: var(--panesoft); stroke: var(--pane); }
.flinksim-stepper .mailChip.runs .chip { stroke: var(--fire); stroke-width: 2.2; }
.flinksim-stepper .life .lifeBox { fill: var(--panel); stroke: var(--line); }
.flinksim-stepper .life.past .lifeBox { fill: var(--soft); stroke: var(--line2); }
.flinksim-stepper .life.now .lifeBox { fill: var(--focus); stroke: var(--focus); }
.flinksim-stepper .life.now.bad .lifeBox { fill: var(--badge); stroke: var(--badge); }
.flinksim-stepper svg .life.now text { fill: var(--onfocus); font-weight: 700; }
.flinksim-stepper svg .held { fill: var(--wmink); font-weight: 700; }
.flinksim-stepper svg .className { cursor: pointer; }
.flinksim-stepper svg .className:hover { text-decoration: underline; }
.flinksim-stepper .frame[data-class] { cursor: pointer; }
.flinksim-stepper .marks > .classCards { display: block; max-height: 44vh; overflow: auto; scrollbar-width: thin; }
.flinksim-stepper .classCard { border-top: 1px solid var(--line); padding: 6px 0; }
.flinksim-stepper .classCard h4 { margin: 0 0 3px; font-size: 14px; display: flex; gap: 8px; align-items: baseline; overflow-wrap: anywhere; }
.flinksim-stepper .classCard h4 small { font-size: 12px; padding: 1px 8px; border-radius: 9px; background: var(--soft); border: 1px solid var(--line2); white-space: nowrap; }
.flinksim-stepper .classCard[data-status="here"] h4 small { background: var(--panesoft); border-color: var(--pane); }
.flinksim-stepper .classCard[data-status="renamed"] h4 small, .flinksim-stepper .classCard[data-status="gone"] h4 small, .flinksim-stepper .classCard[data-status="not so"] h4 small { background: var(--firesoft); border-color: var(--fire); }\

.flinksim-stepper .classCard p { margin: 2px 0; font-size: 13px; }
.flinksim-widget .classLink { height: auto; min-width: 0; padding: 0; border: 0; background: none; color: var(--focus); font: inherit; text-decoration: underline; display: inline; }
.flinksim-stepper .marks [data-ask] { flex: 1; height: 28px; min-width: 120px; padding: 0 8px; font: inherit; font-weight: 500; color: var(--ink); background: var(--btn); border: 1px solid var(--line2); border-radius: 7px; }
`;var St=14;function Fe(t,e,n){return n==="credit"||n==="wiredCredit"||n==="untold"?`<circle cx="${t+5.5}" cy="${e+6.5}" r="4.5" class="ring ${n}"/>`:x(t,e,11,13,`pip ${n}`,n==="floating"?5.5:2.5)}function te(t,e,n,r,o,i=!1){if(t<=0)return"";
let s=Math.max(1,Math.floor(o/St)),a=t<=s?t:Math.max(1,s-2),l="";for(let p=0;p<a;p++)l+=Fe(i?n-St*(p+1)+3:n+St*p,r,e);if(a<t){let p=i?n-St*a-1:n+St*a+1;l+=w(p,r+11,`+${t-a}`,"t3",i?"end":"start")}return l}function Ys(t){return t.map(([e,n])=>`<span><svg width="13" height="15">${Fe(1,1,e)}</svg>${k(n)}</span>`).join("")}function Le(t,e,n,r,o,i=""){let s=Math.max(0,Math.min(1,r))*n;return x(t,e-9,n,9,"gauge",3)+(s>.5?x(t,e-9,s,9,`gaugeFull ${i}`,
3):"")+w(t+n+6,e,o,"t3")}function Xs(t,e){return t+6+T(e,"t3")}var Qs=`/* the plane */
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
`;var Zs=`/* the job above the plane */
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
.flinksim-stepper .asking form { display: flex; gap: 6px; margin: 0 0 6px; }
.flinksim-stepper .asking input { flex: 1; min-width: 0; height: 27px; border: 1px solid var(--line2); border-radius: 8px; background: var(--soft); color: var(--ink); padding: 0 8px; font: 500 13px/1 inherit; font-family: inherit; }
.flinksim-stepper .watching { overflow: auto; padding: 10px 14px; }
.flinksim-stepper .choices { display: grid; gap: 4px; margin: 0 0 6px; }
.flinksim-widget .choices button { height: auto; padding: 4px 8px; text-align: left; white-space: normal; }
.flinksim-stepper .askNote:empty { display: none; }
.flinksim-stepper .watches table { width: 100%; border-collapse: collapse; font-size: 13px; }
.flinksim-stepper .watches :is(th, td) { text-align: left; padding: 3px 6px; border-bottom: 1px solid var(--line2); overflow-wrap: anywhere; }
.flinksim-stepper .watches .changed td { font-weight: 700; color: var(--focus); }
.flinksim-stepper [data-task].lit:not(svg *) { outline: 2px solid var(--wm); outline-offset: 1px; }
.flinksim-stepper svg [data-task].lit { filter: drop-shadow(0 0 3px var(--wm)); }
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
.flinksim-stepper .watching { overflow: auto; padding: 10px 14px; }
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
`;var ea=`/* header */
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
`;var ta=`${Ht}${ea}${Us}${Qs}${Zs}${Js}`,En='<button type="button" data-act="follow" class="small" hidden>follow the run</button>',Rc=`
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`,Ic="event time|network|inside|whole run",Pc="event time|network|whole run",na=`
<header role="group" aria-label="The run">
  <div class="brand">${ms}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${Oe.map(t=>`<button type="button" role="radio" data-view="${t}">${t[0].toUpperCase()}${t.slice(1)}</button>`).join("")}
  </div>
  <div class="clock"><span>processing time</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="Copy a link to just this">copy link</button>
  ${de("hall","Hall mode","Larger, for a hall (h)","hall")}
  ${de("theme","Light or dark","Light or dark","◐")}
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
      ${de("first","First","To the beginning (Home)",Se("first"))}
      ${de("back","Back","Back (←)",Se("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
      ${de("next","Next","Next (→)",Se("next"))}
      ${de("last","Last","To the end (End)",Se("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel predict" data-part="predict" aria-label="Predict" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="What of it to look at">
      ${["plane","job",...xt].map(t=>`<button type="button" role="tab" data-show-tab="${t}">${t}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="The job">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="The program" hidden></div>
    </section>
    <section class="panel planePanel" data-part="plane" aria-label="The plane"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${Pc}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3 aria-level="2">Watermarks <small data-part="task"></small>
      ${En}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">Timers <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">Window panes <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${Rc}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">Channels <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${Ys([["full","buffer"],["exclusive","empty"],["floating","floating"],["credit","credit"]])}</span>
      ${En}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">Metrics
      <input type="search" data-part="filter" placeholder="filter: busy, Usage, a task …" aria-label="Filter the metrics">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="Only what has changed">changed</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="Metrics"></div></section>
  </div>
  <section class="panel insidePanel" data-shows="inside"><h3 aria-level="2">Inside <small data-part="insideTask"></small>
    <span class="insideTasks" data-part="insideTasks" role="group" aria-label="Which task"></span>
    ${En}</h3>
    <div data-part="inside" tabindex="0" role="region" aria-label="Inside a task"></div></section>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">Whole run <small data-part="plotTask"></small>
    ${En}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${Ic}"><b>Call<br>stack</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="Call stack"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
  <div class="under">
    <label>step by <select data-part="grain" aria-label="Step by">
      ${Ie.map(t=>`<option value="${t}" title="${Mr[t]}">${t}</option>`).join("")}
    </select></label>
    <button type="button" data-act="speed" title="Speed of play"><span data-part="speed"></span></button>
    ${de("predict","Predict","Be asked before the next decision (p)","predict")}
    ${de("follow-here","Follow","Follow what the moment is about, or the mouse is on (f)","follow")}
    <button type="button" data-act="marks" aria-expanded="false" title="Bookmarks with notes (b marks)">marks</button>
    <button type="button" data-act="save" aria-expanded="false" title="Save the picture or the story">save</button>
    ${de("help","Keys","What the keys do (?)","?")}
    <details class="words"><summary>in words</summary><pre data-part="words"></pre></details>
  </div>
  <div class="marks" data-part="menu" hidden></div>
</section>`;var Wc=[93,177,255],Fc=[238,100,100],Lc=[136,136,136];function Tt(t,e,n){let r=t.tasks.get(e),o=t.clock.at(n),i=a=>mr(r,a,n,o)/1e3,s={busy:i("busy"),idle:i("idle"),backpressured:i("soft")+i("hard")};return s.busy+s.idle+s.backpressured>0?s:
null}function oa({busy:t,backpressured:e}){let[n,r,o]=ra(ra(Wc,Fc,t),Lc,e);return`rgb(${n} ${r} ${o})`}function ra(t,e,n){let r=o=>Math.round(t[o]+(e[o]-t[o])*n);return[r(0),r(1),r(2)]}function _e(t,e=!1){return[[e?"backpr.":"backpressured",
t.backpressured],["busy",t.busy],["idle",t.idle]].filter(([,o])=>o>=.005).sort(([,o],[,i])=>i-o).map(([o,i])=>`${o} ${Ue(i)}`).join(e?" · ":", ")}function Ue(t){return`${Math.round(100*t)} %`}function ia(t,e,n,r,o,i){let s=e,a="";for(let l of[
"backpressured","busy","idle"]){let p=r*t[l];p<.4||(a+=x(s,n,p,o,`load ${l}`,0),l==="backpressured"&&(a+=x(s,n,p,o,"load",0).replace("/>",` fill="url(#${i})"/>`)),s+=p)}return a}function Rn(t){return`<defs><pattern id="${t}" width="6" heigh\
t="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`}var aa=52,_c=20;function Ct(t,e,n){if(e.local)return"";let r=t.lookup.connectionOf(e).find(i=>In(t,i)?.stops_reading);return r?r.id===e.id?"no buffer: not read":n.on_wire>0||n.queued>0?`held up by ${Nc(t,r)}`:"":!(e.initial_credit===0)&&n.credit===
0&&n.queued>0?"no credit":""}function Nc(t,e){return`ch ${e.index} of ${t.labels.name(e.target)}`}function In(t,e){return t.scene.view.channels.get(e.id)}function la(t,e){let n=t.lookup.subtasks.get(t.task),r=t.scene.view.tasks.get(t.task);
if(!n||!r)return"";let i=t.lookup.inputsOf(t.task).filter(({local:m})=>!m).reduce((m,h)=>m+(In(t,h)?.exclusive??0),0),s=n.exclusive_buffers-i,a=n.floating_buffers-r.floating_free,l=n.exclusive_buffers+n.floating_buffers,p=[];if(l>0){let m=`\
: ${s}/${n.exclusive_buffers} exclusive, ${a}/${n.floating_buffers} floating`,h=`${s+a} of ${l}${n.exclusive_buffers>0?m:""}`;p.push(["in pool",(s+a)/l,h])}if(n.output_buffers>0){let m=r.output_in_use,h=m>n.output_buffers?` (${m-n.output_buffers}\
 overdraft)`:"";p.push(["out pool",m/n.output_buffers,`${m} of ${n.output_buffers}${h}`])}let d="",c=0;for(let[m,h,f]of p){d+=w(c,14,m,"t3 strong");let g=c+T(m,"strong")+8;d+=Le(g,14,64,h,f,h>=1?"used":""),c=g+Xs(64,f)+26}let u=p.map(([m,h,
f])=>`${m} ${Ue(h)}, ${f}`).join("; ");return N(e,20,u||"no network buffers",d)}function pa(t,e){let n=t.lookup.inputsOf(t.task),r=t.lookup.outputsOf(t.task),o=[...n.map(u=>[u,"in"]),...r.map(u=>[u,"out"])],i=Bc(t,o);if(i.length===0){let u=t.
position===0?"Nothing runs yet.":"This task is chained to no other: it has no channels.";return N(e,120,u,w(e/2,60,u,"t2","middle"))}let s=_(e*.2,92,190),a=e-s,l={sender:s,wire:s+a*.32,receiver:s+a*.53,width:e},p=_c,d=Dc(l),c=[];for(let[u,m]of i){
let h=In(t,u);h&&(d+=Vc(t,u,h,m,p,l),c.push(Pn(t,u,h)),p+=aa)}return i.length<o.length&&(d+=w(e/2,p+14,`and ${o.length-i.length} more channels`,"t3","middle"),p+=24),N(e,p+2,c.join("; "),d)}var sa=14;function Bc(t,e){if(e.length<=sa)return e;
let n=([i])=>{let s=In(t,i);return t.fact&&"channel"in t.fact&&t.fact.channel===i.id?0:s?Ct(t,i,s)?1:s.queued+s.on_wire+s.received>0?2:3:3},r=new Map(e.map(i=>[i,n(i)])),o=new Set([...e].sort((i,s)=>r.get(i)-r.get(s)).slice(0,sa));return e.
filter(i=>o.has(i))}function Dc({sender:t,wire:e,receiver:n,width:r}){return[[(t+e)/2,e-t-8,"at the sender"],[(e+n)/2,n-e-8,"on the wire"],[(n+r)/2,r-n-8,"at the receiver"]].map(([i,s,a])=>w(i,13,$(a,s,"t3"),"t3 head","middle")).join("")}function Vc(t,e,n,r,o,i){
let s=t.fact&&"channel"in t.fact&&t.fact.channel===e.id,a=Ct(t,e,n),l=`<title>${k(Pn(t,e,n))}</title>`,d=`<g class="${`lane ${s?"current":""} ${a?"hindered":""}`}" data-channel="${k(e.id)}">${l}`;d+=x(.8,o+1,i.width-1.6,aa-5,"laneBox",8);let c=t.
labels.name(r==="in"?e.source:e.target),u=r==="in"?`ch ${e.index} from`:`to ch ${e.index} of`;return d+=w(10,o+20,u,"t2 strong"),d+=w(10,o+38,ee(c,i.sender-18,"t3"),"t3"),d+=zc(n,e,o,i),e.local?d+=jc(o,i):e.initial_credit===0?d+=Kc(n,a,o,i):
d+=Hc(t,e,n,a,o,i),`${d}</g>`}function zc(t,e,n,r){let o=n+6,i=te(t.queued,"full",r.wire-8,o,r.wire-r.sender-18,!0);if(e.local)return i+=Jr(r.wire,r.receiver-6,o+7,"flow local"),i+w(r.receiver+6,o+11,"reads them where they are","t3");i+=Jr(
r.wire,r.receiver-6,o+7,"flow");let s=r.receiver-r.wire-22,a=Math.min(t.on_wire*14,s);if(t.on_wire>0){let l=(r.wire+r.receiver-14)/2-a/2;i+=x(l-3,o-2,a+4,17,"onWire",3),i+=te(t.on_wire,"wired",l,o,s)}return i+te(t.received,"got",r.receiver+
6,o,r.width-r.receiver-18)}function Jr(t,e,n,r){let o=e>t?-6:6;return z(t,n,e,n,r)+`<path d="M${e+o} ${n-4}L${e} ${n}L${e+o} ${n+4}" class="${r} tip"/>`}function Hc(t,e,n,r,o,i){let s=o+27,a="";if(r)a+=da(i.wire-8,s,r);else if(n.credit===0)
a+=w(i.wire-8,s+11,"credit 0","t3","end");else{a+=te(n.credit,"credit",i.wire-8,s,i.wire-i.sender-64,!0);let l=Math.min(n.credit*14,i.wire-i.sender-64);a+=w(i.wire-12-l,s+11,"credit","t3","end")}if(a+=Jr(i.receiver-6,i.wire,s+7,"flow back"),
n.credit_under_way>0){let l=i.receiver-i.wire-22,p=Math.min(n.credit_under_way*14,l),d=(i.wire+i.receiver-14)/2-p/2;a+=x(d-3,s-1,p+4,15,"onWire",3),a+=te(n.credit_under_way,"wiredCredit",d,s,l)}return a+Gc(t,e,n,s,i)}function Gc(t,e,n,r,o){
let i=o.width-10,s=o.receiver+6,a="";for(let[u,m]of[[n.exclusive,"exclusive"],[n.floating,"floating"]])a+=te(u,m,s,r,84),s+=Math.min(u,6)*14;n.exclusive+n.floating===0&&(a+=w(s,r+11,"none empty","t3"),s+=T("none empty","t3")),n.unannounced>
0&&(s+=8,a+=Fe(s,r,"untold")+w(s+15,r+11,`${n.unannounced} untold`,"t3"),s+=15+T(`${n.unannounced} untold`,"t3"));let l=t.scene.backlogs.get(e.id)??0,p=n.waiting?`waits for ${n.required-n.exclusive-n.floating}`:`wants ${n.required}`,c=[`bac\
klog ${l} · ${p}`,p,""].find(u=>T(u,"t3")<i-s-8)??"";return a+w(i,r+11,c,`t3 ${n.waiting?"waits":""}`,"end")}function jc(t,e){let n=$("local: no credit needed",e.width-e.receiver-14,"t3");return w(e.receiver+6,t+38,n,"t3")}function Kc(t,e,n,r){
let o=n+27,i=w(r.wire-8,o+11,"sends without asking","t3","end");if(!e)return i;let s=(r.wire+r.receiver)/2+6,a=t.stops_reading?`<path d="M${s-6} ${n+7}l12 12m0 -12l-12 12" class="stop"/>`:"",l=$(e,r.width-r.receiver-34,"strong");return i+a+
da(r.receiver+14+T(l,"strong")+8,o,l)}function da(t,e,n){let r=T(n,"strong")+16;return x(t-r,e-3,r,19,"hinderBadge",9)+w(t-r/2,e+11,n,"badgeText","middle")}function Pn(t,e,n){let{labels:r}=t,o=`channel ${e.index} from ${r.name(e.source)} to\
 ${r.name(e.target)}`;if(e.local)return`${o}: local, ${n.queued} buffers queued`;let i=`${n.queued} buffers queued, ${n.on_wire} on the wire, ${n.received} received`,s=Ct(t,e,n),a=s?`, ${s}`:"";return e.initial_credit===0?`${o}: ${i}, witho\
ut credits${a}`:`${o}: ${i}, credit ${n.credit}, ${n.credit_under_way} under way, ${n.unannounced} not announced; backlog ${t.scene.backlogs.get(e.id)??0}; empty: ${n.exclusive} exclusive, ${n.floating} floating of ${n.required} wanted${n.waiting?
", waits for a floating one":""}${a}`}function ua(t,e){let n=new Map(t.trace.plan?.channels.map(o=>[o.id,o])),r=n.size>0?fa(t,e):null;return{operator(o){let[i,s]=o.slice(1).split("/");for(let a of t.trace.plan?.vertices??[]){let l=a.operators.findIndex(d=>String(d.node)===i),p=l<
0?void 0:e.boxes.get(`${a.id}/${s}`);if(p)return{x:p.x+p.width*(l+.5)/a.operators.length,y:p.y+p.height*.5}}return null},channel(o,i){let s=n.get(o);if(!s)return null;let a=r?.get(o);return a?{curve:i==="in"?a.end:a.start,low:0,high:1}:dn(ha(
t,e,s),i)}}}function ma(t,e,n){let r=ha(t,e,n),o=t.scene.view.channels.get(n.id),i=(t.trace.plan?.channels.length??0)>24,a=(o?t.lookup.waiting(n.id,o,i?1:3):[]).map((p,d)=>{let[c,u]=re(r,.93-.08*d);return ba(t,p,c,u,4)}),l=`wire ${Mt(t,n.id)}\
 ${o?.idle?"idle":""}`;return`<path d="${ge(...r)}" class="${l}"/>${a.join("")}`}function ha(t,e,n){let r=e.boxes.get(n.source),o=e.boxes.get(n.target),i=t.lookup.inputsOf(n.target),s=(i.indexOf(n)+1)/(i.length+1);return[r.x+r.width,r.y+r.height/
2,o.x,o.y+o.height*s]}var ca=9;function fa(t,e){let n=t.lookup.inputsOf(t.task),r=e.boxes.get(t.task),o=new Map;if(!r||n.length===0)return o;let i=qc(t,n),s=_((e.height-34)/i.length,13,34),a=_(e.gap-124,112,190),l=r.x-74-a,p=Math.min(26,s-3),
d=s*i.length,c=_(r.y+r.height/2-d/2,26,Math.max(26,e.height-d-6));return i.forEach((u,m)=>{let h=e.boxes.get(u.source),f=c+s*(m+.5),g=r.y+r.height*(m+1)/(i.length+1);o.set(u.id,{channel:u,x:l,y:f-p/2,width:a,height:p,start:[h.x+h.width,h.y+
h.height/2,l,f],end:[l+a,f,r.x,g]})}),o}function qc(t,e){if(e.length<=ca)return e;let n=({id:o})=>{let i=t.scene.view.channels.get(o);return t.fact&&"channel"in t.fact&&t.fact.channel===o?0:i?.holds&&i.aligned&&!i.idle?1:i&&i.written>i.read?
2:3},r=new Set([...e].sort((o,i)=>n(o)-n(i)||o.index-i.index).slice(0,ca-1));return e.filter(o=>r.has(o))}function ga(t,e){let n=[...fa(t,e).values()],[r]=n;if(!r)return"";let o=e.boxes.get(t.task),i=[Uc(o.x-8,r.y-6)];for(let{channel:l,x:p,
y:d,width:c,height:u,start:m,end:h}of n){let f=t.scene.view.channels.get(l.id);if(!f)continue;let g=`wire near ${Mt(t,l.id)} ${f.idle?"idle":""}`;i.push(`<path d="${ge(...m)}" class="${g}"/><path d="${ge(...h)}" class="${g}"/>`),i.push(Jc(l,
f,p,d,c,u,Mt(t,l.id))),i.push(Yc(t,l,f,h))}let s=t.lookup.inputsOf(t.task).length-n.length,a=n.at(-1);return s>0&&i.push(w(a.x,a.y+a.height+16,`and ${s} more channels`,"t3")),i.join("")}function Uc(t,e){let n=t,r="";for(let[o,i]of[["credit",
"free"],["received","got"],["queued","full"]])r+=ka(n-12,e-11,i)+w(n-17,e,o,"t3","end"),n-=T(o,"t3")+27;return r}function Jc(t,e,n,r,o,i,s){let a=t.local?"local":`credit ${e.credit}`,l=`channel ${t.index} from ${t.source}: ${e.queued} buffe\
rs queued, ${e.on_wire} under way, ${e.received} received, ${a}`,p=`<g><title>${k(l)}</title>${x(n,r,o,i,`card ${s}`)}`;if(i<14)return`${p}</g>`;p+=w(n+8,r+i/2+4.5,`ch ${t.index}`,"t2 strong");let d=[...Array(Math.min(e.queued,99)).fill("fu\
ll"),...Array(Math.min(e.on_wire,99)).fill("wired"),...Array(Math.min(e.received,99)).fill("got"),...Array(Math.min(e.credit,99)).fill("free")],c=e.queued+e.on_wire+e.received+e.credit,u=Math.floor((o-50)/14),m=c>u?u-2:c;return d.slice(0,m).
forEach((h,f)=>{p+=ka(n+46+14*f,r+i/2-6.5,h)}),m<c?p+=w(n+47+14*m,r+i/2+4,`+${c-m}`,"t3"):c===0&&(p+=w(n+46,r+i/2+4.5,t.local?"local":"no credit","t3")),`${p}</g>`}function ka(t,e,n){return x(t,e,11,13,`pip ${n}`,3)}function Yc(t,e,n,r){let o=t.
lookup.waiting(e.id,n,4);if(o.length===0&&n.idle){let[a,l]=re(r,.5);return x(a-19,l-9,38,18,"chip",9)+w(a,l+4.5,"IDLE","t3 strong","middle")}let i=o.map((a,l)=>{let[p,d]=re(r,.86-.24*l);return ba(t,a,p,d)}),s=n.written-n.read-o.length;return s>
0&&i.push(w(r[0]+3,r[1]-7,`+${s}`,"t3 strong")),i.reverse().join("")}function ba(t,e,n,r,o=5.5){let i=t.trace.event(e);if(i.type!=="ElementWritten")return"";let s=t.labels.time(i.timestamp);return i.element==="record"?Bo(n,r,`${L(i.value)} \
at ${s}`,o):i.element==="watermark"?Do(n,r,`watermark ${s}`):x(n-3,r-7,6,14,"mark",2,i.element)}function Mt(t,e){let{fact:n}=t;return!n||!("channel"in n)||n.channel!==e?"":"element"in n?n.element==="record"?"data":"wm":n.type==="ChannelWate\
rmarkChanged"||n.type==="WatermarkIgnored"?"wm":"buf"}function ya(t,e){let{trace:n}=t,o=e.wires.filter(({target:s})=>s!==t.task||e.heats.size>0).map(s=>ma(t,e,s));o.push(ga(t,e));for(let[s,a]of e.heats)o.push(Ve(t,a,e.boxes.get(s)));for(let{id:s,vertex:a}of n.plan?.subtasks??[])e.heats.has(a)||
o.push(Qc(t,e,s));let i=`Job ${n.plan?.job_name??""}: ${Yr(t)}`;return N(e.width,e.height,i,o.join(""),"group")}var Xc=24;function Yr(t){return[...t.scene.view.tasks].slice(0,Xc).map(([e,n])=>`${t.labels.name(e)} ${Wn(t,e,n).words}`).join("\
; ")}function Qc(t,e,n){let r=e.boxes.get(n),o=t.scene.view.tasks.get(n),i=Wn(t,n,o),s=n===t.task,a=`task ${i.tone} ${s?"selected":""}`,l=t.labels.name(n),{x:p,y:d,width:c,height:u}=r,m=`<g class="${a}" data-task="${k(n)}" tabindex="0" role\
="button" aria-pressed="${t.pinned&&s}"><title>${k(`${l}, ${i.words}`)}</title>`+x(p,d,c,u,"box",10);if(u<70){let b=T(i.words,"strong")+20,y=u<40?d+u/2+5:d+22;return m+=w(p+12,y,$(l,c-b-24,"t1"),"t1"),m+=$t(i,p+c-b-6,y,b),u>=50&&(m+=wa(t,n,
p+12,d+32,c-24,14)),`${m}</g>`}let h=Zc(o?.mails??[],p+c-12,d+21,c-30-T(l,"t1"));m+=w(p+12,d+22,$(l,c-42,"t1"),"t1")+h,m+=wa(t,n,p+12,d+32,c-24,23);let f=T(i.words,"strong")+16;m+=$t(i,p+10,d+u-12,f);let g=$(tu(t,n),c-f-32,"t3");return m+=w(
p+c-12,d+u-12,g,"t3","end"),`${m}</g>`}function $t(t,e,n,r){return t.tone!=="running"&&t.tone!=="blocked"&&t.tone!=="failed"?w(e+2,n,t.words,"t3"):x(e,n-14.5,r,20,"badge",10)+w(e+r/2,n,t.words,"badgeText","middle")}function Zc(t,e,n,r){let o=t.
slice(0,4),i=Math.max(1,o.length),s=t.length>4?`+${t.length-4}`:"",a=w(e,n,s,"t3","end"),l=e-T(s,"t3");for(let c=0;c<i;c++){let u=l-15*(i-c)+3;a+=x(u,n-10,12,11,`mail ${t.length===0?"none":""}`,2.5)}let p=l-15*i-2;e-p+T("mailbox","t3")<r&&(a+=
w(p,n,"mailbox","t3","end"));let d=t.length===0?"mailbox: empty":`mailbox: ${t.join(", ")}`;return`<g><title>${k(d)}</title>${a}</g>`}function wa(t,e,n,r,o,i){let s=t.lookup.operatorsOf(e),a=eu(s.map(({name:c})=>rr(c)),o-ct*(s.length-1)),l=t.
fact&&"operator"in t.fact?t.fact.operator:"",p="",d=n;return s.forEach(({id:c,name:u},m)=>{let h=a[m];m>0&&(p+=z(d-ct,r+i/2,d,r+i/2,"joint")),p+=x(d,r,h,i,`pill ${c===l?"current":""}`,6,u),i>18&&(p+=w(d+h/2,r+16,$(u,h-8,"t2"),"t2","middle")),
d+=h+ct}),p}function eu(t,e){let n=t.reduce((o,i)=>o+i,0);if(n<=e)return t.map(o=>o+(e-n)/t.length);let r=e/t.length;for(let o=0;o<t.length;o++){let i=t.filter(a=>a<=r),s=i.reduce((a,l)=>a+l,0);i.length<t.length&&(r=(e-s)/(t.length-i.length))}
return t.map(o=>Math.min(o,r))}function tu(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let o=t.scene.view.operators.get(r),i=t.scene.operators.get(r);!o||!i||(i.read>0&&n.push(`${i.read} read`),i.fired>0&&n.push(`${i.fired} fired`),
o.late>0&&n.push(`${o.late} late`),o.results>0&&n.push(`${o.results} written, last ${i.lastResult}`))}return n.join(" · ")}function Wn(t,e,n){return n?.state==="FAILED"?{words:"failed",tone:"failed"}:t.actor===e?{words:"running now",tone:"\
running"}:!n||n.state!=="RUNNING"?{words:(n?.state??"CREATED").toLowerCase(),tone:"off"}:n.suspended==="no output buffer"?{words:"backpressured",tone:"blocked"}:nu(t,t.lookup,e)?{words:"idle",tone:"idle"}:n.suspended==="blocked"?{words:"blo\
cked",tone:"blocked"}:n.suspended==="busy"?{words:"busy",tone:"waiting"}:n.suspended==="final checkpoint"?{words:"waits to end",tone:"waiting"}:n.suspended?{words:"waits for input",tone:"waiting"}:{words:"ready",tone:""}}function nu(t,e,n){
return e.operatorsOf(n).some(o=>t.scene.view.operators.get(o.id)?.emitted_idle===!0)}var ru=90,Ot="Shuffle.Netty.Input.Buffers.",Xr="Shuffle.Netty.Output.Buffers.",ou={inputQueueLength:Ot,inputQueueSize:Ot,inPoolUsage:Ot,inputExclusiveBuffersUsage:Ot,inputFloatingBuffersUsage:Ot,outputQueueLength:Xr,outputQueueSize:Xr,outPoolUsage:Xr},
va=["busyTimeMsPerSecond","idleTimeMsPerSecond","backPressuredTimeMsPerSecond","isBackPressured","inPoolUsage","outPoolUsage","inputQueueLength","outputQueueLength","numRecordsIn","numRecordsInPerSecond","numRecordsOut","numRecordsOutPerSec\
ond","numBytesIn","numBytesOut","currentInputWatermark","currentOutputWatermark","watermarkLag"],Qr=45;function Ta(t,{filter:e,changedOnly:n}){let{run:r,lookup:o,labels:i}=t;if(!r)return"";let s=e.toLowerCase().split(/\s+/).filter(Boolean),
a=[...o.subtasks.keys()].sort((d,c)=>+(c===t.task)-+(d===t.task)),l=0,p="";for(let d of a){if(l>=ru){p+='<tr><td colspan="4" class="none">and other tasks: filter to see them</td></tr>';break}let c=i.name(d),u=iu(t,d).filter(h=>{let f=`${c} ${d}\
 ${h.full}`.toLowerCase();return s.every(g=>f.includes(g))&&!(n&&h.was===h.now)});if(u.length===0)continue;l+=u.length;let m=d===t.task?"selected":"";p+=`<tr class="section ${m}"><th colspan="4" scope="rowgroup">${k(c)}</th></tr>`,p+=u.slice(
0,Qr).map(h=>su(h,i)).join(""),u.length>Qr&&(p+=`<tr><td colspan="4" class="none">and ${u.length-Qr} more: filter to see them</td></tr>`)}return l===0&&(p=`<tr><td colspan="4" class="none">${n?"Nothing that matches has changed.":"No metric \
matches."}</td></tr>`),`<table><thead><tr><th scope="col">metric</th><th scope="col">was</th><th scope="col">now</th><th scope="col">change</th></tr></thead><tbody>${p}</tbody></table>`}function iu(t,e){let n=t.run,r=xa(ye(n,e,t.before),ye(
n,e,t.position),i=>[i,(ou[i]??"")+i]),o=i=>va.indexOf(i.name)+1||va.length+1;r.sort((i,s)=>o(i)-o(s));for(let{id:i,name:s}of t.lookup.operatorsOf(e)){let a=Ee(n,i,t.before),l=Ee(n,i,t.position);r.push(...xa(a,l,p=>{let d=/^latency\.source_id\.(o[\d/]+)\.(\w+)$/.
exec(p),c=d?`latency ${d[2]} from ${t.labels.name(d[1])}`:p;return[`${s}.${c}`,`${s}.${p} ${c}`]}))}return r}function xa(t,e,n){return[...e].map(([r,o])=>{let[i,s]=n(r);return{name:i,full:s,was:t.get(r),now:o}})}function su({name:t,full:e,was:n,
now:r},o){let i=n!==r,s=i?au(t,n,r):"";return`<tr${i?' class="changed"':""}><th scope="row" title="${k(e)}">${k(t)}</th><td>${n===void 0?"–":k(Sa(t,n,o))}</td><td>${k(Sa(t,r,o))}</td><td>${k(s)}</td></tr>`}function Sa(t,e,n){return typeof e==
"boolean"?e?"yes":"no":typeof e=="bigint"?n.time(e):/Usage$/.test(t)?`${Math.round(100*e)} %`:Ca(e)}function au(t,e,n){if(typeof n=="boolean"||e===void 0||typeof e=="boolean")return n===!0?"▲":n===!1?"▼":"new";if(typeof n=="bigint"&&typeof e==
"bigint"){let o=[M,W];return o.includes(n)||o.includes(e)?n>e?"▲":"▼":Zr(Number(n-e)," ms")}let r=Number(n)-Number(e);return/Usage$/.test(t)?Zr(Math.round(100*r)," %"):Zr(r)}function Zr(t,e=""){return`${t>0?"▲ +":"▼ −"}${Ca(Math.abs(
t))}${e}`}function Ca(t){let e=Number.isInteger(t)?0:Math.abs(t)<10?2:1,[n,r]=t.toFixed(e).split(".");return n.replace(/\B(?=(\d{3})+$)/g," ")+(r?`.${r}`:"")}var Fn={narrowestGap:104,widestGap:300,height:t=>t<=2?92:t<=4?72:t<=8?50:32},no={...Fn,height:t=>Math.min(72,Fn.height(t))},eo=27,to=4;function $a(t,e,n){let{plan:r}=t.trace,o=(r?.channels.length??0)>24,i=(r?.channels??[]).filter(({source:u,
target:m})=>u===t.task||m===t.task),a=(e.heats.size>0?[...e.wires,...i.slice(0,lu)]:e.wires).map(u=>du(t,e,u,o)),l=[...e.heats].map(([u,m])=>Ve(t,m,e.boxes.get(u),h=>pu(t,h))),p=(r?.subtasks??[]).filter(({vertex:u})=>!e.heats.has(u)),d=[...l,
...p.map(({id:u})=>cu(t,e,u,n))],c=`Job ${r?.job_name??""}: ${Yr(t)}`;return N(e.width,e.height,c,Rn(n)+[...a,...d].join(""),"group")}var lu=24;function pu(t,e){let n=t.run&&Tt(t.run,e,t.position);return n?n.backpressured>Math.max(n.busy,n.
idle)?"held":`busy${Math.min(4,Math.floor(n.busy*5))}`:"none"}function du(t,e,n,r){let o=e.boxes.get(n.source),i=e.boxes.get(n.target),s=t.lookup.outputsOf(n.source),a=t.lookup.inputsOf(n.target),l=(s.indexOf(n)+1)/(s.length+1),p=(a.indexOf(
n)+1)/(a.length+1),d=[o.x+o.width,o.y+o.height*l,i.x,i.y+i.height*p],c=t.scene.view.channels.get(n.id);if(!c)return"";let u=n.source===t.task||n.target===t.task,m=Ct(t,n,c),h=`wire ${u?"near":""} ${Mt(t,n.id)} ${m?"hindered":""}`,f=`<path d\
="${ge(...d)}" class="${h}"/>`;if(r&&!u)return f;let g=13/Math.max(60,d[2]-d[0]);if(f+=Ma(d,c.queued,.03,g,"full"),f+=Ma(d,c.received,.97,-g,"got"),c.on_wire>0){let[b,y]=re(d,.5);f+=Fe(b-5.5,y-6.5,"wired")}return f}function Ma(t,e,n,r,o){let i="",
s=Math.min(e,e>to?to-1:to);for(let a=0;a<s;a++){let[l,p]=re(t,n+r*(a+.5));i+=Fe(l-5.5,p-6.5,o)}if(e>s){let[a,l]=re(t,n+r*(s+.6));i+=w(a,l-9,String(e),"t3 strong","middle")}return i}function cu(t,e,n,r){let{x:o,y:i,width:s,height:a}=e.boxes.
get(n),l=Wn(t,n,t.scene.view.tasks.get(n)),p=t.run&&Tt(t.run,n,t.position),d=n===t.task,c=t.labels.name(n),u=p?_e(p):"has spent no time yet",m=`<g class="task ${l.tone} ${d?"selected":""}" data-task="${k(n)}" tabindex="0" role="button" aria\
-pressed="${t.pinned&&d}" ><title>${k(`${c}, ${l.words}, ${u}`)}</title>`+x(o,i,s,a,"box",10),h=T(l.words,"strong")+16;if(a>=90)m+=w(o+12,i+20,ee(c,s-24,"t1"),"t1"),m+=$t(l,o+10,i+41,h);else{let f=a<40?i+a/2+5:i+18,g=l.tone!=="waiting"&&l.tone!==
"";m+=w(o+12,f,ee(c,s-24-(g?h+2:0),"t1"),"t1"),g&&(m+=$t(l,o+s-h-8,f,h))}if(a>=70&&(m+=uu(t,n,o+12,i+a-eo-6,s-24)),a>=50){let f=i+a-eo;if(p){m+=x(o+1.5,f,s-3,eo-1.5,"shade",0).replace("/>",` data-style="fill:${oa(p)}"/>`),m+=ia(p,o+1.5,f,s-
3,6,r);let g=[_e(p),_e(p,!0)].find(b=>T(b,"t3")<s-20);m+=w(o+s/2,f+20,$(g??_e(p,!0),s-12,"t3"),"t3 onShade","middle")}else m+=w(o+s/2,f+18,"no time spent yet","t3","middle")}return`${m}</g>`}function uu(t,e,n,r,o){let i=t.lookup.subtasks.get(
e);if(!t.run)return"";let s=hr(t.run.tasks.get(e),t.position),a=Math.max(24,Math.min(52,o/2-74)),l="";if(i.exclusive_buffers+i.floating_buffers>0){let p=s.input;l+=w(n,r,"in","t3")+Le(n+17,r,a,p,Ue(p),p>=1?"used":"")}if(i.output_buffers>0){
let p=s.output,d=n+o-a-6-T("100 %","t3");l+=w(d-5,r,"out","t3","end"),l+=Le(d,r,a,p,Ue(p),p>=1?"used":"")}return l}var mu=6e3;function se(t,e,n){let{trace:r,position:o}=t,i=O.indexOf(e);for(let s=o-1;s>=0&&s>=o-mu;s--){if(r.kinds[s]!==i)continue;let a=r.event(s);if(n(a))return{fact:a,index:s}}return null}var hu=80,fu=new Set(["StateUpdated","StateAppend\
ed","StateCleared","StateEntryPut","StateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired"]);function Ea(t,e){for(let n=t.position-1;n>=Math.max(0,t.position-hu);n--){if(!fu.has(O[t.trace.kinds[n]]))continue;
let r=t.trace.event(n);if(!("operator"in r)||r.operator!==e||!("key"in r))continue;let o=t.labels.value(r.key);if("domain"in r)return`${Oa[r.type]??""} the timer ${t.labels.time(r.timestamp)} of ${o}`;if(!("state"in r))continue;let i="value"in
r&&r.value!==null?`: ${t.labels.value(r.value)}`:"";return`${Oa[r.type]??""} ${r.state} of ${o}${i}`}return""}var Oa={StateUpdated:"set",StateAppended:"added to",StateCleared:"cleared",StateEntryPut:"put into",StateEntryRemoved:"took out of",
StateRead:"read",StateEntryRead:"read",TimerRegistered:"registered",TimerDeleted:"deleted",TimerFired:"fired"};function Ra(t,e){let n=t.scene.view.channels.get(e.id);if(!n)return null;let[r]=t.lookup.waiting(e.id,n,1),o=r===void 0?null:t.trace.
event(r);return o?.type==="ElementWritten"?o:null}var Aa=new WeakMap;function Ia(t,e){let n=Aa.get(t.trace);n||Aa.set(t.trace,n=new Map);let r=n.get(e);if(r!==void 0)return r;let{trace:o}=t,i=O.indexOf("ElementProcessed");for(let s=0;s<o.eventCount;s++){
if(o.kinds[s]!==i)continue;let a=o.event(s);if(a.type!=="ElementProcessed"||a.operator!==e||a.element!=="record")continue;let p=o.callStack(s).map(Pa).reverse().find(d=>/^(Copying)?ChainingOutput$/.test(d))??"";return n.set(e,p),p}return n.
set(e,""),""}function Pa(t){let e=t.lastIndexOf(".");return e<0?"":t.slice(0,e)}function Wa(t){if(t.index<0||t.actor!==t.task)return new Set;let e=t.trace.callStack(t.index).map(Pa);return new Set(e.flatMap(n=>[n,...n.split("$")]))}function ro(t){
let e=t.lookup.vertexOf(t.task)?.operators??[],n=t.lookup.subtasks.get(t.task)?.index??0,r=new Map;return e.map(o=>{let i=o.inputs.length===0?0:1+Math.max(...o.inputs.map(s=>r.get(s)??0));return r.set(o.node,i),{id:`o${o.node}/${n}`,operator:o,
depth:i}})}var gu={HASH:"KeyGroupStreamPartitioner",FORWARD:"ForwardPartitioner",REBALANCE:"RebalancePartitioner",RESCALE:"RescalePartitioner",SHUFFLE:"ShufflePartitioner",BROADCAST:"BroadcastPartitioner",GLOBAL:"GlobalPartitioner",CUSTOM:"\
CustomPartitionerWrapper"};function Fa(t){return gu[t]??t}var oo={"no input":["NOTHING_AVAILABLE","waits for the future of its inputs"],"no output buffer":["MORE_AVAILABLE","waits for the future of its RecordWriter: backpressure"],blocked:[
"MORE_AVAILABLE","its thread waits for a buffer in the middle of an element"],busy:["MORE_AVAILABLE","its thread sleeps in the user's function"],"final checkpoint":["END_OF_DATA","waits for its final checkpoint"]},io=["CREATED","SCHEDULED",
"DEPLOYING","doRun","setup","initializeState","open","invoke","endData","afterInvoke","FINISHED"],ku={CREATED:0,SCHEDULED:1,DEPLOYING:2,INITIALIZING:3,RUNNING:7,FINISHED:10};function La(t){let e=t.scene.view.tasks.get(t.task)?.state??"CREAT\
ED",n=ku[e]??-1,r=ro(t).map(({id:o})=>t.scene.view.operators.get(o)?.state??"");return n===3?r.some(o=>o==="open")?6:r.some(o=>o==="initialized")?5:r.some(o=>o==="set up")?4:3:n!==7?n:r.some(o=>o==="closed")?9:r.some(o=>o==="finished")?8:7}function _a(t,e){let o=(e.width-28)/3,i=s=>({x:e.x+s*(o+14),y:e.y,width:o,height:58});return bu(t,i(0))+wu(t,i(1))+yu(t,i(2))+vu(t,{...e,y:e.y+58+8,height:24})}function bu(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task)?.mails??[],o=n.
fact?.type==="MailTaken"&&n.actor===n.task?n.fact.mail:"",i=e.x+9,s="",a=o?[o,...r]:r;return a.forEach((l,p)=>{let d=se(n,"MailEnqueued",f=>f.subtask===n.task&&f.mail===l),c=d?` · priority ${d.fact.priority}`:"",u=$(`${l}${c}`,e.width-30,"\
t3"),m=T(u,"t3")+16;if(i+m>e.x+e.width-6)return;s+=`<g class="mailChip ${o!==""&&p===0?"runs":""}" data-mail="${k(l)}">${x(i,e.y+25,m,22,"chip",6)}${w(i+8,e.y+40,u,"t3")}</g>`,i+=m+7}),a.length===0&&(s=w(e.x+9,e.y+40,"no mail waits","t3")),
V(t,e,"TaskMailboxImpl",["TaskMailboxImpl","Mail","MailboxExecutorImpl"],s)}function wu(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task)?.suspended??null,o=r===null?"default action: StreamTask.processInput":`Suspension: ${r}`,i=r===null?
"mails first, then one element":oo[r]?.[1]??"",s=w(e.x+9,e.y+33,$(o,e.width-18,"t3"),r===null?"t3":"t3 waits")+w(e.x+9,e.y+49,$(i,e.width-18,"t3"),"t3");return V(t,e,"MailboxProcessor",["MailboxProcessor"],s,r===null?"":"suspended")}function yu(t,e){
let{frame:n}=t,r=n.scene.view.tasks.get(n.task),o=r?.suspended??null,i=[...r?.inputs.values()??[]],a=i.length>0&&i.every(({ended:d})=>d)?"END_OF_DATA":o===null?"MORE_AVAILABLE":oo[o]?.[0]??"",l=o===null?"AvailabilityProvider: AVAILABLE":"Av\
ailabilityProvider: a future that is not done",p=w(e.x+9,e.y+33,a,"t3 strong")+w(e.x+9,e.y+49,$(l,e.width-18,"t3"),"t3");return V(t,e,"DataInputStatus",["DataInputStatus","AvailabilityProvider"],p)}function vu(t,e){let n=La(t.frame),r=t.frame.
scene.view.tasks.get(t.frame.task),o=n<0?[...io.slice(0,-1),r?.state??""]:[...io],i=n<0?o.length-1:n,s=e.width/o.length;return o.map((a,l)=>{let p=l===i?n<0?"now bad":"now":l<i?"past":"",d=e.x+l*s;return`<g class="life ${p}" data-life="${k(
a)}">${x(d+1.5,e.y,s-3,23,"lifeBox",6)}${w(d+s/2,e.y+16,$(a,s-8,"t3"),"t3","middle")}</g>`}).join("")}var At=22,xu=12,Na=15,Su=34;function Da(t,e){let n=ro(t.frame),r=Math.max(1,Math.floor((e.height+At)/(Su+At))),o=n.slice(0,n.length>r?r-1:r),i=Math.min(118,(e.height-At*(o.length-1))/o.length),s=t.frame.fact&&"operator"in t.frame.fact?t.frame.
fact.operator:"",a=Tu(n.map(({operator:c})=>c),n.find(({id:c})=>c===s)?.operator),l=e.y,p="";o.forEach(({id:c,operator:u,depth:m},h)=>{h>0&&(p+=Cu(t,c,u,Ba(e,m,l,At)),l+=At),p+=Mu(t,c,u,Ba(e,m,l,i),c===s,a.has(u.node)),l+=i});let d=n.length-
o.length;return p+(d>0?w(e.x+9,l+18,`and ${d} more operators of the chain`,"t3"):"")}function Tu(t,e){let n=new Set,r=[...e?.inputs??t.map(({node:o})=>o)];for(let o=r.pop();o!==void 0;o=r.pop())n.has(o)||(n.add(o),r.push(...t.find(i=>i.node===
o)?.inputs??[]));return n}function Ba(t,e,n,r){let o=Math.min(e,5)*xu;return{x:t.x+o,y:n,width:t.width-o,height:r}}function Ln(t,e,n){return`${t} ${t===1?e:n}`}function Cu(t,e,n,r){let{frame:o}=t,i=Ia(o,e)||"ChainingOutput",s=t.runs.has(i)&&
o.fact!==null&&"operator"in o.fact&&o.fact.operator===e,a=o.run?Number(Ee(o.run,e,o.position).get("numRecordsIn")??0):0,l=i==="CopyingChainingOutput"?Ln(a,"copy","copies"):`${a} by reference`,p=r.x+14,d=o.lookup.vertexOf(o.task)?.operators.
find(({node:u})=>u===n.inputs[0]),c=r.width-110;return`<g class="link ${s?"lit":""}" data-part-of="${k(i)}">${z(p,r.y,p,r.y+r.height,"joint")}`+Je(p+10,r.y+15,i,c)+w(r.x+r.width-9,r.y+15,$(l+(n.inputs.length>1&&d?` from ${d.name}`:""),106,"\
t3"),"t3","end")+"</g>"}function Mu(t,e,n,r,o,i){let{frame:s}=t,a=s.scene.view.operators.get(e);if(!a)return"";let{x:l,y:p,width:d,height:c}=r,u=t.runs.has(n.operator_class)&&(o||i),m=s.run?Ee(s.run,e,s.position):null,h=m?`numRecordsIn ${m.
get("numRecordsIn")??0}`:"",f=[...a.timers.values()],[g,b]=[f.filter(({domain:C})=>C==="event").length,f.filter(({domain:C})=>C==="processing").length],y=[a.panes.size>0?Ln(a.panes.size,"pane","panes"):"",a.states.size+a.lists.size>0?Ln(a.states.
size+a.lists.size,"value","values"):"",a.map_entries.size>0?Ln(a.map_entries.size,"map entry","map entries"):""].filter(C=>C!==""),v=[`${n.name}`,a.key&&a.key!=="null"?`key ${s.labels.value(a.key)} · key group ${a.key_group}`:"",g+b>0?`Int\
ernalTimerServiceImpl: ${g} event, ${b} processing`:"",y.length>0?`HeapKeyedStateBackend: ${y.join(", ")}`:"",Ea(s,e),a.watermark>M?`watermark ${s.labels.time(a.watermark)}`:""].filter(C=>C!==""),S=Math.max(0,Math.floor((c-22)/Na));return`<\
g class="part ${u?"lit":""} ${o?"current":""} ${a.state==="closed"?"over":""}" data-operator="${k(e)}">`+x(l+.8,p+.8,d-1.6,c-1.6,"partBox",8)+Je(l+9,p+16,n.operator_class,d-172)+w(l+d-9,p+16,$(`${h}${h?" · ":""}${a.state}`,160,"t3"),"t3","\
end")+v.slice(0,S).map((C,F)=>w(l+9,p+31+F*Na,$(C,d-18,"t3"),"t3")).join("")+"</g>"}var so=80;function Va(t,e){let n=t.frame.lookup.inputsOf(t.frame.task);return n.length>0?$u(t,e,n):Au(t,e)}function $u(t,e,n){let{frame:r}=t,o=Math.max(1,Math.floor((e.height-16)/so)),i=r.fact&&"channel"in r.fact?r.fact.channel:"",s=c=>{let u=r.
scene.view.channels.get(c.id);return c.id===i?2:u&&u.queued+u.on_wire+u.received>0?1:0},a=new Set([...n].sort((c,u)=>s(u)-s(c)).slice(0,o)),l=e.y,p="";for(let c of n)a.has(c)&&(p+=Ou(t,c,{...e,y:l,height:so-5},c.id===i),l+=so);let d=n.length-
a.size;return p+(d>0?w(e.x+4,l+10,`and ${d} more channels`,"t3"):"")}function Ou(t,e,n,r){let{frame:o}=t,i=o.scene.view.channels.get(e.id);if(!i)return"";let{x:s,y:a,width:l}=n,p=e.local?"LocalInputChannel":"RemoteInputChannel",d=`<g class=\
"lane ${r?"current":""} ${i.blocked?"hindered":""}" data-channel="${k(e.id)}">`;d+=x(s+.8,a,l-1.6,n.height,"laneBox",8),d+=Je(s+9,a+16,p,l-96),d+=w(s+9,a+33,ee(`from ${o.labels.name(e.source)}`,l-18,"t3"),"t3"),d+=te(i.queued,"full",s+9,a+39,
l*.32),d+=te(i.on_wire,"wired",s+l*.42,a+39,l*.2),d+=te(i.received,"got",s+l-9,a+39,l*.28,!0);let c=i.blocked?"blocked":i.idle?"idle":o.labels.time(i.watermark),u=e.local||e.initial_credit===0?"":` · credit ${i.credit}`;return d+=w(s+9,a+68,
$(`ch ${e.index} · ${i.written} sent · ${i.read} read${u}`,l-18,"t3"),"t3"),d+=w(s+l-9,a+16,$(c,82,"t3"),i.holds?"t3 held":"t3","end"),`${d}</g>`}function Au(t,e){let{frame:n}=t,r=n.lookup.operatorsOf(n.task)[0],o=[...n.scene.view.operators.
get(r?.id??"")?.splits??[]],i="";return o.slice(0,Math.floor(e.height/46)).forEach(([s,a],l)=>{let p=e.y+l*46,d=a.ended?"ended":a.idle?"idle":n.labels.time(a.watermark);i+=`<g class="lane">${x(e.x+.8,p,e.width-1.6,41,"laneBox",8)}`+w(e.x+9,
p+16,$(`split ${s}`,e.width-18,"strong"),"strong")+w(e.x+9,p+33,`${a.read} read`,"t3")+w(e.x+e.width-9,p+33,$(d,e.width-90,"t3"),a.holds?"t3 held":"t3","end")+"</g>"}),o.length>0?i:w(e.x+9,e.y+30,"no split was assigned yet","t3")}function za(t,e){
let{frame:n}=t,r=n.lookup.inputsOf(n.task);if(r.length===0)return Wu(t,e);let o=n.scene.view.tasks.get(n.task),i=new Set(r.map(({input:g})=>g)).size>1,s=_n(e,[.15,.19,.32,.18,.16]),a=r.filter(({id:g})=>n.scene.view.channels.get(g)?.blocked).
length,l=o?.aligning==null?"no barrier is waited for":`checkpoint ${o.aligning}: ${a} of ${r.length} channels blocked`,p=new Set(r.map(({source_node:g,target_node:b})=>`${g}>${b}`)).size,d=i?"StreamMultipleInputProcessor":"StreamOneInputPro\
cessor",c=p>1&&!i?"UnionInputGate":"SingleInputGate",u=(n.lookup.subtasks.get(n.task)?.floating_buffers??0)>0?` · ${o?.floating_free??0} floating buffers free`:"",m=[...o?.inputs??[]].map(([g,b])=>`${i?`input ${g+1}: `:""}${b.ended?"ended":
b.idle?"idle":n.labels.time(b.watermark)}`),h=n.run?ye(n.run,n.task,n.position).get("numRecordsIn"):"–",f=i?"StreamTwoInputProcessorFactory$StreamTaskNetworkOutput":"OneInputStreamTask$StreamTaskNetworkOutput";return V(t,s[0],c,[c,"LocalI\
nputChannel","RemoteInputChannel"],q(s[0],33,[`${p} gate${p>1?"s":""}, ${r.length} channel${r.length>1?"s":""}${u}`]))+V(t,s[1],"CheckpointedInputGate",["CheckpointedInputGate","SingleCheckpointBarrierHandler","CheckpointBarrierTracker","Ch\
eckpointBarrierHandler"],q(s[1],33,[l]))+Ru(t,s[2],r,d)+V(t,s[3],"StatusWatermarkValve",["StatusWatermarkValve"],q(s[3],33,[`least: ${m.join(", ")}`,Eu(t,r)]))+V(t,s[4],"StreamTaskNetworkOutput",[f,"StreamTaskNetworkOutput"],q(s[4],33,[`num\
RecordsIn ${h}`]))}function Eu(t,e){let n=e.filter(({id:r})=>t.frame.scene.view.channels.get(r)?.holds);return e.length>1&&n.length>0?`held by ${n.map(({index:r})=>`ch ${r}`).join(", ")}`:null}function Ru(t,e,n,r){let{frame:o}=t,i=new Set(n.
map(({id:m})=>m)),s=se(o,"ElementReceived",m=>m.subtask===o.task),a=se(o,"BufferConsumed",m=>i.has(m.channel)),l=m=>`ch ${o.lookup.channels.get(m)?.index??"?"}`,p=[`read by ${r}`,s&&`last: ${Pu(t,s.fact)} from ${l(s.fact.channel)}`,a&&`buff\
er: ${a.fact.bytes} bytes of ${l(a.fact.channel)}`],d=n.find(({id:m})=>(o.scene.view.channels.get(m)?.partial??0)>0),c=q(e,33,p);return d&&(c+=Iu(t,e,d)),V(t,e,"StreamTaskNetworkInput",["StreamTaskNetworkInput","AbstractStreamTaskNetworkInp\
ut","SpillingAdaptiveSpanningRecordDeserializer"],c,d?"parted":"")}function Iu(t,e,n){let{frame:r}=t,o=r.scene.view.channels.get(n.id).partial,i=Ra(r,n),s=Math.max(i?.bytes??0,o+1),a=e.y+e.height-25,l=e.width-18,p=Math.max(6,l*o/s),d=`${o} \
of ${i?i.bytes:"?"} bytes, the rest follows`;return`<g class="spans" data-spans="${o}">${x(e.x+9,a,l,19,"gauge",4)}${x(e.x+9,a,p,19,"spanned",4)}`+w(e.x+15,a+14,$(d,l-12,"strong"),"t3 onSpan")+"</g>"}function Pu(t,e){let{labels:n}=t.frame;return e.
element==="record"?n.value(e.value):e.element==="watermark"?`watermark ${n.time(e.timestamp)}`:e.element}function Wu(t,e){let{frame:n}=t,r=n.lookup.vertexOf(n.task)?.operators[0],o=n.lookup.operatorsOf(n.task)[0]?.id??"",i=n.scene.view.operators.
get(o),s=se(n,"SourceRecordRead",m=>m.operator===o),a=r?.operator_class==="StreamSource",l=_n(e,[.22,.3,.26,.22]),p=se(n,"WatermarkGenerated",m=>m.operator===o),d=[...i?.alignment??[]].map(([m,h])=>`${m}: may go to ${n.labels.time(h.allowed)}`),
c=s&&`record ${s.fact.offset} of ${s.fact.split}: ${n.labels.value(s.fact.value)}`,u=i&&i.emitted_watermark>M?n.labels.time(i.emitted_watermark):"none yet";return a?V(t,l[0],"LegacySourceFunctionThread",["SourceStreamTask$LegacySourceFuncti\
onThread"],q(l[0],33,["a thread of its own, under the lock"]))+V(t,l[1],"SourceFunction",["SourceFunction","StreamSource"],q(l[1],33,[c]))+V(t,l[2],"ManualWatermarkContext",["StreamSourceContexts$ManualWatermarkContext"],q(l[2],33,[`waterma\
rk put out: ${u}`]))+V(t,l[3],"StreamSourceContexts",["StreamSourceContexts"],q(l[3],33,[i?.emitted_idle?"idle":"active"])):V(t,l[0],"StreamTaskSourceInput",["StreamTaskSourceInput","StreamOneInputProcessor"],q(l[0],33,["asks the reader for\
 the next record"]))+V(t,l[1],"SourceReader",["SourceReader","SourceReaderBase"],q(l[1],33,[c,`given by the SplitEnumerator: ${i?.splits.size??0}`]))+V(t,l[2],"SourceOutputWithWatermarks",["SourceOutputWithWatermarks","WatermarkGenerator","\
TimestampAssigner","ProgressiveTimestampsAndWatermarks"],q(l[2],33,[p&&`generated ${n.labels.time(p.fact.timestamp)}${p.fact.split?` for ${p.fact.split}`:""}`,...d]))+V(t,l[3],"WatermarkToDataOutput",["WatermarkToDataOutput"],q(l[3],33,[i?.
emitted_idle?"put out: IDLE":`put out: ${u}`]))}function _n(t,e){let r=t.height-6*(e.length-1),o=t.y;return e.map(i=>{let s={...t,y:o,height:i*r};return o+=s.height+6,s})}var ao=38;function Ha(t,e){let{frame:n}=t,r=n.lookup.outputsOf(n.task);if(r.length===0)return _u(t,e);let o=n.lookup.subtasks.get(n.task),i=n.scene.view.tasks.get(n.task),s=n.run?ye(n.run,n.task,n.position).get("numRecordsOut"):"–",a=_n(e,
[.16,.34,.17,.33]),l=i?.output_in_use??0,p=[...new Set(r.map(({partitioner:m})=>Fa(m)))],c=r.every(({partitioner:m})=>m==="BROADCAST")?"BroadcastRecordWriter":"ChannelSelectorRecordWriter",u=a[2];return V(t,a[0],"RecordWriterOutput",["Recor\
dWriterOutput"],q(a[0],33,[`numRecordsOut ${s}`]))+V(t,a[1],c,[c,"RecordWriter","KeyGroupStreamPartitioner"],Fu(t,a[1],r,p))+V(t,u,"LocalBufferPool",["LocalBufferPool","BufferWritingResultPartition","PipelinedResultPartition"],Le(u.x+9,u.y+
35,Math.min(110,u.width*.36),l/Math.max(1,o.output_buffers),`${l} of ${o.output_buffers} buffers`,l>=o.output_buffers?"used":""))+Lu(t,a[3],r)}function Fu(t,e,n,r){let{frame:o}=t,i=new Set(n.map(({id:b})=>b)),s=se(o,"ChannelSelected",b=>i.has(
b.channel)),a=se(o,"ElementWritten",b=>i.has(b.channel));if(!s){let b=a&&o.lookup.channels.get(a.fact.channel),y=b?`last: ${a.fact.element} to ${o.labels.name(b.target)}`:"nothing was written yet";return q(e,33,[r.join(", "),y])}let l=o.lookup.
channels.get(s.fact.channel),p=o.lookup.subtasks.get(l.target),d=o.lookup.vertexOf(l.target),c=[["key",o.labels.value(s.fact.key)],["hash code",s.fact.hash_code],["key group",`${s.fact.key_group} of ${d?.max_parallelism??"?"}`],["subtask",`${(p?.
index??0)+1} of ${d?.parallelism??"?"}`]],u=s.index===o.index,m=e.width-18-27,h=[.22,.25,.29,.24].map(b=>b*m),f=`<g class="choice ${u?"now":""}" data-choice="${k(s.fact.key_group.toString())}">`;c.forEach(([b,y],v)=>{let S=h[v],C=e.x+9+h.slice(
0,v).reduce((D,E)=>D+E+9,0),F=e.y+42;f+=w(C+2,F-4,$(b,S,"t3"),"t3"),f+=x(C,F,S,24,"chosen",5),f+=w(C+S/2,F+17,$(y,S-4,"strong"),"strong","middle"),v>0&&(f+=z(C-9,F+12,C,F+12,"joint"))});let g=`${r.join(", ")}.selectChannel: ${o.labels.name(
l.target)}`;return`${f}${w(e.x+9,e.y+84,$(g,e.width-18,"t3"),"t3")}</g>`}function Lu(t,e,n){let{frame:r}=t,o=Math.max(1,Math.floor((e.height+4)/ao)),i=r.fact&&"channel"in r.fact?r.fact.channel:"",s=u=>u.id===i?2:(r.scene.view.channels.get(u.
id)?.queued??0)>0?1:0,a=new Set([...n].sort((u,m)=>s(m)-s(u)).slice(0,n.length>o?Math.max(1,o):o)),l=e.y,p="";for(let u of n){let m=r.scene.view.channels.get(u.id);if(!a.has(u)||!m)continue;let h=ee(r.labels.name(u.target),e.width*.5,"t3"),
f=`${m.written} written`;p+=`<g class="lane ${u.id===i?"current":""}" data-channel="${k(u.id)}"><title>PipelinedSubpartition to ${k(r.labels.name(u.target))}: ${m.queued} buffers wait</title>`+x(e.x+.8,l,e.width-1.6,ao-5,"laneBox",8)+w(e.x+
9,l+21,h,"t3")+te(m.queued,"full",e.x+16+T(h,"t3"),l+10,e.width*.2)+w(e.x+e.width-9,l+21,f,"t3","end")+"</g>",l+=ao}let d=n.length-a.size,c=d>0?`PipelinedSubpartitions: ${d} more`:"";return p+w(e.x+9,Math.min(l+10,e.y+e.height+4),c,"t3")}function _u(t,e){
let{frame:n}=t,r=n.lookup.operatorsOf(n.task).reduce((s,{id:a})=>s+(n.scene.view.operators.get(a)?.results??0),0),o=se(n,"ResultWritten",s=>n.lookup.operatorsOf(n.task).some(({id:a})=>a===s.operator)),i={...e,height:70};return V(t,i,"no Rec\
ordWriter",["StreamSink","SinkWriterOperator"],q(i,33,[`results written by its sinks: ${r}`,o&&`last: ${o.fact.text}`]))}var Nu=1080,Ga=18,lo=92;function ja(t,e,n){let r=Math.max(e,Nu),o=Math.max(360,n);if(!t.lookup.subtasks.has(t.task))return N(r,120,"No task",w(r/2,60,"Nothing runs yet.","t2","middle"));let i={frame:t,runs:Wa(t)},s=14,a=[.235,.235,.27,.26].
map(g=>g*(r-3*s)),l=g=>({x:a.slice(0,g).reduce((b,y)=>b+y+s,0),y:Ga,width:a[g],height:o-Ga-lo-8}),c=[t.lookup.inputsOf(t.task).length>0?"from the senders":"splits","input","operator chain","output"].map((g,b)=>w(l(b).x+2,12,g,"t3 head")).join(
""),u=Va(i,l(0))+za(i,l(1))+Da(i,l(2))+Ha(i,l(3)),m=_a(i,{x:0,y:o-lo,width:r,height:lo}),h=t.scene.view.tasks.get(t.task),f=`Inside ${t.labels.name(t.task)}, ${h?.state??""}: ${[...i.runs].join(", ")||"nothing runs"}`;return N(r,o,f,c+u+m,"\
group")}function V(t,e,n,r,o,i=""){let s=r.some(c=>t.runs.has(c)),{x:a,y:l,width:p,height:d}=e;return`<g class="part ${s?"lit":""} ${i}" data-part-of="${k(n)}">`+x(a+.8,l+.8,p-1.6,d-1.6,"partBox",8)+Je(a+9,l+16,n,p-18)+o+"</g>"}function Je(t,e,n,r,o="\
start"){let i=$(n,r,"strong"),s=o==="end"?' text-anchor="end"':"";return`<text x="${t.toFixed(1)}" y="${e.toFixed(1)}"${s} class="strong className" data-class="${k(n)}" tabindex="-1" role="button">${k(i)}<title>${k(n)}: what it is</title></\
text>`}function q(t,e,n,r=16){return n.filter(o=>o!==null).map((o,i)=>e+i*r>t.height-4?"":w(t.x+9,t.y+e+i*r,$(o,t.width-18,"t3"),"t3")).join("")}var Et=218,Ka=8;function Ja(t,e){let n=Vu(t);if(n.length===0)return N(e,Et,"No watermarks come in",Du(e,t));let r=Bu(n),o=Ku(t),i=62,s=e-112,a=Math.min(64,148/r.length),l=Math.min(34,a-(a<26?3:7)),p=qu(n,i,s-26),d=[Uu(t,p,i,s-26,158)];r.forEach(
(u,m)=>{let h=4+a*m;d.push(Ju(t,u,h,i,s-26,l,p));let f=u.holds?"holds":u.idle||!u.aligned?"off":"";d.push(z(s-24,h+l/2,s+2,h+l/2,`feed ${f}`))}),d.push(Xu(s+2,4,e-14-s,a*r.length)),d.push(Qu(t,o,n.length-r.length,e));let c=n.map(u=>`${u.name}\
 ${Yu(t,u)}`).join(", ");return N(e,Et,`Watermarks: ${c}; together ${o.text}`,d.join(""))}function Bu(t){if(t.length<=Ka)return t;let e=r=>r.current?0:r.holds?1:2,n=new Set([...t].sort((r,o)=>e(r)-e(o)).slice(0,Ka));return t.filter(r=>n.has(
r))}function Du(t,e){let n=e.position===0?"Nothing runs yet.":"No watermark has come here yet.";return w(t/2,Et/2,n,"t2","middle")}function Vu(t){return t.lookup.inputsOf(t.task).length>0?zu(t):Gu(t)}function zu(t){let e=t.lookup.inputsOf(t.
task),n=e.some(({input:i})=>i>0),r=t.fact&&"channel"in t.fact?t.fact.channel:"",o=Hu(t);return e.flatMap(i=>{let s=t.scene.view.channels.get(i.id);return s?{name:n?`${i.input+1} · ch ${i.index}`:`ch ${i.index}`,title:`${n?`input ${i.input+
1}, `:""}from ${t.labels.name(i.source)}`,watermark:s.watermark,idle:s.idle,aligned:s.aligned,holds:s.holds&&(o===null||o.has(i.input)),current:r===i.id}:[]})}function Hu(t){let e=[...t.scene.view.tasks.get(t.task)?.inputs??[]];if(e.length<
2)return null;let n=e.filter(([,{idle:i}])=>!i),r=n.length>0?n:e,o=r.reduce((i,s)=>s[1].watermark<i[1].watermark?s:i)[1].watermark;return new Set(r.filter(([,{watermark:i}])=>i===o).map(([i])=>i))}function Gu(t){let e=[],n=t.fact&&"split"in
t.fact?t.fact.split:"";for(let{id:o}of t.lookup.operatorsOf(t.task)){let i=t.scene.view.operators.get(o);if(i)for(let[s,a]of i.splits){let{watermark:l,idle:p,holds:d}=a,c=`split ${s}`;e.push({name:s,title:c,watermark:l,idle:p,aligned:!a.ended,
holds:d,current:n===s})}}return e.some(({watermark:o,idle:i})=>o!==M||i)?e:ju(t)}function ju(t){let{watermark:e,idle:n,name:r}=Ya(t);return e===M?[]:[{name:"stream",title:`generated by ${r}`,watermark:e,idle:n,aligned:!0,holds:!0,current:!1}]}
function Ya(t){let e={watermark:M,idle:!1,name:""};for(let{id:n,name:r}of t.lookup.operatorsOf(t.task)){let o=t.scene.view.operators.get(n);o&&o.emitted_watermark>=e.watermark&&(e={watermark:o.emitted_watermark,idle:o.emitted_idle,name:r})}
return e}function Ku(t){let e=t.scene.view.tasks.get(t.task);if(e&&e.inputs.size>0){let i=[...e.inputs.values()],s=i.map(d=>d.idle?"IDLE":t.labels.time(d.watermark)),a=i.every(d=>d.idle);if(i.length<2||a)return{name:"task watermark",text:s[0]??
"",idle:a};let l=i.filter(d=>!d.idle),p=l.reduce((d,c)=>c.watermark<d?c.watermark:d,l[0].watermark);return{name:`inputs ${s.join(", ")}: least`,text:t.labels.time(p),idle:a}}let{watermark:n,idle:r}=Ya(t),o=t.labels.time(n);return{name:"sour\
ce watermark",text:r?"IDLE":o,idle:r}}var qa=10000000000n,Ua=1n<<53n;function qu(t,e,n){let r=t.map(({watermark:c})=>c).filter(c=>c!==M&&c!==W);if(r.length===0)return{place:c=>c===W?n:e,ticks:[]};let o=r.reduce((c,u)=>u<c?u:c),i=r.reduce((c,u)=>u>
c?u:c),s=o>qa||o<-qa?60000n:10n,a=i-o>0n?(i-o)/3n:s;o-=a>0n?a:1n,i+=a/2n>0n?a/2n:1n;let l=c=>c===M?e:c===W?n:e+Number(c-o)/Number(i-o)*(n-e),d=o>-Ua&&i<Ua?tt(Number(o),Number(i),3).map(c=>BigInt(Math.round(c))):[];return{place:l,ticks:d.length>
0?d:[o,i]}}function Uu(t,{place:e,ticks:n},r,o,i){let s=-1/0;return n.map(l=>{let p=e(l),d=z(p,0,p,i-6,"grid"),c=po(t,l).replace(/^(\d\d:\d\d):00$/,"$1"),u=T(c,"t3")/2,m=_(p,r+u,Math.max(r+u,o-u));return m-u<s||2*u>o-r?d:(s=m+u+8,d+w(m,i+7,
c,"t3","middle"))}).join("")}function po(t,e){let n=t.labels.time(e);if(n.startsWith("M"))return n;let r=n.includes(" ")?n.slice(n.indexOf(" ")+1):n;return r.includes(":")?r.replace(/\.\d+$/,""):r}function Ju(t,e,n,r,o,i,{place:s}){let a=e.
idle?"idle":e.holds?"holds":e.aligned?"":"behind",l=e.watermark===M,p=_(s(e.watermark),r+(l?0:6),o),d=o-r-(e.idle?30:16),c=Xa(t,e),u=c.find(g=>T(g,"strong")<=d)??$(c.at(-1),d,"strong"),m=T(u,"strong")+16,h=p-r<m&&o-p>m,f=e.idle||h?p+6:Math.
min(r+8,o-m);return`<g class="row ${a} ${e.current?"current":""}"><title>${k(e.title)}</title>`+w(0,n+i/2+5,$(e.name,58,"strong"),"t2 strong")+x(r,n,o-r,i,"track")+(e.idle?x(r,n,16,i,"hatch"):x(r,n,p-r,i,"bar").replace("/>",` data-m="${k(e.
name)}"/>`))+w(e.idle?r+24:f,n+i/2+5,u,`t2 m ${h?"out":"in"}`)+"</g>"}function Yu(t,e){return Xa(t,e)[0]}function Xa(t,e){if(e.idle)return["IDLE: not counted","IDLE"];let n=t.labels.time(e.watermark);return e.aligned?[n]:[`${n} lags behind`,
`${n} lags`,n]}function Xu(t,e,n,r){let o=e+Math.max(104,r-4),i=Math.min(22,(o-e)/4),s=`M${t} ${e}H${t+n*.5}L${t+n} ${e+i}V${o-i}L${t+n*.5} ${o}H${t}Z`,a=(e+o)/2;return z(t+n/2,o,t+n/2,Et-40,"feed holds")+`<path d="${s}" class="funnel"/>`+w(
t+n/2,a+1,"min","funnelText","middle")+w(t+n/2,a+17,"of active","t3 funnelNote","middle")}function Qu(t,e,n,r){let o=Et-42,i=n>0?` (+${n} more)`:"",s=t.fact?.type==="InputWatermarkAdvanced"?"current":"",a=T(e.name+i,"t2")+34,l=T(e.text,"big")>
r-a?"t1":"big";return x(.5,o,r-1,40,`result ${e.idle?"idle":""} ${s}`,8)+w(14,o+25,$(e.name+i,r-44-T(e.text,l),"t2"),"t2 onWatermark")+w(r-14,o+26,e.text,`${l} m onWatermark`,"end")}var ae=218,Rt=34,Nn=24,ce=74;function el(t,e,n){let r=em(t);if(!r){let h=t.position===0?"Nothing runs yet.":"This task keeps no windows.",f=w(e/2,ae/2,h,"t2","middle");return N(e,ae,"No windows",f)}let[o,i,s]=r,a=tm(t,o,i,s);if(a.length===0){
let h=w(e/2,ae/2,"No pane is open yet.","t2","middle");return N(e,ae,"No panes",h+Za(t,i.watermark,null,e))}let{keys:l,hidden:p}=sm(t,a),d=a.filter(({key:h})=>l.includes(h)),c=am(d,i.watermark,e),u=Math.min(62,(ae-Rt-Nn)/l.length),m=[pm(t,c,
e),dm(c,i.watermark,`${n}-panes`)];return l.forEach((h,f)=>{let g=Rt+u*f;m.push(w(0,g+u/2+5,$(L(h),ce-8,"t1"),"t1"));let b=d.filter(S=>S.key===h),y=Math.max(...b.map(({lane:S})=>S))+1,v=i.watermark===M?-1:c.place(i.watermark);for(let S of b)
m.push(cm(t,S,c,g,u,y,v))}),p>0&&m.push(w(0,ae-6,`+${p} keys`,"t3")),m.push(Za(t,i.watermark,c,e)),N(e,ae,Zu(t,a,i.watermark),m.join(""))}function Zu(t,e,n){let r=e.filter(({state:o})=>o!=="gone").slice(0,12).map(o=>`${L(o.key)} ${t.labels.
window(o.window)} ${o.count} ${o.state}`);return`Window panes at watermark ${t.labels.time(n)}: ${r.join("; ")}`}function em(t){for(let e of t.lookup.vertexOf(t.keyed)?.operators??[]){let n=`o${e.node}/${t.lookup.subtasks.get(t.keyed).index}`,
r=t.scene.view.operators.get(n),o=t.scene.operators.get(n);if(!r||!o)continue;if(/Window/.test(e.operator_class)||r.panes.size>0||o.closed.length>0)return[n,r,o]}return null}function tm(t,e,n,r){let{fact:o}=t,i=o&&"window"in o&&"operator"in
o&&o.operator===e?o:null,s=[];for(let{key:a,window:l,count:p}of n.panes.values()){let d=r.elements.get(H(a,l))??[],c=i?.key===a&&i.window===l?i.type:"",u=r.firedPanes.has(H(a,l));s.push(Qa(a,l,p,d,nm(l,p,c,n.watermark,u)))}for(let{key:a,window:l,
count:p,elements:d}of r.closed){let c=s.some(h=>h.key===a&&h.window===l),m=(i?.type==="WindowCleared"||i?.type==="WindowFired")&&i.key===a&&i.window===l;c||s.push(Qa(a,l,p,d,m?"fires":"gone"))}return rm(s),om(s)}function Qa(t,e,n,r,o){let i=X(
e),[s,a]=i??[null,null];return{key:t,window:e,count:n,elements:r,state:o,start:s,end:a,lane:0}}function nm(t,e,n,r,o){if(n==="WindowFired")return"fires";if(n==="WindowAssigned")return"assigned";if(e===0)return"purged";if(o)return"fired";let i=X(
t);return i&&i[1]-1n<=r?"due":"open"}function rm(t){let e=new Map;for(let n of t)e.set(n.key,[...e.get(n.key)??[],n]);for(let n of e.values()){n.sort((o,i)=>Number((o.start??0n)-(i.start??0n)));let r=[];for(let o of n){let i=r.findIndex(s=>o.
start!==null&&s<=o.start);o.lane=i>=0?i:r.length,r[o.lane]=o.end??W}}}function om(t){let e=t.filter(({state:s})=>s!=="gone"),n=(e.length>0?e:t).flatMap(({start:s})=>s??[]);if(n.length===0)return t;let r=e.length>0?tl(n):co(n),o=t.flatMap(({
start:s,end:a})=>s===null||a===null?[]:a-s),i=2n*co(o);return t.filter(({state:s,start:a})=>s!=="gone"||(a??r)>=r-i)}function tl(t){return t.reduce((e,n)=>n<e?n:e)}function co(t){return t.reduce((e,n)=>n>e?n:e)}var im=5;function sm(t,e){let n=new Set(
e.filter(({state:a})=>a!=="gone").map(({key:a})=>a)),r=[...new Set(e.map(({key:a})=>a))].sort(),o=t.fact&&"key"in t.fact?t.fact.key:"",i=a=>a===o?0:n.has(a)?1:2,s=[...r].sort((a,l)=>i(a)-i(l)).slice(0,im);return{keys:r.filter(a=>s.includes(
a)),hidden:r.length-s.length}}function am(t,e,n){let r=t.flatMap(({start:c,end:u,elements:m})=>c===null||u===null?m:[c,u]);r.length===0&&r.push(0n,1n);let o=tl(r),i=co(r),s=i>o?i-o:1n;e>o-s&&e<o&&(o=e),e<i+s&&e>i&&(i=e);let a=n-30,l=Number(
i-o)||1,p=c=>c===M?ce:c===W?a:ce+_(Number(c-o)/l,-.02,1.02)*(a-ce),d=[...new Set(t.flatMap(({start:c,end:u})=>c===null?[]:[c,u]))];return d.sort((c,u)=>Number(c-u)),{low:o,high:i,place:p,ticks:lm(d,p),right:a}}function lm(t,e){let n=[];for(let r of t){
let o=n[n.length-1];(o===void 0||e(r)-e(o)>72)&&n.push(r)}return n}function pm(t,e,n){let r=-1/0;return e.ticks.map(i=>{let s=e.place(i),a=po(t,i).replace(/^(\d\d:\d\d):00$/,"$1"),l=T(a,"t3")/2,p=_(s,ce+l+4,n-l-2),d=z(s,Rt-6,s,ae-Nn+2,"grid");
return p-l<r?d:(r=p+l+8,d+w(p,ae-6,a,"t3 m","middle"))}).join("")}function dm(t,e,n){if(e===M||e<t.low)return"";let r=t.place(e),o=`<defs><pattern id="${n}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><p\
ath d="M0 0V7" class="hatching"/></pattern></defs>`,i=`x="${ce}" y="${Rt-4}" width="${r-ce}" height="${ae-Rt-Nn+6}"`;return`${o}<rect ${i} fill="url(#${n})" data-m="past"/>`}function cm(t,e,n,r,o,i,s){let a=(o-6)/i-(i>1?1:0),l=r+1+e.lane*((o-
6)/i),p=e.start===null?ce:n.place(e.start)+2,d=e.end===null?n.right:n.place(e.end)-2,c=mm[e.state],u=`${L(e.key)} ${t.labels.window(e.window)}: ${e.count} elements, ${c}`,m=d-p,h=`<g class="pane ${e.state}"><title>${k(u)}</title>`,f=`data-m\
="${k(`${e.key} ${e.window}`)}"`;h+=x(p,l,m,a,"box",Math.min(7,a/2)).replace("/>",` ${f}/>`),(e.state==="fires"||e.state==="fired"||e.state==="gone")&&(h+=um(p,l,m,a,f));let g=m-T(String(e.count),"t1");if(a>=12&&g>4){let b=a<17?" small":"",
y=l+Math.min(a>=26?15:99,a/2+(b?4:5)),v=String(e.count),S=p+12+T(v,"t1"),C=s>p&&s<S&&m>60?s+6:p+Math.min(8,g/2);h+=w(C,y,v,`t1 m count${b}`),m>T(v,"t1")+T(c,"t3")+24&&(h+=w(d-8,y,c,`t3 word${b}`,"end"))}if(a>=26){let b=a>=34?4.5:3;for(let y of e.
elements){let v=_(n.place(y),p+b+2,d-b-2);h+=`<circle cx="${v.toFixed(1)}" cy="${(l+a-b-4).toFixed(1)}" r="${b}" class="record"/>`}}return`${h}</g>`}function um(t,e,n,r,o){let i=o.replace('data-m="','data-m="lid ');return x(t,e,n,Math.min(4,
r),"lid",1.5).replace("/>",` ${i} data-from="x=${t+n} y=${e-16} width=3 height=14"/>`)}var mm={open:"open",assigned:"+1",due:"due",fired:"fired",fires:"FIRE",purged:"purged",gone:"gone"};function Za(t,e,n,r){let o=`W ${t.labels.time(e)}`,i=T(
o,"strong")+20,s=n?n.place(e):ce,a=_(s-2,ce-2,r-i-12),l=`M${a} 0h${i}l9 11l-9 11h${-i}z`,p=e!==M;return(n&&p?z(s,10,s,ae-Nn+4,"watermarkLine").replace("/>",' data-m="line"/>'):"")+`<path d="${l}" class="flagBox ${p?"":"none"}" data-m="flag"\
/>`+w(a+10,16,o,"t2 m strong onWatermark")}var mo=178,uo=15,nl=22,hm=6;function il(t,e,n,r){let o=t.run;if(o.end===0){let f="All of it happened within one millisecond of virtual time: nothing costs any.",g=w(e/2,60,f,"t2","middle");return{markup:N(e,120,f,g),height:120,scale:{left:0,
width:1,end:1}}}let i=[...t.lookup.subtasks.keys()],s=i.map(f=>ee(t.labels.name(f),168,"strong")),a=Math.ceil(Math.max(74,...s.map(f=>T(f,"strong"))))+12,l={left:a,width:Math.max(120,e-a-mo),end:Math.max(1,o.end)},p=i.length<=6?17:i.length<=
12?14:7,d=16,c=Rn(r)+w(a,11,"time of each task: backpressured, busy, idle","t3 head");i.forEach((f,g)=>{let b=f===t.task?"t3 strong":"t3";(p>10||f===t.task)&&(c+=w(a-8,d+p-4,s[g],b,"end")),c+=wm(o,f,l,d,p-2,r),d+=p}),d+=uo;let u=fm(t,o);c+=
rl(u.map(([f,g])=>({tone:g,sender:f.queued,receiver:f.plan.local?void 0:f.received})),"buffers queued",l,d,n),c+=gm(t,u,e,d),d+=n+uo;let m=u.filter(([f])=>f.plan.initial_credit>0);m.length>0&&(c+=rl(m.map(([f,g])=>({tone:g,sender:f.credit})),
"credit",l,d,n),d+=n+uo),c+=bm(u,l,d,n),d+=n,c+=ym(t,l,d);let h=`The whole run over ${o.end} ms of virtual time: ${i.length} tasks; channels of ${t.labels.name(t.task)}`;return{markup:N(e,d+nl,h,c),height:d+nl,scale:l}}function fm(t,e){return[
...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)].slice(0,hm).map(({id:r},o)=>[e.channels.get(r),o])}function gm(t,e,n,r){let o=n-mo+14,i="";e.forEach(([p,d],c)=>{let{plan:u}=p,h=u.target===t.task?`ch ${u.index} from ${t.labels.name(
u.source)}`:`to ${t.labels.name(u.target)}`,f=r+12+19*c;i+=z(o,f-4,o+20,f-4,`curve tone${d}`)+w(o+26,f,ee(h,mo-46,"t3"),"t3")});let s=t.lookup.inputsOf(t.task).length+t.lookup.outputsOf(t.task).length-e.length,a=r+12+19*e.length;s>0&&(i+=w(
o,a,`and ${s} more`,"t3"));let l=a+(s>0?24:6);return i+=z(o,l-4,o+20,l-4,"curve plain")+w(o+26,l,"at the sender","t3"),i+z(o,l+15,o+20,l+15,"curve plain receiver")+w(o+26,l+19,"at the receiver","t3")}function rl(t,e,n,r,o){let i=t.flatMap(({
sender:l,receiver:p})=>p?[l,p]:[l]),s=Math.max(1,...i.map(km)),a=sl(e,s,n,r,o);for(let{tone:l,sender:p,receiver:d}of t)d&&(a+=`<path d="${ol(d,s,n,r,o)}" class="curve receiver tone${l}"/>`),a+=`<path d="${ol(p,s,n,r,o)}" class="curve tone${l}\
"/>`;return a}function km(t){let e=t.initial;for(let n of t.values)n>e&&(e=n);return e}function sl(t,e,n,r,o){let{left:i,width:s}=n,a=e>=1e3?Math.round(e).toLocaleString("en").replaceAll(","," "):String(Math.round(e));return x(i,r,s,o,"pl\
otGround",4)+w(i-8,r+o/2+4,t,"t3","end")+w(i-8,r+9,a,"t3 head","end")+w(i-8,r+o,"0","t3 head","end")}function ol(t,e,n,r,o){let i=u=>Math.round(10*(r+o-2-(o-5)*u/e))/10,s=`M${n.left} ${i(t.initial)}`,a=-1,l=0,p=0,d=t.initial,c=()=>{a<0||(s+=
`H${n.left+a}V${i(l)}`,p!==l&&(s+=`V${i(p)}`),d!==p&&(s+=`V${i(d)}`))};return t.times.forEach((u,m)=>{let h=Math.round(u/n.end*n.width),f=t.values[m];h!==a&&(c(),a=h,l=p=d),l=Math.min(l,f),p=Math.max(p,f),d=f}),c(),`${s}H${n.left+n.width}`}
function bm(t,e,n,r){let o=Math.max(1,Math.min(80,Math.floor(e.width/9),e.end)),i=e.end/o,s=t.map(([p])=>{let d=Array.from({length:o+1},(c,u)=>p.read.atTime(Math.floor(u*i)));return d.slice(1).map((c,u)=>1e3*Math.max(0,c-d[u])/i)}),a=Math.max(
1,...s.flat()),l=sl("elements/s",a,e,n,r);return s.forEach((p,d)=>{let c=p.map((u,m)=>{let h=e.left+(m+.5)/o*e.width;return`${Math.round(10*h)/10} ${Math.round(10*(n+r-2-(r-5)*u/a))/10}`});l+=`<path d="M${c.join("L")}" class="curve tone${t[d][1]}\
"/>`}),l}function wm(t,e,n,r,o,i){let{conditions:s}=t.tasks.get(e),a=Math.max(1,Math.min(Math.floor(n.width/3),n.end)),l={busy:"",idle:"",backpressured:""},p=f=>{let g=f/a*n.end,b=y=>s.untilTime(g,y);return{busy:b("busy"),idle:b("idle"),backpressured:b(
"soft")+b("hard")}},d=n.width/a,c=p(0);for(let f=0;f<a;f++){let g=p(f+1),b=Math.round(100*(n.left+f*d))/100,y=r+o;for(let v of["backpressured","busy","idle"]){let S=(g[v]-c[v])/(n.end/a)*o;S<.05||(y-=S,l[v]+=`M${b} ${y.toFixed(1)}h${d.toFixed(
2)}v${S.toFixed(1)}h${(-d).toFixed(2)}z`)}c=g}let u=x(n.left,r,n.width,o,"plotGround",0),m=Object.entries(l).map(([f,g])=>g?`<path d="${g}" class="load ${f}"/>`:""),h=l.backpressured?`<path d="${l.backpressured}" fill="url(#${i})"/>`:"";return`\
<g data-conditions="${k(e)}">${u}${m.join("")}${h}</g>`}function ym(t,e,n){let r=xm(e.end*90/e.width),o=Number(t.run.start),i="";for(let s=Math.ceil(o/r)*r;s<=o+e.end;s+=r){let a=e.left+(s-o)/e.end*e.width;i+=z(a,n,a,n+4,"tick"),i+=w(a,n+17,
t.labels.time(BigInt(s)),"t3","middle")}return i+w(e.left+e.width+46,n+17,"virtual time","t3 head")}var al=1e3,ho=3600*al,vm=[1,2,5,10,20,50,100,200,500,1,2,5,10,15,30,60,120,300,600,900,1800,1,2,3,6,12].map((t,e)=>t*(e<9?1:e<21?al:ho));function xm(t){
return vm.find(e=>e>=t)??24*ho*Math.ceil(t/(24*ho))}function ll(t,e,n){return n.left+_(t.clock.at(e)/n.end,0,1)*n.width}function pl(t,e,n,r){let o=_((e-n.left)/n.width,0,1)*n.end,{times:i,positions:s}=t.clock,a=K(i,o)+1;return a<s.length?s[a]-
1:r}var Bn=218,It=30,Sm=200;function cl(t,e){let{entries:n,watermark:r}=Tm(t);if(n.length===0){let h=w(e/2,Bn/2,"No timers are registered here.","t2","middle");return N(e,Bn,"No timers",h)}let o=n.filter(({state:h})=>h==="fires"||h==="due"),i=n.
filter(({state:h})=>h==="waits"||h==="new"),s=Math.floor((Bn-26-14)/It),a=o.slice(0,Sm),l=i.slice(0,Math.max(1,s-a.length)),p=[],d=0,c=(h,f)=>{h<=0||(p.push(w(e/2,d+12,`and ${h} more${f}`,"t3","middle")),d+=20)};for(let h of a)p.push(dl(t,h,
d,e)),d+=It;c(o.length-a.length," due"),p.push(Mm(t,r,d,e)),d+=26;for(let h of l)p.push(dl(t,h,d,e)),d+=It;c(i.length-l.length,"");let u=n.slice(0,12).map(({timer:h,state:f})=>`${t.labels.time(h.timestamp)} ${L(h.key)} ${f}`),m=Math.max(Bn,
d);return N(e,m,`${n.length} timers: ${u.join(", ")}`,p.join(""))}function ul(t){let e=0;for(let{id:n}of t.lookup.operatorsOf(t.keyed))e+=t.scene.view.operators.get(n)?.timers.size??0;return e}function Tm(t){let e=[],n=M,{fact:r}=t,o=Cm(t);
for(let{id:s}of t.lookup.operatorsOf(t.keyed)){let a=t.scene.view.operators.get(s);if(a){a.timers.size>0&&(n=a.watermark),o?.operator===s&&(e.push({timer:o,state:"fires"}),n=a.watermark);for(let l of a.timers.values()){let p=l.domain==="eve\
nt"?a.watermark:t.scene.view.time_ms,d=r?.type==="TimerRegistered"&&r.operator===s&&r.timestamp===l.timestamp&&r.key===l.key;e.push({timer:l,state:l.timestamp<=p?"due":d?"new":"waits"})}}}let i=s=>s.state==="fires"?0:1;return e.sort((s,a)=>i(
s)-i(a)||Number(s.timer.timestamp-a.timer.timestamp)),{entries:e,watermark:n}}function Cm(t){for(let e of t.index<0?[]:No(t.trace,t.index)){let n=t.trace.event(e);if(n.type==="TimerFired")return n}return null}function dl(t,{timer:e,state:n},r,o){
let i=t.labels.time(e.timestamp),s=e.namespace==='""'?"":` for ${t.labels.window(e.namespace)}`,a=`${e.domain}-time timer of key ${L(e.key)} at ${i}${s}`,l=n==="waits"?e.domain==="processing"?"clock":"":n,p=32+T(i,"strong")+12;return`<g cla\
ss="timer ${n}"><title>${k(a)}</title>`+x(.5,r+.5,o-1,It-4,"entry",7)+Vo(17,r+It/2-1.5,"mark")+w(32,r+19.5,i,"t2 m strong")+w(p,r+19.5,$(Z(L(e.key)),o-p-46,"strong"),"t2 strong")+w(o-10,r+19.5,l,"t3 word","end")+"</g>"}function Mm(t,e,n,r){
let o=`watermark ${t.labels.time(e)} ▲`,i=T(o,"strong")+18;return z(0,n+11,r,n+11,"divider")+x((r-i)/2,n,i,22,"dividerChip",7)+w(r/2,n+15.5,o,"t3 strong onWatermark","middle")}var $m=["x","y","width","height","x1","y1","x2","y2","cx","cy","r","d","points"],fo=/-?\d+(?:\.\d+)?/g;function Om(t){let e=new Map;for(let n of t.querySelectorAll("[data-m]")){let r=new Map;for(let o of $m){let i=n.getAttribute(o);i!==null&&
r.set(o,i)}e.set(n.getAttribute("data-m"),r)}return e}var Dn=class{constructor(e){this.root=e}moves=[];comes=[];before=new Map;leave(){this.settle(),this.before=Om(this.root)}arrive(){if(this.moves=[],this.comes=[],this.before.size!==0)for(let e of this.
root.querySelectorAll("[data-m]")){let n=this.before.get(e.getAttribute("data-m"))??Am(e);if(!n){this.comes.push(e);continue}for(let[r,o]of n){let i=e.getAttribute(r);i!==null&&i!==o&&this.add(e,r,o,i)}}}show(e){let n=He(e);for(let{element:r,
name:o,from:i,to:s,shape:a}of this.moves){let l=0,p=a.replace(fo,()=>{let d=i[l]+(s[l]-i[l])*n;return l++,String(Math.round(d*100)/100)});r.setAttribute(o,e>=1?a:p)}for(let r of this.comes)e>=1?r.removeAttribute("opacity"):r.setAttribute("o\
pacity",String(Math.round(n*100)/100));e>=1&&(this.moves=this.comes=[])}settle(){(this.moves.length>0||this.comes.length>0)&&this.show(1)}add(e,n,r,o){let[i,s]=[r.match(fo)??[],o.match(fo)??[]];i.length===s.length&&this.moves.push({element:e,
name:n,from:i.map(Number),to:s.map(Number),shape:o})}};function Am(t){let e=t.getAttribute("data-from");return e===null?null:new Map(e.split(" ").map(n=>n.split("=")))}var Em={plane:Ut,"event time":Ut,network:Fn,inside:no,"whole run":no},Rm=228,Im=90,Pm=40,zn=class{constructor(e,n){this.parts=e;this.hatch=n}filter="";changedOnly=!1;layout=null;plot=null;travellers=new je;travelled="";tweens=new Map;keeps=null;arrange(e,n){
this.plot=null,this.layout=e&&ni(e,this.parts.get("graph").clientWidth,Em[n]);let r=Math.max(0,Rm-(this.layout?.height??0));this.parts.root.style.setProperty("--spare",`${Math.min(r,Im)}px`)}draw(e){e.view==="event time"?this.drawEventTime(
e):e.view==="inside"?this.drawInsideOf(e):this.layout&&this.parts.put("graph",$a(e,this.layout,this.hatch)),e.view==="network"&&this.drawNetworkPanels(e),e.view==="whole run"&&this.drawWholeRun(e);let n=e.index<0?[]:e.trace.callStack(e.index);
this.parts.put("stack",n.map(Fm).join('<i class="then">›</i>')||'<span class="none">–</span>'),this.parts.get("stack").scrollLeft=this.parts.get("stack").scrollWidth;for(let r of this.parts.root.querySelectorAll('[data-act="follow"]'))r.
hidden=!e.pinned}move(e,n){for(let i of this.tweens.values())i.show(n.t);if(!this.layout)return;let r=this.parts.get("graph");r.contains(this.travellers.el)||r.append(this.travellers.el);let o=`${n.from} ${n.to} ${e.task} ${this.layout.width}`;
if(o!==this.travelled){this.travelled=o;let i=n.to>n.from?mt(e.trace,n.from,n.to):[],s=ua(e,this.layout);this.travellers.set(i,s,n.from,n.to,this.layout,a=>Ar(e,a))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e),o=this.
parts.get("graph").querySelector("svg");if(!r||!o)return null;let{left:i,top:s,width:a}=o.getBoundingClientRect(),l=a/this.layout.width,[p,d]=[(n.clientX-i)/l,(n.clientY-s)/l],c=qt(r,this.layout.boxes.get(e),p,d);return c===null?null:`${e}/${c}`}putMoving(e,n){
let r=this.tweens.get(e);r||this.tweens.set(e,r=new Dn(this.parts.get(e))),r.leave(),this.parts.put(e,n),r.arrive()}positionIn(e,n){if(!this.plot||!e.run)return null;let r=n.clientX-this.parts.get("plot").getBoundingClientRect().left;return pl(
e.run,r,this.plot.scale,e.trace.eventCount)}drawEventTime(e){let{labels:n}=e;this.layout&&this.parts.put("graph",ya(e,this.layout));for(let[r,o]of Object.entries({valve:Ja,timers:cl,panes:el})){let i=this.parts.get(r).clientWidth;i>0&&this.
putMoving(r,o(e,i,this.hatch))}this.parts.put("task",k(n.name(e.task)+Vn(e))),this.parts.put("timerCount",String(ul(e)||"")),this.parts.put("keyed",k(n.name(e.keyed)+Wm(e))),this.collapse(e)}collapse(e){let{lookup:n,trace:r}=e,o=this.keeps??=
{timersPanel:ml(r,"TimerRegistered"),panesPanel:ml(r,"WindowAssigned")};for(let[i,s]of Object.entries(o)){let a=!n.operatorsOf(e.keyed).some(({id:p})=>s.has(p)),l=this.parts.root.querySelector(`.${i}`);if(l.hidden!==a){l.hidden=a,this.parts.
forget(),this.draw(e);return}}}drawInsideOf(e){let{labels:n,trace:r}=e,o=this.parts.get("inside"),{clientWidth:i,clientHeight:s}=o;this.parts.put("insideTask",k(n.name(e.task)+Vn(e)));let a=(r.plan?.subtasks??[]).slice(0,Pm).map(({id:l})=>{
let p=e.actor===l?" ●":"";return`<button type="button" data-task="${k(l)}" aria-pressed="${l===e.task}">${k(n.name(l))}${p}</button>`});this.parts.put("insideTasks",a.join("")),i>0&&this.parts.put("inside",ja(e,i-4,s-4))}drawNetworkPanels(e){
let n=this.parts.get("channels");this.parts.put("channelTask",k(e.labels.name(e.task)+Vn(e))),this.parts.put("pools",la(e,this.parts.get("pools").clientWidth)),this.parts.put("channels",pa(e,n.clientWidth));let r=n.querySelector(".lane.curr\
ent")?.getBoundingClientRect();if(r){let s=n.getBoundingClientRect();r.bottom>s.bottom?n.scrollTop+=r.bottom-s.bottom:r.top<s.top&&(n.scrollTop-=s.top-r.top)}let{filter:o,changedOnly:i}=this;this.parts.put("metrics",Ta(e,{filter:o,changedOnly:i})),
this.parts.root.querySelector('[data-act="changed"]').setAttribute("aria-pressed",String(i))}drawWholeRun(e){let n=this.parts.get("plot").clientWidth,r=`${n} ${e.task}`;this.plot?.of!==r&&(this.plot={...il(e,n,this.laneHeight,`${this.hatch}\
-plot`),of:r}),this.parts.put("plotTask",k(`channels of ${e.labels.name(e.task)}${Vn(e)}`)),this.parts.put("plot",this.plot.markup);let o=this.parts.get("playhead");o.style.left=`${ll(e.run,e.position,this.plot.scale)}px`,o.style.height=`${this.
plot.height-18}px`}get laneHeight(){return(this.layout?.height??0)>130?40:58}};function ml(t,e){return new Set(t.indexesOf([e]).map(n=>t.event(n).operator))}function Wm(t){let{watermark:e}=st(t,t.keyed),n=t.lookup.operatorsOf(t.keyed).map(({
id:o})=>t.scene.view.operators.get(o)).find(o=>o&&o.panes.size>0);return n&&t.lookup.inputsOf(t.keyed).length>0&&n.watermark<e?` · the task is at ${t.labels.time(e)}, and hands it on next`:""}function Vn(t){return t.pinned?" · pinned":""}
function Fm(t){let e=t.lastIndexOf("."),[n,r]=e<0?["",t]:[t.slice(0,e),t.slice(e+1)];return`<span class="frame" role="listitem" data-class="${k(n)}" title="${k(t)}"><i>${k(n)}</i><b>${k(r)}</b></span>`}function hl(t){let{labels:e,scene:n}=t,{view:r}=n,o=[`processing time ${e.time(r.time_ms)}; job ${r.status}`];for(let[s,a]of r.tasks){let l=a.suspended?`, waits: ${a.suspended}`:"",p=a.mails.length>0?`, mails: ${a.mails.join(", ")}`:"",d=t.
run&&Tt(t.run,s,t.position),c=d?`; ${_e(d)}`:"";o.push(`task ${e.name(s)}: ${a.state}${l}${p}${c}`)}let i=r.tasks.get(t.task);if(!i)return o.join(`
`);o.push("",`selected: ${e.name(t.task)}`);for(let s of t.lookup.inputsOf(t.task)){let a=r.channels.get(s.id);if(!a)continue;let l=a.idle?"idle":a.aligned?"counts":"lags behind";o.push(`channel ${s.index} from ${e.name(s.source)}: watermar\
k ${e.time(a.watermark)}, ${l}, ${a.written-a.read} elements waiting`)}for(let s of[...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)]){let a=r.channels.get(s.id);a&&o.push(Pn(t,s,a))}for(let[s,a]of i.inputs)o.push(`input ${s} wate\
rmark ${a.idle?"idle":e.time(a.watermark)}`);for(let{id:s,name:a}of t.lookup.operatorsOf(t.task)){let l=r.operators.get(s);if(l){o.push(`operator ${a}: ${l.state}, watermark ${e.time(l.watermark)}`);for(let[p,{watermark:d,idle:c}]of l.splits)
o.push(`  split ${p}: watermark ${c?"idle":e.time(d)}`);for(let p of l.timers.values()){let d=e.time(p.timestamp);o.push(`  ${p.domain}-time timer ${d} of key ${L(p.key)}`)}for(let p of l.panes.values()){let d=e.window(p.window);o.push(`  p\
ane ${d} of key ${L(p.key)}: ${p.count} elements`)}}}return o.join(`
`)}function fl(t,e,n){let{labels:r,scene:o}=e;t.put("clock",e.position===0?"–":k(r.time(o.view.time_ms)));let i=n.grain==="told"?n.stops.moments.endingAt(e.position):null,s=i?Ri(i):"";t.put("badge",k(e.step<0?"start":`step ${Ne(e.step)}${s&&
` · ${s}`}`)),t.root.dataset.tells=i?.kind??"";let a=e.fact?Qn(e.fact,r).map(({text:l,tone:p})=>p?`<b class="${p}">${k(l)}</b>`:k(l)):["Nothing has happened yet. Press Next, or the → key, and the first step happens."];t.put("sentence",a.
join("")),Lm(t,e),t.root.querySelector(".words").open&&t.put("words",k(hl(e)))}function Lm(t,{fact:e,labels:n}){let r=e?.type==="TaskFailed",i=(r?[["operator",e.operator&&n.name(e.operator)],["record",e.record],["your code",e.code]]:[]).filter(
([,s])=>s!=="");t.get("failure").hidden=i.length===0,t.get("failure").parentElement.classList.toggle("failed",r),t.put("failure",i.map(([s,a])=>`<div><dt>${s}</dt><dd>${k(a)}</dd></div>`).join(""))}function gl(t,e,n){let{trace:r}=e;t.put("p\
lay",n.playing?`${Se("pause")}Pause`:`${Se("play")}Play`),t.put("speed",`${n.speed}×`);let o=r.stepCount-1,{moments:i}=n.stops,s=`moment <b>${Ne(i.at(e.position)+1)}</b> of ${Ne(i.all.length)} · `;t.put("count",`${n.grain==="told"?s:""}st\
ep <b>${e.step<0?"–":Ne(e.step)}</b> of ${Ne(o)}<small>fact ${Ne(e.position)} of ${Ne(r.eventCount)}</small>`),t.get("grain").value=n.grain;for(let p of["first","back","next","last"]){let d=p==="first"||p==="back"?0:r.eventCount;t.root.querySelector(
`[data-act="${p}"]`).setAttribute("aria-disabled",String(n.position===d))}let a=t.get("range");a.value=String(e.position);let l=e.fact?J(e.fact,e.labels):"the beginning";a.setAttribute("aria-valuetext",`step ${e.step}: ${l}`),t.root.dataset.
position=String(e.position),t.root.dataset.step=String(e.step)}function Ne(t){return String(t).replace(/\B(?=(\d{3})+$)/g," ")}function go(t,e){let n=new le(t),r=e.lates.length,o=e.panes.reduce((a,{fills:l})=>a+l.length,0),i=e.panes.flatMap(({end:a,firings:l})=>{let p=l.find(({kind:c})=>c!=="early"),d=p&&Number.isFinite(a)?n.timeAt(p.index+1)-a:NaN;return d>=0?[d]:
[]});i.sort((a,l)=>a-l);let s=[[String(r),"too late"]];return o+r>0&&s.push([`${(100*o/(o+r)).toFixed(1)} %`,"counted"]),i.length>0&&s.push([pe(_m(i[i.length>>1])),"median wait"]),s}function _m(t){let e=t>=3e5?6e4:t>=1e4?1e3:1;return Math.round(
t/e)*e}var Hn=class{constructor(e,n,r,o){this.stepper=e;this.model=n;this.carry=r;this.take=o}knob=null;compared=!1;ready(){let{trace:e,labels:n,parts:r}=this.stepper,{plane:o}=this.stepper.panel,i=this.carry.ghost??this.carry.beside;i&&!this.compared&&
(this.compared=!0,o.setGhost(i),this.stepper.side.compare(Zn(e,i.trace,o.run,i.run,n)));let s=Zt(this.model.get("knobs"));if(this.knob||s.length===0)return;let a=r.get("plane").querySelector(".knob");a.hidden=!1,this.knob=new Qt(a,this.model,
s,this.carry.turned,(...p)=>this.turn(...p)),this.knob.tell(go(e,o.run));let l=a.previousElementSibling;new ResizeObserver(()=>{let p=getComputedStyle(a).position==="absolute",{offsetLeft:d,offsetTop:c,offsetWidth:u,offsetHeight:m}=a;o.avoid=
p?{left:d-l.offsetLeft,top:c-l.offsetTop,width:u,height:m}:null}).observe(a)}hear(){this.knob?.hear()}turn(e,n,r){let{stepper:o,carry:i}=this,{plane:s}=o.panel,a=n.value===Zt(this.model.get("knobs")).find(({name:p})=>p===n.knob)?.value,l=a?
i.beside:i.ghost??new xe(o.trace);if(r)return this.take(e,{...i,ghost:l,time:o.time,view:o.view,turned:a?null:n});s.setGhost(l),s.preview(e),this.knob.tell(go(e,s.run))}};var kl={ghost:null,beside:null,time:null,view:null,turned:null},Nm=200,Bm=12,Gn=class{constructor(e,n,r,o,i){this.trace=e;this.model=n;this.carry=o;this.labels=new ue(e.plan),this.lookup=new it(e),this.history=new ut(e),this.player=new Tn(e,
()=>this.moved()),this.motion=new ln(s=>this.drawMotion(s.t)),this.view=Oe.find(s=>s===n.get("view"))??Vm(e),this.root.className="flinksim-widget flinksim-stepper",this.root.tabIndex=0,this.root.setAttribute("role","application"),this.root.
setAttribute("aria-label",`flinksim stepper: ${e.plan?.job_name??"a run"}`),this.root.dataset.lmSuppressShortcuts="true",Bt(ta),A(this.root,na),this.parts=new hn(this.root),this.panels=new zn(this.parts,`flinksim-hatch-${++Dm}`),this.job=new un(
this.parts,e,n.get("program")),this.parts.put("job",`<b>${k(String(n.get("title")||(e.plan?.job_name??"")))}</b>`),this.scrubber=new Mn(e,this.parts,Number(n.get("mark")??-1)),this.address=new on(this,!!n.get("addressed")),this.following=new an(
this,n),this.asking=new sn(this,n,o,i),this.turning=new Hn(this,n,o,i),this.menu=new mn(this),this.predict=new Sn(this),this.range.max=String(e.eventCount),r.replaceChildren(this.root),this.listen(),this.opening=kr(e,this.player.stops.moments,
this.labels),this.parts.get("question").textContent=this.opening.question,o.view&&(this.view=o.view),o.time!==null?this.player.go(e.positionBy(o.time)):this.player.go(n.get("choose")?this.opening.position:Number(n.get("position")??0)),n.set(
"choose",!1),this.parts.get("copy").hidden=!this.address.isOwn,this.address.isOwn&&o.time===null&&this.address.follow(),this.resize(),this.makeKeyframes()}root=document.createElement("div");parts;player;panels;labels;lookup;view;panel=null;side=null;job;address;following;asking;turning;history;scrubber;menu;predict;motion;cleanups=[];opening;pinned=null;series=null;width=0;height=0;pending=0;syncTimer=0;shown=null;tellsTime=!1;followsTime=!1;stood=0;scrubs=!1;destroy(){
this.player.pause(),this.motion.stop(),window.clearTimeout(this.syncTimer);for(let e of this.cleanups)e();this.panel?.plane.destroy(),this.root.remove()}moved(){let{player:e,motion:n}=this,r=performance.now();this.draw(),performance.measure(
"flinksim:draw",{start:r});let{position:o}=e;if(o!==this.stood){let i=e.stops.back(o,e.grain),s=e.stops.next(this.stood,e.grain)===o,a=e.stops.back(this.stood,e.grain)===o,{way:l}=ji(this.momentKind,this.momentCount,e.playing?e.speed:1);this.
scrubs?this.stand():s?n.go(i,o,l):a?n.go(this.stood,o,l):this.stand()}else this.drawMotion(n.phase.t);this.stood=o,this.sync()}stand(){let{position:e,stops:n,grain:r}=this.player,{moments:o}=n,i=r==="told"?o.at(e):-1,[s,a]=i<0?[n.back(e,r),
e]:[o.startOf(i),o.all[i].end];this.motion.stand(s,a,a>s?(e-s)/(a-s):1)}get momentKind(){let{stops:e,grain:n,position:r}=this.player;return n==="told"?e.moments.endingAt(r)?.kind??null:null}get momentCount(){return this.player.stops.moments.
endingAt(this.player.position)?.count??1}follow(e){let n=Number(this.model.get(e)??0);e==="position"?this.player.go(n):e==="time_ms"?this.followTime(n):n!==this.player.step&&this.player.goToStep(n)}followTime(e){this.tellsTime||(this.followsTime=
!0,this.player.pause(),this.player.go(this.trace.positionBy(BigInt(Math.round(e)))),this.followsTime=!1)}tellTime(){this.followsTime||!this.shown||(this.tellsTime=!0,this.model.set("time_ms",Number(this.shown.scene.view.time_ms)),this.tellsTime=
!1)}jump(e){this.player.pause(),this.player.go(e)}onScrub(){this.player.pause(),this.pending===0&&(this.pending=window.requestAnimationFrame(()=>{this.pending=0,this.scrubs=!0,this.player.go(Number(this.range.value)),this.scrubs=!1}))}show(e){
let n=Oe.find(r=>r===e);!n||n===this.view||(this.view=n,this.model.set("view",n),this.sync(),this.arrange(),this.draw())}openTab(e){this.root.dataset.panel=e;for(let n of this.root.querySelectorAll("[data-show-tab]"))n.setAttribute("aria-se\
lected",String(n.dataset.showTab===e));xt.includes(e)&&this.side.open(e),this.panel.plane.refresh(),this.job.arrange(),this.shown&&this.redraw()}setGrain(e){this.player.grain=e,this.draw(),this.drawMotion(1)}pin(e){this.pinned=e===this.pinned?
null:e,this.redraw()}lookInto(e){this.pinned=e,this.view==="inside"?this.redraw():this.show("inside")}get index(){return this.shown?.index??-1}get time(){return this.shown?.scene.view.time_ms??null}rearrange(){this.width!==0&&(this.arrange(),
this.draw())}hear(e){e==="answer"?this.following.drawAnswer():e==="told"?this.asking.hear():this.turning.hear()}viewAt(e){return this.history.at(e).view}tellScore(e){this.model.set("score",e),this.model.save_changes()}toggleHall(){this.root.
classList.toggle("hall"),this.width=0,this.sync(),this.resize()}redraw(){this.width!==0&&(this.draw(),this.drawMotion(this.motion.phase.t),this.sync())}listen(){if(this.root.addEventListener("click",n=>js(this,n)),this.root.addEventListener(
"keydown",n=>Ks(this,n)),qs(this.root,n=>n>0?this.player.next():this.player.back()),this.range.addEventListener("input",()=>this.onScrub()),this.parts.get("filter").addEventListener("input",()=>this.onFilter()),this.parts.get("plot").addEventListener(
"click",n=>{let r=this.shown&&this.panels.positionIn(this.shown,n);r!==null&&this.jump(r)}),this.root.querySelector("details").addEventListener("toggle",()=>this.redraw()),this.address.isOwn){let n=()=>this.address.follow();window.addEventListener(
"hashchange",n),this.cleanups.push(()=>window.removeEventListener("hashchange",n))}let e=new ResizeObserver(()=>this.resize());e.observe(this.root),this.cleanups.push(()=>e.disconnect()),this.parts.get("grain").addEventListener("change",n=>{
this.setGrain(n.target.value)}),this.cleanups.push(hs(this.root,()=>{this.width>0&&this.drawStrip(),this.panel?.plane.refresh()}))}onFilter(){this.panels.filter=this.parts.get("filter").value,this.redraw()}resize(){this.enlarge();let{clientWidth:e,
clientHeight:n}=this.root;e===0||e===this.width&&n===this.height||(this.width=e,this.height=n,this.root.dataset.size=e>=1e3?"wide":e>=660?"middle":"narrow",this.root.classList.toggle("low",n<660),this.parts.forget(),this.arrange(),this.draw(),
this.drawMotion(this.motion.phase.t))}enlarge(){let e=this.root.classList.contains("hall"),{innerWidth:n,innerHeight:r}=window,o=this.address.isOwn&&n>=1700&&r>=900,i=e?n>=1500?1.6:1.3:o?1.18:1;i===1?this.root.style.removeProperty("--zoom"):
this.root.style.setProperty("--zoom",String(i)),this.root.querySelector('[data-act="hall"]').setAttribute("aria-pressed",String(e))}ensurePlane(){return this.panel??=new xn(this.parts.get("plane"),this.trace,this.labels,e=>this.jump(e),()=>this.
sync()),this.side??=new An(this.parts.get("side"),this.trace,this.labels,this.player.stops.moments,e=>this.jump(e),e=>this.following.walk(e),this.asking),this.turning.ready(),{panel:this.panel,side:this.side}}arrange(){this.root.dataset.shown=
this.view;for(let e of this.root.querySelectorAll("[data-shows]"))e.hidden=!e.dataset.shows.split("|").includes(this.view);for(let e of this.root.querySelectorAll("[data-view]"))e.setAttribute("aria-checked",String(e.dataset.view===this.view));
if(this.view!=="plane"&&this.view!=="event time"&&(this.series??=new bt(this.trace)),this.view!=="plane")return this.panels.arrange(this.trace.plan,this.view);!this.side&&this.following.isAsked&&(this.root.dataset.panel??="why"),this.ensurePlane(),
this.address.wantedKey!==""&&this.panel.keys.chooseNamed(this.address.wantedKey),this.address.wantedKey="",this.openTab(this.root.dataset.panel??"plane")}frame(){let{trace:e,labels:n,lookup:r,player:o}=this,i=o.stops.spotlight(o.position,o.
grain),s=i<0?null:e.event(i),a=o.step,l=a<0?"":e.actorOf(a),p=this.view!=="event time"&&this.view!=="inside"&&s&&"channel"in s?s.channel:"",d=r.channels.get(p)?.target,c=this.pinned??d??tr(e,r,a),u=m=>r.isKeyed(m);return{trace:e,labels:n,lookup:r,
index:i,fact:s,step:a,actor:l,scene:this.history.at(o.position),position:o.position,task:c,keyed:u(c)?c:tr(e,r,a,u)||c,pinned:this.pinned!==null,view:this.view,run:this.series,before:o.stops.back(o.position,o.grain)}}draw(){if(this.width===
0)return;let e=this.shown=this.frame(),n=document.activeElement?.dataset?.task;this.view==="plane"?(this.panel.plane.show(e.position,e.before),this.side.show(e.position,e.before),this.job.draw(e,this.following.followed),this.following.drawAnswer()):
this.panels.draw(e),n&&this.root.querySelector(`[data-task="${n}"]`)?.focus(),fl(this.parts,e,this.player),gl(this.parts,e,this.player),this.drawStrip()}drawMotion(e){if(!this.shown||this.width===0)return;let{from:n,to:r}=this.motion.phase,
o={from:n,to:r,t:e};this.view==="plane"?(this.panel.plane.move(o),this.job.move(this.shown,o)):this.view==="event time"&&this.panels.move(this.shown,o)}drawStrip(){this.scrubber.draw(this.player.position)}get range(){return this.parts.get("\
range")}sync(){this.tellTime(),!(this.carry.turned||this.carry.tried)&&(this.model.set("position",this.player.position),this.model.set("step",this.player.step),this.syncTimer===0&&(this.syncTimer=window.setTimeout(()=>{this.syncTimer=0,this.
model.save_changes(),this.address.write()},Nm)))}makeKeyframes(){if(this.history.extendFor(Bm),this.history.complete)return;let e=window.setTimeout(()=>this.makeKeyframes(),0);this.cleanups.push(()=>window.clearTimeout(e))}},Dm=0;function Vm(t){
return["WatermarkGenerated","WindowAssigned","TimerRegistered"].some(r=>t.kinds.includes(O.indexOf(r)))?"plane":"network"}async function zm({model:t,el:e}){let n=null,r=0,o=(a,l)=>{n?.destroy(),n=new Gn(a,t,e,l,o)},i=async()=>{let a=++r,l=performance.now();try{let p=await Ae(ke(t.get("trace"))),d=t.get("beside"),c=d?new xe(await Ae(ke(d))):null;if(a!==r)return;
o(p,{...kl,beside:c}),performance.measure("flinksim:load",{start:l})}catch(p){n?.destroy(),n=null;let d=document.createElement("div");d.className="flinksim-widget failed",d.setAttribute("role","alert"),d.textContent=p instanceof Error?p.message:
String(p),Bt(Ht),e.replaceChildren(d)}},s={trace:()=>void i(),position:()=>n?.follow("position"),step:()=>n?.follow("step"),view:()=>n?.show(t.get("view")),time_ms:()=>n?.follow("time_ms"),answer:()=>n?.hear("answer"),turned:()=>n?.hear("tu\
rned"),told:()=>n?.hear("told")};for(let[a,l]of Object.entries(s))t.on(`change:${a}`,l);return await i(),()=>{r++;for(let[a,l]of Object.entries(s))t.off(`change:${a}`,l);n?.destroy()}}var q1={render:zm};export{le as Clock,rt as Followed,ut as History,ue as Labels,it as Lookup,ft as Moments,ve as PlaneRun,bt as RunSeries,Be as answerOf,Zn as changesOf,Go as checkedBookmarks,q1 as default,A as fill,mt as journeysIn,Zt as knobsOf,$e as latenessOf,
Jt as layersOf,ye as metricsOf,Ae as openTrace,kr as openingOf,Ee as operatorMetrics,yr as questionAt,J as sentenceText,Si as turnedOf,np as viewJson};
