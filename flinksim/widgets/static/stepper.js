// Built from widgets/src by widgets/build.mjs; sources d955cafd8880292829388e6ba119c47a90c4426cb4b4628549d9752b9e1e3e13
var qo=new Set(["step","fact"]),Ko=new Set(["step","fact","view","task","key","by","focus","mode","language"]);function jt(t){let e={};for(let[n,r]of new URLSearchParams(t.replace(/^#/,"")))!Ko.has(n)||r===""||qo.has(n)&&!/^\d+$/.test(r)||(e[n]=
qo.has(n)?Number(r):r);return e}function Uo(t,e=""){let n=[...new URLSearchParams(e.replace(/^#/,""))].filter(([a])=>!Ko.has(a)),o=Object.entries(t).filter(([,a])=>a!==void 0&&a!=="").map(([a,i])=>[a,String(i)]);return`#${new URLSearchParams(
[...o,...n]).toString()}`}async function Jo(t){try{return await navigator.clipboard.writeText(t),!0}catch{let e=document.createElement("textarea");e.value=t,document.body.append(e),e.select();let n=document.execCommand("copy");return e.remove(),
n}}var yr="49f1b71a1446a129";var R=["JobSubmitted","TaskStateChanged","OperatorSetUp","OperatorStateInitialized","OperatorOpened","OperatorFinished","AfterInvokeReached","OperatorClosed","TaskFailed","ExecutionReset","JobStatusChanged","RestartDecided","SlotReleased","\
SlotReserved","MailEnqueued","MailTaken","DefaultActionSuspended","DefaultActionResumed","TicksSkipped","ProcessingTimeAdvanced","SourceRecordRead","SourceFinished","TimestampAssigned","WatermarkGenerated","GeneratedWatermarkIgnored","Split\
StatusChanged","SplitAssigned","SplitReleased","IdlenessCountdownChanged","WatermarkAligned","ElementWritten","BufferQueued","OutputPersisted","ChannelFlushed","BufferSent","BufferArrived","CreditAnnounced","CreditChanged","InputBuffersChan\
ged","ReadingStopped","ReadingResumed","FloatingBuffersChanged","OutputBuffersChanged","BufferSizeAnnounced","BufferConsumed","ElementReceived","BarrierReceived","BarrierAnnounced","CancellationReceived","AlignmentStarted","AlignmentEnded",
"AlignmentTimedOut","ChannelBlocked","ChannelUnblocked","ResumptionSent","ConsumptionResumed","InputPersisted","OutputBarrierTimedOut","ChannelWatermarkChanged","WatermarkIgnored","ChannelStatusChanged","InputWatermarkAdvanced","InputStatus\
Changed","InputEnded","ElementProcessed","OperatorInputChanged","LatencyMeasured","RecordFiltered","OperatorWatermarkAdvanced","WatermarkEmitted","StatusEmitted","KeySelected","StateUpdated","StateAppended","StateCleared","StateEntryPut","S\
tateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired","WindowAssigned","WindowsMerged","SharedElementChanged","TriggerEvaluated","TriggerCleared","WindowFired","ElementsEvicted","FiringSkipped","Window\
Cleared","WindowSkippedAsLate","LateRecordDropped","SideOutputEmitted","ResultWritten","CheckpointTriggered","CheckpointNotTriggered","BarrierEmitted","OperatorSnapshotTaken","CheckpointAcknowledged","CheckpointDeclined","CheckpointComplete\
d","CheckpointAborted","CheckpointNotified","CheckpointRestored","CommitPrepared","ResultsCommitted","InputRecovered","OutputRecovered","StateRestored","ListRestored","StateEntryRestored","TimerRestored","PaneRestored","ChannelSelected","Re\
cordPartlyRead","ActorCalled","HeartbeatsExchanged"],qt={JobSubmitted:[["plan","plan"]],TaskStateChanged:[["subtask","subtask"],["attempt","count"],["before","choice"],["after","choice"]],OperatorSetUp:[["operator","operator"]],OperatorStateInitialized:[
["operator","operator"],["checkpoint","count"]],OperatorOpened:[["operator","operator"]],OperatorFinished:[["operator","operator"]],AfterInvokeReached:[["subtask","subtask"]],OperatorClosed:[["operator","operator"]],TaskFailed:[["subtask","\
subtask"],["operator","operator"],["error","text"],["message","text"],["record","text"],["code","text"]],ExecutionReset:[["subtask","subtask"],["attempt","count"]],JobStatusChanged:[["before","choice"],["after","choice"]],RestartDecided:[["\
subtask","subtask"],["tasks","count"],["delay_ms","timestamp"]],SlotReleased:[["task_manager","text"],["slot","count"],["lost","flag"]],SlotReserved:[["task_manager","text"],["slot","count"]],MailEnqueued:[["subtask","subtask"],["mail","tex\
t"],["waiting","count"],["priority","text"]],MailTaken:[["subtask","subtask"],["mail","text"],["waiting","count"]],DefaultActionSuspended:[["subtask","subtask"],["reason","choice"]],DefaultActionResumed:[["subtask","subtask"]],TicksSkipped:[
["ticks","count"]],ProcessingTimeAdvanced:[["before","timestamp"],["after","timestamp"]],SourceRecordRead:[["operator","operator"],["split","text"],["offset","count"],["value","value"],["timestamp","optional timestamp"]],SourceFinished:[["o\
perator","operator"]],TimestampAssigned:[["operator","operator"],["before","optional timestamp"],["after","timestamp"]],WatermarkGenerated:[["operator","operator"],["split","text"],["timestamp","timestamp"],["by","choice"],["seen","count"],
["holds","flag"],["gained","texts"],["lost","texts"]],GeneratedWatermarkIgnored:[["operator","operator"],["split","text"],["timestamp","timestamp"],["by","choice"]],SplitStatusChanged:[["operator","operator"],["split","text"],["idle","flag"],
["holds","flag"],["gained","texts"],["lost","texts"]],SplitAssigned:[["operator","operator"],["split","text"],["read","count"],["lost","texts"]],SplitReleased:[["operator","operator"],["split","text"],["gained","texts"]],IdlenessCountdownChanged:[
["operator","operator"],["split","text"],["idle_after","optional timestamp"]],WatermarkAligned:[["operator","operator"],["group","text"],["reported","optional timestamp"],["allowed","timestamp"],["holds","flag"],["gained","texts"],["lost","\
texts"]],ElementWritten:[["channel","channel"],["sequence","count"],["element","choice"],["value","value"],["timestamp","optional timestamp"],["bytes","count"]],BufferQueued:[["channel","channel"],["queued","count"]],OutputPersisted:[["chan\
nel","channel"],["checkpoint","count"],["buffers","count"],["bytes","count"]],ChannelFlushed:[["channel","channel"]],BufferSent:[["channel","channel"],["bytes","count"],["queued","count"],["backlog","count"],["credit","count"],["on_wire","c\
ount"]],BufferArrived:[["channel","channel"],["received","count"],["on_wire","count"]],CreditAnnounced:[["channel","channel"],["credit","count"],["under_way","count"]],CreditChanged:[["channel","channel"],["before","count"],["after","count"],
["under_way","count"]],InputBuffersChanged:[["channel","channel"],["exclusive","count"],["floating","count"],["required","count"],["unannounced","count"],["waiting","flag"]],ReadingStopped:[["channel","channel"]],ReadingResumed:[["channel",
"channel"]],FloatingBuffersChanged:[["subtask","subtask"],["free","count"]],OutputBuffersChanged:[["subtask","subtask"],["in_use","count"]],BufferSizeAnnounced:[["subtask","subtask"],["input","count"],["bytes","count"],["throughput","count"],
["buffers","count"]],BufferConsumed:[["channel","channel"],["received","count"],["queued","count"],["bytes","count"],["overtaken","count"]],ElementReceived:[["subtask","subtask"],["channel","channel"],["sequence","count"],["element","choice"],
["value","value"],["timestamp","optional timestamp"]],BarrierReceived:[["subtask","subtask"],["channel","channel"],["checkpoint","count"],["alignment","choice"],["sequence","count"],["overtaken","count"]],BarrierAnnounced:[["subtask","subta\
sk"],["channel","channel"],["checkpoint","count"]],CancellationReceived:[["subtask","subtask"],["channel","channel"],["checkpoint","count"]],AlignmentStarted:[["subtask","subtask"],["checkpoint","count"],["delay_ms","count"]],AlignmentEnded:[
["subtask","subtask"],["checkpoint","count"],["duration_ms","count"],["bytes","count"]],AlignmentTimedOut:[["subtask","subtask"],["checkpoint","count"]],ChannelBlocked:[["channel","channel"]],ChannelUnblocked:[["channel","channel"]],ResumptionSent:[
["channel","channel"]],ConsumptionResumed:[["channel","channel"]],InputPersisted:[["channel","channel"],["checkpoint","count"],["buffers","count"],["bytes","count"]],OutputBarrierTimedOut:[["channel","channel"],["checkpoint","count"]],ChannelWatermarkChanged:[
["channel","channel"],["before","timestamp"],["after","timestamp"],["aligned","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],WatermarkIgnored:[["channel","channel"],["timestamp","timestamp"],["reason","choice"]],ChannelStatusChanged:[
["channel","channel"],["idle","flag"],["aligned","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],InputWatermarkAdvanced:[["subtask","subtask"],["input","count"],["before","timestamp"],["after","timestamp"],["held_by","texts"]],
InputStatusChanged:[["subtask","subtask"],["input","count"],["idle","flag"]],InputEnded:[["subtask","subtask"],["input","count"]],ElementProcessed:[["operator","operator"],["element","choice"],["value","value"],["timestamp","optional timest\
amp"]],OperatorInputChanged:[["operator","operator"],["input","count"],["other","count"],["watermark","timestamp"],["idle","flag"],["holds","flag"],["other_holds","flag"]],LatencyMeasured:[["operator","operator"],["source","operator"],["lat\
ency","count"]],RecordFiltered:[["operator","operator"]],OperatorWatermarkAdvanced:[["operator","operator"],["before","timestamp"],["after","timestamp"]],WatermarkEmitted:[["operator","operator"],["timestamp","timestamp"]],StatusEmitted:[["\
operator","operator"],["idle","flag"]],KeySelected:[["operator","operator"],["key","value"],["key_group","count"]],StateUpdated:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","\
count"],["folded","flag"]],StateAppended:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"]],StateCleared:[["operator","operator"],["state","text"],["key","value"],["names\
pace","value"],["key_group","count"]],StateEntryPut:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["entry","value"],["value","value"],["key_group","count"]],StateEntryRemoved:[["operator","operator"],["stat\
e","text"],["key","value"],["namespace","value"],["entry","value"],["key_group","count"]],StateRead:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["count","count"],["key_group","count"]],StateEntryRead:[
["operator","operator"],["state","text"],["key","value"],["namespace","value"],["entry","value"],["found","flag"],["value","value"],["key_group","count"]],TimerRegistered:[["operator","operator"],["domain","choice"],["key","value"],["namesp\
ace","value"],["timestamp","timestamp"]],TimerDeleted:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],TimerFired:[["operator","operator"],["domain","choice"],["key","value"],["na\
mespace","value"],["timestamp","timestamp"]],WindowAssigned:[["operator","operator"],["key","value"],["window","value"],["value","value"],["timestamp","optional timestamp"],["count","count"],["state_window","value"]],WindowsMerged:[["operat\
or","operator"],["key","value"],["value","value"],["window","value"],["merged","value"],["result","value"],["count","count"],["state_window","value"]],SharedElementChanged:[["operator","operator"],["key","value"],["window","value"],["others",
"value"],["before","value"],["after","value"]],TriggerEvaluated:[["operator","operator"],["key","value"],["window","value"],["callback","choice"],["result","choice"]],TriggerCleared:[["operator","operator"],["key","value"],["window","value"]],
WindowFired:[["operator","operator"],["key","value"],["window","value"],["kind","choice"],["clock","choice"],["count","count"],["contents","value"],["watermark","timestamp"]],ElementsEvicted:[["operator","operator"],["key","value"],["window",
"value"],["evicted","count"],["count","count"],["state_window","value"],["contents","value"],["key_group","count"]],FiringSkipped:[["operator","operator"],["key","value"],["window","value"],["reason","choice"]],WindowCleared:[["operator","o\
perator"],["key","value"],["window","value"],["reason","choice"],["state_window","value"]],WindowSkippedAsLate:[["operator","operator"],["key","value"],["window","value"],["cleanup_time","timestamp"],["watermark","timestamp"]],LateRecordDropped:[
["operator","operator"],["key","value"],["value","value"],["timestamp","optional timestamp"],["windows","value"],["cleanup_time","optional timestamp"],["watermark","timestamp"],["side_output","flag"]],SideOutputEmitted:[["operator","operato\
r"],["tag","text"],["value","value"],["timestamp","optional timestamp"]],ResultWritten:[["operator","operator"],["text","text"],["value","value"],["timestamp","optional timestamp"]],CheckpointTriggered:[["checkpoint","count"],["kind","choic\
e"],["sources","texts"],["tasks","count"]],CheckpointNotTriggered:[["reason","text"]],BarrierEmitted:[["subtask","subtask"],["checkpoint","count"]],OperatorSnapshotTaken:[["operator","operator"],["checkpoint","count"],["bytes","count"]],CheckpointAcknowledged:[
["checkpoint","count"],["subtask","subtask"],["bytes","count"],["start_delay","count"],["alignment","count"],["sync","count"],["async_time","count"],["persisted","count"]],CheckpointDeclined:[["checkpoint","count"],["subtask","subtask"],["r\
eason","text"]],CheckpointCompleted:[["checkpoint","count"],["duration","count"],["bytes","count"]],CheckpointAborted:[["checkpoint","count"],["reason","text"]],CheckpointNotified:[["subtask","subtask"],["checkpoint","count"],["completed","\
flag"]],CheckpointRestored:[["checkpoint","count"],["tasks","count"]],CommitPrepared:[["operator","operator"],["checkpoint","count"],["results","count"]],ResultsCommitted:[["operator","operator"],["checkpoint","count"],["results","count"],[
"total","count"]],InputRecovered:[["channel","channel"],["checkpoint","count"],["elements","count"]],OutputRecovered:[["channel","channel"],["checkpoint","count"],["elements","count"]],StateRestored:[["operator","operator"],["state","text"],
["key","value"],["namespace","value"],["value","value"],["key_group","count"]],ListRestored:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["values","value"],["key_group","count"]],StateEntryRestored:[["oper\
ator","operator"],["state","text"],["key","value"],["namespace","value"],["entry","value"],["value","value"],["key_group","count"]],TimerRestored:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp",
"timestamp"]],PaneRestored:[["operator","operator"],["key","value"],["window","value"],["count","count"],["state_window","value"]],ChannelSelected:[["channel","channel"],["key","value"],["hash_code","text"],["key_group","count"]],RecordPartlyRead:[
["subtask","subtask"],["channel","channel"],["bytes","count"]],ActorCalled:[["caller","text"],["called","text"],["call","choice"],["slot","text"],["count","count"]],HeartbeatsExchanged:[["rounds","count"],["silent","texts"]]},Yo=[(t,e)=>({type:"\
JobSubmitted",plan:t.plan(0,e)}),(t,e)=>({type:"TaskStateChanged",subtask:t.text(0,e),attempt:t.count(1,e),before:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][t.count(2,e)],after:["\
CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][t.count(3,e)]}),(t,e)=>({type:"OperatorSetUp",operator:t.text(0,e)}),(t,e)=>({type:"OperatorStateInitialized",operator:t.text(0,e),checkpoint:t.
count(1,e)}),(t,e)=>({type:"OperatorOpened",operator:t.text(0,e)}),(t,e)=>({type:"OperatorFinished",operator:t.text(0,e)}),(t,e)=>({type:"AfterInvokeReached",subtask:t.text(0,e)}),(t,e)=>({type:"OperatorClosed",operator:t.text(0,e)}),(t,e)=>({
type:"TaskFailed",subtask:t.text(0,e),operator:t.text(1,e),error:t.text(2,e),message:t.text(3,e),record:t.text(4,e),code:t.text(5,e)}),(t,e)=>({type:"ExecutionReset",subtask:t.text(0,e),attempt:t.count(1,e)}),(t,e)=>({type:"JobStatusChanged",
before:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHED","CANCELED","FAILED"][t.count(0,e)],after:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHED","CANCELED","FAILED"][t.count(1,e)]}),(t,e)=>({type:"Rest\
artDecided",subtask:t.text(0,e),tasks:t.count(1,e),delay_ms:t.timestamp(2,e)}),(t,e)=>({type:"SlotReleased",task_manager:t.text(0,e),slot:t.count(1,e),lost:t.flag(2,e)}),(t,e)=>({type:"SlotReserved",task_manager:t.text(0,e),slot:t.count(1,e)}),
(t,e)=>({type:"MailEnqueued",subtask:t.text(0,e),mail:t.text(1,e),waiting:t.count(2,e),priority:t.text(3,e)}),(t,e)=>({type:"MailTaken",subtask:t.text(0,e),mail:t.text(1,e),waiting:t.count(2,e)}),(t,e)=>({type:"DefaultActionSuspended",subtask:t.
text(0,e),reason:["no input","no output buffer","busy","blocked","final checkpoint"][t.count(1,e)]}),(t,e)=>({type:"DefaultActionResumed",subtask:t.text(0,e)}),(t,e)=>({type:"TicksSkipped",ticks:t.count(0,e)}),(t,e)=>({type:"ProcessingTimeA\
dvanced",before:t.timestamp(0,e),after:t.timestamp(1,e)}),(t,e)=>({type:"SourceRecordRead",operator:t.text(0,e),split:t.text(1,e),offset:t.count(2,e),value:t.value(3,e),timestamp:t.optionalTimestamp(4,e)}),(t,e)=>({type:"SourceFinished",operator:t.
text(0,e)}),(t,e)=>({type:"TimestampAssigned",operator:t.text(0,e),before:t.optionalTimestamp(1,e),after:t.timestamp(2,e)}),(t,e)=>({type:"WatermarkGenerated",operator:t.text(0,e),split:t.text(1,e),timestamp:t.timestamp(2,e),by:["record","t\
ick","mark"][t.count(3,e)],seen:t.count(4,e),holds:t.flag(5,e),gained:t.textsOf(6,e),lost:t.textsOf(7,e)}),(t,e)=>({type:"GeneratedWatermarkIgnored",operator:t.text(0,e),split:t.text(1,e),timestamp:t.timestamp(2,e),by:["record","tick","mark"][t.
count(3,e)]}),(t,e)=>({type:"SplitStatusChanged",operator:t.text(0,e),split:t.text(1,e),idle:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({type:"SplitAssigned",operator:t.text(0,e),split:t.text(1,e),read:t.
count(2,e),lost:t.textsOf(3,e)}),(t,e)=>({type:"SplitReleased",operator:t.text(0,e),split:t.text(1,e),gained:t.textsOf(2,e)}),(t,e)=>({type:"IdlenessCountdownChanged",operator:t.text(0,e),split:t.text(1,e),idle_after:t.optionalTimestamp(2,e)}),
(t,e)=>({type:"WatermarkAligned",operator:t.text(0,e),group:t.text(1,e),reported:t.optionalTimestamp(2,e),allowed:t.timestamp(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),lost:t.textsOf(6,e)}),(t,e)=>({type:"ElementWritten",channel:t.text(0,
e),sequence:t.count(1,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(2,e)],value:t.value(3,e),timestamp:t.optionalTimestamp(4,e),bytes:t.count(5,e)}),(t,e)=>({type:"\
BufferQueued",channel:t.text(0,e),queued:t.count(1,e)}),(t,e)=>({type:"OutputPersisted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"ChannelFlushed",channel:t.text(0,e)}),(t,e)=>({type:"\
BufferSent",channel:t.text(0,e),bytes:t.count(1,e),queued:t.count(2,e),backlog:t.count(3,e),credit:t.count(4,e),on_wire:t.count(5,e)}),(t,e)=>({type:"BufferArrived",channel:t.text(0,e),received:t.count(1,e),on_wire:t.count(2,e)}),(t,e)=>({type:"\
CreditAnnounced",channel:t.text(0,e),credit:t.count(1,e),under_way:t.count(2,e)}),(t,e)=>({type:"CreditChanged",channel:t.text(0,e),before:t.count(1,e),after:t.count(2,e),under_way:t.count(3,e)}),(t,e)=>({type:"InputBuffersChanged",channel:t.
text(0,e),exclusive:t.count(1,e),floating:t.count(2,e),required:t.count(3,e),unannounced:t.count(4,e),waiting:t.flag(5,e)}),(t,e)=>({type:"ReadingStopped",channel:t.text(0,e)}),(t,e)=>({type:"ReadingResumed",channel:t.text(0,e)}),(t,e)=>({type:"\
FloatingBuffersChanged",subtask:t.text(0,e),free:t.count(1,e)}),(t,e)=>({type:"OutputBuffersChanged",subtask:t.text(0,e),in_use:t.count(1,e)}),(t,e)=>({type:"BufferSizeAnnounced",subtask:t.text(0,e),input:t.count(1,e),bytes:t.count(2,e),throughput:t.
count(3,e),buffers:t.count(4,e)}),(t,e)=>({type:"BufferConsumed",channel:t.text(0,e),received:t.count(1,e),queued:t.count(2,e),bytes:t.count(3,e),overtaken:t.count(4,e)}),(t,e)=>({type:"ElementReceived",subtask:t.text(0,e),channel:t.text(1,
e),sequence:t.count(2,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(3,e)],value:t.value(4,e),timestamp:t.optionalTimestamp(5,e)}),(t,e)=>({type:"BarrierReceived",subtask:t.
text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e),alignment:["AT_LEAST_ONCE","ALIGNED","UNALIGNED","FORCED_ALIGNED"][t.count(3,e)],sequence:t.count(4,e),overtaken:t.count(5,e)}),(t,e)=>({type:"BarrierAnnounced",subtask:t.text(0,e),channel:t.
text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"CancellationReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"AlignmentStarted",subtask:t.text(0,e),checkpoint:t.count(1,e),delay_ms:t.count(2,e)}),
(t,e)=>({type:"AlignmentEnded",subtask:t.text(0,e),checkpoint:t.count(1,e),duration_ms:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"AlignmentTimedOut",subtask:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelBlocked",channel:t.
text(0,e)}),(t,e)=>({type:"ChannelUnblocked",channel:t.text(0,e)}),(t,e)=>({type:"ResumptionSent",channel:t.text(0,e)}),(t,e)=>({type:"ConsumptionResumed",channel:t.text(0,e)}),(t,e)=>({type:"InputPersisted",channel:t.text(0,e),checkpoint:t.
count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"OutputBarrierTimedOut",channel:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelWatermarkChanged",channel:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,
e),aligned:t.flag(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),lost:t.textsOf(6,e)}),(t,e)=>({type:"WatermarkIgnored",channel:t.text(0,e),timestamp:t.timestamp(1,e),reason:["channel is idle","not greater than before"][t.count(2,e)]}),(t,e)=>({
type:"ChannelStatusChanged",channel:t.text(0,e),idle:t.flag(1,e),aligned:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({type:"InputWatermarkAdvanced",subtask:t.text(0,e),input:t.count(1,e),before:t.timestamp(
2,e),after:t.timestamp(3,e),held_by:t.textsOf(4,e)}),(t,e)=>({type:"InputStatusChanged",subtask:t.text(0,e),input:t.count(1,e),idle:t.flag(2,e)}),(t,e)=>({type:"InputEnded",subtask:t.text(0,e),input:t.count(1,e)}),(t,e)=>({type:"ElementProc\
essed",operator:t.text(0,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(1,e)],value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"OperatorInputCha\
nged",operator:t.text(0,e),input:t.count(1,e),other:t.count(2,e),watermark:t.timestamp(3,e),idle:t.flag(4,e),holds:t.flag(5,e),other_holds:t.flag(6,e)}),(t,e)=>({type:"LatencyMeasured",operator:t.text(0,e),source:t.text(1,e),latency:t.count(
2,e)}),(t,e)=>({type:"RecordFiltered",operator:t.text(0,e)}),(t,e)=>({type:"OperatorWatermarkAdvanced",operator:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,e)}),(t,e)=>({type:"WatermarkEmitted",operator:t.text(0,e),timestamp:t.timestamp(
1,e)}),(t,e)=>({type:"StatusEmitted",operator:t.text(0,e),idle:t.flag(1,e)}),(t,e)=>({type:"KeySelected",operator:t.text(0,e),key:t.value(1,e),key_group:t.count(2,e)}),(t,e)=>({type:"StateUpdated",operator:t.text(0,e),state:t.text(1,e),key:t.
value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e),folded:t.flag(6,e)}),(t,e)=>({type:"StateAppended",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(
5,e)}),(t,e)=>({type:"StateCleared",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),key_group:t.count(4,e)}),(t,e)=>({type:"StateEntryPut",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(
3,e),entry:t.value(4,e),value:t.value(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"StateEntryRemoved",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"\
StateRead",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),count:t.count(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"StateEntryRead",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),
namespace:t.value(3,e),entry:t.value(4,e),found:t.flag(5,e),value:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"TimerRegistered",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),
timestamp:t.timestamp(4,e)}),(t,e)=>({type:"TimerDeleted",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"TimerFired",operator:t.text(0,e),
domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"WindowAssigned",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),value:t.value(3,e),timestamp:t.optionalTimestamp(
4,e),count:t.count(5,e),state_window:t.value(6,e)}),(t,e)=>({type:"WindowsMerged",operator:t.text(0,e),key:t.value(1,e),value:t.value(2,e),window:t.value(3,e),merged:t.value(4,e),result:t.value(5,e),count:t.count(6,e),state_window:t.value(7,
e)}),(t,e)=>({type:"SharedElementChanged",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),others:t.value(3,e),before:t.value(4,e),after:t.value(5,e)}),(t,e)=>({type:"TriggerEvaluated",operator:t.text(0,e),key:t.value(1,e),window:t.
value(2,e),callback:["onElement","onEventTime","onProcessingTime","onMerge"][t.count(3,e)],result:["CONTINUE","FIRE","PURGE","FIRE_AND_PURGE"][t.count(4,e)]}),(t,e)=>({type:"TriggerCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(
2,e)}),(t,e)=>({type:"WindowFired",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),kind:["early","on time","late"][t.count(3,e)],clock:["watermark","processing time","count","record","end of input"][t.count(4,e)],count:t.count(5,e),
contents:t.value(6,e),watermark:t.timestamp(7,e)}),(t,e)=>({type:"ElementsEvicted",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),evicted:t.count(3,e),count:t.count(4,e),state_window:t.value(5,e),contents:t.value(6,e),key_group:t.
count(7,e)}),(t,e)=>({type:"FiringSkipped",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["empty contents","no state window"][t.count(3,e)]}),(t,e)=>({type:"WindowCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(
2,e),reason:["purged","cleanup"][t.count(3,e)],state_window:t.value(4,e)}),(t,e)=>({type:"WindowSkippedAsLate",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),cleanup_time:t.timestamp(3,e),watermark:t.timestamp(4,e)}),(t,e)=>({type:"\
LateRecordDropped",operator:t.text(0,e),key:t.value(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e),windows:t.value(4,e),cleanup_time:t.optionalTimestamp(5,e),watermark:t.timestamp(6,e),side_output:t.flag(7,e)}),(t,e)=>({type:"Si\
deOutputEmitted",operator:t.text(0,e),tag:t.text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"ResultWritten",operator:t.text(0,e),text:t.text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({
type:"CheckpointTriggered",checkpoint:t.count(0,e),kind:["checkpoint","savepoint","suspend savepoint","terminate savepoint"][t.count(1,e)],sources:t.textsOf(2,e),tasks:t.count(3,e)}),(t,e)=>({type:"CheckpointNotTriggered",reason:t.text(0,e)}),
(t,e)=>({type:"BarrierEmitted",subtask:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"OperatorSnapshotTaken",operator:t.text(0,e),checkpoint:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"CheckpointAcknowledged",checkpoint:t.count(0,
e),subtask:t.text(1,e),bytes:t.count(2,e),start_delay:t.count(3,e),alignment:t.count(4,e),sync:t.count(5,e),async_time:t.count(6,e),persisted:t.count(7,e)}),(t,e)=>({type:"CheckpointDeclined",checkpoint:t.count(0,e),subtask:t.text(1,e),reason:t.
text(2,e)}),(t,e)=>({type:"CheckpointCompleted",checkpoint:t.count(0,e),duration:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"CheckpointAborted",checkpoint:t.count(0,e),reason:t.text(1,e)}),(t,e)=>({type:"CheckpointNotified",subtask:t.text(
0,e),checkpoint:t.count(1,e),completed:t.flag(2,e)}),(t,e)=>({type:"CheckpointRestored",checkpoint:t.count(0,e),tasks:t.count(1,e)}),(t,e)=>({type:"CommitPrepared",operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e)}),(t,e)=>({
type:"ResultsCommitted",operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e),total:t.count(3,e)}),(t,e)=>({type:"InputRecovered",channel:t.text(0,e),checkpoint:t.count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"OutputRecovered",
channel:t.text(0,e),checkpoint:t.count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"StateRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"List\
Restored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),values:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateEntryRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(
3,e),entry:t.value(4,e),value:t.value(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"TimerRestored",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({
type:"PaneRestored",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),count:t.count(3,e),state_window:t.value(4,e)}),(t,e)=>({type:"ChannelSelected",channel:t.text(0,e),key:t.value(1,e),hash_code:t.text(2,e),key_group:t.count(3,e)}),
(t,e)=>({type:"RecordPartlyRead",subtask:t.text(0,e),channel:t.text(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"ActorCalled",caller:t.text(0,e),called:t.text(1,e),call:["start","registerJobMaster","declareRequiredResources","requestNewWorker",
"registerTaskExecutor","sendSlotReport","requestSlot","registerTaskManager","offerSlots","disconnectTaskManager","onWorkerTerminated","freeSlot","notifySlotAvailable","disconnectJobManager","requestJobResult"][t.count(2,e)],slot:t.text(3,e),
count:t.count(4,e)}),(t,e)=>({type:"HeartbeatsExchanged",rounds:t.count(0,e),silent:t.textsOf(1,e)})],Xo={JobSubmitted:[["","The job {plan} is submitted; nothing has run yet.","作业 {plan} 已提交；还没有任何东西运行。"]],TaskStateChanged:[
["after=RUNNING","{subtask} is running.","{subtask} 正在运行。"],["after=FINISHED","{subtask} has finished.","{subtask} 已结束。"],["","{subtask} goes from {before} to {after}.","{subtask} 从 {before} 变为 {after}。"]],OperatorSetUp:[
["","{operator} is set up; a chain is, from its tail to its head.","{operator} 已建立；链从尾到头依次建立。"]],OperatorStateInitialized:[["checkpoint=0","{operator} begins with empty state, and will be opened next.","{operator\
} 以空状态开始，接下来将被打开。"],["","{operator} is given its state from checkpoint {checkpoint}, and will be opened next.","{operator} 得到检查点 {checkpoint} 中的状态，接下来将被打开。"]],OperatorOpened:[
["","{operator} is opened; a chain opens from its tail to its head.","{operator} 被打开；链从尾到头依次打开。"]],OperatorFinished:[["","{operator} is told that its input has ended.","{operator} 得知它的输入已结束。"]],
AfterInvokeReached:[["","{subtask} has nothing left to do but to close its operators.","{subtask} 只剩下关闭它的算子。"]],OperatorClosed:[["","{operator} is closed; a chain closes from its tail to its head.","{operator} 被关闭；链从尾到头依\
次关闭。"]],TaskFailed:[["","{subtask} fails with {error:firing}: {message}","{subtask} 失败，错误为 {error:firing}：{message}"]],ExecutionReset:[["","{subtask} begins anew: attempt {attempt}, counted from 0.","{subtask} 重新开始：第 {\
attempt} 次尝试（从 0 计）。"]],JobStatusChanged:[["after=FINISHED","The job ends: {after}.","作业结束：{after}。"],["after=FAILED","The job ends: {after}.","作业结束：{after}。"],["after=CANCELED","The job ends: {after}\
.","作业结束：{after}。"],["","The job goes from {before} to {after}.","作业从 {before} 变为 {after}。"]],RestartDecided:[["","{subtask} has failed: {tasks} {tasks|task|tasks} will be cancelled and run again after {delay_ms} ms.",
"{subtask} 已失败：{delay_ms} 毫秒后将取消并重新运行 {tasks} 个任务。"]],SlotReleased:[["lost=true","Slot {slot} of {task_manager} is lost with its TaskManager.","{task_manager} 的槽 {slot} 随其 TaskManager 一起丢失。"],
["","Slot {slot} of {task_manager} is given back: nothing runs in it any more.","{task_manager} 的槽 {slot} 被归还：其中不再运行任何东西。"]],SlotReserved:[["","Slot {slot} of {task_manager} is taken for tasks that run agai\
n.","{task_manager} 的槽 {slot} 留给重新运行的任务。"]],MailEnqueued:[["waiting=1","The mail “{mail}” is put into the mailbox of {subtask}.","邮件“{mail}”放入 {subtask} 的邮箱。"],["","The mail “{mail}” is put in\
to the mailbox of {subtask}; {waiting} wait there now.","邮件“{mail}”放入 {subtask} 的邮箱；现在有 {waiting} 封在等待。"]],MailTaken:[["waiting=0","{subtask} takes the mail “{mail}” and runs it; its mailbox is empty now.",
"{subtask} 取出邮件“{mail}”并执行；它的邮箱现在空了。"],["","{subtask} takes the mail “{mail}” and runs it; {waiting} more still {waiting|waits|wait}.","{subtask} 取出邮件“{mail}”并执行；还有 {waiting} 封在等待。"]],
DefaultActionSuspended:[["reason=no input","{subtask} finds no input and waits.","{subtask} 没有输入可读，于是等待。"],["reason=no output buffer","{subtask} has {reason:firing}, so it stops reading: this is backpressure.","{subt\
ask} {reason:firing}，因此停止读取：这就是反压。"],["reason=blocked","{subtask} is {reason:firing} in the middle of an element, for no output buffer is left: this is hard backpressure.","{subtask} 在处理一个元素的中途{reason:firing}，因为没\
有剩余的输出缓冲区：这是硬反压。"],["","{subtask} is busy and reads nothing for now.","{subtask} 正忙，暂时不读取。"]],DefaultActionResumed:[["","{subtask} goes on reading its input.","{subtask} 继续读取输入。"]],
TicksSkipped:[["","{ticks} ticks of the clock go by and bring nothing new.","时钟的 {ticks} 次滴答过去了，没有带来新东西。"]],ProcessingTimeAdvanced:[["","Processing time moves from {before} to {after}.","处理时间从 {before} 到 \
{after}。"]],SourceRecordRead:[["split=","{operator} reads record {offset}: {value:record}.","{operator} 读取记录 {offset}：{value:record}。"],["","{operator} reads record {offset} of split {split}: {value:record}.","{operator} 读取分片 \
{split} 的记录 {offset}：{value:record}。"]],SourceFinished:[["","{operator} has no more records.","{operator} 没有更多记录了。"]],TimestampAssigned:[["after=MIN","{operator} has no timestamp for the record: {after:record} stan\
ds for none.","{operator} 没有给记录时间戳：{after:record} 表示没有。"],["before=none","{operator} gives the record the timestamp {after:record}.","{operator} 给记录时间戳 {after:record}。"],["before=MIN","{operator} gi\
ves the record the timestamp {after:record}.","{operator} 给记录时间戳 {after:record}。"],["","{operator} gives the record the timestamp {after:record} instead of {before}.","{operator} 给记录时间戳 {after:record}，取代 {before}。"]],
WatermarkGenerated:[["split= & timestamp=MAX","{operator} generates its last watermark, {timestamp:watermark}: nothing can follow.","{operator} 生成最后的水位线 {timestamp:watermark}：其后不会再有任何东西。"],["split=","\
{operator} generates the watermark {timestamp:watermark}.","{operator} 生成水位线 {timestamp:watermark}。"],["holds=true","{operator} generates the watermark {timestamp:watermark} for split {split}, which holds the source back.","{ope\
rator} 为分片 {split} 生成水位线 {timestamp:watermark}，正是该分片拖住了数据源。"],["","{operator} generates the watermark {timestamp:watermark} for split {split}.","{operator} 为分片 {split} 生成水位线 {timestamp:watermark}。"]],
GeneratedWatermarkIgnored:[["split=","The watermark {timestamp:watermark} that {operator} generates is not greater than the last, so it changes nothing.","{operator} 生成的水位线 {timestamp:watermark} 不大于上一个，因此什么也不改变。"],
["","The watermark {timestamp:watermark} for split {split} of {operator} is not greater than the last, so it changes nothing.","{operator} 的分片 {split} 的水位线 {timestamp:watermark} 不大于上一个，因此什么也不改变。"]],
SplitStatusChanged:[["idle=true","Split {split} of {operator} has gone quiet: it is idle now and holds nothing back.","{operator} 的分片 {split} 安静下来：它现在空闲，不再拖住任何东西。"],["","Split {split} of {operat\
or} is active again and counts for the watermark.","{operator} 的分片 {split} 重新活跃，计入水位线。"]],SplitAssigned:[["read=0","{operator} gets split {split} to read, whose watermark is not known yet.","{operator} 得到要读取的分片 {\
split}，其水位线尚不知道。"],["","{operator} gets split {split} to read, from record {read} on; its watermark is not known yet.","{operator} 得到要从记录 {read} 起读取的分片 {split}；其水位线尚不知道。"]],SplitReleased:[
["","{operator} has read split {split} to its end: it counts no more.","{operator} 已把分片 {split} 读到末尾：它不再计入。"]],IdlenessCountdownChanged:[["idle_after=none","A record has come, so {operator} does not wait for id\
leness any more.","来了一条记录，因此 {operator} 不再等待空闲。"],["split=","{operator} has seen no record since it was asked last: it is idle if none comes up to {idle_after:timer}.","{operator} 自上次询问以来没有见到记录：若到 {idle_after\
:timer} 仍没有，它就算空闲。"],["","{operator} has seen no record of split {split} since it was asked last: the split is idle if none comes up to {idle_after:timer}.","{operator} 自上次询问以来没有见到分片 {split} 的记录：若到 {idle_after:timer} 仍没有\
，该分片就算空闲。"]],WatermarkAligned:[["reported=none","{operator} has no watermark to tell its group {group}; it may go on to {allowed:watermark}.","{operator} 没有水位线可告诉组 {group}；它可以前进到 {allowed:watermark}。"],
["holds=true","{operator} tells its group {group} the watermark {reported:watermark}, the least of all; it may go on to {allowed:watermark}.","{operator} 告诉组 {group} 水位线 {reported:watermark}，这是所有中最小的；它可以前进到 {allowed:watermark}。"],
["","{operator} tells its group {group} the watermark {reported:watermark}; it may go on to {allowed:watermark}.","{operator} 告诉组 {group} 水位线 {reported:watermark}；它可以前进到 {allowed:watermark}。"]],ElementWritten:[["\
element=record","The record {value:record} is written to {channel}.","记录 {value:record} 写入 {channel}。"],["element=watermark","The watermark {timestamp:watermark} is written to {channel}.","水位线 {timestamp:watermark} 写入 {channel}。"],
["element=idle","The status IDLE is written to {channel}.","状态 IDLE 写入 {channel}。"],["element=active","The status ACTIVE is written to {channel}.","状态 ACTIVE 写入 {channel}。"],["element=endOfData","The end of the data is w\
ritten to {channel}.","数据结束标记写入 {channel}。"],["element=endOfPartition","The end of all is written to {channel}.","全部结束标记写入 {channel}。"],["element=barrier","A checkpoint barrier is written to {channel}.","\
检查点屏障写入 {channel}。"],["element=cancelMarker","That a checkpoint will not be is written to {channel}.","检查点不会完成的消息写入 {channel}。"],["","A latency marker is written to {channel}.","延迟标记写入 {channel}。"]],
BufferQueued:[["queued=1","A buffer waits to be sent on {channel}: {queued:buffer} in the queue.","一个缓冲区等待在 {channel} 上发送：队列中有 {queued:buffer} 个。"],["","One more buffer waits to be sent on {channel}: {que\
ued:buffer} in the queue.","又有一个缓冲区等待在 {channel} 上发送：队列中有 {queued:buffer} 个。"]],OutputPersisted:[["","The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} {buffers|buffer|buffers} of {cha\
nnel} with {bytes} {bytes|byte|bytes}, which {buffers|goes|go} into the checkpoint.","检查点 {checkpoint} 的屏障越过 {channel} 的 {buffers:buffer} 个缓冲区（{bytes} 字节），它们进入该检查点。"]],ChannelFlushed:[["",
"What stands in the open buffer of {channel} may be sent now.","{channel} 的未满缓冲区中的内容现在可以发送。"]],BufferSent:[["channel:flow=before credits","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}.",
"一个 {bytes:buffer} 字节的缓冲区在 {channel} 上发送。"],["credit=0","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; there is no credit for another.","一个 {bytes:buffer} 字节的缓冲区在 {channel} 上发送；没有信用再发一个。"],
["","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for {credit:buffer} more is left.","一个 {bytes:buffer} 字节的缓冲区在 {channel} 上发送；还剩 {credit:buffer} 个的信用。"]],BufferArrived:[[
"received=1","A buffer arrives on {channel}.","一个缓冲区到达 {channel}。"],["","A buffer arrives on {channel}; {received:buffer} wait there to be read.","一个缓冲区到达 {channel}；那里有 {received:buffer} 个等待读取。"]],
CreditAnnounced:[["","The receiver of {channel} promises room for {credit:buffer} more {credit|buffer|buffers}.","{channel} 的接收方承诺再容纳 {credit:buffer} 个缓冲区。"]],CreditChanged:[["","The sender of {channel} learns of\
 new credit: {before} becomes {after:buffer}.","{channel} 的发送方得知新的信用：{before} 变为 {after:buffer}。"]],InputBuffersChanged:[["waiting=true","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffe\
r} floating; it wants {required:buffer} in all, and waits for a floating one.","{channel} 的空缓冲区：{exclusive:buffer} 个专用，{floating:buffer} 个浮动；它共需要 {required:buffer} 个，正在等待一个浮动的。"],[
"","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all.","{channel} 的空缓冲区：{exclusive:buffer} 个专用，{floating:buffer} 个浮动；它共需要 {required:buffer} 个。"]],
ReadingStopped:[["","No buffer is left for what came in on {channel}, so the whole connection is not read any more.","没有剩余缓冲区接收 {channel} 上的内容，因此整个连接不再读取。"]],ReadingResumed:[["","A buffer ca\
me free for {channel}, so its connection is read again.","{channel} 有了空缓冲区，因此它的连接重新读取。"]],FloatingBuffersChanged:[["","{subtask} has {free:buffer} floating {free|buffer|buffers} free.","{subtask} 有 {free:\
buffer} 个空闲的浮动缓冲区。"]],OutputBuffersChanged:[["","{subtask} has {in_use:buffer} output {in_use|buffer|buffers} in use.","{subtask} 正在使用 {in_use:buffer} 个输出缓冲区。"]],BufferSizeAnnounced:[["","{subtask} \
reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} {buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer} {bytes|byte|bytes}.","{subtask} 每秒读取 {throughput} 字节，有 {buffers:buffer} 个缓冲区，因此它要求大小为 {bytes:buf\
fer} 字节的缓冲区。"]],BufferConsumed:[["","A buffer of {channel} is opened and read.","{channel} 的一个缓冲区被打开并读取。"]],ElementReceived:[["element=record","{subtask} reads the record {value:record} from {channel:\
short}.","{subtask} 从 {channel:short} 读取记录 {value:record}。"],["element=watermark","{subtask} reads the watermark {timestamp:watermark} from {channel:short}.","{subtask} 从 {channel:short} 读取水位线 {timestamp:watermark}。"],
["element=idle","{subtask} reads the status IDLE from {channel:short}.","{subtask} 从 {channel:short} 读取状态 IDLE。"],["element=active","{subtask} reads the status ACTIVE from {channel:short}.","{subtask} 从 {channel:short} 读取状态 ACTI\
VE。"],["element=endOfData","{subtask} reads the end of the data of {channel:short}.","{subtask} 从 {channel:short} 读取数据结束标记。"],["element=endOfPartition","{subtask} reads the end of all from {channel:short}.","{subtask} \
从 {channel:short} 读取全部结束标记。"],["element=barrier","{subtask} reads a checkpoint barrier from {channel:short}.","{subtask} 从 {channel:short} 读取检查点屏障。"],["element=cancelMarker","{subtask} reads from {chann\
el:short} that there will be no checkpoint.","{subtask} 从 {channel:short} 得知检查点不会完成。"],["","{subtask} reads a latency marker from {channel:short}.","{subtask} 从 {channel:short} 读取延迟标记。"]],BarrierReceived:[
["overtaken=0","{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}.","{subtask} 从 {channel:short} 收到检查点 {checkpoint} 的屏障。"],["","{subtask} has the barrier of checkpoint {checkpoint} from {channel:s\
hort}, where it has overtaken {overtaken} {overtaken|element|elements}.","{subtask} 从 {channel:short} 收到检查点 {checkpoint} 的屏障，它在那里越过了 {overtaken} 个元素。"]],BarrierAnnounced:[["","{subtask} learns that \
the barrier of checkpoint {checkpoint} waits in {channel:short}, behind what it has not read yet.","{subtask} 得知检查点 {checkpoint} 的屏障在 {channel:short} 中等待，前面还有没读的内容。"]],CancellationReceived:[["",
"{subtask} reads from {channel:short} that checkpoint {checkpoint} will not be.","{subtask} 从 {channel:short} 得知检查点 {checkpoint} 不会完成。"]],AlignmentStarted:[["","The first barrier of checkpoint {checkpoint} has come to \
{subtask}, {delay_ms} ms after its trigger.","检查点 {checkpoint} 的第一个屏障到达 {subtask}，在其触发 {delay_ms} 毫秒之后。"]],AlignmentEnded:[["","{subtask} waits for no more barriers of checkpoint {checkpoint}: the a\
lignment took {duration_ms} ms, and {bytes:buffer} {bytes|byte|bytes} were read meanwhile.","{subtask} 不再等待检查点 {checkpoint} 的屏障：对齐用了 {duration_ms} 毫秒，其间读取了 {bytes:buffer} 字节。"]],AlignmentTimedOut:[
["","The alignment of checkpoint {checkpoint} takes {subtask} too long: the checkpoint goes on unaligned.","检查点 {checkpoint} 的对齐在 {subtask} 用时太长：检查点转为非对齐。"]],ChannelBlocked:[["","{channel} is blocke\
d: what comes behind its barrier waits for the barriers of the other channels.","{channel} 被阻塞：屏障之后的内容等待其他通道的屏障。"]],ChannelUnblocked:[["","{channel} may be read on behind its barrier.","{channel} 屏障\
之后的内容可以继续读取。"]],ResumptionSent:[["","The receiver of {channel} lets its sender go on behind the barrier.","{channel} 的接收方让发送方在屏障之后继续。"]],ConsumptionResumed:[["","The sender of {channel\
} goes on behind the barrier.","{channel} 的发送方在屏障之后继续。"]],InputPersisted:[["","{buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, not processed yet, {buffers|goes|go} into checkpo\
int {checkpoint}.","{channel} 的 {buffers:buffer} 个尚未处理的缓冲区（{bytes} 字节）进入检查点 {checkpoint}。"]],OutputBarrierTimedOut:[["","The barrier of checkpoint {checkpoint} has waited on {channel} for too long: it\
 overtakes what is before it.","检查点 {checkpoint} 的屏障在 {channel} 上等待太久：它越过前面的内容。"]],ChannelWatermarkChanged:[["aligned=false","The watermark of {channel} rises from {before} to {after:watermark}; i\
t lags behind the task and does not count yet.","{channel} 的水位线从 {before} 升到 {after:watermark}；它落后于任务，暂不计入。"],["","The watermark of {channel} rises from {before} to {after:watermark}.","{channel} 的水位线\
从 {before} 升到 {after:watermark}。"]],WatermarkIgnored:[["reason=channel is idle","The watermark {timestamp:watermark} of {channel} changes nothing: the channel is idle.","{channel} 的水位线 {timestamp:watermark} 什么也不改变：该通道空闲。"],
["","The watermark {timestamp:watermark} of {channel} changes nothing: it is not greater than the one before.","{channel} 的水位线 {timestamp:watermark} 什么也不改变：它不大于之前的那个。"]],ChannelStatusChanged:[["idle\
=true","{channel} is idle now, and is not counted for the watermark.","{channel} 现在空闲，不计入水位线。"],["aligned=false","{channel} is active again, but lags behind: it is not counted until it catches up.","{channel} 重新活跃，但落\
后：追上之前不计入。"],["","{channel} is active again and counts for the watermark.","{channel} 重新活跃，计入水位线。"]],InputWatermarkAdvanced:[["after=MAX","Every channel is at its end, so the watermark at the {input\
:side} of {subtask} becomes {after:watermark}.","所有通道都到了末尾，因此 {subtask} 的{input:side}的水位线变为 {after:watermark}。"],["held_by=","All channels are idle, so the greatest watermark counts: that at the {inpu\
t:side} of {subtask} goes from {before} to {after:watermark}.","所有通道都空闲，因此以最大的水位线为准：{subtask} 的{input:side}的水位线从 {before} 到 {after:watermark}。"],["","The watermark at the {input:side} \
of {subtask} goes from {before} to {after:watermark}: {held_by} {held_by:number|has|have} the least now.","{subtask} 的{input:side}的水位线从 {before} 到 {after:watermark}：现在最小的是 {held_by}。"]],InputStatusChanged:[["id\
le=true","All channels at the {input:side} of {subtask} are idle, so it is idle.","{subtask} 的{input:side}的所有通道都空闲，因此它空闲。"],["","A channel at the {input:side} of {subtask} is active again, so it is active.","\
{subtask} 的{input:side}有通道重新活跃，因此它活跃。"]],InputEnded:[["","{subtask} learns that no more records come into its {input:side}.","{subtask} 得知它的{input:side}不再有记录进来。"]],ElementProcessed:[["el\
ement=record","{operator} is handed the record {value:record}.","{operator} 接到记录 {value:record}。"],["element=watermark","{operator} is handed the watermark {timestamp:watermark}.","{operator} 接到水位线 {timestamp:watermark}。"],
["element=idle","{operator} is handed the status IDLE.","{operator} 接到状态 IDLE。"],["element=active","{operator} is handed the status ACTIVE.","{operator} 接到状态 ACTIVE。"],["element=endOfData","{operator} is handed the end o\
f the data.","{operator} 接到数据结束标记。"],["element=endOfPartition","{operator} is handed the end of all.","{operator} 接到全部结束标记。"],["element=barrier","{operator} is handed a checkpoint barrier.","{operator} 接到\
检查点屏障。"],["","{operator} is handed a latency marker.","{operator} 接到延迟标记。"]],OperatorInputChanged:[["idle=true","The {input:side} of {operator} is idle now and holds nothing back.","{operator} 的{input:side}现在空闲，不拖住\
任何东西。"],["holds=true","The {input:side} of {operator} is at {watermark:watermark}, and holds it back there.","{operator} 的{input:side}在 {watermark:watermark}，把它拖在那里。"],["","The {input:side} of {operator} is at \
{watermark:watermark}; the other one is behind it.","{operator} 的{input:side}在 {watermark:watermark}；另一个落后于它。"]],LatencyMeasured:[["","{operator} measures a latency of {latency:timer} ms from {source} to here.","{opera\
tor} 测得从 {source} 到这里的延迟为 {latency:timer} 毫秒。"]],RecordFiltered:[["","{operator} lets the record drop: its condition does not hold.","{operator} 丢弃该记录：它的条件不成立。"]],OperatorWatermarkAdvanced:[
["after=MAX","The event-time clock of {operator} goes from {before} to {after:watermark}: all its timers are due.","{operator} 的事件时间时钟从 {before} 到 {after:watermark}：它的所有定时器都到期。"],["","The event-time\
 clock of {operator} goes from {before} to {after:watermark}; timers up to there are due.","{operator} 的事件时间时钟从 {before} 到 {after:watermark}；到此为止的定时器都到期。"]],WatermarkEmitted:[["timestamp=MAX","{op\
erator} hands its last watermark, {timestamp:watermark}, on: no record can follow.","{operator} 把最后的水位线 {timestamp:watermark} 向下传：其后不会再有记录。"],["","{operator} hands the watermark {timestamp:watermark} \
on.","{operator} 把水位线 {timestamp:watermark} 向下传。"]],StatusEmitted:[["idle=true","{operator} tells what comes after it that it is idle.","{operator} 告诉下游它空闲。"],["","{operator} tells what comes after it that it\
 is active.","{operator} 告诉下游它活跃。"]],KeySelected:[["","The key is {key:timer} now, which belongs to key group {key_group}.","键现在是 {key:timer}，属于键组 {key_group}。"]],StateUpdated:[["namespace=","The state “{\
state}” of key {key:timer} holds {value:record} now.","键 {key:timer} 的状态“{state}”现在是 {value:record}。"],["","The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} now.","键 {key:timer} 在 {na\
mespace:pane} 中的状态“{state}”现在是 {value:record}。"]],StateAppended:[["namespace=","The list “{state}” of key {key:timer} gets {value:record} at its end.","键 {key:timer} 的列表“{state}”末尾加入 {value:record}。"],
["","The list “{state}” of key {key:timer} in {namespace:pane} gets {value:record} at its end.","键 {key:timer} 在 {namespace:pane} 中的列表“{state}”末尾加入 {value:record}。"]],StateCleared:[["namespace=","The state “{st\
ate}” of key {key:timer} is cleared.","键 {key:timer} 的状态“{state}”被清除。"],["","The state “{state}” of key {key:timer} in {namespace:pane} is cleared.","键 {key:timer} 在 {namespace:pane} 中的状态“{state}”被清除。"]],
StateEntryPut:[["key:given=no","The map “{state}” has {value:record} under {entry:record} now.","映射“{state}”中 {entry:record} 的值现在是 {value:record}。"],["namespace=","The map “{state}” of key {key:timer} has {value:re\
cord} under {entry:record} now.","键 {key:timer} 的映射“{state}”中 {entry:record} 的值现在是 {value:record}。"],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} now.","\
键 {key:timer} 在 {namespace:pane} 中的映射“{state}”中 {entry:record} 的值现在是 {value:record}。"]],StateEntryRemoved:[["key:given=no","The map “{state}” has nothing under {entry:record} any more.","映射“{state}”中不再有 {en\
try:record}。"],["namespace=","The map “{state}” of key {key:timer} has nothing under {entry:record} any more.","键 {key:timer} 的映射“{state}”中不再有 {entry:record}。"],["","The map “{state}” of key {key:timer} in {names\
pace:pane} has nothing under {entry:record} any more.","键 {key:timer} 在 {namespace:pane} 中的映射“{state}”中不再有 {entry:record}。"]],StateRead:[["value:given=no & count=0 & key:given=no","{operator} finds nothing in the s\
tate “{state}”.","{operator} 在状态“{state}”中什么也没找到。"],["value:given=no & count=0 & namespace=","{operator} finds nothing in the state “{state}” of key {key:timer}.","{operator} 在键 {key:timer} 的状态“{state}”中什么也\
没找到。"],["value:given=no & count=0","{operator} finds nothing in the state “{state}” of key {key:timer} in {namespace:pane}.","{operator} 在键 {key:timer} 在 {namespace:pane} 中的状态“{state}”中什么也没找到。"],
["value:given=no & key:given=no","{operator} reads all {count} {count|value|values} of the state “{state}”.","{operator} 读取状态“{state}”的全部 {count} 个值。"],["value:given=no & namespace=","{operator} reads all {count}\
 {count|value|values} of the state “{state}” of key {key:timer}.","{operator} 读取键 {key:timer} 的状态“{state}”的全部 {count} 个值。"],["value:given=no","{operator} reads all {count} {count|value|values} of the state “{\
state}” of key {key:timer} in {namespace:pane}.","{operator} 读取键 {key:timer} 在 {namespace:pane} 中的状态“{state}”的全部 {count} 个值。"],["key:given=no","{operator} reads the state “{state}”: {value:record}.","{o\
perator} 读取状态“{state}”：{value:record}。"],["namespace=","{operator} reads the state “{state}” of key {key:timer}: {value:record}.","{operator} 读取键 {key:timer} 的状态“{state}”：{value:record}。"],["","{opera\
tor} reads the state “{state}” of key {key:timer} in {namespace:pane}: {value:record}.","{operator} 读取键 {key:timer} 在 {namespace:pane} 中的状态“{state}”：{value:record}。"]],StateEntryRead:[["found=false & key:given=no",
"{operator} finds nothing under {entry:record} in the map “{state}”.","{operator} 在映射“{state}”中没有找到 {entry:record}。"],["found=false & namespace=","{operator} finds nothing under {entry:record} in the map “{state}” \
of key {key:timer}.","{operator} 在键 {key:timer} 的映射“{state}”中没有找到 {entry:record}。"],["found=false","{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer} in {namespace:pane}.","{\
operator} 在键 {key:timer} 在 {namespace:pane} 中的映射“{state}”中没有找到 {entry:record}。"],["value:given=no & key:given=no","{operator} finds that the map “{state}” has {entry:record}.","{operator} 发现映射“{state}”有 {en\
try:record}。"],["value:given=no & namespace=","{operator} finds that the map “{state}” of key {key:timer} has {entry:record}.","{operator} 发现键 {key:timer} 的映射“{state}”有 {entry:record}。"],["value:given=no","{operato\
r} finds that the map “{state}” of key {key:timer} in {namespace:pane} has {entry:record}.","{operator} 发现键 {key:timer} 在 {namespace:pane} 中的映射“{state}”有 {entry:record}。"],["key:given=no","{operator} reads what t\
he map “{state}” has under {entry:record}: {value:record}.","{operator} 读取映射“{state}”中 {entry:record} 的值：{value:record}。"],["namespace=","{operator} reads what the map “{state}” of key {key:timer} has under {entry:\
record}: {value:record}.","{operator} 读取键 {key:timer} 的映射“{state}”中 {entry:record} 的值：{value:record}。"],["","{operator} reads what the map “{state}” of key {key:timer} in {namespace:pane} has under {entry:record}: \
{value:record}.","{operator} 读取键 {key:timer} 在 {namespace:pane} 中的映射“{state}”中 {entry:record} 的值：{value:record}。"]],TimerRegistered:[["domain=event","{operator} registers an event-time timer for key {key:timer}\
 at {timestamp:timer}.","{operator} 为键 {key:timer} 注册 {timestamp:timer} 的事件时间定时器。"],["","{operator} registers a processing-time timer for key {key:timer} at {timestamp:timer}.","{operator} 为键 {key:timer} 注册 {timest\
amp:timer} 的处理时间定时器。"]],TimerDeleted:[["","{operator} deletes its timer for key {key:timer} at {timestamp:timer}.","{operator} 删除键 {key:timer} 在 {timestamp:timer} 的定时器。"]],TimerFired:[["domain=event & tim\
estamp=MAX","The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator} fires.","水位线是 {timestamp:timer}，因此 {operator} 中键 {key:timer} 的定时器触发。"],["domain=event","The watermark has passed \
{timestamp:timer}, so the timer of key {key:timer} in {operator} fires.","水位线已越过 {timestamp:timer}，因此 {operator} 中键 {key:timer} 的定时器触发。"],["","The clock has reached {timestamp:timer}, so the timer of key \
{key:timer} in {operator} fires.","时钟已到 {timestamp:timer}，因此 {operator} 中键 {key:timer} 的定时器触发。"]],WindowAssigned:[["count=1","The record goes into {window:pane} of key {key:timer}: a new pane, with {count:pan\
e} element.","记录进入键 {key:timer} 的 {window:pane}：一个新窗格，含 {count:pane} 个元素。"],["","The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} elements now.","记录进入键 {key:timer} 的 {win\
dow:pane}；它的窗格现在有 {count:pane} 个元素。"]],WindowsMerged:[["window=null","{merged:pane} of key {key:timer} become one window, {result:pane}.","键 {key:timer} 的 {merged:pane} 合并为一个窗口 {result:pane}。"],["",
"The record {value:record} of key {key:timer} has the window {window:pane}, which meets {merged:pane}: they become one, {result:pane}.","键 {key:timer} 的记录 {value:record} 的窗口是 {window:pane}，它碰到 {merged:pane}：它们合并为一个窗口 {result:pane}。"]],
SharedElementChanged:[["","The aggregate of {window:pane} sets a field of its first element: {before:value} is {after:value} now. The same object is in {others:pane} of key {key:timer}, so it changes there, too.","{window:pane} 的聚合设置了其第一个元素\
的一个字段：{before:value} 现在是 {after:value}。同一个对象也在键 {key:timer} 的 {others:pane} 中，因此那里也变了。"]],TriggerEvaluated:[["result=CONTINUE","The trigger of {window:pane} is asked, and says: not y\
et.","询问 {window:pane} 的触发器，它说：还不到时候。"],["","The trigger of {window:pane} is asked, and says {result:firing}.","询问 {window:pane} 的触发器，它说 {result:firing}。"]],TriggerCleared:[["","The trigge\
r forgets what it kept for {window:pane} of key {key:timer}.","触发器忘掉它为键 {key:timer} 的 {window:pane} 保存的内容。"]],WindowFired:[["clock=watermark & window:bounds=none","The watermark is {watermark:watermark}, so {wi\
ndow:pane} of key {key:timer} fires with {count:firing} {count|element|elements}.","水位线到达 {watermark:watermark}，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],["clock=watermark & kind=\
early","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}.","水位线到达 {watermark:watermark}，因此{window:pane} 中键 {key:timer} 的窗格在其终点之前触发（\
{kind:firing}），含 {count:firing} 个元素。"],["clock=watermark & kind=late","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}.","水位\
线到达 {watermark:watermark}，因此{window:pane} 中键 {key:timer} 的窗格再次触发（{kind:firing}），含 {count:firing} 个元素。"],["clock=watermark","The watermark {watermark:watermark} has reached the end of {window:pan\
e}, so the pane of key {key:timer} fires with {count:firing} {count|element|elements}.","水位线 {watermark:watermark} 已到达 {window:pane} 的终点，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],
["clock=processing time & window:bounds=none","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}.","处理时间前进了，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],
["clock=processing time & kind=early","Processing time has gone on, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}.","处理时间前进了，因此{window:pane} 中键 {key:timer} 的窗格在其终点之前触发（\
{kind:firing}），含 {count:firing} 个元素。"],["clock=processing time & kind=late","Processing time has gone on, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}.","处理时间前进了\
，因此{window:pane} 中键 {key:timer} 的窗格再次触发（{kind:firing}），含 {count:firing} 个元素。"],["clock=processing time","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {cou\
nt|element|elements}.","处理时间前进了，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],["clock=count & window:bounds=none","The count is full, so {window:pane} of key {key:timer} fires wit\
h {count:firing} {count|element|elements}.","计数已满，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],["clock=count & kind=early","The count is full, so {window:pane} of key {key:timer} fires\
 {kind:firing}, before its end, with {count:firing} {count|element|elements}.","计数已满，因此{window:pane} 中键 {key:timer} 的窗格在其终点之前触发（{kind:firing}），含 {count:firing} 个元素。"],["clock=count & k\
ind=late","The count is full, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}.","计数已满，因此{window:pane} 中键 {key:timer} 的窗格再次触发（{kind:firing}），含 {count:firing} 个元素。"],
["clock=count","The count is full, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}.","计数已满，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],["clock=r\
ecord & window:bounds=none","A record has come, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}.","来了一条记录，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],
["clock=record & kind=early","A record has come, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}.","来了一条记录，因此{window:pane} 中键 {key:timer} 的窗格在其终点之前触发（{kind:firing}），含 {co\
unt:firing} 个元素。"],["clock=record & kind=late","A record has come late, but not too late, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}.","来了一条迟到但还不算太迟的记录，因此{window:pan\
e} 中键 {key:timer} 的窗格再次触发（{kind:firing}），含 {count:firing} 个元素。"],["clock=record","A record has come late, but not too late, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|eleme\
nts}.","来了一条迟到但还不算太迟的记录，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],["clock=end of input & window:bounds=none","The input has ended, so {window:pane} of key {key\
:timer} fires with {count:firing} {count|element|elements}.","输入已结束，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"],["clock=end of input & kind=early","The input has ended, so {window:p\
ane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}.","输入已结束，因此{window:pane} 中键 {key:timer} 的窗格在其终点之前触发（{kind:firing}），含 {count:firing} 个元素。"],
["clock=end of input & kind=late","The input has ended, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}.","输入已结束，因此{window:pane} 中键 {key:timer} 的窗格再次触发（{kind:firing}），含 {count:fi\
ring} 个元素。"],["","The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}.","输入已结束，因此{window:pane} 中键 {key:timer} 的窗格触发，含 {count:firing} 个元素。"]],
ElementsEvicted:[["","The evictor takes {evicted:pane} {evicted|element|elements} out of {window:pane} of key {key:timer}; {count:pane} {count|is|are} left.","驱逐器从键 {key:timer} 的 {window:pane} 中取出 {evicted:pane} 个元素；还剩 {count:pane} 个。"]],
FiringSkipped:[["reason=empty contents","The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes out.","触发器触发，但键 {key:timer} 的窗格 {window:pane} 是空的：没有结果输出。"],["","T\
he timer's window {window:pane} of key {key:timer} is not there any more: nothing comes out.","定时器的窗口，键 {key:timer} 的 {window:pane}，已不在了：没有结果输出。"]],WindowCleared:[["reason=purged","The contents of\
 {window:pane} of key {key:timer} are purged.","键 {key:timer} 的 {window:pane} 的内容被清空。"],["","The time of {window:pane} of key {key:timer} is over: its pane is removed.","键 {key:timer} 的 {window:pane} 的时间已过：它的窗格被移除。"]],
WindowSkippedAsLate:[["","The record belongs to {window:pane}, but that window is gone: the watermark {watermark:watermark} is at or past its cleanup time {cleanup_time:timer}.","记录属于 {window:pane}，但该窗口已不在：水位线 {watermark:watermark} 已到达或越过其清\
理时间 {cleanup_time:timer}。"]],LateRecordDropped:[["cleanup_time=none","The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes to the late side output|is dropped}: the watermark is already {wa\
termark:watermark}.","时间戳为 {timestamp:firing} 的记录 {value:record} 来得太迟，{side_output|进入迟到侧输出|被丢弃}：水位线已经是 {watermark:watermark}。"],["","The record {value:record} with timestamp {times\
tamp:firing} comes too late and {side_output|goes to the late side output|is dropped}: its {windows:number|window|windows} {windows:pane} {windows:number|was|were} over at {cleanup_time:timer}, and the watermark is already {watermark:waterm\
ark}.","时间戳为 {timestamp:firing} 的记录 {value:record} 来得太迟，{side_output|进入迟到侧输出|被丢弃}：它的窗口 {windows:pane} 在 {cleanup_time:timer} 已结束，而水位线已经是 {watermark:watermark}。"]],
SideOutputEmitted:[["","{operator} sends the record {value:record} to the side output “{tag}”.","{operator} 把记录 {value:record} 发往侧输出“{tag}”。"]],ResultWritten:[["","{operator} writes the result {text:record}.","{ope\
rator} 写出结果 {text:record}。"]],CheckpointTriggered:[["kind=checkpoint","Checkpoint {checkpoint} begins: {tasks} {tasks|task has|tasks have} to take part.","检查点 {checkpoint} 开始：{tasks} 个任务要参与。"],["","A {kin\
d} begins, as checkpoint {checkpoint}: {tasks} {tasks|task has|tasks have} to take part.","{kind} 开始，编号为检查点 {checkpoint}：{tasks} 个任务要参与。"]],CheckpointNotTriggered:[["","No checkpoint is begun now: “{reason}\
”.","现在不开始检查点：“{reason}”。"]],BarrierEmitted:[["","{subtask} puts the barrier of checkpoint {checkpoint} out: what comes before it belongs to the checkpoint.","{subtask} 发出检查点 {checkpoint} 的屏障：它之前的内容属于该检查点。"]],
OperatorSnapshotTaken:[["bytes=0","{operator} has no state to keep for checkpoint {checkpoint}.","{operator} 没有要为检查点 {checkpoint} 保存的状态。"],["","{operator} keeps its state for checkpoint {checkpoint}: {bytes} bytes.",
"{operator} 为检查点 {checkpoint} 保存它的状态：{bytes} 字节。"]],CheckpointAcknowledged:[["","{subtask} has its part of checkpoint {checkpoint}, of {bytes} bytes.","{subtask} 完成检查点 {checkpoint} 中它的部分，{bytes} 字节。"]],
CheckpointDeclined:[["","{subtask} cannot take part in checkpoint {checkpoint}: “{reason}”.","{subtask} 不能参与检查点 {checkpoint}：“{reason}”。"]],CheckpointCompleted:[["","Checkpoint {checkpoint} is complete, {duration} \
ms after it began, with {bytes} bytes: a failure goes back to here.","检查点 {checkpoint} 完成，历时 {duration} 毫秒，{bytes} 字节：失败时回到这里。"]],CheckpointAborted:[["","Checkpoint {checkpoint} comes to nothing: \
“{reason}”.","检查点 {checkpoint} 作废：“{reason}”。"]],CheckpointNotified:[["completed=true","{subtask} learns that checkpoint {checkpoint} is complete.","{subtask} 得知检查点 {checkpoint} 已完成。"],["","{subtask} \
learns that checkpoint {checkpoint} has come to nothing.","{subtask} 得知检查点 {checkpoint} 已作废。"]],CheckpointRestored:[["","{tasks} {tasks|task goes|tasks go} back to checkpoint {checkpoint}: state, timers and the places in t\
he input are as they were.","{tasks} 个任务回到检查点 {checkpoint}：状态、定时器和输入的位置都和当时一样。"]],CommitPrepared:[["","{operator} prepares {results} {results|result|results} to be committed with check\
point {checkpoint}; nobody sees {results|it|them} yet.","{operator} 准备好 {results} 个结果，随检查点 {checkpoint} 提交；现在还没有人看得到。"]],ResultsCommitted:[["","{operator} commits {results} {results|result|res\
ults} of checkpoint {checkpoint}: {total} {total|is|are} visible for good.","{operator} 提交检查点 {checkpoint} 的 {results} 个结果：共 {total} 个永久可见。"]],InputRecovered:[["","{channel} has {elements} {elements|element\
|elements} again that checkpoint {checkpoint} caught in flight, read before all else.","{channel} 重新有了检查点 {checkpoint} 截获的 {elements} 个在途元素，它们先于其他一切被读取。"]],OutputRecovered:[["","{eleme\
nts} {elements|element waits|elements wait} at the sender of {channel} again, which the barrier of checkpoint {checkpoint} had overtaken.","{elements} 个被检查点 {checkpoint} 的屏障越过的元素又在 {channel} 的发送方等待。"]],
StateRestored:[["namespace=","The state “{state}” of key {key:timer} holds {value:record} again.","键 {key:timer} 的状态“{state}”又是 {value:record}。"],["","The state “{state}” of key {key:timer} in {namespace:pane} holds {v\
alue:record} again.","键 {key:timer} 在 {namespace:pane} 中的状态“{state}”又是 {value:record}。"]],ListRestored:[["namespace=","The list “{state}” of key {key:timer} holds {values:record} again.","键 {key:timer} 的列表“{state}”\
又是 {values:record}。"],["","The list “{state}” of key {key:timer} in {namespace:pane} holds {values:record} again.","键 {key:timer} 在 {namespace:pane} 中的列表“{state}”又是 {values:record}。"]],StateEntryRestored:[["k\
ey:given=no","The map “{state}” has {value:record} under {entry:record} again.","映射“{state}”中 {entry:record} 的值又是 {value:record}。"],["namespace=","The map “{state}” of key {key:timer} has {value:record} under {entry:\
record} again.","键 {key:timer} 的映射“{state}”中 {entry:record} 的值又是 {value:record}。"],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} again.","键 {key:timer} 在 {n\
amespace:pane} 中的映射“{state}”中 {entry:record} 的值又是 {value:record}。"]],TimerRestored:[["","{operator} has its timer for key {key:timer} at {timestamp:timer} again.","{operator} 又有了键 {key:timer} 在 {timestamp:timer} 的定时器\
。"]],PaneRestored:[["","The pane of {window:pane} of key {key:timer} is there again, with {count:pane} {count|element|elements}.","{window:pane} 中键 {key:timer} 的窗格又在了，含 {count:pane} 个元素。"]],ChannelSelected:[["",
"The key {key} chooses {channel}: its hash code is {hash_code}, that is key group {key_group}.","键 {key} 选择 {channel}：它的哈希码是 {hash_code}，属于键组 {key_group}。"]],RecordPartlyRead:[["","The buffer of {channel} end\
s in the middle of an element: {bytes} {bytes|byte|bytes} of it are there.","{channel} 的缓冲区在一个元素中间结束：其中 {bytes} 字节已到。"]],ActorCalled:[["call=start","The {caller} starts a {called} for the job.","{ca\
ller} 为作业启动一个 {called}。"],["call=registerJobMaster","The {caller} registers with the {called}.","{caller} 向 {called} 注册。"],["call=declareRequiredResources & count=0","The {caller} tells the {called} that it needs no \
slots any more.","{caller} 告诉 {called}：它不再需要槽位。"],["call=declareRequiredResources","The {caller} tells the {called} that it needs {count} {count|slot|slots} in all.","{caller} 告诉 {called}：它总共需要 {count} 个槽位。"],
["call=requestNewWorker","The {caller} has the TaskManager {called} started.","{caller} 让人启动 TaskManager {called}。"],["call=registerTaskExecutor","The TaskManager {caller} registers with the {called}.","TaskManager {caller} 向 {cal\
led} 注册。"],["call=sendSlotReport","The TaskManager {caller} reports {count} {count|slot|slots} to the {called}.","TaskManager {caller} 向 {called} 报告 {count} 个槽位。"],["call=requestSlot","The {caller} asks the TaskManager {\
called} to keep slot {slot} for the job.","{caller} 要求 TaskManager {called} 为作业保留槽位 {slot}。"],["call=registerTaskManager","The TaskManager {caller} registers with the {called}.","TaskManager {caller} 向 {called} 注册。"],
["call=offerSlots","The TaskManager {caller} offers {count} {count|slot|slots} to the {called}.","TaskManager {caller} 向 {called} 提供 {count} 个槽位。"],["call=disconnectTaskManager","The connection from the TaskManager {caller} to\
 the {called} is closed.","TaskManager {caller} 到 {called} 的连接被关闭。"],["call=onWorkerTerminated","The {called} hears that the TaskManager {caller} is gone.","{called} 得知 TaskManager {caller} 已不在。"],["call=freeSlot",
"The {caller} gives slot {slot} of the TaskManager {called} back.","{caller} 归还 TaskManager {called} 的槽位 {slot}。"],["call=notifySlotAvailable","The TaskManager {caller} tells the {called} that slot {slot} is free again.","TaskMa\
nager {caller} 告诉 {called}：槽位 {slot} 又空闲了。"],["call=disconnectJobManager","The {caller} takes its leave of the {called}.","{caller} 向 {called} 告别。"],["","The {caller} gets the result of the job from the {called}.",
"{caller} 从 {called} 得到作业的结果。"]],HeartbeatsExchanged:[["silent:number=0","JobMaster and ResourceManager ask for heartbeats, {rounds} {rounds|time|times}; all TaskManagers answer.","JobMaster 和 ResourceManager 询问心跳 {rounds}\
 次；所有 TaskManager 都有回应。"],["","JobMaster and ResourceManager ask for heartbeats, {rounds} {rounds|time|times}; nothing is heard from {silent}.","JobMaster 和 ResourceManager 询问心跳 {rounds} 次；{silent} 没有任何消息。"]]},
Zo={early:"提前",late:"迟到","on time":"准时","no output buffer":"没有输出缓冲区",blocked:"被阻塞",savepoint:"保存点",checkpoint:"检查点","terminate savepoint":"终止作业的保存点","suspend savepoint":"暂停作业的保存点"},
Qo={failure:["任务失败","{n} 个任务失败"],start:["作业开始",""],end:["作业结束",""],late:["记录迟到","{n} 条记录迟到"],firing:["窗口或定时器触发","{n} 个触发"],merge:["会话合并","会话合并 {n} 次"],
idle:["进入空闲或恢复","{n} 个的状态改变"],minimum:["最小水位线移动","{n} 个任务的最小水位线移动"],fill:["记录进入窗格","{n} 条记录进入窗格"],state:["状态改变","{n} 条记录改变状态"],"he\
ld up":["任务受阻","任务受阻 {n} 次"],result:["输出结果","输出 {n} 个结果"],read:["读取记录","读取 {n} 条记录"]},ea={"timer fired":"次定时器触发","move of a task's watermark":"次任务水位线移动","put \
into a window":"次放入窗口","filtered out":"条被过滤","watermark generated":"个水位线生成","record read":"条记录读取",mail:"封邮件","tick of the clock":"次时钟滴答","report to an alignment group":"次向对齐组报告",
"timer registered":"个定时器注册"},ta={en:{channel:"ch {index}",of:"{channel} of {task}",input:"input",first:"first input",second:"second input",before:"{ms} ms before {end}",after:"{ms} ms after {end}",wrapped:"wrapped to {time}",comma:"\
, ",and:" and "},zh:{channel:"通道 {index}",of:"{task} 的{channel}",input:"输入",first:"第一个输入",second:"第二个输入",before:"{end} 前 {ms} ms",after:"{end} 后 {ms} ms",wrapped:"绕回到 {time}",comma:"、",and:"和"}},Kt={
record:"a record that enters a source or a task",watermark:"a watermark that is generated, or that a task's input reaches",firing:"a window that fires, or a timer where there are no windows"},Ge={failure:["a task fails","{n} tasks fail"],start:[
"the job starts",""],end:["the job ends",""],late:["a record is late","{n} records are late"],firing:["a window or timer fires","{n} fire"],merge:["sessions merge","sessions merge {n} times"],idle:["something goes idle, or comes back","the \
status of {n} changes"],minimum:["a minimum moves","a minimum moves in {n} tasks"],fill:["a record goes into a pane","{n} records go into panes"],state:["state changes","{n} records change state"],"held up":["a task is held up","{n} times a\
 task is held up"],result:["a result comes out","{n} results come out"],read:["a record is read","{n} records are read"]},Te=[{kind:"TaskFailed",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobSubmitted",when:"",grain:"\
story",stop:"",moment:"start",counted:null},{kind:"RestartDecided",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobStatusChanged",when:"before=CREATED",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStat\
usChanged",when:"after=RUNNING",grain:"story",stop:"",moment:"start",counted:null},{kind:"JobStatusChanged",when:"after=FAILING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RESTARTING",grain:"even\
t time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"ExecutionReset",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ActorCalled",when:"call=disco\
nnectTaskManager",grain:"event time",stop:"",moment:"",counted:null},{kind:"SlotReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"SlotReserved",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"Resu\
ltsCommitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"CommitPrepared",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointTriggered",when:"",grain:"event time",stop:"",moment:"start",counted:null},
{kind:"CheckpointCompleted",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"CheckpointAborted",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"CheckpointRestored",when:"",grain:"story",stop:"",moment:"start",
counted:null},{kind:"CheckpointNotTriggered",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"BarrierEmitted",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointAcknowledged",when:"",grain:"event ti\
me",stop:"",moment:"",counted:null},{kind:"CheckpointDeclined",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointNotified",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"OperatorSnapshotTaken",when:"",
grain:"records",stop:"",moment:"",counted:null},{kind:"PaneRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ListRestored",when:"",grain:"r\
ecords",stop:"",moment:"",counted:null},{kind:"StateEntryRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"TimerRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"WindowFired",when:"",grain:"stor\
y",stop:"firing",moment:"firing",counted:null},{kind:"LateRecordDropped",when:"",grain:"story",stop:"",moment:"late",counted:null},{kind:"TimerFired",when:"namespace=",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"TimerFi\
red",when:"",grain:"event time",stop:"firing",moment:"",counted:["timer fired","timers fired"]},{kind:"ResultWritten",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"SideOutputEmitted",when:"",grain:"story",stop:"",moment:"\
result",counted:null},{kind:"InputWatermarkAdvanced",when:"",grain:"event time",stop:"watermark",moment:"minimum",counted:["move of a task's watermark","moves of tasks' watermarks"]},{kind:"InputStatusChanged",when:"",grain:"story",stop:"",
moment:"idle",counted:null},{kind:"WindowsMerged",when:"merged:number=1",grain:"story",stop:"",moment:"fill",counted:null},{kind:"WindowsMerged",when:"",grain:"story",stop:"",moment:"merge",counted:null},{kind:"FiringSkipped",when:"",grain:"\
story",stop:"",moment:"",counted:null},{kind:"SharedElementChanged",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"ElementsEvicted",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"WindowAssigned",when:"",grain:"re\
cords",stop:"",moment:"fill",counted:["put into a window","put into windows"]},{kind:"RecordFiltered",when:"",grain:"records",stop:"",moment:"",counted:["filtered out","filtered out"]},{kind:"WatermarkGenerated",when:"",grain:"event time",stop:"\
watermark",moment:"",counted:["watermark generated","watermarks generated"]},{kind:"SplitStatusChanged",when:"",grain:"story",stop:"",moment:"idle",counted:null},{kind:"ChannelWatermarkChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},
{kind:"ChannelStatusChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WatermarkIgnored",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"GeneratedWatermarkIgnored",when:"",grain:"event time",stop:"",
moment:"",counted:null},{kind:"OperatorInputChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"StateUpdated",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateUpdated",when:"",grain:"\
records",stop:"",moment:"",counted:null},{kind:"StateAppended",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateAppended",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryPut",when:"\
namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateEntryPut",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"DefaultActionSuspended",when:"reason=no output buffer",grain:"event time",stop:"",moment:"\
held up",counted:null},{kind:"DefaultActionSuspended",when:"reason=blocked",grain:"event time",stop:"",moment:"held up",counted:null},{kind:"DefaultActionSuspended",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"SourceRec\
ordRead",when:"",grain:"records",stop:"record",moment:"read",counted:["record read","records read"]},{kind:"SourceFinished",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"TaskStateChanged",when:"after=FINISHED",grain:"eve\
nt time",stop:"",moment:"",counted:null},{kind:"TaskStateChanged",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"MailTaken",when:"",grain:"everything",stop:"",moment:"",counted:["mail","mails"]},{kind:"ElementReceived",when:"\
element=record",grain:"records",stop:"record",moment:"",counted:null},{kind:"ElementReceived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"BufferArrived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"\
BufferSent",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"ProcessingTimeAdvanced",when:"",grain:"everything",stop:"",moment:"",counted:["tick of the clock","ticks of the clock"]},{kind:"SplitReleased",when:"",grain:"even\
t time",stop:"",moment:"",counted:null},{kind:"WatermarkAligned",when:"",grain:"event time",stop:"",moment:"",counted:["report to an alignment group","reports to alignment groups"]},{kind:"IdlenessCountdownChanged",when:"",grain:"event time",
stop:"",moment:"",counted:null},{kind:"OperatorWatermarkAdvanced",when:"",grain:"event time",stop:"",moment:"minimum",counted:null},{kind:"WindowCleared",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"TimerRegistered",when:"\
namespace=",grain:"event time",stop:"",moment:"state",counted:["timer registered","timers registered"]},{kind:"TimerRegistered",when:"",grain:"event time",stop:"",moment:"",counted:["timer registered","timers registered"]},{kind:"TimerDelet\
ed",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WindowSkippedAsLate",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateCleared",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntr\
yRemoved",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"TimestampAssig\
ned",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ElementProcessed",when:"element=record",grain:"records",stop:"",moment:"",counted:null},{kind:"TriggerEvaluated",when:"",grain:"records",stop:"",moment:"",counted:null}],na=[
"Client","Dispatcher","ResourceManager","JobMaster"],Ut=[{kind:"JobSubmitted",when:"",caller:"Client",called:"Dispatcher",call:"submitJob"},{kind:"ActorCalled",when:"",caller:"{caller}",called:"{called}",call:"{call}"},{kind:"HeartbeatsExch\
anged",when:"",caller:"JobMaster",called:"{all}",call:"requestHeartbeat"},{kind:"TaskStateChanged",when:"after=SCHEDULED",caller:"",called:"",call:""},{kind:"TaskStateChanged",when:"before=CREATED",caller:"",called:"",call:""},{kind:"TaskSt\
ateChanged",when:"before=SCHEDULED & after=CANCELED",caller:"",called:"",call:""},{kind:"TaskStateChanged",when:"after=DEPLOYING",caller:"JobMaster",called:"{task manager}",call:"submitTask"},{kind:"TaskStateChanged",when:"after=CANCELING",
caller:"JobMaster",called:"{task manager}",call:"cancelTask"},{kind:"TaskStateChanged",when:"",caller:"{task manager}",called:"JobMaster",call:"updateTaskExecutionState"},{kind:"SplitAssigned",when:"",caller:"JobMaster",called:"{task manage\
r}",call:"sendOperatorEventToTask"},{kind:"WatermarkAligned",when:"",caller:"{task manager}",called:"JobMaster",call:"sendOperatorEventToCoordinator"},{kind:"CheckpointTriggered",when:"",caller:"JobMaster",called:"{sources}",call:"triggerCh\
eckpoint"},{kind:"CheckpointAcknowledged",when:"",caller:"{task manager}",called:"JobMaster",call:"acknowledgeCheckpoint"},{kind:"CheckpointDeclined",when:"",caller:"{task manager}",called:"JobMaster",call:"declineCheckpoint"},{kind:"Checkp\
ointNotified",when:"completed=true",caller:"JobMaster",called:"{task manager}",call:"confirmCheckpoint"},{kind:"CheckpointNotified",when:"",caller:"JobMaster",called:"{task manager}",call:"abortCheckpoint"},{kind:"JobStatusChanged",when:"af\
ter=FINISHED",caller:"JobMaster",called:"Dispatcher",call:"jobReachedTerminalState"},{kind:"JobStatusChanged",when:"after=FAILED",caller:"JobMaster",called:"Dispatcher",call:"jobReachedTerminalState"},{kind:"JobStatusChanged",when:"after=CA\
NCELED",caller:"JobMaster",called:"Dispatcher",call:"jobReachedTerminalState"}];var $=-(1n<<63n),D=(1n<<63n)-1n,ia=/"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g,Jt=10000000000n,Tp=-62135596800000n,Cp=253402300800000n,vr=86400000n,ra=366n*vr,oa=1000000000000n,sa=/(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;function W(t){let e="";for(let[
n]of t.matchAll(ia))n[0]==='"'?e+=JSON.parse(n):n==="["?e+="(":n==="]"?e+=")":n===","?e+=", ":e+=n.trim().replace(sa,r=>pa(BigInt(r))||r);return e}function ne(t,e=60){let n=Array.from(t);return n.length<=e?t:`${n.slice(0,e-1).join("")}…`}
function ee(t){let e=/^\[(-?\d+),(-?\d+)\]$/.exec(t);return e?[BigInt(e[1]),BigInt(e[2])]:null}function ie(t){if(t[0]!=="[")return null;let e=[],n=0,r="";for(let[o]of t.matchAll(ia))o==="]"&&n--,n===0||n===1&&o===","?(r!==""&&e.push(r),r=""):
r+=o,o==="["&&n++;return e}function la(t){for(let[e,n]of[["MIN",$],["MAX",D]]){let r=t-n;if(r>-oa&&r<oa)return[e,r]}return["",0n]}function pa(t){let[e,n]=la(t);return n===0n?e:n>0n?`${e} + ${n}`:`${e} - ${-n}`}function aa(t,e){return(t-(t%e+
e)%e)/e}function rt(t){return String(t).padStart(2,"0")}var we=class{constructor(e,n="en"){this.language=n;this.words=ta[n],this.start=BigInt(e?.start_time_ms??0),this.day=aa(this.start,vr);for(let r of e?.vertices??[])for(let o=0;o<r.parallelism;o++){
let a=r.parallelism>1?` ${o+1}/${r.parallelism}`:"";this.names.set(`${r.id}/${o}`,r.operators[0].name+a);for(let i of r.operators)this.names.set(`o${i.node}/${o}`,i.name+a)}for(let r of e?.channels??[]){let o=this.hasOneInput.get(r.target)??
!0;this.hasOneInput.set(r.target,o&&r.input===0);let a=this.words.channel.replace("{index}",String(r.index));this.shorts.set(r.id,a),r.initial_credit===0&&this.uncredited.add(r.id),this.names.set(r.id,this.words.of.replace("{channel}",a).replace(
"{task}",()=>this.name(r.target)))}}names=new Map;shorts=new Map;uncredited=new Set;hasOneInput=new Map;start;day;words;name(e){return this.names.get(e)??e}short(e){return this.shorts.get(e)??this.name(e)}flow(e){return this.uncredited.has(
e)?"before credits":"credits"}input(e,n){return this.hasOneInput.get(e)?this.words.input:n>0?this.words.second:this.words.first}time(e){if(e===null)return"none";if(e===$)return"MIN";if(e===D)return"MAX";if(e>-Jt&&e<Jt)return String(e);if(e<
Tp||e>=Cp)return this.besideTheEnds(e)||e.toLocaleString("en-US");let n=new Date(Number(e)),r=rt(n.getUTCHours()),o=n.getUTCMilliseconds(),a=`${r}:${rt(n.getUTCMinutes())}:${rt(n.getUTCSeconds())}`;return o!==0&&(a+=`.${String(o).padStart(3,
"0")}`),aa(e,vr)===this.day?a:`${String(n.getUTCFullYear()).padStart(4,"0")}-${rt(n.getUTCMonth()+1)}-${rt(n.getUTCDate())} ${a}`}besideTheEnds(e){let[n,r]=la(e);if(r===0n)return n;let[o,a]=r>0n?[this.words.after,r]:[this.words.before,-r];return o.
replace("{ms}",String(a)).replace("{end}",n)}text(e){return e.replace(sa,n=>this.number(n))}number(e){let n=BigInt(e),r=pa(n);if(r!=="")return r;let o=n-this.start;return(this.start>=Jt||this.start<=-Jt)&&o<ra&&o>-ra?this.time(n):e}value(e){
return ne(this.text(W(e)))}window(e){let n=ee(e);if(n){let o=this.time(n[1]);return`[${this.time(n[0])}, ${n[1]<n[0]?this.words.wrapped.replace("{time}",o):o})`}let r=ie(e);return r?this.listed(r.map(o=>this.window(o))):this.value(e)}listed(e){
let{comma:n,and:r}=this.words;return[e.slice(0,-1).join(n),e.at(-1)??""].filter(o=>o!=="").join(r)}};var Mp=t=>new Set(t.map(e=>R.indexOf(e))),Ep=R.indexOf("SourceRecordRead"),ma=R.indexOf("ElementReceived"),$p=Mp(["WindowFired","TimerFired","WatermarkGenerated","WatermarkEmitted","InputWatermarkAdvanced","OperatorWatermarkAdvanced","MailT\
aken","StatusEmitted"]),Ap=R.indexOf("InputWatermarkAdvanced"),da=R.indexOf("WatermarkGenerated"),Op=R.indexOf("WatermarkEmitted");function Yt(t,e){let n=t.kinds[e]===ma?t.origin(e):-1;return n>=0?n:t.cause(e)}function Y(t,e){for(let n=e;n>=
0;n=Yt(t,n)){if(t.kinds[n]===Ep)return n;if(n!==e&&$p.has(t.kinds[n]))return-1}return-1}function ha(t,e,n){for(let r=e;r>=0;r=Yt(t,r))if(n.has(t.kinds[r]))return r;return-1}function fa(t,e){let n=-1;for(let r=e;r>=0;r=Yt(t,r)){let o=t.kinds[r];
if(o===Ap&&(n=t.origin(r)),o===ma&&ua(t,r))return n<0||ua(t,n)?-1:ca(t,n)}return ca(t,e)}function ca(t,e){for(let n=e;n>=0;n=Yt(t,n)){let r=t.kinds[n],o=r===da?n:-1;if(r===Op){let i=t.origin(n);i>=0&&t.kinds[i]===da&&(o=i)}if(o<0)continue;let a=t.
origin(o);return Y(t,a>=0?a:t.cause(o))}return-1}function ua(t,e){let n=t.event(e);return n.type==="ElementReceived"?n.element==="watermark"&&n.timestamp===D:n.type==="ChannelWatermarkChanged"&&n.after===D}var z=class{constructor(e){this.initial=e}positions=[];times=[];values=[];get last(){return this.values.length>0?this.values[this.values.length-1]:this.initial}set(e,n,r){let o=this.positions.length-1;if(o>=0&&this.positions[o]===e){this.values[o]=
r;return}this.positions.push(e),this.times.push(n),this.values.push(r)}at(e){let n=U(this.positions,e);return n<0?this.initial:this.values[n]}atTime(e){let n=U(this.times,e);return n<0?this.initial:this.values[n]}};function U(t,e){let n=0,r=t.
length;for(;n<r;){let o=n+r>>1;t[o]<=e?n=o+1:r=o}return n-1}var Xt=class{changes=new z(null);spent=[];condition="busy";runs=!1;becomes(e,n,r){this.condition=r,this.runs&&this.note(e,n,r)}starts(e,n){this.runs=!0,this.note(e,n,this.condition)}ends(e,n){this.runs&&this.note(e,n,null),this.runs=!1}note(e,n,r){
let{times:o,values:a}=this.changes,i=o.length-1,s=i<0?{busy:0,idle:0,soft:0,hard:0}:{...this.spent[i]},l=i<0?null:a[i];l&&(s[l]+=n-o[i]);let p=o.length;this.changes.set(e,n,r),o.length>p&&this.spent.push(s)}until(e,n,r){return this.spentAt(
U(this.changes.positions,e),n,r)}untilTime(e,n){return this.spentAt(U(this.changes.times,e),e,n)}spentAt(e,n,r){if(e<0)return 0;let o=this.changes.values[e]===r?n-this.changes.times[e]:0;return this.spent[e][r]+o}};var he=class{positions=[0];times;end;constructor(e){this.end=e.eventCount,this.times=[e.plan?.start_time_ms??0];for(let n of e.indexesOf(["ProcessingTimeAdvanced"])){let r=e.event(n);r.type==="ProcessingTimeAdvanced"&&(this.positions.push(n+
1),this.times.push(Number(r.after)))}}get start(){return this.times[0]}get last(){return this.times.at(-1)}timeAt(e){return this.times[U(this.positions,e)]}places(e){let n=new Float64Array(this.end+1);for(let r=0;r<this.positions.length;r++){
let o=this.positions[r],a=this.endOf(r)-o,i=this.times[r];for(let s=0;s<a;s++)n[o+s]=e==="steps"?o+s:i+s/a}return n}positionAt(e,n){let r=l=>Math.max(0,Math.min(this.end,l));if(n==="steps")return r(Math.floor(e));let o=U(this.times,e);if(o<
0)return 0;let a=this.positions[o],i=this.endOf(o)-a,s=Math.min(.999999,e-this.times[o]);return r(a+Math.min(i-1,Math.floor(s*i)))}endOf(e){return this.positions[e+1]??this.end+1}},ot=1e3,at=60*ot,it=60*at,xr=24*it,Rp=[1,2,5,10,20,50,100,200,
500,...[1,2,5,10,15,30].map(t=>t*ot),...[1,2,5,10,15,30].map(t=>t*at),...[1,2,3,6,12].map(t=>t*it),...[1,2,7,14,28,91,182,365,730,1825,3650,36500].map(t=>t*xr)],ga=1e10;function st(t,e,n){let r=(e-t)/Math.max(1,n);if(!(r>0)||!Number.isFinite(
r))return[];let a=(Math.abs(t)>=ga||Math.abs(e)>=ga?Rp.find(s=>s>=r):void 0)??Ip(r),i=[];for(let s=Math.ceil(t/a)*a;s<=e&&i.length<=n+1;s+=a)i.push(s);return i}function Ip(t){let e=10**Math.floor(Math.log10(t));return Math.max(1,e*([1,2,5].
find(n=>n*e>=t)??10))}function fe(t){let e=Math.abs(Math.round(t)),n=(r,o,a,i)=>{let s=Math.floor(e/r),l=Math.round((e-s*r)/a);return l*a===r?`${s+1} ${o}`:l>0?`${s} ${o} ${l} ${i}`:`${s} ${o}`};return e>=xr?n(xr,"d",it,"h"):e>=it?n(it,"h",
at,"min"):e>=at?n(at,"min",ot,"s"):e>=ot?`${Number((e/ot).toFixed(3))} s`:`${e} ms`}var Pp=new DOMParser,Zt="data-style",Wp=["data-id","data-task","data-m","data-line"],wa=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]),ka=new Set;function Qt(t){if(ka.has(t))return;ka.add(t);let e=new CSSStyleSheet;e.replaceSync(
t),document.adoptedStyleSheets=[...document.adoptedStyleSheets,e]}function O(t,e){let n=Pp.parseFromString(`<!doctype html><body>${e}`,"text/html");ya(t,[...n.body.childNodes])}function ya(t,e){let n=t.firstChild;for(let r of e){if(r instanceof
Element&&wa.has(r.nodeName.toUpperCase()))continue;if(!n){t.append(ba(r));continue}let o=n.nextSibling;Lp(n,r)?r instanceof Element?Fp(n,r):n.nodeValue!==r.nodeValue&&(n.nodeValue=r.nodeValue):n.replaceWith(ba(r)),n=o}for(;n;){let r=n.nextSibling;
n.remove(),n=r}}function Lp(t,e){return t.nodeName!==e.nodeName?!1:!(t instanceof Element)||!(e instanceof Element)?!0:Wp.every(n=>t.getAttribute(n)===e.getAttribute(n))}function Fp(t,e){for(let{name:n}of[...t.attributes])!e.hasAttribute(n)&&
n!=="style"&&t.removeAttribute(n);for(let{name:n,value:r}of e.attributes)!va(n,r)||t.getAttribute(n)===r||(t.setAttribute(n,r),n===Zt&&Sr(t));t instanceof HTMLInputElement&&e.hasAttribute("value")&&(t.value=e.getAttribute("value")),ya(t,[...e.
childNodes])}function ba(t){if(t instanceof Element)for(let n of[t,...t.querySelectorAll("*")]){n!==t&&wa.has(n.nodeName.toUpperCase())&&n.remove();for(let{name:r,value:o}of[...n.attributes])va(r,o)||n.removeAttribute(r)}let e=document.adoptNode(
t);if(e instanceof Element){e.hasAttribute(Zt)&&Sr(e);for(let n of e.querySelectorAll(`[${Zt}]`))Sr(n)}return e}function Sr(t){t.style.cssText=t.getAttribute(Zt)}function va(t,e){return!t.startsWith("on")&&!/^\s*javascript:/i.test(e)}function Ie(t,e,n){let r=Np(t,e,n);return{pane:e.missedBy(n),over:r,closer:r<0?-1:fa(t,r),behind:n.watermark-(n.cleanup??n.time)}}function Np(t,e,{index:n,operator:r}){let o=e.curves.find(({kind:l,owner:p})=>l==="minimum"&&p===r),a=t.event(
n);if(a.type!=="LateRecordDropped"||!o)return-1;let i=a.cleanup_time??(a.timestamp??0n)+1n,s=-1;for(let l of o.at){if(l>=n)break;let p=t.event(l);p.type==="ExecutionReset"?s=-1:s<0&&p.type==="OperatorWatermarkAdvanced"&&p.after>=i&&(s=l)}return s}var _p=/\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;function Tr(t,e){for(let[n,r,o]of Xo[t.type])if(Pe(n,t,e))return Bp(t,e.language==="zh"?o:r,e);return[]}function Pe(t,e,n){return(t===""?[]:t.split(" & ")).every(r=>{let o=r.indexOf("="),
[a,i]=r.slice(0,o).split(":");return Sa(e,a,i??"",n)===r.slice(o+1)})}function X(t,e){return Tr(t,e).map(n=>n.text).join("")}function Bp(t,e,n){let r=[],o=0;for(let a of e.matchAll(_p)){a.index>o&&r.push({text:e.slice(o,a.index),tone:""});let[
i,s,l,p,d]=a,c=Sa(t,s,l??"",n);if(p!==void 0)r.push({text:c==="1"||c==="true"?p:d,tone:""});else{let u=xa(t,s),h=u==="subtask"||u==="operator"?"name":"",f=n.language==="zh"&&(u==="text"||u==="choice");r.push({text:f?Zo[c]??c:c,tone:l??h})}o=
a.index+i.length}return o<e.length&&r.push({text:e.slice(o),tone:""}),r}function xa(t,e){return qt[t.type].find(([n])=>n===e)?.[1]??""}function Sa(t,e,n,r){let o=t[e];if(n==="number")return String(Dp(o));switch(xa(t,e)){case"timestamp":case"\
optional timestamp":return r.time(o);case"value":return n==="pane"?r.window(o):n==="given"?o==="null"?"no":"yes":n==="bounds"?ee(o)?"time":"none":r.value(o);case"channel":return n==="flow"?r.flow(o):n==="short"?r.short(o):r.name(o);case"tex\
ts":return r.listed(o.map(a=>r.short(a)));case"subtask":case"operator":return r.name(o);case"plan":return o.job_name;case"text":return r.text(o);case"count":return n==="side"?r.input("subtask"in t?t.subtask:"",o):String(o);default:return String(
o)}}function Dp(t){return Array.isArray(t)?t.length:ie(t)?.length??1}function Ta(t,e){let n=[];for(let r=e;r>=0;r=t.cause(r))n.unshift(r);return n}var en={"The run":"运行","What to look at":"看什么",Plane:"平面","Event time":"事件时间",Network:"网络",Inside:"内部","Whole run":"整个运行","processing time":"处理时间","Copy a link to just this":"复制指向此处的链接",
"copy link":"复制链接",copied:"已复制","see the address":"见地址栏","Hall mode":"大厅模式","Larger, for a hall (h)":"放大，供大厅使用 (h)",hall:"大厅","Light or dark":"浅色或深色","Follow nothing any more (Esca\
pe)":"不再跟随 (Escape)",First:"开头","To the beginning (Home)":"到开头 (Home)",Back:"后退","Back (←)":"后退 (←)",Space:"空格键",Next:"前进","Next (→)":"前进 (→)",Last:"末尾","To the end (End)":"到末尾 (End)",
Play:"播放",Pause:"暂停","What of it to look at":"看其中哪一部分","The job":"作业","The program":"程序","The plane":"平面",plane:"平面",job:"作业","follow the run":"跟随运行","Position in the run":"在运行中的位置",
"step by":"步进","Step by":"步进方式","Speed of play":"播放速度","Be asked before the next decision (p)":"在下一个决定之前提问 (p)",predict:"预测",Follow:"跟随",follow:"跟随","Follow what the moment is about, or th\
e mouse is on (f)":"跟随此刻所涉及的，或鼠标所指的 (f)",crash:"崩溃","Let a task die here, and run on (c)":"让一个任务在此崩溃，然后继续运行 (c)",marks:"书签","Bookmarks with notes (b marks)":"带备注的书签（按 b 添\
加）",save:"保存","Save the picture or the story":"保存图片或故事","What the keys do (?)":"按键说明 (?)",Keys:"按键","in words":"文字描述","a run":"一次运行","flinksim stepper: {0}":"flinksim 步进器：{0}",told:"\
要事",firing:"触发",record:"记录",step:"步",fact:"事实","what is worth telling: panes, minima, firings, what is late":"值得讲的：窗格、最小水位线、触发、迟到","a record that enters a source or a task":"进入数据源或任务的记\
录","a watermark that is generated, or that a task's input reaches":"生成的，或任务输入到达的水位线","a window that fires, or a timer where there are no windows":"触发的窗口；没有窗口时是定时器","one turn of a\
 task's mailbox, or of another actor":"任务邮箱或其他参与者的一轮","every single fact":"每一个事实",Cluster:"集群",cluster:"集群",Calls:"调用关系","between the processes, one under the other":"进程之间，自上而下",
Executions:"执行","and their states over time; what takes none is drawn wide enough to be seen":"及其状态随时间的变化；不花时间的也画得足够宽","Calls between {0}: {1}":"{0} 之间的调用：{1}","nothing was called \
yet":"还没有任何调用","{0} called {1} of {2}":"{0} 调用了 {2} 的 {1}","States of every execution over time: {0}":"每个执行的状态随时间的变化：{0}","{0}, attempt {1}: {2} from step {3}":"{0}，第 {1} 次尝试：从第 {3} 步起 {2}",
"{0}, attempt {1}: {2} from step {3} to {4}":"{0}，第 {1} 次尝试：从第 {3} 步到第 {4} 步 {2}","nothing was flushed yet":"还没有刷新","flushed at step {0}":"在第 {0} 步刷新","step {0}: the writer flushed itself":"第 {0} \
步：写入器自己刷新",start:"开始","step {0}":"第 {0} 步","Nothing has happened yet. Press Next, or the → key, and the first step happens.":"还什么都没发生。按“前进”或 → 键，第一步就会发生。",operator:"\
算子","your code":"你的代码","moment {0} of {1}":"时刻 {0} / {1}","step {0} of {1}":"步 {0} / {1}","fact {0} of {1}":"事实 {0} / {1}","the beginning":"开头","Why does it fail?":"它为什么失败？","A task failed. What was l\
ost, what is done again?":"一个任务失败了。丢了什么，什么要重做？","A record came too late. Why?":"一条记录来得太迟。为什么？","{0} records came too late. Why?":"{0} 条记录来得太迟。为什么？","No \
window fired before the input ended. Why?":"输入结束之前没有窗口触发。为什么？","How did these sessions become one?":"这些会话是怎样合而为一的？","{0} went idle. What does that change?":"{0} 变为空闲。这会改变什么？",
"Why does this window fire now?":"这个窗口为什么现在触发？","Why does {0} stop reading?":"{0} 为什么停止读取？","Why does this timer fire now?":"这个定时器为什么现在触发？","What came out, and of what?":"输出了\
什么，来自什么？","The job: {0}":"作业：{0}","watermark {0}":"水位线 {0}","holds the minimum":"拖住最小水位线","{0} read":"读取 {0}","{0} open":"打开 {0}","{0} fired":"触发 {0}","{0} late":"迟到 {0}","{0} states":"\
{0} 个状态","{0} written":"写出 {0}","{0} written · oldest {1}":"写出 {0} · 最早 {1}","oldest in its panes {0}":"窗格中最早的事件时间 {0}","nothing yet":"尚无",result:"结果",barrier:"屏障","event time {0}":"事件时间 {\
0}","key {0}":"键 {0}","{0} in {1}":"{1} 中有 {0}","becomes {0}":"成为 {0}","fires {0}":"触发 {0}","filtered out":"被过滤","too late: dropped":"太迟：被丢弃","timer of {0}":"{0} 的定时器","{0}, line {1}":"{0}，第 {1} 行",
"{0} with {1}":"{0}，{1} 个",early:"提前","on time":"准时","never fires":"从不触发","too late: {0} was over":"太迟：{0} 已结束","{0}: too late":"{0}：太迟","the watermark was {0} past its time":"水位线已越过其时间 {0}",
"closed by {0}":"被 {0} 关闭","Event time over processing time: {0} of {1} records, {2} of {3} too late, {4} panes open, {5} have fired. {6}":"事件时间对处理时间：{1} 条记录中 {0} 条，{3} 条太迟的中 {2} 条，{4} 个窗格打开，{5} 个已触发。{6}",
"event time ↑":"事件时间 ↑","closed by a record of {0}":"被 {0} 的记录关闭","Show or hide":"显示或隐藏","too late ({0})":"太迟 ({0})","pane, fires":"窗格，触发","channels ({0})":"通道 ({0})",minimum:"最小水位线",
timer:"定时器","order of facts":"事实的顺序","Keys: {0}":"键：{0}","What runs from left to right":"从左到右是什么","Zoom in (+)":"放大 (+)","Zoom in":"放大","Zoom out (−)":"缩小 (−)","Zoom out":"缩小","The whole\
 run (0)":"整个运行 (0)","Zoom to now (z)":"放大到此刻 (z)","Zoom to now":"放大到此刻","watermarks of {0} splits or sources":"{0} 个分片或数据源的水位线","watermark of {0}":"{0} 的水位线","search keys":"搜索键",
"Search keys":"搜索键","Sort keys":"键的排序","by name":"按名称","by records":"按记录数","by late records":"按迟到记录数",all:"全部",none:"无","only those found":"只要找到的","all {0}":"全部 {0} 个","{0} of {1\
}":"{0} / {1}","too late":"太迟",counted:"计入","median wait":"等待中位数","following {0}":"跟随 {0}","a record":"一条记录",window:"窗口",key:"键",split:"分片",channel:"通道",task:"任务",Knob:"旋钮",reset:"复位",
"Turn it":"转动它","This was not worked out beforehand; turn it in a notebook.":"这一点没有事先算出；请在笔记本中转动。","watermark delay":"水位线延迟","idle after":"空闲判定时间","allowed lateness":"允许的迟到",
"disorder of the source":"数据源的乱序","Beside the plane":"平面旁边",results:"结果",facts:"事实",why:"为什么",checkpoints:"检查点",changes:"差异","Which results":"哪些结果",append:"追加",update:"更新",complete:"\
完整","every result, the newest first":"每个结果，最新的在前","one row for each key and window, the last changed first":"每个键和窗口一行，最近改变的在前","the whole table, by key and window":"整张表，按键和窗口",
Results:"结果",Why:"为什么",Checkpoints:"检查点","What is different":"有什么不同","{0} differences: here, and in the other run":"{0} 处差异：此处，与另一次运行","{0} rows":"{0} 行","no result":"没有结果","reco\
rd {0} of {1}":"{1} 的记录 {0}","search: a key, a task, any word":"搜索：键、任务、任何词","Search the facts":"搜索事实","Kind of fact":"事实的种类","the story":"故事",Task:"任务","any task":"任何任务",Facts:"\
事实","{0} facts so far …":"目前 {0} 个事实 …","{0} facts":"{0} 个事实","{0} more":"另有 {0}","{0} steps: {1}":"{0} 步：{1}","nothing that is counted":"没有计数的内容",failure:"失败",end:"结束",late:"迟到",merge:"\
合并",idle:"空闲",fill:"放入",state:"状态","held up":"受阻",read:"读取","Go to a record that came too late, and this tells why.":"到一条来得太迟的记录，这里会说明原因。","What would change it":"怎样会不同",
Cause:"原因","try it":"试一试",watch:"监视",Watch:"监视",ask:"提问","back to":"退回到","on to":"前进到","A question in words":"用文字提的问题","why …":"为什么……","A condition in words":"用文字写的条件",
"Worked out before this page was saved. Other questions, and changes, need Python: a notebook, or flinksim why.":"在保存本页之前已经算出。其他问题和改动需要 Python：笔记本，或 flinksim why。","This was not worked\
 out beforehand: it needs Python.":"这一点没有事先算出：需要 Python。","Nothing is asked about it here.":"此处没有关于它的问题。","Nothing about it was worked out before this page was saved.":"在保存本页之前没有算出关于它的内容。",
"Point at nothing":"不指向任何东西","Questions about what is pointed at":"关于所指之物的问题","What to watch":"要监视什么","trying …":"正在尝试…",was:"之前",now:"现在","Watch it no longer":"不再监视","{0\
} element":"{0} 个元素","{0} elements":"{0} 个元素","Its window {0} had fired with {1}.":"它的窗口 {0} 已触发，含 {1}。","For this was read: {0}":"为此读取了：{0}",it:"它","Were the watermark {0} slower at that moment\
, it would have counted.":"如果那时水位线慢 {0}，它就会计入。","Why is {0} not counted?":"{0} 为什么没有计入？","Its window was over.":"它的窗口已结束。","The watermark was {0} past the end of its window.":"水位\
线已越过其窗口终点 {0}。","No checkpoint has begun yet; there are {0} in this run.":"还没有检查点开始；这次运行中有 {0} 个。","{0} bytes":"{0} 字节","gone back to":"曾回到此处","gone back to {0} times":"曾 {\
0} 次回到此处","{0} bytes in flight":"{0} 字节在途",failed:"失败","in progress":"进行中","start delay":"开始延迟",alignment:"对齐",sync:"同步",async:"异步","Click a dot, ring or pane to go there; drag on the plane to\
 zoom; swipe over the sentence on a phone.":"点击圆点、圆环或窗格就到那里；在平面上拖动以放大；手机上在句子上滑动。","on, and back":"前进，后退","play, pause":"播放，暂停","to the beginning, to t\
he end":"到开头，到末尾","how far one step goes":"一步走多远","follow what the mouse is on, or the moment is about; again: nothing":"跟随鼠标所指的，或此刻所涉及的；再按一次：不跟随","the inside of the ta\
sk that runs; a double click on a task: of that":"正在运行的任务的内部；双击某任务：该任务的内部","what is …? a class of Flink, an old name, a claim; also a click on a class":"……是什么？Flink 的类、旧名称、说法；也可点击类名",
"predict: asked before the next decision":"预测：在下一个决定之前提问","crash: a task dies here, and the run goes on (with Python behind the page)":"崩溃：一个任务在此崩溃，运行继续（页面背后要有 Python）",
"a bookmark here, or none":"在此加书签，或去掉","larger, for a hall":"放大，供大厅使用","the plane: in, out, the whole run":"平面：放大、缩小、整个运行","the plane: zoom to now, choose keys":"平面：放大到此刻、选择键",
"let go of what is followed or pinned":"放开所跟随或固定的",this:"本页",Save:"保存","picture (PNG)":"图片 (PNG)","picture (SVG)":"图片 (SVG)","story so far (text)":"至此的故事（文本）","film from step":"影片从第几步",
to:"到","For slides: add":"用于幻灯片：在地址的 # 之前加上","to the address before the #.":"。",note:"备注","Note for {0}":"{0} 的备注",Remove:"移除","None yet.":"还没有。",Bookmarks:"书签","kept by this browser":"\
由本浏览器保存","mark this moment (b)":"标记此刻 (b)","What is …?":"……是什么？","a class, an old name, a claim":"类、旧名称、说法","A name or a claim":"名称或说法",Crash:"崩溃","as step {0}, the one that \
follows":"作为第 {0} 步，即下一步","{0} at step {1}":"{0}，第 {1} 步","take it away":"去掉","Click the task that is to die, in the picture or here:":"点击要崩溃的任务，在图中或在这里：","The run is made again \
…":"正在重新运行 …",Predict:"预测","What to predict":"预测什么",anything:"任何","the next minimum":"下一个最小水位线","late or not":"是否迟到","which panes fire":"哪些窗格触发","{0} of {1} right":"{1} 中对 \
{0}","No more questions":"不再提问","Nothing of this kind is decided any more.":"此类决定已经没有了。","Right.":"对。","No: {0}":"不对：{0}","next question":"下一题","What does the minimum of {0} become?":"{0} 的最小水位线会变\
成什么？","It is too late, and dropped.":"它太迟，被丢弃。","It counts.":"它计入。","A record of {0} with timestamp {1} comes; the watermark is {2}. What becomes of it?":"来了一条 {0} 的记录，时间戳 {1}；水位线是 {2}。它会怎样？",
"{0} and {1} more":"{0} 和另外 {1} 个","The watermark of {0} comes to {1}. Which panes fire?":"{0} 的水位线到了 {1}。哪些窗格触发？","You went by the wall clock; event time knows only watermarks.":"你按墙上的钟判断；事件时间只认水位线。",
"You took the channel that moved last; the least of all active ones counts.":"你取了最后移动的通道；算数的是所有活跃通道中最小的。","You took the greatest channel; the least of all active ones counts.":"你取了最大的通道；算数\
的是所有活跃通道中最小的。","A watermark says that no more record comes up to it, itself included: it is one less.":"水位线表示到它为止（含它自己）不再有记录：所以要减一。","The delay drops nothing: b\
ehind the watermark a record still counts while its window is open.":"延迟不会丢弃任何东西：记录即使落后于水位线，只要窗口还开着就计入。","There is no one watermark for the whole job; each task has its own m\
inimum.":"整个作业没有统一的水位线；每个任务有自己的最小值。","Once the watermark has passed the end of its window, and the allowed lateness, it is too late.":"水位线一旦越过窗口终点加上允许的迟到，就太迟了。",
"A watermark closes only the windows that end before it.":"水位线只关闭在它之前结束的窗口。","A pane fires as soon as the watermark has reached the end of its window.":"水位线一到窗口终点，窗格就触发。",records:"\
记录",fired:"触发",timers:"定时器",attempts:"尝试","Job {0}: {1}":"作业 {0}：{1}",mailbox:"邮箱","mailbox: empty":"邮箱：空","mailbox: {0}":"邮箱：{0}","{0} written, last {1}":"写出 {0}，最后 {1}","running now":"正在\
运行",backpressured:"受反压",blocked:"被阻塞",busy:"忙","waits to end":"等待结束","waits for input":"等待输入",ready:"就绪","{0} at {1}":"{0} 在 {1}","from {0}":"从 {0}","shown: {0}":"所示：{0}","Nothing runs yet.":"\
还没有运行。","This task keeps no windows.":"这个任务没有窗口。","No windows":"没有窗口","No pane is open yet.":"还没有打开的窗格。","No panes":"没有窗格","+{0} keys":"另有 {0} 个键","Window panes at wate\
rmark {0}: {1}":"水位线 {0} 时的窗格：{1}",open:"打开",due:"到期",FIRE:"触发",purged:"清空",gone:"已去","channels of {0}":"{0} 的通道","the task is at {0}, and hands it on next":"任务在 {0}，接着就会传给它",pinned:"\
已固定","No timers are registered here.":"这里没有注册定时器。","No timers":"没有定时器","and {0} more due":"另有 {0} 个到期","and {0} more":"另有 {0} 个","{0} timers: {1}":"{0} 个定时器：{1}","for {0}":"用于 {0\
}","event-time timer of key {0} at {1}":"键 {0} 在 {1} 的事件时间定时器","processing-time timer of key {0} at {1}":"键 {0} 在 {1} 的处理时间定时器",clock:"时钟",fires:"触发",waits:"等待",new:"新","No watermarks co\
me in":"没有水位线进来","Watermarks: {0}; together {1}":"水位线：{0}；合为 {1}","No watermark has come here yet.":"还没有水位线到这里。","input {0}":"输入 {0}","generated by {0}":"由 {0} 生成",stream:"流","task\
 watermark":"任务水位线","inputs {0}: least":"输入 {0}：取最小","source watermark":"数据源水位线","IDLE: not counted":"IDLE：不计入","{0} lags behind":"{0} 落后","{0} lags":"{0} 落后",min:"最小","of active":"活跃者中",
" (+{0} more)":"（另有 {0}）","{0}: {1} too late":"{0}：迟了 {1}",assigned:"已放入","and {0} more channels":"另有 {0} 个通道",received:"已收到",queued:"排队",local:"本地","credit {0}":"信用 {0}","no credit":"无信用",
"channel {0} from {1}: {2} buffers queued, ":"来自 {1} 的通道 {0}：{2} 个缓冲区排队，","{0} under way, {1} received":"{0} 个在途，{1} 个已收到",watermark:"水位线",pane:"窗格",Watermarks:"水位线",Timers:"定时器",
"Window panes":"窗口窗格",Channels:"通道",buffer:"缓冲区",empty:"空",floating:"浮动",credit:"信用","filter: busy, Usage, a task …":"筛选：busy、Usage、任务 …","Filter the metrics":"筛选指标","Only what has chang\
ed":"只看改变了的",changed:"改变的",Metrics:"指标","Which task":"哪个任务","Inside a task":"任务的内部",Call:"调用",stack:"栈","Call stack":"调用栈"};var Vp=["en","zh"],tn="en",K=()=>tn;function nn(t){tn=Vp.find(e=>e===t)??"en"}function m(t,...e){return(tn==="zh"?en[t]:t).replace(/\{(\d)\}/g,(r,o)=>String(e[Number(o)]))}function rn(t){return tn==="zh"?Qo[t]:Ge[t]}var Hp={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function b(t){return t.replace(/[&<>"']/g,e=>Hp[e])}var zp={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},Gp='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',jp=2e4,on=new Map,an=null;function C(t,e){let n=`${e}${t}`,r=on.get(n);if(r!==void 0)return r;if(an??=document.createElement("canvas").getContext("2d"),!an)return t.length*8;an.
font=`${zp[e]} ${Gp}`;let o=an.measureText(t).width;return on.size>=jp&&on.clear(),on.set(n,o),o}function E(t,e,n){if(C(t,n)<=e)return t;let r=Array.from(t.slice(0,Math.max(8,e))),[o,a]=[1,r.length-1];for(;o<a;){let i=o+a+1>>1;C(`${r.slice(
0,i).join("")}…`,n)<=e?o=i:a=i-1}return`${r.slice(0,o).join("")}…`}function Z(t,e,n){let[r]=/( \d+\/\d+)?$/.exec(t);return E(t.slice(0,t.length-r.length),e-C(r,n),n)+r}function L(t,e,n){return Math.max(e,Math.min(n,t))}function B(t,e,n,r,o="\
img"){return`<svg viewBox="0 0 ${_(t)} ${_(e)}" width="${_(t)}" height="${_(e)}" role="${o}" aria-label="${b(n)}">${r}</svg>`}function y(t,e,n,r="",o="start"){let a=o==="start"?"":` text-anchor="${o}"`,i=r?` class="${r}"`:"";return`<text x=\
"${_(t)}" y="${_(e)}"${a}${i}>${b(n)}</text>`}function T(t,e,n,r,o,a=6,i=""){let s=`<rect x="${_(t)}" y="${_(e)}" width="${_(Math.max(0,n))}" height="${_(Math.max(0,r))}" rx="${a}" class="${o}"`;return i?`${s}><title>${b(i)}</title></rect>`:
`${s}/>`}function V(t,e,n,r,o){return`<line x1="${_(t)}" y1="${_(e)}" x2="${_(n)}" y2="${_(r)}" class="${o}"/>`}function Ce(t,e,n,r){let o=Math.max(24,(n-t)*.5);return`M${_(t)} ${_(e)}C${_(t+o)} ${_(e)} ${_(n-o)} ${_(r)} ${_(n)} ${_(r)}`}function se([
t,e,n,r],o){let a=Math.max(24,(n-t)*.5),i=1-o,s=(l,p,d,c)=>i*i*i*l+3*i*i*o*p+3*i*o*o*d+o*o*o*c;return[s(t,t+a,n-a,n),s(e,e,r,r)]}function Ca(t,e,n,r=5){return`<circle cx="${_(t)}" cy="${_(e)}" r="${r}" class="record"><title>${b(n)}</title><\
/circle>`}function Ma(t,e,n){return`<path d="M${_(t-9)} ${_(e-8)}h12l6 8l-6 8h-12z" class="watermark"><title>${b(n)}</title></path><text x="${_(t-2)}" y="${_(e+4)}" text-anchor="middle" class="flag">W</text>`}function Ea(t,e,n,r=6){return`<\
path d="M${_(t)} ${_(e-r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" class="${n}"/>`}function _(t){return Math.round(t*10)/10}var qp=t=>Array.isArray(t)?t.map(String):[];function Me(t,e){let{question:n,sentence:r,links:o,cause:a,counterfactual:i,also:s}=t??{};if(typeof n!="string"||typeof r!="string"||!Array.isArray(o))return null;let l=[];for(let c of o){let{step:u,
text:h,things:f,fact:g}=c??{};if(typeof u!="number"||!Number.isInteger(u)||u<-1||u>=e||typeof h!="string")return null;l.push({step:u,text:h,things:qp(f),...typeof g=="number"?{position:g+1}:{}})}let p=Array.isArray(a)?a.map(Kp).filter(Boolean):
[],d=Array.isArray(s)?s.map($a).filter(c=>c!==null):[];return{question:n,sentence:r,links:l,cause:p.join("; "),counterfactual:$a(i),also:d}}var Kp=t=>typeof t?.text=="string"?t.text:"";function $a(t){let{text:e,changes:n,outcome:r,cost:o}=t??
{};if(typeof e!="string")return null;let i=(Array.isArray(n)?n:[]).map(({what:l,old:p,new:d,where:c})=>`${l}: ${p} → ${d}${c?` (${c})`:""}`),s=[r,o].filter(l=>typeof l=="string"&&l!=="");return{text:e,changes:[...i,...s]}}function Aa(t,e,n,r){
let{pane:o,over:a,closer:i,behind:s}=Ie(t,e,r),l=[],p=(g,k)=>{let w=t.event(g),v="operator"in w?[w.operator]:"subtask"in w?[w.subtask]:[];l.push({step:t.stepOf(g),text:k,things:v,position:g+1})};if(p(r.index,X(t.event(r.index),n)),o){let g=o.
firings.at(-1),k=o.counts.at(-1)??0,w=m(k===1?"{0} element":"{0} elements",k);g&&p(g.index,m("Its window {0} had fired with {1}.",n.window(o.window),w))}a>=0&&p(a,X(t.event(a),n));let d=i<0?-1:Y(t,i);d>=0&&p(d,m("For this was read: {0}",X(t.
event(d),n)));let c=t.event(r.index),u="value"in c?n.value(c.value):m("it"),h=fe(s),f=s>0?{text:m("Were the watermark {0} slower at that moment, it would have counted.",h),changes:[]}:null;return{question:m("Why is {0} not counted?",u),sentence:s>
0?m("The watermark was {0} past the end of its window.",h):m("Its window was over."),links:l,cause:"",counterfactual:f}}var sn=class{constructor(e,n,r,o){this.el=e;this.labels=n;e.addEventListener("click",a=>{let i=a.target.closest("[data-l\
ink]")?.dataset.link;i!==void 0&&this.answer&&r(this.answer.links[Number(i)]);let s=a.target.closest("[data-try]")?.dataset.try;s!==void 0&&o(Number(s))})}drawn="";answer=null;draw(e,n,r=0){this.answer=e;let o=JSON.stringify([e,n,r]);if(o===
this.drawn)return;if(this.drawn=o,!e){O(this.el,`<p class="none">${m("Go to a record that came too late, and this tells why.")}</p>`);return}let{question:a,sentence:i,links:s,cause:l,counterfactual:p}=e,d=s.map(({step:g,text:k,things:w},v)=>{
let x=w.map(M=>this.labels.name(M)).join(", ");return`<li><button type="button" data-link="${v}"${g===n?' aria-current="step"':""} title="${b(x)}"><small>${m("step {0}",g)}${x?` · ${b(x)}`:""}</small><span>${b(k)}</span></button></li>`}),u=[
p,...e.also??[]].filter(g=>g!==null).map(({text:g,changes:k},w)=>{let v=k.map(S=>`<li>${b(S)}</li>`).join(""),x=w<r?`<button type="button" class="small" data-try="${w}">${m("try it")}</button>`:"";return`<p>${b(g)}</p>${v?`<ul>${v}</ul>`:""}${x}`}),
h=u.length?`<div class="smallest"><b>${m("What would change it")}</b>${u.join("")}</div>`:"",f=l?`<p class="rootCause"><b>${m("Cause")}</b> ${b(l)}</p>`:"";O(this.el,`<h3 aria-level="2">${b(a)}</h3><p>${b(i)}</p><ol>${d.join("")}</ol>${f}${h}`)}};async function Oa(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function pe(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var Ia=`flnktrc
`,Ee=class extends Error{},Up=16,lt=24;async function de(t){let e=new DataView(t.buffer,t.byteOffset,t.byteLength);if(String.fromCharCode(...t.subarray(0,Ia.length))!==Ia)throw new Ee("This is no flinksim trace.");let r=e.getUint32(8,!0);if(r!==
2)throw new Ee(`The trace has format version ${r}; this page reads version ${2}. Record the run again, or export it with the flinksim that wrote it.`);let o=[],a=Up,i=!1;for(;!i;){let l=t.byteLength-a,p=l<lt?0:Number(e.getBigUint64(a+8,!0));
if(l<lt+p)break;i=e.getUint32(a+4,!0)===1,o.push(await Jp(t.subarray(a+lt,a+lt+p))),a+=lt+p}let s=o.at(-1);if(!s)throw new Ee("The trace is cut short.");return new Cr(Yp(o),i?s.info:{...s.info,cut:"the file is cut short"})}async function Jp(t){
let e=await Oa(t),n=new DataView(e).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(e,4,n)));if(r.schema!==yr)throw new Ee(`The facts of the trace have schema ${r.schema}; this page knows ${yr}. Record the run again, or\
 export it with the flinksim that wrote it.`);let o=new Map;for(let[a,i,s,l,p]of r.columns){let d=Qp(i,e,4+n+s,l);o.set(a,{values:d,none:p===null?null:BigInt(p)})}return{columns:o,info:r.info}}function Yp(t){if(t.length===1)return t[0].columns;
let e=new Set(t.flatMap(({columns:r})=>[...r.keys()])),n=new Map;for(let r of e){let o=t.flatMap(({columns:a})=>a.get(r)??[]);if(o.some(({none:a})=>a!==null)){let a=Xp(o.map(({values:s})=>s)),i=o.map(s=>s.values.map(l=>l===s.none?a:l));n.set(
r,{values:Pa(i),none:a})}else{let a=o.map(i=>i.values);n.set(r,{values:r==="texts.end"?Zp(a):Pa(a),none:null})}}return n}function Xp(t){let e=-(1n<<63n)+1n;for(;t.some(n=>n.includes(e));)e+=1n;return e}function Zp(t){let e=0,n=[];for(let r of t){
let o=e;for(let a of r)n.push(e=o+Number(a))}return Uint32Array.from(n)}function Pa(t){let e=t.reduce((o,a)=>o+a.length,0);if(t.some(o=>o instanceof BigInt64Array))return Wa(new BigInt64Array(e),t,o=>o instanceof BigInt64Array?o:BigInt64Array.
from(o,BigInt));let n=Math.max(...t.map(o=>o.BYTES_PER_ELEMENT)),r=n===1?new Uint8Array(e):n===2?new Uint16Array(e):new Uint32Array(e);return Wa(r,t,o=>o)}function Wa(t,e,n){let r=0;for(let o of e)t.set(n(o),r),r+=o.length;return t}var Cr=class{constructor(e,n){
this.columns=e;this.info=n;this.texts=new Mr(this.column("texts.json"),this.column("texts.end")),this.kinds=this.column("events.kind"),this.eventCount=this.kinds.length;let r=this.column("steps.after");this.stepCount=r.length,this.firstEvents=
new Uint32Array(this.stepCount);let o=0;for(let s=0;s<this.stepCount;s++)this.firstEvents[s]=o+=Number(r[s]);this.causes=this.column("events.cause"),this.originBack=this.column("events.origin"),this.places=this.column("events.place"),this.rows=
new Uint32Array(this.eventCount);let a=new Uint32Array(R.length);for(let s=0;s<this.eventCount;s++){let l=this.kinds[s];this.rows[s]=a[l]++}this.tables=R.map((s,l)=>a[l]>0?this.table(s):null);let i=this.eventCount>0?this.event(0):null;this.
plan=i?.type==="JobSubmitted"?i.plan:null}kinds;eventCount;stepCount;plan;texts;rows;tables;firstEvents;moves=null;causes;originBack;places;event(e){let n=this.kinds[e];return Yo[n](this.tables[n],this.rows[e])}kindOf(e){return R[this.kinds[e]]}cause(e){
let n=Number(this.causes[e]);return n===0?-1:e-n}origin(e){let n=Number(this.originBack[e]);return n===0?-1:e-n}placeOf(e){return String(this.places[e])}callStack(e){let n=this.column("frames.caller"),r=this.column("frames.method"),o=[];for(let a=Number(
this.places[e]);a>0;a=Number(n[a]))o.unshift(this.texts.text(Number(r[a])));return o}stepOf(e){let n=0,r=this.stepCount;for(;n<r;){let o=n+r>>1;Number(this.firstEvents[o])<=e?n=o+1:r=o}return n-1}eventRange(e){let n=e+1<this.stepCount?Number(
this.firstEvents[e+1]):this.eventCount;return[Number(this.firstEvents[e]),n]}timeAt(e){let n=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,o=n.length;for(;r<o;){let i=r+o>>1;n[i]<e?r=i+1:o=i}let a=r===0?null:this.event(n[r-1]);
return a?.type==="ProcessingTimeAdvanced"?a.after:BigInt(this.plan?.start_time_ms??0)}positionBy(e){let n=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,o=n.length;for(;r<o;){let a=r+o>>1,i=this.event(n[a]);i.type==="Processing\
TimeAdvanced"&&i.after<=e?r=a+1:o=a}return n[r]??this.eventCount}actorOf(e){return this.texts.text(Number(this.column("steps.actor")[e]))}actionOf(e){return this.texts.text(Number(this.column("steps.action")[e]))}indexesOf(e){let n=new Set(
e.map(o=>R.indexOf(o))),r=[];for(let o=0;o<this.eventCount;o++)n.has(this.kinds[o])&&r.push(o);return r}column(e){let n=this.columns.get(e);if(!n)throw new Ee(`The trace has no column ${e}; it is damaged.`);return n.values}table(e){let n=qt[e].
map(([o])=>`${e}.${o}`),r=n.map(o=>this.columns.get(o)?.none??null);return new Er(n.map(o=>this.column(o)),r,this.texts)}};function Qp(t,e,n,r){switch(t){case"u8":return new Uint8Array(e,n,r);case"u16":return new Uint16Array(e,n,r);case"u32":
return new Uint32Array(e,n,r);case"i64":return new BigInt64Array(e,n,r);default:throw new Ee(`The trace has a column of type ${t}; it is damaged.`)}}var Mr=class{constructor(e,n){this.ends=n;this.all=new TextDecoder("latin1").decode(e)}all;parsed=[];lists=[];json(e){
let n=e===0?0:Number(this.ends[e-1]);return this.all.slice(n,Number(this.ends[e]))}list(e){return this.lists[e]??=JSON.parse(this.json(e))}text(e){return this.parsed[e]??=JSON.parse(this.json(e))}},Er=class{constructor(e,n,r){this.columns=e;
this.nones=n;this.texts=r}timestamp(e,n){return this.columns[e][n]}optionalTimestamp(e,n){let r=this.columns[e][n];return r===this.nones[e]?null:r}count(e,n){return Number(this.columns[e][n])}flag(e,n){return this.columns[e][n]!==0}text(e,n){
return this.texts.text(this.columns[e][n])}textsOf(e,n){return this.texts.list(this.columns[e][n])}value(e,n){return this.texts.json(this.columns[e][n])}plan(e,n){return JSON.parse(this.value(e,n))}};var ed=0,ln=class{constructor(e){this.model=e}asked=0;waiting=null;get waits(){return this.waiting!==null}run(e){if(this.waits)return Promise.reject(new Error("Another run is being made."));let n=new Promise((r,o)=>this.waiting={done:r,fail:o});
return this.model.set("asked",{...e,id:this.asked=++ed}),this.model.save_changes(),n}hear(){let e=La(this.model.get("turned"),this.asked);if(e===null||!this.waiting)return;let{done:n,fail:r}=this.waiting;this.waiting=null,e!==""?r(new Error(
e)):n(de(pe(this.model.get("turned_trace"))))}};function La(t,e){let{id:n,problem:r}=t??{};return n!==e?null:typeof r=="string"?r:""}var pn=`.flinksim-widget {
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
  --wm: #ffd24d; --wmink: #ffd766; --wmsoft: #3a2c0b; --tm: #eba4cb; --tmfill: #cc79a7;
  --tmsoft: #3c2333; --pane: #2fd6a2; --panesoft: #0e3a2e; --paneink: #6fe3bf; --fire: #f2642b;
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
`;var dn=class{all=[];name;constructor(e){this.name=`flinksim-marks ${e.plan?.job_name??""} ${e.eventCount} ${e.stepCount}`;try{this.all=Fa(JSON.parse(localStorage.getItem(this.name)??"[]"),e.eventCount)}catch{this.all=[]}}toggle(e){let n=this.
all.filter(r=>r.position!==e);this.all=n.length<this.all.length?n:[...n,{position:e,note:""}],this.all.sort((r,o)=>r.position-o.position),this.keep()}setNote(e,n){this.all=this.all.map(r=>r.position===e?{position:e,note:n.slice(0,200)}:r),this.
keep()}keep(){try{localStorage.setItem(this.name,JSON.stringify(this.all))}catch{return}}};function Fa(t,e){return Array.isArray(t)?t.flatMap(n=>{let{position:r,note:o}=n??{};return typeof r=="number"&&Number.isInteger(r)&&r>=0&&r<=e?[{position:r,
note:typeof o=="string"?o.slice(0,200):""}]:[]}):[]}var Na=["append","update","complete"],_a={append:"every result, the newest first",update:"one row for each key and window, the last changed first",complete:"the whole table, by key and window"},nd=new Set(["WindowFired","TimerFired","KeySel\
ected"].map(t=>R.indexOf(t))),je=class{all=[];indexes;constructor(e){let n=new Map;for(let r of e.indexesOf(["ResultWritten"])){let o=e.event(r);if(o.type!=="ResultWritten")continue;let a=ha(e,r,nd),i=a<0?null:e.event(a),s=i&&"key"in i?i.key:
"",l=i?.type==="WindowFired"?i.window:"",p=i?.type==="WindowFired"?i.kind:"",d=l===""?`${r}`:JSON.stringify([i&&"operator"in i?i.operator:"",s,l]);this.all.push({index:r,key:s,window:l,kind:p,value:o.value,before:n.get(d)??-1}),n.set(d,this.
all.length-1)}this.indexes=this.all.map(({index:r})=>r)}rows(e,n){let r=U(this.indexes,n-1)+1,o=Array.from({length:r},(l,p)=>r-1-p);if(e==="append")return o;let a=new Set;for(let l=0;l<r;l++)this.all[l].before>=0&&a.add(this.all[l].before);
let i=o.filter(l=>!a.has(l));if(e==="update")return i;let s=new Intl.Collator("en",{numeric:!0}).compare;return i.sort((l,p)=>{let[d,c]=[this.all[l],this.all[p]];return s(d.key,c.key)||s(d.window,c.window)||l-p})}};function Ba(t){let e=new Map;return new je(t).all.forEach(({index:n,key:r,window:o,value:a},i)=>{e.set(o===""&&r===""?`${i}`:`${r} ${o}`,{index:n,value:a,key:r,window:o})}),e}function $r(t,e,n,r,o){let[a,i]=[Ba(t),Ba(e)],s=[],l=(u,h)=>`${W(
u||'""')} ${h&&o.window(h)}`.trim();for(let[u,{index:h,value:f,key:g,window:k}]of a){let w=i.get(u);w?.value!==f&&s.push({index:h,what:l(g,k),here:o.value(f),there:w?o.value(w.value):m("no result")})}for(let[u,{value:h,key:f,window:g}]of i)
a.has(u)||s.push({index:-1,what:l(f,g),here:m("no result"),there:o.value(h)});let p=u=>new Map(u.lates.map(({key:h,time:f,index:g})=>[`${u.keys[h]} ${f}`,g])),[d,c]=[p(n),p(r)];for(let[u,h]of d)c.has(u)||s.push({index:h,what:Da(u,o),here:m(
"too late"),there:m("counted")});for(let u of c.keys())d.has(u)||s.push({index:-1,what:Da(u,o),here:m("counted"),there:m("too late")});return s.sort((u,h)=>(u.index<0?1/0:u.index)-(h.index<0?1/0:h.index))}function Da(t,e){let n=t.lastIndexOf(
" ");return m("record {0} of {1}",W(t.slice(0,n)||'""'),e.time(BigInt(t.slice(n+1))))}var rd=["record","key","window","channel","split","task"],qe=({kind:t,id:e})=>`${t}:${e}`;function Va(t){let e=t.indexOf(":"),n=rd.find(o=>o===t.slice(0,e)),r=t.slice(e+1);return n&&r!==""&&(n!=="record"||/^\d+$/.test(r))?{kind:n,id:r}:null}
var od=2e4,ad=new Set(["ElementReceived","ElementWritten","WindowAssigned","LateRecordDropped","KeySelected"].map(t=>R.indexOf(t))),pt=class{constructor(e,n,r,o,a){this.focus=e;this.trace=n;this.lookup=r;let{kind:i,id:s}=e;for(let p of a.dots)
this.dots.set(p.index,p);this.key=i==="key"?a.keys.indexOf(s):-2;let l=/^\[(-?\d+),(-?\d+)\]$/.exec(i==="window"?s:"");this.bounds=l&&[Number(l[1]),Number(l[2])],this.tasks=this.tasksOf(a),this.words=this.named(o)}words;tasks;dots=new Map;key;bounds;touches(e){
let{kind:n,id:r}=this.focus,{trace:o}=this;if(n==="task")return o.actorOf(o.stepOf(e))===r;if(n==="record")return Y(o,e)===Number(r);let a=o.event(e);if(n==="channel")return"channel"in a&&a.channel===r;if(n==="window")return"window"in a&&a.
window===r||"namespace"in a&&a.namespace===r;if(n==="key"&&"key"in a)return a.key===r;if(n==="split"&&"split"in a)return a.split===r;let i=this.dots.get(Y(o,e));return i!==void 0&&this.hasDot(i)}hasDot(e){let{kind:n,id:r}=this.focus;return n===
"record"?e.index===Number(r):n==="key"?e.key===this.key:n==="split"?e.split===r:n==="window"?this.bounds!==null&&e.time>=this.bounds[0]&&e.time<this.bounds[1]:this.tasks.size===0||this.tasks.has(this.actor(e.index))}hasLate({key:e,operator:n,
dot:r,windows:o}){let{kind:a,id:i}=this.focus;return a==="key"?e===this.key:a==="window"?o===i||o.includes(i):a==="task"?this.hasOperator(n):this.hasDot(r)}hasPane({key:e,window:n,operator:r,fills:o}){let{kind:a,id:i}=this.focus;return a===
"key"?e===this.key:a==="window"?n===i:a==="record"?o.some(s=>Y(this.trace,s)===Number(i)):a==="task"?this.hasOperator(r):!0}hasCurve({kind:e,owner:n,part:r}){let{kind:o,id:a}=this.focus;return o==="channel"?e!=="channel"||n===a:o==="split"?
e!=="generator"||r===""||r===a:o==="task"?e==="channel"||this.hasOperator(n)||n===a:!0}hasTask(e){return this.tasks.size===0||this.tasks.has(e)}hasOperator(e){return this.lookup.operatorsOf(this.focus.id).some(({id:n})=>n===e)}actor(e){return this.
trace.actorOf(this.trace.stepOf(e))}tasksOf(e){let{trace:n,lookup:r}=this,{kind:o,id:a}=this.focus;if(o==="task")return new Set([a]);let i=o==="channel"?r.channels.get(a):void 0;if(i)return new Set([i.source,i.target]);let s=new Set;if(o===
"record"){let l=Number(a);s.add(this.actor(l));for(let p=l;p<Math.min(n.eventCount,l+od);p++)ad.has(n.kinds[p])&&Y(n,p)===l&&s.add(this.actor(p));return s}for(let l of e.dots)this.hasDot(l)&&s.add(this.actor(l.index));for(let l of e.panes)o!==
"split"&&this.hasPane(l)&&s.add(this.actor(l.born));for(let l of e.lates)o!=="split"&&this.hasLate(l)&&s.add(this.actor(l.index));return s}named(e){let{kind:n,id:r}=this.focus;if(n==="record"){let o=Number(r)<this.trace.eventCount?this.trace.
event(Number(r)):null;return o?.type==="SourceRecordRead"?`${m("record")} ${ne(e.value(o.value),26)}`:m("a record")}return n==="task"||n==="channel"?e.name(r):n==="window"?`${m("window")} ${e.window(r)}`:`${m(n)} ${ne(W(n==="key"?r:JSON.stringify(
r)),24)}`}};function Ha(t,e){if(e<0)return null;let n=Y(t,e);if(n>=0)return{kind:"record",id:String(n)};let r=t.event(e);if("window"in r&&typeof r.window=="string")return{kind:"window",id:r.window};if("key"in r&&typeof r.key=="string")return{
kind:"key",id:r.key};if("channel"in r)return{kind:"channel",id:r.channel};if("split"in r&&r.split!=="")return{kind:"split",id:r.split};let o=t.actorOf(t.stepOf(e));return o?{kind:"task",id:o}:null}var We=["plane","event time","network","inside","cluster","whole run"],dt=class{constructor(e){this.trace=e;let{plan:n}=e;for(let r of n?.vertices??[])this.vertices.set(r.id,r);for(let r of n?.subtasks??[])this.subtasks.set(r.id,r);for(let r of n?.
channels??[])this.channels.set(r.id,r),Ar(this.inputs,r.target,r),Ar(this.outputs,r.source,r),r.local||Ar(this.connections,this.connectionName(r),r);for(let r of this.inputs.values())r.sort((o,a)=>o.index-a.index)}subtasks=new Map;vertices=new Map;channels=new Map;inputs=new Map;outputs=new Map;connections=new Map;written=null;inputsOf(e){
return this.inputs.get(e)??[]}outputsOf(e){return this.outputs.get(e)??[]}connectionOf(e){return e.local?[]:this.connections.get(this.connectionName(e))}connectionName({source:e,target:n,source_node:r,target_node:o,initial_credit:a}){let i=l=>this.
subtasks.get(l).task_manager,s=a===0?` ${r}>${o}`:"";return`${i(e)}>${i(n)}${s}`}vertexOf(e){return this.vertices.get(this.subtasks.get(e)?.vertex??"")}operatorsOf(e){let n=this.subtasks.get(e)?.index??0;return(this.vertexOf(e)?.operators??
[]).map(({node:o,name:a})=>({id:`o${o}/${n}`,name:a}))}isKeyed(e){return(this.vertexOf(e)?.operators??[]).some(({operator_class:r})=>/Window|Keyed/.test(r))}waiting(e,{read:n,written:r},o){return this.written??=this.findWritten(),this.written.
get(e)?.slice(n,Math.min(r,n+o))??[]}findWritten(){let e=new Map,n=R.indexOf("ElementWritten");for(let r=0;r<this.trace.eventCount;r++){if(this.trace.kinds[r]!==n)continue;let o=this.trace.event(r);if(o.type!=="ElementWritten")continue;let a=e.
get(o.channel)??[];a[o.sequence]=r,e.set(o.channel,a)}return e}};function Ar(t,e,n){let r=t.get(e);r?r.push(n):t.set(e,[n])}var id=400;function Or(t,e,n,r=()=>!0){for(let o=n;o>=0&&o>n-id;o--){let a=t.actorOf(o);if(e.subtasks.has(a)&&r(a))return a}
return[...e.subtasks.keys()].find(r)??""}function ct(t,e){let n=[...t.scene.view.tasks.get(e)?.inputs.values()??[]];if(n.length>0){let o=n.filter(({idle:i})=>!i),a=o.length>0?o:n;return{watermark:a.reduce((i,{watermark:s})=>s<i?s:i,a[0].watermark),idle:o.length===0}}let r={watermark:$,
idle:!1};for(let{id:o}of t.lookup.operatorsOf(e)){let a=t.scene.view.operators.get(o);a&&a.emitted_watermark>=r.watermark&&(r={watermark:a.emitted_watermark,idle:a.emitted_idle})}return r}function cn(t,e){let{watermark:n,idle:r}=ct(t,e);return r?
"IDLE":n===$?"–":t.labels.time(n).replace(/(\d\d:\d\d:\d\d)\.999$/,"$1")}function ut(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let o=t.scene.view.operators.get(r),a=t.scene.operators.get(r);!o||!a||(a.read>0&&n.push(m("{0} re\
ad",a.read)),o.panes.size>0&&n.push(m("{0} open",o.panes.size)),a.fired>0&&n.push(m("{0} fired",a.fired)),o.late>0&&n.push(m("{0} late",o.late)),o.states.size>0&&o.panes.size===0&&n.push(m("{0} states",o.states.size)),o.results>0&&a.fired===
0&&n.push(m("{0} written",o.results)))}return n.join(" · ")||m("nothing yet")}var za=8,Ga=5,mt=9,un=(t,e)=>t>=za&&e>=za/2;function qa({x:t,y:e,width:n,height:r},o){let a=r>=38?22:4,i=r>=38?mt:n*.45,[s,l]=[n-i-mt,r-a-5];for(let p=Math.min(30,Math.floor(l));p>2;p--){let d=Math.floor(s/p);if(d*Math.floor(l/p)>=o)return{
columns:d,cell:p,x:t+i,y:e+a}}return{columns:Math.max(1,Math.floor(s/2)),cell:2,x:t+i,y:e+a}}function mn(t,e,n,r){let o=qa(e,t.parallelism),a=Math.floor((n-o.x)/o.cell),i=Math.floor((r-o.y)/o.cell)*o.columns+a;return a>=0&&a<o.columns&&r>=o.
y&&i<t.parallelism?i:null}function Ke(t,e,n,r){let o=e.parallelism,a=Array.from({length:o},(I,H)=>`${e.id}/${H}`),i=a.map(I=>ct(t,I)),s=i.flatMap(({watermark:I,idle:H})=>H||I===$||I===D?[]:[Number(I)]),[l,p]=[Math.min(...s),Math.max(...s)],
d=qa(n,o),c=new Map;i.forEach(({watermark:I,idle:H},oe)=>{let ae=H?"idle":I===$?"none":`lag${sd(Number(I),l,p)}`,Se=r?.(a[oe])??ae,[zt,Gt]=ja(d,oe),nt=Math.max(1,d.cell-1);c.set(Se,`${c.get(Se)??""}M${zt} ${Gt}h${nt}v${nt}h${-nt}z`)});let u=a.
reduce((I,H)=>I+ld(t,H),0),h=`${e.operators[0].name.replace(/^Source: /,"")} ×${o}`,f=i.reduce((I,H)=>H.watermark<I.watermark?H:I).watermark,g=a.indexOf(t.task),k=g>=0?m("{0} at {1}",`${g+1}/${o}`,cn(t,t.task))+` · ${ut(t,t.task)}`:"",w=f===
$?"":m("from {0}",t.labels.time(f)),v=g>=0?k:w,x=`${h}, ${w}${u>0?`, ${m("{0} late",u)}`:""}${k&&`; ${m("shown: {0}",k)}`}`,S=n.height>=38?n.y+16:n.y+n.height/2+5,M=(n.height>=38?n.width:n.width*.45)-2*mt,A=`<g class="heat" data-heat="${b(e.
id)}" data-task="${b(g>=0?t.task:a[0])}" tabindex="0" role="button"><title>${b(x)}</title>${T(n.x,n.y,n.width,n.height,"box",8)}`+y(n.x+mt,S,E(h,M,"t1"),"t1"),P=M-C(h,"t1")-14;P>40&&(A+=y(n.x+mt+M,S,E(v,P,"t3"),"t3","end"));for(let[I,H]of c)
A+=`<path d="${H}" class="cell ${I}"/>`;for(let I of[t.actor,t.task]){let H=a.indexOf(I);if(H<0)continue;let[oe,ae]=ja(d,H),Se=Math.max(3,d.cell);A+=T(oe-1,ae-1,Se+1,Se+1,I===t.actor?"cellRuns":"cellShown",2)}return`${A}</g>`}function ja({columns:t,
cell:e,x:n,y:r},o){return[Math.round(n+o%t*e),Math.round(r+Math.floor(o/t)*e)]}function sd(t,e,n){if(!(n>e))return 0;let r=Math.max(e,Math.min(n,t));return Math.min(Ga-1,Math.floor((n-r)/(n-e)*Ga))}function ld(t,e){return t.lookup.operatorsOf(
e).reduce((n,r)=>n+(t.scene.view.operators.get(r.id)?.late??0),0)}var Rr=96,ht=16,ft=12,gt=14,pd=208,dd=380,hn={narrowestGap:236,widestGap:330,height:t=>t<=4?88:t<=8?54:32};function fn(t){let e=new Map(t.subtasks.map(({id:i,vertex:s})=>[i,s])),n=new Map(t.vertices.map(({id:i})=>[i,new Map]));for(let{source:i,
target:s,source_node:l,target_node:p,input:d,side_output:c}of t.channels){let u=`${l} ${p} ${d} ${c}`;n.get(e.get(s)).set(u,e.get(i))}let r=new Map;for(let{id:i}of t.vertices){let s=[...n.get(i).values()].map(l=>r.get(l)+1);r.set(i,Math.max(
0,...s))}let o=[];for(let i of t.vertices)(o[r.get(i.id)]??=[]).push(i);let a=new Map;for(let i of o){let s=new Map(i.map(({id:l})=>{let p=[...n.get(l).values()].map(d=>a.get(d));return[l,p.length>0?p.reduce((d,c)=>d+c,0)/p.length:0]}));i.sort(
(l,p)=>s.get(l.id)-s.get(p.id)),i.forEach(({id:l},p)=>a.set(l,p))}return o}function Ka(t,e,n=hn){let r=fn(t),o=new Map;for(let M of r){let A=M.reduce((P,{parallelism:I})=>P+I,0);for(let P of M)un(A,P.parallelism)&&o.set(P.id,P)}let a=M=>M.reduce(
(A,{id:P,parallelism:I})=>A+(o.has(P)?0:I),0),i=Math.max(1,...r.map(a)),s=n.height(i),l=M=>M.reduce((A,{id:P,parallelism:I})=>A+(o.has(P)?Rr+ft:I*(s+ft)),-ft),p=Math.max(1,r.length-1),d=(e-2*ht-n.narrowestGap*p)/r.length,c=Math.max(dd,d),u=r.
map(M=>L(Math.max(...M.map(cd)),pd,c)),h=u.reduce((M,A)=>M+A,0),f=L((e-2*ht-h)/p,n.narrowestGap,n.widestGap),g=Math.max(e,h+f*(r.length-1)+2*ht),k=(i===1?20:0)+Math.max(...r.map(l))+2*ht,w=new Map,v=h+f*(r.length-1),x=Math.max(ht,(g-v)/2);r.
forEach((M,A)=>{let P=(k-l(M))/2;for(let I of M){let H=o.has(I.id),oe={x,y:P,width:u[A],height:H?Rr:s};H&&w.set(I.id,oe);for(let ae=0;ae<I.parallelism;ae++)w.set(`${I.id}/${ae}`,{...oe,y:P}),H||(P+=s+ft);H&&(P+=Rr+ft)}x+=u[A]+f});let S=o.size>
0?ud(w,t.channels):t.channels;return{width:g,height:k,boxes:w,heats:o,wires:S,gap:f}}function cd(t){let e=t.operators.reduce((o,{name:a})=>o+Ir(a),0),n=`${t.operators[0].name} ${t.parallelism}/${t.parallelism}`,r=C(n,"t1")+46;return Math.max(
e+gt*(t.operators.length-1)+24,r)}function Ir(t){return C(t,"t2")+18}function ud(t,e){let n=new Set;return e.filter(({source:r,target:o})=>{let[a,i]=[t.get(r),t.get(o)],s=`${a.x} ${a.y} ${i.x} ${i.y}`;return!n.has(s)&&n.add(s)})}function Ua(t){let e=[],[n,r]=[0,0],o=(p,d)=>{for(n|=p<<r,r+=d;r>=8;)e.push(n&255),n>>>=8,r-=8},a=new Map,[i,s]=[258,9];o(256,s);let l=t[0];for(let p=1;p<t.length;p++){let d=l<<8|t[p],c=a.get(d);if(c!==void 0){l=c;continue}o(l,s),i<4096?(a.
set(d,i),i++===1<<s&&s++):(o(256,s),a=new Map,[i,s]=[258,9]),l=t[p]}return o(l,s),o(257,s),r>0&&e.push(n&255),md(e)}function md(t){let e=[8];for(let n=0;n<t.length;n+=255){let r=t.slice(n,n+255);e.push(r.length,...r)}return Uint8Array.from(
[...e,0])}var hd=160,Pr=255,Za=255,Ja=10,kt=class{constructor(e,n){this.width=e;this.height=n;let r=[...Le(e),...Le(n)],o=[33,255,11,...Ya("NETSCAPE2.0"),3,1,0,0,0];this.parts.push(Uint8Array.from([...Ya("GIF89a"),...r,112,0,0,...o]))}parts=[];before=null;owed=0;add(e,n){
let r=new Uint32Array(e.slice().buffer),o=this.before?fd(this.before,r,this.width):{x:0,y:0,width:this.width,height:this.height},a=n+this.owed,i=Math.max(2,Math.round(a/Ja));this.owed=a-i*Ja;let{colours:s,numbers:l}=gd(r,this.before,o,this.
width),p=[33,249,4,5,...Le(i),Za,0],d=[44,...Le(o.x),...Le(o.y),...Le(o.width),...Le(o.height),135];this.parts.push(Uint8Array.from([...p,...d]),s,Ua(l)),this.before=r}end(){return new Blob([...this.parts,Uint8Array.of(59)],{type:"image/gif"})}},
Ya=t=>[...t].map(e=>e.charCodeAt(0)),Le=t=>[t&255,t>>8];function fd(t,e,n){let[r,o,a,i]=[n,0,-1,0];for(let s=0;s<e.length;s++){if(t[s]===e[s])continue;let[l,p]=[s%n,Math.floor(s/n)];a<0&&(a=p),i=p,l<r&&(r=l),l>o&&(o=l)}return a<0?{x:0,y:0,width:1,
height:1}:{x:r,y:a,width:o-r+1,height:i-a+1}}function gd(t,e,n,r){let o=new Map,a=[];for(let p=n.y;p<n.y+n.height;p++)for(let d=n.x;d<n.x+n.width;d++){let c=p*r+d;a.push(c);let u=t[c]&16777215;(!e||e[c]!==t[c])&&o.set(u,(o.get(u)??0)+1)}let i=kd(
o),s=new Uint8Array(256*3);i.colours.forEach((p,d)=>s.set(Qa(p),d*3));let l=Uint8Array.from(a,p=>e&&e[p]===t[p]?Za:i.of.get(t[p]&16777215));return{colours:s,numbers:l}}var Qa=t=>[t&255,t>>8&255,t>>16&255];function kd(t){let e=[...t].sort(([
,a],[,i])=>i-a).map(([a])=>a),n=e.slice(0,e.length<=Pr?Pr:hd),r=[...n],o=new Map(n.map((a,i)=>[a,i]));for(let a of bd(e.slice(n.length),Pr-n.length)){for(let i of a)o.set(i,r.length);r.push(wd(a,t))}return{colours:r,of:o}}function bd(t,e){let n=t.
length>0?[{all:t,...Xa(t)}]:[];for(;n.length>0&&n.length<e;){n.sort((i,s)=>i.width-s.width);let{all:r,channel:o,width:a}=n.pop();if(a===0){n.push({all:r,channel:o,width:a});break}r.sort((i,s)=>(i>>o&255)-(s>>o&255));for(let i of[r.slice(0,r.
length>>1),r.slice(r.length>>1)])n.push({all:i,...Xa(i)})}return n.map(r=>r.all)}function Xa(t){return[0,8,16].map(n=>{let[r,o]=[255,0];for(let a of t){let i=a>>n&255;i<r&&(r=i),i>o&&(o=i)}return{channel:n,width:o-r}}).reduce((n,r)=>r.width>
n.width?r:n)}function wd(t,e){let n=[0,0,0],r=0;for(let s of t){let l=e.get(s);r+=l,Qa(s).forEach((p,d)=>n[d]+=p*l)}let[o,a,i]=n.map(s=>Math.round(s/r));return o|a<<8|i<<16}function ei(t,e){t.plan=e,t.time_ms=BigInt(e.start_time_ms),ni(t,e,new Set(e.subtasks.map(({id:n})=>n)))}function ti(t,e){ni(t,t.plan,new Set([e]))}function ni(t,e,n){let r=new Map(e.vertices.map(a=>[a.id,a])),o=new Map(e.subtasks.map(({id:a,
index:i})=>[a,i]));for(let a of e.subtasks)if(n.has(a.id)){t.tasks.set(a.id,ai());for(let i of r.get(a.vertex).operators)t.operators.set(`o${i.node}/${a.index}`,si())}for(let a of e.channels){if(!n.has(a.target))continue;let i=a.initial_credit;
t.channels.set(a.id,{...ri(),credit:i,exclusive:i});let{inputs:s}=t.tasks.get(a.target);if(s.has(a.input)||s.set(a.input,oi()),a.input===1){let l=`o${a.target_node}/${o.get(a.target)}`,p=[0,1].map(d=>[d,ii()]);t.operators.get(l).inputs=new Map(
p)}}}function yd(t){let e={...t,plan:t.plan?.job_name??null},n=JSON.stringify(e,(r,o)=>typeof o=="bigint"?String(o):o instanceof Map?li.includes(r)?[...o.values()]:[...o].map(([a,i])=>[String(a),i]):o);return JSON.parse(n)}function gn(t,e,n,r){return`${t} ${e} ${n} ${r}`}function G(t,e){return`${t} ${e}`}function $e(t,e,n,r){return`${t} ${e} ${n} ${r}`}function Wr(t,e,n,r,o){return`${t} ${e} ${n} ${r} ${o}`}function ri(){return{watermark:$,idle:!1,aligned:!0,
holds:!0,written:0,read:0,queued:0,on_wire:0,received:0,credit:0,credit_under_way:0,unannounced:0,exclusive:0,floating:0,required:0,waiting:!1,stops_reading:!1,blocked:!1,partial:0}}function oi(){return{watermark:$,idle:!1,ended:!1,buffer_bytes:0}}
function ai(){return{state:"CREATED",attempt:0,mails:[],suspended:null,inputs:new Map,floating_free:0,output_in_use:0,checkpoint:0,aligning:null}}function vd(){return{watermark:$,idle:!1,holds:!0,read:0,idle_after:null,ended:!1}}function xd(){
return{reported:null,allowed:D,holds:!1}}function ii(){return{watermark:$,idle:!1,holds:!0}}function si(){return{state:"created",watermark:$,emitted_watermark:$,emitted_idle:!1,idle_after:null,inputs:new Map,splits:new Map,alignment:new Map,
key:"null",key_group:-1,timers:new Map,panes:new Map,states:new Map,lists:new Map,map_entries:new Map,late:0,results:0,committed:0}}function Sd(){return{kind:"checkpoint",status:"IN_PROGRESS",tasks:0,acknowledged:0,bytes:0}}function pi(){return{
time_ms:0n,status:"CREATED",plan:null,tasks:new Map,channels:new Map,operators:new Map,checkpoints:new Map}}function ce(t,e){let n=new Map;for(let[r,o]of t)n.set(r,e(o));return n}function Td(t){return{...t}}function Cd(t){return{...t}}function Md(t){
return{...t,mails:[...t.mails],inputs:ce(t.inputs,Cd)}}function Ed(t){return{...t}}function $d(t){return{...t}}function Ad(t){return{...t}}function Od(t){return{...t,inputs:ce(t.inputs,Ad),splits:ce(t.splits,Ed),alignment:ce(t.alignment,$d),
timers:new Map(t.timers),panes:new Map(t.panes),states:new Map(t.states),lists:ce(t.lists,e=>({...e,values:[...e.values]})),map_entries:new Map(t.map_entries)}}function Rd(t){return{...t}}function di(t){return{...t,tasks:ce(t.tasks,Md),channels:ce(
t.channels,Td),operators:ce(t.operators,Od),checkpoints:ce(t.checkpoints,Rd)}}var li=["timers","panes","states","lists","map_entries"];function ci(t,e){switch(e.type){case"JobSubmitted":ei(t,e.plan);return;case"TaskStateChanged":{let n=t.tasks.
get(e.subtask);n.state=e.after;return}case"OperatorSetUp":{let n=t.operators.get(e.operator);n.state="set up";return}case"OperatorStateInitialized":{let n=t.operators.get(e.operator);n.state="initialized";return}case"OperatorOpened":{let n=t.
operators.get(e.operator);n.state="open";return}case"OperatorFinished":{let n=t.operators.get(e.operator);n.state="finished";return}case"OperatorClosed":{let n=t.operators.get(e.operator);n.state="closed";return}case"ExecutionReset":ti(t,e.
subtask);{let n=t.tasks.get(e.subtask);n.attempt=e.attempt}return;case"JobStatusChanged":t.status=e.after;return;case"MailEnqueued":{t.tasks.get(e.subtask).mails.push(e.mail);return}case"MailTaken":{let n=t.tasks.get(e.subtask);n.mails.splice(
n.mails.indexOf(e.mail),1);return}case"DefaultActionSuspended":{let n=t.tasks.get(e.subtask);n.suspended=e.reason;return}case"DefaultActionResumed":{let n=t.tasks.get(e.subtask);n.suspended=null;return}case"ProcessingTimeAdvanced":t.time_ms=
e.after;return;case"SourceRecordRead":{let n=t.operators.get(e.operator).splits.get(e.split);n.read=e.offset+1;return}case"WatermarkGenerated":if(e.split!==""){let n=t.operators.get(e.operator).splits.get(e.split);n.watermark=e.timestamp,n.
holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitStatusChanged":{let n=t.operators.get(e.operator).
splits.get(e.split);n.idle=e.idle,n.holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitAssigned":t.
operators.get(e.operator).splits.set(e.split,{...vd(),read:e.read});for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitReleased":{let n=t.operators.get(e.operator).splits.get(e.split);n.ended=!0,
n.holds=!1}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}return;case"IdlenessCountdownChanged":if(e.split===""){let n=t.operators.get(e.operator);n.idle_after=e.idle_after}if(e.split!==""){let n=t.operators.
get(e.operator).splits.get(e.split);n.idle_after=e.idle_after}return;case"WatermarkAligned":t.operators.get(e.operator).alignment.set(e.group,{...xd(),reported:e.reported,allowed:e.allowed,holds:e.holds});for(let n of e.gained){let r=t.operators.
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
n.key_group=e.key_group;return}case"StateUpdated":{t.operators.get(e.operator).states.set($e(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"StateAppend\
ed":{let n=t.operators.get(e.operator),r=$e(e.key_group,e.state,e.key,e.namespace),o=n.lists.get(r);o?o.values.push(e.value):n.lists.set(r,{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:[e.value]});return}case"S\
tateCleared":t.operators.get(e.operator).states.delete($e(e.key_group,e.state,e.key,e.namespace)),t.operators.get(e.operator).lists.delete($e(e.key_group,e.state,e.key,e.namespace));return;case"StateEntryPut":{t.operators.get(e.operator).map_entries.
set(Wr(e.key_group,e.state,e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"StateEntryRemoved":{t.operators.get(e.operator).map_entries.delete(Wr(e.key_group,
e.state,e.key,e.namespace,e.entry));return}case"TimerRegistered":{t.operators.get(e.operator).timers.set(gn(e.domain,e.key,e.namespace,e.timestamp),{domain:e.domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"TimerDe\
leted":{t.operators.get(e.operator).timers.delete(gn(e.domain,e.key,e.namespace,e.timestamp));return}case"TimerFired":{t.operators.get(e.operator).timers.delete(gn(e.domain,e.key,e.namespace,e.timestamp));return}case"WindowAssigned":{t.operators.
get(e.operator).panes.set(G(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"WindowsMerged":for(let n of ie(e.merged)??[])t.operators.get(e.operator).panes.delete(G(e.key,n));t.operators.get(
e.operator).panes.set(G(e.key,e.result),{key:e.key,window:e.result,count:e.count,state_window:e.state_window});return;case"ElementsEvicted":t.operators.get(e.operator).panes.set(G(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.
state_window}),e.count!==0&&t.operators.get(e.operator).lists.set($e(e.key_group,"window-contents",e.key,e.state_window),{key_group:e.key_group,state:"window-contents",key:e.key,namespace:e.state_window,values:ie(e.contents)??[]}),e.count===
0&&t.operators.get(e.operator).lists.delete($e(e.key_group,"window-contents",e.key,e.state_window));return;case"WindowCleared":e.reason==="purged"&&t.operators.get(e.operator).panes.set(G(e.key,e.window),{key:e.key,window:e.window,count:0,state_window:e.
state_window}),e.reason==="cleanup"&&t.operators.get(e.operator).panes.delete(G(e.key,e.window));return;case"LateRecordDropped":{let n=t.operators.get(e.operator);n.late+=1;return}case"ResultWritten":{let n=t.operators.get(e.operator);n.results+=
1;return}case"CheckpointTriggered":t.checkpoints.set(e.checkpoint,{...Sd(),kind:e.kind,tasks:e.tasks});return;case"BarrierEmitted":{let n=t.tasks.get(e.subtask);n.checkpoint=e.checkpoint;return}case"CheckpointAcknowledged":{let n=t.checkpoints.
get(e.checkpoint);n.acknowledged+=1;return}case"CheckpointCompleted":{let n=t.checkpoints.get(e.checkpoint);n.status="COMPLETED",n.bytes=e.bytes;return}case"CheckpointAborted":{let n=t.checkpoints.get(e.checkpoint);n.status="FAILED";return}case"\
ResultsCommitted":{let n=t.operators.get(e.operator);n.committed=e.total;return}case"InputRecovered":{let n=t.channels.get(e.channel);n.written=e.elements;return}case"OutputRecovered":{let n=t.channels.get(e.channel);n.written+=e.elements;return}case"\
StateRestored":{t.operators.get(e.operator).states.set($e(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"ListRestored":{t.operators.get(e.operator).lists.
set($e(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:ie(e.values)??[]});return}case"StateEntryRestored":{t.operators.get(e.operator).map_entries.set(Wr(e.key_group,e.state,
e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"TimerRestored":{t.operators.get(e.operator).timers.set(gn(e.domain,e.key,e.namespace,e.timestamp),{domain:e.
domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"PaneRestored":{t.operators.get(e.operator).panes.set(G(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"RecordPartl\
yRead":{let n=t.channels.get(e.channel);n.partial=e.bytes;return}case"AfterInvokeReached":case"TaskFailed":case"RestartDecided":case"SlotReleased":case"SlotReserved":case"TicksSkipped":case"SourceFinished":case"TimestampAssigned":case"Gener\
atedWatermarkIgnored":case"OutputPersisted":case"ChannelFlushed":case"BarrierReceived":case"BarrierAnnounced":case"CancellationReceived":case"AlignmentTimedOut":case"ResumptionSent":case"ConsumptionResumed":case"InputPersisted":case"OutputB\
arrierTimedOut":case"WatermarkIgnored":case"ElementProcessed":case"LatencyMeasured":case"RecordFiltered":case"StateRead":case"StateEntryRead":case"SharedElementChanged":case"TriggerEvaluated":case"TriggerCleared":case"WindowFired":case"Firi\
ngSkipped":case"WindowSkippedAsLate":case"SideOutputEmitted":case"CheckpointNotTriggered":case"OperatorSnapshotTaken":case"CheckpointDeclined":case"CheckpointNotified":case"CheckpointRestored":case"CommitPrepared":case"ChannelSelected":case"\
ActorCalled":case"HeartbeatsExchanged":return;default:}}var ui=24,Id=24;function Lr(){return{view:pi(),operators:new Map,backlogs:new Map}}function Fr(t,e){switch(e.type==="WindowCleared"&&e.reason==="cleanup"&&Ld(t,e),ci(t.view,e),e.type){case"JobSubmitted":for(let n of t.view.operators.keys())
t.operators.set(n,Pd());return;case"WindowAssigned":e.timestamp!==null&&Wd(t.operators.get(e.operator),G(e.key,e.window),e.timestamp);return;case"WindowsMerged":{let{elements:n,firedPanes:r}=t.operators.get(e.operator),o=[];for(let a of[...ie(
e.merged)??[],e.result]){let i=G(e.key,a);o.push(...n.get(i)??[]),n.delete(i),r.delete(i)}n.set(G(e.key,e.result),o.slice(-ui));return}case"WindowCleared":t.operators.get(e.operator).elements.delete(G(e.key,e.window)),e.reason==="cleanup"&&
t.operators.get(e.operator).firedPanes.delete(G(e.key,e.window));return;case"WindowFired":t.operators.get(e.operator).fired+=1,e.kind!=="early"&&t.operators.get(e.operator).firedPanes.add(G(e.key,e.window));return;case"ExecutionReset":{let n=t.
view.plan.subtasks.find(({id:o})=>o===e.subtask),r=t.view.plan.vertices.find(({id:o})=>o===n.vertex);for(let{node:o}of r.operators)t.operators.get(`o${o}/${n.index}`).firedPanes.clear();return}case"SourceRecordRead":{let n=t.operators.get(e.
operator);n.read+=1,n.lastSplit=e.split;return}case"ResultWritten":t.operators.get(e.operator).lastResult=e.text;return;case"BufferSent":t.backlogs.set(e.channel,e.backlog);return;default:}}function Pd(){return{elements:new Map,closed:[],fired:0,
firedPanes:new Set,read:0,lastSplit:"",lastResult:""}}function Wd(t,e,n){let r=t.elements.get(e);t.elements.set(e,r?[...r.slice(1-ui),n]:[n])}function Ld(t,{operator:e,key:n,window:r}){let o=t.operators.get(e),a=t.view.operators.get(e).panes.
get(G(n,r));if(!a)return;let i=o.elements.get(G(n,r))??[];o.closed=[...o.closed.slice(1-Id),{key:n,window:r,count:a.count,elements:i}]}function Nr(t){return{...t,view:di(t.view),operators:ce(t.operators,e=>({...e,elements:new Map(e.elements),
firedPanes:new Set(e.firedPanes)})),backlogs:new Map(t.backlogs)}}function mi(t){let e=t.view.channels.size+t.view.tasks.size;for(let n of t.view.operators.values()){e+=1+n.timers.size+2*n.panes.size+n.states.size;for(let r of n.lists.values())
e+=1+r.values.length}return e}var _r=1024,bt=class{constructor(e){this.trace=e}positions=[0];keyframes=[Lr()];frontier=Lr();reached=0;spacing=_r;get complete(){return this.reached===this.trace.eventCount}at(e){this.extend(e);let n=this.lastBefore(e),r=Nr(this.keyframes[n]);
for(let o=this.positions[n];o<e;o++)Fr(r,this.trace.event(o));return r}extend(e){for(;this.reached<e;)Fr(this.frontier,this.trace.event(this.reached++)),this.reached-this.positions[this.positions.length-1]>=this.spacing&&(this.positions.push(
this.reached),this.keyframes.push(Nr(this.frontier)),this.spacing=Math.max(_r,2*mi(this.frontier)))}extendFor(e){let n=performance.now()+e;for(;!this.complete&&performance.now()<n;)this.extend(Math.min(this.reached+_r,this.trace.eventCount))}lastBefore(e){
let n=0,r=this.positions.length;for(;n<r;){let o=n+r>>1;this.positions[o]<=e?n=o+1:r=o}return n-1}};var Fd=36,Nd=6e3;function wt(t,e,n){let r=[];for(let o=Math.max(e,n-Nd);o<n;){let[,a]=t.eventRange(t.stepOf(o)),i=Math.min(a,n);_d(t,o,i,r),o=i}return r.slice(-Fd)}function _d(t,e,n,r){let o,a=(i,s,l,...p)=>{let d=Y(t,i),c={what:s,first:i,last:i,
legs:p,end:"stays",time:l,record:d};return r.push(c),c};for(let i=e;i<n;i++){let s=t.event(i);switch(s.type){case"SourceRecordRead":o=a(i,"record",s.timestamp,{operator:s.operator});break;case"ElementReceived":o=a(i,hi(s.element),s.timestamp,
{channel:s.channel,how:"in"});break;case"WatermarkGenerated":o=a(i,"watermark",s.timestamp,{operator:s.operator});break;case"WindowFired":o=a(i,"result",null,{operator:s.operator});break;case"WatermarkEmitted":o?.what==="watermark"?kn(o,i,{
operator:s.operator}):o=a(i,"watermark",s.timestamp,{operator:s.operator});break;case"ElementWritten":{let l={channel:s.channel,how:"out"},p=hi(s.element),d=o?.legs.some(c=>"channel"in c&&c.how==="out");if(o&&!d&&(o.what===p||o.what==="resu\
lt"))kn(o,i,l);else{let c=o?.legs.findLast(u=>"operator"in u);o=c?a(i,p,s.timestamp,c,l):a(i,p,s.timestamp,l)}o.end="goes on";break}case"RecordFiltered":case"LateRecordDropped":if(!o)break;kn(o,i,{operator:s.operator}),o.end=s.type==="Recor\
dFiltered"?"filtered":"dropped",o=void 0;break;case"TimestampAssigned":case"KeySelected":case"WindowAssigned":case"OperatorWatermarkAdvanced":case"StateUpdated":case"StateAppended":case"ResultWritten":case"SideOutputEmitted":if(!o)break;kn(
o,i,{operator:s.operator}),s.type==="TimestampAssigned"&&(o.time=s.after);break;default:}}}function kn(t,e,n){t.last=e,JSON.stringify(t.legs.at(-1))!==JSON.stringify(n)&&t.legs.push(n)}function hi(t){return t==="record"||t==="watermark"||t===
"barrier"?t:"status"}function wn(t){return Array.isArray(t)?t.flatMap(e=>{let{name:n,label:r,value:o,points:a,live:i}=e??{};return typeof n=="string"&&typeof r=="string"&&typeof o=="number"&&Array.isArray(a)&&a.length>1?[{name:n,label:r,value:o,points:a.map(Number),
live:i===!0}]:[]}):[]}var fi=t=>t in en?m(t):t,gi=8,bn=class{constructor(e,n,r,o,a,i){this.el=e;this.model=n;this.asking=r;this.specs=o;this.show=i;this.spec=o.find(({name:l})=>l===a?.knob)??o[0],this.value=a?.value??this.spec.value;let s=o.
map(({name:l,label:p})=>`<option value="${b(l)}">${b(fi(p))}</option>`).join("");O(e,`<div class="knobHead">${o.length>1?`<select aria-label="${m("Knob")}">${s}</select>`:`<b>${b(fi(this.spec.label))}</b>`}<output></output><button type="but\
ton" class="small" data-knob="own">${m("reset")}</button></div><input type="range" min="0" step="1" aria-label="${m("Turn it")}"><div class="knobStats"></div><div class="knobNote" role="status"></div>`),this.slider=e.querySelector("input"),
e.querySelector("select")?.addEventListener("change",l=>this.choose(l.target.value)),this.slider.addEventListener("input",()=>this.turn(this.at(Number(this.slider.value)))),this.slider.addEventListener("change",()=>this.settle()),e.querySelector(
"[data-knob]").addEventListener("click",()=>{this.turn(this.spec.value),this.settle()}),this.arrange()}value;spec;wanted=null;slider;tell(e){O(this.el.querySelector(".knobStats"),e.map(([n,r])=>`<span><b>${b(n)}</b>${b(r)}</span>`).join(""))}choose(e){
this.spec=this.specs.find(n=>n.name===e),this.value=this.spec.value,this.arrange()}arrange(){let{points:e,live:n}=this.spec;this.slider.max=String((e.length-1)*(n?gi:1));let r=this.el.querySelector("select");r&&(r.value=this.spec.name),this.
slider.value=String(this.notchOf(this.value)),this.name()}at(e){let{points:n,live:r}=this.spec,o=r?gi:1,a=Math.min(n.length-1,Math.floor(e/o)),i=Math.min(n.length-1,a+1);return Math.round(n[a]+(n[i]-n[a])*(e%o/o))}notchOf(e){let n=0;for(let r=0;r<=
Number(this.slider.max);r++)Math.abs(this.at(r)-e)<Math.abs(this.at(n)-e)&&(n=r);return n}name(){let e=this.value===0?"0":fe(this.value);this.el.querySelector("output").textContent=e,this.slider.setAttribute("aria-valuetext",e),this.el.querySelector(
"[data-knob]").hidden=this.value===this.spec.value}note(e){this.el.querySelector(".knobNote").textContent=e}turn(e){this.value=e,this.slider.value=String(this.notchOf(e)),this.name(),this.note(""),this.wanted=e,this.ask()}settle(){this.settled=
!0,this.last&&this.last.turned.value===this.value&&!this.asking.waits&&this.take()}settled=!1;last=null;take(){this.settled=!1,this.show(this.last.trace,this.last.turned,!0)}ask(){if(this.wanted===null||this.asking.waits)return;let e=this.wanted;
this.wanted=null;let{name:n,live:r,value:o}=this.spec,a={knob:n,value:e},i=this.model.get(e===o?"trace":`${n}_${e}`);if(!r&&!i)return this.note(m("This was not worked out beforehand; turn it in a notebook."));let s=i&&(!r||e===o)?de(pe(i)):
this.asking.run({...a});this.open(s,a)}async open(e,n){try{this.last={trace:await e,turned:n}}catch(r){return this.note(r instanceof Error?r.message:String(r)),this.ask()}this.ask(),this.settled&&n.value===this.value?this.take():this.show(this.
last.trace,n,!1)}};var bi=6e4;function Ae(t,e,n,r=bi){let o=t.tasks.get(e),a=t.clock.at(n),i=new Map;for(let s of["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut"])i.set(s,Br(o,o.counts[s],n,-1)),s!=="numBuffersIn"&&i.set(
`${s}PerSecond`,ki(o,o.counts[s],n,a,r));return Bd(i,o,n,a,r),Dd(i,o,n,t.start+BigInt(a)),Vd(i,o,n),i.set("mailboxQueueSize",o.mails.at(n)),i.set("numFiredTimers",Br(o,o.counts.numFiredTimers,n,-1)),i.set("numFiredTimersPerSecond",ki(o,o.counts.
numFiredTimers,n,a,r)),i}function Br(t,e,n,r){let[o,a]=t.attempt.at(n);return e.at(n)-(r>0&&r>=a?e.atTime(r):e.at(o))}function ki(t,e,n,r,o){let a=Math.max(r-o,0);return 1e3*Br(t,e,n,a)/Math.max(1,r-a)}function Dr(t,e,n,r,o=bi){let a=Math.max(
r-o,0),[i,s]=t.attempt.at(n),{conditions:l}=t,p=a>s?l.untilTime(a,e):l.until(i,s,e);return 1e3*(l.until(n,r,e)-p)/Math.max(1,r-a)}function Bd(t,e,n,r,o){let a=d=>Dr(e,d,n,r,o),[i,s]=e.attempt.at(n),l=d=>e.conditions.until(n,r,d)-e.conditions.
until(i,s,d);t.set("busyTimeMsPerSecond",a("busy")),t.set("idleTimeMsPerSecond",a("idle")),t.set("softBackPressuredTimeMsPerSecond",a("soft")),t.set("hardBackPressuredTimeMsPerSecond",a("hard")),t.set("backPressuredTimeMsPerSecond",a("soft")+
a("hard")),t.set("accumulateBusyTimeMs",l("busy")),t.set("accumulateIdleTimeMs",l("idle")),t.set("accumulateBackPressuredTimeMs",l("soft")+l("hard"));let p=e.conditions.changes.at(n);t.set("isBackPressured",p==="soft"||p==="hard")}function Dd(t,e,n,r){
wi(t,e.head,n);let o=e.ends.map(({outputWatermark:s})=>s.at(n));if(t.set("currentOutputWatermark",yi(o)),e.head.inputWatermarks.size>0)return;let a=e.head.outputWatermark.at(n);a>$&&a<D&&t.set("watermarkLag",Number(r-a));let i=e.eventTimeLag.
at(n);i!==null&&t.set("currentEmitEventTimeLag",i)}function wi(t,e,n){let r=[...e.inputWatermarks].sort(([a],[i])=>a-i),o=r.map(([,a])=>a.at(n));o.length>0&&t.set("currentInputWatermark",yi(o)),o.length>1&&r.forEach(([a],i)=>t.set(`currentI\
nput${a+1}Watermark`,o[i]))}function yi(t){return t.reduce((e,n)=>e<n?e:n)}function Vr(t,e){let{exclusive:n,floating:r}=vi(t,e),{exclusive_buffers:o,floating_buffers:a,output_buffers:i}=t.plan;return{input:vn(n+r,o+a),output:vn(t.outputInUse.
at(e),i)}}function vi(t,e){let{plan:n,inputs:r}=t,o=n.exclusive_buffers;for(let a of r)a.plan.local||(o-=a.exclusive.at(e));return{exclusive:o,floating:n.floating_buffers-t.floatingFree.at(e)}}function Vd(t,e,n){let{plan:r,inputs:o}=e,a=o.filter(
d=>!d.plan.local),{exclusive:i,floating:s}=vi(e,n),l=Vr(e,n),p=o.map(d=>(d.plan.local?d.queued:d.received).at(n));t.set("inputQueueLength",yn(p)),t.set("inputQueueSize",yn(a.map(d=>d.receivedBytes.at(n)))),t.set("inPoolUsage",l.input),t.set(
"inputExclusiveBuffersUsage",vn(i,r.exclusive_buffers)),t.set("inputFloatingBuffersUsage",vn(s,r.floating_buffers)),t.set("outputQueueLength",yn(e.outputs.map(d=>d.queued.at(n)))),t.set("outputQueueSize",yn(e.outputs.map(d=>d.queuedBytes.at(
n)))),t.set("outPoolUsage",l.output)}function Fe(t,e,n){let r=t.operators.get(e),o=new Map;for(let[a,i]of r.counts)i.at(n)>0&&o.set(a,i.at(n));wi(o,r,n),o.set("currentOutputWatermark",r.outputWatermark.at(n));for(let[a,i]of r.latencies){let[
s,l,p]=i.at(n);s!==0&&(o.set(`latency.source_id.${a}.count`,s),o.set(`latency.source_id.${a}.mean`,l/s),o.set(`latency.source_id.${a}.max`,p))}return o}function yn(t){return t.reduce((e,n)=>e+n,0)}function vn(t,e){return e>0?t/e:0}var Hd=60,xi=Object.keys(Ge),Si=new Set(["fill","state","read","held up","result"]),zd=new Set(["fill","state"]),yt=class{all;ends;constructor(e,n){let r=Gd(e,n);if(this.all=qd(r),this.all.at(-1)?.end!==e.eventCount&&e.eventCount>0){let{eventCount:o}=e;
this.all=[...this.all,{kind:"end",lead:o-1,count:1,end:o}]}this.ends=this.all.map(({end:o})=>o)}at(e){return U(this.ends,e-1)+1-(e===0?1:0)}startOf(e){return this.ends[e-1]??0}next(e){return this.ends[U(this.ends,e)+1]??this.ends.at(-1)??e}back(e){
return this.ends[U(this.ends,e-1)]??0}endingAt(e){let n=this.all[U(this.ends,e)];return n?.end===e?n:null}};function xn({kind:t,count:e}){return e>1?rn(t)[1].replace("{n}",String(e)):""}function Gd(t,e){let n=new Map,r=new Set(Te.filter(({moment:d})=>d!==
"").map(({kind:d})=>d));for(let{kind:d,when:c,moment:u}of Te){let h=R.indexOf(d);r.has(d)&&n.set(h,[...n.get(h)??[],{when:c,moment:u}])}let o=[];for(let d=0;d<t.eventCount;d++){let c=n.get(t.kinds[d]);if(!c)continue;let u=t.event(d),h=c.find(
({when:f})=>f===""||Pe(f,u,e));h&&h.moment!==""&&o.push({index:d,moment:h.moment,fact:u})}let a=new Set(o.map(({moment:d})=>d)),i=!["fill","state","firing","late"].some(d=>a.has(d)),s=[],l=-1,p=0;for(let{index:d,moment:c,fact:u}of o){if(c===
"read"&&!i)continue;d>=p&&(l=t.stepOf(d),p=t.eventRange(l)[1]);let h=jd(u),f=s.at(-1);if(f?.step!==l){s.push({kind:c,lead:d,count:1,end:p,step:l,watermark:h});continue}f.watermark??=h;let g=xi.indexOf(c)-xi.indexOf(f.kind);g<0?Object.assign(
f,{kind:c,lead:d,count:1}):g===0&&!zd.has(c)&&c!=="minimum"&&f.count++}return s}function jd(t){return t.type==="InputWatermarkAdvanced"||t.type==="OperatorWatermarkAdvanced"?t.after:t.type==="WindowFired"?t.watermark:null}function qd(t){let e=new Map;
for(let{kind:o}of t)e.set(o,(e.get(o)??0)+1);let n=o=>Si.has(o)&&e.get(o)>Hd,r=[];for(let o of t){let a=r.at(-1);if(!a||!Kd(a,o,n)){r.push({...o});continue}a.end=o.end,o.kind===a.kind?(a.count+=o.count,Si.has(o.kind)&&(a.lead=o.lead)):o.kind===
"firing"&&Object.assign(a,{kind:o.kind,lead:o.lead,count:o.count})}return r}function Kd(t,e,n){if(e.kind==="result")return t.kind==="firing"||t.kind==="result"&&n("result");let r=o=>o==="minimum"||o==="firing";return r(t.kind)&&r(e.kind)?t.
watermark!==null&&t.watermark===e.watermark:t.kind===e.kind&&n(e.kind)}var Ti=["records","late","panes","generators","channels","minimum","timers"],Q=({camera:t,box:e},n)=>e.left+(n-t.x0)/(t.x1-t.x0)*e.width;function N({camera:t,box:e},n){return n===1/0?e.top-4:n===-1/0?e.top+e.height+4:e.top+(1-(n-t.y0)/(t.y1-
t.y0))*e.height}var F=(t,e)=>Q(t,e===1/0?t.places.at(-1):t.places[e+1]);function vt(t,e,n,r,o){e===1?t.rect(n-o*.9,r-o*.9,o*1.8,o*1.8):e>=2?(t.moveTo(n,r-o*1.2),t.lineTo(n+o*1.15,r+o*.9),t.lineTo(n-o*1.15,r+o*.9),t.closePath()):(t.moveTo(n+
o,r),t.arc(n,r,o,0,7))}var Ue=({operators:t},e)=>!t||t.has(e);function xt({places:t,camera:e},n){let r=0,o=n.length;for(;r<o;){let a=r+o>>1;t[n[a]+1]<e.x0?r=a+1:o=a}return r}function q(t,e,n,r,o=[]){t.beginPath();for(let a=0;a<e.length;a+=2)
t.lineTo(e[a],e[a+1]);t.strokeStyle=n,t.lineWidth=r,t.setLineDash([...o]),t.stroke(),t.setLineDash([])}function Mi(t,e){let{run:n,box:r,colour:o}=e,a=n.curves.find(({kind:h,owner:f})=>h==="minimum"&&Ue(e,f));if(!a)return;let i=r.top+r.height,s=n.lateness.get(a.owner)??0,l=Ne(e,a,0);if(l.length===0)return;let p=(h,f,g)=>{t.beginPath();for(let k=0;k<
h.length;k+=2)t.lineTo(h[k],h[k+1]);t.closePath(),t.fillStyle=f,t.globalAlpha=g,t.fill(),t.globalAlpha=1},d=l.at(-2),c=s>0?Ne(e,a,s):l;if(p([...c,d,i,c[0],i],o("--wmsoft"),.5),s===0)return;let u=[...l];for(let h=c.length-2;h>=0;h-=2)u.push(
c[h],c[h+1]);p(u,o("--panesoft"),.55),q(t,c,o("--pane"),1,[2,3])}function Ei(t,e){let{camera:n,places:r,colour:o}=e;e.places[1]===1||n.x1<n.y0||n.x0>n.y1||r.at(-1)<1e6||q(t,[Q(e,n.x0),N(e,n.x0),Q(e,n.x1),N(e,n.x1)],o("--ink3"),1.2,[2,4])}function $i(t){
return t.run.curves.filter(({kind:n,owner:r})=>n==="minimum"&&Ue(t,r)).map(n=>Ne(t,n,0))}function Ne(t,e,n){let{camera:r,box:o}=t,a=[],i=e.at,s=NaN,l=Math.max(0,xt(t,i)-1);for(let p=l;p<i.length;p++){let d=F(t,i[p]),c=e.values[p],u=N(t,c-n);
if(Number.isNaN(s)||a.push(d,s),(c!==-1/0||!Number.isNaN(s))&&(a.push(d,u),s=u),d>o.left+o.width)break}return Number.isNaN(s)||a.push(Math.min(Q(t,r.x1),F(t,1/0)),s),a}var Hr=[[],[6,3],[2,2.5],[9,3,2,3],[4,6]];function Ai(t,e){let{run:n,parts:r,
colour:o,followed:a}=e;t.lineJoin="round";let i=s=>n.curves.filter(l=>l.kind===s&&(!a||a.hasCurve(l)));if(r.has("channels")){t.globalAlpha=.65;for(let s of i("channel"))q(t,Ne(e,s,0),o("--wm"),1);t.globalAlpha=1}if(r.has("minimum")){let s=o(
"--panel");for(let l of i("input"))q(t,Ne(e,l,0),o("--wm"),2,Hr[l.part==="0"?0:1]);for(let l of i("minimum").filter(({owner:p})=>Ue(e,p))){let p=Ne(e,l,0);q(t,p,s,5),q(t,p,o("--wm"),3.4)}}if(r.has("generators")&&i("generator").forEach((s,l)=>{
q(t,Ne(e,s,0),o("--wmink"),1.4,Hr[l%Hr.length]),Ci(t,e,s)}),r.has("channels"))for(let s of i("channel"))Ci(t,e,s)}function Ci(t,e,n){let{colour:r}=e;for(let[o,a]of n.idle){let i=U(n.at,o),s=i<0?-1/0:n.values[i],l=Math.min(N(e,s),e.box.top+e.
box.height-5),[p,d]=[F(e,o),F(e,a)];q(t,[p,l,d,l],r("--panel"),7),q(t,[p,l,d,l],r("--ink3"),5,[2,3]),!(d-p<34)&&(t.font=`600 12px ${e.colour("font-family")}`,t.fillStyle=r("--ink2"),t.textAlign="left",t.fillText("idle",Math.max(p,e.box.left)+
4,l-6))}}var Sn=class{constructor(e){this.plan=e}made=new Map;splits=new Map;splitsOf(e){return[...this.splits.get(e)??[]]}reads(e,n){let r=this.splits.get(e);r?r.add(n):this.splits.set(e,new Set([n]))}take(e,n){switch(n.type){case"WatermarkGenerate\
d":return this.rise("generator",n.operator,n.split,e,n.timestamp),!0;case"SplitStatusChanged":return this.rest("generator",n.operator,n.split,e,n.idle),!0;case"SplitReleased":return!0;case"ChannelWatermarkChanged":return this.rise("channel",
n.channel,"",e,n.after),!0;case"ChannelStatusChanged":return this.rest("channel",n.channel,"",e,n.idle),!0;case"InputWatermarkAdvanced":return this.rise("input",n.subtask,String(n.input),e,n.after),!0;case"InputStatusChanged":return this.rest(
"input",n.subtask,String(n.input),e,n.idle),!0;case"OperatorWatermarkAdvanced":return this.rise("minimum",n.operator,"",e,n.after),!0;default:return!1}}startAgain(e,n,r){let o=this.plan.channels.filter(({target:i})=>i===n).map(({id:i})=>i),
a=new Set([n,...r,...o]);for(let i of this.made.values()){if(!a.has(i.owner))continue;i.at.push(e),i.values.push(-1/0);let s=i.idle.at(-1);s?.[1]===1/0&&(s[1]=e)}}curves(e){let n=new Set(this.plan?.channels.filter(({input:a})=>a>0).map(({target:a})=>a)),
r=[...this.made.values()],o=r.some(({kind:a,owner:i})=>a==="minimum"&&e.has(i));return r.filter(({kind:a,owner:i})=>a==="minimum"?!o||e.has(i):a!=="input"||n.has(i))}rise(e,n,r,o,a){let i=this.curve(e,n,r);i.at.push(o),i.values.push(Ud(a))}rest(e,n,r,o,a){
let{idle:i}=this.curve(e,n,r),s=i.at(-1);a?i.push([o,1/0]):s&&(s[1]=o)}curve(e,n,r){let o=JSON.stringify([e,n,r]),a=this.made.get(o);return a||this.made.set(o,a={kind:e,owner:n,part:r,at:[],values:[],idle:[]}),a}},Oi=9e18;function Ud(t){let e=Number(
t);return e>=Oi?1/0:e<=-Oi?-1/0:e}var Jd=["SourceRecordRead","TimestampAssigned","RecordFiltered","KeySelected","WindowAssigned","WindowsMerged","WindowFired","WindowCleared","LateRecordDropped","TimerRegistered","TimerFired","TimerDeleted","WatermarkGenerated","SplitStatus\
Changed","SplitReleased","ChannelWatermarkChanged","ExecutionReset","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","OperatorWatermarkAdvanced"],Oe=class{constructor(e){this.trace=e;this.made=new Sn(e.plan),this.nameSources();
let n=new Uint8Array(R.length);for(let r of Jd)n[R.indexOf(r)]=1;for(let r=0;r<e.eventCount;r++)n[e.kinds[r]]&&this.take(r,e.event(r));this.dots=this.dots.filter(({time:r})=>Number.isFinite(r)),this.curves=this.made.curves(this.keepers)}dots=[];panes=[];lates=[];timers=[];curves;keys=[];lateness=new Map;keepers=new Set;paneAt=new Map;lateAt=new Map;keyNumbers=new Map;byRead=new Map;byElement=new Map;open=new Map;running=new Map;sources=new Map;made;missedBy(e){
let n=ee(e.windows)?[e.windows]:ie(e.windows)??[];return this.panes.filter(({operator:o,key:a,window:i,gone:s})=>o===e.operator&&a===e.key&&s<e.index&&n.includes(i)).reduce((o,a)=>o&&o.gone>a.gone?o:a,null)}dotBehind(e){return this.byRead.get(
Y(this.trace,e))??this.byElement.get(this.trace.cause(e))}splitsBefore(e){let[n,r]=e.slice(1).split("/"),o=this.trace.plan?.vertices.find(({operators:a})=>a.some(i=>String(i.node)===n));return this.made.splitsOf(`o${o?.operators[0]?.node}/${r}`).
join(", ")}nameSources(){let{plan:e}=this.trace,n=new Set(e?.channels.map(({target_node:o})=>o)),r=0;for(let o of e?.vertices??[]){let[a]=o.operators;if(!(!a||a.inputs.length>0||n.has(a.node))){for(let i=0;i<o.parallelism;i++)this.sources.set(
`o${a.node}/${i}`,r);r++}}}take(e,n){if(!this.made.take(e,n))switch(n.type){case"SourceRecordRead":{let r=this.sources.get(n.operator)??0,o=n.timestamp===null?NaN:Number(n.timestamp),a={index:e,time:o,key:-1,source:r,split:n.split,late:null};
this.byRead.set(e,a),this.dots.push(a),this.made.reads(n.operator,n.split);return}case"TimestampAssigned":{let r=this.byRead.get(Y(this.trace,e));r&&(r.time=Number(n.after));return}case"RecordFiltered":{let r=this.byRead.get(Y(this.trace,e));
r&&(r.time=NaN);return}case"KeySelected":{let r=this.byRead.get(Y(this.trace,e));r&&(r.key=this.keyNumber(n.key));return}case"LateRecordDropped":{this.keepers.add(n.operator);let r=n.timestamp===null?NaN:Number(n.timestamp),o=this.dotOf(e,r),
a=o.key=this.keyNumber(n.key),i=n.cleanup_time===null?null:Number(n.cleanup_time),{operator:s,windows:l}=n,p={index:e,operator:s,key:a,time:r,windows:l,cleanup:i,watermark:Number(n.watermark),dot:o};o.late??=p,this.lateAt.set(e,p),this.lates.
push(p);return}case"TimerRegistered":{let r=ee(n.namespace);if(r&&n.domain==="event"){let s=Number(n.timestamp-r[1])+1;s>(this.lateness.get(n.operator)??0)&&this.lateness.set(n.operator,s)}if(n.namespace!=='""')return;this.keepers.add(n.operator);
let{domain:o}=n,a=Number(n.timestamp),i={index:e,end:1/0,fired:!1,domain:o,time:a,key:this.keyNumber(n.key)};this.running.set(zr(n),i),this.timers.push(i);return}case"ExecutionReset":this.startAgain(e,n.subtask);return;case"TimerFired":case"\
TimerDeleted":{let r=this.running.get(zr(n));if(!r)return;r.end=e,r.fired=n.type==="TimerFired",this.running.delete(zr(n));return}default:this.takePane(e,n)}}takePane(e,n){switch(n.type){case"WindowAssigned":{let r=this.pane(e,n.operator,n.
key,n.window);r.fills.push(e),r.counts.push(n.count),this.dotOf(e,n.timestamp===null?NaN:Number(n.timestamp)).key=r.key;return}case"WindowsMerged":{let o=(ee(n.merged)?[n.merged]:ie(n.merged)??[]).flatMap(i=>this.end(e,n.operator,n.key,i)??
[]),a=this.pane(e,n.operator,n.key,n.result);for(let i of o)i!==a&&(i.into=a);a.fills.push(e),a.counts.push(n.count);return}case"WindowFired":{this.pane(e,n.operator,n.key,n.window).firings.push({index:e,kind:n.kind,count:n.count});return}case"\
WindowCleared":n.reason==="cleanup"&&this.end(e,n.operator,n.key,n.window);return;default:}}startAgain(e,n){let r=Yd(this.trace,n);for(let[o,a]of this.open)r.has(a.operator)&&(a.gone=e,this.open.delete(o));for(let[o,a]of this.running)r.has(
JSON.parse(o)[0])&&(a.end=e,this.running.delete(o));this.made.startAgain(e,n,r)}pane(e,n,r,o){let a=`${n} ${G(r,o)}`,i=this.open.get(a);if(i&&this.paneAt.set(e,i),i)return i;let s=ee(o),l={operator:n,key:this.keyNumber(r),window:o,born:e,gone:1/0,
fills:[],counts:[],firings:[],into:null,start:s?Number(s[0]):-1/0,end:s?Number(s[1]):1/0};return this.keepers.add(n),this.open.set(a,l),this.paneAt.set(e,l),this.panes.push(l),l}end(e,n,r,o){let a=`${n} ${G(r,o)}`,i=this.open.get(a);return i?
(i.gone=e,this.open.delete(a),i):null}dotOf(e,n){let r=this.byRead.get(Y(this.trace,e));if(r)return r;let o=this.trace.cause(e),a=o<0?void 0:this.byElement.get(o);if(a)return a;let i={index:e,time:n,key:-1,source:-1,split:"",late:null};return o>=
0&&this.byElement.set(o,i),this.dots.push(i),i}keyNumber(e){let n=this.keyNumbers.get(e);return n!==void 0?n:(this.keyNumbers.set(e,this.keys.length),this.keys.push(e)-1)}};function Yd({plan:t},e){let{vertex:n,index:r}=t.subtasks.find(({id:o})=>o===
e);return new Set(t.vertices.find(({id:o})=>o===n).operators.map(({node:o})=>`o${o}/${r}`))}function zr(t){return JSON.stringify([t.operator,t.domain,t.key,t.namespace,String(t.timestamp)])}var ye=class{constructor(e){this.trace=e;this.run=new Oe(e),this.clock=new he(e)}run;clock;places=new Map;paint(e,n,r){let{colour:o}=n,a=this.places.get(r);a||this.places.set(r,a=this.clock.places(r));let i={...n,run:this.run,places:a,followed:null,
operators:null};e.globalAlpha=.85;for(let l of $i(i))q(e,l,o("--ink3"),2,[6,4]);e.globalAlpha=1;let s=new Set(n.run.lates.map(Ri));for(let l of this.run.lates){if(s.has(Ri(l)))continue;let[p,d]=[F(i,l.index),N(i,l.time)];e.beginPath(),e.arc(
p,d,6,0,7),e.strokeStyle=o("--fire"),e.lineWidth=1.3,e.setLineDash([2,2]),e.stroke(),e.setLineDash([])}}},Ri=({key:t,time:e,dot:n})=>`${t} ${e} ${n.split}`;function Gr(t,e,n){let r=k=>t.indexesOf([k]).map(w=>[w,t.event(w)]),o=(k,w)=>{let v=e.next(k);return{question:w,position:v}},a=t.indexesOf(["TaskFailed"]).at(-1),[,i]=r("JobStatusChanged").at(-1)??[];if(a!==void 0&&i?.after==="FAILED")return{
question:m("Why does it fail?"),position:a+1};if(a!==void 0)return{question:m("A task failed. What was lost, what is done again?"),position:a+1};let s=r("LateRecordDropped");if(s.length>0){let k=({watermark:x,cleanup_time:S,timestamp:M})=>x===
D?-1n:x-(S??M??x),[w]=s.reduce((x,S)=>k(S[1])>k(x[1])?S:x),v=s.length===1?m("A record came too late. Why?"):m("{0} records came too late. Why?",s.length);return o(w,v)}let l=r("WindowFired"),p=r("WindowsMerged"),d=l.filter(([,{watermark:k,clock:w}])=>k!==
D&&w!=="end of input");if(l.length>0&&d.length===0)return o(l[0][0],m("No window fired before the input ended. Why?"));let c=e.all.filter(({kind:k})=>k==="merge").at(-1);if(c&&p.length>0)return{question:m("How did these sessions become one?"),
position:c.end};let u=r("SplitStatusChanged").find(([,k])=>k.idle);if(u)return o(u[0],m("{0} went idle. What does that change?",u[1].split||n.name(u[1].operator)));if(d.length>0)return o(d[0][0],m("Why does this window fire now?"));let h=r(
"DefaultActionSuspended").find(([,{reason:k}])=>k==="no output buffer"||k==="blocked");if(h)return o(h[0],m("Why does {0} stop reading?",n.name(h[1].subtask)));let f=e.all.find(({kind:k})=>k==="firing");if(f)return{question:m("Why does this\
 timer fire now?"),position:f.end};let g=e.all.filter(({kind:k})=>k==="result").at(-1);return g?{question:m("What came out, and of what?"),position:g.end}:{question:"",position:0}}var jr="You went by the wall clock; event time knows only watermarks.",Xd="You took the channel that moved last; the least of all active ones counts.",Zd="You took the greatest channel; the least of all active ones counts.",Qd="A watermark \
says that no more record comes up to it, itself included: it is one less.",ec="The delay drops nothing: behind the watermark a record still counts while its window is open.",qr="There is no one watermark for the whole job; each task has its\
 own minimum.",tc="Once the watermark has passed the end of its window, and the allowed lateness, it is too late.";function Kr(t,e,n,r){let o=t.event(r);return o.type==="InputWatermarkAdvanced"?nc(t,e,n,r,o):o.type==="WindowAssigned"||o.type===
"LateRecordDropped"?oc(e,n,r,o):o.type==="WindowFired"?ac(e,n,r,o):null}var Ur=["InputWatermarkAdvanced","LateRecordDropped","WindowAssigned","WindowFired"];function nc(t,e,n,r,o){let i=(t.plan?.channels??[]).filter(({target:u,input:h})=>u===
o.subtask&&h===o.input).flatMap(({id:u})=>{let h=n.channels.get(u);return h&&!h.idle?[{id:u,watermark:h.watermark}]:[]});if(i.length<2||o.after===D)return null;let s=i.reduce((u,{watermark:h})=>h>u?h:u,$),l=rc(t,r),d=[...n.channels.values()].
map(({watermark:u})=>u).filter(u=>u!==D).reduce((u,h)=>h>u?h:u,$),c=u=>e.time(u);return Jr(r,m("What does the minimum of {0} become?",e.name(o.subtask)),c(o.after),[{says:c(s),belief:Zd},{says:l===null?null:c(l),belief:Xd},{says:c(o.after+1n),
belief:Qd},{says:c(d),belief:qr},{says:c(n.time_ms),belief:jr}])}function rc(t,e){for(let n=e;n>=Math.max(0,e-40);n--){let r=t.event(n);if(r.type==="ChannelWatermarkChanged")return r.after}return null}function oc(t,e,n,r){let o=r.type==="La\
teRecordDropped",{timestamp:a}=r,i=ee(o?r.windows:r.window);if(a===null||!i)return null;let s=e.operators.get(r.operator)?.watermark??$,l=[...e.channels.values()].reduce((u,h)=>h.watermark>u?h.watermark:u,$),p=u=>m(u?"It is too late, and dr\
opped.":"It counts."),d=t.value(r.key),c=m("A record of {0} with timestamp {1} comes; the watermark is {2}. What becomes of it?",d,t.time(a),t.time(s));return Jr(n,c,p(o),[{says:p(a<=s),belief:ec},{says:p(i[1]-1n<=e.time_ms),belief:jr},{says:p(
i[1]-1n<=l),belief:qr},{says:p(!1),belief:tc}])}function ac(t,e,n,r){let o=e.operators.get(r.operator);if(!o||r.kind!=="on time"||r.watermark===D)return null;let a=l=>{let d=[...o.panes.values()].filter(({window:c})=>(ee(c)?.[1]??D)-1n<=l).
map(({key:c,window:u})=>`${t.value(c)} ${t.window(u)}`).sort();return d.length===0?m("none"):d.length<=3?d.join(", "):m("{0} and {1} more",d.slice(0,2).join(", "),d.length-2)},i=[...e.channels.values()].reduce((l,p)=>p.watermark>l&&p.watermark!==
D?p.watermark:l,$),s=[...o.panes.values()].reduce((l,{window:p})=>{let d=ee(p)?.[1]??$;return d>l?d:l},$);return Jr(n,m("The watermark of {0} comes to {1}. Which panes fire?",t.name(r.operator),t.time(r.watermark)),a(r.watermark),[{says:a(e.
time_ms),belief:jr},{says:a(i),belief:qr},{says:a(s),belief:"A watermark closes only the windows that end before it."},{says:m("none"),belief:"A pane fires as soon as the watermark has reached the end of its window."}])}function Jr(t,e,n,r){
let o=[{text:n,right:!0,misconception:""}];for(let{says:a,belief:i}of r)a===null||o.some(({text:s})=>s===a)||o.push({text:a,right:!1,misconception:i});return o.length<2?null:(o.sort((a,i)=>a.text.localeCompare(i.text,"en",{numeric:!0})),{before:t,
after:t+1,index:t,asks:e,choices:o})}var Yr=class{constructor(e,n){this.plan=e;this.countsRecordsOut=n;this.credit=new z(e.initial_credit),this.exclusive=new z(e.initial_credit)}queued=new z(0);queuedBytes=new z(0);received=new z(0);receivedBytes=new z(0);onWire=new z(0);read=new z(
0);backlog=new z(0);credit;exclusive;underWay=[]},ic=["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut","numFiredTimers"],Xr=class{constructor(e,n,r){this.plan=e;this.head=n;this.ends=r;for(let o of ic)
this.counts[o]=new z(0);this.floatingFree=new z(e.floating_buffers)}inputs=[];outputs=[];conditions=new Xt;counts={};mails=new z(0);outputInUse=new z(0);floatingFree;eventTimeLag=new z(null);attempt=new z([0,0])},Zr=class{counts=new Map;inputWatermarks=new Map;outputWatermark=new z(
$);calls=[];latencies=new Map},sc={"no input":"idle","no output buffer":"soft",blocked:"hard",busy:"busy"},lc=new Set(["endOfData","endOfPartition","barrier"]),St=class{tasks=new Map;channels=new Map;operators=new Map;clock=new z(0);start;end;taskOf=new Map;sources=new Set;position=0;time=0;constructor(e){
this.start=BigInt(e.plan?.start_time_ms??0),e.plan&&this.prepare(e.plan);for(let n=0;n<e.eventCount;n++)this.position=n+1,this.apply(e.event(n));this.end=this.time}prepare(e){let n=new Set(e.channels.map(({target:o})=>o));for(let o of e.subtasks){
let a=e.vertices.find(({id:p})=>p===o.vertex),i=new Map(a.operators.map(({node:p})=>[p,new Zr]));for(let p of a.operators){let d=`o${p.node}/${o.index}`,c=i.get(p.node);this.operators.set(d,c);for(let h of p.inputs)i.get(h).calls.push(c);p.
inputs.length>0&&c.inputWatermarks.set(0,new z($)),this.taskOf.set(d,o.id);let u=e.subtasks.some(h=>h.vertex===o.vertex&&n.has(h.id));p.inputs.length===0&&!u&&this.sources.add(d)}let s=[...i.values()],l=s.filter(({calls:p})=>p.length===0);this.
tasks.set(o.id,new Xr(o,s[0],l))}let r=new Set;for(let o of e.channels){let{source:a,source_node:i,target_node:s,side_output:l,input:p}=o,d=JSON.stringify([a,i,s,l,p]),c=new Yr(o,o.partitioner!=="BROADCAST"||!r.has(d));r.add(d),this.channels.
set(o.id,c);let u=this.task(o.target);u.inputs.push(c);let{inputWatermarks:h}=u.head;h.has(p)||h.set(p,new z($)),this.task(a).outputs.push(c)}}apply(e){switch(e.type){case"ElementWritten":{let n=this.channel(e.channel),r=this.task(n.plan.source);
this.put(n.queuedBytes,n.queuedBytes.last+e.bytes),e.element==="record"&&n.countsRecordsOut&&this.count(r,"numRecordsOut"),lc.has(e.element)||this.count(r,"numBytesOut",e.bytes);return}case"ElementReceived":this.put(this.channel(e.channel).
read,e.sequence+1),e.element==="record"&&this.count(this.task(e.subtask),"numRecordsIn");return;case"ElementProcessed":e.element==="record"&&this.countIn(e.operator,"numRecordsIn");return;case"BufferQueued":this.put(this.channel(e.channel).
queued,e.queued);return;case"BufferSent":{let n=this.channel(e.channel);this.put(n.queued,e.queued),this.put(n.queuedBytes,n.queuedBytes.last-e.bytes),this.put(n.credit,e.credit),this.put(n.onWire,e.on_wire),this.put(n.backlog,e.backlog),n.
underWay.push(e.bytes),this.count(this.task(n.plan.source),"numBuffersOut");return}case"BufferArrived":{let n=this.channel(e.channel);this.put(n.received,e.received),this.put(n.onWire,e.on_wire),this.put(n.receivedBytes,n.receivedBytes.last+
n.underWay.shift());return}case"BufferConsumed":this.consumed(e);return;case"CreditChanged":this.put(this.channel(e.channel).credit,e.after);return;case"InputBuffersChanged":this.put(this.channel(e.channel).exclusive,e.exclusive);return;case"\
FloatingBuffersChanged":this.put(this.task(e.subtask).floatingFree,e.free);return;case"OutputBuffersChanged":this.put(this.task(e.subtask).outputInUse,e.in_use);return;case"InputWatermarkAdvanced":this.put(this.task(e.subtask).head.inputWatermarks.
get(e.input),e.after);return;case"WatermarkEmitted":{let n=this.operators.get(e.operator);this.put(n.outputWatermark,e.timestamp);for(let r of n.calls)this.put(r.inputWatermarks.get(0),e.timestamp);return}case"SourceRecordRead":this.count(this.
task(this.taskOf.get(e.operator)),"numRecordsIn"),this.countIn(e.operator,"numRecordsIn"),e.timestamp!==null&&this.lag(e.operator,e.timestamp);return;case"TimestampAssigned":this.sources.has(e.operator)&&this.lag(e.operator,e.after);return;case"\
TimerFired":this.count(this.task(this.taskOf.get(e.operator)),"numFiredTimers");return;case"LatencyMeasured":{let{latencies:n}=this.operators.get(e.operator),r=n.get(e.source)??new z([0,0,0]),[o,a,i]=r.last;this.put(r,[o+1,a+e.latency,Math.
max(i,e.latency)]),n.set(e.source,r);return}case"LateRecordDropped":this.countIn(e.operator,"numLateRecordsDropped");return;case"ResultWritten":this.countIn(e.operator,"numRecordsSend");return;case"MailEnqueued":case"MailTaken":this.put(this.
task(e.subtask).mails,e.waiting);return;case"DefaultActionSuspended":this.becomes(e.subtask,sc[e.reason]);return;case"DefaultActionResumed":this.becomes(e.subtask,"busy");return;case"TaskStateChanged":{let{conditions:n}=this.task(e.subtask);
e.after==="RUNNING"?n.starts(this.position,this.time):e.before==="RUNNING"&&n.ends(this.position,this.time);return}case"ExecutionReset":this.begin(e.subtask);return;case"ProcessingTimeAdvanced":this.time=Number(e.after-this.start),this.put(
this.clock,this.time);return;default:}}begin(e){let n=this.task(e);this.put(n.attempt,[this.position,this.time]);for(let r of[n.mails,n.outputInUse,n.floatingFree])this.put(r,r.initial);this.put(n.eventTimeLag,null),n.conditions.becomes(this.
position,this.time,"busy");for(let r of n.inputs){let{queued:o,queuedBytes:a,received:i,receivedBytes:s,onWire:l,read:p,backlog:d,credit:c,exclusive:u}=r;for(let h of[o,a,i,s,l,p,d,c,u])this.put(h,h.initial);r.underWay.length=0}for(let[r,o]of this.
operators)if(this.taskOf.get(r)===e){for(let a of[...o.counts.values()])this.put(a,0);for(let a of o.latencies.values())this.put(a,a.initial);for(let a of o.inputWatermarks.values())this.put(a,a.initial);this.put(o.outputWatermark,o.outputWatermark.
initial)}}consumed(e){let n=this.channel(e.channel),r=this.task(n.plan.target);this.count(r,"numBuffersIn"),this.count(r,"numBytesIn",e.bytes),this.put(n.queued,e.queued),this.put(n.received,e.received),n.plan.local?(this.put(n.queuedBytes,
n.queuedBytes.last-e.bytes),this.count(this.task(n.plan.source),"numBuffersOut")):this.put(n.receivedBytes,n.receivedBytes.last-e.bytes)}becomes(e,n){this.task(e).conditions.becomes(this.position,this.time,n)}lag(e,n){let r=Number(BigInt(this.
time)+this.start-n);this.put(this.task(this.taskOf.get(e)).eventTimeLag,r)}count(e,n,r=1){this.put(e.counts[n],e.counts[n].last+r)}countIn(e,n){let{counts:r}=this.operators.get(e),o=r.get(n)??new z(0);this.put(o,o.last+1),r.set(n,o)}put(e,n){
e.set(this.position,this.time,n)}task(e){return this.tasks.get(e)}channel(e){return this.channels.get(e)}};var Qr={told:"what is worth telling: panes, minima, firings, what is late",firing:Kt.firing,watermark:Kt.watermark,record:Kt.record,step:"one turn of a task's mailbox, or of another actor",fact:"every single fact"},_e=Object.keys(Qr),Tn=class{constructor(e){
this.trace=e;this.labels=new we(e.plan),this.wanted={record:this.stopping("record"),watermark:this.stopping("watermark"),firing:this.stopping("firing")};let[n]=[...this.wanted.firing].filter(([r])=>e.kinds.includes(r));n&&(this.wanted.firing=
new Map([n])),this.ranks=new Uint8Array(R.length).fill(255),[...Te.entries()].reverse().forEach(([r,{kind:o}])=>this.ranks[R.indexOf(o)]=r)}wanted;ranks;labels;made=null;stopping(e){let n=Te.filter(({stop:r})=>r===e);return new Map(n.map(({
kind:r,when:o})=>[R.indexOf(r),o]))}get moments(){return this.made??=new yt(this.trace,this.labels)}next(e,n){let{trace:r}=this,o=r.eventCount;if(e>=o)return o;if(n==="told")return this.moments.next(e);if(n==="fact")return e+1;if(n==="step")
return Math.max(r.eventRange(r.stepOf(e))[1],e+1);for(let a=e;a<o;a++)if(this.stopsAt(a,n))return a+1;return o}back(e,n){let{trace:r}=this;if(e<=1)return 0;if(n==="told")return this.moments.back(e);if(n==="fact")return e-1;if(n==="step")return Math.
max(r.eventRange(r.stepOf(e-1))[0],0);for(let o=e-2;o>=0;o--)if(this.stopsAt(o,n))return o+1;return 0}spotlight(e,n){let r=e-1;if(r>=0&&n==="told"){let s=this.moments.endingAt(e);if(s)return s.lead}if(r<0||n!=="step"&&n!=="told")return r;let[
o,a]=this.trace.eventRange(this.trace.stepOf(r));if(a!==e)return r;let i=r;for(let s=r;s>=o;s--)this.ranks[this.trace.kinds[s]]<=this.ranks[this.trace.kinds[i]]&&(i=s);return i}stopsAt(e,n){let r=this.wanted[n].get(this.trace.kinds[e]);return r===
void 0?!1:r===""||Pe(r,this.trace.event(e),this.labels)}};var Cn=class{constructor(e,n){this.stepper=e;this.isOwn=n}wantedKey="";follow(){let{stepper:e}=this,{step:n,fact:r,view:o,task:a,key:i,by:s,focus:l,mode:p,language:d}=jt(location.hash);if(d&&d!==K())return e.speak(d==="zh"?"zh":"en");let c=_e.
find(f=>f===s);c&&(e.player.grain=c),e.view=We.find(f=>f===o)??e.view;let u=[...e.lookup.subtasks.keys()].find(f=>f===a||e.labels.name(f)===a);a!==void 0&&(e.pinned=u??null),this.wantedKey=i??"",e.root.classList.toggle("hall",p==="hall"),e.
root.classList.toggle("embed",new URLSearchParams(location.search).has("embed")),r!==void 0?e.player.go(r):n!==void 0&&e.player.goToStep(n);let h=l===void 0?null:Va(l);(h||e.following.followed)&&e.following.on(h),e.rearrange()}write(){this.
isOwn&&history.replaceState(null,"",this.text)}get text(){let{player:e,trace:n,view:r,pinned:o,labels:a,panel:i,following:s,root:l}=this.stepper,p=e.step>=0&&n.eventRange(e.step)[1]===e.position;return Uo({...p?{step:e.step}:{fact:e.position},
view:r,...o?{task:a.name(o)}:{},key:i?.keys.name??"",...s.followed?{focus:qe(s.followed.focus)}:{},...e.grain==="told"?{}:{by:e.grain},...l.classList.contains("hall")?{mode:"hall"}:{},...K()==="en"?{}:{language:K()}},location.hash)}async copy(){
this.write();let e=await Jo(location.href),n=this.stepper.parts.get("copy");n.textContent=e?m("copied"):m("see the address"),window.setTimeout(()=>n.textContent=m("copy link"),1600)}};var pc={firing:[1150,650],late:[1500,1300],failure:[700,1300],merge:[900,650],minimum:[560,90],idle:[560,400]},dc=440,cc=70,uc=1300,mc=90,hc=320,fc=110;function En(t,e,n){let[r,o]=(t&&pc[t])??[Math.min(uc,dc+cc*(e-1)),mc];return{way:Math.max(
fc,r/n),rest:o/n}}var Je=t=>t<.5?4*t**3:1-(2-2*t)**3/2,Ye=(t,e,n)=>Math.max(0,Math.min(1,(t-e)/(n-e))),gc=()=>window.matchMedia("(prefers-reduced-motion: reduce)").matches,Mn=class{constructor(e){this.draw=e}phase={from:0,to:0,t:1};frame=0;started=0;lasts=0;gone=0;get moves(){
return this.frame!==0}go(e,n,r){if(this.stop(),gc())return this.stand(e,n);let{phase:o}=this;this.gone=o.from===e&&o.to===n&&o.t<1?o.t:0,this.phase={from:e,to:n,t:this.gone},this.lasts=n<e?Math.min(r,hc):r,this.started=0,this.draw(this.phase),
this.frame=window.requestAnimationFrame(a=>this.tick(a))}stand(e,n,r=1){this.stop(),this.phase={from:e,to:n,t:r},this.draw(this.phase)}stop(){window.cancelAnimationFrame(this.frame),this.frame=0}tick(e){this.started||=e;let n=Math.min(1,(e-
this.started)/this.lasts),r=performance.now();this.phase={...this.phase,t:this.gone+(1-this.gone)*n},this.frame=n<1?window.requestAnimationFrame(o=>this.tick(o)):0,this.draw(this.phase),performance.measure("flinksim:motion",{start:r})}};var Pi="http://www.w3.org/2000/svg",kc=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-size","font-weight","font-family","text-anchor","paint-order","stroke-linejoin","stroke-linecap"];function Wi(t,e,n,r){
let o=e.getBoundingClientRect(),a=getComputedStyle(t),i=wc(r,Math.max(40,Math.floor(o.width/9))),s=52+i.length*22,[l,p]=[Math.round(o.width),Math.round(o.height+s)],d=document.createElementNS(Pi,"svg");d.setAttribute("viewBox",`0 0 ${l} ${p}`),
d.setAttribute("width",String(l)),d.setAttribute("height",String(p)),d.setAttribute("font-family",a.fontFamily),d.append(eo("rect",{width:String(l),height:String(p),fill:a.getPropertyValue("--bg")})),d.append(Ii(n,16,28,"700 15px",a.getPropertyValue(
"--ink"))),i.forEach((c,u)=>d.append(Ii(c,16,54+u*22,"500 16px",a.getPropertyValue("--ink"))));for(let c of e.querySelectorAll("svg, canvas")){let u=c.getBoundingClientRect();if(u.width===0||u.height===0||c.closest("button, .legend, svg svg"))
continue;let h={x:String(u.left-o.left),y:String(u.top-o.top+s),width:String(u.width),height:String(u.height)};c instanceof HTMLCanvasElement?d.append(eo("image",{...h,href:c.toDataURL("image/png")})):d.append(bc(c,h))}return{svg:d,width:l,
height:p}}function eo(t,e){let n=document.createElementNS(Pi,t);for(let[r,o]of Object.entries(e))n.setAttribute(r,o);return n}function Ii(t,e,n,r,o){let[a,i]=r.split(" "),s=eo("text",{x:String(e),y:String(n),"font-weight":a,"font-size":i,fill:o});
return s.textContent=t,s}function bc(t,e){let n=t.cloneNode(!0),[r,o]=[[...t.querySelectorAll("*")],[...n.querySelectorAll("*")]];r.forEach((a,i)=>{let s=getComputedStyle(a);for(let l of kc)o[i].setAttribute(l,s.getPropertyValue(l));o[i].removeAttribute(
"class")}),n.removeAttribute("class");for(let[a,i]of Object.entries(e))n.setAttribute(a,i);return n}function wc(t,e){let n=[];for(let r of t.split(" ")){let o=n.at(-1);o===void 0||o.length+r.length>=e?n.push(r):n[n.length-1]=`${o} ${r}`}return n}
function to({svg:t}){return new XMLSerializer().serializeToString(t)}async function no(t){let e=new Image;return e.src=t,await e.decode(),e}var Tt=t=>no(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(to(t))}`);async function Li(t){let e=document.
createElement("canvas");return[e.width,e.height]=[t.width*2,t.height*2],e.getContext("2d").drawImage(await Tt(t),0,0,e.width,e.height),new Promise((n,r)=>e.toBlob(o=>o?n(o):r(new Error("no picture")),"image/png"))}function Fi(t,e,n,r){let a=n.
all.filter(({end:i})=>i<=r).map(({lead:i,count:s})=>{let l=s>1?` (${s} of these)`:"";return`step ${t.stepOf(i)}: ${X(t.event(i),e)}${l}`});return`${t.plan?.job_name??"a run"}

${a.join(`
`)}
`}function $n(t,e){let n=document.createElement("a");n.href=URL.createObjectURL(e),n.download=t,n.click(),window.setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}var Ni=1e3,yc=12.5,_i={webm:["video/webm;codecs=vp9","video/webm"],mp4:["video/mp4;codecs=avc1","video/mp4"]},An=class{constructor(e){this.stepper=e}gif=null;pictures(e,n,r=yc,o=1){let{player:a,trace:i}=this.stepper,{stops:s,grain:l}=a,p=u=>i.
eventRange(Math.max(0,Math.min(u,i.stepCount-1)))[1],d=[],c=p(e);for(d.push({from:c,to:c,t:1,ms:Ni/o});c<p(n);){let u=Math.min(s.next(c,l),p(n)),h=l==="told"?s.moments.endingAt(u):null,{way:f,rest:g}=En(h?.kind??null,h?.count??1,o),k=Math.max(
1,Math.round(f*r/1e3));for(let w=1;w<=k;w++)d.push({from:c,to:u,t:w/k,ms:f/k});d.at(-1).ms+=Math.max(g,Ni/o),c=u}return d}async show({from:e,to:n,t:r}){this.stepper.standAt(e,n,r),await new Promise(o=>requestAnimationFrame(()=>requestAnimationFrame(
o)))}async add(e,n){this.addPixels(ro(await no(e)),n)}async end(){let e=this.gif.end();return this.gif=null,new Promise(n=>{let r=new FileReader;r.onload=()=>n(String(r.result)),r.readAsDataURL(e)})}async save(e,n,r,o){let{player:a}=this.stepper;
a.pause();let i=a.position,s=this.pictures(n,r);try{return e==="gif"?await this.makeGif(s,o):await this.record(e,s,o)}finally{a.go(i)}}async makeGif(e,n){for(let[o,a]of e.entries())await this.show(a),this.addPixels(ro(await Tt(Ct(this.stepper))),
a.ms),n((o+1)/e.length);let r=this.gif.end();return this.gif=null,r}addPixels(e,n){let{width:r,height:o}=e.canvas;this.gif??=new kt(r,o),this.gif.add(e.getImageData(0,0,r,o).data,n)}async record(e,n,r){await this.show(n[0]);let o=ro(await Tt(
Ct(this.stepper))),a=new MediaRecorder(o.canvas.captureStream(),{mimeType:Di(e),videoBitsPerSecond:6e6}),i=[];a.ondataavailable=({data:p})=>i.push(p);let s=new Promise(p=>a.onstop=p);a.start();let l=performance.now();for(let[p,d]of n.entries())
await this.show(d),o.drawImage(await Tt(Ct(this.stepper)),0,0),l+=d.ms,await new Promise(c=>window.setTimeout(c,l-performance.now())),r((p+1)/n.length);return a.stop(),await s,new Blob(i,{type:`video/${e}`})}},Bi=()=>["gif",...Object.keys(_i).
filter(t=>Di(t)!==void 0)];function Di(t){return _i[t]?.find(e=>typeof MediaRecorder<"u"&&MediaRecorder.isTypeSupported(e))}function Ct({root:t,trace:e,player:n,parts:r}){let o=`${e.plan?.job_name??""} · step ${n.step}`;return Wi(t,t.querySelector(
".middle"),o,r.get("sentence").innerText)}function ro(t){let e=document.createElement("canvas");[e.width,e.height]=[t.naturalWidth,t.naturalHeight];let n=e.getContext("2d",{willReadFrequently:!0});return n.drawImage(t,0,0),n}var On=class{constructor(e,n){this.stepper=e;this.model=n}followed=null;on(e){let{stepper:n}=this,r=e&&this.followed&&qe(e)===qe(this.followed.focus),{panel:o,side:a}=n.ensurePlane(),{trace:i,lookup:s,labels:l,parts:p}=n;this.followed=e&&!r?
new pt(e,i,s,l,o.plane.run):null,o.plane.follow(this.followed),a.follow(this.followed),p.put("focus",this.followed?`${m("following {0}",b(this.followed.words))} ✕`:""),p.get("focus").hidden=!this.followed,this.followed&&n.inquiry.point(qe(
this.followed.focus)),n.redraw()}here(){let{hover:e}=this.stepper.panel?.plane??{hover:null};e?.what==="pane"?this.on({kind:"window",id:e.pane.window}):e?this.on({kind:"record",id:String(e.what==="late"?e.late.dot.index:e.dot.index)}):this.
on(this.followed?null:Ha(this.stepper.trace,this.stepper.index))}get answer(){let{trace:e,panel:n,labels:r,index:o}=this.stepper,a=this.stepper.inquiry.answer??Me(this.model.get("answer"),e.stepCount);if(a)return a;let i=o<0?void 0:n?.plane.
run.lateAt.get(o);return i?Aa(e,n.plane.run,r,i):null}get isAsked(){return Me(this.model.get("answer"),this.stepper.trace.stepCount)!==null}drawAnswer(){let{side:e,inquiry:n,player:r,index:o,trace:a,scrubber:i,root:s}=this.stepper,{answer:l}=this;
e?.setAnswer(l,r.step,n.triesOf(l)),n.at(o,r.step);let p=l?.links??[];i.light(p.map(({step:c,position:u})=>u??a.eventRange(Math.max(0,c))[1]));let d=new Set(p.flatMap(({things:c})=>c));for(let c of s.querySelectorAll("[data-task]")){let u=c.
dataset.task,h=[u,...this.stepper.lookup.operatorsOf(u).map(({id:f})=>f)];c.classList.toggle("lit",h.some(f=>d.has(f)))}}walk({step:e,position:n,things:r}){let{lookup:o,player:a}=this.stepper,i=[...o.subtasks.keys()].find(s=>o.inputsOf(s).some(
({id:p})=>r.includes(p))||r.includes(s)||o.operatorsOf(s).some(({id:p})=>r.includes(p)));i&&(this.stepper.pinned=i),a.pause(),n!==void 0?a.go(n):a.goToStep(e)}};var Rn=class{known=new Map;constructor(e,n){for(let r of Array.isArray(e)?e:[]){let o=K()==="zh"&&r?.zh?r.zh:r,a=Me(o,n.stepCount),i=Array.isArray(r?.runs)?r.runs.map(String):[];a&&this.known.set(a.question,{told:o,answer:a,runs:i})}}get questions(){
return[...this.known.keys()]}runsOf(e){return this.known.get(e)?.runs??[]}replyTo(e,n,r){if(e==="point")return[{thing:n.thing,questions:this.about(String(n.thing))},null];if(e==="about")return[{questions:this.near(Number(n.fact))},null];let o=this.
known.get(e==="why"?String(n.question):r?.question??"");if(e==="why"&&o)return[{answer:o.told},null];let a=e==="try"?o?.runs[Number(n.change)]:void 0;return a?[{tried:""},a]:[{problem:m("This was not worked out beforehand: it needs Python.")},
null]}near(e){let n=r=>r.answer.links.some(({position:o})=>o===e+1)?0:1;return[...this.known.values()].sort((r,o)=>n(r)-n(o)).map(({answer:r})=>r.question)}about(e){let[n,r]=[e.slice(0,e.indexOf(":")),e.slice(e.indexOf(":")+1)],o=({answer:a})=>a.
links.some(({things:i,position:s})=>i.includes(r)||(n==="record"||n==="row")&&s===Number(r)+1);return[...this.known.values()].filter(o).map(({answer:a})=>a.question)}};var oo=(t,e,n,r)=>`<form data-form="${t}"><input name="words" aria-label="${e}" placeholder="${n}" autocomplete="off">${r}</form>`,In=(t,e="")=>`<button type="submit" class="small" value="${e}">${t}</button>`,ao='<p class="askNote" role="st\
atus"></p>',vc=()=>`<p class="none">${m("Worked out before this page was saved. Other questions, and changes, need Python: a notebook, or flinksim why.")}</p><div class="choices"></div>${ao}`,xc=()=>oo("why",m("A question in words"),m("why \
…"),In(m("ask")))+`<div class="choices"></div>${ao}`,Sc=()=>oo("until",m("A condition in words"),"watermark of windows &gt; 12:00",In(m("back to"),"back")+In(m("on to"),"on"))+oo("watch",m("What to watch"),"pane [0, 10000) of a",In(m("wat\
ch")))+`${ao}<div class="watches"></div>`,Vi=t=>t.map(e=>`<button type="button" class="small" data-question="${b(e)}">${b(e)}</button>`).join("");function Tc(t,e,n){if(t==="task"||t==="channel")return n.name(e);if(t==="watermark")return m("\
watermark of {0}",n.name(e));if(t==="window")return`${m("window")} ${n.window(e)}`;if(t==="pane"||t==="timer"){let o=JSON.parse(e),a=JSON.stringify(o[t==="pane"?1:2]);return t==="pane"?`${W(a)} ${n.window(JSON.stringify(o[2]))}`:m("timer of\
 {0}",W(a))}let r=t==="key"?W(e):t==="split"?e:"";return`${m(t==="key"?"key":t==="split"?"split":t==="row"?"result":"record")} ${r}`.trim()}var Pn=class{constructor(e,n,r,o){this.stepper=e;this.model=n;this.carry=r;this.take=o;this.beforehand=
new Rn(n.get("answered"),e.trace),this.bar.addEventListener("click",a=>this.choosePointed(a))}answer=null;asked=0;sent=null;waiting=new Map;why=null;watch=null;fact=-1;about=-1;watched=[];beforehand;pointedAt=-1;was=0;stands=0;get isOwn(){return!this.
carry.turned&&!this.carry.tried&&this.carry.crashes.length===0}get hasPython(){return this.model.get("can_ask")===!0&&this.isOwn}get isOpen(){return this.hasPython||this.isOwn&&this.beforehand.questions.length>0}triesOf(e){return!e||!this.isOpen||
e!==this.answer?0:this.hasPython?1+(e.also?.length??0):this.beforehand.runsOf(e.question).length}ready(e,n){if(!(!this.isOpen||this.why)){[this.why,this.watch]=[e,n],O(e,this.hasPython?xc():vc()),this.hasPython&&O(n,Sc());for(let r of[e,n])
r.addEventListener("submit",o=>this.submit(o)),r.addEventListener("click",o=>this.choose(o))}}at(e,n){this.pointedAt>=0&&n!==this.pointedAt&&this.unpoint(),this.why&&(n!==this.stands&&(this.was=Math.max(0,this.stands),this.stands=n,this.hasPython&&
this.look()),this.fact=e,this.offerFor())}offerFor(){let{fact:e}=this;!this.why||e<0||e===this.about||this.why.closest("[data-of]")?.hidden!==!1||(this.about=e,this.send("about",{fact:e}))}point(e){this.isOpen&&this.send("point",{thing:e,step:Math.
max(0,this.stepper.player.step)})}unpoint(){this.pointedAt=-1,this.bar.hidden=!0}get bar(){return this.stepper.parts.get("pointed")}offerPointed(e,n){this.pointedAt=this.stepper.player.step;let r=e.indexOf(":"),o=Tc(e.slice(0,r),e.slice(r+1),
this.stepper.labels),a=n.length>0?"":`<span class="none">${this.hasPython?m("Nothing is asked about it here."):m("Nothing about it was worked out before this page was saved.")}</span>`,i=`<button type="button" class="small" data-unpoint ari\
a-label="${m("Point at nothing")}">✕</button>`;O(this.bar,`<b>${b(o)}</b><div class="choices">${Vi(n)}${a}</div>${i}`),this.bar.hidden=!1}choosePointed(e){let n=e.target;if(n.closest("[data-unpoint]"))return this.unpoint();let r=n.closest(
"[data-question]")?.dataset.question;r&&(this.stepper.show("plane"),this.stepper.openTab("why"),this.ask(r))}try(e){this.send("try",{change:e})}hear(){let e=this.model.get("told")??{};if(e.id!==this.asked||!this.sent)return;let n=this.sent;
this.sent=null,this.heard(n,e);let r=this.waiting.entries().next().value;r&&(this.waiting.delete(r[0]),this.send(...r))}heard(e,n){let{problem:r,questions:o,answer:a,tried:i,step:s,rows:l,thing:p}=n,d=e==="until"||e==="watch";this.note(d,typeof r==
"string"?r:""),Array.isArray(o)&&typeof p=="string"?this.offerPointed(p,o.map(String)):Array.isArray(o)&&this.offer(o.map(String));let c=Me(a,this.stepper.trace.stepCount);c&&(this.answer=c,this.stepper.redraw()),typeof i=="string"&&this.open(),
typeof s=="number"&&this.stepper.player.goToStep(s),Array.isArray(l)&&this.list(l),e==="watch"&&typeof r=="string"&&this.watched.pop()}send(e,n){if(!this.hasPython){let[r,o]=this.beforehand.replyTo(e,n,this.answer);return o&&this.model.set(
"turned_trace",this.model.get(o)),this.heard(e,r)}if(this.sent){this.waiting.set(e,n);return}this.sent=e,this.model.set("asks",{id:++this.asked,what:e==="point"?"about":e,language:K(),...n}),this.model.save_changes()}note(e,n){let r=(e?this.
watch:this.why)?.querySelector(".askNote");r&&(r.textContent=n)}submit(e){e.preventDefault();let n=e.target,r=n.querySelector("input"),o=r.value.trim();if(o==="")return;let a=n.dataset.form;if(a==="why")this.ask(o);else if(a==="until"){let i=e.
submitter?.value==="back";this.send("until",{words:o,back:i,step:Math.max(0,this.stepper.player.step)})}else this.watched.includes(o)||(this.watched.push(o),r.value="",this.look())}choose(e){let{question:n,unwatch:r}=e.target.closest("[data\
-question],[data-unwatch]")?.dataset??{};n&&this.ask(n),r!==void 0&&(this.watched.splice(Number(r),1),this.watched.length===0?this.list([]):this.look())}ask(e){this.note(!1,m("trying …")),this.send("why",{question:e})}offer(e){O(this.why.
querySelector(".choices"),Vi(e))}look(){this.watched.length>0&&this.send("watch",{words:[...this.watched],was:this.was,now:Math.max(0,this.stands)})}list(e){let n=e.map(([o,a,i],s)=>`<tr${a===i?"":' class="changed"'}><th scope="row">${b(o)}\
</th><td>${b(a)}</td><td>${b(i)}</td><td><button type="button" class="small" data-unwatch="${s}" aria-label="${m("Watch it no longer")}: ${b(o)}">✕</button></td></tr>`),r=`<tr><th></th><th scope="col">${m("was")}</th><th scope="col">${m("\
now")}</th><th></th></tr>`;O(this.watch.querySelector(".watches"),e.length?`<table>${r}${n.join("")}</table>`:"")}async open(){try{let e=await de(pe(this.model.get("turned_trace"))),{stepper:n,carry:r}=this;this.take(e,{...r,ghost:new ye(n.
trace),position:e.positionBy(n.time??0n),view:n.view,tried:!0})}catch(e){this.note(!1,e instanceof Error?e.message:String(e))}}};var Wn="http://www.w3.org/2000/svg",Hi=.6,Fn=(t,e)=>e==="in"?{curve:t,low:Hi,high:1}:{curve:t,low:0,high:Hi},zi=.42,Cc=3,Xe=class{el=document.createElementNS(Wn,"svg");all=[];boxes=[];constructor(){this.el.setAttribute("class","travellers"),
this.el.setAttribute("aria-hidden","true")}set(e,n,r,o,a,i){this.el.setAttribute("viewBox",`0 0 ${a.width} ${a.height}`),this.all=[],this.boxes=n.boxes;let s=Math.max(1,o-r);for(let l of e){let p=Ec(l.legs,n),d=p.reduce((v,x)=>v+x.length,0);
if(p.length===0)continue;let c=(l.first-r)/s,u=Math.min(c,1-zi),h=Math.min(1,Math.max(u+zi,(l.last+1-r)/s)),f=Ac(l),g=Ic(l.legs,n),k=e.length<=Cc&&g>=Rc?E(i(l),g,"strong"):"",w=k===""?null:Wc(k);w&&f.append(w),this.all.push({journey:l,pieces:p,
length:d,element:f,start:u,end:h,label:w,wide:C(k,"strong")})}this.el.replaceChildren(...this.all.map(({element:l})=>l))}show({t:e}){for(let{journey:n,pieces:r,length:o,element:a,start:i,end:s,label:l,wide:p}of this.all){let d=Je(Ye(e,i,s)),
{x:c,y:u}=Mc(r,d*o),h=n.end==="dropped"||n.end==="filtered"?Ye(d,.86,1):0,f=e<i||e>=s&&n.end!=="dropped";a.setAttribute("transform",`translate(${c.toFixed(1)} ${(u+h*7).toFixed(1)})`),a.setAttribute("opacity",f?"0":String(n.end==="filtered"?
1-h:1)),l?.setAttribute("opacity",this.boxes.some(g=>Pc(g,c,u,p))?"0":"1"),a.classList.toggle("isLate",n.end==="dropped"&&h>0)}}};function Mc(t,e){let n=e;for(let r of t){if(n<=r.length)return r.at(r.length===0?1:n/r.length);n-=r.length}return t.
at(-1).at(1)}function Ec(t,e){let n=[],r=null;for(let o of t){let a="channel"in o?e.channel(o.channel,o.how):null,i=a?io(a.curve,a.low):"operator"in o?e.operator(o.operator):null;if(!i||(r&&n.push(Gi(r,i)),r=i,!a))continue;let{curve:s,low:l,
high:p}=a,d=Math.hypot(s[2]-s[0],s[3]-s[1])*(p-l);n.push({length:d,at:c=>io(s,l+(p-l)*c)}),r=io(s,p)}return n.length===0&&r&&n.push(Gi(r,r)),n}function io(t,e){let[n,r]=se(t,e);return{x:n,y:r}}function Gi(t,e){let n=r=>({x:t.x+(e.x-t.x)*r,y:t.
y+(e.y-t.y)*r});return{length:Math.hypot(e.x-t.x,e.y-t.y),at:n}}var $c={record:["circle",{r:"6.5",class:"record"}],watermark:["path",{d:"M-9 -8h12l6 8l-6 8h-12z",class:"watermark"}],result:["rect",{x:"-7",y:"-6",width:"14",height:"12",rx:"3",
class:"resultMark"}],barrier:["rect",{x:"-2.5",y:"-11",width:"5",height:"22",rx:"2",class:"barrierMark"}],status:["rect",{x:"-4",y:"-7",width:"8",height:"14",rx:"3",class:"mark"}]};function Ac({what:t}){let e=document.createElementNS(Wn,"g");
e.setAttribute("class",`traveller ${t}`);let[n,r]=$c[t],o=document.createElementNS(Wn,n);for(let[a,i]of Object.entries(r))o.setAttribute(a,i);return e.append(o),e}var Ln=13,Oc=12,Rc=40;function Ic(t,e){for(let n of t){let r="channel"in n?e.
channel(n.channel,n.how)?.curve:void 0;if(r)return Math.abs(r[2]-r[0])-Ln}return 0}function Pc(t,e,n,r){let[o,a]=[n-Ln+3,n-Ln-Oc];return e+r/2>t.x&&e-r/2<t.x+t.width&&o>t.y&&a<t.y+t.height}function Wc(t){let e=document.createElementNS(Wn,"t\
ext");return e.setAttribute("class","travellerName"),e.setAttribute("y",String(-Ln)),e.setAttribute("text-anchor","middle"),e.textContent=t,e}var so=8,Mt=6,Lc=21,Fc=40,Nc=210;function qi(t,e,n){let r=fn(t),o=L(e*.1,34,150),a=(e-2*so-o*(r.length-1))/r.length,i=new Map,s=new Map;return r.forEach((l,p)=>{let d=so+p*(a+o),c=l.reduce((v,{parallelism:x})=>v+x,0),u=v=>(n-2*so-Mt*(v-1))/
v,h=u(c)<Lc,f=({parallelism:v})=>h&&v>1||un(c,v),g=l.reduce((v,x)=>v+(f(x)?1:x.parallelism),0),k=Math.min(58,u(g)),w=(n-g*(k+Mt)+Mt)/2;for(let v of l){let x=f(v);x&&s.set(v.id,v);for(let S=0;S<v.parallelism;S++)i.set(`${v.id}/${S}`,{x:d,y:w,
width:a,height:k}),x||(w+=k+Mt);x&&i.set(v.id,{x:d,y:w,width:a,height:k}),x&&(w+=k+Mt)}}),{width:e,height:n,boxes:i,heats:s}}function Ki(t,e){let n=new Map(t.trace.plan?.channels.map(r=>[r.id,r]));return{operator(r){let[o,a]=r.slice(1).split(
"/");for(let i of t.trace.plan?.vertices??[]){let s=i.operators.findIndex(p=>String(p.node)===o),l=s<0?void 0:e.boxes.get(`${i.id}/${a}`);if(l)return{x:l.x+l.width*s/i.operators.length,y:l.y+l.height/2}}return null},channel(r,o){let a=n.get(
r);return a?Fn(Ui(t,e,a),o):null},boxes:[...e.boxes.values()]}}function Ui(t,{boxes:e,heats:n},r){let o=e.get(r.source),a=e.get(r.target),i=d=>n.has(t.lookup.subtasks.get(d).vertex),s=t.lookup.inputsOf(r.target),l=t.lookup.outputsOf(r.source),
p=(d,c)=>i(d)?.5:(c.indexOf(r)+1)/(c.length+1);return[o.x+o.width,o.y+o.height*p(r.source,l),a.x,a.y+a.height*p(r.target,s)]}var ji=64;function Ji(t,e,n){let{plan:r}=t.trace;if(!r)return"";let o=[],a=r.channels.length>ji||e.heats.size>0,i=new Set,
s=[];for(let d of r.channels){let c=Ui(t,e,d),u=t.scene.view.channels.get(d.id),h=`stripWire ${u?.idle?"idle":u?.holds&&u.aligned?"holds":""}`;if(a){let k=[c[0],c[1]|0,c[2],c[3]|0].join();if(i.size>=ji||i.has(k))continue;i.add(k)}let f=n(d.
source)||n(d.target)?" away":"";o.push(`<path d="${Ce(...c)}" class="${h}${f}"/>`);let g=u?u.written-u.read:0;g>0&&!a&&s.push([c,g])}let l=[];for(let[d,c]of s)o.push(_c(d,c,l));for(let[d,c]of e.heats)o.push(Ke(t,c,e.boxes.get(d)));for(let{id:d,
vertex:c}of r.subtasks)e.heats.has(c)||o.push(Bc(t,d,e.boxes.get(d),n(d)));let p=r.subtasks.slice(0,12).map(({id:d})=>`${t.labels.name(d)}: ${ut(t,d)}`);return B(e.width,e.height,m("The job: {0}",p.join("; ")),o.join(""),"group")}function _c(t,e,n){
let r=String(e),o=C(r,"t3")+10;for(let a of[.5,.36,.64,.22,.78]){let[i,s]=se(t,a),l={x:i-o/2,y:s-8,width:o,height:16};if(n.every(d=>i-o/2>d.x+d.width||i+o/2<d.x||Math.abs(d.y-l.y)>16))return n.push(l),T(l.x,l.y,o,16,"waitChip",8)+y(i,s+4.5,
r,"t3","middle")}return""}function Bc(t,e,{x:n,y:r,width:o,height:a},i){let s=t.lookup.outputsOf(e).some(A=>{let P=t.scene.view.channels.get(A.id);return P?.holds&&P.aligned&&!P.idle}),l=t.labels.name(e).replace(/^Source: /,""),p=cn(t,e),d=ut(
t,e),c=t.actor===e,u=["stripTask",s?"holds":"",c?"runs":"",e===t.task?"selected":"",i?"away":""],h=`${l}, ${m("watermark {0}",p)}, ${d}${s?`, ${m("holds the minimum")}`:""}`,f=C(p,"strong"),g=`<g class="${u.filter(Boolean).join(" ")}" data-\
task="${b(e)}" tabindex="0" role="button" aria-pressed="${t.pinned&&e===t.task}"><title>${b(h)}</title>`+T(n,r,o,a,"box",8),k=a>=Fc,w=k?r+a/2-4:r+a/2+5,v=k&&o<Nc;if(g+=y(n+10,w,Z(l,o-(v?0:f)-30,"t1"),"t1"),g+=y(n+o-10,v?w+18:w,p,"t2 strong \
wmText","end"),v)return`${g}${y(n+10,w+18,E(d,o-f-30,"t3"),"t3")}</g>`;if(!k)return`${g}</g>`;let x=s?m("holds the minimum"):"",S=o-20-(x?C(x,"strong")+12:0),M=S<90;return g+=y(n+10,w+18,E(d,M?o-20:S,"t3"),"t3"),x&&!M&&(g+=y(n+o-10,w+18,x,"\
t3 strong wmText","end")),`${g}</g>`}function Ze(t,e){let{left:n,top:r,width:o}=t.getBoundingClientRect(),a=t instanceof HTMLElement?t.offsetWidth:o,i=a>0&&o>0?o/a:1;return[(e.clientX-n)/i,(e.clientY-r)/i]}function Yi(t){let{file:e,first:n,lines:r,nodes:o}=t??{};return typeof e=="string"&&typeof n=="number"&&Array.isArray(r)&&typeof o=="object"&&r.length>0?{file:e,first:n,lines:r.map(String),nodes:o}:null}function Dc(t,e){return!e||!("operato\
r"in e)||typeof e.operator!="string"?-1:t.nodes[e.operator.slice(1).split("/")[0]]??-1}var Nn=class{constructor(e,n){this.el=e;this.program=n}drawn="";tall=0;draw(e){let{first:n,lines:r,file:o}=this.program,a=Dc(this.program,e.fact),i=a<0?"":
Vc(e),s=`${a} ${i}`;if(s===this.drawn&&this.el.clientHeight===this.tall)return;this.drawn=s,this.tall=this.el.clientHeight;let l=r.map((d,c)=>{let u=n+c===a,h=u&&i!==""?`<em>${b(i)}</em>`:"";return`<div${u?' class="lit" aria-current="true"':
""}><i>${n+c}</i><code>${b(d)||" "}</code>${h}</div>`});O(this.el,l.join("")),this.el.title=a<0?o:m("{0}, line {1}",o,a);let p=this.el.querySelector(".lit");p&&(this.el.scrollTop=p.offsetTop-(this.el.clientHeight-p.offsetHeight)/2)}};function Vc({
fact:t,labels:e}){switch(t?.type){case"SourceRecordRead":case"ResultWritten":case"SideOutputEmitted":return e.value(t.value);case"TimestampAssigned":return e.time(t.after);case"WatermarkGenerated":case"WatermarkEmitted":return m("watermark \
{0}",e.time(t.timestamp));case"OperatorWatermarkAdvanced":return m("event time {0}",e.time(t.after));case"KeySelected":return m("key {0}",e.value(t.key));case"WindowAssigned":return m("{0} in {1}",t.count,e.window(t.window));case"WindowsMer\
ged":return m("becomes {0}",e.window(t.result));case"WindowFired":return m("fires {0}",e.window(t.window));case"RecordFiltered":return m("filtered out");case"LateRecordDropped":return m("too late: dropped");case"StateUpdated":return`${t.state}\
 = ${e.value(t.value)}`;case"TimerFired":return m("timer of {0}",e.time(t.timestamp));case"TaskFailed":return t.error;default:return""}}var _n=class{constructor(e,n,r){this.parts=e;this.trace=n;let o=Yi(r),a=e.get("program");a.hidden=!o,this.program=o&&new Nn(a,o),e.get("strip").append(this.picture,this.travellers.el)}travellers=new Xe;picture=document.createElement("div");program;layout=null;drawn="";travelled="";arrange(){
let{clientWidth:e,clientHeight:n}=this.parts.get("strip"),{plan:r}=this.trace;this.layout=r&&e>0&&n>0?qi(r,e,n):null,this.drawn=this.travelled=""}draw(e,n){if(!this.layout)return;this.program?.draw(e);let r=Ji(e,this.layout,o=>n!==null&&!n.
hasTask(o));r!==this.drawn&&(this.drawn=r,O(this.picture,r))}move(e,n){if(!this.layout)return;let r=`${n.from} ${n.to}`;if(r!==this.travelled){this.travelled=r;let o=n.to>n.from?wt(this.trace,n.from,n.to):[],a=Ki(e,this.layout);this.travellers.
set(o,a,n.from,n.to,this.layout,i=>lo(e,i))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e);if(!r||!this.picture.contains(n.target))return null;let[o,a]=Ze(this.picture,n),i=mn(r,this.layout.boxes.get(e),o,a);return i===
null?null:`${e}/${i}`}};function lo(t,{what:e,time:n,record:r}){let o=r<0?null:t.trace.event(r);return e==="record"&&o?.type==="SourceRecordRead"?t.labels.value(o.value).slice(0,26):e==="watermark"&&n!==null?t.labels.time(n).replace(/\.999$/,
""):e==="result"?m("result"):e==="barrier"?m("barrier"):""}var ve={AbstractAsyncKeyOrderedStreamOperator:["abstract class of runtime.asyncprocessing.operators","in 2.3.0, not in 2.0.2","AbstractStreamOperator","AsyncKeyOrderedProcessingOperator"],AbstractAsyncStateStreamOperator:["abstract class of\
 runtime.asyncprocessing.operators","from 1.20.5 on, not in 1.18.1","AbstractAsyncKeyOrderedStreamOperator","AsyncKeyOrderedProcessingOperator"],AbstractAsyncStateUdfStreamOperator:["abstract class of runtime.asyncprocessing.operators","fro\
m 1.20.5 on, not in 1.18.1","AbstractAsyncStateStreamOperator","OutputTypeConfigurable","UserFunctionProvider"],AbstractBatchExecutionKeyState:["abstract class of streaming.api.operators.sorted.state","from 1.12.5 on, not in 1.11.4","Intern\
alKvState"],AbstractHeapAppendingState:["abstract class of runtime.state.heap","","AbstractHeapState","InternalAppendingState"],AbstractHeapMergingState:["abstract class of runtime.state.heap","","AbstractHeapAppendingState","InternalMergin\
gState"],AbstractHeapState:["abstract class of runtime.state.heap","","InternalKvState"],AbstractKeyedStateBackend:["abstract class of runtime.state","","CheckpointableKeyedStateBackend","InternalCheckpointListener","TestableKeyedStateBacke\
nd","InternalKeyContext"],AbstractRichFunction:["abstract class of api.common.functions","","RichFunction","Serializable"],AbstractStreamOperator:["abstract class of streaming.api.operators","","StreamOperator","YieldingOperator","StreamOpe\
ratorStateHandler$CheckpointedStreamOperator","KeyContextHandler","Serializable"],AbstractStreamTaskNetworkInput:["abstract class of streaming.runtime.io","from 1.13.6 on, not in 1.12.5","StreamTaskInput"],AbstractUdfStreamOperator:["abstra\
ct class of streaming.api.operators","","AbstractStreamOperator","OutputTypeConfigurable","UserFunctionProvider"],AccessExecution:["interface of runtime.executiongraph",""],AccessExecutionVertex:["interface of runtime.executiongraph",""],ActiveResourceManager:[
"class of runtime.resourcemanager.active","from 1.11.4 on, not in 1.9.3","ResourceManager","ResourceEventHandler"],AggregatingState:["interface of api.common.state","","MergingState"],AggregationFunction:["abstract class of streaming.api.fu\
nctions.aggregation","","ReduceFunction"],AllocatedSlotActions:["interface of runtime.jobmaster.slotpool",""],AppendingState:["interface of api.common.state","","State"],ApplicationStatusListener:["interface of runtime.application","in 2.3.\
0, not in 2.0.2"],Archiveable:["interface of api.common",""],AsyncExceptionHandler:["interface of runtime.taskmanager",""],AsyncExecutor:["interface of runtime.asyncprocessing","in 2.3.0, not in 2.0.2"],AsyncKeyOrderedProcessing:["interface\
 of streaming.runtime.operators.asyncprocessing","in 2.3.0, not in 2.0.2"],AsyncKeyOrderedProcessingOperator:["interface of streaming.runtime.operators.asyncprocessing","in 2.3.0, not in 2.0.2","AsyncKeyOrderedProcessing"],AsyncWaitOperator:[
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
om 1.12.5 on, not in 1.11.4"],ClusterPartitionManager:["interface of runtime.io.network.partition","from 1.11.4 on, not in 1.9.3"],CoBroadcastWithKeyedOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputS\
treamOperator","Triggerable"],CoBroadcastWithNonKeyedOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator"],CoProcessFunction:["abstract class of streaming.api.functions.co","","AbstractRich\
Function"],CoProcessOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator"],CoStreamFlatMap:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator"],CoStreamMap:[
"class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator"],Collector:["interface of datastream.api.common",""],CommitterOperator:["class of streaming.runtime.operators.sink","from 1.14.6 on, not in 1.13.6",
"AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],ComparableAggregator:["class of streaming.api.functions.aggregation","","AggregationFunction"],CompositeStateHandle:["interface of runtime.state","","StateObject"],ConfigurableStreamPartitioner:[
"interface of streaming.runtime.partitioner",""],ContainingTaskDetails:["interface of streaming.runtime.tasks","from 1.14.6 on, not in 1.13.6","EnvironmentProvider"],CoordinatedTask:["interface of runtime.jobgraph.tasks","from 1.14.6 on, no\
t in 1.13.6"],CopyingBroadcastingOutputCollector:["class of streaming.runtime.tasks","from 1.12.5 on, not in 1.11.4","BroadcastingOutputCollector"],CopyingChainingOutput:["class of streaming.runtime.tasks","from 1.12.5 on, not in 1.11.4","C\
hainingOutput"],CountingOutput:["class of streaming.api.operators","from 1.11.4 on, not in 1.9.3","WatermarkGaugeExposingOutput"],CreditBasedSequenceNumberingViewReader:["class of runtime.io.network.netty","","BufferAvailabilityListener","N\
etworkSequenceViewReader"],CustomPartitionerWrapper:["class of streaming.runtime.partitioner","","StreamPartitioner"],DataInputStatus:["enum of streaming.runtime.io","from 1.14.6 on, not in 1.13.6","Enum"],DeclarativeSlotPool:["interface of\
 runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5"],DeclarativeSlotPoolBridge:["class of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","DeclarativeSlotPoolService","SlotPool"],DeclarativeSlotPoolService:["class of ru\
ntime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","SlotPoolService"],DefaultDeclarativeSlotPool:["class of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","DeclarativeSlotPool"],DefaultScheduler:["class of runtime.schedu\
ler","","SchedulerBase","SchedulerOperations"],Dispatcher:["abstract class of runtime.dispatcher","","FencedRpcEndpoint","DispatcherGateway","ApplicationStatusListener"],DispatcherGateway:["interface of runtime.dispatcher","","FencedRpcGate\
way","RestfulGateway"],Disposable:["interface of util",""],EnvironmentProvider:["interface of streaming.runtime.tasks","from 1.14.6 on, not in 1.13.6"],Epoch:["class of runtime.asyncprocessing","from 1.20.5 on, not in 1.18.1"],EvictingWindowOperator:[
"class of streaming.runtime.operators.windowing","","WindowOperator"],Execution:["class of runtime.executiongraph","","AccessExecution","Archiveable","LogicalSlot$Payload"],ExecutionFailureHandler:["class of runtime.executiongraph.failover",
""],ExecutionVertex:["class of runtime.executiongraph","","AccessExecutionVertex","Archiveable"],FilterFunction:["interface of api.common.functions","","Function","Serializable"],FilterSpec:["class of runtime.metrics.filter","in 2.3.0, not \
in 2.0.2"],FlatMapFunction:["interface of api.common.functions","","Function","Serializable"],ForwardPartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],Function:["interface of api.common.functions","","Serializabl\
e"],GlobalFailureHandler:["interface of runtime.scheduler","from 1.16.3 on, not in 1.14.6"],GlobalPartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],GlobalWindow:["class of streaming.api.windowing.windows","","Win\
dow"],HeapAggregatingState:["class of runtime.state.heap","","AbstractHeapMergingState","InternalAggregatingState"],HeapKeyedStateBackend:["class of runtime.state.heap","","AbstractKeyedStateBackend"],HeapListState:["class of runtime.state.\
heap","","AbstractHeapMergingState","InternalListState"],HeapMapState:["class of runtime.state.heap","","AbstractHeapState","InternalMapState"],HeapReducingState:["class of runtime.state.heap","","AbstractHeapMergingState","InternalReducing\
State"],HeapValueState:["class of runtime.state.heap","","AbstractHeapState","InternalValueState"],HeartbeatManager:["interface of runtime.heartbeat","","HeartbeatTarget"],HeartbeatManagerImpl:["class of runtime.heartbeat","","HeartbeatMana\
ger"],HeartbeatManagerSenderImpl:["class of runtime.heartbeat","","HeartbeatManagerImpl","Runnable"],HeartbeatTarget:["interface of runtime.heartbeat",""],IndexedInputGate:["abstract class of runtime.io.network.partition.consumer","from 1.1\
1.4 on, not in 1.9.3","InputGate","CheckpointableInput"],Input:["interface of streaming.api.operators","from 1.11.4 on, not in 1.9.3"],InputChannel:["abstract class of runtime.io.network.partition.consumer",""],InputGate:["abstract class of\
 runtime.io.network.partition.consumer","","PullingAsyncDataInput","AutoCloseable","ChannelStateHolder"],InternalAggregatingState:["interface of runtime.state.internal","","InternalMergingState","AggregatingState"],InternalAppendingState:["\
interface of runtime.state.internal","","InternalKvState","AppendingState"],InternalCheckpointListener:["interface of api.common.state","from 1.16.3 on, not in 1.14.6","CheckpointListener"],InternalKeyContext:["interface of runtime.state",""],
InternalKvState:["interface of runtime.state.internal","","State"],InternalListState:["interface of runtime.state.internal","","InternalMergingState","ListState"],InternalMapState:["interface of runtime.state.internal","","InternalKvState",
"MapState"],InternalMergingState:["interface of runtime.state.internal","","InternalAppendingState","MergingState"],InternalReducingState:["interface of runtime.state.internal","","InternalMergingState","ReducingState"],InternalTimeServiceManager:[
"interface of streaming.api.operators",""],InternalTimeServiceManagerImpl:["class of streaming.api.operators","from 1.12.5 on, not in 1.11.4","InternalTimeServiceManager"],InternalTimerService:["interface of streaming.api.operators",""],InternalTimerServiceImpl:[
"class of streaming.api.operators","","InternalTimerService"],InternalValueState:["interface of runtime.state.internal","","InternalKvState","ValueState"],IntervalJoinOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOper\
ator","TwoInputStreamOperator","Triggerable"],JobClient:["interface of core.execution","from 1.11.4 on, not in 1.9.3"],JobManagerRunner:["interface of runtime.jobmaster","","AutoCloseableAsync"],JobMaster:["class of runtime.jobmaster","","F\
encedRpcEndpoint","JobMasterGateway","JobMasterService"],JobMasterGateway:["interface of runtime.jobmaster","","CheckpointCoordinatorGateway","FencedRpcGateway","KvStateLocationOracle","KvStateRegistryGateway","JobMasterOperatorEventGateway",
"BlocklistListener"],JobMasterOperatorEventGateway:["interface of runtime.jobmaster","from 1.11.4 on, not in 1.9.3"],JobMasterService:["interface of runtime.jobmaster","","AutoCloseableAsync"],JobMasterServiceLeadershipRunner:["class of run\
time.jobmaster","from 1.13.6 on, not in 1.12.5","JobManagerRunner","LeaderContender"],KeyContext:["interface of streaming.api.operators",""],KeyContextHandler:["interface of streaming.api.operators","from 1.18.1 on, not in 1.16.3"],KeyGroupStreamPartitioner:[
"class of streaming.runtime.partitioner","","StreamPartitioner","ConfigurableStreamPartitioner"],KeyedCoProcessOperator:["class of streaming.api.operators.co","","AbstractUdfStreamOperator","TwoInputStreamOperator","Triggerable"],KeyedProcessFunction:[
"abstract class of streaming.api.functions","","AbstractRichFunction"],KeyedProcessOperator:["class of datastream.impl.operators","","BaseKeyedProcessOperator","Triggerable"],KeyedSortPartitionOperator:["class of streaming.api.operators.sor\
tpartition","from 1.20.5 on, not in 1.18.1","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],KeyedStateBackend:["interface of runtime.state","","KeyedStateFactory","PriorityQueueSetFactory","Disposable"],KeyedStateBackend$KeySelectionListener:[
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
ntime.io.network.api.serialization",""],RecordWriter:["abstract class of runtime.io.network.api.writer","","AvailabilityProvider"],RecordWriter$OutputFlusher:["class of runtime.io.network.api.writer","","Thread"],RecordWriterOutput:["class \
of streaming.runtime.io","","WatermarkGaugeExposingOutput","OutputWithChainingCheck"],RecoveredChannelStateHandler:["interface of runtime.checkpoint.channel","from 1.12.5 on, not in 1.11.4","AutoCloseable"],RecoveredInputChannel:["abstract \
class of runtime.io.network.partition.consumer","from 1.11.4 on, not in 1.9.3","InputChannel","ChannelStateHolder"],ReduceFunction:["interface of api.common.functions","","Function","Serializable"],ReducingState:["interface of api.common.st\
ate","","MergingState"],RegularOperatorChain:["class of streaming.runtime.tasks","from 1.14.6 on, not in 1.13.6","OperatorChain"],RemoteInputChannel:["class of runtime.io.network.partition.consumer","","InputChannel"],RescalePartitioner:["c\
lass of streaming.runtime.partitioner","","StreamPartitioner"],ResourceEventHandler:["interface of runtime.resourcemanager.active","from 1.12.5 on, not in 1.11.4"],ResourceManager:["abstract class of runtime.resourcemanager","","FencedRpcEn\
dpoint","DelegationTokenManager$Listener","ResourceManagerGateway"],ResourceManagerGateway:["interface of runtime.resourcemanager","","FencedRpcGateway","ClusterPartitionManager","BlocklistListener"],ResultPartition:["abstract class of runt\
ime.io.network.partition","","ResultPartitionWriter"],ResultPartitionWriter:["interface of runtime.io.network.api.writer","","AutoCloseable","AvailabilityProvider"],ResultSubpartition:["abstract class of runtime.io.network.partition",""],ResultSubpartitionRecoveredStateHandler:[
"class of runtime.checkpoint.channel","from 1.12.5 on, not in 1.11.4","RecoveredChannelStateHandler"],RichFunction:["interface of api.common.functions","","Function"],SchedulerBase:["abstract class of runtime.scheduler","from 1.11.4 on, not\
 in 1.9.3","SchedulerNG","CheckpointScheduling"],SchedulerNG:["interface of runtime.scheduler","","GlobalFailureHandler","AutoCloseableAsync"],SchedulerOperations:["interface of runtime.scheduler",""],SharedSlot:["class of runtime.scheduler",
"in every version from 1.9.3 to 2.3.0","SlotOwner","PhysicalSlot$Payload"],ShufflePartitioner:["class of streaming.runtime.partitioner","","StreamPartitioner"],SingleCheckpointBarrierHandler:["class of streaming.runtime.io.checkpointing","f\
rom 1.12.5 on, not in 1.11.4","CheckpointBarrierHandler"],SingleInputGate:["class of runtime.io.network.partition.consumer","","IndexedInputGate"],SinkWriterOperator:["class of streaming.runtime.operators.sink","from 1.16.3 on, not in 1.14.\
6","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],SlotOwner:["interface of runtime.jobmaster",""],SlotPool:["interface of runtime.jobmaster.slotpool","","AllocatedSlotActions","AutoCloseable"],SlotPoolService:["interfa\
ce of runtime.jobmaster.slotpool","from 1.13.6 on, not in 1.12.5","AutoCloseable"],Snapshotable:["interface of runtime.state","from 1.13.6 on, not in 1.12.5"],SortMergeResultPartition:["class of runtime.io.network.partition","from 1.12.5 on\
, not in 1.11.4","ResultPartition"],SortPartitionOperator:["class of streaming.api.operators.sortpartition","from 1.20.5 on, not in 1.18.1","AbstractStreamOperator","OneInputStreamOperator","BoundedOneInput"],SourceCoordinator:["class of ru\
ntime.source.coordinator","from 1.11.4 on, not in 1.9.3","OperatorCoordinator"],SourceFunction:["interface of streaming.api.functions.source.legacy","","Function","Serializable"],SourceFunction$SourceContext:["interface of streaming.api.fun\
ctions.source.legacy",""],SourceOperator:["class of streaming.api.operators","from 1.11.4 on, not in 1.9.3","AbstractStreamOperator","OperatorEventHandler","PushingAsyncDataInput","TimestampsAndWatermarks$WatermarkUpdateListener"],SourceOperatorStreamTask:[
"class of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","StreamTask"],SourceOutput:["interface of api.connector.source","from 1.11.4 on, not in 1.9.3","WatermarkOutput"],SourceOutputWithWatermarks:["class of streaming.api.operator\
s.source","from 1.11.4 on, not in 1.9.3","SourceOutput"],SourceReader:["interface of api.connector.source","from 1.11.4 on, not in 1.9.3","AutoCloseable","CheckpointListener"],SourceStreamTask:["class of streaming.runtime.tasks","","StreamT\
ask"],SourceStreamTask$LegacySourceFunctionThread:["class of streaming.runtime.tasks","","Thread"],SpillingAdaptiveSpanningRecordDeserializer:["class of runtime.io.network.api.serialization","","RecordDeserializer"],State:["interface of api\
.common.state",""],StateObject:["interface of runtime.state","","Serializable"],StateSnapshotRestore:["interface of runtime.state",""],StateTable:["abstract class of runtime.state.heap","","StateSnapshotRestore","Iterable"],StatusWatermarkValve:[
"class of streaming.runtime.watermarkstatus",""],StreamElement:["abstract class of streaming.runtime.streamrecord",""],StreamFilter:["class of streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamFlatMap:[
"class of streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamGroupedReduceOperator:["class of streaming.api.operators","from 1.12.5 on, not in 1.11.4","AbstractUdfStreamOperator","OneInputStreamOperator"],
StreamInputProcessor:["interface of streaming.runtime.io","","AvailabilityProvider","Closeable"],StreamMap:["class of streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperator"],StreamMultipleInputProcessor:["class of \
streaming.runtime.io","from 1.11.4 on, not in 1.9.3","StreamInputProcessor"],StreamOneInputProcessor:["class of streaming.runtime.io","","StreamInputProcessor"],StreamOperator:["interface of streaming.api.operators","","CheckpointListener",
"KeyContext","Serializable"],StreamOperatorFactory:["interface of streaming.api.operators","","Serializable"],StreamOperatorFactoryUtil:["class of streaming.api.operators","from 1.11.4 on, not in 1.9.3"],StreamOperatorStateHandler:["class o\
f streaming.api.operators","from 1.11.4 on, not in 1.9.3"],StreamOperatorStateHandler$CheckpointedStreamOperator:["interface of streaming.api.operators","from 1.11.4 on, not in 1.9.3"],StreamOperatorWrapper:["class of streaming.runtime.task\
s","from 1.11.4 on, not in 1.9.3"],StreamPartitioner:["abstract class of streaming.runtime.partitioner","","ChannelSelector","Serializable"],StreamSink:["class of streaming.api.operators","","AbstractUdfStreamOperator","OneInputStreamOperat\
or"],StreamSource:["class of streaming.api.operators","","AbstractUdfStreamOperator"],StreamSourceContexts$ManualWatermarkContext:["class of streaming.api.operators","","StreamSourceContexts$WatermarkContext"],StreamSourceContexts$WatermarkContext:[
"abstract class of streaming.api.operators","","SourceFunction$SourceContext"],StreamTask:["abstract class of streaming.runtime.tasks","","TaskInvokable","CheckpointableTask","CoordinatedTask","AsyncExceptionHandler","ContainingTaskDetails"],
StreamTask$ResumeWrapper:["class of streaming.runtime.tasks","from 1.13.6 on, not in 1.12.5","Runnable"],StreamTaskInput:["interface of streaming.runtime.io","","PushingAsyncDataInput","Closeable"],StreamTaskNetworkInput:["class of streamin\
g.runtime.io","","AbstractStreamTaskNetworkInput"],StreamTaskSourceInput:["class of streaming.runtime.io","from 1.11.4 on, not in 1.9.3","StreamTaskInput","CheckpointableInput"],StreamTwoInputProcessorFactory$StreamTaskNetworkOutput:["class\
 of streaming.runtime.io","from 1.12.5 on, not in 1.11.4","PushingAsyncDataInput$DataOutput"],SubtaskCheckpointCoordinator:["interface of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","Closeable"],SubtaskCheckpointCoordinatorImpl:[
"class of streaming.runtime.tasks","from 1.11.4 on, not in 1.9.3","SubtaskCheckpointCoordinator"],SystemProcessingTimeService:["class of streaming.runtime.tasks","","TimerService"],SystemProcessingTimeService$ScheduledTask:["class of stream\
ing.runtime.tasks","from 1.11.4 on, not in 1.9.3","Runnable"],Task:["class of runtime.taskmanager","","Runnable","TaskSlotPayload","TaskActions","PartitionProducerStateProvider"],TaskActions:["interface of runtime.taskmanager",""],TaskExecutor:[
"class of runtime.asyncprocessing","in 2.3.0, not in 2.0.2","AsyncExecutor"],TaskInvokable:["interface of runtime.jobgraph.tasks","from 1.14.6 on, not in 1.13.6"],TaskMailbox:["interface of streaming.runtime.tasks.mailbox","from 1.11.4 on, \
not in 1.9.3"],TaskMailboxImpl:["class of streaming.runtime.tasks.mailbox","from 1.11.4 on, not in 1.9.3","TaskMailbox"],TaskSlotPayload:["interface of runtime.taskexecutor.slot","from 1.11.4 on, not in 1.9.3"],TaskState:["class of runtime.\
checkpoint","","CompositeStateHandle"],TestableKeyedStateBackend:["interface of runtime.state","from 1.13.6 on, not in 1.12.5","KeyedStateBackend"],TimeDomain:["enum of streaming.api","","Enum"],TimerService:["interface of runtime.taskexecu\
tor.slot",""],TimestampAssigner:["interface of api.common.eventtime",""],TimestampsAndWatermarks:["interface of streaming.api.operators.source","from 1.11.4 on, not in 1.9.3"],TimestampsAndWatermarks$WatermarkUpdateListener:["interface of s\
treaming.api.operators.source","from 1.16.3 on, not in 1.14.6"],TimestampsAndWatermarksOperator:["class of streaming.runtime.operators","from 1.11.4 on, not in 1.9.3","AbstractStreamOperator","OneInputStreamOperator","ProcessingTimeService$\
ProcessingTimeCallback"],TimestampsAndWatermarksOperator$WatermarkEmitter:["class of streaming.runtime.operators","from 1.11.4 on, not in 1.9.3","WatermarkOutput"],Trigger:["abstract class of streaming.api.windowing.triggers","","Serializab\
le"],Trigger$OnMergeContext:["interface of streaming.api.windowing.triggers","","Trigger$TriggerContext"],Trigger$TriggerContext:["interface of streaming.api.windowing.triggers",""],Triggerable:["interface of streaming.api.operators",""],TwoInputStreamOperator:[
"interface of streaming.api.operators","","StreamOperator"],UnionInputGate:["class of runtime.io.network.partition.consumer","","InputGate"],UserFunctionProvider:["interface of streaming.api.operators","from 1.18.1 on, not in 1.16.3"],ValueState:[
"interface of api.common.state","","State"],Visitable:["interface of util",""],Watermark:["class of api.common.eventtime","","Serializable"],WatermarkGaugeExposingOutput:["interface of streaming.runtime.tasks","from 1.12.5 on, not in 1.11.4",
"Output","Closeable"],WatermarkGenerator:["interface of api.common.eventtime","from 1.11.4 on, not in 1.9.3"],WatermarkOutput:["interface of api.common.eventtime","from 1.11.4 on, not in 1.9.3"],WatermarkStatus:["class of streaming.runtime.\
watermarkstatus","from 1.14.6 on, not in 1.13.6","StreamElement"],WatermarkToDataOutput:["class of streaming.api.operators.source","from 1.11.4 on, not in 1.9.3","WatermarkOutput"],WatermarksWithIdleness$IdlenessTimer:["class of api.common.\
eventtime","from 1.11.4 on, not in 1.9.3"],Where:["class of streaming.api.datastream",""],Window:["abstract class of streaming.api.windowing.windows",""],WindowOperator:["class of streaming.runtime.operators.windowing","","AbstractUdfStream\
Operator","OneInputStreamOperator","Triggerable"],WindowOperator$Context:["class of streaming.runtime.operators.windowing","","Trigger$OnMergeContext"],YieldingOperator:["interface of streaming.api.operators","from 1.20.5 on, not in 1.18.1",
"StreamOperator"]},Be={StreamTransformation:["renamed","It was a step of the program, with its inputs (renamed in 1.9). What does that in Flink 2.3: Transformation: the same class under a shorter name.",""],TimeCharacteristic:["gone","It na\
med the time of a whole job (deprecated in 1.12, gone in 2.0). What does that in Flink 2.3: assign_timestamps_and_watermarks(WatermarkStrategy...), and windows that say which time they go by.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecate\
d by 1.12.5"],FeedbackTransformation:["gone","It was the way back of a loop that iterate() made (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: a topic outside that carries the feedback, or the iterations of Flink ML.","\
from 1.9.3 to 1.20.5, gone by 2.0.2"],CoFeedbackTransformation:["gone","It was the way back of a loop whose feedback has a type of its own (from 1.9.3 to 1.20.5, gone by 2.0.2). What does that in Flink 2.3: a topic outside that carries the \
feedback, or the iterations of Flink ML.","from 1.9.3 to 1.20.5, gone by 2.0.2"],SplitTransformation:["gone","It gave each value names, by which a SelectTransformation took it (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink \
2.3: side outputs: SideOutputTransformation.","from 1.9.3 to 1.11.4, gone by 1.12.5"],SelectTransformation:["gone","It took the values that split() had given a name (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: side o\
utputs: SideOutputTransformation.","from 1.9.3 to 1.11.4, gone by 1.12.5"],OutputSelector:["gone","It was the function of split() that gave each value its names (from 1.9.3 to 1.11.4, gone by 1.12.5). What does that in Flink 2.3: OutputTag:\
 a tag of its own type for each part.","from 1.9.3 to 1.11.4, gone by 1.12.5"],SplitStream:["gone","It was what split() gave (from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3). What does that in Flink 2.3: SideOutputDataStream, whi\
ch get_side_output(tag) gives.","from 1.9.3 to 1.11.4, gone by 1.12.5, deprecated by 1.9.3"],IterativeStream:["gone","It was the beginning of a loop (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5). What does that in Flink 2.3: a\
 topic outside that carries the feedback, or the iterations of Flink ML.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.20.5"],ShuffleMode:["renamed","It told whether a stream's exchange is pipelined or in batches (from 1.9.3 to 1.1\
3.6, gone by 1.14.6). What does that in Flink 2.3: StreamExchangeMode of a transformation.","from 1.9.3 to 1.13.6, gone by 1.14.6"],GlobalDataExchangeMode:["renamed","It told the same for all exchanges of a job (from 1.11.4 to 1.13.6, not i\
n 1.9.3, gone by 1.14.6). What does that in Flink 2.3: GlobalStreamExchangeMode.","from 1.11.4 to 1.13.6, not in 1.9.3, gone by 1.14.6"],DataExchangeMode:["gone","It told for a batch job which exchanges are pipelined (from 1.9.3 to 1.20.5, \
gone by 2.0.2). What does that in Flink 2.3: ResultPartitionType of each data set.","from 1.9.3 to 1.20.5, gone by 2.0.2"],ExecutionMode:["renamed","It told a batch job which exchanges are pipelined (from 1.9.3 to 1.20.5, gone by 2.0.2, dep\
recated by 1.18.1). What does that in Flink 2.3: RuntimeExecutionMode.BATCH, and execution.batch-shuffle-mode.","from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.18.1"],InputDependencyConstraint:["gone","It told when the inputs of a ver\
tex let it be scheduled (from 1.9.3 to 1.20.5, gone by 2.0.2, deprecated by 1.13.6). What does that in Flink 2.3: nothing: whole pipelined regions are scheduled, PipelinedRegionSchedulingStrategy.","from 1.9.3 to 1.20.5, gone by 2.0.2, depr\
ecated by 1.13.6"],ScheduleMode:["gone","It told whether all tasks of a job are scheduled at once or as their input comes (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: nothing: whole pipelined regions are scheduled, P\
ipelinedRegionSchedulingStrategy.","from 1.9.3 to 1.12.5, gone by 1.13.6"],EagerSchedulingStrategy:["renamed","It scheduled all tasks of a job at once (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: PipelinedRegionSched\
ulingStrategy: a region at a time, and a streaming job is one region or several that start together.","from 1.9.3 to 1.12.5, gone by 1.13.6"],LazyFromSourcesSchedulingStrategy:["renamed","It scheduled a task when its input was there (from 1\
.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: PipelinedRegionSchedulingStrategy.","from 1.9.3 to 1.12.5, gone by 1.13.6"],ExecutionGraphBuilder:["renamed","It made the execution graph of a job graph (from 1.9.3 to 1.12.5, go\
ne by 1.13.6). What does that in Flink 2.3: DefaultExecutionGraphBuilder.","from 1.9.3 to 1.12.5, gone by 1.13.6"],ExecutionEdge:["renamed","It joined one produced partition with one consuming vertex; an all-to-all exchange had one for each\
 pair (from 1.9.3 to 1.12.5, gone by 1.13.6). What does that in Flink 2.3: EdgeManager with a ConsumedPartitionGroup and a ConsumerVertexGroup, which all consumers of an exchange share.","from 1.9.3 to 1.12.5, gone by 1.13.6"],FailoverRegion:[
"renamed","It was the set of tasks that restart together (in 1.9.3, gone by 1.11.4). What does that in Flink 2.3: SchedulingPipelinedRegion, and RestartPipelinedRegionFailoverStrategy.","in 1.9.3, gone by 1.11.4"],RestartIndividualStrategy:[
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
1.20.5, gone by 2.0.2, deprecated by 1.12.5"],"StreamExecutionEnvironment.generateSequence":["here","It made a stream of whole numbers (deprecated in 1.12, still in Java; PyFlink never had it). What does that in Flink 2.3: from_source(Numbe\
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
version from 1.9.3 to 2.3.0). What does that in Flink 2.3: nothing in Python: a type that is not given is pickled.","in every version from 1.9.3 to 2.3.0"]},po={registerCleanupTimer:["WindowOperator registers a timer for when a window's con\
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
life cycle":["set up, initializeState, open, finish, close","OperatorClosed"],chain:["operators of one task that call one another","ElementProcessed"],copy:["what CopyingChainingOutput hands on, unless object reuse is on: the same object if\
 its type is immutable (String, Long), a new tuple or row field by field, a POJO by reflection, all else by Kryo; docs/inside.md says what each costs","ElementProcessed"],slot:["where one subtask of each vertex of a sharing group runs","wal\
k"],"hash of a node":["its id: from its uid, or from its place in the graph","walk"],"chain index":["1 for the head of a chain, counted on from there; 0 is for chained sources","walk"],"virtual node":["a partition or a side output of the st\
ream graph","walk"],"merged resources":["a chain asks for what its operators ask for together","walk"],"side output":["a stream of its own for values with a tag","SideOutputEmitted"],session:["windows that grow together while records come",
"WindowsMerged"],evictor:["takes elements out of a pane when it fires","ElementsEvicted"],"result table":["the results as rows, beside the plane: append, update, complete","ResultWritten"],finish:["operators are told that their input has en\
ded, from head to tail","OperatorFinished"],"state of a task":["CREATED, SCHEDULED, DEPLOYING, INITIALIZING, RUNNING, FINISHED, CANCELING, CANCELED, FAILED","TaskStateChanged"],union:["reads several streams as one input; it is no node","Job\
Submitted"],"partition request":["a receiver asks for a subpartition when its task is deployed","walk"],"slot request":["the ResourceManager asks a TaskManager to keep a slot for a job","ActorCalled"],"slot offer":["a TaskManager offers the\
 slots it keeps for a job to its JobMaster","ActorCalled"],"session cluster":["one cluster for several jobs, each with a JobMaster and slots of its own; a TaskManager that dies takes the tasks of all of them with it (fs.SharedCluster runs s\
everal)","ActorCalled"]},co=[["a pane is cleared when the watermark reaches the end of its window plus the allowed lateness","At the end - 1 + lateness: the last timestamp of a window is its end - 1, and its cleanup timer stands at that plu\
s the lateness.","windows","46"],["a window fires when the watermark is greater than its end","When the watermark is at or past the end - 1, which is the last timestamp of the window.","windows","34"],["a record is dropped when its timestam\
p is below the watermark","Only when every window of it is over: at the watermark 8999 a record of 8500 still goes into [0, 10000). To drop by the watermark alone is what Spark does.","windows","19"],["allowed lateness puts the first firing\
 off","The window fires on time, at its end - 1; lateness only keeps its contents for firings after that.","windows","34"],["a late firing has the late record alone","The whole pane is fired again, with the late record in it.","windows","37"],
["a record that comes too late is lost","It goes to the side output of late data, if there is one.","windows","49"],["an empty window fires, too","A pane is there from its first element on; where none was there is neither pane nor timer, so\
 [20000, 30000) says nothing.","windows","55"],["windows begin with the first record","They lie on a grid that begins at 1970-01-01 00:00 UTC plus the offset: 3000 goes into [0, 10000).","windows","4"],["a window is a virtual node of the gr\
aph","WindowOperator is an operator of its own, with state and timers; virtual are partitions, side outputs and unions.","windows","1"],["an accumulating window keeps a list of its records","With reduce, aggregate or sum it keeps one value \
for each pane; a list is kept for process, apply, and with an evictor.","windows","19"],["a watermark is the greatest timestamp minus the delay","Minus the delay, minus 1 ms: another record with that very timestamp may still come.","windows",
"8"],["a watermark is made for each record","It is asked for at each interval (200 ms); onEvent only remembers the greatest timestamp. Generators that speak for each record are possible, too.","windows","8"],["a watermark says that no earli\
er record will come","It says that none is expected. What comes all the same is late.","windows","49"],["an operator holds its watermark back while it has data in buffers or state","That is the model of Dataflow and MillWheel. In Flink an o\
perator hands the watermark on as soon as its due timers have fired, whatever it keeps.","windows","9"],["timers fire after the watermark has been handed on","Before: what they put out stands in front of the watermark.","timers","21"],["the\
 last windows are lost when the input ends","A source that ends puts the watermark Long.MAX_VALUE out, which fires them all.","windows","61"],["every record moves the clock of its window","The clock of an operator is the watermark; records \
between two watermarks do not move it.","windows","15"],["late records turn the watermark back","A watermark never falls; a generator that says a lesser one is not listened to.","timers","24"],["sessions are accumulating and retracting","Th\
ey accumulate. A session that has fired and is merged fires again with all its elements; what it had put out before is not taken back.","sessions","19"],["a session's end is known when it begins","Each record opens a session of its own, fro\
m its timestamp to that plus the gap; those that overlap are merged, and the end moves.","sessions","19"],["merged sessions have merged their state under the new window","The state stays under the window that it was kept for first, the stat\
e window; MergingWindowSet knows which.","sessions","19"],["a trigger that purges ends its window","FIRE_AND_PURGE clears the contents; the pane takes further elements, and its cleanup timer stays.","triggers","9"],["another trigger fires b\
esides the default one","trigger(...) takes the default one's place: with a count trigger the end of the window fires nothing.","triggers","5"],["a sliding window keeps an element once","Once for each window that it is in: size divided by s\
lide.","triggers","5"],["an evictor makes a window's state smaller","It makes it larger: all elements have to be kept, in a list, because the evictor looks at each of them when the window fires.","triggers","5"],["an evictor throws away wha\
t comes in","It is asked when the window fires, not when an element comes.","triggers","23"],["timers of processing time fire when their time is now or before","A timer for t fires at t + 1 ms: a record of the very millisecond t belongs bef\
ore it.","timers","9"],["the same timer registered twice fires twice","Timers of a key, a namespace and a time are a set: there is one.","timers","21"],["a timer in the past is dropped","It fires with the next watermark that moves.","timers",
"27"],["onTimer runs with the key of the last record","The key of the timer is set before each of them.","timers","8"],["each key has a watermark of its own","An operator has one watermark for all its keys: one watermark fires the timers of\
 a and b.","timers","21"],["timers run beside the records, under a lock","Everything of a task runs in its one thread; a timer of processing time is a mail.","timers","10"],["each slot runs one task","A slot takes one subtask of every verte\
x of its sharing group, so a job needs as many slots as its greatest parallelism.","channels","0"],["generation of the stream graph starts at the sink","At the first transformation that was registered; its inputs are visited before it.","ch\
annels","0"],["an operator with one output can be chained","That is one of eleven conditions: also one input edge, the same parallelism and slot sharing group, a forward edge, a chaining strategy on both sides that allows it, chaining not s\
witched off.","channels","5"],["keyBy is an operator that sorts records by key","It is a partitioner of the edge: the sender hashes the key and writes into one channel.","channels","5"],["a watermark goes to the channel of a key","To every \
channel.","channels","12"],["the watermark of a task is that of the channel read last","The least of its channels that are active and aligned.","channels","20"],["one idle split holds everything back for ever","Not with withIdleness: it is \
left out of the minimum until it has a record again.","channels","51"],["an idle source sends the greatest watermark","It sends a WatermarkStatus; its watermark stays what it was.","channels","51"],["the interval of watermarks is hard coded\
: 200 ms","It is the option pipeline.auto-watermark-interval; 50 ms here. 200 ms is what it is where nobody says otherwise.","channels","11"],["operators open from the head of a chain to its tail","From tail to head, so that an operator may\
 put out when it opens.","channels","1"],["operators close from head to tail","From tail to head, as they open; what is finished from head to tail is their input.","channels","80"],["dispose() releases an operator","There is finish(), at th\
e end of its input, and close(), always.","channels","68"],["a chain hands references on","A copy for each next operator, by its serializer, unless object reuse is on.","channels","5"],["a task calls its head operator in a loop under the ch\
eckpoint lock","It runs a mailbox: mails first, else its default action, which reads one element; checkpoints and timers are mails.","channels","11"],["records are sent one by one","In buffers of 32 KiB, which go when they are full, when th\
e buffer timeout (100 ms) is over, or before a barrier and at the end.","two_inputs","5"],["a task needs at least two buffers for a channel: one to receive, one to read","A remote channel has 2 of its own and a gate has 8 more for all; sinc\
e 2.0 there is no option for either number.","two_inputs","0"],["a union is an operator","It is no node: the inputs of the next operator are its edges. connect() makes a node, because it has functions for both.","two_inputs","1"],["with two\
 inputs the greater watermark counts","The lesser one, of those inputs that are active.","two_inputs","10"],["barriers are put in by the JobManager","The coordinator tells the sources, in a mail; they put the barriers out, as elements of th\
e stream.","checkpoints","21"],["a checkpoint stops the whole job","Each task takes a copy of its state at its barrier and goes on; what is slow runs beside it.","checkpoints","21"],["a task with a barrier in one channel reads on from it","\
With exactly-once, aligned, that channel is not read before the barriers of the others have come.","checkpoints","24"],["what comes in on a blocked channel is written to disk","It stays with its sender: a blocked channel gets no credit.","c\
heckpoints","24"],["exactly once means that each record is worked on once","Its effect on state is there once. After a failure sources read again what came behind the checkpoint.","checkpoints","51"],["a sink of two phases commits with its \
barrier","When it is told that the checkpoint has completed, that is when all tasks have acknowledged it.","checkpoints","35"],["a failed task alone is started again","All tasks of its pipelined region, which is what is joined by pipelined \
exchanges: here, all.","checkpoints","49"],["a job runs stage after stage, as on Spark","All tasks of a streaming job are deployed at once and run side by side; stages that wait for each other are there only between blocking exchanges, in b\
atch. Its four graphs are steps on the way to these tasks (StreamGraph, JobGraph, ExecutionGraph, and the tasks that run), none is a plan of stages.","windows","0"],["the JobMaster asks each TaskManager for its slots","It declares to the Re\
sourceManager how many slots it needs; that asks TaskManagers, and they offer the slots to the JobMaster.","windows","0"],["a client has to stay until its job ends","It may leave once the job is submitted, or wait for the result, which it a\
sks the Dispatcher for: executeAsync leaves, execute waits.","windows","64"],["the client makes the ExecutionGraph","The client submits a plan; the ExecutionGraph is made by the JobMaster that the Dispatcher starts for the job.","windows","\
0"]];var Hc=6,Xi=14;function mo(t,e,n){if(t.trim()==="")return`<p>Names of ${Object.keys(ve).length} classes that stand on the stacks, ${Object.keys(Be).length} old names, ${co.length} claims.</p>`;let r=[...zc(t).map(o=>Zi(o,e,n)),...jc(t).map(
Yc),...Kc(t).map(o=>Uc(o,e,n))];return r.length===0&&r.push(...qc(t,e,n)),r.length===0&&r.push(...Gc(t).map(o=>Zi(o,e,n))),r.length===0&&r.push(...co.filter(o=>Jc(o,t)).map(Xc)),r.slice(0,Hc).join("")||"<p>No class on a stack, no old name a\
nd no claim is called so. <code>flinksim glossary</code> knows all classes.</p>"}function ue(t){return(t.split(/[.$]/).pop()??"").replace(/_|\(\)/g,"").toLowerCase()}function zc(t){let e=t.trim().replaceAll(".","$");if(e in ve)return[e];let n=ue(
t.trim());return Object.keys(ve).filter(r=>ue(r)===n)}function Gc(t){let e=ue(t.trim());return e.length<4?[]:Object.keys(ve).filter(n=>ue(n).startsWith(e))}function jc(t){let e=ue(t.trim());return Object.keys(Be).filter(n=>ue(n)===e||n===t.
trim())}function qc(t,e,n){let r=es(e,t.trim());if(r.length===0)return[];let o=r.find(i=>i>=n)??r[0],a=e.callStack(o).filter(i=>ue(i)===ue(t.trim()));return[Et(t.trim(),"here",`<p>A method: ${b([...new Set(a)].join(", "))}.</p><p>In this ru\
n it stands on the stack of ${r.length} facts: <button type="button" class="small" data-mark="${o+1}">step ${e.stepOf(o)}</button></p>`)]}function Kc(t){let e=ue(t.trim());return Object.keys(po).filter(n=>ue(n)===e)}function Uc(t,e,n){let[r,
o]=po[t],a=R.indexOf(o),i=[];a>=0&&e.kinds.forEach((d,c)=>d===a&&i.push(c));let s=i.find(d=>d>=n)??i[0],l=s===void 0?"":`: <button type="button" class="small" data-mark="${s+1}">step ${e.stepOf(s)}</button>`,p=o==="walk"?"The walk of the le\
ns shows it (flinksim plan --walk).":`In this run ${i.length} facts ${b(o)} show it${l}`;return Et(t,"here",`<p>It is ${b(r)}.</p><p>${p}</p>`)}function Jc(t,e){let n=`${t[0]} ${t[1]}`.toLowerCase();return e.toLowerCase().split(/\W+/).every(
r=>n.includes(r))}function Et(t,e,n){return`<article class="classCard" data-card="${b(t)}" data-status="${b(e)}"><h4>${b(t.replaceAll("$","."))} <small>${b(e)}</small></h4>${n}</article>`}function Zi(t,e,n){let[r,o,...a]=ve[t],i=es(e,t),s=i.
find(h=>h>=n)??i[0],l=i.length>0?"here":"not in this run",p=Object.keys(ve).filter(h=>ve[h].slice(2).includes(t)),d=s===void 0?"":`<p>In this run it stands on the stack of ${i.length} facts: <button type="button" class="small" data-mark="${s+
1}">step ${e.stepOf(s)}</button></p>`,u=Object.keys(Be).filter(h=>h===t||Be[h][1].includes(` ${t}`)).filter(h=>h!==t);return Et(t,l,`<p>${b(r)}; in Flink ${o===""?"1.9.3 to 2.3.0":b(o)}.</p>`+(a.length>0?`<p>Above it: ${a.map(uo).join(", ")}\
</p>`:"")+(p.length>0?`<p>Below it: ${p.slice(0,Xi).map(uo).join(", ")}${p.length>Xi?" …":""}</p>`:"")+(u.length>0?`<p>In older texts: ${u.map(uo).join(", ")}</p>`:"")+d)}function uo(t){return t in ve||t in Be?`<button type="button" class\
="classLink" data-class="${b(t)}">${b(t.replaceAll("$","."))}</button>`:b(t.replaceAll("$","."))}function Yc(t){let[e,n,r]=Be[t];return Et(t,e,`<p>${b(n)}</p>${r?`<p>Flink has it ${b(r)}.</p>`:""}`)}function Xc([t,e,n,r]){return Et(`“${t}\
”`,"not so",`<p>${b(e)}</p><p>Step ${r} of examples/claims/${n}.py shows it.</p>`)}var Qi=new WeakMap;function es(t,e){let n=Qi.get(t);n||Qi.set(t,n=new Map);let r=n.get(e);if(!r){let o=ue(e),a=new Map;r=[];for(let i=0;i<t.eventCount;i++){
let s=t.placeOf(i),l=a.get(s);l===void 0&&(l=t.callStack(i).some(p=>p.split(/[.$]/).some(d=>d.toLowerCase()===o)),a.set(s,l)),l&&r.push(i)}n.set(e,r)}return r}var Zc=[["→ ←","on, and back"],["Space","play, pause"],["Home End","to the beginning, to the end"],["1 … 6","how far one step goes"],["f","follow what the mouse is on, or the moment is about; again: nothing"],["i","the inside of the t\
ask that runs; a double click on a task: of that"],["n","what is …? a class of Flink, an old name, a claim; also a click on a class"],["p","predict: asked before the next decision"],["c","crash: a task dies here, and the run goes on (with\
 Python behind the page)"],["b","a bookmark here, or none"],["h","larger, for a hall"],["+ − 0","the plane: in, out, the whole run"],["z k","the plane: zoom to now, choose keys"],["Escape","let go of what is followed or pinned"],["?","thi\
s"]],ts=()=>`<h3 aria-level="2">${m("Keys")}</h3><dl class="keysList">${Zc.map(([t,e])=>`<dt>${t}</dt><dd>${m(e)}</dd>`).join("")}</dl><p>${m("Click a dot, ring or pane to go there; drag on the plane to zoom; swipe over the sentence on a ph\
one.")}</p>`,Qc=60;function ns(t,e){let n=(o,a,i)=>`<label>${a} <input type="number" data-film="${o}" min="0" max="${e}" value="${i}"></label>`,r=Math.max(0,Math.min(t,e-1));return`<h3 aria-level="2">${m("Save")}</h3><div><button type="butt\
on" data-save="png">${m("picture (PNG)")}</button><button type="button" data-save="svg">${m("picture (SVG)")}</button><button type="button" data-save="txt">${m("story so far (text)")}</button></div><div class="filmRow">${n("first",m("film f\
rom step"),r)}${n("last",m("to"),Math.min(e,r+Qc))}${Bi().map(o=>`<button type="button" data-save="${o}">${o.toUpperCase()}</button>`).join("")}</div><p>${m("For slides: add")} <code>?embed</code> ${m("to the address before the #.")}</p>`}function rs(t,e){
let n=t.all.map(({position:o,note:a})=>{let i=o===0?m("start"):m("step {0}",e.stepOf(o-1));return`<div><button type="button" class="small" data-mark="${o}">${i}</button><input data-note="${o}" value="${b(a)}" placeholder="${m("note")}" aria\
-label="${m("Note for {0}",i)}"><button type="button" class="small" data-unmark="${o}" aria-label="${m("Remove")}">✕</button></div>`}),r=n.length===0?`<p>${m("None yet.")}</p>`:"";return`<h3 aria-level="2">${m("Bookmarks")} <small>${m("ke\
pt by this browser")}</small></h3>${n.join("")}${r}<div><button type="button" data-act="bookmark">${m("mark this moment (b)")}</button></div>`}function os(t,e,n,r){let o=n.map(([i,s],l)=>`<div><span>${b(m("{0} at step {1}",r.name(i),s))}</s\
pan><button type="button" class="small" data-uncrash="${l}">${m("take it away")}</button></div>`),a=e.map(i=>`<button type="button" class="small" data-crash="${b(i)}">${b(r.name(i))}</button>`);return`<h3 aria-level="2">${m("Crash")} <small\
>${m("as step {0}, the one that follows",t)}</small></h3>${o.join("")}<p>${m("Click the task that is to die, in the picture or here:")}</p><div class="crashParts">${a.join("")}</div><p role="status" data-crash-note></p>`}var eu=24,Bn=class{constructor(e){this.stepper=e;this.el=e.parts.get("menu"),this.el.addEventListener("input",n=>{let r=n.target,{note:o}=r.dataset;o!==void 0&&e.scrubber.bookmarks.setNote(Number(o),r.value),r.dataset.ask!==void 0&&this.tellOf(
r.value)})}shown=null;asked="";el;ask(e){this.asked=e,this.open("names");let n=this.el.querySelector("[data-ask]");e===""&&n.focus()}tellOf(e){this.asked=e,O(this.el.querySelector(".classCards"),mo(e,this.stepper.trace,this.stepper.player.position))}toggle(e){
this.shown===e?this.close():this.open(e)}close(){let e=this.shown;return this.shown=null,this.el.hidden=!0,this.tell(),e&&this.stepper.root.querySelector(`[data-act="${e}"]`)?.focus(),e!==null}bookmark(){let{bookmarks:e}=this.stepper.scrubber,
{position:n}=this.stepper.player;e.toggle(n),this.stepper.scrubber.redraw(),this.open("marks"),this.el.querySelector(`[data-note="${n}"]`)?.focus()}onClick(e){let n=e.target;if(this.shown==="crash"&&this.onCrash(n,e))return!0;let{mark:r,unmark:o,
save:a}=n.closest("[data-mark],[data-unmark],[data-save]")?.dataset??{},i=n.closest("[data-class]")?.dataset.class;if(i!==void 0)this.ask(i);else if(r!==void 0&&this.shown==="names")this.stepper.pointAt(Number(r)-1);else if(r!==void 0)this.
stepper.jump(Number(r));else if(o!==void 0)this.stepper.scrubber.bookmarks.toggle(Number(o)),this.stepper.scrubber.redraw(),this.open("marks");else if(a!==void 0)this.save(a);else return!1;return!0}open(e){let{scrubber:n,trace:r}=this.stepper;
this.shown=e;let o={marks:()=>rs(n.bookmarks,r),save:()=>ns(this.stepper.player.step,r.stepCount-1),names:()=>this.namesMarkup(),crash:()=>this.crashMarkup(),help:ts};O(this.el,o[e]()),this.el.hidden=!1,this.tell()}namesMarkup(){let{trace:e,
player:n}=this.stepper;return`<h3 aria-level="2">${m("What is …?")} <input type="search" data-ask value="${b(this.asked)}" placeholder="${m("a class, an old name, a claim")}" aria-label="${m("A name or a claim")}"></h3><div class="classCa\
rds">${mo(this.asked,e,n.position)}</div>`}get crashStep(){return Math.max(1,this.stepper.player.step+1)}moved(){this.shown==="crash"&&O(this.el,this.crashMarkup())}crashMarkup(){let{turning:e,lookup:n,labels:r}=this.stepper,o=[...n.subtasks.
values()],a=[...o.slice(0,eu).map(({id:i})=>i),...new Set(o.map(i=>i.task_manager)),"jobmanager"];return os(this.crashStep,a,e.placed,r)}onCrash(e,n){let{job:r,panels:o,turning:a}=this.stepper,{crash:i,uncrash:s,task:l,heat:p}=e.closest("[d\
ata-crash],[data-uncrash],[data-task],[data-heat]")?.dataset??{},d=i??l??(p&&(r.subtaskAt(p,n)??o.subtaskAt(p,n))),c=a.placed.filter(([,u])=>u<this.crashStep);if(s!==void 0)this.crash(a.placed.filter((u,h)=>h!==Number(s)));else if(d)this.crash(
[...c,[d,this.crashStep]]);else return!1;return!0}async crash(e){let n=this.el.querySelector("[data-crash-note]");n.textContent=m("The run is made again …");try{await this.stepper.turning.crash(e)}catch(r){n.textContent=r instanceof Error?
r.message:String(r)}}tell(){for(let e of["marks","save","help","names","crash"])this.stepper.root.querySelector(`[data-act="${e}"]`)?.setAttribute("aria-expanded",String(e===this.shown))}async save(e){let{trace:n,labels:r,player:o,film:a}=this.
stepper,i=(n.plan?.job_name??"run").replace(/[^\p{L}\p{N}]+/gu,"-"),s=`${i}-step-${o.step}`;if(e==="txt"){let d=Fi(n,r,o.stops.moments,o.position);return $n(`${s}.txt`,new Blob([d],{type:"text/plain;charset=utf-8"}))}if(e!=="svg"&&e!=="png"){
let d=this.el.querySelector(`[data-save="${e}"]`),[c,u]=[this.stepOf("first"),this.stepOf("last")],h=await a.save(e,c,u,f=>d.textContent=`${Math.round(f*100)} %`);return d.textContent=e.toUpperCase(),$n(`${i}-steps-${c}-${u}.${e}`,h)}let l=Ct(
this.stepper),p=e==="svg"?new Blob([to(l)],{type:"image/svg+xml"}):await Li(l);$n(`${s}.${e}`,p)}stepOf(e){return Number(this.el.querySelector(`[data-film="${e}"]`).value)}};var as=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,tu={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function Re(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${tu[t]}</svg>`}
function ge(t,e,n,r){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${r}</button>`}function is(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),r=null,o=()=>{let s=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=r??(s===void 0?l:s==="false"?"dark":"light"),e()},a=s=>{s.target.closest('[data-act="theme"]')&&(r=t.dataset.theme==="dark"?"light":"dark",o())},i=new MutationObserver(o);return i.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",o),t.addEventListener("click",a),o(),()=>{i.disconnect(),n.removeEventListener("change",o),t.removeEventListener("click",a)}}var Dn=class{constructor(e){this.root=e;for(let n of e.querySelectorAll("[data-part]"))this.all.set(n.dataset.part,n)}all=new Map;drawn=new Map;get(e){return this.all.get(e)}put(e,n){return this.drawn.get(e)===n?!1:(this.drawn.set(e,n),O(this.
get(e),n),!0)}forget(){this.drawn.clear()}};var Vn=class{constructor(e){this.box=e;this.wide=Math.ceil(e.width/2)+1,this.taken=new Uint8Array(this.wide*(Math.ceil(e.height/2)+1))}taken;wide;take(e,n){let r=(n-this.box.top>>1)*this.wide+(e-this.box.left>>1);return this.taken[r]===1?!1:
(this.taken[r]=1,!0)}},nu=2500;function ru({run:t,camera:e,places:n,box:r}){let o=ho(t.dots,0,s=>n[s+1]>=e.x0),i=(ho(t.dots,0,s=>n[s+1]>e.x1)-o)/r.width;return i>1.2?1.7:i>.4?2.3:3.2}function ho(t,e,n=r=>r>=e){let r=0,o=t.length;for(;r<o;){
let a=r+o>>1;n(t[a].index)?o=a:r=a+1}return r}function ss(t,e,n,r){let{run:o,places:a,camera:i,box:s,keys:l,colour:p,followed:d}=e,c=[[],[],[]],u=[],h=new Vn(s),f=0,{dots:g}=o;for(let w=ho(g,n);w<g.length&&g[w].index<r;w++){let v=g[w],x=a[v.
index+1];if(v.late||x<i.x0||x>i.x1||v.time<i.y0||v.time>i.y1)continue;let[S,M]=[Q(e,x),N(e,v.time)];h.take(S,M)&&(l&&v.key>=0&&!l.has(v.key)||d&&!d.hasDot(v)?u.push(S,M):c[Math.max(0,Math.min(2,v.source))].push(S,M),f++)}t.fillStyle=p("--li\
ne2");for(let w=0;w<u.length;w+=2)t.fillRect(u[w]-1,u[w+1]-1,2,2);t.fillStyle=p("--data");let k=ru(e);c.forEach((w,v)=>{t.beginPath();for(let x=0;x<w.length;x+=2)f>nu?t.fillRect(w[x]-1.2,w[x+1]-1.2,2.4,2.4):vt(t,v,w[x],w[x+1],k);t.fill()})}
function ls(t,e,n,r){let{run:o,keys:a,colour:i,followed:s}=e,l=new Vn(e.box);t.strokeStyle=i("--fire"),t.fillStyle=i("--fire");let p=o.lates.length>400,d=t.globalAlpha;for(let c of o.lates){if(c.index<n||c.index>=r||!Ue(e,c.operator))continue;
let[u,h]=[F(e,c.index),N(e,c.time)],{left:f,top:g,width:k,height:w}=e.box;if(u<f||u>f+k||h<g||h>g+w||!l.take(u,h))continue;let v=a&&!a.has(c.key)||s&&!s.hasLate(c);t.globalAlpha=v?d/4:d,fo(t,e,u,h,p?2.6:4)}t.globalAlpha=d}function fo(t,{colour:e},n,r,o){
t.beginPath(),t.arc(n,r,o,0,7),t.fillStyle=e("--panel"),t.fill(),t.strokeStyle=e("--fire"),t.lineWidth=Math.max(1.4,o/2.2),t.stroke(),t.beginPath(),t.arc(n,r,o/2.6,0,7),t.fillStyle=e("--fire"),t.fill()}function ps(t,e,n,r){let{run:o,keys:a,
box:i,colour:s}=e,l=t.globalAlpha;for(let p of o.timers){if(p.index<n||p.index>=r||a&&!a.has(p.key))continue;let[d,c]=[F(e,p.index),F(e,p.end)];if(c<i.left||d>i.left+i.width)continue;let u=p.domain==="event"?N(e,p.time):i.top+i.height-7;t.globalAlpha=
.6*l,p.domain==="event"&&q(t,[d,u,c,u],s("--tm"),1,[1,3]),t.globalAlpha=l,p.end!==1/0&&(t.beginPath(),t.moveTo(c,u-4.5),t.lineTo(c+4.5,u),t.lineTo(c,u+4.5),t.lineTo(c-4.5,u),t.closePath(),t.fillStyle=p.fired?s("--tmfill"):s("--panel"),t.fill(),
t.strokeStyle=s("--tm"),t.lineWidth=1.2,t.stroke())}}function us(t,e){if(t.what!=="pane")return`record:${(t.what==="late"?t.late.dot:t.dot).index}`;let{operator:n,key:r,window:o}=t.pane;return`pane:[${JSON.stringify(n)},${e.keys[r]??"null"},${o}]`}function ms({trace:t,run:e},n,r){let o=[];for(let a=Math.
max(n,r-ou);a<r;a++){let i=t.kindOf(a),s=i==="WindowFired"||i==="WindowsMerged"?e.paneAt.get(a):void 0,l=i==="LateRecordDropped"?e.lateAt.get(a):void 0,p=i==="WindowAssigned"||i==="SourceRecordRead"?e.dotBehind(a):void 0;if(s&&o.push({what:"\
pane",pane:s}),s&&i==="WindowsMerged")for(let d of e.panes)d.into===s&&d.gone===a&&o.push({what:"pane",pane:d});l&&o.push({what:"late",late:l}),p&&!p.late&&o.push({what:"dot",dot:p})}return o}var ou=4e3,ds=3;function ko(t,e,n,r,o=au){let a=new go(
t,e),i=l=>r.filter(p=>p.what===l);for(let l of[...i("pane"),...i("dot"),...i("late")]){let p=iu(l,o);p<=0||(l.what==="pane"?hs(t,e,l.pane,p):l.what==="dot"?pu(t,e,l.dot,p):du(t,e,n,l.late,a,i("late").length<=ds,p))}let s=i("pane");o.t>=1&&s.
slice(0,ds).forEach(l=>l.what==="pane"&&lu(e,n,l.pane,a)),a.draw()}var au={from:0,to:0,t:1},cs=.5;function iu(t,{from:e,to:n,t:r}){if(r>=1||n<=e)return 1;let{index:o}=t.what==="dot"?t.dot:t.what==="late"?t.late:{index:su(t.pane,e,n)},a=Math.
max(0,Math.min(1-cs,(o-e)/(n-e)));return Je(Ye(r,a,Math.min(1,a+cs)))}function su(t,e,n){return t.firings.find(({index:r})=>r>=e&&r<n)?.index??e}function hs(t,e,n,r=1){if(n.start===-1/0)return;let o=Math.min(n.firings.at(-1)?.index??1/0,n.gone),
[a,i]=[F(e,n.born),F(e,o)],[s,l]=[N(e,n.end),N(e,n.start)];t.strokeStyle=e.colour("--paneink"),t.lineWidth=2,t.strokeRect(a,s,Math.max(2,i-a),l-s);let p=n.firings.at(-1),d=(1-r)*(Math.PI/2),c=l-s;p&&q(t,[i,s,i+Math.sin(d)*c,s+Math.cos(d)*c],
e.colour("--fire"),4)}function lu(t,{run:e,labels:n},r,o){if(r.start===-1/0)return;let a=ne(W(e.keys[r.key]),18),i=F(t,Math.min(r.firings.at(-1)?.index??r.gone,r.gone));o.add(`${a} ${n.window(r.window)}`,i-6,N(t,r.end)-7,"--paneink","right")}
function pu(t,e,n,r){let[o,a]=[F(e,n.index),N(e,n.time)],{camera:i}=e,s=n.time>=i.x0&&e.places.at(-1)>1e6?Q(e,n.time):o-40,l=s+(o-s)*r;n.time>=i.x0&&e.places.at(-1)>1e6&&(t.globalAlpha=.6,q(t,[Q(e,n.time),a,l,a],e.colour("--data"),1.6),t.globalAlpha=
1),t.beginPath(),vt(t,n.source,l,a,6),t.fillStyle=e.colour("--data"),t.fill(),t.strokeStyle=e.colour("--panel"),t.lineWidth=1.6,t.stroke()}function du(t,e,n,r,o,a,i){let{trace:s,run:l,labels:p}=n,[d,c]=[F(e,r.index),N(e,r.time)],{pane:u,over:h,
closer:f,behind:g}=Ie(s,l,r);if(u&&hs(t,e,u),h>=0){let k=F(e,u&&u.gone<1/0?u.gone:h),w=d+(k-d)*Ye(i,0,.7);q(t,[d,c,w,c],e.colour("--fire"),2.6),cu(t,w,c,e.colour("--fire"));let v=f<0||i<.7?void 0:l.dotBehind(f);if(v){let[x,S]=[F(e,v.index),
N(e,v.time)];if(q(t,[k,c,k,S,x,S],e.colour("--wmink"),1.6,[5,4]),t.beginPath(),vt(t,v.source,x,S,6),t.fillStyle=e.colour("--wm"),t.fill(),t.strokeStyle=e.colour("--wmink"),t.lineWidth=1.6,t.stroke(),a){let M=p.time(BigInt(v.time));o.add(m("\
closed by a record of {0}",M),Math.min(x,k)-9,S-8,"--wmink","right")}}if(a&&i>=.7){let x=ne(W(l.keys[r.key]??'""'),18),S=m("{0}: {1} too late",x,fe(g));o.add(g>0?S:m("{0}: too late",x),(d+k)/2,c+17,"--fireink","center")}}fo(t,e,d,c,8)}function cu(t,e,n,r){
t.beginPath(),t.moveTo(e,n),t.lineTo(e+9,n-5),t.lineTo(e+9,n+5),t.closePath(),t.fillStyle=r,t.fill()}var go=class{constructor(e,n){this.context=e;this.picture=n}placed=[];add(e,n,r,o,a){let{context:i,picture:s}=this,{left:l,top:p,width:d,height:c}=s.
box;i.font=this.font;let u=i.measureText(e).width,h=a==="left"?n:a==="right"?n-u:n-u/2,f=Math.max(l+4,Math.min(l+d-u-4,h)),{avoid:g}=s;for(let k of[0,-17,17,-34,34,-51,51]){let w=Math.max(p+14,Math.min(p+c-6,r+k));if(!(g!==null&&f<g.left+g.
width&&f+u>g.left&&w>g.top&&w-14<g.top+g.height)&&this.placed.every(S=>Math.abs(S.y-w)>=16||S.left>f+u+4||S.left+S.wide+4<f)){this.placed.push({text:e,left:f,y:w,wide:u,style:o});return}}}draw(){let{context:e,picture:n}=this;e.font=this.font,
e.textAlign="left",e.lineJoin="round";for(let{text:r,left:o,y:a,style:i}of this.placed)e.strokeStyle=n.colour("--panel"),e.lineWidth=4.5,e.strokeText(r,o,a),e.fillStyle=n.colour(i),e.fillText(r,o,a)}get font(){return`650 13px ${this.picture.
colour("font-family")}`}};var fs=new WeakMap;function gs(t){let e=fs.get(t);return e||fs.set(t,e=uu(t)),e}function uu(t){let e=new Map;for(let n of t){if(n.start===-1/0)continue;let r=`${n.start} ${n.end}`,o=e.get(r);o?o.push(n):e.set(r,[n])}return[...e.values()].map(
n=>{let r=new Map,o=new Set,a=0;for(let u of n){let h=Math.min(u.firings[0]?.index??1/0,u.gone);r.set(u.born,(r.get(u.born)??0)+1),h<1/0&&r.set(h,(r.get(h)??0)-1);for(let{index:f}of u.firings)o.add(f);a=Math.max(a,u.gone)}let i=[...r.keys()].
sort((u,h)=>u-h),s=0,l=i.map(u=>s+=r.get(u)),p=l.reduce((u,h)=>Math.max(u,h),1),{start:d,end:c}=n[0];return{start:d,end:c,at:i,open:l,most:p,firings:[...o].sort((u,h)=>u-h),gone:a}})}function ks({run:t,keys:e,operators:n,followed:r}){if(Qe.of!==t||Qe.keys!==e||Qe.operators!==n||Qe.followed!==r){let o=a=>a.start>-1/0&&(!e||e.has(a.key))&&(!n||n.has(a.operator))&&(!r||r.hasPane(a));Qe={of:t,keys:e,operators:n,followed:r,panes:t.
panes.filter(o)}}return Qe.panes}var Qe={of:null,keys:null,operators:null,followed:null,panes:[]};function bo(t){let{camera:e,places:n}=t;return ks(t).filter(({start:r,end:o,born:a,gone:i})=>o>=e.y0&&r<=e.y1&&n[a+1]<=e.x1&&(i===1/0||n[i+1]>=
e.x0))}var mu=600;function hu(t,e){let{camera:n,box:r,places:o,colour:a}=e;t.fillStyle=a("--pane");for(let{start:i,end:s,at:l,open:p,most:d,firings:c,gone:u}of gs(ks(e))){if(s<n.y0||i>n.y1||o[l[0]+1]>n.x1||u<1/0&&o[u+1]<n.x0)continue;let[h,
f]=[N(e,s),N(e,i)],g=Math.max(1,f-h-1),k=F(e,l[0]);for(let v=Math.max(0,xt(e,l)-1);v<l.length;v++){let x=v+1<l.length?F(e,l[v+1]):r.left+r.width;if(!(x-k<1&&v+1<l.length)){if(p[v]>0&&(t.globalAlpha=.1+.5*(p[v]/d),t.fillRect(k,h,x-k,g)),x>r.
left+r.width)break;k=x}}t.globalAlpha=1;let w=-1/0;for(let v=xt(e,c);v<c.length;v++){let x=F(e,c[v]);if(x>r.left+r.width)break;x-w<1||(w=x,t.fillRect(x-1.2,h,2.4,g))}}t.globalAlpha=1}var fu=6e3;function bs(t,e){let{run:n,colour:r}=e,o=bo(e);
if(o.length>mu)return hu(t,e);let a=e.keys?.size??n.keys.length,i=a>6?.16:a>2?.3:.5,s=o.reduce((l,p)=>l+p.fills.length,0);for(let l of o)gu(t,e,l,i,s<=fu);for(let l of o){let[p,d]=[N(e,l.end),N(e,l.start)];for(let{index:c,kind:u}of l.firings){
let h=F(e,c),f=r(u==="late"?"--fire":"--pane");q(t,[h,p,h,d],f,u==="early"?1.2:2.6,u==="early"?[2,2]:[])}}}function gu(t,e,n,r,o){let{colour:a}=e,[i,s]=[N(e,n.end),N(e,n.start)],l=Math.max(1,s-i-1),p=n.firings.find(({kind:k})=>k==="on time"),
d=Math.min(p?.index??1/0,n.gone),[c,u,h]=[F(e,n.born),F(e,d),F(e,n.gone)];t.fillStyle=a("--pane");let f=n.counts.reduce((k,w)=>Math.max(k,w),1),g=o?n.fills.filter(k=>k<d):[n.born];for(let k=0;k<g.length;k++){let w=F(e,g[k]),v=k+1<g.length?F(
e,g[k+1]):u;t.globalAlpha=r*(o?.35+.65*(n.counts[k]/f):.8),t.fillRect(w,i,Math.max(v-w,.5),l)}h>u+1&&(t.globalAlpha=r*.3,t.fillRect(u,i,h-u,l),t.globalAlpha=.8,q(t,[u,i,h,i,h,s,u,s],a("--pane"),1,[3,3])),u-c>5&&l>5&&(t.globalAlpha=Math.min(
1,r*2.2),t.strokeStyle=a("--pane"),t.lineWidth=1,t.strokeRect(c+.5,i+.5,u-c-1,l-1)),t.globalAlpha=1}function ws(t,e){let{parts:n}=e;n.has("minimum")&&Mi(t,e),Ei(t,e),n.has("panes")&&bs(t,e),Ai(t,e)}function Hn(t,e,n=0,r=1/0){let{parts:o}=e;o.has("timers")&&ps(t,e,n,r),o.has("records")&&ss(t,e,n,r),o.has("late")&&ls(t,e,n,r)}var ku=72;function ys(t,e){let{box:n,camera:r,colour:o}=e.picture;t.font=`500 12px ${o("font-family")}`,t.strokeStyle=o("--line"),t.fillStyle=o("--ink2"),t.lineWidth=1,bu(t,e),t.textAlign="center",t.textBaseline="alphabetic";let a=n.top+n.height+
16;for(let i of st(r.x0,r.x1,Math.floor(n.width/92))){let s=Math.round(Q(e.picture,i))+.5;t.globalAlpha=.6,t.beginPath(),t.moveTo(s,n.top),t.lineTo(s,n.top+n.height),t.stroke(),t.globalAlpha=1;let l=e.axis==="time"?vs(e,i):`fact ${i}`;s>n.left+
24&&s<n.left+n.width-24&&Math.abs(s-e.now)>ku&&t.fillText(l,s,a)}t.textAlign="left",t.fillText(m("event time ↑"),n.left+7,n.top+16),t.strokeStyle=o("--line2"),t.strokeRect(n.left+.5,n.top+.5,n.width-1,n.height-1)}function bu(t,e){let{box:n,
camera:r}=e.picture,o=14;t.textAlign="right",t.textBaseline="middle";for(let a of st(r.y0,r.y1,Math.floor(n.height/44))){let i=Math.round(N(e.picture,a))+.5;t.beginPath(),t.moveTo(n.left,i),t.lineTo(n.left+n.width,i),t.stroke();let s=vs(e,a).
split(" ");s.forEach((l,p)=>t.fillText(l,n.left-7,i+o*(p-(s.length-1)/2)))}}function vs({labels:t},e){return t.time(BigInt(Math.round(e))).replace(/(\d\d:\d\d):00$/,"$1").replace(/^\d{4}-/,"")}function xs(t,{picture:{box:e,colour:n},now:r}){
t.fillStyle=n("--fire"),t.fillRect(r-.75,e.top,1.5,e.height)}function Ss(t,e){let{picture:n,labels:r,now:o,wide:a}=e,{box:i,colour:s}=n;if(o<i.left||o>i.left+i.width)return;let l=r.time(BigInt(e.time));t.font=`650 12px ${s("font-family")}`;
let p=t.measureText(l).width+14,d=Math.max(0,Math.min(a-p,o-p/2));t.fillStyle=s("--badge"),t.beginPath(),t.roundRect(d,i.top+i.height+2,p,20,6),t.fill(),t.fillStyle=s("--onfire")||"#fff",t.textAlign="left",t.fillText(l,d+7,i.top+i.height+16)}
function Ts(t,{picture:{colour:e}},[n,r,o,a]){t.fillStyle=e("--focus"),t.globalAlpha=.14,t.fillRect(n,r,o-n,a-r),t.globalAlpha=1,t.strokeStyle=e("--focus"),t.strokeRect(n,r,o-n,a-r)}function wo(t,e){let n=[...t.dots.map(({time:h})=>h),...t.timers.filter(({domain:h})=>h==="event").map(({time:h})=>h)],r=t.panes.filter(({start:h})=>h>-1/0);for(let h of r)n.push(h.start,h.end);if(n.length===0)for(let{values:h}of t.curves)n.
push(...h.filter(Number.isFinite));let o=Float64Array.from(n).sort();o.length===0&&o.set([]);let a=h=>o[Math.round(h*(o.length-1))]??0,i=a(.98)-a(.02)||a(1)-a(0)||1,s=Math.max(a(0),a(.02)-4*i),l=Math.min(a(1),a(.98)+4*i),p=l-s||1,[d,c]=wu(t,
e),u=c-d||1;return{x0:d-u*.015,x1:c+u*.02,y0:s-p*.06,y1:l+p*.06}}function wu(t,e){let n=Math.min(t.dots[0]?.index??1/0,t.panes[0]?.born??1/0),r=e.length-1,o=[t.dots.at(-1)?.index??0,t.lates.at(-1)?.index??0];for(let i of t.panes)o.push(i.firings.
at(-1)?.index??i.born);for(let i of t.curves)o.push(i.at.at(-1)??0);let a=o.reduce((i,s)=>Math.max(i,s),0);return n===1/0?[e[0],e[r]]:[e[n],e[Math.min(r,a+1)]]}var Cs=1e-5;function zn(t,e,n,r,o,a=!1){let[i,s]=[t.x1-t.x0,t.y1-t.y0],[l,p]=[e.
x1-e.x0,e.y1-e.y0],d=Math.max(l*Cs,i*n),c=a?s:Math.max(p*Cs,s*n);if(d>=l&&c>=p)return e;let u=t.x0+(i-d)*r,h=t.y0+(s-c)*o;return{x0:u,x1:u+d,y0:h,y1:h+c}}var yu=50;function Ms({run:t,places:e,things:n}){return n.slice(0,yu).flatMap(r=>{if(r.
what==="dot")return[[e[r.dot.index+1],r.dot.time]];if(r.what==="late"){let s=t.missedBy(r.late),l=[e[r.late.index+1],r.late.time];return s?[l,[e[s.born+1],s.start]]:[l]}let{born:o,start:a,end:i}=r.pane;return a===-1/0?[]:[[e[o+1],a],[e[o+1],
i]]})}function Es({run:t,places:e,whole:n},r){return t.dots.filter(({index:a})=>e[a+1]<=r).at(-1)?.time??(n.y0+n.y1)/2}function $s(t,e,n){let r=Ms(t),o=(n.x1-n.x0)/8,a=(n.y1-n.y0)/6,i=[e,...r.map(([l])=>l)],s=r.length>0?r.map(([,l])=>l):[Es(
t,e)];return{x0:Math.min(...i)-o*.6,x1:Math.max(...i)+o*.4,y0:Math.min(...s)-a*.5,y1:Math.max(...s)+a*.5}}function As(t,e,{x0:n,x1:r,y0:o,y1:a}){let i=r-n,s=a-o,l=Ms(t)[0]?.[1]??Es(t,e),p=e<n+i*.04||e>r-i*.04,d=l<o+s*.04||l>a-s*.04;if(!p&&!d)
return null;let c=p?e-i*.6:n,u=d?l-s*.5:o;return{x0:c,x1:c+i,y0:u,y1:u+s}}function Os({dots:t},e){if(t.length<2||e.last===e.start)return"steps";let n=e.places("time"),r=new Map;for(let{index:i}of t){let s=Math.floor((n[i+1]-e.start)/(e.last-
e.start)*40);r.set(s,(r.get(s)??0)+1)}let[o=0,a=0]=[...r.values()].sort((i,s)=>s-i);return o+a>t.length*.6?"steps":"time"}var Gn=({box:t,camera:e},n)=>e.x0+(n-t.left)/t.width*(e.x1-e.x0);function Rs(t,e){let n=r=>Ze(t,r);t.addEventListener("wheel",r=>{r.preventDefault();let[o,a]=n(r),{box:i}=e.picture(),s=Math.exp(Math.max(-120,Math.min(120,r.deltaY))*.0025),l=(o-
i.left)/i.width;e.jumpTo(zn(e.target,e.whole,s,l,1-(a-i.top)/i.height,r.shiftKey)),e.changed()},{passive:!1}),t.addEventListener("pointerdown",r=>{r.button===0&&vu(t,e,r,n)}),t.addEventListener("pointermove",r=>{r.buttons!==0?e.point(NaN,NaN):
e.point(...n(r))}),t.addEventListener("pointerleave",()=>e.point(NaN,NaN)),t.addEventListener("dblclick",()=>e.wholeRun())}function vu(t,e,n,r){let[o,a]=r(n),{x0:i,x1:s,y0:l,y1:p}=e.target,{box:d}=e.picture(),c=n.shiftKey||!e.isZoomed,u=!1,
h=null;t.setPointerCapture(n.pointerId);let f=k=>{let[w,v]=r(k);if(u||=Math.abs(w-o)+Math.abs(v-a)>5,!u)return;if(c)return e.showBrush(h=[o,a,w,v]);let[x,S]=[(w-o)/d.width,(v-a)/d.height],[M,A]=[(s-i)*x,(p-l)*S];e.jumpTo({x0:i-M,x1:s-M,y0:l+
A,y1:p+A})},g=()=>{t.removeEventListener("pointermove",f),t.removeEventListener("pointerup",g),t.removeEventListener("pointercancel",g),e.showBrush(null),u?h&&xu(e,h):e.click(o,a)};t.addEventListener("pointermove",f),t.addEventListener("poi\
nterup",g),t.addEventListener("pointercancel",g)}function xu(t,[e,n,r,o]){if(Math.abs(r-e)<8||Math.abs(o-n)<8)return;let a=t.picture(),{box:i,camera:s}=a,l=p=>s.y1-(p-i.top)/i.height*(s.y1-s.y0);t.flyTo({x0:Gn(a,Math.min(e,r)),x1:Gn(a,Math.
max(e,r)),y0:l(Math.max(n,o)),y1:l(Math.min(n,o))})}var Is=9;function yo(t,e,n){let{run:r,places:o,camera:a,box:i,parts:s,keys:l}=t;if(e<i.left||e>i.left+i.width||n<i.top||n>i.top+i.height)return null;let p=null,d=Is,c=(a.x1-a.x0)/i.width*Is,u=a.x0+(e-i.left)/i.width*(a.x1-a.x0),h=(g,k,w)=>{
let v=o[g+1];if(Math.abs(v-u)>c)return;let x=Math.hypot(Q(t,v)-e,N(t,k)-n);x>=d||(d=x,p=w())};if(s.has("records"))for(let g of r.dots)!g.late&&(!l||g.key<0||l.has(g.key))&&h(g.index,g.time,()=>({what:"dot",dot:g}));if(s.has("late"))for(let g of r.
lates)h(g.index,g.time,()=>({what:"late",late:g}));if(p||!s.has("panes"))return p;let f=1/0;for(let g of bo(t)){let[k,w]=[F(t,g.born),F(t,g.gone)],[v,x]=[N(t,g.end),N(t,g.start)],S=(w-k)*(x-v);e<k||e>w||n<v||n>x||S>=f||(f=S,p={what:"pane",pane:g})}
return p}function jn(t){return t.what==="dot"?t.dot.index+1:t.what==="late"?t.late.index+1:(t.pane.firings[0]?.index??t.pane.fills.at(-1)??t.pane.born)+1}function vo(t,e){let{trace:n,run:r,labels:o}=t,a=c=>c<0?"":ne(W(r.keys[c]),40),i=c=>Number.
isFinite(c)?o.time(BigInt(Math.round(c))):"none";if(e.what==="pane"){let{pane:c}=e,u=c.firings.map(({kind:f,count:g})=>m("{0} with {1}",m(f),g)).join(", ");return[`${a(c.key)} ${o.window(c.window)}`,m("{0} elements",c.counts.at(-1)??0),u===
""?m("never fires"):m("fires {0}",u),o.name(c.operator)]}let{dot:s}=e.what==="late"?e.late:e,l=n.event(s.index),d=[`${("value"in l?o.value(l.value):"")||a(s.key)}`,m("event time {0}",i(s.time))];if(s.key>=0&&d.push(m("key {0}",a(s.key))),s.
split!==""&&d.push(`${m("split")} ${s.split}`),e.what==="late"){let{late:c}=e,{closer:u,behind:h}=Ie(n,r,c);d.push(m("too late: {0} was over",o.window(c.windows)),m("the watermark was {0} past its time",fe(h)));let f=u<0?null:n.event(u);f?.
type==="SourceRecordRead"&&d.push(m("closed by {0}",o.value(f.value)))}return d}var Su=84,Tu=62,Cu=24,Ps=8,Mu=12,$t=9,xo=.27,Eu=240,qn=class{constructor(e,n,r,o){this.el=e;this.labels=r;this.go=o;this.run=new Oe(n),this.clock=new he(n),this.axis=Os(this.run,this.clock),this.places=this.clock.places(this.axis),this.whole=
wo(this.run,this.places),this.camera=this.target=this.whole,this.lit={trace:n,labels:r,run:this.run},this.tip.className="planeTip",this.tip.hidden=!0,this.canvas.setAttribute("role","img"),e.replaceChildren(this.canvas,this.tip),this.observer=
new ResizeObserver(()=>{let{clientWidth:a,clientHeight:i}=this.el;this.room={clientWidth:a,clientHeight:i},this.drawSoon()}),this.observer.observe(e),Rs(this.canvas,this)}run;axis;parts=new Set(Ti.filter(e=>e!=="channels"));keys=null;operators=null;changed=()=>{};picked=()=>{};canvas=document.
createElement("canvas");ground=document.createElement("canvas");marks=document.createElement("canvas");tip=document.createElement("div");clock;places;whole;camera;target;lit;position=0;from=0;timeNow=0;phase={from:0,to:0,t:1};followed=null;ghost=null;hidesFuture=!1;avoid=null;things=[];hover=null;brush=null;stale=!0;frame=0;easing=null;colours=new Map;wide=0;tall=0;room={
clientWidth:0,clientHeight:0};observer;get isEmpty(){return this.run.dots.length===0&&this.run.panes.length===0}get isZoomed(){return this.target!==this.whole}show(e,n){let r=e!==this.position;this.position=e,this.timeNow=this.clock.timeAt(
e),this.from=Math.min(n,e),this.things=ms(this.lit,this.from,e);let o=r&&this.isZoomed?As(this.sight,this.places[e],this.target):null;o&&this.flyTo(o),this.canvas.setAttribute("aria-label",this.inWords()),this.drawSoon()}move(e){this.phase=
e,this.drawSoon()}preview(e){let n=this.keys&&[...this.keys].map(r=>this.run.keys[r]);this.run=new Oe(e),this.keys=n&&new Set(n.map(r=>this.run.keys.indexOf(r))),this.clock=new he(e),this.places=this.clock.places(this.axis),this.lit={trace:e,
labels:this.labels,run:this.run},this.things=[],this.hover=null,this.position=e.positionBy(BigInt(Math.round(this.timeNow))),this.phase={from:this.position,to:this.position,t:1},this.refresh(),this.changed()}setGhost(e){this.ghost=e,this.refresh()}follow(e){
this.followed=e,this.refresh()}refresh(){this.colours.clear(),this.stale=!0,this.drawSoon()}setAxis(e){e!==this.axis&&(this.axis=e,this.places=this.clock.places(e),this.whole=wo(this.run,this.places),this.camera=this.target=this.whole,this.
refresh(),this.changed())}choose(e,n=this.operators){this.keys=e,this.operators=n,this.refresh()}toggle(e){this.parts.delete(e)||this.parts.add(e),this.refresh()}wholeRun(){this.flyTo(this.whole)}zoomToNow(){this.flyTo($s(this.sight,this.places[this.
position],this.whole))}zoomBy(e,n=this.wide/2,r=this.tall/2){let o=this.picture();this.flyTo(zn(this.target,this.whole,e,(n-o.box.left)/o.box.width,1-(r-o.box.top)/o.box.height))}destroy(){window.cancelAnimationFrame(this.frame),this.observer.
disconnect()}drawSoon(){this.frame===0&&(this.frame=window.requestAnimationFrame(e=>{this.frame=0,this.ease(e),this.draw(),this.easing&&this.drawSoon()}))}ease(e){if(!this.easing)return;let n=Math.max(0,Math.min(1,(e-this.easing.start)/Eu)),
r=1-(1-n)**3,o=a=>this.easing.from[a]*(1-r)+this.target[a]*r;this.camera={x0:o("x0"),x1:o("x1"),y0:o("y0"),y1:o("y1")},this.stale=!0,n>=1&&(this.camera=this.target,this.easing=null)}draw(){let e=performance.now();if(!this.size())return;let n=this.
canvas.getContext("2d"),r=this.picture(),{box:o}=r;if(this.stale){for(let[s,l]of[[this.ground,ws],[this.marks,Hn]]){let p=s.getContext("2d");this.scale(p),p.clearRect(0,0,this.wide,this.tall),l(p,r),s===this.ground&&this.ghost?.paint(p,r,this.
axis)}this.stale=!1}this.scale(n),n.clearRect(0,0,this.wide,this.tall);let a=this.axes(r);ys(n,a);let{now:i}=a;this.blit(n,this.ground,o.left,i,1),this.hidesFuture||this.blit(n,this.ground,i,o.left+o.width,xo),this.blit(n,this.marks,o.left,
i-$t,1),this.hidesFuture||this.blit(n,this.marks,i+$t,o.left+o.width,xo),n.save(),n.beginPath(),n.rect(o.left,o.top,o.width,o.height),n.clip(),this.drawStrip(n,r,i),ko(n,r,this.lit,this.things.filter(s=>this.isShown(s)),this.phase),xs(n,a),
this.hover&&ko(n,r,this.lit,[this.hover]),this.brush&&Ts(n,a,this.brush),n.restore(),Ss(n,a),performance.measure("flinksim:plane",{start:e})}isShown(e){let{followed:n}=this;if(e.what==="pane"&&n&&!n.hasPane(e.pane)||e.what==="late"&&n&&!n.hasLate(
e.late)||e.what==="dot"&&n&&!n.hasDot(e.dot))return!1;let{key:r}=e.what==="pane"?e.pane:e.what==="late"?e.late:e.dot;return r<0||!this.keys||this.keys.has(r)}drawStrip(e,n,r){let{box:o}=n,a=Math.max(o.left,r-$t),i=Math.min(o.left+o.width,r+
$t)-a;if(i<=0)return;e.save(),e.beginPath(),e.rect(a,o.top,i,o.height),e.clip();let{x0:s,x1:l}=n.camera,p=3*$t*(l-s)/o.width,d=this.placeNow,c=this.clock.positionAt(d-p,this.axis)-1,u=this.clock.positionAt(d+p,this.axis);e.globalAlpha=this.
hidesFuture?0:xo;let h=this.positionNow;Hn(e,n,h,u),e.globalAlpha=1,Hn(e,n,c,h),e.restore()}blit(e,n,r,o,a){let{left:i,top:s,width:l,height:p}=this.picture().box,[d,c]=[Math.max(i,r),Math.min(i+l,o)];c<=d||(e.save(),e.beginPath(),e.rect(d,s,
c-d,p),e.clip(),e.globalAlpha=a,e.drawImage(n,0,0,this.wide,this.tall),e.restore())}axes(e){let n=Q(e,this.placeNow),r=this.clock.timeAt(this.positionNow);return{picture:e,labels:this.labels,axis:this.axis,now:n,time:r,wide:this.wide}}get positionNow(){
let{from:e,to:n,t:r}=this.phase;return n===e?this.position:Math.round(e+(n-e)*r)}get placeNow(){let{from:e,to:n,t:r}=this.phase;if(n===e)return this.places[this.position];let o=e+(n-e)*r,a=this.places[Math.floor(o)];return a+(this.places[Math.
ceil(o)]-a)*(o-Math.floor(o))}get sight(){return{run:this.run,places:this.places,things:this.things,whole:this.whole}}picture(){let e=this.wide<500?Tu:Su,n={left:e,top:Ps,width:this.wide-e-Mu,height:this.tall-Ps-Cu},{run:r,places:o,camera:a,
keys:i,operators:s,parts:l,followed:p}=this;return{run:r,places:o,camera:a,box:n,keys:i,operators:s,parts:l,followed:p,avoid:this.avoid,colour:d=>this.colour(d)}}colour(e){let n=this.colours.get(e);return n===void 0&&this.colours.set(e,n=getComputedStyle(
this.el).getPropertyValue(e).trim()),n}get ratio(){return(window.devicePixelRatio||1)*(this.el.currentCSSZoom??1)}scale(e){let n=this.ratio;e.setTransform(n,0,0,n,0,0)}size(){let{clientWidth:e,clientHeight:n}=this.room;if(e<120||n<60)return!1;
let r=this.ratio,[o,a]=[Math.round(e*r),Math.round(n*r)];if(this.canvas.width!==o||this.canvas.height!==a){for(let i of[this.canvas,this.ground,this.marks])i.width=o,i.height=a;this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}\
px`,this.stale=!0}return this.wide=e,this.tall=n,!0}flyTo(e){let n=window.matchMedia("(prefers-reduced-motion: reduce)").matches;this.easing=n?null:{from:this.camera,start:performance.now()},this.target=e,n&&this.jumpTo(e),this.drawSoon(),this.
changed()}jumpTo(e){this.camera=this.target=e,this.easing=null,this.stale=!0,this.drawSoon()}showBrush(e){this.brush=e,this.drawSoon()}click(e,n){let r=this.picture(),o=yo(r,e,n);this.go(o?jn(o):this.clock.positionAt(Gn(r,e),this.axis)),o&&
this.picked(o)}point(e,n){let r=Number.isNaN(e)?null:yo(this.picture(),e,n),o=JSON.stringify(r&&jn(r))===JSON.stringify(this.hover&&jn(this.hover));if(this.hover=r,this.tip.hidden=!r,this.canvas.style.cursor=r?"pointer":this.isZoomed?"grab":
"crosshair",r&&!o&&this.tip.replaceChildren(...vo(this.lit,r).map($u)),r){let{offsetWidth:a,offsetHeight:i}=this.tip;this.tip.style.left=`${Math.max(4,e+16+a>this.wide?e-a-12:e+16)}px`,this.tip.style.top=`${Math.max(4,Math.min(this.tall-i-4,
n+12))}px`}o||this.drawSoon()}inWords(){let e=l=>l.filter(({index:p})=>p<this.position).length,{dots:n,lates:r,panes:o}=this.run,a=o.filter(({born:l,gone:p})=>l<this.position&&p>=this.position).length,i=o.filter(({firings:l})=>l.some(({index:p})=>p<
this.position)).length,s=this.things.slice(0,5).flatMap(l=>vo(this.lit,l)[0]??[]);return m("Event time over processing time: {0} of {1} records, {2} of {3} too late, {4} panes open, {5} have fired. {6}",e(n),n.length,e(r),r.length,a,i,s.join(
"; "))}};function $u(t){let e=document.createElement("div");return e.textContent=t,e}var Ws=6,xe=class{constructor(e,n){this.el=e;this.height=n;e.classList.add("rows"),this.inside.className="rowsInside",e.replaceChildren(this.inside),e.addEventListener("scroll",()=>this.draw()),new ResizeObserver(()=>this.draw()).observe(e)}inside=document.
createElement("div");count=0;row=()=>"";drawn="";set(e,n){this.count=e,this.row=n,this.inside.style.height=`${e*this.height}px`,this.draw()}reveal(e){let{scrollTop:n,clientHeight:r}=this.el,o=e*this.height;(o<n||o+this.height>n+r)&&(this.el.
scrollTop=Math.max(0,o-r/2)),this.draw()}draw(){let e=Math.max(0,Math.floor(this.el.scrollTop/this.height)-Ws),n=Math.min(this.count,e+Math.ceil(this.el.clientHeight/this.height)+2*Ws),r="";for(let i=e;i<n;i++)r+=`<div class="row" data-styl\
e="top:${i*this.height}px;height:${this.height}px">${this.row(i)}</div>`;if(r===this.drawn)return;this.drawn=r;let o=document.activeElement,a=o&&this.inside.contains(o)?o.dataset.id:void 0;O(this.inside,r),a!==void 0&&this.inside.querySelector(
`[data-id="${a}"]`)?.focus({preventScroll:!0})}};var Au=["by name","by records","by late records"],Ou=28,Kn=class{constructor(e,n,r){this.changed=r;this.names=n.keys.map(o=>ne(W(o))),this.records=n.keys.map(()=>0),this.late=n.keys.map(()=>0);for(let{key:o}of n.dots)o>=0&&this.records[o]++;
for(let{key:o}of n.lates)o>=0&&this.late[o]++;O(e,`<div class="keyTools"><input type="search" placeholder="${m("search keys")}" aria-label="${m("Search keys")}"><select aria-label="${m("Sort keys")}">${Au.map(o=>`<option value="${o}">${m(o)}\
</option>`).join("")}</select></div><div class="keyTools"><button type="button" data-keys="all" class="small">${m("all")}</button><button type="button" data-keys="none" class="small">${m("none")}</button><button type="button" data-keys="lis\
ted" class="small">${m("only those found")}</button></div><div class="keyRows"></div>`),this.rows=new xe(e.querySelector(".keyRows"),Ou),e.querySelector("input").addEventListener("input",o=>{this.search=o.target.value.toLowerCase(),this.list()}),
e.querySelector("select").addEventListener("change",o=>{this.sort=o.target.value,this.list()}),e.addEventListener("click",o=>this.onClick(o)),this.list()}chosen=null;names;records;late;sort="by name";search="";rows;listed=[];get words(){let{
chosen:e,names:n}=this;return e?e.size===0?m("none"):e.size<=2?[...e].map(r=>ne(n[r],14)).join(", "):m("{0} of {1}",e.size,n.length):m("all {0}",n.length)}get name(){return this.chosen?.size===1?this.names[[...this.chosen][0]]:""}chooseNamed(e){
let n=this.names.indexOf(e);return n<0?!1:(this.choose(new Set([n])),!0)}choose(e){this.chosen=e?.size===this.names.length?null:e,this.list(),this.changed()}onClick(e){let n=e.target,r=n.closest("[data-keys]")?.dataset.keys;r==="all"?this.choose(
null):r==="none"?this.choose(new Set):r==="listed"&&this.choose(new Set(this.listed));let o=n.closest("[data-id]")?.dataset.id;if(o===void 0)return;let a=Number(o),i=new Set(this.chosen??[]);i.delete(a)||i.add(a),this.choose(i)}list(){let{names:e,
search:n,sort:r,records:o,late:a}=this;this.listed=e.flatMap((s,l)=>s.toLowerCase().includes(n)?[l]:[]);let i=s=>r==="by records"?-o[s]:r==="by late records"?-a[s]:0;this.listed.sort((s,l)=>i(s)-i(l)||e[s].localeCompare(e[l],"en",{numeric:!0})),
this.rows.set(this.listed.length,s=>{let l=this.listed[s],p=!this.chosen||this.chosen.has(l),d=a[l]>0?` <i>${m("{0} late",a[l])}</i>`:"";return`<button type="button" role="checkbox" aria-checked="${p}" data-id="${l}" class="keyRow"><b>${b(e[l])}\
</b><small>${o[l]}${d}</small></button>`})}};var De=(t,e=22)=>`<svg width="${e}" height="12" viewBox="0 0 ${e} 12" aria-hidden="true">${t}</svg>`,Ru={records:De('<circle cx="6" cy="6" r="4" class="pDot"/>',12),late:De('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6"\
 r="1.6" class="pLateIn"/>',12),panes:De('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>',20),generators:De('<path d="M0 10H8V3H22" class="pGenerator"/>'),channels:De('<path d="M0 10H8V3H22" class=\
"pChannel"/>'),minimum:De('<path d="M0 10H8V3H22" class="pMinimum"/>'),timers:De('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>',12)},Un=class{constructor(e,n,r,o,a){this.labels=r;this.changed=a;this.el=e,O(e,'<div class="planeTools"></div\
><div class="planeStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>'),this.tools=e.querySelector(".planeTools"),this.zoom=e.querySelector(".planeZoom"),this.menu=e.querySelector(".ke\
yMenu"),this.plane=new qn(e.querySelector(".planeStage"),n,r,o),this.keys=new Kn(this.menu,this.plane.run,()=>{this.plane.choose(this.keys.chosen),this.drawTools(),this.changed()}),this.plane.changed=()=>this.drawTools(),this.drawTools(),e.
addEventListener("click",i=>this.onClick(i)),e.addEventListener("keydown",i=>{i.key!=="Escape"||this.menu.hidden||(i.stopPropagation(),this.openMenu(!1))})}plane;keys;el;tools;zoom;menu;drawn=new Map;drawTools(){let{plane:e}=this,n=(l,p)=>`\
<button type="button" class="sign" data-part-of="${l}" aria-pressed="${e.parts.has(l)}" title="${m("Show or hide")}">${Ru[l]}${b(p)}</button>`,{run:r}=e,o=l=>r.curves.filter(p=>p.kind===l),a=[n("records",m("record"))];r.lates.length>0&&a.push(
n("late",m("too late ({0})",r.lates.length))),r.panes.length>0&&a.push(n("panes",m("pane, fires"))),o("generator").length>0&&a.push(n("generators",this.generatorWords(o("generator")))),o("channel").length>0&&a.push(n("channels",m("channels \
({0})",o("channel").length))),o("minimum").length>0&&a.push(n("minimum",m("minimum"))),r.timers.length>0&&a.push(n("timers",m("timer")));let i=e.axis==="time"?m("processing time"):m("order of facts"),s=r.keys.length===0?"":`<button type="bu\
tton" data-plane="keys" aria-expanded="${!this.menu.hidden}">${m("Keys: {0}",b(this.keys.words))} ▾</button>`;this.put(this.tools,`<div class="signs">${a.join("")}</div><div class="planeButtons">${s}</div>`),this.put(this.zoom,`<button ty\
pe="button" data-plane="axis" title="${m("What runs from left to right")}">→ ${i}</button><button type="button" data-plane="in" title="${m("Zoom in (+)")}" aria-label="${m("Zoom in")}">+</button><button type="button" data-plane="out" titl\
e="${m("Zoom out (−)")}" aria-label="${m("Zoom out")}">−</button>`+(e.isZoomed?`<button type="button" data-plane="whole" title="${m("The whole run (0)")}">${m("Whole run")}</button>`:`<button type="button" data-plane="now" title="${m("Z\
oom to now (z)")}">${m("Zoom to now")}</button>`))}put(e,n){if(this.drawn.get(e)===n)return;this.drawn.set(e,n);let r=document.activeElement?.dataset.plane,o=e.contains(document.activeElement);if(O(e,n),!o||r===void 0)return;let a=r==="now"?
"whole":"now";(e.querySelector(`[data-plane="${r}"]`)??e.querySelector(`[data-plane="${a}"]`))?.focus()}generatorWords(e){if(e.length>4)return m("watermarks of {0} splits or sources",e.length);let n=e.map(({owner:r,part:o})=>o||this.plane.run.
splitsBefore(r)||this.labels.name(r));return m("watermark of {0}",n.join(" ┄ "))}onClick(e){let n=e.target.closest("[data-plane],[data-part-of]");if(!n)return;let{plane:r}=this,o=n.dataset.partOf;o?r.toggle(o):this.act(n.dataset.plane),this.
drawTools()}act(e){let{plane:n}=this;if(e==="keys")this.openMenu(this.menu.hidden);else if(e==="axis")n.setAxis(n.axis==="time"?"steps":"time");else if(e==="in")n.zoomBy(.6);else if(e==="out")n.zoomBy(1/.6);else if(e==="whole")n.wholeRun();else if(e===
"now")n.zoomToNow();else return!1;return!0}openMenu(e){this.menu.hidden=!e,this.drawTools(),e?(this.keys.list(),this.menu.querySelector("input").focus()):this.el.querySelector('[data-plane="keys"]')?.focus()}};var Ls={InputWatermarkAdvanced:"the next minimum",LateRecordDropped:"late or not",WindowAssigned:"late or not",WindowFired:"which panes fire"},Fs=[["anything",Ur],...[...new Set(Object.values(Ls))].map(t=>[t,Ur.filter(e=>Ls[e]===t)])],Iu=60,
Jn=class{constructor(e){this.stepper=e;this.el=e.parts.get("predict"),this.el.addEventListener("change",n=>{let r=n.target.closest("select");r&&(this.about=Number(r.value),this.ask())})}question=null;about=0;asked=0;right=0;el;beliefs=new Map;get isOn(){
return!this.el.hidden}toggle(){if(this.isOn)return this.close();this.ask()}close(){this.el.hidden=!0,this.question=null,this.hide(!1),this.stepper.redraw()}ask(){let{stepper:e}=this,n=this.next(e.player.position);if(this.question=n,this.el.
hidden=!1,this.hide(n!==null),!n){O(this.el,`${this.head()}<p>${m("Nothing of this kind is decided any more.")}</p>`);return}e.jump(n.before);let r=n.choices.map(({text:o},a)=>`<button type="button" data-choice="${a}">${b(o)}</button>`);O(this.
el,`${this.head()}<p class="asksWhat">${b(n.asks)}</p><div class="choices">${r.join("")}</div>`),this.el.querySelector("[data-choice]")?.focus({preventScroll:!0})}hide(e){this.stepper.root.classList.toggle("asks",e),this.stepper.panel&&(this.
stepper.panel.plane.hidesFuture=e)}next(e){let{trace:n,labels:r}=this.stepper,o=new Set(Fs[this.about][1].map(i=>R.indexOf(i))),a=n.indexesOf(["LateRecordDropped"]);for(let i=e;i<n.eventCount;i++){if(!o.has(n.kinds[i])||n.kindOf(i)==="Windo\
wAssigned"&&a.length>0&&!a.some(p=>Math.abs(p-i)<Iu))continue;let l=Kr(n,r,this.stepper.viewAt(i),i);if(l)return l}return null}onClick(e){let{choice:n,predict:r}=e.closest("[data-choice],[data-predict]")?.dataset??{};if(r==="close")this.close();else if(r===
"next")this.ask();else if(n!==void 0)this.answer(Number(n));else return!1;return!0}answer(e){let{question:n,stepper:r}=this;if(!n)return;this.question=null;let o=n.choices[e];this.asked++,o.right?this.right++:this.beliefs.set(o.misconception,
(this.beliefs.get(o.misconception)??0)+1),this.hide(!1),r.jump(n.after);let a=n.choices.find(({right:s})=>s),i=X(r.trace.event(n.index),r.labels);O(this.el,`${this.head()}<p class="asksWhat ${o.right?"isRight":"isWrong"}"><b>${o.right?m("Ri\
ght."):m("No: {0}",b(a.text))}</b> ${o.misconception&&b(m(o.misconception))}</p><p>${b(i)}</p><div class="choices"><button type="button" data-predict="next">${m("next question")}</button></div>`),this.el.querySelector('[data-predict="next"]')?.
focus({preventScroll:!0}),r.tellScore({asked:this.asked,right:this.right,beliefs:Object.fromEntries(this.beliefs)})}head(){let e=Fs.map(([n],r)=>`<option value="${r}"${r===this.about?" selected":""}>${m(n)}</option>`);return`<div class="pre\
dictHead"><b>${m("Predict")}</b><select aria-label="${m("What to predict")}">${e.join("")}</select><small>${m("{0} of {1} right",this.right,this.asked)}</small><button type="button" class="small" data-predict="close" aria-label="${m("No mor\
e questions")}">✕</button></div>`}};var So=[.5,1,2,4,8,16],Ns=800,Yn=class{constructor(e,n){this.trace=e;this.moved=n;this.stops=new Tn(e)}stops;grain="told";speed=1;at=0;timer=0;get position(){return this.at}get playing(){return this.timer!==0}get step(){return this.at===0?-1:
this.trace.stepOf(this.at-1)}go(e){let n=Math.max(0,Math.min(this.trace.eventCount,Math.round(e)));n!==this.at&&(this.at=n,this.moved())}goToStep(e){e<0?this.go(0):this.go(this.trace.eventRange(Math.min(e,this.trace.stepCount-1))[1])}next(){
this.go(this.stops.next(this.at,this.grain))}back(){this.go(this.stops.back(this.at,this.grain))}toggle(){this.playing?this.pause():this.play()}play(){this.at===this.trace.eventCount&&this.go(0);let e=()=>{this.next(),this.at===this.trace.eventCount?
this.pause():this.timer=window.setTimeout(e,Ns/this.speed)};this.timer=window.setTimeout(e,Ns/this.speed/4),this.moved()}pause(){this.playing&&(window.clearTimeout(this.timer),this.timer=0,this.moved())}faster(){this.speed=So[(So.indexOf(this.
speed)+1)%So.length],this.moved()}};var Pu=[{name:"records",colour:"--data",kinds:["SourceRecordRead","ElementReceived","ResultWritten"],bars:!0},{name:"minimum",colour:"--wm",kinds:["InputWatermarkAdvanced"],bars:!1},{name:"fired",colour:"--pane",kinds:["WindowFired"],bars:!0},
{name:"timers",colour:"--tm",kinds:["TimerFired"],bars:!1},{name:"late",colour:"--fire",kinds:["LateRecordDropped"],bars:!1},{name:"checkpoints",colour:"--pane",kinds:["CheckpointCompleted","CheckpointAborted"],bars:!1},{name:"failed",colour:"\
--fire",kinds:["TaskFailed"],bars:!1},{name:"cluster",colour:"--tmfill",kinds:["ActorCalled"],bars:!1},{name:"attempts",colour:"--ink3",kinds:["ExecutionReset"],bars:!1}],Xn=13,te=84,Wu=3,Lu=(t,e)=>t.stepOf(e)===t.stepCount-1,Zn=class{constructor(e,n,r=-1){
this.trace=e;this.parts=n;this.mark=r;this.canvas=n.get("canvas"),this.labels=new we(e.plan,K()),this.bookmarks=new dn(e);let o=Pu.map(p=>({...p,at:e.indexesOf(p.kinds)})).filter(({at:p})=>p.length>0),a=o.some(({name:p})=>p==="fired"),[,i]=e.
eventRange(0),s=o.some(({name:p,at:d})=>p==="cluster"&&d.some(c=>c>=i&&!Lu(e,c)));this.lanes=o.filter(({name:p})=>(p!=="timers"||!a)&&(p!=="cluster"||s)),n.root.style.setProperty("--strip",`${Math.max(34,this.lanes.length*Xn+4)}px`);let l=n.
get("range");l.addEventListener("pointermove",p=>this.point(p)),l.addEventListener("pointerleave",()=>n.get("tip").hidden=!0)}lanes;canvas;labels;counts=new Map;shown=0;lit=[];bookmarks;light(e){String(e)!==String(this.lit)&&(this.lit=e,this.
draw(this.shown))}draw(e){let{canvas:n}=this;this.shown=e;let{clientWidth:r,clientHeight:o}=n.parentElement,a=this.parts.root.currentCSSZoom??1,i=(window.devicePixelRatio||1)*a;(n.width!==Math.round(r*i)||n.height!==Math.round(o*i))&&(n.width=
Math.round(r*i),n.height=Math.round(o*i));let s=n.getContext("2d");if(!s||r<=te)return;let l=getComputedStyle(this.parts.root),p=c=>l.getPropertyValue(c);s.setTransform(i,0,0,i,0,0),s.clearRect(0,0,r,o);let d=this.placeOf(e,r);s.font=`500 1\
2px ${l.fontFamily}`,this.lanes.forEach((c,u)=>this.drawLane(s,u,r,d,p));for(let{position:c}of this.bookmarks.all)this.drawFlag(s,this.placeOf(c,r),p("--focus"),o);for(let c of this.lit)this.drawLink(s,this.placeOf(c,r),p("--wm"),o);this.mark>=
0&&this.drawFlag(s,this.placeOf(this.mark,r),p("--tm"),o),s.fillStyle=p("--fire"),s.fillRect(L(d-1,te,r-2),0,2,o),s.beginPath(),s.arc(L(d,te+5,r-6),o-6,5.5,0,7),s.fill(),s.lineWidth=2,s.strokeStyle=p("--panel"),s.stroke()}placeOf(e,n){return te+
e/Math.max(1,this.trace.eventCount)*(n-te)}drawLane(e,n,r,o,a){let{name:i,colour:s,bars:l}=this.lanes[n],p=2+n*Xn,d=Xn-3;e.fillStyle=a("--ink2"),e.textAlign="right",e.textBaseline="middle",e.fillText(m(i),te-7,p+d/2+.5),e.fillStyle=a("--sof\
t"),e.fillRect(te,p,r-te,d),e.fillStyle=a(s);let c=Math.max(1,Math.floor((r-te)/Wu)),u=this.countsOf(c)[n],h=u.reduce((f,g)=>Math.max(f,g),1);for(let f=0;f<c;f++){if(u[f]===0)continue;let g=te+f/c*(r-te),k=l?2+u[f]/h*(d-2):d;e.globalAlpha=g<
o?1:.36,e.fillRect(g,p+d-k,2.2,k)}e.globalAlpha=1}drawLink(e,n,r,o){e.fillStyle=r,e.fillRect(n-.5,0,1.5,o),e.beginPath(),e.arc(n,o/2,3.5,0,7),e.fill()}drawFlag(e,n,r,o){e.fillStyle=r,e.fillRect(n-1,0,2,o),e.beginPath(),e.moveTo(n,0),e.lineTo(
n+10,4.5),e.lineTo(n,9),e.fill()}countsOf(e){let n=this.counts.get(e);if(n)return n;let r=this.lanes.map(({at:o})=>{let a=new Uint32Array(e);for(let i of o)a[Math.floor(i/this.trace.eventCount*e)]++;return a});return this.counts.clear(),this.
counts.set(e,r),r}point(e){let n=this.parts.get("tip"),[r,o]=Ze(this.canvas,e),{clientWidth:a}=this.canvas;if(n.hidden=r<te||e.buttons!==0,n.hidden)return;let i=(r-te)/(a-te)*this.trace.eventCount,s=4/(a-te)*this.trace.eventCount,p=this.lanes[Math.
floor((o-2)/Xn)]?.at.reduce((f,g)=>Math.abs(g-i)<Math.abs(f-i)?g:f,-1/0)??-1/0,d=Math.abs(p-i)<=s?p:-1,c=this.trace.stepOf(Math.min(this.trace.eventCount-1,Math.round(d<0?i:d))),u=this.bookmarks.all.find(({position:f})=>Math.abs(f-i)<=s)?.note??
"",h=d<0?"":X(this.trace.event(d),this.labels);n.textContent=[m("step {0}",c),u,h].filter(Boolean).join(" · "),n.style.left=`${L(r-n.offsetWidth/2,0,a-n.offsetWidth)}px`}redraw(){this.draw(this.shown)}};var To=[["start_delay","start delay"],["alignment","alignment"],["sync","sync"],["async_time","async"]],Qn=class{constructor(e,n,r,o){this.el=e;this.labels=r;this.go=o;this.all=Fu(n),e.addEventListener("click",a=>{let{id:i,at:s}=a.target.closest(
"[data-id]")?.dataset??{};i!==void 0&&(this.opened=Number(i),this.go(Number(s)+1))})}all;opened=-1;show(e){let n=this.all.filter(a=>a.begun<e),r=n.some(({id:a})=>a===this.opened)?this.opened:n.at(-1)?.id,o=n.map(a=>this.row(a,e,a.id===r)).reverse();
O(this.el,o.join("")||`<p class="none">${m("No checkpoint has begun yet; there are {0} in this run.",this.all.length)}</p>`)}row(e,n,r){let o=e.ended>=0&&e.ended<n,a=e.acknowledged.filter(({index:d})=>d<n),i=o?e.outcome===""?"complete":"fai\
led":"in progress",s=e.restored.filter(d=>d<n).length,l=[m("{0} of {1}",a.length,e.tasks),...o&&e.outcome===""?[`${e.duration} ms`,`${m("{0} bytes",e.bytes.toLocaleString("en"))}`]:[],...s>0?[s===1?m("gone back to"):m("gone back to {0} time\
s",s)]:[]],p=e.kind==="checkpoint"?"":` ${b(e.kind)}`;return`<div class="checkpoint ${i.replace(" ","")}"><button type="button" class="checkpointRow" data-id="${e.id}" data-at="${o?e.ended:e.begun}" aria-expanded="${r}"><b>${e.id}${p}</b><i\
>${m(i)}</i><span>${l.join(" · ")}</span></button>`+(o&&e.outcome!==""?`<p>${b(e.outcome)}</p>`:"")+(r?this.subtasks(e,a):"")+"</div>"}subtasks(e,n){let r=Math.max(1,...e.acknowledged.map(o=>To.reduce((a,[i])=>a+o[i],0)));return n.map(o=>{
let a=To.filter(([p])=>o[p]>0).map(([p,d])=>`<u class="${p}" data-style="width:${(100*o[p]/r).toFixed(2)}%" title="${m(d)} ${o[p]} ms"></u>`),i=To.filter(([p])=>o[p]>0).map(([p,d])=>`${m(d)} ${o[p]} ms`),s=o.persisted>0?[m("{0} bytes in fli\
ght",o.persisted.toLocaleString("en"))]:[],l=[...i,m("{0} bytes",o.bytes.toLocaleString("en")),...s].join(" · ");return`<div class="part"><span>${b(this.labels.name(o.subtask))}</span><small>${l}</small><div class="gantt">${a.join("")}</di\
v></div>`}).join("")}};function Fu(t){let e=new Map,n=["CheckpointTriggered","CheckpointAcknowledged","CheckpointCompleted","CheckpointAborted","CheckpointRestored"];for(let r of t.indexesOf(n)){let o=t.event(r);if(o.type==="CheckpointTrigg\
ered"){e.set(o.checkpoint,{id:o.checkpoint,kind:o.kind,tasks:o.tasks,begun:r,ended:-1,outcome:"",duration:0,bytes:0,acknowledged:[],restored:[]});continue}if(!("checkpoint"in o))continue;let a=e.get(o.checkpoint);a&&(o.type==="CheckpointAck\
nowledged"?a.acknowledged.push({...o,index:r}):o.type==="CheckpointRestored"?a.restored.push(r):o.type==="CheckpointCompleted"?Object.assign(a,{ended:r,duration:o.duration,bytes:o.bytes}):o.type==="CheckpointAborted"&&Object.assign(a,{ended:r,
outcome:o.reason}))}return[...e.values()]}var Nu=54,_u=10,Bu=64,er=class{constructor(e,n,r,o,a){this.el=e;this.trace=n;this.labels=r;this.moments=o;this.go=a;let i=new Set(o.all.map(({kind:d})=>d)),s=Object.keys(Ge).filter(d=>i.has(d)),l=R.filter((d,c)=>n.kinds.includes(c)),p=n.plan?.
subtasks.map(({id:d})=>d).slice(0,Bu)??[];O(e,`<div class="sideTools"><input type="search" placeholder="${m("search: a key, a task, any word")}" aria-label="${m("Search the facts")}"><select aria-label="${m("Kind of fact")}"><option value="\
">${m("the story")}</option>${l.map(d=>`<option>${d}</option>`).join("")}</select>`+(p.length>1?`<select aria-label="${m("Task")}" data-tasks><option value="">${m("any task")}</option>${p.map(d=>`<option value="${b(d)}">${b(r.name(d))}</opt\
ion>`).join("")}</select>`:"")+`</div><div class="chips">${s.map(d=>`<button type="button" class="chip k-${d.replace(" ","-")}" aria-pressed="false" data-chip="${d}" title="${rn(d)[0]}">${m(d)}</button>`).join("")}</div><div class="factRows\
" role="group" tabindex="0" aria-label="${m("Facts")}"></div><small class="found" role="status"></small>`),this.rows=new xe(e.querySelector(".factRows"),Nu),e.querySelector("input").addEventListener("input",d=>{this.search=d.target.value.trim().
toLowerCase(),this.listAnew()}),e.querySelector("select").addEventListener("change",d=>{this.kind=d.target.value,this.listAnew()}),e.querySelector("[data-tasks]")?.addEventListener("change",d=>{this.task=d.target.value,this.listAnew()}),e.addEventListener(
"click",d=>this.onClick(d)),this.list()}rows;lines=[];opened=new Set;kinds=new Set;search="";kind="";task="";followed=null;timer=0;position=-1;follow(e){this.followed=e,this.listAnew()}get isAsked(){return this.kind!==""||this.search!==""||
this.task!==""||this.followed!==null}show(e){let n=e!==this.position;this.position=e,this.draw(),n&&this.search===""&&this.rows.reveal(this.lineAt(e))}onClick(e){let n=e.target,r=n.closest("[data-chip]"),o=this.lines[Number(n.closest(".fact\
Row")?.dataset.line??-1)];if(r){let a=r.dataset.chip;this.kinds.delete(a)||this.kinds.add(a),r.setAttribute("aria-pressed",String(this.kinds.has(a))),this.listAnew()}else o?.what==="moment"&&n.closest(".more")?(this.opened.delete(o.number)||
this.opened.add(o.number),this.list()):o?.what==="moment"?this.go(this.moments.all[o.number].end):o?.what==="fact"&&this.go(o.index+1)}listAnew(){this.rows.el.scrollTop=0,this.list(),this.isAsked||this.rows.reveal(this.lineAt(this.position))}list(){
window.clearTimeout(this.timer),this.lines=[],this.isAsked?this.look(0):(this.moments.all.forEach((e,n)=>{if(!(this.kinds.size>0&&!this.kinds.has(e.kind))){if(this.opened.has(n)){this.lines.push({what:"quiet",number:n});for(let r=this.moments.
startOf(n);r<e.end;r++)this.lines.push({what:"fact",index:r})}this.lines.push({what:"moment",number:n})}}),this.done(""))}look(e){let{trace:n,labels:r,kind:o,search:a}=this,i=o===""?-1:R.indexOf(o),s=performance.now()+_u;for(;e<n.eventCount&&
(e%64!==0||performance.now()<s);)(i<0||n.kinds[e]===i)&&(this.task===""||n.actorOf(n.stepOf(e))===this.task)&&(!this.followed||this.followed.touches(e))&&(a===""||X(n.event(e),r).toLowerCase().includes(a))&&this.lines.push({what:"fact",index:e}),
e++;let l=e<n.eventCount;this.done(l?m("{0} facts so far …",this.lines.length):m("{0} facts",this.lines.length)),l&&(this.timer=window.setTimeout(()=>this.look(e),0))}done(e){this.el.querySelector(".found").textContent=e,this.draw()}lineAt(e){
let n=o=>o.what==="fact"?o.index+1:this.moments.all[o.number].end,r=this.lines.findIndex(o=>o.what!=="quiet"&&n(o)>=e);return r<0?this.lines.length-1:r}draw(){let e=this.lineAt(this.position);this.rows.set(this.lines.length,n=>{let r=this.lines[n];
if(r.what==="quiet")return`<div class="factRow quiet"><span>${this.counts(r.number)}</span></div>`;let o=r.what==="moment"?this.moments.all[r.number]:null,a=r.what==="fact"?r.index:o.lead,{trace:i,labels:s}=this,l=i.stepOf(a),p=o&&o.count>1?
` · ${xn(o)}`:"",d=n===e?" here":(o?o.end:a+1)>this.position?" future":"",c=o?`k-${o.kind.replace(" ","-")}`:"fact",u=X(i.event(a),s),h=o?o.end-this.moments.startOf(r.what==="moment"?r.number:0)-1:0,f=r.what==="moment"&&this.opened.has(r.number),
g=h>0?`<button type="button" class="more" data-id="more${n}" aria-expanded="${f}" title="${b(this.counts(r.number))}">${f?"▾":"▸"} ${m("{0} more",h)}</button>`:"";return`<div class="factRow ${c}${d}" data-line="${n}"><button type="butto\
n" class="go" data-id="${n}" title="${b(u)}"${d===" here"?' aria-current="step"':""}><small>${m("step {0}",l)}${b(p)}</small><span>${b(u)}</span></button>${g}</div>`})}counts(e){let n=new Map,[r,{end:o}]=[this.moments.startOf(e),this.moments.
all[e]];for(let s=r;s<o;s++){let l=this.trace.kindOf(s);n.set(l,(n.get(l)??0)+1)}let a=[...n].flatMap(([s,l])=>{let p=Te.find(d=>d.kind===s&&d.counted)?.counted;return p?[[`${l} ${K()==="zh"?ea[p[0]]:p[l===1?0:1]}`,l]]:[]});a.sort((s,l)=>l[1]-
s[1]);let i=this.trace.stepOf(o-1)-this.trace.stepOf(r)+1;return b(m("{0} steps: {1}",i,a.slice(0,4).map(([s])=>s).join(", ")||m("nothing that is counted")))}};var At=["results","facts","why","watch","checkpoints","changes"],Du=30,Vu=46,Hu=t=>t.replace(/(\d\d:\d\d):00(?![\d.])/g,"$1"),tr=class{constructor(e,n,r,o,a,i,s){this.el=e;this.labels=r;this.go=a;this.inquiry=s;O(e,`<div class="sideTabs" ro\
le="tablist" aria-label="${m("Beside the plane")}">`+At.map(l=>`<button type="button" role="tab" data-tab="${l}">${m(l)}</button>`).join("")+`</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label=\
"${m("Which results")}">`+Na.map(l=>`<button type="button" role="radio" class="small" data-mode="${l}" title="${m(_a[l])}">${m(l)}</button>`).join("")+`<small data-count></small></div><div class="resultRows" role="group" tabindex="0" aria-l\
abel="${m("Results")}"></div></div><div class="sidePart" data-of="facts"></div><div class="sidePart answer" data-of="why" role="group" tabindex="0" aria-label="${m("Why")}"><div class="asking"></div><div class="told"></div></div><div class=\
"sidePart watching asking" data-of="watch" role="group" tabindex="0" aria-label="${m("Watch")}"></div><div class="sidePart checkpoints" data-of="checkpoints" role="group" tabindex="0" aria-label="${m("Checkpoints")}"></div><div class="sideP\
art" data-of="changes"><small data-changes></small><div class="changeRows" role="group" tabindex="0" aria-label="${m("What is different")}"></div></div>`),this.results=new je(n),this.rows=new xe(e.querySelector(".resultRows"),Du),this.facts=
new er(e.querySelector('[data-of="facts"]'),n,r,o,a),this.why=new sn(e.querySelector(".told"),r,i,l=>s.try(l)),s.ready(e.querySelector(".asking"),e.querySelector('[data-of="watch"]')),e.classList.toggle("canAsk",s.hasPython),this.checkpoints=
new Qn(e.querySelector('[data-of="checkpoints"]'),n,r,a),e.classList.toggle("hasCheckpoints",this.checkpoints.all.length>0),this.results.all.length===0&&(this.tab="facts"),e.addEventListener("click",l=>this.onClick(l)),this.arrange()}results;rows;facts;why;checkpoints;changes=[];mode="\
update";tab="results";position=0;from=0;show(e,n){this.position=e,this.from=n,this.tab==="facts"?this.facts.show(e):this.tab==="checkpoints"?this.checkpoints.show(e):this.tab==="results"&&this.drawResults()}follow(e){this.facts.follow(e)}compare(e){
this.changes=e,this.el.querySelector("[data-changes]").textContent=m("{0} differences: here, and in the other run",e.length),new xe(this.el.querySelector(".changeRows"),Vu).set(e.length,r=>{let{what:o,here:a,there:i}=e[r];return`<button typ\
e="button" class="changeRow" data-id="${r}" data-change="${r}" title="${b(`${o}: here ${a}, there ${i}`)}"><b>${b(o)}</b><span>${b(a)}</span><s>${b(i)}</s></button>`}),this.el.classList.add("compares"),this.arrange()}setAnswer(e,n,r){this.el.
classList.toggle("hasAnswer",e!==null),this.why.draw(e,n,r)}open(e){this.tab=e,this.arrange(),e==="why"&&this.inquiry.offerFor(),this.show(this.position,this.from)}onClick(e){let n=e.target.closest("[data-change]")?.dataset.change;if(n!==void 0){
let{index:i}=this.changes[Number(n)];i>=0&&this.go(i+1);return}let{tab:r,mode:o,id:a}=e.target.closest("[data-tab],[data-mode],.resultRow")?.dataset??{};if(r)this.open(r);else if(o)this.mode=o,this.arrange(),this.drawResults();else if(a){let{
index:i}=this.results.all[Number(a)];this.go(i+1),this.inquiry.point(`row:${i}`)}}arrange(){for(let e of this.el.querySelectorAll("[data-of]"))e.hidden=e.dataset.of!==this.tab;for(let e of this.el.querySelectorAll("[data-tab]"))e.setAttribute(
"aria-selected",String(e.dataset.tab===this.tab)),e.dataset.tab==="changes"&&(e.hidden=!this.el.classList.contains("compares")),e.dataset.tab==="watch"&&(e.hidden=!this.el.classList.contains("canAsk")),e.dataset.tab==="checkpoints"&&(e.hidden=
!this.el.classList.contains("hasCheckpoints"));for(let e of this.el.querySelectorAll("[data-mode]"))e.setAttribute("aria-checked",String(e.dataset.mode===this.mode))}drawResults(){let{all:e}=this.results,n=this.results.rows(this.mode,this.position);
if(this.el.querySelector("[data-count]").textContent=m("{0} rows",n.length),this.rows.set(n.length,o=>{let a=n[o],{key:i,window:s,value:l,index:p,before:d,kind:c}=e[a],u=d>=0&&this.mode!=="append"?`<s>${this.value(e[d].value)}</s> `:"",h=c===
""||c==="on time"?"":` <i>${c}</i>`,f=s===""?"":b(Hu(this.labels.window(s))),g=`${W(i)} ${s===""?"":this.labels.window(s)}: ${this.labels.value(l)}`;return`<button type="button" class="resultRow${p>=this.from?" fresh":""}" data-id="${a}" ti\
tle="${b(g)}"><b>${b(this.labels.value(i||'""'))}</b><span>${f}${h}</span><em>${u}${this.value(l)}</em></button>`}),this.mode!=="complete")return;let r=n.findIndex(o=>e[o].index>=this.from);r>=0&&this.rows.reveal(r)}value(e){return b(this.labels.
value(e))}};var zu={"+":"in","-":"out",0:"whole",z:"now",k:"keys"},Gu={ArrowRight:"next",ArrowLeft:"back",Home:"first",End:"last",f:"follow-here",h:"hall",b:"bookmark",p:"predict",i:"inside",n:"names",c:"crash","?":"help"},ju=new Set(["first","back","n\
ext","last"]),qu={first:({player:t})=>t.go(0),back:({player:t})=>t.back(),play:({player:t})=>t.toggle(),next:({player:t})=>t.next(),last:({player:t,trace:e})=>t.go(e.eventCount),speed:({player:t})=>t.faster(),follow:t=>t.pin(null),"follow-h\
ere":t=>t.following.here(),unfocus:t=>t.following.on(null),hall:t=>t.toggleHall(),bookmark:t=>t.menu.bookmark(),marks:t=>t.menu.toggle("marks"),language:t=>t.speak(K()==="zh"?"en":"zh"),crash:t=>t.turning.crashes&&t.menu.toggle("crash"),save:t=>t.
menu.toggle("save"),help:t=>t.menu.toggle("help"),names:t=>t.menu.ask(""),predict:t=>t.predict.toggle(),copy:t=>void t.address.copy(),inside:t=>t.show("inside"),changed:t=>{t.panels.changedOnly=!t.panels.changedOnly,t.redraw()}};function Co(t,e){
ju.has(e)&&t.player.pause(),qu[e]?.(t)}function _s(t,e){let n=e.target,r=(c,u)=>n.closest(`[${c}]`)?.dataset[u];if(t.menu.onClick(e)||t.predict.onClick(n))return;let o=r("data-act","act"),a=r("data-view","view"),i=r("data-show-tab","showTab"),
s=r("data-heat","heat"),l=r("data-task","task"),p=r("data-go","go");o?Co(t,o):a?t.show(a):i?t.openTab(i):p?t.jump(Number(p)):s&&e.detail>0?t.pin(t.job.subtaskAt(s,e)??t.panels.subtaskAt(s,e)):l&&e.detail>1?t.lookInto(l):l&&t.pin(l);let d=r(
"data-about","about");d?t.inquiry.point(d):l&&t.inquiry.point(`task:${l}`)}function Bs(t,e){if(e.ctrlKey||e.metaKey||e.altKey)return;let n=e.target;if(n===t.parts.get("filter"))return Ku(t,e);if(n.matches("input:not([type=range]), select, t\
extarea"))return;let r=n.matches("button, summary"),o=n.closest("[data-task]")?.dataset.task,a=Gu[e.key];if(o&&(e.key==="Enter"||e.key===" "))t.pin(o),t.inquiry.point(`task:${o}`);else if(a)Co(t,a);else if(e.key===" "&&!r)Co(t,"play");else{
if(e.key==="Escape"&&t.menu.close())return e.preventDefault();if(e.key==="Escape")t.following.followed?t.following.on(null):t.pin(null);else{if(t.view==="plane"&&t.panel.act(zu[e.key]??""))return e.preventDefault();if(_e[Number(e.key)-1])t.
setGrain(_e[Number(e.key)-1]);else return}}e.preventDefault(),e.stopPropagation()}function Ku(t,e){if(e.stopPropagation(),e.key!=="Escape")return;let n=t.parts.get("filter");n.value===""&&t.root.focus(),n.value="",t.onFilter()}var Uu=46;function Ds(t,e){
let n=t.querySelector(".say"),r=null;n.addEventListener("pointerdown",o=>r=o.pointerType==="mouse"?null:[o.clientX,o.clientY]),n.addEventListener("pointerup",o=>{if(!r)return;let[a,i]=[o.clientX-r[0],o.clientY-r[1]];r=null,Math.abs(a)>Uu&&Math.
abs(a)>2*Math.abs(i)&&e(a<0?1:-1)})}var Vs=`.flinksim-stepper[data-shown="cluster"] .middle { overflow: hidden; grid-template-rows: minmax(0, 11fr) minmax(0, 7fr) auto; }
.flinksim-stepper .clusterPanel { padding: 7px 12px 8px; display: grid; grid-template-rows: auto minmax(0, 1fr); }
.flinksim-stepper .clusterPanel h3 { margin-bottom: 4px; }
.flinksim-stepper .clusterPanel > [data-part] { overflow: auto; scrollbar-width: thin; min-height: 0; }
.flinksim-stepper .actorBox { fill: var(--soft); stroke: var(--line2); stroke-width: 1.2; }
.flinksim-stepper .actor.lit .actorBox { fill: var(--focusbg); stroke: var(--focus); stroke-width: 2.2; }
.flinksim-stepper .lifeline { stroke: var(--line2); stroke-width: 1.2; stroke-dasharray: 4 4; }
.flinksim-stepper .call { cursor: pointer; }
.flinksim-stepper .callRow { fill: transparent; }
.flinksim-stepper .call:hover .callRow { fill: var(--soft); }
.flinksim-stepper .callLine { stroke: var(--ink3); stroke-width: 1.4; }
.flinksim-stepper .callTip { fill: var(--ink3); }
.flinksim-stepper .callWord { fill: var(--panel); }
.flinksim-stepper .call.ahead { opacity: .4; }
.flinksim-stepper .call.now .callRow { fill: var(--focusbg); }
.flinksim-stepper .call.now .callLine { stroke: var(--focus); stroke-width: 2.2; }
.flinksim-stepper .call.now .callTip { fill: var(--focus); }
.flinksim-stepper svg .call.now text { fill: var(--focus); font-weight: 650; }
.flinksim-stepper .state { cursor: pointer; fill: var(--line); }
.flinksim-stepper .state.SCHEDULED { fill: var(--hatch); }
.flinksim-stepper .state.DEPLOYING { fill: var(--wm); }
.flinksim-stepper .state.INITIALIZING { fill: var(--tmfill); }
.flinksim-stepper .state.RUNNING { fill: var(--pane); }
.flinksim-stepper .state.FINISHED { fill: var(--data); }
.flinksim-stepper .state.CANCELING { fill: var(--hatch); stroke: var(--ink3); }
.flinksim-stepper .state.CANCELED { fill: var(--ink3); }
.flinksim-stepper .state.FAILED { fill: var(--fire); }
.flinksim-stepper .state.ahead { opacity: .35; }
.flinksim-stepper svg .onState { fill: #fff; pointer-events: none; }
.flinksim-stepper svg .onState.ahead { fill: var(--ink2); }
.flinksim-stepper .axisLine { stroke: var(--line2); stroke-width: 1.2; }
.flinksim-stepper .playheadLine { stroke: var(--fire); stroke-width: 2; }
`;var Hs=`/* which panels there are */
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
`;var zs=`.flinksim-stepper[data-shown="inside"] .middle { overflow: hidden; grid-template-rows: minmax(0, 1fr) auto; }
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
`;var Ot=14;function Ve(t,e,n){return n==="credit"||n==="wiredCredit"||n==="untold"?`<circle cx="${t+5.5}" cy="${e+6.5}" r="4.5" class="ring ${n}"/>`:T(t,e,11,13,`pip ${n}`,n==="floating"?5.5:2.5)}function re(t,e,n,r,o,a=!1){if(t<=0)return"";
let i=Math.max(1,Math.floor(o/Ot)),s=t<=i?t:Math.max(1,i-2),l="";for(let p=0;p<s;p++)l+=Ve(a?n-Ot*(p+1)+3:n+Ot*p,r,e);if(s<t){let p=a?n-Ot*s-1:n+Ot*s+1;l+=y(p,r+11,`+${t-s}`,"t3",a?"end":"start")}return l}function Gs(t){return t.map(([e,n])=>`<span><svg width="13" height="15">${Ve(1,1,e)}</svg>${b(n)}</span>`).join("")}function He(t,e,n,r,o,a=""){let i=Math.max(0,Math.min(1,r))*n;return T(t,e-9,n,9,"gauge",3)+(i>.5?T(t,e-9,i,9,`gaugeFull ${a}`,
3):"")+y(t+n+6,e,o,"t3")}function js(t,e){return t+6+C(e,"t3")}var qs=`/* the plane */
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
.flinksim-stepper .factRow.future span, .flinksim-stepper .factRow.future small { opacity: .86; }
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
`;var Ks=`/* the job above the plane */
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
.flinksim-stepper .pointed { display: flex; gap: 10px; align-items: start; padding: 8px 12px; }
.flinksim-stepper .pointed[hidden] { display: none; }
.flinksim-stepper .pointed .choices { display: flex; flex-wrap: wrap; flex: 1; gap: 4px; margin: 0; max-height: 92px; overflow: auto; }
.flinksim-stepper.canPoint [data-about] { cursor: help; }
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
/* where it would cover the picture it stands below, in a line */
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"], .low) .knob { position: static; width: auto; border: 0; padding: 2px 4px; }
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"], .low) .planePanel:has(.knob:not([hidden])) { grid-template-rows: auto minmax(0, 1fr) auto; }
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"], .low) .knobStats { display: none; }
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"], .low) .knob:not([hidden]) { grid-template-columns: auto minmax(80px, 1fr); column-gap: 14px; align-items: center; }

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
/* above the oldest records nothing is drawn; at the lower right are the late ones */
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"], .low) .planeZoom { position: static; grid-area: 2 / 1; place-self: start; z-index: 1; margin: 10px 0 0 100px; max-width: none; }
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"], .low) .planeStage { grid-area: 2 / 1; }
.flinksim-stepper[data-size="narrow"] .planeZoom { margin-left: 64px; }
.flinksim-stepper[data-size="narrow"] .planeZoom :is([data-plane="in"], [data-plane="out"]) { display: none; }
.flinksim-stepper .marks .filmRow, .flinksim-stepper .marks .crashParts { flex-wrap: wrap; }
.flinksim-stepper .marks .filmRow input { flex: none; width: 84px; }
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"]) header [data-act="hall"] { display: none; }
`;var Us=`/* header */
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
.flinksim-stepper[data-size="narrow"] header .views button { flex: 1 1 auto; padding: 0 3px; font-size: 12.5px; white-space: nowrap; }
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
`;var Js=`${pn}${Us}${Hs}${qs}${Ks}${zs}${Vs}`,nr=()=>`<button type="button" data-act="follow" class="small" hidden>${m("follow the run")}</button>`,tm=()=>`
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>${m("record")}</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>${m("watermark")}</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>${m("pane")}</span>`,nm={plane:"Plane","event time":"Event time",network:"Network",inside:"Inside",cluster:"Cluster","whole run":"\
Whole run"},rm="event time|network|inside|cluster|whole run",om="event time|network|whole run",Ys=()=>`
<header role="group" aria-label="${m("The run")}">
  <div class="brand">${as}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="${m("What to look at")}">
    ${We.map(t=>`<button type="button" role="radio" data-view="${t}">${m(nm[t])}</button>`).join("")}
  </div>
  <div class="clock"><span>${m("processing time")}</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="${m("Copy a link to just this")}">${m("copy link")}</button>
  <button type="button" data-act="language" title="English / 中文">${K()==="zh"?"English":"中文"}</button>
  ${ge("hall",m("Hall mode"),m("Larger, for a hall (h)"),m("hall"))}
  ${ge("theme",m("Light or dark"),m("Light or dark"),"◐")}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span>
      <button type="button" class="focusChip" data-act="unfocus" data-part="focus" title="${m("Follow nothing any more (Escape)")}" hidden></button></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${ge("first",m("First"),m("To the beginning (Home)"),Re("first"))}
      ${ge("back",m("Back"),m("Back (←)"),Re("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="${m("Space")}"></button>
      ${ge("next",m("Next"),m("Next (→)"),Re("next"))}
      ${ge("last",m("Last"),m("To the end (End)"),Re("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel pointed" data-part="pointed" aria-label="${m("Questions about what is pointed at")}" aria-live="polite" hidden></section>
<section class="panel predict" data-part="predict" aria-label="${m("Predict")}" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="${m("What of it to look at")}">
      ${["plane","job",...At].map(t=>`<button type="button" role="tab" data-show-tab="${t}">${m(t)}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="${m("The job")}">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="${m("The program")}" hidden></div>
    </section>
    <section class="panel planePanel" data-part="plane" aria-label="${m("The plane")}"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${om}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3 aria-level="2">${m("Watermarks")} <small data-part="task"></small>
      ${nr()}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">${m("Timers")} <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">${m("Window panes")} <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${tm()}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">${m("Channels")} <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${Gs([["full",m("buffer")],["exclusive",m("empty")],["floating",m("floating")],["credit",m("credit")]])}</span>
      ${nr()}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">Metrics
      <input type="search" data-part="filter" placeholder="${m("filter: busy, Usage, a task …")}" aria-label="${m("Filter the metrics")}">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="${m("Only what has changed")}">${m("changed")}</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="${m("Metrics")}"></div></section>
  </div>
  <section class="panel insidePanel" data-shows="inside"><h3 aria-level="2">${m("Inside")} <small data-part="insideTask"></small>
    <span class="insideTasks" data-part="insideTasks" role="group" aria-label="${m("Which task")}"></span>
    ${nr()}</h3>
    <div data-part="inside" tabindex="0" role="region" aria-label="${m("Inside a task")}"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">${m("Calls")} <small>${m("between the processes, one under the other")}</small></h3>
    <div data-part="calls" tabindex="0" role="region" aria-label="${m("Calls")}"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">${m("Executions")} <small>${m("and their states over time; what takes none is drawn wide enough to be seen")}</small></h3>
    <div data-part="states" tabindex="0" role="region" aria-label="${m("Executions")}"></div></section>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">${m("Whole run")} <small data-part="plotTask"></small>
    ${nr()}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${rm}"><b>${m("Call")}<br>${m("stack")}</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="${m("Call stack")}"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="${m("Position in the run")}"></div>
  <div class="under">
    <label>${m("step by")} <select data-part="grain" aria-label="${m("Step by")}">
      ${_e.map(t=>`<option value="${t}" title="${m(Qr[t])}">${m(t)}</option>`).join("")}
    </select></label>
    <button type="button" data-act="speed" title="${m("Speed of play")}"><span data-part="speed"></span></button>
    ${ge("predict",m("Predict"),m("Be asked before the next decision (p)"),m("predict"))}
    ${ge("follow-here",m("Follow"),m("Follow what the moment is about, or the mouse is on (f)"),m("follow"))}
    <button type="button" data-act="crash" aria-expanded="false" title="${m("Let a task die here, and run on (c)")}" hidden>${m("crash")}</button>
    <button type="button" data-act="marks" aria-expanded="false" title="${m("Bookmarks with notes (b marks)")}">${m("marks")}</button>
    <button type="button" data-act="save" aria-expanded="false" title="${m("Save the picture or the story")}">${m("save")}</button>
    ${ge("help",m("Keys"),m("What the keys do (?)"),"?")}
    <details class="words"><summary>${m("in words")}</summary><pre data-part="words"></pre></details>
  </div>
  <div class="marks" data-part="menu" tabindex="0" hidden></div>
</section>`;var am=[93,177,255],im=[238,100,100],sm=[136,136,136];function Rt(t,e,n){let r=t.tasks.get(e),o=t.clock.at(n),a=s=>Dr(r,s,n,o)/1e3,i={busy:a("busy"),idle:a("idle"),backpressured:a("soft")+a("hard")};return i.busy+i.idle+i.backpressured>0?i:
null}function Zs({busy:t,backpressured:e}){let[n,r,o]=Xs(Xs(am,im,t),sm,e);return`rgb(${n} ${r} ${o})`}function Xs(t,e,n){let r=o=>Math.round(t[o]+(e[o]-t[o])*n);return[r(0),r(1),r(2)]}function ze(t,e=!1){return[[e?"backpr.":"backpressured",
t.backpressured],["busy",t.busy],["idle",t.idle]].filter(([,o])=>o>=.005).sort(([,o],[,a])=>a-o).map(([o,a])=>`${o} ${et(a)}`).join(e?" · ":", ")}function et(t){return`${Math.round(100*t)} %`}function Qs(t,e,n,r,o,a){let i=e,s="";for(let l of[
"backpressured","busy","idle"]){let p=r*t[l];p<.4||(s+=T(i,n,p,o,`load ${l}`,0),l==="backpressured"&&(s+=T(i,n,p,o,"load",0).replace("/>",` fill="url(#${a})"/>`)),i+=p)}return s}function rr(t){return`<defs><pattern id="${t}" width="6" heigh\
t="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`}var tl=52,lm=20;function It(t,e,n){if(e.local)return"";let r=t.lookup.connectionOf(e).find(a=>or(t,a)?.stops_reading);return r?r.id===e.id?"no buffer: not read":n.on_wire>0||n.queued>0?`held up by ${pm(t,r)}`:"":!(e.initial_credit===0)&&n.credit===
0&&n.queued>0?"no credit":""}function pm(t,e){return`ch ${e.index} of ${t.labels.name(e.target)}`}function or(t,e){return t.scene.view.channels.get(e.id)}function nl(t,e){let n=t.lookup.subtasks.get(t.task),r=t.scene.view.tasks.get(t.task);
if(!n||!r)return"";let a=t.lookup.inputsOf(t.task).filter(({local:h})=>!h).reduce((h,f)=>h+(or(t,f)?.exclusive??0),0),i=n.exclusive_buffers-a,s=n.floating_buffers-r.floating_free,l=n.exclusive_buffers+n.floating_buffers,p=[];if(l>0){let h=`\
: ${i}/${n.exclusive_buffers} exclusive, ${s}/${n.floating_buffers} floating`,f=`${i+s} of ${l}${n.exclusive_buffers>0?h:""}`;p.push(["in pool",(i+s)/l,f])}if(n.output_buffers>0){let h=r.output_in_use,f=h>n.output_buffers?` (${h-n.output_buffers}\
 overdraft)`:"";p.push(["out pool",h/n.output_buffers,`${h} of ${n.output_buffers}${f}`])}let d="",c=0;for(let[h,f,g]of p){d+=y(c,14,h,"t3 strong");let k=c+C(h,"strong")+8;d+=He(k,14,64,f,g,f>=1?"used":""),c=k+js(64,g)+26}let u=p.map(([h,f,
g])=>`${h} ${et(f)}, ${g}`).join("; ");return B(e,20,u||"no network buffers",d)}function rl(t,e){let n=t.lookup.inputsOf(t.task),r=t.lookup.outputsOf(t.task),o=[...n.map(u=>[u,"in"]),...r.map(u=>[u,"out"])],a=dm(t,o);if(a.length===0){let u=t.
position===0?"Nothing runs yet.":"This task is chained to no other: it has no channels.";return B(e,120,u,y(e/2,60,u,"t2","middle"))}let i=L(e*.2,92,190),s=e-i,l={sender:i,wire:i+s*.32,receiver:i+s*.53,width:e},p=lm,d=cm(l),c=[];for(let[u,h]of a){
let f=or(t,u);f&&(d+=um(t,u,f,h,p,l),c.push(ar(t,u,f)),p+=tl)}return a.length<o.length&&(d+=y(e/2,p+14,`and ${o.length-a.length} more channels`,"t3","middle"),p+=24),B(e,p+2,c.join("; "),d)}var el=14;function dm(t,e){if(e.length<=el)return e;
let n=([a])=>{let i=or(t,a);return t.fact&&"channel"in t.fact&&t.fact.channel===a.id?0:i?It(t,a,i)?1:i.queued+i.on_wire+i.received>0?2:3:3},r=new Map(e.map(a=>[a,n(a)])),o=new Set([...e].sort((a,i)=>r.get(a)-r.get(i)).slice(0,el));return e.
filter(a=>o.has(a))}function cm({sender:t,wire:e,receiver:n,width:r}){return[[(t+e)/2,e-t-8,"at the sender"],[(e+n)/2,n-e-8,"on the wire"],[(n+r)/2,r-n-8,"at the receiver"]].map(([a,i,s])=>y(a,13,E(s,i,"t3"),"t3 head","middle")).join("")}function um(t,e,n,r,o,a){
let i=t.fact&&"channel"in t.fact&&t.fact.channel===e.id,s=It(t,e,n),l=`<title>${b(ar(t,e,n))}</title>`,d=`<g class="${`lane ${i?"current":""} ${s?"hindered":""}`}" data-channel="${b(e.id)}" data-about="channel:${b(e.id)}">${l}`;d+=T(.8,o+1,
a.width-1.6,tl-5,"laneBox",8);let c=t.labels.name(r==="in"?e.source:e.target),u=r==="in"?`ch ${e.index} from`:`to ch ${e.index} of`;return d+=y(10,o+20,u,"t2 strong"),d+=y(10,o+38,Z(c,a.sender-18,"t3"),"t3"),d+=mm(n,e,o,a),e.local?d+=gm(o,a):
e.initial_credit===0?d+=km(n,s,o,a):d+=hm(t,e,n,s,o,a),`${d}</g>`}function mm(t,e,n,r){let o=n+6,a=re(t.queued,"full",r.wire-8,o,r.wire-r.sender-18,!0);if(e.local)return a+=Mo(r.wire,r.receiver-6,o+7,"flow local"),a+y(r.receiver+6,o+11,"rea\
ds them where they are","t3");a+=Mo(r.wire,r.receiver-6,o+7,"flow");let i=r.receiver-r.wire-22,s=Math.min(t.on_wire*14,i);if(t.on_wire>0){let l=(r.wire+r.receiver-14)/2-s/2;a+=T(l-3,o-2,s+4,17,"onWire",3),a+=re(t.on_wire,"wired",l,o,i)}return a+
re(t.received,"got",r.receiver+6,o,r.width-r.receiver-18)}function Mo(t,e,n,r){let o=e>t?-6:6;return V(t,n,e,n,r)+`<path d="M${e+o} ${n-4}L${e} ${n}L${e+o} ${n+4}" class="${r} tip"/>`}function hm(t,e,n,r,o,a){let i=o+27,s="";if(r)s+=ol(a.wire-
8,i,r);else if(n.credit===0)s+=y(a.wire-8,i+11,"credit 0","t3","end");else{s+=re(n.credit,"credit",a.wire-8,i,a.wire-a.sender-64,!0);let l=Math.min(n.credit*14,a.wire-a.sender-64);s+=y(a.wire-12-l,i+11,"credit","t3","end")}if(s+=Mo(a.receiver-
6,a.wire,i+7,"flow back"),n.credit_under_way>0){let l=a.receiver-a.wire-22,p=Math.min(n.credit_under_way*14,l),d=(a.wire+a.receiver-14)/2-p/2;s+=T(d-3,i-1,p+4,15,"onWire",3),s+=re(n.credit_under_way,"wiredCredit",d,i,l)}return s+fm(t,e,n,i,
a)}function fm(t,e,n,r,o){let a=o.width-10,i=o.receiver+6,s="";for(let[u,h]of[[n.exclusive,"exclusive"],[n.floating,"floating"]])s+=re(u,h,i,r,84),i+=Math.min(u,6)*14;n.exclusive+n.floating===0&&(s+=y(i,r+11,"none empty","t3"),i+=C("none em\
pty","t3")),n.unannounced>0&&(i+=8,s+=Ve(i,r,"untold")+y(i+15,r+11,`${n.unannounced} untold`,"t3"),i+=15+C(`${n.unannounced} untold`,"t3"));let l=t.scene.backlogs.get(e.id)??0,p=n.waiting?`waits for ${n.required-n.exclusive-n.floating}`:`wa\
nts ${n.required}`,c=[`backlog ${l} · ${p}`,p,""].find(u=>C(u,"t3")<a-i-8)??"";return s+y(a,r+11,c,`t3 ${n.waiting?"waits":""}`,"end")}function gm(t,e){let n=E("local: no credit needed",e.width-e.receiver-14,"t3");return y(e.receiver+6,t+38,
n,"t3")}function km(t,e,n,r){let o=n+27,a=y(r.wire-8,o+11,"sends without asking","t3","end");if(!e)return a;let i=(r.wire+r.receiver)/2+6,s=t.stops_reading?`<path d="M${i-6} ${n+7}l12 12m0 -12l-12 12" class="stop"/>`:"",l=E(e,r.width-r.receiver-
34,"strong");return a+s+ol(r.receiver+14+C(l,"strong")+8,o,l)}function ol(t,e,n){let r=C(n,"strong")+16;return T(t-r,e-3,r,19,"hinderBadge",9)+y(t-r/2,e+11,n,"badgeText","middle")}function ar(t,e,n){let{labels:r}=t,o=`channel ${e.index} fro\
m ${r.name(e.source)} to ${r.name(e.target)}`;if(e.local)return`${o}: local, ${n.queued} buffers queued`;let a=`${n.queued} buffers queued, ${n.on_wire} on the wire, ${n.received} received`,i=It(t,e,n),s=i?`, ${i}`:"";return e.initial_credit===
0?`${o}: ${a}, without credits${s}`:`${o}: ${a}, credit ${n.credit}, ${n.credit_under_way} under way, ${n.unannounced} not announced; backlog ${t.scene.backlogs.get(e.id)??0}; empty: ${n.exclusive} exclusive, ${n.floating} floating of ${n.required}\
 wanted${n.waiting?", waits for a floating one":""}${s}`}function il(t,e){let n=new Map(t.trace.plan?.channels.map(o=>[o.id,o])),r=n.size>0?pl(t,e):null;return{operator(o){let[a,i]=o.slice(1).split("/");for(let s of t.trace.plan?.vertices??[]){let l=s.operators.findIndex(d=>String(d.node)===a),p=l<
0?void 0:e.boxes.get(`${s.id}/${i}`);if(p)return{x:p.x+p.width*(l+.5)/s.operators.length,y:p.y+p.height*.5}}return null},channel(o,a){let i=n.get(o);if(!i)return null;let s=r?.get(o);return s?{curve:a==="in"?s.end:s.start,low:0,high:1}:Fn(ll(
t,e,i),a)},boxes:[...e.boxes.values()]}}function sl(t,e,n){let r=ll(t,e,n),o=t.scene.view.channels.get(n.id),a=(t.trace.plan?.channels.length??0)>24,s=(o?t.lookup.waiting(n.id,o,a?1:3):[]).map((p,d)=>{let[c,u]=se(r,.93-.08*d);return ul(t,p,
c,u,4)}),l=`wire ${Pt(t,n.id)} ${o?.idle?"idle":""}`;return`<path d="${Ce(...r)}" class="${l}"/>${s.join("")}`}function ll(t,e,n){let r=e.boxes.get(n.source),o=e.boxes.get(n.target),a=t.lookup.inputsOf(n.target),i=(a.indexOf(n)+1)/(a.length+
1);return[r.x+r.width,r.y+r.height/2,o.x,o.y+o.height*i]}var al=9;function pl(t,e){let n=t.lookup.inputsOf(t.task),r=e.boxes.get(t.task),o=new Map;if(!r||n.length===0)return o;let a=bm(t,n),i=L((e.height-34)/a.length,13,34),s=L(e.gap-124,112,
190),l=r.x-74-s,p=Math.min(26,i-3),d=i*a.length,c=L(r.y+r.height/2-d/2,26,Math.max(26,e.height-d-6));return a.forEach((u,h)=>{let f=e.boxes.get(u.source),g=c+i*(h+.5),k=r.y+r.height*(h+1)/(a.length+1);o.set(u.id,{channel:u,x:l,y:g-p/2,width:s,
height:p,start:[f.x+f.width,f.y+f.height/2,l,g],end:[l+s,g,r.x,k]})}),o}function bm(t,e){if(e.length<=al)return e;let n=({id:o})=>{let a=t.scene.view.channels.get(o);return t.fact&&"channel"in t.fact&&t.fact.channel===o?0:a?.holds&&a.aligned&&
!a.idle?1:a&&a.written>a.read?2:3},r=new Set([...e].sort((o,a)=>n(o)-n(a)||o.index-a.index).slice(0,al-1));return e.filter(o=>r.has(o))}function dl(t,e){let n=[...pl(t,e).values()],[r]=n;if(!r)return"";let o=e.boxes.get(t.task),a=[wm(o.x-8,
r.y-6)];for(let{channel:l,x:p,y:d,width:c,height:u,start:h,end:f}of n){let g=t.scene.view.channels.get(l.id);if(!g)continue;let k=`wire near ${Pt(t,l.id)} ${g.idle?"idle":""}`;a.push(`<path d="${Ce(...h)}" class="${k}"/><path d="${Ce(...f)}\
" class="${k}"/>`),a.push(ym(t.labels,l,g,p,d,c,u,Pt(t,l.id))),a.push(vm(t,l,g,f))}let i=t.lookup.inputsOf(t.task).length-n.length,s=n.at(-1);return i>0&&a.push(y(s.x,s.y+s.height+16,m("and {0} more channels",i),"t3")),a.join("")}function wm(t,e){
let n=t,r="";for(let[o,a]of[["credit","free"],["received","got"],["queued","full"]])r+=cl(n-12,e-11,a)+y(n-17,e,m(o),"t3","end"),n-=C(m(o),"t3")+27;return r}function ym(t,e,n,r,o,a,i,s){let l=e.local?m("local"):m("credit {0}",n.credit),p=m(
"channel {0} from {1}: {2} buffers queued, ",e.index,e.source,n.queued)+`${m("{0} under way, {1} received",n.on_wire,n.received)}, ${l}`,d=`<g><title>${b(p)}</title>${T(r,o,a,i,`card ${s}`)}`;if(i<14)return`${d}</g>`;d+=y(r+8,o+i/2+4.5,t.short(
e.id),"t2 strong");let c=[...Array(Math.min(n.queued,99)).fill("full"),...Array(Math.min(n.on_wire,99)).fill("wired"),...Array(Math.min(n.received,99)).fill("got"),...Array(Math.min(n.credit,99)).fill("free")],u=n.queued+n.on_wire+n.received+
n.credit,h=Math.floor((a-50)/14),f=u>h?h-2:u;return c.slice(0,f).forEach((g,k)=>{d+=cl(r+46+14*k,o+i/2-6.5,g)}),f<u?d+=y(r+47+14*f,o+i/2+4,`+${u-f}`,"t3"):u===0&&(d+=y(r+46,o+i/2+4.5,m(e.local?"local":"no credit"),"t3")),`${d}</g>`}function cl(t,e,n){
return T(t,e,11,13,`pip ${n}`,3)}function vm(t,e,n,r){let o=t.lookup.waiting(e.id,n,4);if(o.length===0&&n.idle){let[s,l]=se(r,.5);return T(s-19,l-9,38,18,"chip",9)+y(s,l+4.5,"IDLE","t3 strong","middle")}let a=o.map((s,l)=>{let[p,d]=se(r,.86-
.24*l);return ul(t,s,p,d)}),i=n.written-n.read-o.length;return i>0&&a.push(y(r[0]+3,r[1]-7,`+${i}`,"t3 strong")),a.reverse().join("")}function ul(t,e,n,r,o=5.5){let a=t.trace.event(e);if(a.type!=="ElementWritten")return"";let i=t.labels.time(
a.timestamp);return a.element==="record"?Ca(n,r,m("{0} at {1}",W(a.value),i),o):a.element==="watermark"?Ma(n,r,m("watermark {0}",i)):T(n-3,r-7,6,14,"mark",2,a.element)}function Pt(t,e){let{fact:n}=t;return!n||!("channel"in n)||n.channel!==e?
"":"element"in n?n.element==="record"?"data":"wm":n.type==="ChannelWatermarkChanged"||n.type==="WatermarkIgnored"?"wm":"buf"}function hl(t,e){let{trace:n}=t,o=e.wires.filter(({target:i})=>i!==t.task||e.heats.size>0).map(i=>sl(t,e,i));o.push(dl(t,e));for(let[i,s]of e.heats)o.push(Ke(t,s,e.boxes.get(i)));for(let{id:i,vertex:s}of n.plan?.subtasks??[])e.heats.has(s)||
o.push(Sm(t,e,i));let a=m("Job {0}: {1}",n.plan?.job_name??"",Eo(t));return B(e.width,e.height,a,o.join(""),"group")}var xm=24;function Eo(t){return[...t.scene.view.tasks].slice(0,xm).map(([e,n])=>`${t.labels.name(e)} ${ir(t,e,n).words}`).join(
"; ")}function Sm(t,e,n){let r=e.boxes.get(n),o=t.scene.view.tasks.get(n),a=ir(t,n,o),i=n===t.task,s=`task ${a.tone} ${i?"selected":""}`,l=t.labels.name(n),{x:p,y:d,width:c,height:u}=r,h=`<g class="${s}" data-task="${b(n)}" tabindex="0" rol\
e="button" aria-pressed="${t.pinned&&i}"><title>${b(`${l}, ${a.words}`)}</title>`+T(p,d,c,u,"box",10);if(u<70){let w=C(a.words,"strong")+20,v=u<40?d+u/2+5:d+22;return h+=y(p+12,v,E(l,c-w-24,"t1"),"t1"),h+=Wt(a,p+c-w-6,v,w),u>=50&&(h+=ml(t,n,
p+12,d+32,c-24,14)),`${h}</g>`}let f=Tm(o?.mails??[],p+c-12,d+21,c-30-C(l,"t1"));h+=y(p+12,d+22,E(l,c-42,"t1"),"t1")+f,h+=ml(t,n,p+12,d+32,c-24,23);let g=C(a.words,"strong")+16;h+=Wt(a,p+10,d+u-12,g);let k=E(Mm(t,n),c-g-32,"t3");return h+=y(
p+c-12,d+u-12,k,"t3","end"),`${h}</g>`}function Wt(t,e,n,r){return t.tone!=="running"&&t.tone!=="blocked"&&t.tone!=="failed"?y(e+2,n,t.words,"t3"):T(e,n-14.5,r,20,"badge",10)+y(e+r/2,n,t.words,"badgeText","middle")}function Tm(t,e,n,r){let o=t.
slice(0,4),a=Math.max(1,o.length),i=t.length>4?`+${t.length-4}`:"",s=y(e,n,i,"t3","end"),l=e-C(i,"t3");for(let c=0;c<a;c++){let u=l-15*(a-c)+3;s+=T(u,n-10,12,11,`mail ${t.length===0?"none":""}`,2.5)}let p=l-15*a-2;e-p+C(m("mailbox"),"t3")<r&&
(s+=y(p,n,m("mailbox"),"t3","end"));let d=t.length===0?m("mailbox: empty"):m("mailbox: {0}",t.join(", "));return`<g><title>${b(d)}</title>${s}</g>`}function ml(t,e,n,r,o,a){let i=t.lookup.operatorsOf(e),s=Cm(i.map(({name:c})=>Ir(c)),o-gt*(i.
length-1)),l=t.fact&&"operator"in t.fact?t.fact.operator:"",p="",d=n;return i.forEach(({id:c,name:u},h)=>{let f=s[h];h>0&&(p+=V(d-gt,r+a/2,d,r+a/2,"joint")),p+=T(d,r,f,a,`pill ${c===l?"current":""}`,6,u),a>18&&(p+=y(d+f/2,r+16,E(u,f-8,"t2"),
"t2","middle")),d+=f+gt}),p}function Cm(t,e){let n=t.reduce((o,a)=>o+a,0);if(n<=e)return t.map(o=>o+(e-n)/t.length);let r=e/t.length;for(let o=0;o<t.length;o++){let a=t.filter(s=>s<=r),i=a.reduce((s,l)=>s+l,0);a.length<t.length&&(r=(e-i)/(t.
length-a.length))}return t.map(o=>Math.min(o,r))}function Mm(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let o=t.scene.view.operators.get(r),a=t.scene.operators.get(r);!o||!a||(a.read>0&&n.push(m("{0} read",a.read)),a.fired>0&&n.
push(m("{0} fired",a.fired)),o.late>0&&n.push(m("{0} late",o.late)),o.results>0&&n.push(m("{0} written, last {1}",o.results,a.lastResult)))}return n.join(" · ")}function ir(t,e,n){return n?.state==="FAILED"?{words:m("failed"),tone:"failed"}:
t.actor===e?{words:m("running now"),tone:"running"}:!n||n.state!=="RUNNING"?{words:(n?.state??"CREATED").toLowerCase(),tone:"off"}:n.suspended==="no output buffer"?{words:m("backpressured"),tone:"blocked"}:Em(t,t.lookup,e)?{words:m("idle"),
tone:"idle"}:n.suspended==="blocked"?{words:m("blocked"),tone:"blocked"}:n.suspended==="busy"?{words:m("busy"),tone:"waiting"}:n.suspended==="final checkpoint"?{words:m("waits to end"),tone:"waiting"}:n.suspended?{words:m("waits for input"),
tone:"waiting"}:{words:m("ready"),tone:""}}function Em(t,e,n){return e.operatorsOf(n).some(o=>t.scene.view.operators.get(o.id)?.emitted_idle===!0)}var $m=70,Lt="Shuffle.Netty.Input.Buffers.",$o="Shuffle.Netty.Output.Buffers.",Am={inputQueueLength:Lt,inputQueueSize:Lt,inPoolUsage:Lt,inputExclusiveBuffersUsage:Lt,inputFloatingBuffersUsage:Lt,outputQueueLength:$o,outputQueueSize:$o,outPoolUsage:$o},
fl=["busyTimeMsPerSecond","idleTimeMsPerSecond","backPressuredTimeMsPerSecond","isBackPressured","inPoolUsage","outPoolUsage","inputQueueLength","outputQueueLength","numRecordsIn","numRecordsInPerSecond","numRecordsOut","numRecordsOutPerSec\
ond","numBytesIn","numBytesOut","currentInputWatermark","currentOutputWatermark","watermarkLag"],Ao=45;function bl(t,{filter:e,changedOnly:n}){let{run:r,lookup:o,labels:a}=t;if(!r)return"";let i=e.toLowerCase().split(/\s+/).filter(Boolean),
s=[...o.subtasks.keys()].sort((d,c)=>+(c===t.task)-+(d===t.task)),l=0,p="";for(let d of s){if(l>=$m){p+='<tr><td colspan="4" class="none">and other tasks: filter to see them</td></tr>';break}let c=a.name(d),u=Om(t,d).filter(f=>{let g=`${c} ${d}\
 ${f.full}`.toLowerCase();return i.every(k=>g.includes(k))&&!(n&&f.was===f.now)});if(u.length===0)continue;l+=u.length;let h=d===t.task?"selected":"";p+=`<tr class="section ${h}"><th colspan="4" scope="rowgroup">${b(c)}</th></tr>`,p+=u.slice(
0,Ao).map(f=>Rm(f,a)).join(""),u.length>Ao&&(p+=`<tr><td colspan="4" class="none">and ${u.length-Ao} more: filter to see them</td></tr>`)}return l===0&&(p=`<tr><td colspan="4" class="none">${n?"Nothing that matches has changed.":"No metric \
matches."}</td></tr>`),`<table><thead><tr><th scope="col">metric</th><th scope="col">was</th><th scope="col">now</th><th scope="col">change</th></tr></thead><tbody>${p}</tbody></table>`}function Om(t,e){let n=t.run,r=gl(Ae(n,e,t.before),Ae(
n,e,t.position),a=>[a,(Am[a]??"")+a]),o=a=>fl.indexOf(a.name)+1||fl.length+1;r.sort((a,i)=>o(a)-o(i));for(let{id:a,name:i}of t.lookup.operatorsOf(e)){let s=Fe(n,a,t.before),l=Fe(n,a,t.position);r.push(...gl(s,l,p=>{let d=/^latency\.source_id\.(o[\d/]+)\.(\w+)$/.
exec(p),c=d?`latency ${d[2]} from ${t.labels.name(d[1])}`:p;return[`${i}.${c}`,`${i}.${p} ${c}`]}))}return r}function gl(t,e,n){return[...e].map(([r,o])=>{let[a,i]=n(r);return{name:a,full:i,was:t.get(r),now:o}})}function Rm({name:t,full:e,was:n,
now:r},o){let a=n!==r,i=a?Im(t,n,r):"";return`<tr${a?' class="changed"':""}><th scope="row" title="${b(e)}">${b(t)}</th><td>${n===void 0?"–":b(kl(t,n,o))}</td><td>${b(kl(t,r,o))}</td><td>${b(i)}</td></tr>`}function kl(t,e,n){return typeof e==
"boolean"?e?"yes":"no":typeof e=="bigint"?n.time(e):/Usage$/.test(t)?`${Math.round(100*e)} %`:wl(e)}function Im(t,e,n){if(typeof n=="boolean"||e===void 0||typeof e=="boolean")return n===!0?"▲":n===!1?"▼":"new";if(typeof n=="bigint"&&typeof e==
"bigint"){let o=[$,D];return o.includes(n)||o.includes(e)?n>e?"▲":"▼":Oo(Number(n-e)," ms")}let r=Number(n)-Number(e);return/Usage$/.test(t)?Oo(Math.round(100*r)," %"):Oo(r)}function Oo(t,e=""){return`${t>0?"▲ +":"▼ −"}${wl(Math.abs(
t))}${e}`}function wl(t){let e=Number.isInteger(t)?0:Math.abs(t)<10?2:1,[n,r]=t.toFixed(e).split(".");return n.replace(/\B(?=(\d{3})+$)/g," ")+(r?`.${r}`:"")}var sr={narrowestGap:104,widestGap:300,height:t=>t<=2?92:t<=4?72:t<=8?50:32},lr={...sr,height:t=>Math.min(72,sr.height(t))},Ro=27,Io=4;function vl(t,e,n){let{plan:r}=t.trace,o=(r?.channels.length??0)>24,a=(r?.channels??[]).filter(({source:u,
target:h})=>u===t.task||h===t.task),s=(e.heats.size>0?[...e.wires,...a.slice(0,Pm)]:e.wires).map(u=>Lm(t,e,u,o)),l=[...e.heats].map(([u,h])=>Ke(t,h,e.boxes.get(u),f=>Wm(t,f))),p=(r?.subtasks??[]).filter(({vertex:u})=>!e.heats.has(u)),d=[...l,
...p.map(({id:u})=>Fm(t,e,u,n))],c=`Job ${r?.job_name??""}: ${Eo(t)}`;return B(e.width,e.height,c,rr(n)+[...s,...d].join(""),"group")}var Pm=24;function Wm(t,e){let n=t.run&&Rt(t.run,e,t.position);return n?n.backpressured>Math.max(n.busy,n.
idle)?"held":`busy${Math.min(4,Math.floor(n.busy*5))}`:"none"}function Lm(t,e,n,r){let o=e.boxes.get(n.source),a=e.boxes.get(n.target),i=t.lookup.outputsOf(n.source),s=t.lookup.inputsOf(n.target),l=(i.indexOf(n)+1)/(i.length+1),p=(s.indexOf(
n)+1)/(s.length+1),d=[o.x+o.width,o.y+o.height*l,a.x,a.y+a.height*p],c=t.scene.view.channels.get(n.id);if(!c)return"";let u=n.source===t.task||n.target===t.task,h=It(t,n,c),f=`wire ${u?"near":""} ${Pt(t,n.id)} ${h?"hindered":""}`,g=`<path d\
="${Ce(...d)}" class="${f}"/>`;if(r&&!u)return g;let k=13/Math.max(60,d[2]-d[0]);if(g+=yl(d,c.queued,.03,k,"full"),g+=yl(d,c.received,.97,-k,"got"),c.on_wire>0){let[w,v]=se(d,.5);g+=Ve(w-5.5,v-6.5,"wired")}return g}function yl(t,e,n,r,o){let a="",
i=Math.min(e,e>Io?Io-1:Io);for(let s=0;s<i;s++){let[l,p]=se(t,n+r*(s+.5));a+=Ve(l-5.5,p-6.5,o)}if(e>i){let[s,l]=se(t,n+r*(i+.6));a+=y(s,l-9,String(e),"t3 strong","middle")}return a}function Fm(t,e,n,r){let{x:o,y:a,width:i,height:s}=e.boxes.
get(n),l=ir(t,n,t.scene.view.tasks.get(n)),p=t.run&&Rt(t.run,n,t.position),d=n===t.task,c=t.labels.name(n),u=p?ze(p):"has spent no time yet",h=`<g class="task ${l.tone} ${d?"selected":""}" data-task="${b(n)}" tabindex="0" role="button" aria\
-pressed="${t.pinned&&d}" ><title>${b(`${c}, ${l.words}, ${u}`)}</title>`+T(o,a,i,s,"box",10),f=C(l.words,"strong")+16;if(s>=90)h+=y(o+12,a+20,Z(c,i-24,"t1"),"t1"),h+=Wt(l,o+10,a+41,f);else{let g=s<40?a+s/2+5:a+18,k=l.tone!=="waiting"&&l.tone!==
"";h+=y(o+12,g,Z(c,i-24-(k?f+2:0),"t1"),"t1"),k&&(h+=Wt(l,o+i-f-8,g,f))}if(s>=70&&(h+=Nm(t,n,o+12,a+s-Ro-6,i-24)),s>=50){let g=a+s-Ro;if(p){h+=T(o+1.5,g,i-3,Ro-1.5,"shade",0).replace("/>",` data-style="fill:${Zs(p)}"/>`),h+=Qs(p,o+1.5,g,i-3,
6,r);let k=[ze(p),ze(p,!0)].find(w=>C(w,"t3")<i-20);h+=y(o+i/2,g+20,E(k??ze(p,!0),i-12,"t3"),"t3 onShade","middle")}else h+=y(o+i/2,g+18,"no time spent yet","t3","middle")}return`${h}</g>`}function Nm(t,e,n,r,o){let a=t.lookup.subtasks.get(
e);if(!t.run)return"";let i=Vr(t.run.tasks.get(e),t.position),s=Math.max(24,Math.min(52,o/2-74)),l="";if(a.exclusive_buffers+a.floating_buffers>0){let p=i.input;l+=y(n,r,"in","t3")+He(n+17,r,s,p,et(p),p>=1?"used":"")}if(a.output_buffers>0){
let p=i.output,d=n+o-s-6-C("100 %","t3");l+=y(d-5,r,"out","t3","end"),l+=He(d,r,s,p,et(p),p>=1?"used":"")}return l}var _m=6e3;function le(t,e,n){let{trace:r,position:o}=t,a=R.indexOf(e);for(let i=o-1;i>=0&&i>=o-_m;i--){if(r.kinds[i]!==a)continue;let s=r.event(i);if(n(s))return{fact:s,index:i}}return null}var Bm=80,Dm=new Set(["StateUpdated","StateAppend\
ed","StateCleared","StateEntryPut","StateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired"]);function Tl(t,e){for(let n=t.position-1;n>=Math.max(0,t.position-Bm);n--){if(!Dm.has(R[t.trace.kinds[n]]))continue;
let r=t.trace.event(n);if(!("operator"in r)||r.operator!==e||!("key"in r))continue;let o=t.labels.value(r.key);if("domain"in r)return`${xl[r.type]??""} the timer ${t.labels.time(r.timestamp)} of ${o}`;if(!("state"in r))continue;let a="value"in
r&&r.value!==null?`: ${t.labels.value(r.value)}`:"";return`${xl[r.type]??""} ${r.state} of ${o}${a}`}return""}var xl={StateUpdated:"set",StateAppended:"added to",StateCleared:"cleared",StateEntryPut:"put into",StateEntryRemoved:"took out of",
StateRead:"read",StateEntryRead:"read",TimerRegistered:"registered",TimerDeleted:"deleted",TimerFired:"fired"};function Cl(t,e){let n=t.scene.view.channels.get(e.id);if(!n)return null;let[r]=t.lookup.waiting(e.id,n,1),o=r===void 0?null:t.trace.
event(r);return o?.type==="ElementWritten"?o:null}function Ml(t,e){let n=t.scene.view.operators.get(e)?.panes.values()??[],{elements:r}=t.scene.operators.get(e)??{elements:new Map};return $l([...n].flatMap(({key:o,window:a,count:i})=>i>0?r.
get(G(o,a))??[]:[]))}function El(t,e){let n=t.scene.view.channels.get(e.id),o=(n?t.lookup.waiting(e.id,n,1/0):[]).map(a=>t.trace.event(a));return $l(o.flatMap(a=>a.type==="ElementWritten"&&a.element==="record"&&a.timestamp!==null?[a.timestamp]:
[]))}function $l(t){return t.reduce((e,n)=>e===null||n<e?n:e,null)}var Sl=new WeakMap;function Al(t,e){let n=Sl.get(t.trace);n||Sl.set(t.trace,n=new Map);let r=n.get(e);if(r!==void 0)return r;let{trace:o}=t,a=R.indexOf("ElementProcessed");for(let i=0;i<
o.eventCount;i++){if(o.kinds[i]!==a)continue;let s=o.event(i);if(s.type!=="ElementProcessed"||s.operator!==e||s.element!=="record")continue;let p=o.callStack(i).map(Ol).reverse().find(d=>/^(Copying)?ChainingOutput$/.test(d))??"";return n.set(
e,p),p}return n.set(e,""),""}function Ol(t){let e=t.lastIndexOf(".");return e<0?"":t.slice(0,e)}function Rl(t){if(t.index<0||t.actor!==t.task)return new Set;let e=t.trace.callStack(t.index).map(Ol);return new Set(e.flatMap(n=>[n,...n.split(
"$")]))}function Po(t){let e=t.lookup.vertexOf(t.task)?.operators??[],n=t.lookup.subtasks.get(t.task)?.index??0,r=new Map;return e.map(o=>{let a=o.inputs.length===0?0:1+Math.max(...o.inputs.map(i=>r.get(i)??0));return r.set(o.node,a),{id:`o${o.
node}/${n}`,operator:o,depth:a}})}var Vm={HASH:"KeyGroupStreamPartitioner",FORWARD:"ForwardPartitioner",REBALANCE:"RebalancePartitioner",RESCALE:"RescalePartitioner",SHUFFLE:"ShufflePartitioner",BROADCAST:"BroadcastPartitioner",GLOBAL:"Glob\
alPartitioner",CUSTOM:"CustomPartitionerWrapper"};function Il(t){return Vm[t]??t}var Wo={"no input":["NOTHING_AVAILABLE","waits for the future of its inputs"],"no output buffer":["MORE_AVAILABLE","waits for the future of its RecordWriter: b\
ackpressure"],blocked:["MORE_AVAILABLE","its thread waits for a buffer in the middle of an element"],busy:["MORE_AVAILABLE","its thread sleeps in the user's function"],"final checkpoint":["END_OF_DATA","waits for its final checkpoint"]},Lo=[
"CREATED","SCHEDULED","DEPLOYING","doRun","setup","initializeState","open","invoke","endData","afterInvoke","FINISHED"],Hm={CREATED:0,SCHEDULED:1,DEPLOYING:2,INITIALIZING:3,RUNNING:7,FINISHED:10};function Pl(t){let e=t.scene.view.tasks.get(
t.task)?.state??"CREATED",n=Hm[e]??-1,r=Po(t).map(({id:o})=>t.scene.view.operators.get(o)?.state??"");return n===3?r.some(o=>o==="open")?6:r.some(o=>o==="initialized")?5:r.some(o=>o==="set up")?4:3:n!==7?n:r.some(o=>o==="closed")?9:r.some(o=>o===
"finished")?8:7}function Wl(t,e){let o=(e.width-28)/3,a=i=>({x:e.x+i*(o+14),y:e.y,width:o,height:58});return zm(t,a(0))+Gm(t,a(1))+jm(t,a(2))+qm(t,{...e,y:e.y+58+8,height:24})}function zm(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task)?.mails??[],o=n.
fact?.type==="MailTaken"&&n.actor===n.task?n.fact.mail:"",a=e.x+9,i="",s=o?[o,...r]:r;return s.forEach((l,p)=>{let d=le(n,"MailEnqueued",g=>g.subtask===n.task&&g.mail===l),c=d?` · priority ${d.fact.priority}`:"",u=E(`${l}${c}`,e.width-30,"\
t3"),h=C(u,"t3")+16;if(a+h>e.x+e.width-6)return;i+=`<g class="mailChip ${o!==""&&p===0?"runs":""}" data-mail="${b(l)}">${T(a,e.y+25,h,22,"chip",6)}${y(a+8,e.y+40,u,"t3")}</g>`,a+=h+7}),s.length===0&&(i=y(e.x+9,e.y+40,"no mail waits","t3")),
j(t,e,"TaskMailboxImpl",["TaskMailboxImpl","Mail","MailboxExecutorImpl"],i)}function Gm(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task)?.suspended??null,o=r===null?"default action: StreamTask.processInput":`Suspension: ${r}`,a=r===null?
"mails first, then one element":Wo[r]?.[1]??"",i=y(e.x+9,e.y+33,E(o,e.width-18,"t3"),r===null?"t3":"t3 waits")+y(e.x+9,e.y+49,E(a,e.width-18,"t3"),"t3");return j(t,e,"MailboxProcessor",["MailboxProcessor"],i,r===null?"":"suspended")}function jm(t,e){
let{frame:n}=t,r=n.scene.view.tasks.get(n.task),o=r?.suspended??null,a=[...r?.inputs.values()??[]],s=a.length>0&&a.every(({ended:d})=>d)?"END_OF_DATA":o===null?"MORE_AVAILABLE":Wo[o]?.[0]??"",l=o===null?"AvailabilityProvider: AVAILABLE":"Av\
ailabilityProvider: a future that is not done",p=y(e.x+9,e.y+33,s,"t3 strong")+y(e.x+9,e.y+49,E(l,e.width-18,"t3"),"t3");return j(t,e,"DataInputStatus",["DataInputStatus","AvailabilityProvider"],p)}function qm(t,e){let n=Pl(t.frame),r=t.frame.
scene.view.tasks.get(t.frame.task),o=n<0?[...Lo.slice(0,-1),r?.state??""]:[...Lo],a=n<0?o.length-1:n,i=e.width/o.length;return o.map((s,l)=>{let p=l===a?n<0?"now bad":"now":l<a?"past":"",d=e.x+l*i;return`<g class="life ${p}" data-life="${b(
s)}">${T(d+1.5,e.y,i-3,23,"lifeBox",6)}${y(d+i/2,e.y+16,E(s,i-8,"t3"),"t3","middle")}</g>`}).join("")}var Ft=22,Km=12,Ll=15,Um=34;function Nl(t,e){let n=Po(t.frame),r=Math.max(1,Math.floor((e.height+Ft)/(Um+Ft))),o=n.slice(0,n.length>r?r-1:r),a=Math.min(118,(e.height-Ft*(o.length-1))/o.length),i=t.frame.fact&&"operator"in t.frame.fact?t.frame.
fact.operator:"",s=Jm(n.map(({operator:c})=>c),n.find(({id:c})=>c===i)?.operator),l=e.y,p="";o.forEach(({id:c,operator:u,depth:h},f)=>{f>0&&(p+=Ym(t,c,u,Fl(e,h,l,Ft)),l+=Ft),p+=Xm(t,c,u,Fl(e,h,l,a),c===i,s.has(u.node)),l+=a});let d=n.length-
o.length;return p+(d>0?y(e.x+9,l+18,`and ${d} more operators of the chain`,"t3"):"")}function Jm(t,e){let n=new Set,r=[...e?.inputs??t.map(({node:o})=>o)];for(let o=r.pop();o!==void 0;o=r.pop())n.has(o)||(n.add(o),r.push(...t.find(a=>a.node===
o)?.inputs??[]));return n}function Fl(t,e,n,r){let o=Math.min(e,5)*Km;return{x:t.x+o,y:n,width:t.width-o,height:r}}function pr(t,e,n){return`${t} ${t===1?e:n}`}function Ym(t,e,n,r){let{frame:o}=t,a=Al(o,e)||"ChainingOutput",i=t.runs.has(a)&&
o.fact!==null&&"operator"in o.fact&&o.fact.operator===e,s=o.run?Number(Fe(o.run,e,o.position).get("numRecordsIn")??0):0,l=a==="CopyingChainingOutput"?pr(s,"copy","copies"):`${s} by reference`,p=r.x+14,d=o.lookup.vertexOf(o.task)?.operators.
find(({node:u})=>u===n.inputs[0]),c=r.width-110;return`<g class="link ${i?"lit":""}" data-part-of="${b(a)}">${V(p,r.y,p,r.y+r.height,"joint")}`+ke(p+10,r.y+15,a,c)+y(r.x+r.width-9,r.y+15,E(l+(n.inputs.length>1&&d?` from ${d.name}`:""),106,"\
t3"),"t3","end")+"</g>"}function Xm(t,e,n,r,o,a){let{frame:i}=t,s=i.scene.view.operators.get(e);if(!s)return"";let{x:l,y:p,width:d,height:c}=r,u=t.runs.has(n.operator_class)&&(o||a),h=i.run?Fe(i.run,e,i.position):null,f=h?`numRecordsIn ${h.
get("numRecordsIn")??0}`:"",g=Ml(i,e),k=[...s.timers.values()],[w,v]=[k.filter(({domain:A})=>A==="event").length,k.filter(({domain:A})=>A==="processing").length],x=[s.panes.size>0?pr(s.panes.size,"pane","panes"):"",s.states.size+s.lists.size>
0?pr(s.states.size+s.lists.size,"value","values"):"",s.map_entries.size>0?pr(s.map_entries.size,"map entry","map entries"):""].filter(A=>A!==""),S=[`${n.name}`,[s.watermark>$?m("watermark {0}",i.labels.time(s.watermark)):"",g===null?"":m("o\
ldest in its panes {0}",i.labels.time(g))].filter(A=>A!=="").join(" · "),s.key&&s.key!=="null"?`key ${i.labels.value(s.key)} · key group ${s.key_group}`:"",w+v>0?`InternalTimerServiceImpl: ${w} event, ${v} processing`:"",x.length>0?`HeapK\
eyedStateBackend: ${x.join(", ")}`:"",Tl(i,e)].filter(A=>A!==""),M=Math.max(0,Math.floor((c-22)/Ll));return`<g class="part ${u?"lit":""} ${o?"current":""} ${s.state==="closed"?"over":""}" data-operator="${b(e)}" data-oldest="${g??""}">`+T(l+
.8,p+.8,d-1.6,c-1.6,"partBox",8)+ke(l+9,p+16,n.operator_class,d-172)+y(l+d-9,p+16,E(`${f}${f?" · ":""}${s.state}`,160,"t3"),"t3","end")+S.slice(0,M).map((A,P)=>y(l+9,p+31+P*Ll,E(A,d-18,"t3"),"t3")).join("")+"</g>"}var Fo=80;function _l(t,e){let n=t.frame.lookup.inputsOf(t.frame.task);return n.length>0?Zm(t,e,n):eh(t,e)}function Zm(t,e,n){let{frame:r}=t,o=Math.max(1,Math.floor((e.height-16)/Fo)),a=r.fact&&"channel"in r.fact?r.fact.channel:"",i=c=>{let u=r.
scene.view.channels.get(c.id);return c.id===a?2:u&&u.queued+u.on_wire+u.received>0?1:0},s=new Set([...n].sort((c,u)=>i(u)-i(c)).slice(0,o)),l=e.y,p="";for(let c of n)s.has(c)&&(p+=Qm(t,c,{...e,y:l,height:Fo-5},c.id===a),l+=Fo);let d=n.length-
s.size;return p+(d>0?y(e.x+4,l+10,`and ${d} more channels`,"t3"):"")}function Qm(t,e,n,r){let{frame:o}=t,a=o.scene.view.channels.get(e.id);if(!a)return"";let{x:i,y:s,width:l}=n,p=e.local?"LocalInputChannel":"RemoteInputChannel",d=`<g class=\
"lane ${r?"current":""} ${a.blocked?"hindered":""}" data-channel="${b(e.id)}" data-about="channel:${b(e.id)}">`;d+=T(i+.8,s,l-1.6,n.height,"laneBox",8),d+=ke(i+9,s+16,p,l-96),d+=y(i+9,s+33,Z(`from ${o.labels.name(e.source)}`,l-18,"t3"),"t3"),
d+=re(a.queued,"full",i+9,s+39,l*.32),d+=re(a.on_wire,"wired",i+l*.42,s+39,l*.2),d+=re(a.received,"got",i+l-9,s+39,l*.28,!0);let c=a.blocked?"blocked":a.idle?"idle":o.labels.time(a.watermark),u=e.local||e.initial_credit===0?"":` · credit ${a.
credit}`;return d+=y(i+9,s+68,E(`ch ${e.index} · ${a.written} sent · ${a.read} read${u}`,l-18,"t3"),"t3"),d+=y(i+l-9,s+16,E(c,82,"t3"),a.holds?"t3 held":"t3","end"),`${d}</g>`}function eh(t,e){let{frame:n}=t,r=n.lookup.operatorsOf(n.task)[0],
o=[...n.scene.view.operators.get(r?.id??"")?.splits??[]],a="";return o.slice(0,Math.floor(e.height/46)).forEach(([i,s],l)=>{let p=e.y+l*46,d=s.ended?"ended":s.idle?"idle":n.labels.time(s.watermark);a+=`<g class="lane" data-about="split:${b(
i)}">${T(e.x+.8,p,e.width-1.6,41,"laneBox",8)}`+y(e.x+9,p+16,E(`split ${i}`,e.width-18,"strong"),"strong")+y(e.x+9,p+33,`${s.read} read`,"t3")+y(e.x+e.width-9,p+33,E(d,e.width-90,"t3"),s.holds?"t3 held":"t3","end")+"</g>"}),o.length>0?a:y(e.
x+9,e.y+30,"no split was assigned yet","t3")}function Bl(t,e){let{frame:n}=t,r=n.lookup.inputsOf(n.task);if(r.length===0)return ah(t,e);let o=n.scene.view.tasks.get(n.task),a=new Set(r.map(({input:k})=>k)).size>1,i=dr(e,[.15,.19,.32,.18,.16]),
s=r.filter(({id:k})=>n.scene.view.channels.get(k)?.blocked).length,l=o?.aligning==null?"no barrier is waited for":`checkpoint ${o.aligning}: ${s} of ${r.length} channels blocked`,p=new Set(r.map(({source_node:k,target_node:w})=>`${k}>${w}`)).
size,d=a?"StreamMultipleInputProcessor":"StreamOneInputProcessor",c=p>1&&!a?"UnionInputGate":"SingleInputGate",u=(n.lookup.subtasks.get(n.task)?.floating_buffers??0)>0?` · ${o?.floating_free??0} floating buffers free`:"",h=[...o?.inputs??[]].
map(([k,w])=>`${a?`input ${k+1}: `:""}${w.ended?"ended":w.idle?"idle":n.labels.time(w.watermark)}`),f=n.run?Ae(n.run,n.task,n.position).get("numRecordsIn"):"–",g=a?"StreamTwoInputProcessorFactory$StreamTaskNetworkOutput":"OneInputStreamTa\
sk$StreamTaskNetworkOutput";return j(t,i[0],c,[c,"LocalInputChannel","RemoteInputChannel"],J(i[0],33,[`${p} gate${p>1?"s":""}, ${r.length} channel${r.length>1?"s":""}${u}`]))+j(t,i[1],"CheckpointedInputGate",["CheckpointedInputGate","Single\
CheckpointBarrierHandler","CheckpointBarrierTracker","CheckpointBarrierHandler"],J(i[1],33,[l]))+nh(t,i[2],r,d)+j(t,i[3],"StatusWatermarkValve",["StatusWatermarkValve"],J(i[3],33,[`least: ${h.join(", ")}`,th(t,r)]))+j(t,i[4],"StreamTaskNetw\
orkOutput",[g,"StreamTaskNetworkOutput"],J(i[4],33,[`numRecordsIn ${f}`]))}function th(t,e){let n=e.filter(({id:r})=>t.frame.scene.view.channels.get(r)?.holds);return e.length>1&&n.length>0?`held by ${n.map(({index:r})=>`ch ${r}`).join(", ")}`:
null}function nh(t,e,n,r){let{frame:o}=t,a=new Set(n.map(({id:h})=>h)),i=le(o,"ElementReceived",h=>h.subtask===o.task),s=le(o,"BufferConsumed",h=>a.has(h.channel)),l=h=>`ch ${o.lookup.channels.get(h)?.index??"?"}`,p=[`read by ${r}`,i&&`last\
: ${oh(t,i.fact)} from ${l(i.fact.channel)}`,s&&`buffer: ${s.fact.bytes} bytes of ${l(s.fact.channel)}`],d=n.find(({id:h})=>(o.scene.view.channels.get(h)?.partial??0)>0),c=J(e,33,p);return d&&(c+=rh(t,e,d)),j(t,e,"StreamTaskNetworkInput",["\
StreamTaskNetworkInput","AbstractStreamTaskNetworkInput","SpillingAdaptiveSpanningRecordDeserializer"],c,d?"parted":"")}function rh(t,e,n){let{frame:r}=t,o=r.scene.view.channels.get(n.id).partial,a=Cl(r,n),i=Math.max(a?.bytes??0,o+1),s=e.y+
e.height-25,l=e.width-18,p=Math.max(6,l*o/i),d=`${o} of ${a?a.bytes:"?"} bytes, the rest follows`;return`<g class="spans" data-spans="${o}">${T(e.x+9,s,l,19,"gauge",4)}${T(e.x+9,s,p,19,"spanned",4)}`+y(e.x+15,s+14,E(d,l-12,"strong"),"t3 onS\
pan")+"</g>"}function oh(t,e){let{labels:n}=t.frame;return e.element==="record"?n.value(e.value):e.element==="watermark"?`watermark ${n.time(e.timestamp)}`:e.element}function ah(t,e){let{frame:n}=t,r=n.lookup.vertexOf(n.task)?.operators[0],
o=n.lookup.operatorsOf(n.task)[0]?.id??"",a=n.scene.view.operators.get(o),i=le(n,"SourceRecordRead",h=>h.operator===o),s=r?.operator_class==="StreamSource",l=dr(e,[.22,.3,.26,.22]),p=le(n,"WatermarkGenerated",h=>h.operator===o),d=[...a?.alignment??
[]].map(([h,f])=>`${h}: may go to ${n.labels.time(f.allowed)}`),c=i&&`record ${i.fact.offset} of ${i.fact.split}: ${n.labels.value(i.fact.value)}`,u=a&&a.emitted_watermark>$?n.labels.time(a.emitted_watermark):"none yet";return s?j(t,l[0],"L\
egacySourceFunctionThread",["SourceStreamTask$LegacySourceFunctionThread"],J(l[0],33,["a thread of its own, under the lock"]))+j(t,l[1],"SourceFunction",["SourceFunction","StreamSource"],J(l[1],33,[c]))+j(t,l[2],"ManualWatermarkContext",["S\
treamSourceContexts$ManualWatermarkContext"],J(l[2],33,[`watermark put out: ${u}`]))+j(t,l[3],"StreamSourceContexts",["StreamSourceContexts"],J(l[3],33,[a?.emitted_idle?"idle":"active"])):j(t,l[0],"StreamTaskSourceInput",["StreamTaskSourceI\
nput","StreamOneInputProcessor"],J(l[0],33,["asks the reader for the next record"]))+j(t,l[1],"SourceReader",["SourceReader","SourceReaderBase"],J(l[1],33,[c,`given by the SplitEnumerator: ${a?.splits.size??0}`]))+j(t,l[2],"SourceOutputWith\
Watermarks",["SourceOutputWithWatermarks","WatermarkGenerator","TimestampAssigner","ProgressiveTimestampsAndWatermarks"],J(l[2],33,[p&&`generated ${n.labels.time(p.fact.timestamp)}${p.fact.split?` for ${p.fact.split}`:""}`,...d]))+j(t,l[3],
"WatermarkToDataOutput",["WatermarkToDataOutput"],J(l[3],33,[a?.emitted_idle?"put out: IDLE":`put out: ${u}`]))}function dr(t,e){let r=t.height-6*(e.length-1),o=t.y;return e.map(a=>{let i={...t,y:o,height:a*r};return o+=i.height+6,i})}var No=38;function Dl(t,e){let{frame:n}=t,r=n.lookup.outputsOf(n.task);if(r.length===0)return ph(t,e);let o=n.lookup.subtasks.get(n.task),a=n.scene.view.tasks.get(n.task),i=n.run?Ae(n.run,n.task,n.position).get("numRecordsOut"):"–",s=dr(e,
[.16,.3,.14,.14,.26]),l=a?.output_in_use??0,p=[...new Set(r.map(({partitioner:h})=>Il(h)))],c=r.every(({partitioner:h})=>h==="BROADCAST")?"BroadcastRecordWriter":"ChannelSelectorRecordWriter",u=s[2];return j(t,s[0],"RecordWriterOutput",["Re\
cordWriterOutput"],ke(s[0].x+9,s[0].y+33,"CountingOutput",120)+y(s[0].x+s[0].width-9,s[0].y+33,`numRecordsOut ${i}`,"t3","end"))+j(t,s[1],c,[c,"RecordWriter","KeyGroupStreamPartitioner"],sh(t,s[1],r,p))+j(t,u,"LocalBufferPool",["LocalBuffer\
Pool","BufferWritingResultPartition","PipelinedResultPartition"],He(u.x+9,u.y+35,Math.min(110,u.width*.36),l/Math.max(1,o.output_buffers),`${l} of ${o.output_buffers} buffers`,l>=o.output_buffers?"used":""))+j(t,s[3],"OutputFlusher",[],J(s[3],
33,[ih(t,r)]))+lh(t,s[4],r)}function ih({frame:t},e){let n=new Set(e.map(({id:a})=>a)),r=le(t,"ChannelFlushed",a=>n.has(a.channel));if(!r)return m("nothing was flushed yet");let o=t.trace.stepOf(r.index);return t.trace.actorOf(o)==="clock"?
m("flushed at step {0}",o):m("step {0}: the writer flushed itself",o)}function sh(t,e,n,r){let{frame:o}=t,a=new Set(n.map(({id:w})=>w)),i=le(o,"ChannelSelected",w=>a.has(w.channel)),s=le(o,"ElementWritten",w=>a.has(w.channel));if(!i){let w=s&&
o.lookup.channels.get(s.fact.channel),v=w?`last: ${s.fact.element} to ${o.labels.name(w.target)}`:"nothing was written yet";return J(e,33,[r.join(", "),v])}let l=o.lookup.channels.get(i.fact.channel),p=o.lookup.subtasks.get(l.target),d=o.lookup.
vertexOf(l.target),c=[["key",o.labels.value(i.fact.key)],["hash code",i.fact.hash_code],["key group",`${i.fact.key_group} of ${d?.max_parallelism??"?"}`],["subtask",`${(p?.index??0)+1} of ${d?.parallelism??"?"}`]],u=i.index===o.index,h=e.width-
18-27,f=[.22,.25,.29,.24].map(w=>w*h),g=`<g class="choice ${u?"now":""}" data-choice="${b(i.fact.key_group.toString())}">`;c.forEach(([w,v],x)=>{let S=f[x],M=e.x+9+f.slice(0,x).reduce((P,I)=>P+I+9,0),A=e.y+42;g+=y(M+2,A-4,E(w,S,"t3"),"t3"),
g+=T(M,A,S,24,"chosen",5),g+=y(M+S/2,A+17,E(v,S-4,"strong"),"strong","middle"),x>0&&(g+=V(M-9,A+12,M,A+12,"joint"))});let k=`${r.join(", ")}.selectChannel: ${o.labels.name(l.target)}`;return`${g}${y(e.x+9,e.y+84,E(k,e.width-18,"t3"),"t3")}<\
/g>`}function lh(t,e,n){let{frame:r}=t,o=Math.max(1,Math.floor((e.height+4)/No)),a=r.fact&&"channel"in r.fact?r.fact.channel:"",i=u=>u.id===a?2:(r.scene.view.channels.get(u.id)?.queued??0)>0?1:0,s=new Set([...n].sort((u,h)=>i(h)-i(u)).slice(
0,n.length>o?Math.max(1,o):o)),l=e.y,p="";for(let u of n){let h=r.scene.view.channels.get(u.id);if(!s.has(u)||!h)continue;let f=Z(r.labels.name(u.target),e.width*.5,"t3"),g=El(r,u),k=g===null?m("{0} written",h.written):m("{0} written · olde\
st {1}",h.written,r.labels.time(g));p+=`<g class="lane ${u.id===a?"current":""}" data-channel="${b(u.id)}" data-oldest="${g??""}" data-about="channel:${b(u.id)}"><title>PipelinedSubpartition to ${b(r.labels.name(u.target))}: ${h.queued} buf\
fers wait${g===null?"":`; the oldest event time in them and before them is ${b(r.labels.time(g))}`}</title>`+T(e.x+.8,l,e.width-1.6,No-5,"laneBox",8)+y(e.x+9,l+21,f,"t3")+re(h.queued,"full",e.x+16+C(f,"t3"),l+10,e.width*.2)+y(e.x+e.width-9,
l+21,k,"t3","end")+"</g>",l+=No}let d=n.length-s.size,c=d>0?`PipelinedSubpartitions: ${d} more`:"";return p+y(e.x+9,Math.min(l+10,e.y+e.height+4),c,"t3")}function ph(t,e){let{frame:n}=t,r=n.lookup.operatorsOf(n.task).reduce((i,{id:s})=>i+(n.
scene.view.operators.get(s)?.results??0),0),o=le(n,"ResultWritten",i=>n.lookup.operatorsOf(n.task).some(({id:s})=>s===i.operator)),a={...e,height:70};return j(t,a,"no RecordWriter",["StreamSink","SinkWriterOperator"],J(a,33,[`results writte\
n by its sinks: ${r}`,o&&`last: ${o.fact.text}`]))}var dh=1080,Vl=18,_o=92;function Hl(t,e,n){let r=Math.max(e,dh),o=Math.max(360,n);if(!t.lookup.subtasks.has(t.task))return B(r,120,"No task",y(r/2,60,"Nothing runs yet.","t2","middle"));let a={frame:t,runs:Rl(t)},i=14,s=[.235,.235,.27,.26].
map(k=>k*(r-3*i)),l=k=>({x:s.slice(0,k).reduce((w,v)=>w+v+i,0),y:Vl,width:s[k],height:o-Vl-_o-8}),c=[t.lookup.inputsOf(t.task).length>0?"from the senders":"splits","input","operator chain","output"].map((k,w)=>y(l(w).x+2,12,k,"t3 head")).join(
""),u=_l(a,l(0))+Bl(a,l(1))+Nl(a,l(2))+Dl(a,l(3)),h=Wl(a,{x:0,y:o-_o,width:r,height:_o}),f=t.scene.view.tasks.get(t.task),g=`Inside ${t.labels.name(t.task)}, ${f?.state??""}: ${[...a.runs].join(", ")||"nothing runs"}`;return B(r,o,g,c+u+h,"\
group")}function j(t,e,n,r,o,a=""){let i=r.some(c=>t.runs.has(c)),{x:s,y:l,width:p,height:d}=e;return`<g class="part ${i?"lit":""} ${a}" data-part-of="${b(n)}">`+T(s+.8,l+.8,p-1.6,d-1.6,"partBox",8)+ke(s+9,l+16,n,p-18)+o+"</g>"}function ke(t,e,n,r,o="\
start",a=n){let i=E(a,r,"strong"),s=o==="start"?"":` text-anchor="${o}"`;return`<text x="${t.toFixed(1)}" y="${e.toFixed(1)}"${s} class="strong className" data-class="${b(n)}" tabindex="-1" role="button">${b(i)}<title>${b(n)}: what it is</t\
itle></text>`}function J(t,e,n,r=16){return n.filter(o=>o!==null).map((o,a)=>e+a*r>t.height-4?"":y(t.x+9,t.y+e+a*r,E(o,t.width-18,"t3"),"t3")).join("")}var zl=new WeakMap;function cr(t,e,n){let r=zl.get(t);return r||zl.set(t,r=ch(t,e,n)),r}function ch(t,e,n){let r=[...new Set([...e.subtasks.values()].map(s=>s.task_manager))],o=[],a=new Set;for(let s of t.indexesOf([...new Set(Ut.map(({kind:l})=>l))])){
let l=t.event(s),p=mh(l,s,r,e,n);if(!p||a.has(p.caller)&&p.call==="updateTaskExecutionState")continue;p.call==="disconnectTaskManager"&&a.add(p.caller),p.call==="registerTaskExecutor"&&a.delete(p.caller);let d=o.at(-1);p.call==="requestHear\
tbeat"&&d?.call===p.call&&d.called.length===p.called.length?(d.last=s,d.about=jl(Number(d.about.slice(1))+Number(p.about.slice(1)))):o.push(p)}return{actors:[...new Set([...na,...r,...o.flatMap(({caller:s,called:l})=>[s,...l])])],calls:o,spans:kh(
t,e)}}var uh=new Map(Ut.map(({kind:t})=>[t,Ut.filter(e=>e.kind===t)])),jl=t=>`×${t}`;function mh(t,e,n,r,o){let a=uh.get(t.type)?.find(({when:p})=>Pe(p,t,o));if(!a||a.call==="")return null;let i=p=>p.startsWith("{")?p==="{all}"?hh(t).reduce(
(d,c)=>d.filter(u=>u!==c),[...n]):p==="{sources}"?[...new Set("sources"in t?t.sources.map(d=>Gl(d,r)):[])]:p==="{task manager}"?[Gl(fh(t),r)]:[String(t[p.slice(1,-1)])]:[p],s=i(a.called).filter(p=>p!==""),[l]=i(a.caller);return!l||s.length===
0?null:{index:e,last:e,caller:l,called:s,call:i(a.call)[0],about:gh(t,o)}}var hh=t=>t.type==="HeartbeatsExchanged"?t.silent:[];function fh(t){return"subtask"in t?t.subtask:"operator"in t?t.operator:""}function Gl(t,e){let n=e.subtasks.get(t);
if(n)return n.task_manager;for(let r of e.subtasks.keys())if(e.operatorsOf(r).some(o=>o.id===t))return e.subtasks.get(r).task_manager;return""}function gh(t,e){switch(t.type){case"ActorCalled":return t.slot!==""?`slot ${t.slot}`:t.count>0?`${t.
count} ${t.count===1?"slot":"slots"}`:t.call==="declareRequiredResources"?"none":"";case"HeartbeatsExchanged":return jl(t.rounds);case"TaskStateChanged":return["DEPLOYING","CANCELING"].includes(t.after)?e.name(t.subtask):`${t.after} ${e.name(
t.subtask)}`;case"SplitAssigned":return`split ${t.split}`;case"JobStatusChanged":return t.after;default:return"checkpoint"in t?`checkpoint ${t.checkpoint}`:""}}function kh(t,e){let n=new Map([...e.subtasks.keys()].map(r=>[r,[{attempt:0,state:"\
CREATED",from:0,to:-1}]]));for(let r of t.indexesOf(["TaskStateChanged","ExecutionReset"])){let o=t.event(r);if(o.type!=="TaskStateChanged"&&o.type!=="ExecutionReset")continue;let a=n.get(o.subtask);a&&(a.at(-1).to=r,a.push({attempt:o.attempt,
state:o.type==="ExecutionReset"?"CREATED":o.after,from:r,to:-1}))}return n}function ql(t,e){let[n,r]=[0,t.length];for(;n<r;){let o=n+r>>1;t[o].index<e?n=o+1:r=o}return n-1}var _t=21,Nt=30,Bt=78,bh=190,wh=108,yh={Client:"JobClient",Dispatcher:"Dispatcher",ResourceManager:"ResourceManager",JobMaster:"JobMaster"};function Kl(t,e,n){let{actors:r,calls:o}=cr(t.trace,t.lookup,t.labels),a=Math.max(e,Bt+r.length*wh),
i=(a-Bt)/r.length,s=w=>Bt+(r.indexOf(w)+.5)*i,l=Math.max(4,Math.floor((n-Nt-10)/_t)),p=ql(o,t.position),d=L(p-Math.floor(l*.62),0,Math.max(0,o.length-l)),c=o.slice(d,d+l),u=Nt+c.length*_t+10,h=r.map(w=>{let v=s(w),[x,S]=[v-i/2+5,i-10];return`\
<g class="actor${p>=0&&[o[p].caller,...o[p].called].includes(w)?" lit":""}" data-actor="${b(w)}">${T(x,2,S,Nt-9,"actorBox",7)}`+ke(v,17,yh[w]??"TaskExecutor",S-8,"middle",w)+`</g>${V(v,Nt-6,v,u,"lifeline")}`}).join(""),f=d>0?t.trace.stepOf(
o[d-1].index):-1,g=c.map((w,v)=>{let x=d+v,S=t.trace.stepOf(w.index),M=S===f?"":m("step {0}",S);f=S;let A=x===p?"now":x<p?"past":"ahead";return vh(w,Nt+(v+.5)*_t,M,A,s,a)}),k=p<0?m("nothing was called yet"):m("{0} called {1} of {2}",o[p].caller,
o[p].call,o[p].called.join(", "));return B(a,u,m("Calls between {0}: {1}",r.join(", "),k),h+g.join(""),"group")}function vh(t,e,n,r,o,a){let i=o(t.caller),s=t.called.map(o),l=s.map(v=>xh(i,v,e)).join(""),[p,d]=[Math.min(i,...s),Math.max(i,...s)],
c=`${t.call} ${t.about}`.trim(),u=`${t.caller} → ${t.called.join(", ")}: ${c}`,h=Math.max(d-p-16,bh),f=r==="now"?"strong":"t3",g=E(c,h,f),k=C(g,f)/2+4,w=L((p+d)/2,Bt+k,a-k);return`<g class="call ${r}" data-id="call${t.index}" data-go="${t.
last+1}" role="button" tabindex="-1">`+T(0,e-_t/2,a,_t,"callRow",0,u)+(n===""?"":y(Bt-10,e+4,n,"t3","end"))+l+T(w-k,e-8,2*k,16,"callWord",5)+y(w,e+4,g,f,"middle")+"</g>"}function xh(t,e,n){let r=e>t?-7:7,o=a=>a.toFixed(1);return V(t,n,e,n,"\
callLine")+`<path class="callTip" d="M${o(e)} ${o(n)}l${r} -4v8z"/>`}var ur=24,Ul=34,Sh=400,Th=["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"];function Jl(t,e,n){let{trace:r,labels:o,lookup:a}=t,{spans:i}=cr(r,a,o),s=[...i].slice(0,Sh),l=s.map(([v])=>`${o.
name(v)} · ${a.subtasks.get(v).task_manager}`),p=Math.min(e*.36,Math.max(90,...l.map(v=>C(v,"strong"))))+18,d=Math.max(e,420),c=L(Math.floor((n-ur-Ul)/Math.max(1,s.length)),13,24),u=Mh(r,s.flatMap(([,v])=>v.map(({from:x})=>x))),h=Eh(r,u,p,
d-p-12),f=Ch(p,d);s.forEach(([v,x],S)=>{let M=ur+S*c,A=v===t.task?"strong":"t3";f+=y(p-8,M+c/2+4,Z(l[S],p-12,A),A,"end");for(let{state:P,attempt:I,from:H,to:oe}of x){let ae=h(H),Se=oe<0?d-12:h(oe),zt=H>=t.position?" ahead":"",Gt=r.stepOf(H),
nt=oe<0?m("{0}, attempt {1}: {2} from step {3}",o.name(v),I,P,Gt):m("{0}, attempt {1}: {2} from step {3} to {4}",o.name(v),I,P,Gt,r.stepOf(oe));f+=`<g data-id="${v} ${H}" data-go="${H+1}" role="button" tabindex="-1">`+T(ae,M+1,Math.max(1,Se-
ae-.6),c-2.5,`state ${P}${zt}`,2,nt)+(Se-ae>C(P,"t3")+12&&c>14?y(ae+6,M+c/2+4,P,`t3 onState${zt}`):"")+"</g>"}});let g=ur+s.length*c;f+=$h(t,u,h,g,d);let k=h(t.position);f+=V(k,ur-4,k,g+4,"playheadLine");let w=s.map(([v])=>`${o.name(v)} ${t.
scene.view.tasks.get(v)?.state??"CREATED"}`);return B(d,g+Ul,m("States of every execution over time: {0}",w.join(", ")),f,"group")}function Ch(t,e){let n=t,r="";for(let o of Th){let a=C(o,"t3")+26;if(n+a>e)break;r+=T(n,3,11,11,`state ${o}`,
2)+y(n+15,13,o,"t3"),n+=a}return r}function Mh(t,e){return[...new Set([0,...e,t.eventCount])].sort((n,r)=>n-r)}function Eh(t,e,n,r){let o=p=>Number(t.timeAt(p)),[a,i]=[o(0),o(t.eventCount)],s=i>a?.34:1,l=e.map((p,d)=>{let c=i>a?(o(p)-a)/(i-
a):0;return n+r*(s*d/Math.max(1,e.length-1)+(1-s)*c)});return p=>{let d=e.findIndex(h=>h>=p);if(d<0&&(d=e.length-1),d===0)return l[0];let[c,u]=[e[d-1],e[d]];return l[d-1]+(l[d]-l[d-1])*(p-c)/Math.max(1,u-c)}}function $h(t,e,n,r,o){let a=V(n(
e[0]),r+3,o-12,r+3,"axisLine"),i=-1/0;for(let s of e){let l=n(s),p=t.labels.time(t.trace.timeAt(s)),d=C(p,"t3")/2,c=L(l,d,o-d);c-d<i||(a+=V(l,r+3,l,r+8,"axisLine")+y(c,r+21,p,"t3","middle"),i=c+d+10)}return a}var Dt=218,Yl=8;function Ql(t,e){let n=Rh(t);if(n.length===0)return B(e,Dt,m("No watermarks come in"),Oh(e,t));let r=Ah(n),o=Fh(t),a=62,i=e-112,s=Math.min(64,148/r.length),l=Math.min(34,s-(s<26?3:7)),p=Nh(n,a,i-26),d=[_h(t,p,a,i-26,158)];r.
forEach((u,h)=>{let f=4+s*h;d.push(Bh(t,u,f,a,i-26,l,p));let g=u.holds?"holds":u.idle||!u.aligned?"off":"";d.push(V(i-24,f+l/2,i+2,f+l/2,`feed ${g}`))}),d.push(Vh(i+2,4,e-14-i,s*r.length)),d.push(Hh(t,o,n.length-r.length,e));let c=n.map(u=>`${u.
name} ${Dh(t,u)}`).join(", ");return B(e,Dt,m("Watermarks: {0}; together {1}",c,o.text),d.join(""))}function Ah(t){if(t.length<=Yl)return t;let e=r=>r.current?0:r.holds?1:2,n=new Set([...t].sort((r,o)=>e(r)-e(o)).slice(0,Yl));return t.filter(
r=>n.has(r))}function Oh(t,e){let n=e.position===0?m("Nothing runs yet."):m("No watermark has come here yet.");return y(t/2,Dt/2,n,"t2","middle")}function Rh(t){return t.lookup.inputsOf(t.task).length>0?Ih(t):Wh(t)}function Ih(t){let e=t.lookup.
inputsOf(t.task),n=e.some(({input:a})=>a>0),r=t.fact&&"channel"in t.fact?t.fact.channel:"",o=Ph(t);return e.flatMap(a=>{let i=t.scene.view.channels.get(a.id);return i?{name:`${n?`${a.input+1} · `:""}${t.labels.short(a.id)}`,title:`${n?`${m(
"input {0}",a.input+1)}, `:""}${m("from {0}",t.labels.name(a.source))}`,about:`channel:${a.id}`,watermark:i.watermark,idle:i.idle,aligned:i.aligned,holds:i.holds&&(o===null||o.has(a.input)),current:r===a.id}:[]})}function Ph(t){let e=[...t.
scene.view.tasks.get(t.task)?.inputs??[]];if(e.length<2)return null;let n=e.filter(([,{idle:a}])=>!a),r=n.length>0?n:e,o=r.reduce((a,i)=>i[1].watermark<a[1].watermark?i:a)[1].watermark;return new Set(r.filter(([,{watermark:a}])=>a===o).map(
([a])=>a))}function Wh(t){let e=[],n=t.fact&&"split"in t.fact?t.fact.split:"";for(let{id:o}of t.lookup.operatorsOf(t.task)){let a=t.scene.view.operators.get(o);if(a)for(let[i,s]of a.splits){let{watermark:l,idle:p,holds:d}=s,c=`${m("split")}\
 ${i}`;e.push({name:i,title:c,about:`split:${i}`,watermark:l,idle:p,aligned:!s.ended,holds:d,current:n===i})}}return e.some(({watermark:o,idle:a})=>o!==$||a)?e:Lh(t)}function Lh(t){let{watermark:e,idle:n,name:r,id:o}=ep(t);if(e===$)return[];
let a=m("generated by {0}",r);return[{name:m("stream"),title:a,about:`watermark:${o}`,watermark:e,idle:n,aligned:!0,holds:!0,current:!1}]}function ep(t){let e={watermark:$,idle:!1,name:"",id:""};for(let{id:n,name:r}of t.lookup.operatorsOf(t.
task)){let o=t.scene.view.operators.get(n);o&&o.emitted_watermark>=e.watermark&&(e={watermark:o.emitted_watermark,idle:o.emitted_idle,name:r,id:n})}return e}function Fh(t){let e=t.scene.view.tasks.get(t.task);if(e&&e.inputs.size>0){let a=[...e.
inputs.values()],i=a.map(d=>d.idle?"IDLE":t.labels.time(d.watermark)),s=a.every(d=>d.idle);if(a.length<2||s)return{name:m("task watermark"),text:i[0]??"",idle:s};let l=a.filter(d=>!d.idle),p=l.reduce((d,c)=>c.watermark<d?c.watermark:d,l[0].
watermark);return{name:m("inputs {0}: least",i.join(", ")),text:t.labels.time(p),idle:s}}let{watermark:n,idle:r}=ep(t),o=t.labels.time(n);return{name:m("source watermark"),text:r?"IDLE":o,idle:r}}var Xl=10000000000n,Zl=1n<<53n;function Nh(t,e,n){
let r=t.map(({watermark:c})=>c).filter(c=>c!==$&&c!==D);if(r.length===0)return{place:c=>c===D?n:e,ticks:[]};let o=r.reduce((c,u)=>u<c?u:c),a=r.reduce((c,u)=>u>c?u:c),i=o>Xl||o<-Xl?60000n:10n,s=a-o>0n?(a-o)/3n:i;o-=s>0n?s:1n,a+=s/2n>0n?s/2n:
1n;let l=c=>c===$?e:c===D?n:e+Number(c-o)/Number(a-o)*(n-e),d=o>-Zl&&a<Zl?st(Number(o),Number(a),3).map(c=>BigInt(Math.round(c))):[];return{place:l,ticks:d.length>0?d:[o,a]}}function _h(t,{place:e,ticks:n},r,o,a){let i=-1/0;return n.map(l=>{
let p=e(l),d=V(p,0,p,a-6,"grid"),c=Bo(t,l).replace(/^(\d\d:\d\d):00$/,"$1"),u=C(c,"t3")/2,h=L(p,r+u,Math.max(r+u,o-u));return h-u<i||2*u>o-r?d:(i=h+u+8,d+y(h,a+7,c,"t3","middle"))}).join("")}function Bo(t,e){let n=t.labels.time(e);if(n.startsWith(
"M"))return n;let r=n.includes(" ")?n.slice(n.indexOf(" ")+1):n;return r.includes(":")?r.replace(/\.\d+$/,""):r}function Bh(t,e,n,r,o,a,{place:i}){let s=e.idle?"idle":e.holds?"holds":e.aligned?"":"behind",l=e.watermark===$,p=L(i(e.watermark),
r+(l?0:6),o),d=o-r-(e.idle?30:16),c=tp(t,e),u=c.find(k=>C(k,"strong")<=d)??E(c.at(-1),d,"strong"),h=C(u,"strong")+16,f=p-r<h&&o-p>h,g=e.idle||f?p+6:Math.min(r+8,o-h);return`<g class="row ${s} ${e.current?"current":""}" data-about="${b(e.about)}\
"><title>${b(e.title)}</title>`+y(0,n+a/2+5,E(e.name,58,"strong"),"t2 strong")+T(r,n,o-r,a,"track")+(e.idle?T(r,n,16,a,"hatch"):T(r,n,p-r,a,"bar").replace("/>",` data-m="${b(e.name)}"/>`))+y(e.idle?r+24:g,n+a/2+5,u,`t2 m ${f?"out":"in"}`)+"\
</g>"}function Dh(t,e){return tp(t,e)[0]}function tp(t,e){if(e.idle)return[m("IDLE: not counted"),"IDLE"];let n=t.labels.time(e.watermark);return e.aligned?[n]:[m("{0} lags behind",n),m("{0} lags",n),n]}function Vh(t,e,n,r){let o=e+Math.max(
104,r-4),a=Math.min(22,(o-e)/4),i=`M${t} ${e}H${t+n*.5}L${t+n} ${e+a}V${o-a}L${t+n*.5} ${o}H${t}Z`,s=(e+o)/2;return V(t+n/2,o,t+n/2,Dt-40,"feed holds")+`<path d="${i}" class="funnel"/>`+y(t+n/2,s+1,m("min"),"funnelText","middle")+y(t+n/2,s+
17,m("of active"),"t3 funnelNote","middle")}function Hh(t,e,n,r){let o=Dt-42,a=n>0?m(" (+{0} more)",n):"",i=t.fact?.type==="InputWatermarkAdvanced"?"current":"",s=C(e.name+a,"t2")+34,l=C(e.text,"big")>r-s?"t1":"big";return T(.5,o,r-1,40,`re\
sult ${e.idle?"idle":""} ${i}`,8)+y(14,o+25,E(e.name+a,r-44-C(e.text,l),"t2"),"t2 onWatermark")+y(r-14,o+26,e.text,`${l} m onWatermark`,"end")}var me=218,Vt=34,mr=24,be=74;function op(t,e,n){let r=Gh(t);if(!r){let f=t.position===0?m("Nothing runs yet."):m("This task keeps no windows."),g=y(e/2,me/2,f,"t2","middle");return B(e,me,m("No windows"),g)}let[o,a,i]=r,s=jh(t,o,a,i);if(s.length===
0){let f=y(e/2,me/2,m("No pane is open yet."),"t2","middle");return B(e,me,m("No panes"),f+rp(t,o,a.watermark,null,e))}let{keys:l,hidden:p}=Yh(t,s),d=s.filter(({key:f})=>l.includes(f)),c=Xh(d,a.watermark,e),u=Math.min(62,(me-Vt-mr)/l.length),
h=[Qh(t,c,e),ef(c,a.watermark,`${n}-panes`)];return l.forEach((f,g)=>{let k=Vt+u*g;h.push(`<g data-about="${b(`key:${f}`)}">${y(0,k+u/2+5,E(W(f),be-8,"t1"),"t1")}</g>`);let w=d.filter(S=>S.key===f),v=Math.max(...w.map(({lane:S})=>S))+1,x=a.
watermark===$?-1:c.place(a.watermark);for(let S of w)h.push(tf(t,o,S,c,k,u,v,x))}),p>0&&h.push(y(0,me-6,m("+{0} keys",p),"t3")),h.push(rp(t,o,a.watermark,c,e)),B(e,me,zh(t,s,a.watermark),h.join(""))}function zh(t,e,n){let r=e.filter(({state:o})=>o!==
"gone").slice(0,12).map(o=>`${W(o.key)} ${t.labels.window(o.window)} ${o.count} ${m(o.state)}`);return m("Window panes at watermark {0}: {1}",t.labels.time(n),r.join("; "))}function Gh(t){for(let e of t.lookup.vertexOf(t.keyed)?.operators??
[]){let n=`o${e.node}/${t.lookup.subtasks.get(t.keyed).index}`,r=t.scene.view.operators.get(n),o=t.scene.operators.get(n);if(!r||!o)continue;if(/Window/.test(e.operator_class)||r.panes.size>0||o.closed.length>0)return[n,r,o]}return null}function jh(t,e,n,r){
let{fact:o}=t,a=o&&"window"in o&&"operator"in o&&o.operator===e?o:null,i=[];for(let{key:s,window:l,count:p}of n.panes.values()){let d=r.elements.get(G(s,l))??[],c=a?.key===s&&a.window===l?a.type:"",u=r.firedPanes.has(G(s,l));i.push(np(s,l,p,
d,qh(l,p,c,n.watermark,u)))}for(let{key:s,window:l,count:p,elements:d}of r.closed){let c=i.some(f=>f.key===s&&f.window===l),h=(a?.type==="WindowCleared"||a?.type==="WindowFired")&&a.key===s&&a.window===l;c||i.push(np(s,l,p,d,h?"fires":"gone"))}
return Kh(i),Uh(i)}function np(t,e,n,r,o){let a=ee(e),[i,s]=a??[null,null];return{key:t,window:e,count:n,elements:r,state:o,start:i,end:s,lane:0}}function qh(t,e,n,r,o){if(n==="WindowFired")return"fires";if(n==="WindowAssigned")return"assig\
ned";if(e===0)return"purged";if(o)return"fired";let a=ee(t);return a&&a[1]-1n<=r?"due":"open"}function Kh(t){let e=new Map;for(let n of t)e.set(n.key,[...e.get(n.key)??[],n]);for(let n of e.values()){n.sort((o,a)=>Number((o.start??0n)-(a.start??
0n)));let r=[];for(let o of n){let a=r.findIndex(i=>o.start!==null&&i<=o.start);o.lane=a>=0?a:r.length,r[o.lane]=o.end??D}}}function Uh(t){let e=t.filter(({state:i})=>i!=="gone"),n=(e.length>0?e:t).flatMap(({start:i})=>i??[]);if(n.length===
0)return t;let r=e.length>0?ap(n):Do(n),o=t.flatMap(({start:i,end:s})=>i===null||s===null?[]:s-i),a=2n*Do(o);return t.filter(({state:i,start:s})=>i!=="gone"||(s??r)>=r-a)}function ap(t){return t.reduce((e,n)=>n<e?n:e)}function Do(t){return t.
reduce((e,n)=>n>e?n:e)}var Jh=5;function Yh(t,e){let n=new Set(e.filter(({state:s})=>s!=="gone").map(({key:s})=>s)),r=[...new Set(e.map(({key:s})=>s))].sort(),o=t.fact&&"key"in t.fact?t.fact.key:"",a=s=>s===o?0:n.has(s)?1:2,i=[...r].sort((s,l)=>a(
s)-a(l)).slice(0,Jh);return{keys:r.filter(s=>i.includes(s)),hidden:r.length-i.length}}function Xh(t,e,n){let r=t.flatMap(({start:c,end:u,elements:h})=>c===null||u===null?h:[c,u]);r.length===0&&r.push(0n,1n);let o=ap(r),a=Do(r),i=a>o?a-o:1n;
e>o-i&&e<o&&(o=e),e<a+i&&e>a&&(a=e);let s=n-30,l=Number(a-o)||1,p=c=>c===$?be:c===D?s:be+L(Number(c-o)/l,-.02,1.02)*(s-be),d=[...new Set(t.flatMap(({start:c,end:u})=>c===null?[]:[c,u]))];return d.sort((c,u)=>Number(c-u)),{low:o,high:a,place:p,
ticks:Zh(d,p),right:s}}function Zh(t,e){let n=[];for(let r of t){let o=n[n.length-1];(o===void 0||e(r)-e(o)>72)&&n.push(r)}return n}function Qh(t,e,n){let r=-1/0;return e.ticks.map(a=>{let i=e.place(a),s=Bo(t,a).replace(/^(\d\d:\d\d):00$/,"\
$1"),l=C(s,"t3")/2,p=L(i,be+l+4,n-l-2),d=V(i,Vt-6,i,me-mr+2,"grid");return p-l<r?d:(r=p+l+8,d+y(p,me-6,s,"t3 m","middle"))}).join("")}function ef(t,e,n){if(e===$||e<t.low)return"";let r=t.place(e),o=`<defs><pattern id="${n}" width="7" heigh\
t="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" class="hatching"/></pattern></defs>`,a=`x="${be}" y="${Vt-4}" width="${r-be}" height="${me-Vt-mr+6}"`;return`${o}<rect ${a} fill="url(#${n})" data-m="past"/>`}
function tf(t,e,n,r,o,a,i,s){let l=(a-6)/i-(i>1?1:0),p=o+1+n.lane*((a-6)/i),d=n.start===null?be:r.place(n.start)+2,c=n.end===null?r.right:r.place(n.end)-2,u=of(n.state),h=`${W(n.key)} ${t.labels.window(n.window)}: ${m("{0} elements",n.count)}\
, ${u}`,f=c-d,g=`pane:[${JSON.stringify(e)},${n.key},${n.window}]`,k=`<g class="pane ${n.state}" data-about="${b(g)}"><title>${b(h)}</title>`,w=`data-m="${b(`${n.key} ${n.window}`)}"`;k+=T(d,p,f,l,"box",Math.min(7,l/2)).replace("/>",` ${w}/\
>`),(n.state==="fires"||n.state==="fired"||n.state==="gone")&&(k+=nf(d,p,f,l,w));let v=f-C(String(n.count),"t1");if(l>=12&&v>4){let x=l<17?" small":"",S=p+Math.min(l>=26?15:99,l/2+(x?4:5)),M=String(n.count),A=d+12+C(M,"t1"),P=s>d&&s<A&&f>60?
s+6:d+Math.min(8,v/2);k+=y(P,S,M,`t1 m count${x}`),f>C(M,"t1")+C(u,"t3")+24&&(k+=y(c-8,S,u,`t3 word${x}`,"end"))}if(l>=26){let x=l>=34?4.5:3;for(let S of n.elements){let M=L(r.place(S),d+x+2,c-x-2);k+=`<circle cx="${M.toFixed(1)}" cy="${(p+
l-x-4).toFixed(1)}" r="${x}" class="record"/>`}}return`${k}</g>`}function nf(t,e,n,r,o){let a=o.replace('data-m="','data-m="lid ');return T(t,e,n,Math.min(4,r),"lid",1.5).replace("/>",` ${a} data-from="x=${t+n} y=${e-16} width=3 height=14"/\
>`)}var rf={open:"open",assigned:"+1",due:"due",fired:"fired",fires:"FIRE",purged:"purged",gone:"gone"};function of(t){let e=rf[t];return e==="+1"?e:m(e)}function rp(t,e,n,r,o){let a=`W ${t.labels.time(n)}`,i=C(a,"strong")+20,s=r?r.place(n):
be,l=L(s-2,be-2,o-i-12),p=`M${l} 0h${i}l9 11l-9 11h${-i}z`,d=n!==$;return(r&&d?V(s,10,s,me-mr+4,"watermarkLine").replace("/>",' data-m="line"/>'):"")+`<g data-about="watermark:${b(e)}"><path d="${p}" class="flagBox ${d?"":"none"}" data-m="f\
lag"/>`+y(l+10,16,a,"t2 m strong onWatermark")+"</g>"}var Ho=178,Vo=15,ip=22,af=6;function pp(t,e,n,r){let o=t.run;if(o.end===0){let g="All of it happened within one millisecond of virtual time: nothing costs any.",k=y(e/2,60,g,"t2","middle");return{markup:B(e,120,g,k),height:120,scale:{left:0,
width:1,end:1}}}let a=[...t.lookup.subtasks.keys()],i=a.map(g=>Z(t.labels.name(g),168,"strong")),s=Math.ceil(Math.max(74,...i.map(g=>C(g,"strong"))))+12,l={left:s,width:Math.max(120,e-s-Ho),end:Math.max(1,o.end)},p=a.length<=6?17:a.length<=
12?14:7,d=16,c=rr(r)+y(s,11,"time of each task: backpressured, busy, idle","t3 head");a.forEach((g,k)=>{let w=g===t.task?"t3 strong":"t3";(p>10||g===t.task)&&(c+=y(s-8,d+p-4,i[k],w,"end")),c+=cf(o,g,l,d,p-2,r),d+=p}),d+=Vo;let u=sf(t,o);c+=
sp(u.map(([g,k])=>({tone:k,sender:g.queued,receiver:g.plan.local?void 0:g.received})),"buffers queued",l,d,n),c+=lf(t,u,e,d),d+=n+Vo;let h=u.filter(([g])=>g.plan.initial_credit>0);h.length>0&&(c+=sp(h.map(([g,k])=>({tone:k,sender:g.credit})),
"credit",l,d,n),d+=n+Vo),c+=df(u,l,d,n),d+=n,c+=uf(t,l,d);let f=`The whole run over ${o.end} ms of virtual time: ${a.length} tasks; channels of ${t.labels.name(t.task)}`;return{markup:B(e,d+ip,f,c),height:d+ip,scale:l}}function sf(t,e){return[
...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)].slice(0,af).map(({id:r},o)=>[e.channels.get(r),o])}function lf(t,e,n,r){let o=n-Ho+14,a="";e.forEach(([p,d],c)=>{let{plan:u}=p,f=u.target===t.task?`ch ${u.index} from ${t.labels.name(
u.source)}`:`to ${t.labels.name(u.target)}`,g=r+12+19*c;a+=V(o,g-4,o+20,g-4,`curve tone${d}`)+y(o+26,g,Z(f,Ho-46,"t3"),"t3")});let i=t.lookup.inputsOf(t.task).length+t.lookup.outputsOf(t.task).length-e.length,s=r+12+19*e.length;i>0&&(a+=y(o,
s,`and ${i} more`,"t3"));let l=s+(i>0?24:6);return a+=V(o,l-4,o+20,l-4,"curve plain")+y(o+26,l,"at the sender","t3"),a+V(o,l+15,o+20,l+15,"curve plain receiver")+y(o+26,l+19,"at the receiver","t3")}function sp(t,e,n,r,o){let a=t.flatMap(({sender:l,
receiver:p})=>p?[l,p]:[l]),i=Math.max(1,...a.map(pf)),s=dp(e,i,n,r,o);for(let{tone:l,sender:p,receiver:d}of t)d&&(s+=`<path d="${lp(d,i,n,r,o)}" class="curve receiver tone${l}"/>`),s+=`<path d="${lp(p,i,n,r,o)}" class="curve tone${l}"/>`;return s}
function pf(t){let e=t.initial;for(let n of t.values)n>e&&(e=n);return e}function dp(t,e,n,r,o){let{left:a,width:i}=n,s=e>=1e3?Math.round(e).toLocaleString("en").replaceAll(","," "):String(Math.round(e));return T(a,r,i,o,"plotGround",4)+y(
a-8,r+o/2+4,t,"t3","end")+y(a-8,r+9,s,"t3 head","end")+y(a-8,r+o,"0","t3 head","end")}function lp(t,e,n,r,o){let a=u=>Math.round(10*(r+o-2-(o-5)*u/e))/10,i=`M${n.left} ${a(t.initial)}`,s=-1,l=0,p=0,d=t.initial,c=()=>{s<0||(i+=`H${n.left+s}V${a(
l)}`,p!==l&&(i+=`V${a(p)}`),d!==p&&(i+=`V${a(d)}`))};return t.times.forEach((u,h)=>{let f=Math.round(u/n.end*n.width),g=t.values[h];f!==s&&(c(),s=f,l=p=d),l=Math.min(l,g),p=Math.max(p,g),d=g}),c(),`${i}H${n.left+n.width}`}function df(t,e,n,r){
let o=Math.max(1,Math.min(80,Math.floor(e.width/9),e.end)),a=e.end/o,i=t.map(([p])=>{let d=Array.from({length:o+1},(c,u)=>p.read.atTime(Math.floor(u*a)));return d.slice(1).map((c,u)=>1e3*Math.max(0,c-d[u])/a)}),s=Math.max(1,...i.flat()),l=dp(
"elements/s",s,e,n,r);return i.forEach((p,d)=>{let c=p.map((u,h)=>{let f=e.left+(h+.5)/o*e.width;return`${Math.round(10*f)/10} ${Math.round(10*(n+r-2-(r-5)*u/s))/10}`});l+=`<path d="M${c.join("L")}" class="curve tone${t[d][1]}"/>`}),l}function cf(t,e,n,r,o,a){
let{conditions:i}=t.tasks.get(e),s=Math.max(1,Math.min(Math.floor(n.width/3),n.end)),l={busy:"",idle:"",backpressured:""},p=g=>{let k=g/s*n.end,w=v=>i.untilTime(k,v);return{busy:w("busy"),idle:w("idle"),backpressured:w("soft")+w("hard")}},d=n.
width/s,c=p(0);for(let g=0;g<s;g++){let k=p(g+1),w=Math.round(100*(n.left+g*d))/100,v=r+o;for(let x of["backpressured","busy","idle"]){let S=(k[x]-c[x])/(n.end/s)*o;S<.05||(v-=S,l[x]+=`M${w} ${v.toFixed(1)}h${d.toFixed(2)}v${S.toFixed(1)}h${(-d).
toFixed(2)}z`)}c=k}let u=T(n.left,r,n.width,o,"plotGround",0),h=Object.entries(l).map(([g,k])=>k?`<path d="${k}" class="load ${g}"/>`:""),f=l.backpressured?`<path d="${l.backpressured}" fill="url(#${a})"/>`:"";return`<g data-conditions="${b(
e)}">${u}${h.join("")}${f}</g>`}function uf(t,e,n){let r=hf(e.end*90/e.width),o=Number(t.run.start),a="";for(let i=Math.ceil(o/r)*r;i<=o+e.end;i+=r){let s=e.left+(i-o)/e.end*e.width;a+=V(s,n,s,n+4,"tick"),a+=y(s,n+17,t.labels.time(BigInt(i)),
"t3","middle")}return a+y(e.left+e.width+46,n+17,"virtual time","t3 head")}var cp=1e3,zo=3600*cp,mf=[1,2,5,10,20,50,100,200,500,1,2,5,10,15,30,60,120,300,600,900,1800,1,2,3,6,12].map((t,e)=>t*(e<9?1:e<21?cp:zo));function hf(t){return mf.find(
e=>e>=t)??24*zo*Math.ceil(t/(24*zo))}function up(t,e,n){return n.left+L(t.clock.at(e)/n.end,0,1)*n.width}function mp(t,e,n,r){let o=L((e-n.left)/n.width,0,1)*n.end,{times:a,positions:i}=t.clock,s=U(a,o)+1;return s<i.length?i[s]-1:r}var hr=218,Ht=30,ff=200;function fp(t,e){let{entries:n,watermark:r}=gf(t);if(n.length===0){let f=y(e/2,hr/2,m("No timers are registered here."),"t2","middle");return B(e,hr,m("No timers"),f)}let o=n.filter(({state:f})=>f==="fires"||f==="due"),
a=n.filter(({state:f})=>f==="waits"||f==="new"),i=Math.floor((hr-26-14)/Ht),s=o.slice(0,ff),l=a.slice(0,Math.max(1,i-s.length)),p=[],d=0,c=(f,g)=>{f<=0||(p.push(y(e/2,d+12,m(g,f),"t3","middle")),d+=20)};for(let f of s)p.push(hp(t,f,d,e)),d+=
Ht;c(o.length-s.length,"and {0} more due"),p.push(bf(t,r,d,e)),d+=26;for(let f of l)p.push(hp(t,f,d,e)),d+=Ht;c(a.length-l.length,"and {0} more");let u=n.slice(0,12).map(({timer:f,state:g})=>`${t.labels.time(f.timestamp)} ${W(f.key)} ${m(g)}`),
h=Math.max(hr,d);return B(e,h,m("{0} timers: {1}",n.length,u.join(", ")),p.join(""))}function gp(t){let e=0;for(let{id:n}of t.lookup.operatorsOf(t.keyed))e+=t.scene.view.operators.get(n)?.timers.size??0;return e}function gf(t){let e=[],n=$,
{fact:r}=t,o=kf(t);for(let{id:i}of t.lookup.operatorsOf(t.keyed)){let s=t.scene.view.operators.get(i);if(s){s.timers.size>0&&(n=s.watermark),o?.operator===i&&(e.push({timer:o,operator:i,state:"fires"}),n=s.watermark);for(let l of s.timers.values()){
let p=l.domain==="event"?s.watermark:t.scene.view.time_ms,d=r?.type==="TimerRegistered"&&r.operator===i&&r.timestamp===l.timestamp&&r.key===l.key;e.push({timer:l,operator:i,state:l.timestamp<=p?"due":d?"new":"waits"})}}}let a=i=>i.state==="\
fires"?0:1;return e.sort((i,s)=>a(i)-a(s)||Number(i.timer.timestamp-s.timer.timestamp)),{entries:e,watermark:n}}function kf(t){for(let e of t.index<0?[]:Ta(t.trace,t.index)){let n=t.trace.event(e);if(n.type==="TimerFired")return n}return null}
function hp(t,{timer:e,operator:n,state:r},o,a){let i=t.labels.time(e.timestamp),s=e.namespace==='""'?"":` ${m("for {0}",t.labels.window(e.namespace))}`,l=m(e.domain==="event"?"event-time timer of key {0} at {1}":"processing-time timer of k\
ey {0} at {1}",W(e.key),i)+s,p=r==="waits"?e.domain==="processing"?m("clock"):"":m(r),d=32+C(i,"strong")+12,c=`timer:[${JSON.stringify(n)},${JSON.stringify(e.domain)},${e.key},${e.namespace},${e.timestamp}]`;return`<g class="timer ${r}" dat\
a-about="${b(c)}"><title>${b(l)}</title>`+T(.5,o+.5,a-1,Ht-4,"entry",7)+Ea(17,o+Ht/2-1.5,"mark")+y(32,o+19.5,i,"t2 m strong")+y(d,o+19.5,E(ne(W(e.key)),a-d-46,"strong"),"t2 strong")+y(a-10,o+19.5,p,"t3 word","end")+"</g>"}function bf(t,e,n,r){
let o=`${m("watermark {0}",t.labels.time(e))} ▲`,a=C(o,"strong")+18;return V(0,n+11,r,n+11,"divider")+T((r-a)/2,n,a,22,"dividerChip",7)+y(r/2,n+15.5,o,"t3 strong onWatermark","middle")}var wf=["x","y","width","height","x1","y1","x2","y2","cx","cy","r","d","points"],Go=/-?\d+(?:\.\d+)?/g;function yf(t){let e=new Map;for(let n of t.querySelectorAll("[data-m]")){let r=new Map;for(let o of wf){let a=n.getAttribute(o);a!==null&&
r.set(o,a)}e.set(n.getAttribute("data-m"),r)}return e}var fr=class{constructor(e){this.root=e}moves=[];comes=[];before=new Map;leave(){this.settle(),this.before=yf(this.root)}arrive(){if(this.moves=[],this.comes=[],this.before.size!==0)for(let e of this.
root.querySelectorAll("[data-m]")){let n=this.before.get(e.getAttribute("data-m"))??vf(e);if(!n){this.comes.push(e);continue}for(let[r,o]of n){let a=e.getAttribute(r);a!==null&&a!==o&&this.add(e,r,o,a)}}}show(e){let n=Je(e);for(let{element:r,
name:o,from:a,to:i,shape:s}of this.moves){let l=0,p=s.replace(Go,()=>{let d=a[l]+(i[l]-a[l])*n;return l++,String(Math.round(d*100)/100)});r.setAttribute(o,e>=1?s:p)}for(let r of this.comes)e>=1?r.removeAttribute("opacity"):r.setAttribute("o\
pacity",String(Math.round(n*100)/100));e>=1&&(this.moves=this.comes=[])}settle(){(this.moves.length>0||this.comes.length>0)&&this.show(1)}add(e,n,r,o){let[a,i]=[r.match(Go)??[],o.match(Go)??[]];a.length===i.length&&this.moves.push({element:e,
name:n,from:a.map(Number),to:i.map(Number),shape:o})}};function vf(t){let e=t.getAttribute("data-from");return e===null?null:new Map(e.split(" ").map(n=>n.split("=")))}var xf={plane:hn,"event time":hn,network:sr,inside:lr,cluster:lr,"whole run":lr},Sf=228,Tf=90,Cf=40,kr=class{constructor(e,n){this.parts=e;this.hatch=n}filter="";changedOnly=!1;layout=null;plot=null;travellers=new Xe;travelled="";tweens=new Map;keeps=null;arrange(e,n){
this.plot=null,this.layout=e&&Ka(e,this.parts.get("graph").clientWidth,xf[n]);let r=Math.max(0,Sf-(this.layout?.height??0));this.parts.root.style.setProperty("--spare",`${Math.min(r,Tf)}px`)}draw(e){e.view==="event time"?this.drawEventTime(
e):e.view==="inside"?this.drawInsideOf(e):e.view==="cluster"?this.drawCluster(e):this.layout&&this.parts.put("graph",vl(e,this.layout,this.hatch)),e.view==="network"&&this.drawNetworkPanels(e),e.view==="whole run"&&this.drawWholeRun(e);let n=e.
index<0?[]:e.trace.callStack(e.index);this.parts.put("stack",n.map(Ef).join('<i class="then">›</i>')||'<span class="none">–</span>'),this.parts.get("stack").scrollLeft=this.parts.get("stack").scrollWidth;for(let r of this.parts.root.querySelectorAll(
'[data-act="follow"]'))r.hidden=!e.pinned}move(e,n){for(let a of this.tweens.values())a.show(n.t);if(!this.layout)return;let r=this.parts.get("graph");r.contains(this.travellers.el)||r.append(this.travellers.el);let o=`${n.from} ${n.to} ${e.
task} ${this.layout.width}`;if(o!==this.travelled){this.travelled=o;let a=n.to>n.from?wt(e.trace,n.from,n.to):[],i=il(e,this.layout);this.travellers.set(a,i,n.from,n.to,this.layout,s=>lo(e,s))}this.travellers.show(n)}subtaskAt(e,n){let r=this.
layout?.heats.get(e),o=this.parts.get("graph").querySelector("svg");if(!r||!o)return null;let{left:a,top:i,width:s}=o.getBoundingClientRect(),l=s/this.layout.width,[p,d]=[(n.clientX-a)/l,(n.clientY-i)/l],c=mn(r,this.layout.boxes.get(e),p,d);
return c===null?null:`${e}/${c}`}putMoving(e,n){let r=this.tweens.get(e);r||this.tweens.set(e,r=new fr(this.parts.get(e))),r.leave(),this.parts.put(e,n),r.arrive()}positionIn(e,n){if(!this.plot||!e.run)return null;let r=n.clientX-this.parts.
get("plot").getBoundingClientRect().left;return mp(e.run,r,this.plot.scale,e.trace.eventCount)}drawEventTime(e){let{labels:n}=e;this.layout&&this.parts.put("graph",hl(e,this.layout));for(let[r,o]of Object.entries({valve:Ql,timers:fp,panes:op})){
let a=this.parts.get(r).clientWidth;a>0&&this.putMoving(r,o(e,a,this.hatch))}this.parts.put("task",b(n.name(e.task)+gr(e))),this.parts.put("timerCount",String(gp(e)||"")),this.parts.put("keyed",b(n.name(e.keyed)+Mf(e))),this.collapse(e)}collapse(e){
let{lookup:n,trace:r}=e,o=this.keeps??={timersPanel:kp(r,"TimerRegistered"),panesPanel:kp(r,"WindowAssigned")};for(let[a,i]of Object.entries(o)){let s=!n.operatorsOf(e.keyed).some(({id:p})=>i.has(p)),l=this.parts.root.querySelector(`.${a}`);
if(l.hidden!==s){l.hidden=s,this.parts.forget(),this.draw(e);return}}}drawInsideOf(e){let{labels:n,trace:r}=e,o=this.parts.get("inside"),{clientWidth:a,clientHeight:i}=o;this.parts.put("insideTask",b(n.name(e.task)+gr(e)));let s=(r.plan?.subtasks??
[]).slice(0,Cf).map(({id:l})=>{let p=e.actor===l?" ●":"";return`<button type="button" data-task="${b(l)}" aria-pressed="${l===e.task}">${b(n.name(l))}${p}</button>`});this.parts.put("insideTasks",s.join("")),a>0&&this.parts.put("inside",Hl(
e,a-4,i-4))}drawCluster(e){for(let[n,r]of Object.entries({calls:Kl,states:Jl})){let{clientWidth:o,clientHeight:a}=this.parts.get(n);o>0&&this.parts.put(n,r(e,o-4,a-4))}}drawNetworkPanels(e){let n=this.parts.get("channels");this.parts.put("c\
hannelTask",b(e.labels.name(e.task)+gr(e))),this.parts.put("pools",nl(e,this.parts.get("pools").clientWidth)),this.parts.put("channels",rl(e,n.clientWidth));let r=n.querySelector(".lane.current")?.getBoundingClientRect();if(r){let i=n.getBoundingClientRect();
r.bottom>i.bottom?n.scrollTop+=r.bottom-i.bottom:r.top<i.top&&(n.scrollTop-=i.top-r.top)}let{filter:o,changedOnly:a}=this;this.parts.put("metrics",bl(e,{filter:o,changedOnly:a})),this.parts.root.querySelector('[data-act="changed"]').setAttribute(
"aria-pressed",String(a))}drawWholeRun(e){let n=this.parts.get("plot").clientWidth,r=`${n} ${e.task}`;this.plot?.of!==r&&(this.plot={...pp(e,n,this.laneHeight,`${this.hatch}-plot`),of:r}),this.parts.put("plotTask",b(`${m("channels of {0}",e.
labels.name(e.task))}${gr(e)}`)),this.parts.put("plot",this.plot.markup);let o=this.parts.get("playhead");o.style.left=`${up(e.run,e.position,this.plot.scale)}px`,o.style.height=`${this.plot.height-18}px`}get laneHeight(){return(this.layout?.
height??0)>130?40:58}};function kp(t,e){return new Set(t.indexesOf([e]).map(n=>t.event(n).operator))}function Mf(t){let{watermark:e}=ct(t,t.keyed),n=t.lookup.operatorsOf(t.keyed).map(({id:o})=>t.scene.view.operators.get(o)).find(o=>o&&o.panes.
size>0);return n&&t.lookup.inputsOf(t.keyed).length>0&&n.watermark<e?` · ${m("the task is at {0}, and hands it on next",t.labels.time(e))}`:""}function gr(t){return t.pinned?` · ${m("pinned")}`:""}function Ef(t){let e=t.lastIndexOf("."),[
n,r]=e<0?["",t]:[t.slice(0,e),t.slice(e+1)];return`<span class="frame" role="listitem" data-class="${b(n)}" title="${b(t)}"><i>${b(n)}</i><b>${b(r)}</b></span>`}function bp(t){let{labels:e,scene:n}=t,{view:r}=n,o=[`processing time ${e.time(r.time_ms)}; job ${r.status}`];for(let[i,s]of r.tasks){let l=s.suspended?`, waits: ${s.suspended}`:"",p=s.mails.length>0?`, mails: ${s.mails.join(", ")}`:"",d=t.
run&&Rt(t.run,i,t.position),c=d?`; ${ze(d)}`:"";o.push(`task ${e.name(i)}: ${s.state}${l}${p}${c}`)}let a=r.tasks.get(t.task);if(!a)return o.join(`
`);o.push("",`selected: ${e.name(t.task)}`);for(let i of t.lookup.inputsOf(t.task)){let s=r.channels.get(i.id);if(!s)continue;let l=s.idle?"idle":s.aligned?"counts":"lags behind";o.push(`channel ${i.index} from ${e.name(i.source)}: watermar\
k ${e.time(s.watermark)}, ${l}, ${s.written-s.read} elements waiting`)}for(let i of[...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)]){let s=r.channels.get(i.id);s&&o.push(ar(t,i,s))}for(let[i,s]of a.inputs)o.push(`input ${i} wate\
rmark ${s.idle?"idle":e.time(s.watermark)}`);for(let{id:i,name:s}of t.lookup.operatorsOf(t.task)){let l=r.operators.get(i);if(l){o.push(`operator ${s}: ${l.state}, watermark ${e.time(l.watermark)}`);for(let[p,{watermark:d,idle:c}]of l.splits)
o.push(`  split ${p}: watermark ${c?"idle":e.time(d)}`);for(let p of l.timers.values()){let d=e.time(p.timestamp);o.push(`  ${p.domain}-time timer ${d} of key ${W(p.key)}`)}for(let p of l.panes.values()){let d=e.window(p.window);o.push(`  p\
ane ${d} of key ${W(p.key)}: ${p.count} elements`)}}}return o.join(`
`)}function yp(t,e,n){let{labels:r,scene:o}=e;t.put("clock",e.position===0?"–":b(r.time(o.view.time_ms)));let a=n.grain==="told"?n.stops.moments.endingAt(e.position):null,i=a?xn(a):"";t.put("badge",b(e.step<0?m("start"):`${m("step {0}",tt(e.
step))}${i&&` · ${i}`}`)),t.root.dataset.tells=a?.kind??"";let s=e.fact?Tr(e.fact,r).map(({text:l,tone:p})=>p?`<b class="${p}">${b(l)}</b>`:b(l)):[m("Nothing has happened yet. Press Next, or the → key, and the first step happens.")];t.put(
"sentence",s.join("")),$f(t,e),t.root.querySelector(".words").open&&t.put("words",b(bp(e)))}function $f(t,{fact:e,labels:n}){let r=e?.type==="TaskFailed",a=(r?[[m("operator"),e.operator&&n.name(e.operator)],[m("record"),e.record],[m("your c\
ode"),e.code]]:[]).filter(([,i])=>i!=="");t.get("failure").hidden=a.length===0,t.get("failure").parentElement.classList.toggle("failed",r),t.put("failure",a.map(([i,s])=>`<div><dt>${i}</dt><dd>${b(s)}</dd></div>`).join(""))}function vp(t,e,n){
let{trace:r}=e;t.put("play",n.playing?`${Re("pause")}${m("Pause")}`:`${Re("play")}${m("Play")}`),t.put("speed",`${n.speed}×`);let o=r.stepCount-1,{moments:a}=n.stops,i=`${m("moment {0} of {1}",wp(a.at(e.position)+1),tt(a.all.length))} · `;
t.put("count",(n.grain==="told"?i:"")+m("step {0} of {1}",e.step<0?"<b>–</b>":wp(e.step),tt(o))+`<small>${m("fact {0} of {1}",tt(e.position),tt(r.eventCount))}</small>`),t.get("grain").value=n.grain;for(let p of["first","back","next","las\
t"]){let d=p==="first"||p==="back"?0:r.eventCount;t.root.querySelector(`[data-act="${p}"]`).setAttribute("aria-disabled",String(n.position===d))}let s=t.get("range");s.value=String(e.position);let l=e.fact?X(e.fact,e.labels):m("the beginnin\
g");s.setAttribute("aria-valuetext",`${m("step {0}",e.step)}: ${l}`),t.root.dataset.position=String(e.position),t.root.dataset.step=String(e.step)}var wp=t=>`<b>${tt(t)}</b>`;function tt(t){return String(t).replace(/\B(?=(\d{3})+$)/g," ")}function jo(t,e){let n=new he(t),r=e.lates.length,o=e.panes.reduce((s,{fills:l})=>s+l.length,0),a=e.panes.flatMap(({end:s,firings:l})=>{let p=l.find(({kind:c})=>c!=="early"),d=p&&Number.isFinite(s)?n.timeAt(p.index+1)-s:NaN;return d>=0?[d]:
[]});a.sort((s,l)=>s-l);let i=[[String(r),m("too late")]];return o+r>0&&i.push([`${(100*o/(o+r)).toFixed(1)} %`,m("counted")]),a.length>0&&i.push([fe(Af(a[a.length>>1])),m("median wait")]),i}function Af(t){let e=t>=3e5?6e4:t>=1e4?1e3:1;return Math.
round(t/e)*e}var br=class{constructor(e,n,r,o){this.stepper=e;this.model=n;this.carry=r;this.take=o;this.asking=new ln(n)}knob=null;asking;compared=!1;ready(){let{trace:e,labels:n,parts:r}=this.stepper,{plane:o}=this.stepper.panel,a=this.carry.ghost??this.
carry.beside;a&&!this.compared&&(this.compared=!0,o.setGhost(a),this.stepper.side.compare($r(e,a.trace,o.run,a.run,n)));let i=wn(this.model.get("knobs"));if(this.knob||i.length===0)return;let s=r.get("plane").querySelector(".knob");s.hidden=
!1,this.knob=new bn(s,this.model,this.asking,i,this.carry.turned,(...p)=>this.turn(...p)),this.knob.tell(jo(e,o.run));let l=s.previousElementSibling;new ResizeObserver(()=>{let p=getComputedStyle(s).position==="absolute",{offsetLeft:d,offsetTop:c,
offsetWidth:u,offsetHeight:h}=s;o.avoid=p?{left:d-l.offsetLeft,top:c-l.offsetTop,width:u,height:h}:null}).observe(s)}hear(){this.asking.hear()}get crashes(){return this.model.get("crashes")===!0}get placed(){return this.carry.crashes}async crash(e){
let{carry:n,stepper:r}=this,o=e.length===0,a=await(o?de(pe(this.model.get("trace"))):this.asking.run({crashes:e})),i=Math.max(r.player.step,...e.map(([,p])=>p)),s=a.eventRange(Math.min(i,a.stepCount-1))[1],l=o?n.beside:n.ghost??new ye(r.trace);
this.take(a,{...n,ghost:l,position:s,view:r.view,turned:null,crashes:e})}turn(e,n,r){let{stepper:o,carry:a}=this,{plane:i}=o.panel,s=n.value===wn(this.model.get("knobs")).find(({name:p})=>p===n.knob)?.value,l=s?a.beside:a.ghost??new ye(o.trace);
if(r){let p=o.time===null?0:e.positionBy(o.time);return this.take(e,{...a,ghost:l,position:p,view:o.view,turned:s?null:n,crashes:[]})}i.setGhost(l),i.preview(e),this.knob.tell(jo(e,i.run))}};var xp={ghost:null,beside:null,position:null,view:null,turned:null,crashes:[]},Of=200,Rf=12,wr=class{constructor(e,n,r,o,a){this.trace=e;this.model=n;this.carry=o;this.take=a;this.labels=new we(e.plan,K()),this.lookup=new dt(e),this.history=
new bt(e),this.player=new Yn(e,()=>this.moved()),this.motion=new Mn(i=>this.drawMotion(i.t)),this.view=We.find(i=>i===n.get("view"))??Pf(e),this.root.className="flinksim-widget flinksim-stepper",this.root.tabIndex=0,this.root.setAttribute("\
role","application"),this.root.setAttribute("aria-label",m("flinksim stepper: {0}",e.plan?.job_name??m("a run"))),this.root.dataset.lmSuppressShortcuts="true",Qt(Js),this.root.film=this.film,this.root.lang=K()==="zh"?"zh-CN":"en",O(this.root,
Ys()),this.parts=new Dn(this.root),this.panels=new kr(this.parts,`flinksim-hatch-${++If}`),this.job=new _n(this.parts,e,n.get("program")),this.parts.put("job",`<b>${b(String(n.get("title")||(e.plan?.job_name??"")))}</b>`),this.scrubber=new Zn(
e,this.parts,Number(n.get("mark")??-1)),this.address=new Cn(this,!!n.get("addressed")),this.following=new On(this,n),this.inquiry=new Pn(this,n,o,a),this.root.classList.toggle("canPoint",this.inquiry.isOpen),this.turning=new br(this,n,o,a),
this.menu=new Bn(this),this.root.querySelector('[data-act="crash"]').hidden=!this.turning.crashes,this.predict=new Jn(this),this.range.max=String(e.eventCount),r.replaceChildren(this.root),this.listen(),this.opening=Gr(e,this.player.stops.moments,
this.labels),this.parts.get("question").textContent=this.opening.question,o.view&&(this.view=o.view),o.position!==null?this.player.go(o.position):this.player.go(n.get("choose")?this.opening.position:Number(n.get("position")??0)),n.set("choo\
se",!1),this.parts.get("copy").hidden=!this.address.isOwn,this.address.isOwn&&o.position===null&&this.address.follow(),this.resize(),this.makeKeyframes()}root=document.createElement("div");parts;player;panels;labels;lookup;view;panel=null;side=null;job;address;following;inquiry;turning;history;scrubber;menu;film=new An(
this);predict;motion;cleanups=[];opening;pinned=null;series=null;width=0;height=0;pending=0;syncTimer=0;shown=null;pointed=-1;tellsTime=!1;followsTime=!1;stood=0;scrubs=!1;destroy(){this.player.pause(),this.motion.stop(),window.clearTimeout(
this.syncTimer);for(let e of this.cleanups)e();this.panel?.plane.destroy(),this.root.remove()}moved(){let{player:e,motion:n}=this,r=performance.now();this.draw(),performance.measure("flinksim:draw",{start:r});let{position:o}=e;if(o!==this.stood){
let a=e.stops.back(o,e.grain),i=e.stops.next(this.stood,e.grain)===o,s=e.stops.back(this.stood,e.grain)===o,{way:l}=En(this.momentKind,this.momentCount,e.playing?e.speed:1);this.scrubs?this.stand():i?n.go(a,o,l):s?n.go(this.stood,o,l):this.
stand()}else this.drawMotion(n.phase.t);this.stood=o,this.sync()}stand(){let{position:e,stops:n,grain:r}=this.player,{moments:o}=n,a=r==="told"?o.at(e):-1,[i,s]=a<0?[n.back(e,r),e]:[o.startOf(a),o.all[a].end];this.motion.stand(i,s,s>i?(e-i)/
(s-i):1)}standAt(e,n,r){this.scrubs=!0,this.player.go(n),this.scrubs=!1,this.motion.stand(e,n,r)}get momentKind(){let{stops:e,grain:n,position:r}=this.player;return n==="told"?e.moments.endingAt(r)?.kind??null:null}get momentCount(){return this.
player.stops.moments.endingAt(this.player.position)?.count??1}follow(e){let n=Number(this.model.get(e)??0);e==="position"?this.player.go(n):e==="time_ms"?this.followTime(n):n!==this.player.step&&this.player.goToStep(n)}followTime(e){this.tellsTime||
(this.followsTime=!0,this.player.pause(),this.player.go(this.trace.positionBy(BigInt(Math.round(e)))),this.followsTime=!1)}tellTime(){this.followsTime||!this.shown||(this.tellsTime=!0,this.model.set("time_ms",Number(this.shown.scene.view.time_ms)),
this.tellsTime=!1)}jump(e){this.player.pause(),this.player.go(e)}pointAt(e){this.pointed=e,this.jump(e+1),this.draw()}onScrub(){this.player.pause(),this.pending===0&&(this.pending=window.requestAnimationFrame(()=>{this.pending=0,this.scrubs=
!0,this.player.go(Number(this.range.value)),this.scrubs=!1}))}show(e){let n=We.find(r=>r===e);!n||n===this.view||(this.view=n,this.model.set("view",n),this.sync(),this.arrange(),this.draw())}openTab(e){this.root.dataset.panel=e;for(let n of this.
root.querySelectorAll("[data-show-tab]"))n.setAttribute("aria-selected",String(n.dataset.showTab===e));At.includes(e)&&this.side.open(e),this.panel.plane.refresh(),this.job.arrange(),this.shown&&this.redraw()}setGrain(e){this.player.grain=e,
this.draw(),this.drawMotion(1)}pin(e){this.pinned=e===this.pinned?null:e,this.redraw()}lookInto(e){this.pinned=e,this.view==="inside"?this.redraw():this.show("inside")}get index(){return this.shown?.index??-1}get time(){return this.shown?.scene.
view.time_ms??null}rearrange(){this.width!==0&&(this.arrange(),this.draw())}hear(e){e==="answer"?this.following.drawAnswer():e==="told"?this.inquiry.hear():this.turning.hear()}viewAt(e){return this.history.at(e).view}tellScore(e){this.model.
set("score",e),this.model.save_changes()}speak(e){nn(e),this.model.set("language",e),this.take(this.trace,{...this.carry,position:this.player.position,view:this.view})}toggleHall(){this.root.classList.toggle("hall"),this.width=0,this.sync(),
this.resize()}redraw(){this.width!==0&&(this.draw(),this.drawMotion(this.motion.phase.t),this.sync())}listen(){if(this.root.addEventListener("click",n=>_s(this,n)),this.root.addEventListener("keydown",n=>Bs(this,n)),Ds(this.root,n=>n>0?this.
player.next():this.player.back()),this.range.addEventListener("input",()=>this.onScrub()),this.parts.get("filter").addEventListener("input",()=>this.onFilter()),this.parts.get("plot").addEventListener("click",n=>{let r=this.shown&&this.panels.
positionIn(this.shown,n);r!==null&&this.jump(r)}),this.root.querySelector("details").addEventListener("toggle",()=>this.redraw()),this.address.isOwn){let n=()=>this.address.follow();window.addEventListener("hashchange",n),this.cleanups.push(
()=>window.removeEventListener("hashchange",n))}let e=new ResizeObserver(()=>this.resize());e.observe(this.root),this.cleanups.push(()=>e.disconnect()),this.parts.get("grain").addEventListener("change",n=>{this.setGrain(n.target.value)}),this.
cleanups.push(is(this.root,()=>{this.width>0&&this.drawStrip(),this.panel?.plane.refresh()}))}onFilter(){this.panels.filter=this.parts.get("filter").value,this.redraw()}resize(){this.enlarge();let{clientWidth:e,clientHeight:n}=this.root;e===
0||e===this.width&&n===this.height||(this.width=e,this.height=n,this.root.dataset.size=e>=1e3?"wide":e>=660?"middle":"narrow",this.root.classList.toggle("low",n<660),this.parts.forget(),this.arrange(),this.draw(),this.drawMotion(this.motion.
phase.t))}enlarge(){let e=this.root.classList.contains("hall"),{innerWidth:n,innerHeight:r}=window,o=this.address.isOwn&&n>=1700&&r>=900,a=e?n>=1500?1.6:1.3:o?1.18:1;a===1?this.root.style.removeProperty("--zoom"):this.root.style.setProperty(
"--zoom",String(a)),this.root.querySelector('[data-act="hall"]').setAttribute("aria-pressed",String(e))}ensurePlane(){this.panel??=new Un(this.parts.get("plane"),this.trace,this.labels,n=>this.jump(n),()=>this.sync()),this.side??=new tr(this.
parts.get("side"),this.trace,this.labels,this.player.stops.moments,n=>this.jump(n),n=>this.following.walk(n),this.inquiry);let{plane:e}=this.panel;return e.picked=n=>this.inquiry.point(us(n,e.run)),this.turning.ready(),{panel:this.panel,side:this.
side}}arrange(){this.root.dataset.shown=this.view;for(let e of this.root.querySelectorAll("[data-shows]"))e.hidden=!e.dataset.shows.split("|").includes(this.view);for(let e of this.root.querySelectorAll("[data-view]"))e.setAttribute("aria-c\
hecked",String(e.dataset.view===this.view));if(["plane","event time","cluster"].includes(this.view)||(this.series??=new St(this.trace)),this.view!=="plane")return this.panels.arrange(this.trace.plan,this.view);!this.side&&this.following.isAsked&&
(this.root.dataset.panel??="why"),this.ensurePlane(),this.address.wantedKey!==""&&this.panel.keys.chooseNamed(this.address.wantedKey),this.address.wantedKey="",this.openTab(this.root.dataset.panel??"plane")}frame(){let{trace:e,labels:n,lookup:r,
player:o}=this;this.pointed!==o.position-1&&(this.pointed=-1);let a=this.pointed>=0?this.pointed:o.stops.spotlight(o.position,o.grain),i=a<0?null:e.event(a),s=o.step,l=s<0?"":e.actorOf(s),p=!["event time","inside","cluster"].includes(this.view)&&
i&&"channel"in i?i.channel:"",d=r.channels.get(p)?.target,c=this.pinned??d??Or(e,r,s),u=h=>r.isKeyed(h);return{trace:e,labels:n,lookup:r,index:a,fact:i,step:s,actor:l,scene:this.history.at(o.position),position:o.position,task:c,keyed:u(c)?c:
Or(e,r,s,u)||c,pinned:this.pinned!==null,view:this.view,run:this.series,before:o.stops.back(o.position,o.grain)}}draw(){if(this.width===0)return;let e=this.shown=this.frame(),n=document.activeElement?.dataset?.task;this.view==="plane"?(this.
panel.plane.show(e.position,e.before),this.side.show(e.position,e.before),this.job.draw(e,this.following.followed),this.following.drawAnswer()):this.panels.draw(e),n&&this.root.querySelector(`[data-task="${n}"]`)?.focus(),yp(this.parts,e,this.
player),vp(this.parts,e,this.player),this.menu.moved(),this.drawStrip()}drawMotion(e){if(!this.shown||this.width===0)return;let{from:n,to:r}=this.motion.phase,o={from:n,to:r,t:e};this.view==="plane"?(this.panel.plane.move(o),this.job.move(this.
shown,o)):this.view==="event time"&&this.panels.move(this.shown,o)}drawStrip(){this.scrubber.draw(this.player.position)}get range(){return this.parts.get("range")}sync(){this.tellTime(),!(this.carry.turned||this.carry.crashes.length>0||this.
carry.tried)&&(this.model.set("position",this.player.position),this.model.set("step",this.player.step),this.syncTimer===0&&(this.syncTimer=window.setTimeout(()=>{this.syncTimer=0,this.model.save_changes(),this.address.write()},Of)))}makeKeyframes(){
if(this.history.extendFor(Rf),this.history.complete)return;let e=window.setTimeout(()=>this.makeKeyframes(),0);this.cleanups.push(()=>window.clearTimeout(e))}},If=0;function Pf(t){return["WatermarkGenerated","WindowAssigned","TimerRegistere\
d"].some(r=>t.kinds.includes(R.indexOf(r)))?"plane":"network"}async function Wf({model:t,el:e}){let n=null,r=0,o=(s,l)=>{let p=e.contains(document.activeElement);n?.destroy(),n=new wr(s,t,e,l,o),p&&n.root.focus({preventScroll:!0})},a=async()=>{let s=++r,l=performance.now();nn(jt(t.get("addressed")?location.
hash:"").language??t.get("language"));try{let p=await de(pe(t.get("trace"))),d=t.get("beside"),c=d?new ye(await de(pe(d))):null;if(s!==r)return;o(p,{...xp,beside:c}),performance.measure("flinksim:load",{start:l})}catch(p){n?.destroy(),n=null;
let d=document.createElement("div");d.className="flinksim-widget failed",d.setAttribute("role","alert"),d.textContent=p instanceof Error?p.message:String(p),Qt(pn),e.replaceChildren(d)}},i={trace:()=>void a(),position:()=>n?.follow("positio\
n"),step:()=>n?.follow("step"),view:()=>n?.show(t.get("view")),time_ms:()=>n?.follow("time_ms"),answer:()=>n?.hear("answer"),turned:()=>n?.hear("turned"),told:()=>n?.hear("told"),language:()=>n?.speak(t.get("language")==="zh"?"zh":"en")};for(let[
s,l]of Object.entries(i))t.on(`change:${s}`,l);return await a(),()=>{r++;for(let[s,l]of Object.entries(i))t.off(`change:${s}`,l);n?.destroy()}}var yS={render:Wf};export{he as Clock,pt as Followed,kt as Gif,bt as History,we as Labels,dt as Lookup,yt as Moments,Oe as PlaneRun,St as RunSeries,Me as answerOf,$r as changesOf,Fa as checkedBookmarks,yS as default,O as fill,wt as journeysIn,wn as knobsOf,Ie as latenessOf,
fn as layersOf,Ae as metricsOf,de as openTrace,Gr as openingOf,Fe as operatorMetrics,La as problemOf,Kr as questionAt,X as sentenceText,nn as speak,m as t,yd as viewJson};
