// Built from widgets/src by widgets/build.mjs; sources e2b9745df7e3a0e471e46fc87629e69f1e2d160a5d6f0df91bea55fea8490919
var Js=new Set(["step","fact"]),Ys=new Set(["step","fact","view","task","key","by","focus","mode","language"]);function Gt(t){let e={};for(let[n,r]of new URLSearchParams(t.replace(/^#/,"")))!Ys.has(n)||r===""||Js.has(n)&&!/^\d+$/.test(r)||(e[n]=
Js.has(n)?Number(r):r);return e}function Xs(t,e=""){let n=[...new URLSearchParams(e.replace(/^#/,""))].filter(([i])=>!Ys.has(i)),s=Object.entries(t).filter(([,i])=>i!==void 0&&i!=="").map(([i,o])=>[i,String(o)]);return`#${new URLSearchParams(
[...s,...n]).toString()}`}async function Zs(t){try{return await navigator.clipboard.writeText(t),!0}catch{let e=document.createElement("textarea");e.value=t,document.body.append(e),e.select();let n=document.execCommand("copy");return e.remove(),
n}}var Sr="d199bc02d1ba3152";var O=["JobSubmitted","TaskStateChanged","OperatorSetUp","OperatorStateInitialized","OperatorOpened","OperatorFinished","AfterInvokeReached","OperatorClosed","TaskFailed","ExecutionReset","JobStatusChanged","RestartDecided","SlotReleased","\
SlotReserved","MailEnqueued","MailTaken","DefaultActionSuspended","DefaultActionResumed","TicksSkipped","ProcessingTimeAdvanced","SourceRecordRead","SourceFinished","TimestampAssigned","WatermarkGenerated","GeneratedWatermarkIgnored","Split\
StatusChanged","SplitAssigned","ConnectionAttempted","SplitReleased","IdlenessCountdownChanged","WatermarkAligned","ElementWritten","BufferQueued","OutputPersisted","ChannelFlushed","BufferSent","BufferArrived","CreditAnnounced","CreditChan\
ged","InputBuffersChanged","ReadingStopped","ReadingResumed","FloatingBuffersChanged","OutputBuffersChanged","BufferSizeAnnounced","BufferConsumed","ElementReceived","BarrierReceived","BarrierAnnounced","CancellationReceived","AlignmentStar\
ted","AlignmentEnded","AlignmentTimedOut","ChannelBlocked","ChannelUnblocked","ResumptionSent","ConsumptionResumed","InputPersisted","OutputBarrierTimedOut","ChannelWatermarkChanged","WatermarkIgnored","ChannelStatusChanged","InputWatermark\
Advanced","InputStatusChanged","InputEnded","ElementProcessed","OperatorInputChanged","LatencyMeasured","RecordFiltered","OperatorWatermarkAdvanced","WatermarkEmitted","StatusEmitted","KeySelected","StateUpdated","StateAppended","StateClear\
ed","StateEntryPut","StateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired","WindowAssigned","WindowsMerged","SharedElementChanged","TriggerEvaluated","TriggerCleared","WindowFired","ElementsEvicted","\
FiringSkipped","WindowCleared","WindowSkippedAsLate","LateRecordDropped","SideOutputEmitted","ResultWritten","CheckpointTriggered","CheckpointNotTriggered","BarrierEmitted","OperatorSnapshotTaken","SnapshotWritten","CheckpointAcknowledged",
"CheckpointDeclined","CheckpointCompleted","CheckpointAborted","CheckpointNotified","CheckpointRestored","CommitPrepared","ResultsCommitted","InputRecovered","OutputRecovered","StateRestored","ListRestored","StateEntryRestored","TimerRestor\
ed","PaneRestored","ChannelSelected","RecordPartlyRead","ActorCalled","HeartbeatsExchanged"],Ut={JobSubmitted:[["plan","plan"]],TaskStateChanged:[["subtask","subtask"],["attempt","count"],["before","choice"],["after","choice"]],OperatorSetUp:[
["operator","operator"]],OperatorStateInitialized:[["operator","operator"],["checkpoint","count"]],OperatorOpened:[["operator","operator"]],OperatorFinished:[["operator","operator"]],AfterInvokeReached:[["subtask","subtask"]],OperatorClosed:[
["operator","operator"]],TaskFailed:[["subtask","subtask"],["operator","operator"],["error","text"],["message","text"],["record","text"],["code","text"]],ExecutionReset:[["subtask","subtask"],["attempt","count"]],JobStatusChanged:[["before",
"choice"],["after","choice"]],RestartDecided:[["subtask","subtask"],["tasks","count"],["delay_ms","timestamp"]],SlotReleased:[["task_manager","text"],["slot","count"],["lost","flag"]],SlotReserved:[["task_manager","text"],["slot","count"]],
MailEnqueued:[["subtask","subtask"],["mail","text"],["waiting","count"],["priority","text"]],MailTaken:[["subtask","subtask"],["mail","text"],["waiting","count"]],DefaultActionSuspended:[["subtask","subtask"],["reason","choice"]],DefaultActionResumed:[
["subtask","subtask"]],TicksSkipped:[["ticks","count"]],ProcessingTimeAdvanced:[["before","timestamp"],["after","timestamp"]],SourceRecordRead:[["operator","operator"],["split","text"],["offset","count"],["value","value"],["timestamp","opti\
onal timestamp"]],SourceFinished:[["operator","operator"]],TimestampAssigned:[["operator","operator"],["before","optional timestamp"],["after","timestamp"]],WatermarkGenerated:[["operator","operator"],["split","text"],["timestamp","timestam\
p"],["by","choice"],["seen","count"],["holds","flag"],["gained","texts"],["lost","texts"]],GeneratedWatermarkIgnored:[["operator","operator"],["split","text"],["timestamp","timestamp"],["by","choice"]],SplitStatusChanged:[["operator","opera\
tor"],["split","text"],["idle","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],SplitAssigned:[["operator","operator"],["split","text"],["read","count"],["lost","texts"]],ConnectionAttempted:[["operator","operator"],["split","t\
ext"],["attempt","count"]],SplitReleased:[["operator","operator"],["split","text"],["gained","texts"]],IdlenessCountdownChanged:[["operator","operator"],["split","text"],["idle_after","optional timestamp"]],WatermarkAligned:[["operator","op\
erator"],["group","text"],["reported","optional timestamp"],["allowed","timestamp"],["holds","flag"],["gained","texts"],["lost","texts"]],ElementWritten:[["channel","channel"],["sequence","count"],["element","choice"],["value","value"],["ti\
mestamp","optional timestamp"],["bytes","count"]],BufferQueued:[["channel","channel"],["queued","count"]],OutputPersisted:[["channel","channel"],["checkpoint","count"],["buffers","count"],["bytes","count"]],ChannelFlushed:[["channel","chann\
el"]],BufferSent:[["channel","channel"],["bytes","count"],["queued","count"],["backlog","count"],["credit","count"],["on_wire","count"]],BufferArrived:[["channel","channel"],["received","count"],["on_wire","count"]],CreditAnnounced:[["chann\
el","channel"],["credit","count"],["under_way","count"]],CreditChanged:[["channel","channel"],["before","count"],["after","count"],["under_way","count"]],InputBuffersChanged:[["channel","channel"],["exclusive","count"],["floating","count"],
["required","count"],["unannounced","count"],["waiting","flag"]],ReadingStopped:[["channel","channel"]],ReadingResumed:[["channel","channel"]],FloatingBuffersChanged:[["subtask","subtask"],["free","count"]],OutputBuffersChanged:[["subtask",
"subtask"],["in_use","count"]],BufferSizeAnnounced:[["subtask","subtask"],["input","count"],["bytes","count"],["throughput","count"],["buffers","count"]],BufferConsumed:[["channel","channel"],["received","count"],["queued","count"],["bytes",
"count"],["overtaken","count"]],ElementReceived:[["subtask","subtask"],["channel","channel"],["sequence","count"],["element","choice"],["value","value"],["timestamp","optional timestamp"]],BarrierReceived:[["subtask","subtask"],["channel","\
channel"],["checkpoint","count"],["alignment","choice"],["sequence","count"],["overtaken","count"]],BarrierAnnounced:[["subtask","subtask"],["channel","channel"],["checkpoint","count"]],CancellationReceived:[["subtask","subtask"],["channel",
"channel"],["checkpoint","count"]],AlignmentStarted:[["subtask","subtask"],["checkpoint","count"],["delay_ms","count"]],AlignmentEnded:[["subtask","subtask"],["checkpoint","count"],["duration_ms","count"],["bytes","count"]],AlignmentTimedOut:[
["subtask","subtask"],["checkpoint","count"]],ChannelBlocked:[["channel","channel"]],ChannelUnblocked:[["channel","channel"]],ResumptionSent:[["channel","channel"]],ConsumptionResumed:[["channel","channel"]],InputPersisted:[["channel","chan\
nel"],["checkpoint","count"],["buffers","count"],["bytes","count"]],OutputBarrierTimedOut:[["channel","channel"],["checkpoint","count"]],ChannelWatermarkChanged:[["channel","channel"],["before","timestamp"],["after","timestamp"],["aligned",
"flag"],["holds","flag"],["gained","texts"],["lost","texts"]],WatermarkIgnored:[["channel","channel"],["timestamp","timestamp"],["reason","choice"]],ChannelStatusChanged:[["channel","channel"],["idle","flag"],["aligned","flag"],["holds","fl\
ag"],["gained","texts"],["lost","texts"]],InputWatermarkAdvanced:[["subtask","subtask"],["input","count"],["before","timestamp"],["after","timestamp"],["held_by","texts"]],InputStatusChanged:[["subtask","subtask"],["input","count"],["idle",
"flag"]],InputEnded:[["subtask","subtask"],["input","count"]],ElementProcessed:[["operator","operator"],["element","choice"],["value","value"],["timestamp","optional timestamp"]],OperatorInputChanged:[["operator","operator"],["input","count"],
["other","count"],["watermark","timestamp"],["idle","flag"],["holds","flag"],["other_holds","flag"]],LatencyMeasured:[["operator","operator"],["source","operator"],["latency","count"]],RecordFiltered:[["operator","operator"]],OperatorWatermarkAdvanced:[
["operator","operator"],["before","timestamp"],["after","timestamp"]],WatermarkEmitted:[["operator","operator"],["timestamp","timestamp"]],StatusEmitted:[["operator","operator"],["idle","flag"]],KeySelected:[["operator","operator"],["key","\
value"],["key_group","count"]],StateUpdated:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"],["folded","flag"]],StateAppended:[["operator","operator"],["state","text"],[
"key","value"],["namespace","value"],["value","value"],["key_group","count"]],StateCleared:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["key_group","count"]],StateEntryPut:[["operator","operator"],["state",
"text"],["key","value"],["namespace","value"],["entry","value"],["value","value"],["key_group","count"]],StateEntryRemoved:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["entry","value"],["key_group","count"]],
StateRead:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["count","count"],["key_group","count"]],StateEntryRead:[["operator","operator"],["state","text"],["key","value"],["namespace","valu\
e"],["entry","value"],["found","flag"],["value","value"],["key_group","count"]],TimerRegistered:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],TimerDeleted:[["operator","operato\
r"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],TimerFired:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],WindowAssigned:[["operator","o\
perator"],["key","value"],["window","value"],["value","value"],["timestamp","optional timestamp"],["count","count"],["state_window","value"]],WindowsMerged:[["operator","operator"],["key","value"],["value","value"],["window","value"],["merg\
ed","value"],["result","value"],["count","count"],["state_window","value"]],SharedElementChanged:[["operator","operator"],["key","value"],["window","value"],["others","value"],["before","value"],["after","value"]],TriggerEvaluated:[["operat\
or","operator"],["key","value"],["window","value"],["callback","choice"],["result","choice"]],TriggerCleared:[["operator","operator"],["key","value"],["window","value"]],WindowFired:[["operator","operator"],["key","value"],["window","value"],
["kind","choice"],["clock","choice"],["count","count"],["contents","value"],["watermark","timestamp"]],ElementsEvicted:[["operator","operator"],["key","value"],["window","value"],["evicted","count"],["count","count"],["state_window","value"],
["contents","value"],["key_group","count"]],FiringSkipped:[["operator","operator"],["key","value"],["window","value"],["reason","choice"]],WindowCleared:[["operator","operator"],["key","value"],["window","value"],["reason","choice"],["state\
_window","value"]],WindowSkippedAsLate:[["operator","operator"],["key","value"],["window","value"],["cleanup_time","timestamp"],["watermark","timestamp"]],LateRecordDropped:[["operator","operator"],["key","value"],["value","value"],["timest\
amp","optional timestamp"],["windows","value"],["cleanup_time","optional timestamp"],["watermark","timestamp"],["side_output","flag"]],SideOutputEmitted:[["operator","operator"],["tag","text"],["value","value"],["timestamp","optional timest\
amp"]],ResultWritten:[["operator","operator"],["text","text"],["value","value"],["timestamp","optional timestamp"]],CheckpointTriggered:[["checkpoint","count"],["kind","choice"],["sources","texts"],["tasks","count"]],CheckpointNotTriggered:[
["reason","text"]],BarrierEmitted:[["subtask","subtask"],["checkpoint","count"]],OperatorSnapshotTaken:[["operator","operator"],["checkpoint","count"],["bytes","count"]],SnapshotWritten:[["subtask","subtask"],["checkpoint","count"],["durati\
on","count"],["bytes","count"],["persisted","count"]],CheckpointAcknowledged:[["checkpoint","count"],["subtask","subtask"],["bytes","count"],["start_delay","count"],["alignment","count"],["sync","count"],["async_time","count"],["persisted",
"count"]],CheckpointDeclined:[["checkpoint","count"],["subtask","subtask"],["reason","text"]],CheckpointCompleted:[["checkpoint","count"],["duration","count"],["bytes","count"]],CheckpointAborted:[["checkpoint","count"],["reason","text"]],CheckpointNotified:[
["subtask","subtask"],["checkpoint","count"],["completed","flag"]],CheckpointRestored:[["checkpoint","count"],["tasks","count"]],CommitPrepared:[["operator","operator"],["checkpoint","count"],["results","count"]],ResultsCommitted:[["operato\
r","operator"],["checkpoint","count"],["results","count"],["total","count"]],InputRecovered:[["channel","channel"],["checkpoint","count"],["elements","count"]],OutputRecovered:[["channel","channel"],["checkpoint","count"],["elements","count"]],
StateRestored:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"]],ListRestored:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["values","v\
alue"],["key_group","count"]],StateEntryRestored:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["entry","value"],["value","value"],["key_group","count"]],TimerRestored:[["operator","operator"],["domain","ch\
oice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],PaneRestored:[["operator","operator"],["key","value"],["window","value"],["count","count"],["state_window","value"]],ChannelSelected:[["channel","channel"],["key","valu\
e"],["hash_code","text"],["key_group","count"]],RecordPartlyRead:[["subtask","subtask"],["channel","channel"],["bytes","count"]],ActorCalled:[["caller","text"],["called","text"],["call","choice"],["slot","text"],["count","count"]],HeartbeatsExchanged:[
["rounds","count"],["silent","texts"]]},Qs=[(t,e)=>({type:"JobSubmitted",plan:t.plan(0,e)}),(t,e)=>({type:"TaskStateChanged",subtask:t.text(0,e),attempt:t.count(1,e),before:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISH\
ED","CANCELING","CANCELED","FAILED"][t.count(2,e)],after:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][t.count(3,e)]}),(t,e)=>({type:"OperatorSetUp",operator:t.text(0,e)}),(t,e)=>({type:"\
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
type:"SplitAssigned",operator:t.text(0,e),split:t.text(1,e),read:t.count(2,e),lost:t.textsOf(3,e)}),(t,e)=>({type:"ConnectionAttempted",operator:t.text(0,e),split:t.text(1,e),attempt:t.count(2,e)}),(t,e)=>({type:"SplitReleased",operator:t.text(
0,e),split:t.text(1,e),gained:t.textsOf(2,e)}),(t,e)=>({type:"IdlenessCountdownChanged",operator:t.text(0,e),split:t.text(1,e),idle_after:t.optionalTimestamp(2,e)}),(t,e)=>({type:"WatermarkAligned",operator:t.text(0,e),group:t.text(1,e),reported:t.
optionalTimestamp(2,e),allowed:t.timestamp(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),lost:t.textsOf(6,e)}),(t,e)=>({type:"ElementWritten",channel:t.text(0,e),sequence:t.count(1,e),element:["record","watermark","idle","active","endOfData",
"endOfPartition","barrier","cancelMarker","latency"][t.count(2,e)],value:t.value(3,e),timestamp:t.optionalTimestamp(4,e),bytes:t.count(5,e)}),(t,e)=>({type:"BufferQueued",channel:t.text(0,e),queued:t.count(1,e)}),(t,e)=>({type:"OutputPersis\
ted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"ChannelFlushed",channel:t.text(0,e)}),(t,e)=>({type:"BufferSent",channel:t.text(0,e),bytes:t.count(1,e),queued:t.count(2,e),backlog:t.
count(3,e),credit:t.count(4,e),on_wire:t.count(5,e)}),(t,e)=>({type:"BufferArrived",channel:t.text(0,e),received:t.count(1,e),on_wire:t.count(2,e)}),(t,e)=>({type:"CreditAnnounced",channel:t.text(0,e),credit:t.count(1,e),under_way:t.count(2,
e)}),(t,e)=>({type:"CreditChanged",channel:t.text(0,e),before:t.count(1,e),after:t.count(2,e),under_way:t.count(3,e)}),(t,e)=>({type:"InputBuffersChanged",channel:t.text(0,e),exclusive:t.count(1,e),floating:t.count(2,e),required:t.count(3,e),
unannounced:t.count(4,e),waiting:t.flag(5,e)}),(t,e)=>({type:"ReadingStopped",channel:t.text(0,e)}),(t,e)=>({type:"ReadingResumed",channel:t.text(0,e)}),(t,e)=>({type:"FloatingBuffersChanged",subtask:t.text(0,e),free:t.count(1,e)}),(t,e)=>({
type:"OutputBuffersChanged",subtask:t.text(0,e),in_use:t.count(1,e)}),(t,e)=>({type:"BufferSizeAnnounced",subtask:t.text(0,e),input:t.count(1,e),bytes:t.count(2,e),throughput:t.count(3,e),buffers:t.count(4,e)}),(t,e)=>({type:"BufferConsumed",
channel:t.text(0,e),received:t.count(1,e),queued:t.count(2,e),bytes:t.count(3,e),overtaken:t.count(4,e)}),(t,e)=>({type:"ElementReceived",subtask:t.text(0,e),channel:t.text(1,e),sequence:t.count(2,e),element:["record","watermark","idle","ac\
tive","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(3,e)],value:t.value(4,e),timestamp:t.optionalTimestamp(5,e)}),(t,e)=>({type:"BarrierReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e),alignment:[
"AT_LEAST_ONCE","ALIGNED","UNALIGNED","FORCED_ALIGNED"][t.count(3,e)],sequence:t.count(4,e),overtaken:t.count(5,e)}),(t,e)=>({type:"BarrierAnnounced",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"Cancellat\
ionReceived",subtask:t.text(0,e),channel:t.text(1,e),checkpoint:t.count(2,e)}),(t,e)=>({type:"AlignmentStarted",subtask:t.text(0,e),checkpoint:t.count(1,e),delay_ms:t.count(2,e)}),(t,e)=>({type:"AlignmentEnded",subtask:t.text(0,e),checkpoint:t.
count(1,e),duration_ms:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({type:"AlignmentTimedOut",subtask:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelBlocked",channel:t.text(0,e)}),(t,e)=>({type:"ChannelUnblocked",channel:t.text(0,
e)}),(t,e)=>({type:"ResumptionSent",channel:t.text(0,e)}),(t,e)=>({type:"ConsumptionResumed",channel:t.text(0,e)}),(t,e)=>({type:"InputPersisted",channel:t.text(0,e),checkpoint:t.count(1,e),buffers:t.count(2,e),bytes:t.count(3,e)}),(t,e)=>({
type:"OutputBarrierTimedOut",channel:t.text(0,e),checkpoint:t.count(1,e)}),(t,e)=>({type:"ChannelWatermarkChanged",channel:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,e),aligned:t.flag(3,e),holds:t.flag(4,e),gained:t.textsOf(5,e),
lost:t.textsOf(6,e)}),(t,e)=>({type:"WatermarkIgnored",channel:t.text(0,e),timestamp:t.timestamp(1,e),reason:["channel is idle","not greater than before"][t.count(2,e)]}),(t,e)=>({type:"ChannelStatusChanged",channel:t.text(0,e),idle:t.flag(
1,e),aligned:t.flag(2,e),holds:t.flag(3,e),gained:t.textsOf(4,e),lost:t.textsOf(5,e)}),(t,e)=>({type:"InputWatermarkAdvanced",subtask:t.text(0,e),input:t.count(1,e),before:t.timestamp(2,e),after:t.timestamp(3,e),held_by:t.textsOf(4,e)}),(t,e)=>({
type:"InputStatusChanged",subtask:t.text(0,e),input:t.count(1,e),idle:t.flag(2,e)}),(t,e)=>({type:"InputEnded",subtask:t.text(0,e),input:t.count(1,e)}),(t,e)=>({type:"ElementProcessed",operator:t.text(0,e),element:["record","watermark","idl\
e","active","endOfData","endOfPartition","barrier","cancelMarker","latency"][t.count(1,e)],value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"OperatorInputChanged",operator:t.text(0,e),input:t.count(1,e),other:t.count(2,
e),watermark:t.timestamp(3,e),idle:t.flag(4,e),holds:t.flag(5,e),other_holds:t.flag(6,e)}),(t,e)=>({type:"LatencyMeasured",operator:t.text(0,e),source:t.text(1,e),latency:t.count(2,e)}),(t,e)=>({type:"RecordFiltered",operator:t.text(0,e)}),
(t,e)=>({type:"OperatorWatermarkAdvanced",operator:t.text(0,e),before:t.timestamp(1,e),after:t.timestamp(2,e)}),(t,e)=>({type:"WatermarkEmitted",operator:t.text(0,e),timestamp:t.timestamp(1,e)}),(t,e)=>({type:"StatusEmitted",operator:t.text(
0,e),idle:t.flag(1,e)}),(t,e)=>({type:"KeySelected",operator:t.text(0,e),key:t.value(1,e),key_group:t.count(2,e)}),(t,e)=>({type:"StateUpdated",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),
key_group:t.count(5,e),folded:t.flag(6,e)}),(t,e)=>({type:"StateAppended",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateCleared",operator:t.text(
0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),key_group:t.count(4,e)}),(t,e)=>({type:"StateEntryPut",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),value:t.value(5,e),key_group:t.
count(6,e)}),(t,e)=>({type:"StateEntryRemoved",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateRead",operator:t.text(0,e),state:t.text(1,e),key:t.
value(2,e),namespace:t.value(3,e),value:t.value(4,e),count:t.count(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"StateEntryRead",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),found:t.flag(5,
e),value:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"TimerRegistered",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"TimerDeleted",
operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"TimerFired",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,
e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"WindowAssigned",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),value:t.value(3,e),timestamp:t.optionalTimestamp(4,e),count:t.count(5,e),state_window:t.value(6,
e)}),(t,e)=>({type:"WindowsMerged",operator:t.text(0,e),key:t.value(1,e),value:t.value(2,e),window:t.value(3,e),merged:t.value(4,e),result:t.value(5,e),count:t.count(6,e),state_window:t.value(7,e)}),(t,e)=>({type:"SharedElementChanged",operator:t.
text(0,e),key:t.value(1,e),window:t.value(2,e),others:t.value(3,e),before:t.value(4,e),after:t.value(5,e)}),(t,e)=>({type:"TriggerEvaluated",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),callback:["onElement","onEventTime","onPr\
ocessingTime","onMerge"][t.count(3,e)],result:["CONTINUE","FIRE","PURGE","FIRE_AND_PURGE"][t.count(4,e)]}),(t,e)=>({type:"TriggerCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e)}),(t,e)=>({type:"WindowFired",operator:t.text(
0,e),key:t.value(1,e),window:t.value(2,e),kind:["early","on time","late"][t.count(3,e)],clock:["watermark","processing time","count","record","end of input"][t.count(4,e)],count:t.count(5,e),contents:t.value(6,e),watermark:t.timestamp(7,e)}),
(t,e)=>({type:"ElementsEvicted",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),evicted:t.count(3,e),count:t.count(4,e),state_window:t.value(5,e),contents:t.value(6,e),key_group:t.count(7,e)}),(t,e)=>({type:"FiringSkipped",operator:t.
text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["empty contents","no state window"][t.count(3,e)]}),(t,e)=>({type:"WindowCleared",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),reason:["purged","cleanup"][t.count(3,e)],state_window:t.
value(4,e)}),(t,e)=>({type:"WindowSkippedAsLate",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),cleanup_time:t.timestamp(3,e),watermark:t.timestamp(4,e)}),(t,e)=>({type:"LateRecordDropped",operator:t.text(0,e),key:t.value(1,e),value:t.
value(2,e),timestamp:t.optionalTimestamp(3,e),windows:t.value(4,e),cleanup_time:t.optionalTimestamp(5,e),watermark:t.timestamp(6,e),side_output:t.flag(7,e)}),(t,e)=>({type:"SideOutputEmitted",operator:t.text(0,e),tag:t.text(1,e),value:t.value(
2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"ResultWritten",operator:t.text(0,e),text:t.text(1,e),value:t.value(2,e),timestamp:t.optionalTimestamp(3,e)}),(t,e)=>({type:"CheckpointTriggered",checkpoint:t.count(0,e),kind:["checkpo\
int","savepoint","suspend savepoint","terminate savepoint"][t.count(1,e)],sources:t.textsOf(2,e),tasks:t.count(3,e)}),(t,e)=>({type:"CheckpointNotTriggered",reason:t.text(0,e)}),(t,e)=>({type:"BarrierEmitted",subtask:t.text(0,e),checkpoint:t.
count(1,e)}),(t,e)=>({type:"OperatorSnapshotTaken",operator:t.text(0,e),checkpoint:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"SnapshotWritten",subtask:t.text(0,e),checkpoint:t.count(1,e),duration:t.count(2,e),bytes:t.count(3,e),persisted:t.
count(4,e)}),(t,e)=>({type:"CheckpointAcknowledged",checkpoint:t.count(0,e),subtask:t.text(1,e),bytes:t.count(2,e),start_delay:t.count(3,e),alignment:t.count(4,e),sync:t.count(5,e),async_time:t.count(6,e),persisted:t.count(7,e)}),(t,e)=>({type:"\
CheckpointDeclined",checkpoint:t.count(0,e),subtask:t.text(1,e),reason:t.text(2,e)}),(t,e)=>({type:"CheckpointCompleted",checkpoint:t.count(0,e),duration:t.count(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"CheckpointAborted",checkpoint:t.count(
0,e),reason:t.text(1,e)}),(t,e)=>({type:"CheckpointNotified",subtask:t.text(0,e),checkpoint:t.count(1,e),completed:t.flag(2,e)}),(t,e)=>({type:"CheckpointRestored",checkpoint:t.count(0,e),tasks:t.count(1,e)}),(t,e)=>({type:"CommitPrepared",
operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e)}),(t,e)=>({type:"ResultsCommitted",operator:t.text(0,e),checkpoint:t.count(1,e),results:t.count(2,e),total:t.count(3,e)}),(t,e)=>({type:"InputRecovered",channel:t.text(0,e),checkpoint:t.
count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"OutputRecovered",channel:t.text(0,e),checkpoint:t.count(1,e),elements:t.count(2,e)}),(t,e)=>({type:"StateRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,
e),value:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"ListRestored",operator:t.text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),values:t.value(4,e),key_group:t.count(5,e)}),(t,e)=>({type:"StateEntryRestored",operator:t.
text(0,e),state:t.text(1,e),key:t.value(2,e),namespace:t.value(3,e),entry:t.value(4,e),value:t.value(5,e),key_group:t.count(6,e)}),(t,e)=>({type:"TimerRestored",operator:t.text(0,e),domain:["event","processing"][t.count(1,e)],key:t.value(2,
e),namespace:t.value(3,e),timestamp:t.timestamp(4,e)}),(t,e)=>({type:"PaneRestored",operator:t.text(0,e),key:t.value(1,e),window:t.value(2,e),count:t.count(3,e),state_window:t.value(4,e)}),(t,e)=>({type:"ChannelSelected",channel:t.text(0,e),
key:t.value(1,e),hash_code:t.text(2,e),key_group:t.count(3,e)}),(t,e)=>({type:"RecordPartlyRead",subtask:t.text(0,e),channel:t.text(1,e),bytes:t.count(2,e)}),(t,e)=>({type:"ActorCalled",caller:t.text(0,e),called:t.text(1,e),call:["start","r\
egisterJobMaster","declareRequiredResources","requestNewWorker","registerTaskExecutor","sendSlotReport","requestSlot","registerTaskManager","offerSlots","disconnectTaskManager","onWorkerTerminated","freeSlot","notifySlotAvailable","disconne\
ctResourceManager","disconnectJobManager","requestJobResult"][t.count(2,e)],slot:t.text(3,e),count:t.count(4,e)}),(t,e)=>({type:"HeartbeatsExchanged",rounds:t.count(0,e),silent:t.textsOf(1,e)})],Tr={JobSubmitted:[["","The job {plan} is subm\
itted; nothing has run yet."]],TaskStateChanged:[["after=RUNNING","{subtask} is running."],["after=FINISHED","{subtask} has finished."],["","{subtask} goes from {before} to {after}."]],OperatorSetUp:[["","{operator} is set up; a chain is, f\
rom its tail to its head."]],OperatorStateInitialized:[["checkpoint=0","{operator} begins with empty state, and will be opened next."],["","{operator} is given its state from checkpoint {checkpoint}, and will be opened next."]],OperatorOpened:[
["","{operator} is opened; a chain opens from its tail to its head."]],OperatorFinished:[["","{operator} is told that its input has ended."]],AfterInvokeReached:[["","{subtask} has nothing left to do but to close its operators."]],OperatorClosed:[
["","{operator} is closed; a chain closes from its tail to its head."]],TaskFailed:[["","{subtask} fails with {error:firing}: {message}"]],ExecutionReset:[["","{subtask} begins anew: attempt {attempt}, counted from 0."]],JobStatusChanged:[[
"after=FINISHED","The job ends: {after}."],["after=FAILED","The job ends: {after}."],["after=CANCELED","The job ends: {after}."],["","The job goes from {before} to {after}."]],RestartDecided:[["","{subtask} has failed: {tasks} {tasks|task|t\
asks} will be cancelled and run again after {delay_ms} ms."]],SlotReleased:[["lost=true","Slot {slot} of {task_manager} is lost with its TaskManager."],["","Slot {slot} of {task_manager} is given back: nothing runs in it any more."]],SlotReserved:[
["","Slot {slot} of {task_manager} is taken for tasks that run again."]],MailEnqueued:[["waiting=1","The mail “{mail}” is put into the mailbox of {subtask}."],["","The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait t\
here now."]],MailTaken:[["waiting=0","{subtask} takes the mail “{mail}” and runs it; its mailbox is empty now."],["","{subtask} takes the mail “{mail}” and runs it; {waiting} more still {waiting|waits|wait}."]],DefaultActionSuspended:[
["reason=no input","{subtask} finds no input and waits."],["reason=no output buffer","{subtask} has {reason:firing}, so it stops reading: this is backpressure."],["reason=blocked","{subtask} is {reason:firing} in the middle of an element, f\
or no output buffer is left: this is hard backpressure."],["","{subtask} is busy and reads nothing for now."]],DefaultActionResumed:[["","{subtask} goes on reading its input."]],TicksSkipped:[["","{ticks} ticks of the clock go by and bring \
nothing new."]],ProcessingTimeAdvanced:[["","Processing time moves from {before} to {after}."]],SourceRecordRead:[["split=","{operator} reads record {offset}: {value:record}."],["","{operator} reads record {offset} of split {split}: {value:\
record}."]],SourceFinished:[["","{operator} has no more records."]],TimestampAssigned:[["after=MIN","{operator} has no timestamp for the record: {after:record} stands for none."],["before=none","{operator} gives the record the timestamp {af\
ter:record}."],["before=MIN","{operator} gives the record the timestamp {after:record}."],["","{operator} gives the record the timestamp {after:record} instead of {before}."]],WatermarkGenerated:[["split= & timestamp=MAX","{operator} genera\
tes its last watermark, {timestamp:watermark}: nothing can follow."],["split=","{operator} generates the watermark {timestamp:watermark}."],["holds=true","{operator} generates the watermark {timestamp:watermark} for split {split}, which hol\
ds the source back."],["","{operator} generates the watermark {timestamp:watermark} for split {split}."]],GeneratedWatermarkIgnored:[["split=","The watermark {timestamp:watermark} that {operator} generates is not greater than the last, so i\
t changes nothing."],["","The watermark {timestamp:watermark} for split {split} of {operator} is not greater than the last, so it changes nothing."]],SplitStatusChanged:[["idle=true","Split {split} of {operator} has gone quiet: it is idle n\
ow and holds nothing back."],["","Split {split} of {operator} is active again and counts for the watermark."]],SplitAssigned:[["read=0","{operator} gets split {split} to read, whose watermark is not known yet."],["","{operator} gets split {\
split} to read, from record {read} on; its watermark is not known yet."]],ConnectionAttempted:[["attempt=1","{operator} connects to {split}."],["","{operator} connects to {split} again, for attempt {attempt}: the server had closed."]],SplitReleased:[
["","{operator} has read split {split} to its end: it counts no more."]],IdlenessCountdownChanged:[["idle_after=none","A record has come, so {operator} does not wait for idleness any more."],["split=","{operator} has seen no record since it\
 was asked last: it is idle if none comes up to {idle_after:timer}."],["","{operator} has seen no record of split {split} since it was asked last: the split is idle if none comes up to {idle_after:timer}."]],WatermarkAligned:[["reported=non\
e","{operator} has no watermark to tell its group {group}; it may go on to {allowed:watermark}."],["holds=true","{operator} tells its group {group} the watermark {reported:watermark}, the least of all; it may go on to {allowed:watermark}."],
["","{operator} tells its group {group} the watermark {reported:watermark}; it may go on to {allowed:watermark}."]],ElementWritten:[["element=record","The record {value:record} is written to {channel}."],["element=watermark","The watermark \
{timestamp:watermark} is written to {channel}."],["element=idle","The status IDLE is written to {channel}."],["element=active","The status ACTIVE is written to {channel}."],["element=endOfData","The end of the data is written to {channel}."],
["element=endOfPartition","The end of all is written to {channel}."],["element=barrier","A checkpoint barrier is written to {channel}."],["element=cancelMarker","That a checkpoint will not be is written to {channel}."],["","A latency marker\
 is written to {channel}."]],BufferQueued:[["queued=1","A buffer waits to be sent on {channel}: {queued:buffer} in the queue."],["","One more buffer waits to be sent on {channel}: {queued:buffer} in the queue."]],OutputPersisted:[["","The b\
arrier of checkpoint {checkpoint} overtakes {buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, which {buffers|goes|go} into the checkpoint."]],ChannelFlushed:[["","What stands in the open buffer of {chan\
nel} may be sent now."]],BufferSent:[["channel:flow=before credits","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}."],["credit=0","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; there is no credit f\
or another."],["","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for {credit:buffer} more is left."]],BufferArrived:[["received=1","A buffer arrives on {channel}."],["","A buffer arrives on {channel}; {received:\
buffer} wait there to be read."]],CreditAnnounced:[["","The receiver of {channel} promises room for {credit:buffer} more {credit|buffer|buffers}."]],CreditChanged:[["","The sender of {channel} learns of new credit: {before} becomes {after:b\
uffer}."]],InputBuffersChanged:[["waiting=true","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all, and waits for a floating one."],["","Empty buffers for {channel}: {ex\
clusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all."]],ReadingStopped:[["","No buffer is left for what came in on {channel}, so the whole connection is not read any more."]],ReadingResumed:[["","A buffe\
r came free for {channel}, so its connection is read again."]],FloatingBuffersChanged:[["","{subtask} has {free:buffer} floating {free|buffer|buffers} free."]],OutputBuffersChanged:[["","{subtask} has {in_use:buffer} output {in_use|buffer|b\
uffers} in use."]],BufferSizeAnnounced:[["","{subtask} reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} {buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer} {bytes|byte|bytes}."]],BufferConsumed:[["",
"A buffer of {channel} is opened and read."]],ElementReceived:[["element=record","{subtask} reads the record {value:record} from {channel:short}."],["element=watermark","{subtask} reads the watermark {timestamp:watermark} from {channel:shor\
t}."],["element=idle","{subtask} reads the status IDLE from {channel:short}."],["element=active","{subtask} reads the status ACTIVE from {channel:short}."],["element=endOfData","{subtask} reads the end of the data of {channel:short}."],["el\
ement=endOfPartition","{subtask} reads the end of all from {channel:short}."],["element=barrier","{subtask} reads a checkpoint barrier from {channel:short}."],["element=cancelMarker","{subtask} reads from {channel:short} that there will be \
no checkpoint."],["","{subtask} reads a latency marker from {channel:short}."]],BarrierReceived:[["overtaken=0","{subtask} has the barrier of checkpoint {checkpoint} from {channel:short}."],["","{subtask} has the barrier of checkpoint {chec\
kpoint} from {channel:short}, where it has overtaken {overtaken} {overtaken|element|elements}."]],BarrierAnnounced:[["","{subtask} learns that the barrier of checkpoint {checkpoint} waits in {channel:short}, behind what it has not read yet."]],
CancellationReceived:[["","{subtask} reads from {channel:short} that checkpoint {checkpoint} will not be."]],AlignmentStarted:[["","The first barrier of checkpoint {checkpoint} has come to {subtask}, {delay_ms} ms after its trigger."]],AlignmentEnded:[
["","{subtask} waits for no more barriers of checkpoint {checkpoint}: the alignment took {duration_ms} ms, and {bytes:buffer} {bytes|byte|bytes} were read meanwhile."]],AlignmentTimedOut:[["","The alignment of checkpoint {checkpoint} takes \
{subtask} too long: the checkpoint goes on unaligned."]],ChannelBlocked:[["","{channel} is blocked: what comes behind its barrier waits for the barriers of the other channels."]],ChannelUnblocked:[["","{channel} may be read on behind its ba\
rrier."]],ResumptionSent:[["","The receiver of {channel} lets its sender go on behind the barrier."]],ConsumptionResumed:[["","The sender of {channel} goes on behind the barrier."]],InputPersisted:[["","{buffers:buffer} {buffers|buffer|buff\
ers} of {channel} with {bytes} {bytes|byte|bytes}, not processed yet, {buffers|goes|go} into checkpoint {checkpoint}."]],OutputBarrierTimedOut:[["","The barrier of checkpoint {checkpoint} has waited on {channel} for too long: it overtakes w\
hat is before it."]],ChannelWatermarkChanged:[["aligned=false","The watermark of {channel} rises from {before} to {after:watermark}; it lags behind the task and does not count yet."],["","The watermark of {channel} rises from {before} to {a\
fter:watermark}."]],WatermarkIgnored:[["reason=channel is idle","The watermark {timestamp:watermark} of {channel} changes nothing: the channel is idle."],["","The watermark {timestamp:watermark} of {channel} changes nothing: it is not great\
er than the one before."]],ChannelStatusChanged:[["idle=true","{channel} is idle now, and is not counted for the watermark."],["aligned=false","{channel} is active again, but lags behind: it is not counted until it catches up."],["","{chann\
el} is active again and counts for the watermark."]],InputWatermarkAdvanced:[["after=MAX","Every channel that counts is at its end, so the watermark at the {input:side} of {subtask} becomes {after:watermark}."],["held_by=","All channels are\
 idle, so the greatest watermark counts: that at the {input:side} of {subtask} goes from {before} to {after:watermark}."],["","The watermark at the {input:side} of {subtask} goes from {before} to {after:watermark}: {held_by} {held_by:number\
|has|have} the least now."]],InputStatusChanged:[["idle=true","All channels at the {input:side} of {subtask} are idle, so it is idle."],["","A channel at the {input:side} of {subtask} is active again, so it is active."]],InputEnded:[["","{s\
ubtask} learns that no more records come into its {input:side}."]],ElementProcessed:[["element=record","{operator} is handed the record {value:record}."],["element=watermark","{operator} is handed the watermark {timestamp:watermark}."],["el\
ement=idle","{operator} is handed the status IDLE."],["element=active","{operator} is handed the status ACTIVE."],["element=endOfData","{operator} is handed the end of the data."],["element=endOfPartition","{operator} is handed the end of a\
ll."],["element=barrier","{operator} is handed a checkpoint barrier."],["","{operator} is handed a latency marker."]],OperatorInputChanged:[["idle=true","The {input:side} of {operator} is idle now and holds nothing back."],["holds=true","Th\
e {input:side} of {operator} is at {watermark:watermark}, and holds it back there."],["","The {input:side} of {operator} is at {watermark:watermark}; the other one is behind it."]],LatencyMeasured:[["","{operator} measures a latency of {lat\
ency:timer} ms from {source} to here."]],RecordFiltered:[["","{operator} lets the record drop: its condition does not hold."]],OperatorWatermarkAdvanced:[["after=MAX","The event-time clock of {operator} goes from {before} to {after:watermar\
k}: all its timers are due."],["","The event-time clock of {operator} goes from {before} to {after:watermark}; timers up to there are due."]],WatermarkEmitted:[["timestamp=MAX","{operator} hands its last watermark, {timestamp:watermark}, on\
: no record can follow."],["","{operator} hands the watermark {timestamp:watermark} on."]],StatusEmitted:[["idle=true","{operator} tells what comes after it that it is idle."],["","{operator} tells what comes after it that it is active."]],
KeySelected:[["","The key is {key:timer} now, which belongs to key group {key_group}."]],StateUpdated:[["namespace=","The state “{state}” of key {key:timer} holds {value:record} now."],["","The state “{state}” of key {key:timer} in {nam\
espace:pane} holds {value:record} now."]],StateAppended:[["namespace=","The list “{state}” of key {key:timer} gets {value:record} at its end."],["","The list “{state}” of key {key:timer} in {namespace:pane} gets {value:record} at its en\
d."]],StateCleared:[["namespace=","The state “{state}” of key {key:timer} is cleared."],["","The state “{state}” of key {key:timer} in {namespace:pane} is cleared."]],StateEntryPut:[["key:given=no","The map “{state}” has {value:reco\
rd} under {entry:record} now."],["namespace=","The map “{state}” of key {key:timer} has {value:record} under {entry:record} now."],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} now\
."]],StateEntryRemoved:[["key:given=no","The map “{state}” has nothing under {entry:record} any more."],["namespace=","The map “{state}” of key {key:timer} has nothing under {entry:record} any more."],["","The map “{state}” of key {\
key:timer} in {namespace:pane} has nothing under {entry:record} any more."]],StateRead:[["value:given=no & count=0 & key:given=no","{operator} finds nothing in the state “{state}”."],["value:given=no & count=0 & namespace=","{operator} \
finds nothing in the state “{state}” of key {key:timer}."],["value:given=no & count=0","{operator} finds nothing in the state “{state}” of key {key:timer} in {namespace:pane}."],["value:given=no & key:given=no","{operator} reads all\
 {count} {count|value|values} of the state “{state}”."],["value:given=no & namespace=","{operator} reads all {count} {count|value|values} of the state “{state}” of key {key:timer}."],["value:given=no","{operator} reads all {count} {\
count|value|values} of the state “{state}” of key {key:timer} in {namespace:pane}."],["key:given=no","{operator} reads the state “{state}”: {value:record}."],["namespace=","{operator} reads the state “{state}” of key {key:timer}: {v\
alue:record}."],["","{operator} reads the state “{state}” of key {key:timer} in {namespace:pane}: {value:record}."]],StateEntryRead:[["found=false & key:given=no","{operator} finds nothing under {entry:record} in the map “{state}”."],
["found=false & namespace=","{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer}."],["found=false","{operator} finds nothing under {entry:record} in the map “{state}” of key {key:timer} in {namespace:pa\
ne}."],["value:given=no & key:given=no","{operator} finds that the map “{state}” has {entry:record}."],["value:given=no & namespace=","{operator} finds that the map “{state}” of key {key:timer} has {entry:record}."],["value:given=no",
"{operator} finds that the map “{state}” of key {key:timer} in {namespace:pane} has {entry:record}."],["key:given=no","{operator} reads what the map “{state}” has under {entry:record}: {value:record}."],["namespace=","{operator} rea\
ds what the map “{state}” of key {key:timer} has under {entry:record}: {value:record}."],["","{operator} reads what the map “{state}” of key {key:timer} in {namespace:pane} has under {entry:record}: {value:record}."]],TimerRegistered:[
["domain=event","{operator} registers an event-time timer for key {key:timer} at {timestamp:timer}."],["","{operator} registers a processing-time timer for key {key:timer} at {timestamp:timer}."]],TimerDeleted:[["","{operator} deletes its t\
imer for key {key:timer} at {timestamp:timer}."]],TimerFired:[["domain=event & timestamp=MAX","The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."],["domain=event","The watermark has passed {timestamp:t\
imer}, so the timer of key {key:timer} in {operator} fires."],["","The clock has reached {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."]],WindowAssigned:[["count=1","The record goes into {window:pane} of key {key:t\
imer}: a new pane, with {count:pane} element."],["","The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} elements now."]],WindowsMerged:[["window=null","{merged:pane} of key {key:timer} become one window, {res\
ult:pane}."],["","The record {value:record} of key {key:timer} has the window {window:pane}, which meets {merged:pane}: they become one, {result:pane}."]],SharedElementChanged:[["","The aggregate of {window:pane} sets a field of its first e\
lement: {before:value} is {after:value} now. The same object is in {others:pane} of key {key:timer}, so it changes there, too."]],TriggerEvaluated:[["result=CONTINUE","The trigger of {window:pane} is asked, and says: not yet."],["","The tri\
gger of {window:pane} is asked, and says {result:firing}."]],TriggerCleared:[["","The trigger forgets what it kept for {window:pane} of key {key:timer}."]],WindowFired:[["clock=watermark & window:bounds=none","The watermark is {watermark:wa\
termark}, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=watermark & kind=early","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires {kind:firing}, before its\
 end, with {count:firing} {count|element|elements}."],["clock=watermark & kind=late","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],[
"clock=watermark","The watermark {watermark:watermark} has reached the end of {window:pane}, so the pane of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & window:bounds=none","Processing time\
 has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & kind=early","Processing time has gone on, so {window:pane} of key {key:timer} fires {kind:firing}, before its \
end, with {count:firing} {count|element|elements}."],["clock=processing time & kind=late","Processing time has gone on, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock\
=processing time","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=count & window:bounds=none","The count is full, so {window:pane} of key {key:timer} fires with\
 {count:firing} {count|element|elements}."],["clock=count & kind=early","The count is full, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=count & kind=late",
"The count is full, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=count","The count is full, so {window:pane} of key {key:timer} fires with {count:firing} {count|ele\
ment|elements}."],["clock=record & window:bounds=none","A record has come, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=record & kind=early","A record has come, so {window:pane} of key {k\
ey:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=record & kind=late","A record has come late, but not too late, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {cou\
nt:firing} {count|element|elements}."],["clock=record","A record has come late, but not too late, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & window:bounds=none","The inpu\
t has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & kind=early","The input has ended, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {c\
ount:firing} {count|element|elements}."],["clock=end of input & kind=late","The input has ended, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["","The input has ended, so {\
window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."]],ElementsEvicted:[["","The evictor takes {evicted:pane} {evicted|element|elements} out of {window:pane} of key {key:timer}; {count:pane} {count|is|are} le\
ft."]],FiringSkipped:[["reason=empty contents","The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes out."],["","The timer's window {window:pane} of key {key:timer} is not there any more: nothing comes ou\
t."]],WindowCleared:[["reason=purged","The contents of {window:pane} of key {key:timer} are purged."],["","The time of {window:pane} of key {key:timer} is over: its pane is removed."]],WindowSkippedAsLate:[["","The record belongs to {window\
:pane}, but that window is gone: the watermark {watermark:watermark} is at or past its cleanup time {cleanup_time:timer}."]],LateRecordDropped:[["cleanup_time=none","The record {value:record} with timestamp {timestamp:firing} comes too late\
 and {side_output|goes to the late side output|is dropped}: the watermark is already {watermark:watermark}."],["","The record {value:record} with timestamp {timestamp:firing} comes too late and {side_output|goes to the late side output|is d\
ropped}: its {windows:number|window|windows} {windows:pane} {windows:number|was|were} over at {cleanup_time:timer}, and the watermark is already {watermark:watermark}."]],SideOutputEmitted:[["","{operator} sends the record {value:record} to\
 the side output “{tag}”."]],ResultWritten:[["","{operator} writes the result {text:record}."]],CheckpointTriggered:[["kind=checkpoint","Checkpoint {checkpoint} begins: {tasks} {tasks|task has|tasks have} to take part."],["","A {kind} b\
egins, as checkpoint {checkpoint}: {tasks} {tasks|task has|tasks have} to take part."]],CheckpointNotTriggered:[["","No checkpoint is begun now: “{reason}”."]],BarrierEmitted:[["","{subtask} puts the barrier of checkpoint {checkpoint} o\
ut: what comes before it belongs to the checkpoint."]],OperatorSnapshotTaken:[["bytes=0","{operator} has no state to keep for checkpoint {checkpoint}."],["","{operator} keeps its state for checkpoint {checkpoint}: {bytes} bytes."]],SnapshotWritten:[
["duration=0","What {subtask} has kept for checkpoint {checkpoint} is written, {bytes} bytes, beside the task, in no time."],["","What {subtask} has kept for checkpoint {checkpoint} is written, {bytes} bytes, beside the task, which went on \
for the {duration} ms that it took."]],CheckpointAcknowledged:[["","{subtask} has its part of checkpoint {checkpoint}, of {bytes} bytes."]],CheckpointDeclined:[["","{subtask} cannot take part in checkpoint {checkpoint}: “{reason}”."]],CheckpointCompleted:[
["","Checkpoint {checkpoint} is complete, {duration} ms after it began, with {bytes} bytes: a failure goes back to here."]],CheckpointAborted:[["","Checkpoint {checkpoint} comes to nothing: “{reason}”."]],CheckpointNotified:[["completed\
=true","{subtask} learns that checkpoint {checkpoint} is complete."],["","{subtask} learns that checkpoint {checkpoint} has come to nothing."]],CheckpointRestored:[["","{tasks} {tasks|task goes|tasks go} back to checkpoint {checkpoint}: sta\
te, timers and the places in the input are as they were."]],CommitPrepared:[["","{operator} prepares {results} {results|result|results} to be committed with checkpoint {checkpoint}; nobody sees {results|it|them} yet."]],ResultsCommitted:[["",
"{operator} commits {results} {results|result|results} of checkpoint {checkpoint}: {total} {total|is|are} visible for good."]],InputRecovered:[["","{channel} has {elements} {elements|element|elements} again that checkpoint {checkpoint} caug\
ht in flight, read before all else."]],OutputRecovered:[["","{elements} {elements|element waits|elements wait} at the sender of {channel} again, which the barrier of checkpoint {checkpoint} had overtaken."]],StateRestored:[["namespace=","Th\
e state “{state}” of key {key:timer} holds {value:record} again."],["","The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} again."]],ListRestored:[["namespace=","The list “{state}” of key {key:timer} hol\
ds {values:record} again."],["","The list “{state}” of key {key:timer} in {namespace:pane} holds {values:record} again."]],StateEntryRestored:[["key:given=no","The map “{state}” has {value:record} under {entry:record} again."],["nam\
espace=","The map “{state}” of key {key:timer} has {value:record} under {entry:record} again."],["","The map “{state}” of key {key:timer} in {namespace:pane} has {value:record} under {entry:record} again."]],TimerRestored:[["","{ope\
rator} has its timer for key {key:timer} at {timestamp:timer} again."]],PaneRestored:[["","The pane of {window:pane} of key {key:timer} is there again, with {count:pane} {count|element|elements}."]],ChannelSelected:[["","The key {key} choos\
es {channel}: its hash code is {hash_code}, that is key group {key_group}."]],RecordPartlyRead:[["","The buffer of {channel} ends in the middle of an element: {bytes} {bytes|byte|bytes} of it are there."]],ActorCalled:[["call=start","The {c\
aller} starts a {called} for the job."],["call=registerJobMaster","The {caller} registers with the {called}."],["call=declareRequiredResources & count=0","The {caller} tells the {called} that it needs no slots any more."],["call=declareRequ\
iredResources","The {caller} tells the {called} that it needs {count} {count|slot|slots} in all."],["call=requestNewWorker","The {caller} has the TaskManager {called} started."],["call=registerTaskExecutor","The TaskManager {caller} registe\
rs with the {called}."],["call=sendSlotReport","The TaskManager {caller} reports {count} {count|slot|slots} to the {called}."],["call=requestSlot","The {caller} asks the TaskManager {called} to keep slot {slot} for the job."],["call=registe\
rTaskManager","The TaskManager {caller} registers with the {called}."],["call=offerSlots","The TaskManager {caller} offers {count} {count|slot|slots} to the {called}."],["call=disconnectTaskManager","The connection from the TaskManager {cal\
ler} to the {called} is closed."],["call=onWorkerTerminated","The {called} hears that the TaskManager {caller} is gone."],["call=freeSlot","The {caller} gives slot {slot} of the TaskManager {called} back."],["call=notifySlotAvailable","The \
TaskManager {caller} tells the {called} that slot {slot} is free again."],["call=disconnectResourceManager","The {caller} stops the TaskManager {called}, whose slots no job has needed for long."],["call=disconnectJobManager & called=Resourc\
eManager","The {caller} takes its leave of the {called}."],["call=disconnectJobManager","The {caller} closes its connection to the TaskManager {called}."],["","The {caller} gets the result of the job from the {called}."]],HeartbeatsExchanged:[
["silent:number=0","JobMaster and ResourceManager ask for heartbeats, {rounds} {rounds|time|times}; all TaskManagers answer."],["","JobMaster and ResourceManager ask for heartbeats, {rounds} {rounds|time|times}; nothing is heard from {silen\
t}."]]},ei={en:{channel:"ch {index}",of:"{channel} of {task}",input:"input",first:"first input",second:"second input",before:"{ms} ms before {end}",after:"{ms} ms after {end}",wrapped:"wrapped to {time}",comma:", ",and:" and "},zh:{channel:"\
通道 {index}",of:"{task} 的{channel}",input:"输入",first:"第一个输入",second:"第二个输入",before:"{end} 前 {ms} ms",after:"{end} 后 {ms} ms",wrapped:"绕回到 {time}",comma:"、",and:"和"}},Kt={record:"a record that enter\
s a source or a task",watermark:"a watermark that is generated, or that a task's input reaches",firing:"a window that fires, or a timer where there are no windows"},Ue={failure:["a task fails","{n} tasks fail"],start:["the job starts",""],end:[
"the job ends",""],late:["a record is late","{n} records are late"],firing:["a window or timer fires","{n} fire"],merge:["sessions merge","sessions merge {n} times"],idle:["something goes idle, or comes back","the status of {n} changes"],minimum:[
"a minimum moves","a minimum moves in {n} tasks"],fill:["a record goes into a pane","{n} records go into panes"],state:["state changes","{n} records change state"],"held up":["a task is held up","{n} times a task is held up"],result:["a res\
ult comes out","{n} results come out"],read:["a record is read","{n} records are read"]},Me=[{kind:"TaskFailed",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobSubmitted",when:"",grain:"story",stop:"",moment:"start",counted:null},
{kind:"RestartDecided",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobStatusChanged",when:"before=CREATED",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RUNNING",grain:"story",
stop:"",moment:"start",counted:null},{kind:"JobStatusChanged",when:"after=FAILING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RESTARTING",grain:"event time",stop:"",moment:"",counted:null},{kind:"\
JobStatusChanged",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"ExecutionReset",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ActorCalled",when:"call=disconnectTaskManager",grain:"event time",stop:"",moment:"",
counted:null},{kind:"ActorCalled",when:"call=disconnectResourceManager",grain:"event time",stop:"",moment:"",counted:null},{kind:"SlotReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"SlotReserved",when:"",grain:"e\
vent time",stop:"",moment:"",counted:null},{kind:"ResultsCommitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"CommitPrepared",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointTriggered",when:"",
grain:"event time",stop:"",moment:"start",counted:null},{kind:"CheckpointCompleted",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"CheckpointAborted",when:"",grain:"story",stop:"",moment:"end",counted:null},{kind:"Checkpoin\
tRestored",when:"",grain:"story",stop:"",moment:"start",counted:null},{kind:"CheckpointNotTriggered",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"BarrierEmitted",when:"",grain:"event time",stop:"",moment:"",counted:null},
{kind:"CheckpointAcknowledged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointDeclined",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"CheckpointNotified",when:"",grain:"records",stop:"",moment:"",
counted:null},{kind:"OperatorSnapshotTaken",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"SnapshotWritten",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"PaneRestored",when:"",grain:"records",stop:"",moment:"",
counted:null},{kind:"StateRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ListRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRestored",when:"",grain:"records",stop:"",moment:"",counted:null},
{kind:"TimerRestored",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"WindowFired",when:"",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"LateRecordDropped",when:"",grain:"story",stop:"",moment:"late",counted:null},
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
counted:["tick of the clock","ticks of the clock"]},{kind:"ConnectionAttempted",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"SplitReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WatermarkAligned",
when:"",grain:"event time",stop:"",moment:"",counted:["report to an alignment group","reports to alignment groups"]},{kind:"IdlenessCountdownChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"OperatorWatermarkAdvance\
d",when:"",grain:"event time",stop:"",moment:"minimum",counted:null},{kind:"WindowCleared",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"TimerRegistered",when:"namespace=",grain:"event time",stop:"",moment:"state",counted:[
"timer registered","timers registered"]},{kind:"TimerRegistered",when:"",grain:"event time",stop:"",moment:"",counted:["timer registered","timers registered"]},{kind:"TimerDeleted",when:"",grain:"event time",stop:"",moment:"",counted:null},
{kind:"WindowSkippedAsLate",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateCleared",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRemoved",when:"",grain:"records",stop:"",moment:"",counted:null},
{kind:"StateRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateEntryRead",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"TimestampAssigned",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"\
ElementProcessed",when:"element=record",grain:"records",stop:"",moment:"",counted:null},{kind:"TriggerEvaluated",when:"",grain:"records",stop:"",moment:"",counted:null}],ti=["Client","Dispatcher","ResourceManager","JobMaster"],Jt=[{kind:"Jo\
bSubmitted",when:"",caller:"Client",called:"Dispatcher",call:"submitJob"},{kind:"ActorCalled",when:"",caller:"{caller}",called:"{called}",call:"{call}"},{kind:"HeartbeatsExchanged",when:"",caller:"JobMaster",called:"{all}",call:"requestHear\
tbeat"},{kind:"TaskStateChanged",when:"after=SCHEDULED",caller:"",called:"",call:""},{kind:"TaskStateChanged",when:"before=CREATED",caller:"",called:"",call:""},{kind:"TaskStateChanged",when:"before=SCHEDULED & after=CANCELED",caller:"",called:"",
call:""},{kind:"TaskStateChanged",when:"after=DEPLOYING",caller:"JobMaster",called:"{task manager}",call:"submitTask"},{kind:"TaskStateChanged",when:"after=CANCELING",caller:"JobMaster",called:"{task manager}",call:"cancelTask"},{kind:"Task\
StateChanged",when:"",caller:"{task manager}",called:"JobMaster",call:"updateTaskExecutionState"},{kind:"SplitAssigned",when:"",caller:"JobMaster",called:"{task manager}",call:"sendOperatorEventToTask"},{kind:"WatermarkAligned",when:"",caller:"\
{task manager}",called:"JobMaster",call:"sendOperatorEventToCoordinator"},{kind:"CheckpointTriggered",when:"",caller:"JobMaster",called:"{sources}",call:"triggerCheckpoint"},{kind:"CheckpointAcknowledged",when:"",caller:"{task manager}",called:"\
JobMaster",call:"acknowledgeCheckpoint"},{kind:"CheckpointDeclined",when:"",caller:"{task manager}",called:"JobMaster",call:"declineCheckpoint"},{kind:"CheckpointNotified",when:"completed=true",caller:"JobMaster",called:"{task manager}",call:"\
confirmCheckpoint"},{kind:"CheckpointNotified",when:"",caller:"JobMaster",called:"{task manager}",call:"abortCheckpoint"},{kind:"JobStatusChanged",when:"after=FINISHED",caller:"JobMaster",called:"Dispatcher",call:"jobReachedTerminalState"},
{kind:"JobStatusChanged",when:"after=FAILED",caller:"JobMaster",called:"Dispatcher",call:"jobReachedTerminalState"},{kind:"JobStatusChanged",when:"after=CANCELED",caller:"JobMaster",called:"Dispatcher",call:"jobReachedTerminalState"}];var E=-(1n<<63n),V=(1n<<63n)-1n,ii=/"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g,Yt=10000000000n,$p=-62135596800000n,Ep=253402300800000n,Cr=86400000n,ni=366n*Cr,ri=1000000000000n,oi=/(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;function I(t){let e="";for(let[
n]of t.matchAll(ii))n[0]==='"'?e+=JSON.parse(n):n==="["?e+="(":n==="]"?e+=")":n===","?e+=", ":e+=n.trim().replace(oi,r=>Mr(BigInt(r))||r);return e}function ie(t,e=60){let n=Array.from(t);return n.length<=e?t:`${n.slice(0,e-1).join("")}…`}
function re(t){let e=/^\[(-?\d+),(-?\d+)\]$/.exec(t);return e?[BigInt(e[1]),BigInt(e[2])]:null}function pe(t){if(t[0]!=="[")return null;let e=[],n=0,r="";for(let[s]of t.matchAll(ii))s==="]"&&n--,n===0||n===1&&s===","?(r!==""&&e.push(r),r=""):
r+=s,s==="["&&n++;return e}function ai(t){for(let[e,n]of[["MIN",E],["MAX",V]]){let r=t-n;if(r>-ri&&r<ri)return[e,r]}return["",0n]}function Mr(t){let[e,n]=ai(t);return n===0n?e:n>0n?`${e} + ${n}`:`${e} - ${-n}`}function si(t,e){return(t-(t%e+
e)%e)/e}function st(t){return String(t).padStart(2,"0")}var ve=class{constructor(e,n="en"){this.language=n;this.words=ei[n],this.start=BigInt(e?.start_time_ms??0),this.day=si(this.start,Cr);for(let r of e?.vertices??[])for(let s=0;s<r.parallelism;s++){
let i=r.parallelism>1?` ${s+1}/${r.parallelism}`:"";this.names.set(`${r.id}/${s}`,r.operators[0].name+i);for(let o of r.operators)this.names.set(`o${o.node}/${s}`,o.name+i)}for(let r of e?.channels??[]){let s=this.hasOneInput.get(r.target)??
!0;this.hasOneInput.set(r.target,s&&r.input===0);let i=this.words.channel.replace("{index}",String(r.index));this.shorts.set(r.id,i),r.initial_credit===0&&this.uncredited.add(r.id),this.names.set(r.id,this.words.of.replace("{channel}",i).replace(
"{task}",()=>this.name(r.target)))}}names=new Map;shorts=new Map;uncredited=new Set;hasOneInput=new Map;start;day;words;name(e){return this.names.get(e)??e}short(e){return this.shorts.get(e)??this.name(e)}flow(e){return this.uncredited.has(
e)?"before credits":"credits"}input(e,n){return this.hasOneInput.get(e)?this.words.input:n>0?this.words.second:this.words.first}time(e){if(e===null)return"none";if(e===E)return"MIN";if(e===V)return"MAX";if(e>-Yt&&e<Yt)return String(e);if(e<
$p||e>=Ep)return this.besideTheEnds(e)||e.toLocaleString("en-US");let n=new Date(Number(e)),r=st(n.getUTCHours()),s=n.getUTCMilliseconds(),i=`${r}:${st(n.getUTCMinutes())}:${st(n.getUTCSeconds())}`;return s!==0&&(i+=`.${String(s).padStart(3,
"0")}`),si(e,Cr)===this.day?i:`${String(n.getUTCFullYear()).padStart(4,"0")}-${st(n.getUTCMonth()+1)}-${st(n.getUTCDate())} ${i}`}mark(e){return Mr(e)||this.time(e)}besideTheEnds(e){let[n,r]=ai(e);if(r===0n)return n;let[s,i]=r>0n?[this.words.
after,r]:[this.words.before,-r];return s.replace("{ms}",String(i)).replace("{end}",n)}text(e){return e.replace(oi,n=>this.number(n))}number(e){let n=BigInt(e),r=Mr(n);if(r!=="")return r;let s=n-this.start;return(this.start>=Yt||this.start<=
-Yt)&&s<ni&&s>-ni?this.time(n):e}value(e){return ie(this.text(I(e)))}window(e){let n=re(e);if(n){let s=this.time(n[1]);return`[${this.time(n[0])}, ${n[1]<n[0]?this.words.wrapped.replace("{time}",s):s})`}let r=pe(e);return r?this.listed(r.map(
s=>this.window(s))):this.value(e)}listed(e){let{comma:n,and:r}=this.words;return[e.slice(0,-1).join(n),e.at(-1)??""].filter(s=>s!=="").join(r)}};var Rp=t=>new Set(t.map(e=>O.indexOf(e))),Ap=O.indexOf("SourceRecordRead"),ui=O.indexOf("ElementReceived"),Op=Rp(["WindowFired","TimerFired","WatermarkGenerated","WatermarkEmitted","InputWatermarkAdvanced","OperatorWatermarkAdvanced","MailT\
aken","StatusEmitted"]),Pp=O.indexOf("InputWatermarkAdvanced"),li=O.indexOf("WatermarkGenerated"),Lp=O.indexOf("WatermarkEmitted");function Xt(t,e){let n=t.kinds[e]===ui?t.origin(e):-1;return n>=0?n:t.cause(e)}function Q(t,e){for(let n=e;n>=
0;n=Xt(t,n)){if(t.kinds[n]===Ap)return n;if(n!==e&&Op.has(t.kinds[n]))return-1}return-1}function ci(t,e,n){for(let r=e;r>=0;r=Xt(t,r))if(n.has(t.kinds[r]))return r;return-1}function mi(t,e){let n=-1;for(let r=e;r>=0;r=Xt(t,r)){let s=t.kinds[r];
if(s===Pp&&(n=t.origin(r)),s===ui&&di(t,r))return n<0||di(t,n)?-1:pi(t,n)}return pi(t,e)}function pi(t,e){for(let n=e;n>=0;n=Xt(t,n)){let r=t.kinds[n],s=r===li?n:-1;if(r===Lp){let o=t.origin(n);o>=0&&t.kinds[o]===li&&(s=o)}if(s<0)continue;let i=t.
origin(s);return Q(t,i>=0?i:t.cause(s))}return-1}function di(t,e){let n=t.event(e);return n.type==="ElementReceived"?n.element==="watermark"&&n.timestamp===V:n.type==="ChannelWatermarkChanged"&&n.after===V}var H=class{constructor(e){this.initial=e}positions=[];times=[];values=[];get last(){return this.values.length>0?this.values[this.values.length-1]:this.initial}set(e,n,r){let s=this.positions.length-1;if(s>=0&&this.positions[s]===e){this.values[s]=
r;return}this.positions.push(e),this.times.push(n),this.values.push(r)}at(e){let n=Y(this.positions,e);return n<0?this.initial:this.values[n]}atTime(e){let n=Y(this.times,e);return n<0?this.initial:this.values[n]}};function Y(t,e){let n=0,r=t.
length;for(;n<r;){let s=n+r>>1;t[s]<=e?n=s+1:r=s}return n-1}var Zt=class{changes=new H(null);spent=[];condition="busy";runs=!1;becomes(e,n,r){this.condition=r,this.runs&&this.note(e,n,r)}starts(e,n){this.runs=!0,this.note(e,n,this.condition)}ends(e,n){this.runs&&this.note(e,n,null),this.runs=!1}note(e,n,r){
let{times:s,values:i}=this.changes,o=s.length-1,a=o<0?{busy:0,idle:0,soft:0,hard:0}:{...this.spent[o]},l=o<0?null:i[o];l&&(a[l]+=n-s[o]);let p=s.length;this.changes.set(e,n,r),s.length>p&&this.spent.push(a)}until(e,n,r){return this.spentAt(
Y(this.changes.positions,e),n,r)}untilTime(e,n){return this.spentAt(Y(this.changes.times,e),e,n)}spentAt(e,n,r){if(e<0)return 0;let s=this.changes.values[e]===r?n-this.changes.times[e]:0;return this.spent[e][r]+s}};var ge=class{positions=[0];times;end;constructor(e){this.end=e.eventCount,this.times=[e.plan?.start_time_ms??0];for(let n of e.indexesOf(["ProcessingTimeAdvanced"])){let r=e.event(n);r.type==="ProcessingTimeAdvanced"&&(this.positions.push(n+
1),this.times.push(Number(r.after)))}}get start(){return this.times[0]}get last(){return this.times.at(-1)}timeAt(e){return this.times[Y(this.positions,e)]}places(e){let n=new Float64Array(this.end+1);for(let r=0;r<this.positions.length;r++){
let s=this.positions[r],i=this.endOf(r)-s,o=this.times[r];for(let a=0;a<i;a++)n[s+a]=e==="steps"?s+a:o+a/i}return n}positionAt(e,n){let r=l=>Math.max(0,Math.min(this.end,l));if(n==="steps")return r(Math.floor(e));let s=Y(this.times,e);if(s<
0)return 0;let i=this.positions[s],o=this.endOf(s)-i,a=Math.min(.999999,e-this.times[s]);return r(i+Math.min(o-1,Math.floor(a*o)))}endOf(e){return this.positions[e+1]??this.end+1}},it=1e3,ot=60*it,at=60*ot,$r=24*at,Ip=[1,2,5,10,20,50,100,200,
500,...[1,2,5,10,15,30].map(t=>t*it),...[1,2,5,10,15,30].map(t=>t*ot),...[1,2,3,6,12].map(t=>t*at),...[1,2,7,14,28,91,182,365,730,1825,3650,36500].map(t=>t*$r)],hi=1e10;function lt(t,e,n){let r=(e-t)/Math.max(1,n);if(!(r>0)||!Number.isFinite(
r))return[];let i=(Math.abs(t)>=hi||Math.abs(e)>=hi?Ip.find(a=>a>=r):void 0)??Np(r),o=[];for(let a=Math.ceil(t/i)*i;a<=e&&o.length<=n+1;a+=i)o.push(a);return o}function Np(t){let e=10**Math.floor(Math.log10(t));return Math.max(1,e*([1,2,5].
find(n=>n*e>=t)??10))}function ke(t){let e=Math.abs(Math.round(t)),n=(r,s,i,o)=>{let a=Math.floor(e/r),l=Math.round((e-a*r)/i);return l*i===r?`${a+1} ${s}`:l>0?`${a} ${s} ${l} ${o}`:`${a} ${s}`};return e>=$r?n($r,"d",at,"h"):e>=at?n(at,"h",
ot,"min"):e>=ot?n(ot,"min",it,"s"):e>=it?`${Number((e/it).toFixed(3))} s`:`${e} ms`}var _p=new DOMParser,Qt="data-style",Wp=["data-id","data-task","data-m","data-line"],ki=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]),fi=new WeakMap;function en(t,e){let n=e.getRootNode(),r=n instanceof ShadowRoot?n:document,
s=fi.get(r)??new Set;if(fi.set(r,s),s.has(t))return;s.add(t);let i=new CSSStyleSheet;i.replaceSync(t),r.adoptedStyleSheets=[...r.adoptedStyleSheets,i]}function xe(t){let e=t.getRootNode();return e instanceof ShadowRoot||e instanceof Document?
e.activeElement:null}function A(t,e){let n=_p.parseFromString(`<!doctype html><body>${e}`,"text/html");bi(t,[...n.body.childNodes])}function bi(t,e){let n=t.firstChild;for(let r of e){if(r instanceof Element&&ki.has(r.nodeName.toUpperCase()))
continue;if(!n){t.append(gi(r));continue}let s=n.nextSibling;Fp(n,r)?r instanceof Element?Bp(n,r):n.nodeValue!==r.nodeValue&&(n.nodeValue=r.nodeValue):n.replaceWith(gi(r)),n=s}for(;n;){let r=n.nextSibling;n.remove(),n=r}}function Fp(t,e){return t.
nodeName!==e.nodeName?!1:!(t instanceof Element)||!(e instanceof Element)?!0:Wp.every(n=>t.getAttribute(n)===e.getAttribute(n))}function Bp(t,e){for(let{name:n}of[...t.attributes])!e.hasAttribute(n)&&n!=="style"&&t.removeAttribute(n);for(let{
name:n,value:r}of e.attributes)!wi(n,r)||t.getAttribute(n)===r||(t.setAttribute(n,r),n===Qt&&Er(t));t instanceof HTMLInputElement&&e.hasAttribute("value")&&(t.value=e.getAttribute("value")),bi(t,[...e.childNodes])}function gi(t){if(t instanceof
Element)for(let n of[t,...t.querySelectorAll("*")]){n!==t&&ki.has(n.nodeName.toUpperCase())&&n.remove();for(let{name:r,value:s}of[...n.attributes])wi(r,s)||n.removeAttribute(r)}let e=document.adoptNode(t);if(e instanceof Element){e.hasAttribute(
Qt)&&Er(e);for(let n of e.querySelectorAll(`[${Qt}]`))Er(n)}return e}function Er(t){t.style.cssText=t.getAttribute(Qt)}function wi(t,e){return!t.startsWith("on")&&!/^\s*javascript:/i.test(e)}function Ne(t,e,n){let r=Dp(t,e,n);return{pane:e.missedBy(n),over:r,closer:r<0?-1:mi(t,r),behind:n.watermark-(n.cleanup??n.time)}}function Dp(t,e,{index:n,operator:r}){let s=e.curves.find(({kind:l,owner:p})=>l==="minimum"&&p===r),i=t.event(
n);if(i.type!=="LateRecordDropped"||!s)return-1;let o=i.cleanup_time??(i.timestamp??0n)+1n,a=-1;for(let l of s.at){if(l>=n)break;let p=t.event(l);p.type==="ExecutionReset"?a=-1:a<0&&p.type==="OperatorWatermarkAdvanced"&&p.after>=o&&(a=l)}return a}async function tn(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function ae(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var yi={zh:{texts:{},derived:{},sentences:{},words:{},moments:{},counted:{}},cards:{classes:{},old:{},shown:{},claims:[]}},W=yi;async function vi(t){if(W!==yi||!t)return;let e=ae(t);e.byteLength>0&&(W=JSON.parse(new TextDecoder().decode(await tn(
e))))}var Vp=/\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;function Rr(t,e){let n=Tr[t.type].findIndex(([s])=>_e(s,t,e));if(n<0)return[];let r=e.language==="zh"?W.zh.sentences[t.type]?.[n]:void 0;return zp(t,r??Tr[t.type][n][1],e)}function _e(t,e,n){
return(t===""?[]:t.split(" & ")).every(r=>{let s=r.indexOf("="),[i,o]=r.slice(0,s).split(":");return Si(e,i,o??"",n)===r.slice(s+1)})}function ee(t,e){return Rr(t,e).map(n=>n.text).join("")}function zp(t,e,n){let r=[],s=0;for(let i of e.matchAll(
Vp)){i.index>s&&r.push({text:e.slice(s,i.index),tone:""});let[o,a,l,p,d]=i,c=Si(t,a,l??"",n);if(p!==void 0)r.push({text:c==="1"||c==="true"?p:d,tone:""});else{let m=xi(t,a),h=m==="subtask"||m==="operator"?"name":"",f=n.language==="zh"&&(m===
"text"||m==="choice");r.push({text:f&&Object.hasOwn(W.zh.words,c)?W.zh.words[c]:c,tone:l??h})}s=i.index+o.length}return s<e.length&&r.push({text:e.slice(s),tone:""}),r}function xi(t,e){return Ut[t.type].find(([n])=>n===e)?.[1]??""}function Si(t,e,n,r){
let s=t[e];if(n==="number")return String(Hp(s));switch(xi(t,e)){case"timestamp":case"optional timestamp":return r.time(s);case"value":return n==="pane"?r.window(s):n==="given"?s==="null"?"no":"yes":n==="bounds"?re(s)?"time":"none":r.value(s);case"\
channel":return n==="flow"?r.flow(s):n==="short"?r.short(s):r.name(s);case"texts":return r.listed(s.map(i=>r.short(i)));case"subtask":case"operator":return r.name(s);case"plan":return s.job_name;case"text":return r.text(s);case"count":return n===
"side"?r.input("subtask"in t?t.subtask:"",s):String(s);default:return String(s)}}function Hp(t){return Array.isArray(t)?t.length:pe(t)?.length??1}function Ti(t,e){let n=[];for(let r=e;r>=0;r=t.cause(r))n.unshift(r);return n}var qp=["en","zh"],pt="en",K=()=>pt;function nn(t){pt=qp.find(e=>e===t)??"en"}function u(t,...e){return(pt==="zh"?W.zh.texts[t]??t:t).replace(/\{(\d)\}/g,(r,s)=>String(e[Number(s)]))}function rn(t){return(pt==="zh"?W.zh.moments[t]:void 0)??
Ue[t]}function J(t){return pt==="zh"?W.zh.texts[t]??t:t}var jp={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function k(t){return t.replace(/[&<>"']/g,e=>jp[e])}var Gp={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},Up='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',Kp=2e4,sn=new Map,on=null;function C(t,e){let n=`${e}${t}`,r=sn.get(n);if(r!==void 0)return r;if(on??=document.createElement("canvas").getContext("2d"),!on)return t.length*8;on.
font=`${Gp[e]} ${Up}`;let s=on.measureText(t).width;return sn.size>=Kp&&sn.clear(),sn.set(n,s),s}function $(t,e,n){if(C(t,n)<=e)return t;let r=Array.from(t.slice(0,Math.max(8,e))),[s,i]=[1,r.length-1];for(;s<i;){let o=s+i+1>>1;C(`${r.slice(
0,o).join("")}…`,n)<=e?s=o:i=o-1}return`${r.slice(0,s).join("")}…`}function te(t,e,n){let[r]=/( \d+\/\d+)?$/.exec(t);return $(t.slice(0,t.length-r.length),e-C(r,n),n)+r}function N(t,e,n){return Math.max(e,Math.min(n,t))}function D(t,e,n,r,s="\
img"){return`<svg viewBox="0 0 ${B(t)} ${B(e)}" width="${B(t)}" height="${B(e)}" role="${s}" aria-label="${k(n)}">${r}</svg>`}function v(t,e,n,r="",s="start"){let i=s==="start"?"":` text-anchor="${s}"`,o=r?` class="${r}"`:"";return`<text x=\
"${B(t)}" y="${B(e)}"${i}${o}>${k(n)}</text>`}function T(t,e,n,r,s,i=6,o=""){let a=`<rect x="${B(t)}" y="${B(e)}" width="${B(Math.max(0,n))}" height="${B(Math.max(0,r))}" rx="${i}" class="${s}"`;return o?`${a}><title>${k(o)}</title></rect>`:
`${a}/>`}function z(t,e,n,r,s){return`<line x1="${B(t)}" y1="${B(e)}" x2="${B(n)}" y2="${B(r)}" class="${s}"/>`}function $e(t,e,n,r){let s=Math.max(24,(n-t)*.5);return`M${B(t)} ${B(e)}C${B(t+s)} ${B(e)} ${B(n-s)} ${B(r)} ${B(n)} ${B(r)}`}function de([
t,e,n,r],s){let i=Math.max(24,(n-t)*.5),o=1-s,a=(l,p,d,c)=>o*o*o*l+3*o*o*s*p+3*o*s*s*d+s*s*s*c;return[a(t,t+i,n-i,n),a(e,e,r,r)]}function Ci(t,e,n,r=5){return`<circle cx="${B(t)}" cy="${B(e)}" r="${r}" class="record"><title>${k(n)}</title><\
/circle>`}function Mi(t,e,n){return`<path d="M${B(t-9)} ${B(e-8)}h12l6 8l-6 8h-12z" class="watermark"><title>${k(n)}</title></path><text x="${B(t-2)}" y="${B(e+4)}" text-anchor="middle" class="flag">W</text>`}function $i(t,e,n,r=6){return`<\
path d="M${B(t)} ${B(e-r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" class="${n}"/>`}function B(t){return Math.round(t*10)/10}var Jp=t=>Array.isArray(t)?t.map(String):[];function Ee(t,e){let{question:n,sentence:r,links:s,cause:i,counterfactual:o,also:a}=t??{};if(typeof n!="string"||typeof r!="string"||!Array.isArray(s))return null;let l=[];for(let c of s){let{step:m,
text:h,things:f,fact:g}=c??{};if(typeof m!="number"||!Number.isInteger(m)||m<-1||m>=e||typeof h!="string")return null;l.push({step:m,text:h,things:Jp(f),...typeof g=="number"?{position:g+1}:{}})}let p=Array.isArray(i)?i.map(Yp).filter(Boolean):
[],d=Array.isArray(a)?a.map(Ei).filter(c=>c!==null):[];return{question:n,sentence:r,links:l,cause:p.join("; "),counterfactual:Ei(o),also:d}}var Yp=t=>typeof t?.text=="string"?t.text:"";function Ei(t){let{text:e,changes:n,outcome:r,cost:s}=t??
{};if(typeof e!="string")return null;let o=(Array.isArray(n)?n:[]).map(({what:l,old:p,new:d,where:c})=>`${l}: ${p} → ${d}${c?` (${c})`:""}`),a=[r,s].filter(l=>typeof l=="string"&&l!=="");return{text:e,changes:[...o,...a]}}function Ri(t,e,n,r){
let{pane:s,over:i,closer:o,behind:a}=Ne(t,e,r),l=[],p=(g,w)=>{let b=t.event(g),y="operator"in b?[b.operator]:"subtask"in b?[b.subtask]:[];l.push({step:t.stepOf(g),text:w,things:y,position:g+1})};if(p(r.index,ee(t.event(r.index),n)),s){let g=s.
firings.at(-1),w=s.counts.at(-1)??0,b=u(w===1?"{0} element":"{0} elements",w);g&&p(g.index,u("Its window {0} had fired with {1}.",n.window(s.window),b))}i>=0&&p(i,ee(t.event(i),n));let d=o<0?-1:Q(t,o);d>=0&&p(d,u("For this was read: {0}",ee(
t.event(d),n)));let c=t.event(r.index),m="value"in c?n.value(c.value):u("it"),h=ke(a),f=a>0?{text:u("Were the watermark {0} slower at that moment, it would have counted.",h),changes:[]}:null;return{question:u("Why is {0} not counted?",m),sentence:a>
0?u("The watermark was {0} past the end of its window.",h):u("Its window was over."),links:l,cause:"",counterfactual:f}}var an=class{constructor(e,n,r,s){this.el=e;this.labels=n;e.addEventListener("click",i=>{let o=i.target.closest("[data-l\
ink]")?.dataset.link;o!==void 0&&this.answer&&r(this.answer.links[Number(o)]);let a=i.target.closest("[data-try]")?.dataset.try;a!==void 0&&s(Number(a))})}drawn="";answer=null;draw(e,n,r=0){this.answer=e;let s=JSON.stringify([e,n,r]);if(s===
this.drawn)return;if(this.drawn=s,!e){A(this.el,`<p class="none">${u("Go to a record that came too late, and this tells why.")}</p>`);return}let{question:i,sentence:o,links:a,cause:l,counterfactual:p}=e,d=a.map(({step:g,text:w,things:b},y)=>{
let x=b.map(M=>this.labels.name(M)).join(", ");return`<li><button type="button" data-link="${y}"${g===n?' aria-current="step"':""} title="${k(x)}"><small>${u("step {0}",g)}${x?` · ${k(x)}`:""}</small><span>${k(w)}</span></button></li>`}),m=[
p,...e.also??[]].filter(g=>g!==null).map(({text:g,changes:w},b)=>{let y=w.map(S=>`<li>${k(S)}</li>`).join(""),x=b<r?`<button type="button" class="small" data-try="${b}">${u("try it")}</button>`:"";return`<p>${k(g)}</p>${y?`<ul>${y}</ul>`:""}${x}`}),
h=m.length?`<div class="smallest"><b>${u("What would change it")}</b>${m.join("")}</div>`:"",f=l?`<p class="rootCause"><b>${u("Cause")}</b> ${k(l)}</p>`:"";A(this.el,`<h3 aria-level="2">${k(i)}</h3><p>${k(o)}</p><ol>${d.join("")}</ol>${f}${h}`)}};var Oi=`flnktrc
`,Re=class extends Error{},Xp=16,dt=24;async function ce(t){let e=new DataView(t.buffer,t.byteOffset,t.byteLength);if(String.fromCharCode(...t.subarray(0,Oi.length))!==Oi)throw new Re("This is no flinksim trace.");let r=e.getUint32(8,!0);if(r!==
2)throw new Re(`The trace has format version ${r}; this page reads version ${2}. Record the run again, or export it with the flinksim that wrote it.`);let s=[],i=Xp,o=!1;for(;!o;){let l=t.byteLength-i,p=l<dt?0:Number(e.getBigUint64(i+8,!0));
if(l<dt+p)break;o=e.getUint32(i+4,!0)===1,s.push(await Zp(t.subarray(i+dt,i+dt+p))),i+=dt+p}let a=s.at(-1);if(!a)throw new Re("The trace is cut short.");return new Ar(Qp(s),o?a.info:{...a.info,cut:"the file is cut short"})}async function Zp(t){
let e=await tn(t),n=new DataView(e).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(e,4,n)));if(r.schema!==Sr)throw new Re(`The facts of the trace have schema ${r.schema}; this page knows ${Sr}. Record the run again, or\
 export it with the flinksim that wrote it.`);let s=new Map;for(let[i,o,a,l,p]of r.columns){let d=rd(o,e,4+n+a,l);s.set(i,{values:d,none:p===null?null:BigInt(p)})}return{columns:s,info:r.info}}function Qp(t){if(t.length===1)return t[0].columns;
let e=new Set(t.flatMap(({columns:r})=>[...r.keys()])),n=new Map;for(let r of e){let s=t.flatMap(({columns:i})=>i.get(r)??[]);if(s.some(({none:i})=>i!==null)){let i=td(s.map(({values:a})=>a)),o=s.map(a=>a.values.map(l=>l===a.none?i:l));n.set(
r,{values:Pi(o),none:i})}else{let i=s.map(o=>o.values);n.set(r,{values:r==="texts.end"?nd(i):Pi(i),none:null})}}return n.set("steps.after",{values:ed(t),none:null}),n}function ed(t){let e=[],n=0;for(let{columns:r}of t){let s=r.get("events.k\
ind").values.length;for(let i of r.get("steps.after").values)e.push(n+Number(i)),s-=Number(i),n=0;n+=s}return Uint32Array.from(e)}function td(t){let e=-(1n<<63n)+1n;for(;t.some(n=>n.includes(e));)e+=1n;return e}function nd(t){let e=0,n=[];for(let r of t){
let s=e;for(let i of r)n.push(e=s+Number(i))}return Uint32Array.from(n)}function Pi(t){let e=t.reduce((s,i)=>s+i.length,0);if(t.some(s=>s instanceof BigInt64Array))return Li(new BigInt64Array(e),t,s=>s instanceof BigInt64Array?s:BigInt64Array.
from(s,BigInt));let n=Math.max(...t.map(s=>s.BYTES_PER_ELEMENT)),r=n===1?new Uint8Array(e):n===2?new Uint16Array(e):new Uint32Array(e);return Li(r,t,s=>s)}function Li(t,e,n){let r=0;for(let s of e)t.set(n(s),r),r+=s.length;return t}var Ar=class{constructor(e,n){
this.columns=e;this.info=n;this.texts=new Or(this.column("texts.json"),this.column("texts.end")),this.kinds=this.column("events.kind"),this.eventCount=this.kinds.length;let r=this.column("steps.after");this.stepCount=r.length,this.firstEvents=
new Uint32Array(this.stepCount);let s=0;for(let a=0;a<this.stepCount;a++)this.firstEvents[a]=s+=Number(r[a]);this.causes=this.column("events.cause"),this.originBack=this.column("events.origin"),this.places=this.column("events.place"),this.rows=
new Uint32Array(this.eventCount);let i=new Uint32Array(O.length);for(let a=0;a<this.eventCount;a++){let l=this.kinds[a];this.rows[a]=i[l]++}this.tables=O.map((a,l)=>i[l]>0?this.table(a):null);let o=this.eventCount>0?this.event(0):null;this.
plan=o?.type==="JobSubmitted"?o.plan:null}kinds;eventCount;stepCount;plan;texts;rows;tables;firstEvents;moves=null;causes;originBack;places;event(e){let n=this.kinds[e];return Qs[n](this.tables[n],this.rows[e])}kindOf(e){return O[this.kinds[e]]}cause(e){
let n=Number(this.causes[e]);return n===0?-1:e-n}origin(e){let n=Number(this.originBack[e]);return n===0?-1:e-n}placeOf(e){return String(this.places[e])}callStack(e){let n=this.column("frames.caller"),r=this.column("frames.method"),s=[];for(let i=Number(
this.places[e]);i>0;i=Number(n[i]))s.unshift(this.texts.text(Number(r[i])));return s}stepOf(e){let n=0,r=this.stepCount;for(;n<r;){let s=n+r>>1;Number(this.firstEvents[s])<=e?n=s+1:r=s}return n-1}eventRange(e){let n=e+1<this.stepCount?Number(
this.firstEvents[e+1]):this.eventCount;return[Number(this.firstEvents[e]),n]}timeAt(e){let n=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,s=n.length;for(;r<s;){let o=r+s>>1;n[o]<e?r=o+1:s=o}let i=r===0?null:this.event(n[r-1]);
return i?.type==="ProcessingTimeAdvanced"?i.after:BigInt(this.plan?.start_time_ms??0)}positionBy(e){let n=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,s=n.length;for(;r<s;){let i=r+s>>1,o=this.event(n[i]);o.type==="Processing\
TimeAdvanced"&&o.after<=e?r=i+1:s=i}return n[r]??this.eventCount}actorOf(e){return this.texts.text(Number(this.column("steps.actor")[e]))}actionOf(e){return this.texts.text(Number(this.column("steps.action")[e]))}indexesOf(e){let n=new Set(
e.map(s=>O.indexOf(s))),r=[];for(let s=0;s<this.eventCount;s++)n.has(this.kinds[s])&&r.push(s);return r}column(e){let n=this.columns.get(e);if(!n)throw new Re(`The trace has no column ${e}; it is damaged.`);return n.values}table(e){let n=Ut[e].
map(([s])=>`${e}.${s}`),r=n.map(s=>this.columns.get(s)?.none??null);return new Pr(n.map(s=>this.column(s)),r,this.texts)}};function rd(t,e,n,r){switch(t){case"u8":return new Uint8Array(e,n,r);case"u16":return new Uint16Array(e,n,r);case"u32":
return new Uint32Array(e,n,r);case"i64":return new BigInt64Array(e,n,r);default:throw new Re(`The trace has a column of type ${t}; it is damaged.`)}}var Or=class{constructor(e,n){this.ends=n;this.all=new TextDecoder("latin1").decode(e)}all;parsed=[];lists=[];json(e){
let n=e===0?0:Number(this.ends[e-1]);return this.all.slice(n,Number(this.ends[e]))}list(e){return this.lists[e]??=JSON.parse(this.json(e))}text(e){return this.parsed[e]??=JSON.parse(this.json(e))}},Pr=class{constructor(e,n,r){this.columns=e;
this.nones=n;this.texts=r}timestamp(e,n){return this.columns[e][n]}optionalTimestamp(e,n){let r=this.columns[e][n];return r===this.nones[e]?null:r}count(e,n){return Number(this.columns[e][n])}flag(e,n){return this.columns[e][n]!==0}text(e,n){
return this.texts.text(this.columns[e][n])}textsOf(e,n){return this.texts.list(this.columns[e][n])}value(e,n){return this.texts.json(this.columns[e][n])}plan(e,n){return JSON.parse(this.value(e,n))}};var sd=0,ln=class{constructor(e){this.model=e}asked=0;waiting=null;get waits(){return this.waiting!==null}run(e){if(this.waits)return Promise.reject(new Error("Another run is being made."));let n=new Promise((r,s)=>this.waiting={done:r,fail:s});
return this.model.set("asked",{...e,id:this.asked=++sd}),this.model.save_changes(),n}hear(){let e=Ii(this.model.get("turned"),this.asked);if(e===null||!this.waiting)return;let{done:n,fail:r}=this.waiting;this.waiting=null,e!==""?r(new Error(
e)):n(ce(ae(this.model.get("turned_trace"))))}};function Ii(t,e){let{id:n,problem:r}=t??{};return n!==e?null:typeof r=="string"?r:""}var pn=`.flinksim-widget {
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

/* cards of names */
.flinksim-widget .classCard { border-top: 1px solid var(--line); padding: 6px 0; }
.flinksim-widget .classCard h4 { margin: 0 0 3px; font-size: 14px; display: flex; gap: 8px; align-items: baseline; overflow-wrap: anywhere; }
.flinksim-widget .classCard h4 small { font-size: 12px; padding: 1px 8px; border-radius: 9px; background: var(--soft); border: 1px solid var(--line2); white-space: nowrap; }
.flinksim-widget .classCard[data-status="here"] h4 small { background: var(--panesoft); border-color: var(--pane); }
.flinksim-widget .classCard[data-status="renamed"] h4 small, .flinksim-widget .classCard[data-status="gone"] h4 small, .flinksim-widget .classCard[data-status="not so"] h4 small { background: var(--firesoft); border-color: var(--fire); }
.flinksim-widget .classCard p { margin: 2px 0; font-size: 13px; }
.flinksim-widget .classLink { height: auto; min-width: 0; padding: 0; border: 0; background: none; color: var(--focus); font: inherit; text-decoration: underline; display: inline; }
`;var dn=class{all=[];name;constructor(e){this.name=`flinksim-marks ${e.plan?.job_name??""} ${e.eventCount} ${e.stepCount}`;try{this.all=Ni(JSON.parse(localStorage.getItem(this.name)??"[]"),e.eventCount)}catch{this.all=[]}}toggle(e){let n=this.
all.filter(r=>r.position!==e);this.all=n.length<this.all.length?n:[...n,{position:e,note:""}],this.all.sort((r,s)=>r.position-s.position),this.keep()}setNote(e,n){this.all=this.all.map(r=>r.position===e?{position:e,note:n.slice(0,200)}:r),this.
keep()}keep(){try{localStorage.setItem(this.name,JSON.stringify(this.all))}catch{return}}};function Ni(t,e){return Array.isArray(t)?t.flatMap(n=>{let{position:r,note:s}=n??{};return typeof r=="number"&&Number.isInteger(r)&&r>=0&&r<=e?[{position:r,
note:typeof s=="string"?s.slice(0,200):""}]:[]}):[]}var _i=["append","update","complete"],Wi={append:"every result, the newest first",update:"one row for each key and window, the last changed first",complete:"the whole table, by key and window"},od=new Set(["WindowFired","TimerFired","KeySel\
ected"].map(t=>O.indexOf(t))),Ke=class{all=[];indexes;constructor(e){let n=new Map;for(let r of e.indexesOf(["ResultWritten"])){let s=e.event(r);if(s.type!=="ResultWritten")continue;let i=ci(e,r,od),o=i<0?null:e.event(i),a=o&&"key"in o?o.key:
"",l=o?.type==="WindowFired"?o.window:"",p=o?.type==="WindowFired"?o.kind:"",d=l===""?`${r}`:JSON.stringify([o&&"operator"in o?o.operator:"",a,l]);this.all.push({index:r,key:a,window:l,kind:p,value:s.value,before:n.get(d)??-1}),n.set(d,this.
all.length-1)}this.indexes=this.all.map(({index:r})=>r)}rows(e,n){let r=Y(this.indexes,n-1)+1,s=Array.from({length:r},(l,p)=>r-1-p);if(e==="append")return s;let i=new Set;for(let l=0;l<r;l++)this.all[l].before>=0&&i.add(this.all[l].before);
let o=s.filter(l=>!i.has(l));if(e==="update")return o;let a=new Intl.Collator("en",{numeric:!0}).compare;return o.sort((l,p)=>{let[d,c]=[this.all[l],this.all[p]];return a(d.key,c.key)||a(d.window,c.window)||l-p})}};function Fi(t){let e=new Map;return new Ke(t).all.forEach(({index:n,key:r,window:s,value:i},o)=>{e.set(s===""&&r===""?`${o}`:`${r} ${s}`,{index:n,value:i,key:r,window:s})}),e}function Lr(t,e,n,r,s){let[i,o]=[Fi(t),Fi(e)],a=[],l=(m,h)=>`${I(
m||'""')} ${h&&s.window(h)}`.trim();for(let[m,{index:h,value:f,key:g,window:w}]of i){let b=o.get(m);b?.value!==f&&a.push({index:h,what:l(g,w),here:s.value(f),there:b?s.value(b.value):u("no result")})}for(let[m,{value:h,key:f,window:g}]of o)
i.has(m)||a.push({index:-1,what:l(f,g),here:u("no result"),there:s.value(h)});let p=m=>new Map(m.lates.map(({key:h,time:f,index:g})=>[`${m.keys[h]} ${f}`,g])),[d,c]=[p(n),p(r)];for(let[m,h]of d)c.has(m)||a.push({index:h,what:Bi(m,s),here:u(
"too late"),there:u("counted")});for(let m of c.keys())d.has(m)||a.push({index:-1,what:Bi(m,s),here:u("counted"),there:u("too late")});return a.sort((m,h)=>(m.index<0?1/0:m.index)-(h.index<0?1/0:h.index))}function Bi(t,e){let n=t.lastIndexOf(
" ");return u("record {0} of {1}",I(t.slice(0,n)||'""'),e.time(BigInt(t.slice(n+1))))}var ad=["record","key","window","channel","split","task"],Je=({kind:t,id:e})=>`${t}:${e}`;function Di(t){let e=t.indexOf(":"),n=ad.find(s=>s===t.slice(0,e)),r=t.slice(e+1);return n&&r!==""&&(n!=="record"||/^\d+$/.test(r))?{kind:n,id:r}:null}
var ld=2e4,pd=new Set(["ElementReceived","ElementWritten","WindowAssigned","LateRecordDropped","KeySelected"].map(t=>O.indexOf(t))),ut=class{constructor(e,n,r,s,i){this.focus=e;this.trace=n;this.lookup=r;let{kind:o,id:a}=e;for(let p of i.dots)
this.dots.set(p.index,p);this.key=o==="key"?i.keys.indexOf(a):-2;let l=/^\[(-?\d+),(-?\d+)\]$/.exec(o==="window"?a:"");this.bounds=l&&[Number(l[1]),Number(l[2])],this.tasks=this.tasksOf(i),this.words=this.named(s)}words;tasks;dots=new Map;key;bounds;touches(e){
let{kind:n,id:r}=this.focus,{trace:s}=this;if(n==="task")return s.actorOf(s.stepOf(e))===r;if(n==="record")return Q(s,e)===Number(r);let i=s.event(e);if(n==="channel")return"channel"in i&&i.channel===r;if(n==="window")return"window"in i&&i.
window===r||"namespace"in i&&i.namespace===r;if(n==="key"&&"key"in i)return i.key===r;if(n==="split"&&"split"in i)return i.split===r;let o=this.dots.get(Q(s,e));return o!==void 0&&this.hasDot(o)}hasDot(e){let{kind:n,id:r}=this.focus;return n===
"record"?e.index===Number(r):n==="key"?e.key===this.key:n==="split"?e.split===r:n==="window"?this.bounds!==null&&e.time>=this.bounds[0]&&e.time<this.bounds[1]:this.tasks.size===0||this.tasks.has(this.actor(e.index))}hasLate({key:e,operator:n,
dot:r,windows:s}){let{kind:i,id:o}=this.focus;return i==="key"?e===this.key:i==="window"?s===o||s.includes(o):i==="task"?this.hasOperator(n):this.hasDot(r)}hasPane({key:e,window:n,operator:r,fills:s}){let{kind:i,id:o}=this.focus;return i===
"key"?e===this.key:i==="window"?n===o:i==="record"?s.some(a=>Q(this.trace,a)===Number(o)):i==="task"?this.hasOperator(r):!0}hasCurve({kind:e,owner:n,part:r}){let{kind:s,id:i}=this.focus;return s==="channel"?e!=="channel"||n===i:s==="split"?
e!=="generator"||r===""||r===i:s==="task"?e==="channel"||this.hasOperator(n)||n===i:!0}hasTask(e){return this.tasks.size===0||this.tasks.has(e)}hasOperator(e){return this.lookup.operatorsOf(this.focus.id).some(({id:n})=>n===e)}actor(e){return this.
trace.actorOf(this.trace.stepOf(e))}tasksOf(e){let{trace:n,lookup:r}=this,{kind:s,id:i}=this.focus;if(s==="task")return new Set([i]);let o=s==="channel"?r.channels.get(i):void 0;if(o)return new Set([o.source,o.target]);let a=new Set;if(s===
"record"){let l=Number(i);a.add(this.actor(l));for(let p=l;p<Math.min(n.eventCount,l+ld);p++)pd.has(n.kinds[p])&&Q(n,p)===l&&a.add(this.actor(p));return a}for(let l of e.dots)this.hasDot(l)&&a.add(this.actor(l.index));for(let l of e.panes)s!==
"split"&&this.hasPane(l)&&a.add(this.actor(l.born));for(let l of e.lates)s!=="split"&&this.hasLate(l)&&a.add(this.actor(l.index));return a}named(e){let{kind:n,id:r}=this.focus;if(n==="record"){let s=Number(r)<this.trace.eventCount?this.trace.
event(Number(r)):null;return s?.type==="SourceRecordRead"?`${u("record")} ${ie(e.value(s.value),26)}`:u("a record")}return n==="task"||n==="channel"?e.name(r):n==="window"?`${u("window")} ${e.window(r)}`:`${u(n)} ${ie(I(n==="key"?r:JSON.stringify(
r)),24)}`}};function Vi(t,e){if(e<0)return null;let n=Q(t,e);if(n>=0)return{kind:"record",id:String(n)};let r=t.event(e);if("window"in r&&typeof r.window=="string")return{kind:"window",id:r.window};if("key"in r&&typeof r.key=="string")return{
kind:"key",id:r.key};if("channel"in r)return{kind:"channel",id:r.channel};if("split"in r&&r.split!=="")return{kind:"split",id:r.split};let s=t.actorOf(t.stepOf(e));return s?{kind:"task",id:s}:null}var We=["plane","event time","network","inside","cluster","whole run"],ct=class{constructor(e){this.trace=e;let{plan:n}=e;for(let r of n?.vertices??[])this.vertices.set(r.id,r);for(let r of n?.subtasks??[])this.subtasks.set(r.id,r);for(let r of n?.
channels??[])this.channels.set(r.id,r),Ir(this.inputs,r.target,r),Ir(this.outputs,r.source,r),r.local||Ir(this.connections,this.connectionName(r),r);for(let r of this.inputs.values())r.sort((s,i)=>s.index-i.index)}subtasks=new Map;vertices=new Map;channels=new Map;inputs=new Map;outputs=new Map;connections=new Map;written=null;inputsOf(e){
return this.inputs.get(e)??[]}outputsOf(e){return this.outputs.get(e)??[]}connectionOf(e){return e.local?[]:this.connections.get(this.connectionName(e))}connectionName({source:e,target:n,source_node:r,target_node:s,initial_credit:i}){let o=l=>this.
subtasks.get(l).task_manager,a=i===0?` ${r}>${s}`:"";return`${o(e)}>${o(n)}${a}`}vertexOf(e){return this.vertices.get(this.subtasks.get(e)?.vertex??"")}operatorsOf(e){let n=this.subtasks.get(e)?.index??0;return(this.vertexOf(e)?.operators??
[]).map(({node:s,name:i})=>({id:`o${s}/${n}`,name:i}))}isKeyed(e){return(this.vertexOf(e)?.operators??[]).some(({operator_class:r})=>/Window|Keyed/.test(r))}waiting(e,{read:n,written:r},s){return this.written??=this.findWritten(),this.written.
get(e)?.slice(n,Math.min(r,n+s))??[]}findWritten(){let e=new Map,n=O.indexOf("ElementWritten");for(let r=0;r<this.trace.eventCount;r++){if(this.trace.kinds[r]!==n)continue;let s=this.trace.event(r);if(s.type!=="ElementWritten")continue;let i=e.
get(s.channel)??[];i[s.sequence]=r,e.set(s.channel,i)}return e}};function Ir(t,e,n){let r=t.get(e);r?r.push(n):t.set(e,[n])}var dd=400;function Nr(t,e,n,r=()=>!0){for(let s=n;s>=0&&s>n-dd;s--){let i=t.actorOf(s);if(e.subtasks.has(i)&&r(i))return i}
return[...e.subtasks.keys()].find(r)??""}function mt(t,e){let n=[...t.scene.view.tasks.get(e)?.inputs.values()??[]];if(n.length>0){let s=n.filter(({idle:o})=>!o),i=s.length>0?s:n;return{watermark:i.reduce((o,{watermark:a})=>a<o?a:o,i[0].watermark),idle:s.length===0}}let r={watermark:E,
idle:!1};for(let{id:s}of t.lookup.operatorsOf(e)){let i=t.scene.view.operators.get(s);i&&i.emitted_watermark>=r.watermark&&(r={watermark:i.emitted_watermark,idle:i.emitted_idle})}return r}function un(t,e){let{watermark:n,idle:r}=mt(t,e);return r?
"IDLE":n===E?"–":t.labels.mark(n).replace(/(\d\d:\d\d:\d\d)\.999$/,"$1")}function ht(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let s=t.scene.view.operators.get(r),i=t.scene.operators.get(r);!s||!i||(i.read>0&&n.push(u("{0} re\
ad",i.read)),s.panes.size>0&&n.push(u("{0} open",s.panes.size)),i.fired>0&&n.push(u("{0} fired",i.fired)),s.late>0&&n.push(u("{0} late",s.late)),s.states.size>0&&s.panes.size===0&&n.push(u("{0} states",s.states.size)),s.results>0&&i.fired===
0&&n.push(u("{0} written",s.results)))}return n.join(" · ")||u("nothing yet")}var zi=8,Hi=5,ft=9,cn=(t,e)=>t>=zi&&e>=zi/2;function ji({x:t,y:e,width:n,height:r},s){let i=r>=38?22:4,o=r>=38?ft:n*.45,[a,l]=[n-o-ft,r-i-5];for(let p=Math.min(30,Math.floor(l));p>2;p--){let d=Math.floor(a/p);if(d*Math.floor(l/p)>=s)return{
columns:d,cell:p,x:t+o,y:e+i}}return{columns:Math.max(1,Math.floor(a/2)),cell:2,x:t+o,y:e+i}}function mn(t,e,n,r){let s=ji(e,t.parallelism),i=Math.floor((n-s.x)/s.cell),o=Math.floor((r-s.y)/s.cell)*s.columns+i;return i>=0&&i<s.columns&&r>=s.
y&&o<t.parallelism?o:null}function Ye(t,e,n,r){let s=e.parallelism,i=Array.from({length:s},(F,G)=>`${e.id}/${G}`),o=i.map(F=>mt(t,F)),a=o.flatMap(({watermark:F,idle:G})=>G||F===E||F===V?[]:[Number(F)]),[l,p]=[Math.min(...a),Math.max(...a)],
d=ji(n,s),c=new Map;o.forEach(({watermark:F,idle:G},oe)=>{let Ge=G?"idle":F===E?"none":`lag${ud(Number(F),l,p)}`,Ce=r?.(i[oe])??Ge,[jt,vr]=qi(d,oe),xr=Math.max(1,d.cell-1);c.set(Ce,`${c.get(Ce)??""}M${jt} ${vr}h${xr}v${xr}h${-xr}z`)});let m=i.
reduce((F,G)=>F+cd(t,G),0),h=`${e.operators[0].name.replace(/^Source: /,"")} ×${s}`,f=o.reduce((F,G)=>G.watermark<F.watermark?G:F).watermark,g=i.indexOf(t.task),w=g>=0?u("{0} at {1}",`${g+1}/${s}`,un(t,t.task))+` · ${ht(t,t.task)}`:"",b=f===
E?"":u("from {0}",t.labels.time(f)),y=g>=0?w:b,x=`${h}, ${b}${m>0?`, ${u("{0} late",m)}`:""}${w&&`; ${u("shown: {0}",w)}`}`,S=n.height>=38?n.y+16:n.y+n.height/2+5,M=(n.height>=38?n.width:n.width*.45)-2*ft,R=`<g class="heat" data-heat="${k(e.
id)}" data-task="${k(g>=0?t.task:i[0])}" tabindex="0" role="button"><title>${k(x)}</title>${T(n.x,n.y,n.width,n.height,"box",8)}`,P=Math.min(C(y,"t3"),M*.6),Z=$(h,M-(P>0?P+12:0),"t1");R+=v(n.x+ft,S,Z,"t1")+v(n.x+ft+M,S,$(y,P,"t3"),"t3","end");
for(let[F,G]of c)R+=`<path d="${G}" class="cell ${F}"/>`;for(let F of[t.actor,t.task]){let G=i.indexOf(F);if(G<0)continue;let[oe,Ge]=qi(d,G),Ce=Math.max(3,d.cell);R+=T(oe-1,Ge-1,Ce+1,Ce+1,F===t.actor?"cellRuns":"cellShown",2)}return`${R}</g\
>`}function qi({columns:t,cell:e,x:n,y:r},s){return[Math.round(n+s%t*e),Math.round(r+Math.floor(s/t)*e)]}function ud(t,e,n){if(!(n>e))return 0;let r=Math.max(e,Math.min(n,t));return Math.min(Hi-1,Math.floor((n-r)/(n-e)*Hi))}function cd(t,e){
return t.lookup.operatorsOf(e).reduce((n,r)=>n+(t.scene.view.operators.get(r.id)?.late??0),0)}var _r=96,gt=16,kt=12,bt=14,md=208,hd=380,hn={narrowestGap:236,widestGap:330,height:t=>t<=4?88:t<=8?54:32};function fn(t){let e=new Map(t.subtasks.map(({id:o,vertex:a})=>[o,a])),n=new Map(t.vertices.map(({id:o})=>[o,new Map]));for(let{source:o,
target:a,source_node:l,target_node:p,input:d,side_output:c}of t.channels){let m=`${l} ${p} ${d} ${c}`;n.get(e.get(a)).set(m,e.get(o))}let r=new Map;for(let{id:o}of t.vertices){let a=[...n.get(o).values()].map(l=>r.get(l)+1);r.set(o,Math.max(
0,...a))}let s=[];for(let o of t.vertices)(s[r.get(o.id)]??=[]).push(o);let i=new Map;for(let o of s){let a=new Map(o.map(({id:l})=>{let p=[...n.get(l).values()].map(d=>i.get(d));return[l,p.length>0?p.reduce((d,c)=>d+c,0)/p.length:0]}));o.sort(
(l,p)=>a.get(l.id)-a.get(p.id)),o.forEach(({id:l},p)=>i.set(l,p))}return s}function Gi(t,e,n=hn){let r=fn(t),s=new Map;for(let M of r){let R=M.reduce((P,{parallelism:Z})=>P+Z,0);for(let P of M)cn(R,P.parallelism)&&s.set(P.id,P)}let i=M=>M.reduce(
(R,{id:P,parallelism:Z})=>R+(s.has(P)?0:Z),0),o=Math.max(1,...r.map(i)),a=n.height(o),l=M=>M.reduce((R,{id:P,parallelism:Z})=>R+(s.has(P)?_r+kt:Z*(a+kt)),-kt),p=Math.max(1,r.length-1),d=(e-2*gt-n.narrowestGap*p)/r.length,c=Math.max(hd,d),m=r.
map(M=>N(Math.max(...M.map(fd)),md,c)),h=m.reduce((M,R)=>M+R,0),f=N((e-2*gt-h)/p,n.narrowestGap,n.widestGap),g=Math.max(e,h+f*(r.length-1)+2*gt),w=(o===1?20:0)+Math.max(...r.map(l))+2*gt,b=new Map,y=h+f*(r.length-1),x=Math.max(gt,(g-y)/2);r.
forEach((M,R)=>{let P=(w-l(M))/2;for(let Z of M){let F=s.has(Z.id),G={x,y:P,width:m[R],height:F?_r:a};F&&b.set(Z.id,G);for(let oe=0;oe<Z.parallelism;oe++)b.set(`${Z.id}/${oe}`,{...G,y:P}),F||(P+=a+kt);F&&(P+=_r+kt)}x+=m[R]+f});let S=s.size>
0?gd(b,t.channels):t.channels;return{width:g,height:w,boxes:b,heats:s,wires:S,gap:f}}function fd(t){let e=t.operators.reduce((s,{name:i})=>s+Wr(i),0),n=`${t.operators[0].name} ${t.parallelism}/${t.parallelism}`,r=C(n,"t1")+46;return Math.max(
e+bt*(t.operators.length-1)+24,r)}function Wr(t){return C(t,"t2")+18}function gd(t,e){let n=new Set;return e.filter(({source:r,target:s})=>{let[i,o]=[t.get(r),t.get(s)],a=`${i.x} ${i.y} ${o.x} ${o.y}`;return!n.has(a)&&n.add(a)})}function Ui(t){let e=[],[n,r]=[0,0],s=(p,d)=>{for(n|=p<<r,r+=d;r>=8;)e.push(n&255),n>>>=8,r-=8},i=new Map,[o,a]=[258,9];s(256,a);let l=t[0];for(let p=1;p<t.length;p++){let d=l<<8|t[p],c=i.get(d);if(c!==void 0){l=c;continue}s(l,a),o<4096?(i.
set(d,o),o++===1<<a&&a++):(s(256,a),i=new Map,[o,a]=[258,9]),l=t[p]}return s(l,a),s(257,a),r>0&&e.push(n&255),kd(e)}function kd(t){let e=[8];for(let n=0;n<t.length;n+=255){let r=t.slice(n,n+255);e.push(r.length,...r)}return Uint8Array.from(
[...e,0])}var bd=160,Fr=255,Xi=255,Ki=10,wt=class{constructor(e,n){this.width=e;this.height=n;let r=[...Fe(e),...Fe(n)],s=[33,255,11,...Ji("NETSCAPE2.0"),3,1,0,0,0];this.parts.push(Uint8Array.from([...Ji("GIF89a"),...r,112,0,0,...s]))}parts=[];before=null;owed=0;add(e,n){
let r=new Uint32Array(e.slice().buffer),s=this.before?wd(this.before,r,this.width):{x:0,y:0,width:this.width,height:this.height},i=n+this.owed,o=Math.max(2,Math.round(i/Ki));this.owed=i-o*Ki;let{colours:a,numbers:l}=yd(r,this.before,s,this.
width),p=[33,249,4,5,...Fe(o),Xi,0],d=[44,...Fe(s.x),...Fe(s.y),...Fe(s.width),...Fe(s.height),135];this.parts.push(Uint8Array.from([...p,...d]),a,Ui(l)),this.before=r}end(){return new Blob([...this.parts,Uint8Array.of(59)],{type:"image/gif"})}},
Ji=t=>[...t].map(e=>e.charCodeAt(0)),Fe=t=>[t&255,t>>8];function wd(t,e,n){let[r,s,i,o]=[n,0,-1,0];for(let a=0;a<e.length;a++){if(t[a]===e[a])continue;let[l,p]=[a%n,Math.floor(a/n)];i<0&&(i=p),o=p,l<r&&(r=l),l>s&&(s=l)}return i<0?{x:0,y:0,width:1,
height:1}:{x:r,y:i,width:s-r+1,height:o-i+1}}function yd(t,e,n,r){let s=new Map,i=[];for(let p=n.y;p<n.y+n.height;p++)for(let d=n.x;d<n.x+n.width;d++){let c=p*r+d;i.push(c);let m=t[c]&16777215;(!e||e[c]!==t[c])&&s.set(m,(s.get(m)??0)+1)}let o=vd(
s),a=new Uint8Array(256*3);o.colours.forEach((p,d)=>a.set(Zi(p),d*3));let l=Uint8Array.from(i,p=>e&&e[p]===t[p]?Xi:o.of.get(t[p]&16777215));return{colours:a,numbers:l}}var Zi=t=>[t&255,t>>8&255,t>>16&255];function vd(t){let e=[...t].sort(([
,i],[,o])=>o-i).map(([i])=>i),n=e.slice(0,e.length<=Fr?Fr:bd),r=[...n],s=new Map(n.map((i,o)=>[i,o]));for(let i of xd(e.slice(n.length),Fr-n.length)){for(let o of i)s.set(o,r.length);r.push(Sd(i,t))}return{colours:r,of:s}}function xd(t,e){let n=t.
length>0?[{all:t,...Yi(t)}]:[];for(;n.length>0&&n.length<e;){n.sort((o,a)=>o.width-a.width);let{all:r,channel:s,width:i}=n.pop();if(i===0){n.push({all:r,channel:s,width:i});break}r.sort((o,a)=>(o>>s&255)-(a>>s&255));for(let o of[r.slice(0,r.
length>>1),r.slice(r.length>>1)])n.push({all:o,...Yi(o)})}return n.map(r=>r.all)}function Yi(t){return[0,8,16].map(n=>{let[r,s]=[255,0];for(let i of t){let o=i>>n&255;o<r&&(r=o),o>s&&(s=o)}return{channel:n,width:s-r}}).reduce((n,r)=>r.width>
n.width?r:n)}function Sd(t,e){let n=[0,0,0],r=0;for(let a of t){let l=e.get(a);r+=l,Zi(a).forEach((p,d)=>n[d]+=p*l)}let[s,i,o]=n.map(a=>Math.round(a/r));return s|i<<8|o<<16}function Qi(t,e){t.plan=e,t.time_ms=BigInt(e.start_time_ms),to(t,e,new Set(e.subtasks.map(({id:n})=>n)))}function eo(t,e){to(t,t.plan,new Set([e]))}function to(t,e,n){let r=new Map(e.vertices.map(i=>[i.id,i])),s=new Map(e.subtasks.map(({id:i,
index:o})=>[i,o]));for(let i of e.subtasks)if(n.has(i.id)){t.tasks.set(i.id,so());for(let o of r.get(i.vertex).operators)t.operators.set(`o${o.node}/${i.index}`,oo())}for(let i of e.channels){if(!n.has(i.target))continue;let o=i.initial_credit;
t.channels.set(i.id,{...no(),credit:o,exclusive:o});let{inputs:a}=t.tasks.get(i.target);if(a.has(i.input)||a.set(i.input,ro()),i.input===1){let l=`o${i.target_node}/${s.get(i.target)}`,p=[0,1].map(d=>[d,io()]);t.operators.get(l).inputs=new Map(
p)}}}function Td(t){let e={...t,plan:t.plan?.job_name??null},n=JSON.stringify(e,(r,s)=>typeof s=="bigint"?String(s):s instanceof Map?ao.includes(r)?[...s.values()]:[...s].map(([i,o])=>[String(i),o]):s);return JSON.parse(n)}function gn(t,e,n,r){return`${t} ${e} ${n} ${r}`}function q(t,e){return`${t} ${e}`}function Ae(t,e,n,r){return`${t} ${e} ${n} ${r}`}function Br(t,e,n,r,s){return`${t} ${e} ${n} ${r} ${s}`}function no(){return{watermark:E,idle:!1,aligned:!0,
holds:!0,written:0,read:0,queued:0,on_wire:0,received:0,credit:0,credit_under_way:0,unannounced:0,exclusive:0,floating:0,required:0,waiting:!1,stops_reading:!1,blocked:!1,partial:0}}function ro(){return{watermark:E,idle:!1,ended:!1,buffer_bytes:0}}
function so(){return{state:"CREATED",attempt:0,mails:[],suspended:null,inputs:new Map,floating_free:0,output_in_use:0,checkpoint:0,aligning:null}}function Cd(){return{watermark:E,idle:!1,holds:!0,read:0,idle_after:null,ended:!1}}function Md(){
return{reported:null,allowed:V,holds:!1}}function io(){return{watermark:E,idle:!1,holds:!0}}function oo(){return{state:"created",watermark:E,emitted_watermark:E,emitted_idle:!1,idle_after:null,inputs:new Map,splits:new Map,alignment:new Map,
key:"null",key_group:-1,timers:new Map,panes:new Map,states:new Map,lists:new Map,map_entries:new Map,late:0,results:0,committed:0}}function $d(){return{kind:"checkpoint",status:"IN_PROGRESS",tasks:0,acknowledged:0,bytes:0}}function lo(){return{
time_ms:0n,status:"CREATED",plan:null,tasks:new Map,channels:new Map,operators:new Map,checkpoints:new Map}}function me(t,e){let n=new Map;for(let[r,s]of t)n.set(r,e(s));return n}function Ed(t){return{...t}}function Rd(t){return{...t}}function Ad(t){
return{...t,mails:[...t.mails],inputs:me(t.inputs,Rd)}}function Od(t){return{...t}}function Pd(t){return{...t}}function Ld(t){return{...t}}function Id(t){return{...t,inputs:me(t.inputs,Ld),splits:me(t.splits,Od),alignment:me(t.alignment,Pd),
timers:new Map(t.timers),panes:new Map(t.panes),states:new Map(t.states),lists:me(t.lists,e=>({...e,values:[...e.values]})),map_entries:new Map(t.map_entries)}}function Nd(t){return{...t}}function po(t){return{...t,tasks:me(t.tasks,Ad),channels:me(
t.channels,Ed),operators:me(t.operators,Id),checkpoints:me(t.checkpoints,Nd)}}var ao=["timers","panes","states","lists","map_entries"];function uo(t,e){switch(e.type){case"JobSubmitted":Qi(t,e.plan);return;case"TaskStateChanged":{let n=t.tasks.
get(e.subtask);n.state=e.after;return}case"OperatorSetUp":{let n=t.operators.get(e.operator);n.state="set up";return}case"OperatorStateInitialized":{let n=t.operators.get(e.operator);n.state="initialized";return}case"OperatorOpened":{let n=t.
operators.get(e.operator);n.state="open";return}case"OperatorFinished":{let n=t.operators.get(e.operator);n.state="finished";return}case"OperatorClosed":{let n=t.operators.get(e.operator);n.state="closed";return}case"ExecutionReset":eo(t,e.
subtask);{let n=t.tasks.get(e.subtask);n.attempt=e.attempt}return;case"JobStatusChanged":t.status=e.after;return;case"MailEnqueued":{t.tasks.get(e.subtask).mails.push(e.mail);return}case"MailTaken":{let n=t.tasks.get(e.subtask);n.mails.splice(
n.mails.indexOf(e.mail),1);return}case"DefaultActionSuspended":{let n=t.tasks.get(e.subtask);n.suspended=e.reason;return}case"DefaultActionResumed":{let n=t.tasks.get(e.subtask);n.suspended=null;return}case"ProcessingTimeAdvanced":t.time_ms=
e.after;return;case"SourceRecordRead":{let n=t.operators.get(e.operator).splits.get(e.split);n.read=e.offset+1;return}case"WatermarkGenerated":if(e.split!==""){let n=t.operators.get(e.operator).splits.get(e.split);n.watermark=e.timestamp,n.
holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitStatusChanged":{let n=t.operators.get(e.operator).
splits.get(e.split);n.idle=e.idle,n.holds=e.holds}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitAssigned":t.
operators.get(e.operator).splits.set(e.split,{...Cd(),read:e.read});for(let n of e.lost){let r=t.operators.get(e.operator).splits.get(n);r.holds=!1}return;case"SplitReleased":{let n=t.operators.get(e.operator).splits.get(e.split);n.ended=!0,
n.holds=!1}for(let n of e.gained){let r=t.operators.get(e.operator).splits.get(n);r.holds=!0}return;case"IdlenessCountdownChanged":if(e.split===""){let n=t.operators.get(e.operator);n.idle_after=e.idle_after}if(e.split!==""){let n=t.operators.
get(e.operator).splits.get(e.split);n.idle_after=e.idle_after}return;case"WatermarkAligned":t.operators.get(e.operator).alignment.set(e.group,{...Md(),reported:e.reported,allowed:e.allowed,holds:e.holds});for(let n of e.gained){let r=t.operators.
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
n.key_group=e.key_group;return}case"StateUpdated":{t.operators.get(e.operator).states.set(Ae(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"StateAppend\
ed":{let n=t.operators.get(e.operator),r=Ae(e.key_group,e.state,e.key,e.namespace),s=n.lists.get(r);s?s.values.push(e.value):n.lists.set(r,{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:[e.value]});return}case"S\
tateCleared":t.operators.get(e.operator).states.delete(Ae(e.key_group,e.state,e.key,e.namespace)),t.operators.get(e.operator).lists.delete(Ae(e.key_group,e.state,e.key,e.namespace));return;case"StateEntryPut":{t.operators.get(e.operator).map_entries.
set(Br(e.key_group,e.state,e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"StateEntryRemoved":{t.operators.get(e.operator).map_entries.delete(Br(e.key_group,
e.state,e.key,e.namespace,e.entry));return}case"TimerRegistered":{t.operators.get(e.operator).timers.set(gn(e.domain,e.key,e.namespace,e.timestamp),{domain:e.domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"TimerDe\
leted":{t.operators.get(e.operator).timers.delete(gn(e.domain,e.key,e.namespace,e.timestamp));return}case"TimerFired":{t.operators.get(e.operator).timers.delete(gn(e.domain,e.key,e.namespace,e.timestamp));return}case"WindowAssigned":{t.operators.
get(e.operator).panes.set(q(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"WindowsMerged":for(let n of pe(e.merged)??[])t.operators.get(e.operator).panes.delete(q(e.key,n));t.operators.get(
e.operator).panes.set(q(e.key,e.result),{key:e.key,window:e.result,count:e.count,state_window:e.state_window});return;case"ElementsEvicted":t.operators.get(e.operator).panes.set(q(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.
state_window}),e.count!==0&&t.operators.get(e.operator).lists.set(Ae(e.key_group,"window-contents",e.key,e.state_window),{key_group:e.key_group,state:"window-contents",key:e.key,namespace:e.state_window,values:pe(e.contents)??[]}),e.count===
0&&t.operators.get(e.operator).lists.delete(Ae(e.key_group,"window-contents",e.key,e.state_window));return;case"WindowCleared":e.reason==="purged"&&t.operators.get(e.operator).panes.set(q(e.key,e.window),{key:e.key,window:e.window,count:0,state_window:e.
state_window}),e.reason==="cleanup"&&t.operators.get(e.operator).panes.delete(q(e.key,e.window));return;case"LateRecordDropped":{let n=t.operators.get(e.operator);n.late+=1;return}case"ResultWritten":{let n=t.operators.get(e.operator);n.results+=
1;return}case"CheckpointTriggered":t.checkpoints.set(e.checkpoint,{...$d(),kind:e.kind,tasks:e.tasks});return;case"BarrierEmitted":{let n=t.tasks.get(e.subtask);n.checkpoint=e.checkpoint;return}case"CheckpointAcknowledged":{let n=t.checkpoints.
get(e.checkpoint);n.acknowledged+=1;return}case"CheckpointCompleted":{let n=t.checkpoints.get(e.checkpoint);n.status="COMPLETED",n.bytes=e.bytes;return}case"CheckpointAborted":{let n=t.checkpoints.get(e.checkpoint);n.status="FAILED";return}case"\
ResultsCommitted":{let n=t.operators.get(e.operator);n.committed=e.total;return}case"InputRecovered":{let n=t.channels.get(e.channel);n.written=e.elements;return}case"OutputRecovered":{let n=t.channels.get(e.channel);n.written+=e.elements;return}case"\
StateRestored":{t.operators.get(e.operator).states.set(Ae(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"ListRestored":{t.operators.get(e.operator).lists.
set(Ae(e.key_group,e.state,e.key,e.namespace),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,values:pe(e.values)??[]});return}case"StateEntryRestored":{t.operators.get(e.operator).map_entries.set(Br(e.key_group,e.state,
e.key,e.namespace,e.entry),{key_group:e.key_group,state:e.state,key:e.key,namespace:e.namespace,entry:e.entry,value:e.value});return}case"TimerRestored":{t.operators.get(e.operator).timers.set(gn(e.domain,e.key,e.namespace,e.timestamp),{domain:e.
domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"PaneRestored":{t.operators.get(e.operator).panes.set(q(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window});return}case"RecordPartl\
yRead":{let n=t.channels.get(e.channel);n.partial=e.bytes;return}case"AfterInvokeReached":case"TaskFailed":case"RestartDecided":case"SlotReleased":case"SlotReserved":case"TicksSkipped":case"SourceFinished":case"TimestampAssigned":case"Gener\
atedWatermarkIgnored":case"ConnectionAttempted":case"OutputPersisted":case"ChannelFlushed":case"BarrierReceived":case"BarrierAnnounced":case"CancellationReceived":case"AlignmentTimedOut":case"ResumptionSent":case"ConsumptionResumed":case"In\
putPersisted":case"OutputBarrierTimedOut":case"WatermarkIgnored":case"ElementProcessed":case"LatencyMeasured":case"RecordFiltered":case"StateRead":case"StateEntryRead":case"SharedElementChanged":case"TriggerEvaluated":case"TriggerCleared":case"\
WindowFired":case"FiringSkipped":case"WindowSkippedAsLate":case"SideOutputEmitted":case"CheckpointNotTriggered":case"OperatorSnapshotTaken":case"SnapshotWritten":case"CheckpointDeclined":case"CheckpointNotified":case"CheckpointRestored":case"\
CommitPrepared":case"ChannelSelected":case"ActorCalled":case"HeartbeatsExchanged":return;default:}}var co=24,_d=24;function Dr(){return{view:lo(),operators:new Map,backlogs:new Map}}function Vr(t,e){switch(e.type==="WindowCleared"&&e.reason==="cleanup"&&Bd(t,e),uo(t.view,e),e.type){case"JobSubmitted":for(let n of t.view.operators.keys())
t.operators.set(n,Wd());return;case"WindowAssigned":e.timestamp!==null&&Fd(t.operators.get(e.operator),q(e.key,e.window),e.timestamp);return;case"WindowsMerged":{let{elements:n,firedPanes:r}=t.operators.get(e.operator),s=[];for(let i of[...pe(
e.merged)??[],e.result]){let o=q(e.key,i);s.push(...n.get(o)??[]),n.delete(o),r.delete(o)}n.set(q(e.key,e.result),s.slice(-co));return}case"WindowCleared":t.operators.get(e.operator).elements.delete(q(e.key,e.window)),e.reason==="cleanup"&&
t.operators.get(e.operator).firedPanes.delete(q(e.key,e.window));return;case"WindowFired":t.operators.get(e.operator).fired+=1,e.kind!=="early"&&t.operators.get(e.operator).firedPanes.add(q(e.key,e.window));return;case"ExecutionReset":{let n=t.
view.plan.subtasks.find(({id:s})=>s===e.subtask),r=t.view.plan.vertices.find(({id:s})=>s===n.vertex);for(let{node:s}of r.operators)t.operators.get(`o${s}/${n.index}`).firedPanes.clear();return}case"SourceRecordRead":{let n=t.operators.get(e.
operator);n.read+=1,n.lastSplit=e.split;return}case"ResultWritten":t.operators.get(e.operator).lastResult=e.text;return;case"BufferSent":t.backlogs.set(e.channel,e.backlog);return;default:}}function Wd(){return{elements:new Map,closed:[],fired:0,
firedPanes:new Set,read:0,lastSplit:"",lastResult:""}}function Fd(t,e,n){let r=t.elements.get(e);t.elements.set(e,r?[...r.slice(1-co),n]:[n])}function Bd(t,{operator:e,key:n,window:r}){let s=t.operators.get(e),i=t.view.operators.get(e).panes.
get(q(n,r));if(!i)return;let o=s.elements.get(q(n,r))??[];s.closed=[...s.closed.slice(1-_d),{key:n,window:r,count:i.count,elements:o}]}function zr(t){return{...t,view:po(t.view),operators:me(t.operators,e=>({...e,elements:new Map(e.elements),
firedPanes:new Set(e.firedPanes)})),backlogs:new Map(t.backlogs)}}function mo(t){let e=t.view.channels.size+t.view.tasks.size;for(let n of t.view.operators.values()){e+=1+n.timers.size+2*n.panes.size+n.states.size;for(let r of n.lists.values())
e+=1+r.values.length}return e}var Hr=1024,yt=class{constructor(e){this.trace=e}positions=[0];keyframes=[Dr()];frontier=Dr();reached=0;spacing=Hr;get complete(){return this.reached===this.trace.eventCount}at(e){this.extend(e);let n=this.lastBefore(e),r=zr(this.keyframes[n]);
for(let s=this.positions[n];s<e;s++)Vr(r,this.trace.event(s));return r}extend(e){for(;this.reached<e;)Vr(this.frontier,this.trace.event(this.reached++)),this.reached-this.positions[this.positions.length-1]>=this.spacing&&(this.positions.push(
this.reached),this.keyframes.push(zr(this.frontier)),this.spacing=Math.max(Hr,2*mo(this.frontier)))}extendFor(e){let n=performance.now()+e;for(;!this.complete&&performance.now()<n;)this.extend(Math.min(this.reached+Hr,this.trace.eventCount))}lastBefore(e){
let n=0,r=this.positions.length;for(;n<r;){let s=n+r>>1;this.positions[s]<=e?n=s+1:r=s}return n-1}};var Dd=36,Vd=6e3;function vt(t,e,n){let r=[];for(let s=Math.max(e,n-Vd);s<n;){let[,i]=t.eventRange(t.stepOf(s)),o=Math.min(i,n);zd(t,s,o,r),s=o}return r.slice(-Dd)}function zd(t,e,n,r){let s,i=(o,a,l,...p)=>{let d=Q(t,o),c={what:a,first:o,last:o,
legs:p,end:"stays",time:l,record:d};return r.push(c),c};for(let o=e;o<n;o++){let a=t.event(o);switch(a.type){case"SourceRecordRead":s=i(o,"record",a.timestamp,{operator:a.operator});break;case"ElementReceived":s=i(o,ho(a.element),a.timestamp,
{channel:a.channel,how:"in"});break;case"WatermarkGenerated":s=i(o,"watermark",a.timestamp,{operator:a.operator});break;case"WindowFired":s=i(o,"result",null,{operator:a.operator});break;case"WatermarkEmitted":s?.what==="watermark"?kn(s,o,{
operator:a.operator}):s=i(o,"watermark",a.timestamp,{operator:a.operator});break;case"ElementWritten":{let l={channel:a.channel,how:"out"},p=ho(a.element),d=s?.legs.some(c=>"channel"in c&&c.how==="out");if(s&&!d&&(s.what===p||s.what==="resu\
lt"))kn(s,o,l);else{let c=s?.legs.findLast(m=>"operator"in m);s=c?i(o,p,a.timestamp,c,l):i(o,p,a.timestamp,l)}s.end="goes on";break}case"RecordFiltered":case"LateRecordDropped":if(!s)break;kn(s,o,{operator:a.operator}),s.end=a.type==="Recor\
dFiltered"?"filtered":"dropped",s=void 0;break;case"TimestampAssigned":case"KeySelected":case"WindowAssigned":case"OperatorWatermarkAdvanced":case"StateUpdated":case"StateAppended":case"ResultWritten":case"SideOutputEmitted":if(!s)break;kn(
s,o,{operator:a.operator}),a.type==="TimestampAssigned"&&(s.time=a.after);break;default:}}}function kn(t,e,n){t.last=e,JSON.stringify(t.legs.at(-1))!==JSON.stringify(n)&&t.legs.push(n)}function ho(t){return t==="record"||t==="watermark"||t===
"barrier"?t:"status"}function wn(t){return Array.isArray(t)?t.flatMap(e=>{let{name:n,label:r,value:s,points:i,live:o}=e??{};return typeof n=="string"&&typeof r=="string"&&typeof s=="number"&&Array.isArray(i)&&i.length>1?[{name:n,label:r,value:s,points:i.map(Number),
live:o===!0}]:[]}):[]}var fo=8,bn=class{constructor(e,n,r,s,i,o){this.el=e;this.model=n;this.asking=r;this.specs=s;this.show=o;this.spec=s.find(({name:l})=>l===i?.knob)??s[0],this.value=i?.value??this.spec.value;let a=s.map(({name:l,label:p})=>`\
<option value="${k(l)}">${k(J(p))}</option>`).join("");A(e,`<div class="knobHead">${s.length>1?`<select aria-label="${u("Knob")}">${a}</select>`:`<b>${k(J(this.spec.label))}</b>`}<output></output><button type="button" class="small" data-kno\
b="own">${u("reset")}</button></div><input type="range" min="0" step="1" aria-label="${u("Turn it")}"><div class="knobStats"></div><div class="knobNote" role="status"></div>`),this.slider=e.querySelector("input"),e.querySelector("select")?.
addEventListener("change",l=>this.choose(l.target.value)),this.slider.addEventListener("input",()=>this.turn(this.at(Number(this.slider.value)))),this.slider.addEventListener("change",()=>this.settle()),e.querySelector("[data-knob]").addEventListener(
"click",()=>{this.turn(this.spec.value),this.settle()}),this.arrange()}value;spec;wanted=null;slider;tell(e){A(this.el.querySelector(".knobStats"),e.map(([n,r])=>`<span><b>${k(n)}</b>${k(r)}</span>`).join(""))}choose(e){this.spec=this.specs.
find(n=>n.name===e),this.value=this.spec.value,this.arrange()}arrange(){let{points:e,live:n}=this.spec;this.slider.max=String((e.length-1)*(n?fo:1));let r=this.el.querySelector("select");r&&(r.value=this.spec.name),this.slider.value=String(
this.notchOf(this.value)),this.name()}at(e){let{points:n,live:r}=this.spec,s=r?fo:1,i=Math.min(n.length-1,Math.floor(e/s)),o=Math.min(n.length-1,i+1);return Math.round(n[i]+(n[o]-n[i])*(e%s/s))}notchOf(e){let n=0;for(let r=0;r<=Number(this.
slider.max);r++)Math.abs(this.at(r)-e)<Math.abs(this.at(n)-e)&&(n=r);return n}name(){let e=this.value===0?"0":ke(this.value);this.el.querySelector("output").textContent=e,this.slider.setAttribute("aria-valuetext",e),this.el.querySelector("[\
data-knob]").hidden=this.value===this.spec.value}note(e){this.el.querySelector(".knobNote").textContent=e}turn(e){this.value=e,this.slider.value=String(this.notchOf(e)),this.name(),this.note(""),this.wanted=e,this.ask()}settle(){this.settled=
!0,this.last&&this.last.turned.value===this.value&&!this.asking.waits&&this.take()}settled=!1;last=null;take(){this.settled=!1,this.show(this.last.trace,this.last.turned,!0)}ask(){if(this.wanted===null||this.asking.waits)return;let e=this.wanted;
this.wanted=null;let{name:n,live:r,value:s}=this.spec,i={knob:n,value:e},o=this.model.get(e===s?"trace":`${n}_${e}`);if(!r&&!o)return this.note(u("This was not worked out beforehand; turn it in a notebook."));let a=o&&(!r||e===s)?ce(ae(o)):
this.asking.run({...i});this.open(a,i)}async open(e,n){try{this.last={trace:await e,turned:n}}catch(r){return this.note(r instanceof Error?r.message:String(r)),this.ask()}this.ask(),this.settled&&n.value===this.value?this.take():this.show(this.
last.trace,n,!1)}};var ko=6e4;function Oe(t,e,n,r=ko){let s=t.tasks.get(e),i=t.clock.at(n),o=new Map;for(let a of["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut"])o.set(a,qr(s,s.counts[a],n,-1)),a!=="numBuffersIn"&&o.set(
`${a}PerSecond`,go(s,s.counts[a],n,i,r));return Hd(o,s,n,i,r),qd(o,s,n,t.start+BigInt(i)),jd(o,s,n),o.set("mailboxQueueSize",s.mails.at(n)),o.set("numFiredTimers",qr(s,s.counts.numFiredTimers,n,-1)),o.set("numFiredTimersPerSecond",go(s,s.counts.
numFiredTimers,n,i,r)),o}function qr(t,e,n,r){let[s,i]=t.attempt.at(n);return e.at(n)-(r>0&&r>=i?e.atTime(r):e.at(s))}function go(t,e,n,r,s){let i=Math.max(r-s,0);return 1e3*qr(t,e,n,i)/Math.max(1,r-i)}function jr(t,e,n,r,s=ko){let i=Math.max(
r-s,0),[o,a]=t.attempt.at(n),{conditions:l}=t,p=i>a?l.untilTime(i,e):l.until(o,a,e);return 1e3*(l.until(n,r,e)-p)/Math.max(1,r-i)}function Hd(t,e,n,r,s){let i=d=>jr(e,d,n,r,s),[o,a]=e.attempt.at(n),l=d=>e.conditions.until(n,r,d)-e.conditions.
until(o,a,d);t.set("busyTimeMsPerSecond",i("busy")),t.set("idleTimeMsPerSecond",i("idle")),t.set("softBackPressuredTimeMsPerSecond",i("soft")),t.set("hardBackPressuredTimeMsPerSecond",i("hard")),t.set("backPressuredTimeMsPerSecond",i("soft")+
i("hard")),t.set("accumulateBusyTimeMs",l("busy")),t.set("accumulateIdleTimeMs",l("idle")),t.set("accumulateBackPressuredTimeMs",l("soft")+l("hard"));let p=e.conditions.changes.at(n);t.set("isBackPressured",p==="soft"||p==="hard")}function qd(t,e,n,r){
bo(t,e.head,n);let s=e.ends.map(({outputWatermark:a})=>a.at(n));if(t.set("currentOutputWatermark",wo(s)),e.head.inputWatermarks.size>0)return;let i=e.head.outputWatermark.at(n);i>E&&i<V&&t.set("watermarkLag",Number(r-i));let o=e.eventTimeLag.
at(n);o!==null&&t.set("currentEmitEventTimeLag",o)}function bo(t,e,n){let r=[...e.inputWatermarks].sort(([i],[o])=>i-o),s=r.map(([,i])=>i.at(n));s.length>0&&t.set("currentInputWatermark",wo(s)),s.length>1&&r.forEach(([i],o)=>t.set(`currentI\
nput${i+1}Watermark`,s[o]))}function wo(t){return t.reduce((e,n)=>e<n?e:n)}function Gr(t,e){let{exclusive:n,floating:r}=yo(t,e),{exclusive_buffers:s,floating_buffers:i,output_buffers:o}=t.plan;return{input:vn(n+r,s+i),output:vn(t.outputInUse.
at(e),o)}}function yo(t,e){let{plan:n,inputs:r}=t,s=n.exclusive_buffers;for(let i of r)i.plan.local||(s-=i.exclusive.at(e));return{exclusive:s,floating:n.floating_buffers-t.floatingFree.at(e)}}function jd(t,e,n){let{plan:r,inputs:s}=e,i=s.filter(
d=>!d.plan.local),{exclusive:o,floating:a}=yo(e,n),l=Gr(e,n),p=s.map(d=>(d.plan.local?d.queued:d.received).at(n));t.set("inputQueueLength",yn(p)),t.set("inputQueueSize",yn(i.map(d=>d.receivedBytes.at(n)))),t.set("inPoolUsage",l.input),t.set(
"inputExclusiveBuffersUsage",vn(o,r.exclusive_buffers)),t.set("inputFloatingBuffersUsage",vn(a,r.floating_buffers)),t.set("outputQueueLength",yn(e.outputs.map(d=>d.queued.at(n)))),t.set("outputQueueSize",yn(e.outputs.map(d=>d.queuedBytes.at(
n)))),t.set("outPoolUsage",l.output)}function Be(t,e,n){let r=t.operators.get(e),s=new Map;for(let[i,o]of r.counts)o.at(n)>0&&s.set(i,o.at(n));bo(s,r,n),s.set("currentOutputWatermark",r.outputWatermark.at(n));for(let[i,o]of r.latencies){let[
a,l,p]=o.at(n);a!==0&&(s.set(`latency.source_id.${i}.count`,a),s.set(`latency.source_id.${i}.mean`,l/a),s.set(`latency.source_id.${i}.max`,p))}return s}function yn(t){return t.reduce((e,n)=>e+n,0)}function vn(t,e){return e>0?t/e:0}var Gd=60,vo=Object.keys(Ue),xo=new Set(["fill","state","read","held up","result"]),Ud=new Set(["fill","state"]),xt=class{all;ends;constructor(e,n){let r=Kd(e,n);if(this.all=Yd(r),this.all.at(-1)?.end!==e.eventCount&&e.eventCount>0){let{eventCount:s}=e;
this.all=[...this.all,{kind:"end",lead:s-1,count:1,end:s}]}this.ends=this.all.map(({end:s})=>s)}at(e){return Y(this.ends,e-1)+1-(e===0?1:0)}startOf(e){return this.ends[e-1]??0}next(e){return this.ends[Y(this.ends,e)+1]??this.ends.at(-1)??e}back(e){
return this.ends[Y(this.ends,e-1)]??0}endingAt(e){let n=this.all[Y(this.ends,e)];return n?.end===e?n:null}};function xn({kind:t,count:e}){return e>1?rn(t)[1].replace("{n}",String(e)):""}function Kd(t,e){let n=new Map,r=new Set(Me.filter(({moment:d})=>d!==
"").map(({kind:d})=>d));for(let{kind:d,when:c,moment:m}of Me){let h=O.indexOf(d);r.has(d)&&n.set(h,[...n.get(h)??[],{when:c,moment:m}])}let s=[];for(let d=0;d<t.eventCount;d++){let c=n.get(t.kinds[d]);if(!c)continue;let m=t.event(d),h=c.find(
({when:f})=>f===""||_e(f,m,e));h&&h.moment!==""&&s.push({index:d,moment:h.moment,fact:m})}let i=new Set(s.map(({moment:d})=>d)),o=!["fill","state","firing","late"].some(d=>i.has(d)),a=[],l=-1,p=0;for(let{index:d,moment:c,fact:m}of s){if(c===
"read"&&!o)continue;d>=p&&(l=t.stepOf(d),p=t.eventRange(l)[1]);let h=Jd(m),f=a.at(-1);if(f?.step!==l){a.push({kind:c,lead:d,count:1,end:p,step:l,watermark:h});continue}f.watermark??=h;let g=vo.indexOf(c)-vo.indexOf(f.kind);g<0?Object.assign(
f,{kind:c,lead:d,count:1}):g===0&&!Ud.has(c)&&c!=="minimum"&&f.count++}return a}function Jd(t){return t.type==="InputWatermarkAdvanced"||t.type==="OperatorWatermarkAdvanced"?t.after:t.type==="WindowFired"?t.watermark:null}function Yd(t){let e=new Map;
for(let{kind:s}of t)e.set(s,(e.get(s)??0)+1);let n=s=>xo.has(s)&&e.get(s)>Gd,r=[];for(let s of t){let i=r.at(-1);if(!i||!Xd(i,s,n)){r.push({...s});continue}i.end=s.end,s.kind===i.kind?(i.count+=s.count,xo.has(s.kind)&&(i.lead=s.lead)):s.kind===
"firing"&&Object.assign(i,{kind:s.kind,lead:s.lead,count:s.count})}return r}function Xd(t,e,n){if(e.kind==="result")return t.kind==="firing"||t.kind==="result"&&n("result");let r=s=>s==="minimum"||s==="firing";return r(t.kind)&&r(e.kind)?t.
watermark!==null&&t.watermark===e.watermark:t.kind===e.kind&&n(e.kind)}var So=["records","late","panes","generators","channels","minimum","timers"],ne=({camera:t,box:e},n)=>e.left+(n-t.x0)/(t.x1-t.x0)*e.width;function L({camera:t,box:e},n){return n===1/0?e.top-4:n===-1/0?e.top+e.height+4:e.top+(1-(n-t.y0)/(t.y1-
t.y0))*e.height}var _=(t,e)=>ne(t,e===1/0?t.places.at(-1):t.places[e+1]);function St(t,e,n,r,s){e===1?t.rect(n-s*.9,r-s*.9,s*1.8,s*1.8):e>=2?(t.moveTo(n,r-s*1.2),t.lineTo(n+s*1.15,r+s*.9),t.lineTo(n-s*1.15,r+s*.9),t.closePath()):(t.moveTo(n+
s,r),t.arc(n,r,s,0,7))}var Xe=({operators:t},e)=>!t||t.has(e);function Tt({places:t,camera:e},n){let r=0,s=n.length;for(;r<s;){let i=r+s>>1;t[n[i]+1]<e.x0?r=i+1:s=i}return r}function U(t,e,n,r,s=[]){t.beginPath();for(let i=0;i<e.length;i+=2)
t.lineTo(e[i],e[i+1]);t.strokeStyle=n,t.lineWidth=r,t.setLineDash([...s]),t.stroke(),t.setLineDash([])}function Co(t,e){let{run:n,box:r,colour:s}=e,i=n.curves.find(({kind:h,owner:f})=>h==="minimum"&&Xe(e,f));if(!i)return;let o=r.top+r.height,a=n.lateness.get(i.owner)??0,l=De(e,i,0);if(l.length===0)return;let p=(h,f,g)=>{t.beginPath();for(let w=0;w<
h.length;w+=2)t.lineTo(h[w],h[w+1]);t.closePath(),t.fillStyle=f,t.globalAlpha=g,t.fill(),t.globalAlpha=1},d=l.at(-2),c=a>0?De(e,i,a):l;if(p([...c,d,o,c[0],o],s("--wmsoft"),.5),a===0)return;let m=[...l];for(let h=c.length-2;h>=0;h-=2)m.push(
c[h],c[h+1]);p(m,s("--panesoft"),.55),U(t,c,s("--pane"),1,[2,3])}function Mo(t,e){let{camera:n,places:r,colour:s}=e;e.places[1]===1||n.x1<n.y0||n.x0>n.y1||r.at(-1)<1e6||U(t,[ne(e,n.x0),L(e,n.x0),ne(e,n.x1),L(e,n.x1)],s("--ink3"),1.2,[2,4])}
function Sn(t){return t.run.curves.filter(({kind:n,owner:r})=>n==="minimum"&&Xe(t,r)).map(n=>De(t,n,0))}function De(t,e,n){let{camera:r,box:s}=t,i=[],o=e.at,a=NaN,l=Math.max(0,Tt(t,o)-1);for(let p=l;p<o.length;p++){let d=_(t,o[p]),c=e.values[p],
m=L(t,c-n);if(Number.isNaN(a)||i.push(d,a),(c!==-1/0||!Number.isNaN(a))&&(i.push(d,m),a=m),d>s.left+s.width)break}return Number.isNaN(a)||i.push(Math.min(ne(t,r.x1),_(t,1/0)),a),i}var Ur=[[],[6,3],[2,2.5],[9,3,2,3],[4,6]];function $o(t,e){let{
run:n,parts:r,colour:s,followed:i}=e;t.lineJoin="round";let o=a=>n.curves.filter(l=>l.kind===a&&(!i||i.hasCurve(l)));if(r.has("channels")){t.globalAlpha=.65;for(let a of o("channel"))U(t,De(e,a,0),s("--wm"),1);t.globalAlpha=1}if(r.has("mini\
mum")){let a=s("--panel");for(let l of o("input"))U(t,De(e,l,0),s("--wm"),2,Ur[l.part==="0"?0:1]);for(let l of o("minimum").filter(({owner:p})=>Xe(e,p))){let p=De(e,l,0);U(t,p,a,5),U(t,p,s("--wm"),3.4)}}if(r.has("generators")&&o("generator").
forEach((a,l)=>{U(t,De(e,a,0),s("--wmink"),1.4,Ur[l%Ur.length]),To(t,e,a)}),r.has("channels"))for(let a of o("channel"))To(t,e,a)}function To(t,e,n){let{colour:r}=e;for(let[s,i]of n.idle){let o=Y(n.at,s),a=o<0?-1/0:n.values[o],l=Math.min(L(
e,a),e.box.top+e.box.height-5),[p,d]=[_(e,s),_(e,i)];U(t,[p,l,d,l],r("--panel"),7),U(t,[p,l,d,l],r("--ink3"),5,[2,3]),!(d-p<34)&&(t.font=`600 12px ${e.colour("font-family")}`,t.fillStyle=r("--ink2"),t.textAlign="left",t.fillText(u("idle"),Math.
max(p,e.box.left)+4,l-6))}}var Tn=class{constructor(e){this.plan=e}made=new Map;splits=new Map;splitsOf(e){return[...this.splits.get(e)??[]]}reads(e,n){let r=this.splits.get(e);r?r.add(n):this.splits.set(e,new Set([n]))}take(e,n){switch(n.type){case"WatermarkGenerate\
d":return this.rise("generator",n.operator,n.split,e,n.timestamp),!0;case"SplitStatusChanged":return this.rest("generator",n.operator,n.split,e,n.idle),!0;case"SplitReleased":return!0;case"ChannelWatermarkChanged":return this.rise("channel",
n.channel,"",e,n.after),!0;case"ChannelStatusChanged":return this.rest("channel",n.channel,"",e,n.idle),!0;case"InputWatermarkAdvanced":return this.rise("input",n.subtask,String(n.input),e,n.after),!0;case"InputStatusChanged":return this.rest(
"input",n.subtask,String(n.input),e,n.idle),!0;case"OperatorWatermarkAdvanced":return this.rise("minimum",n.operator,"",e,n.after),!0;default:return!1}}startAgain(e,n,r){let s=this.plan.channels.filter(({target:o})=>o===n).map(({id:o})=>o),
i=new Set([n,...r,...s]);for(let o of this.made.values()){if(!i.has(o.owner))continue;o.at.push(e),o.values.push(-1/0);let a=o.idle.at(-1);a?.[1]===1/0&&(a[1]=e)}}curves(e){let n=new Set(this.plan?.channels.filter(({input:i})=>i>0).map(({target:i})=>i)),
r=[...this.made.values()],s=r.some(({kind:i,owner:o})=>i==="minimum"&&e.has(o));return r.filter(({kind:i,owner:o})=>i==="minimum"?!s||e.has(o):i!=="input"||n.has(o))}rise(e,n,r,s,i){let o=this.curve(e,n,r);o.at.push(s),o.values.push(Zd(i))}rest(e,n,r,s,i){
let{idle:o}=this.curve(e,n,r),a=o.at(-1);i?o.push([s,1/0]):a&&(a[1]=s)}curve(e,n,r){let s=JSON.stringify([e,n,r]),i=this.made.get(s);return i||this.made.set(s,i={kind:e,owner:n,part:r,at:[],values:[],idle:[]}),i}},Eo=9e18;function Zd(t){let e=Number(
t);return e>=Eo?1/0:e<=-Eo?-1/0:e}var Qd=["SourceRecordRead","TimestampAssigned","RecordFiltered","KeySelected","WindowAssigned","WindowsMerged","WindowFired","WindowCleared","LateRecordDropped","TimerRegistered","TimerFired","TimerDeleted","WatermarkGenerated","SplitStatus\
Changed","SplitReleased","ChannelWatermarkChanged","ExecutionReset","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","OperatorWatermarkAdvanced"],Pe=class{constructor(e){this.trace=e;this.made=new Tn(e.plan),this.nameSources();
let n=new Uint8Array(O.length);for(let r of Qd)n[O.indexOf(r)]=1;for(let r=0;r<e.eventCount;r++)n[e.kinds[r]]&&this.take(r,e.event(r));this.dots=this.dots.filter(({time:r})=>Number.isFinite(r)),this.curves=this.made.curves(this.keepers)}dots=[];panes=[];lates=[];timers=[];curves;keys=[];lateness=new Map;keepers=new Set;paneAt=new Map;lateAt=new Map;keyNumbers=new Map;byRead=new Map;byElement=new Map;open=new Map;running=new Map;sources=new Map;made;missedBy(e){
let n=re(e.windows)?[e.windows]:pe(e.windows)??[];return this.panes.filter(({operator:s,key:i,window:o,gone:a})=>s===e.operator&&i===e.key&&a<e.index&&n.includes(o)).reduce((s,i)=>s&&s.gone>i.gone?s:i,null)}dotBehind(e){return this.byRead.get(
Q(this.trace,e))??this.byElement.get(this.trace.cause(e))}splitsBefore(e){let[n,r]=e.slice(1).split("/"),s=this.trace.plan?.vertices.find(({operators:i})=>i.some(o=>String(o.node)===n));return this.made.splitsOf(`o${s?.operators[0]?.node}/${r}`).
join(", ")}nameSources(){let{plan:e}=this.trace,n=new Set(e?.channels.map(({target_node:s})=>s)),r=0;for(let s of e?.vertices??[]){let[i]=s.operators;if(!(!i||i.inputs.length>0||n.has(i.node))){for(let o=0;o<s.parallelism;o++)this.sources.set(
`o${i.node}/${o}`,r);r++}}}take(e,n){if(!this.made.take(e,n))switch(n.type){case"SourceRecordRead":{let r=this.sources.get(n.operator)??0,s=n.timestamp===null?NaN:Number(n.timestamp),i={index:e,time:s,key:-1,source:r,split:n.split,late:null};
this.byRead.set(e,i),this.dots.push(i),this.made.reads(n.operator,n.split);return}case"TimestampAssigned":{let r=this.byRead.get(Q(this.trace,e));r&&(r.time=Number(n.after));return}case"RecordFiltered":{let r=this.byRead.get(Q(this.trace,e));
r&&(r.time=NaN);return}case"KeySelected":{let r=this.byRead.get(Q(this.trace,e));r&&(r.key=this.keyNumber(n.key));return}case"LateRecordDropped":{this.keepers.add(n.operator);let r=n.timestamp===null?NaN:Number(n.timestamp),s=this.dotOf(e,r),
i=s.key=this.keyNumber(n.key),o=n.cleanup_time===null?null:Number(n.cleanup_time),{operator:a,windows:l}=n,p={index:e,operator:a,key:i,time:r,windows:l,cleanup:o,watermark:Number(n.watermark),dot:s};s.late??=p,this.lateAt.set(e,p),this.lates.
push(p);return}case"TimerRegistered":{let r=re(n.namespace);if(r&&n.domain==="event"){let a=Number(n.timestamp-r[1])+1;a>(this.lateness.get(n.operator)??0)&&this.lateness.set(n.operator,a)}if(n.namespace!=='""')return;this.keepers.add(n.operator);
let{domain:s}=n,i=Number(n.timestamp),o={index:e,end:1/0,fired:!1,domain:s,time:i,key:this.keyNumber(n.key)};this.running.set(Kr(n),o),this.timers.push(o);return}case"ExecutionReset":this.startAgain(e,n.subtask);return;case"TimerFired":case"\
TimerDeleted":{let r=this.running.get(Kr(n));if(!r)return;r.end=e,r.fired=n.type==="TimerFired",this.running.delete(Kr(n));return}default:this.takePane(e,n)}}takePane(e,n){switch(n.type){case"WindowAssigned":{let r=this.pane(e,n.operator,n.
key,n.window);r.fills.push(e),r.counts.push(n.count),this.dotOf(e,n.timestamp===null?NaN:Number(n.timestamp)).key=r.key;return}case"WindowsMerged":{let s=(re(n.merged)?[n.merged]:pe(n.merged)??[]).flatMap(o=>this.end(e,n.operator,n.key,o)??
[]),i=this.pane(e,n.operator,n.key,n.result);for(let o of s)o!==i&&(o.into=i);i.fills.push(e),i.counts.push(n.count);return}case"WindowFired":{this.pane(e,n.operator,n.key,n.window).firings.push({index:e,kind:n.kind,count:n.count});return}case"\
WindowCleared":n.reason==="cleanup"&&this.end(e,n.operator,n.key,n.window);return;default:}}startAgain(e,n){let r=eu(this.trace,n);for(let[s,i]of this.open)r.has(i.operator)&&(i.gone=e,this.open.delete(s));for(let[s,i]of this.running)r.has(
JSON.parse(s)[0])&&(i.end=e,this.running.delete(s));this.made.startAgain(e,n,r)}pane(e,n,r,s){let i=`${n} ${q(r,s)}`,o=this.open.get(i);if(o&&this.paneAt.set(e,o),o)return o;let a=re(s),l={operator:n,key:this.keyNumber(r),window:s,born:e,gone:1/0,
fills:[],counts:[],firings:[],into:null,start:a?Number(a[0]):-1/0,end:a?Number(a[1]):1/0};return this.keepers.add(n),this.open.set(i,l),this.paneAt.set(e,l),this.panes.push(l),l}end(e,n,r,s){let i=`${n} ${q(r,s)}`,o=this.open.get(i);return o?
(o.gone=e,this.open.delete(i),o):null}dotOf(e,n){let r=this.byRead.get(Q(this.trace,e));if(r)return r;let s=this.trace.cause(e),i=s<0?void 0:this.byElement.get(s);if(i)return i;let o={index:e,time:n,key:-1,source:-1,split:"",late:null};return s>=
0&&this.byElement.set(s,o),this.dots.push(o),o}keyNumber(e){let n=this.keyNumbers.get(e);return n!==void 0?n:(this.keyNumbers.set(e,this.keys.length),this.keys.push(e)-1)}};function eu({plan:t},e){let{vertex:n,index:r}=t.subtasks.find(({id:s})=>s===
e);return new Set(t.vertices.find(({id:s})=>s===n).operators.map(({node:s})=>`o${s}/${r}`))}function Kr(t){return JSON.stringify([t.operator,t.domain,t.key,t.namespace,String(t.timestamp)])}var Se=class{constructor(e){this.trace=e;this.run=new Pe(e),this.clock=new ge(e)}run;clock;places=new Map;paint(e,n,r){let{colour:s}=n,i=this.places.get(r);i||this.places.set(r,i=this.clock.places(r));let o={...n,run:this.run,places:i,followed:null,
operators:null};e.globalAlpha=.85;for(let l of Sn(o))U(e,l,s("--ink3"),2,[6,4]);e.globalAlpha=1;let a=new Set(n.run.lates.map(Ro));for(let l of this.run.lates){if(a.has(Ro(l)))continue;let[p,d]=[_(o,l.index),L(o,l.time)];e.beginPath(),e.arc(
p,d,6,0,7),e.strokeStyle=s("--fire"),e.lineWidth=1.3,e.setLineDash([2,2]),e.stroke(),e.setLineDash([])}}},Ro=({key:t,time:e,dot:n})=>`${t} ${e} ${n.split}`;function Jr(t,e,n){let r=b=>t.indexesOf([b]).map(y=>[y,t.event(y)]),s=(b,y)=>{let x=e.next(b);return{question:y,position:x}},i=t.indexesOf(["TaskFailed"]).at(-1),[,o]=r("JobStatusChanged").at(-1)??[];if(i!==void 0&&o?.after==="FAILED")return{
question:u("Why does it fail?"),position:i+1};if(i!==void 0)return{question:u("A task failed. What was lost, what is done again?"),position:i+1};let a=r("LateRecordDropped");if(a.length>0){let b=({watermark:S,cleanup_time:M,timestamp:R})=>S===
V?-1n:S-(M??R??S),[y]=a.reduce((S,M)=>b(M[1])>b(S[1])?M:S),x=a.length===1?u("A record came too late. Why?"):u("{0} records came too late. Why?",a.length);return s(y,x)}let l=r("WindowFired"),p=r("WindowsMerged"),d=l.filter(([,{watermark:b,clock:y}])=>b!==
V&&y!=="end of input");if(l.length>0&&d.length===0)return s(l[0][0],u("No window fired before the input ended. Why?"));let c=e.all.filter(({kind:b})=>b==="merge").at(-1);if(c&&p.length>0)return{question:u("How did these sessions become one?"),
position:c.end};let m=r("SplitStatusChanged").find(([,b])=>b.idle);if(m)return s(m[0],u("{0} went idle. What does that change?",m[1].split||n.name(m[1].operator)));if(d.length>0)return s(d[0][0],u("Why does this window fire now?"));let h=r(
"DefaultActionSuspended").find(([,{reason:b}])=>b==="no output buffer"||b==="blocked");if(h)return s(h[0],u("Why does {0} stop reading?",n.name(h[1].subtask)));let f=e.all.find(({kind:b})=>b==="firing");if(f)return{question:u("Why does this\
 timer fire now?"),position:f.end};let g=e.all.filter(({kind:b})=>b==="result").at(-1);if(g)return{question:u("What came out, and of what?"),position:g.end};let w=e.all.filter(({kind:b})=>b==="fill").at(-1);return w?{question:u("What is in \
the windows so far?"),position:w.end}:{question:"",position:0}}var Yr="You went by the wall clock; event time knows only watermarks.",tu="You took the channel that moved last; the least of all active ones counts.",nu="You took the greatest channel; the least of all active ones counts.",ru="A watermark \
says that no more record comes up to it, itself included: it is one less.",su="The delay drops nothing: behind the watermark a record still counts while its window is open.",Xr="There is no one watermark for the whole job; each task has its\
 own minimum.",iu="Once the watermark has passed the end of its window, and the allowed lateness, it is too late.";function Zr(t,e,n,r){let s=t.event(r);return s.type==="InputWatermarkAdvanced"?ou(t,e,n,r,s):s.type==="WindowAssigned"||s.type===
"LateRecordDropped"?lu(e,n,r,s):s.type==="WindowFired"?pu(e,n,r,s):null}var Qr=["InputWatermarkAdvanced","LateRecordDropped","WindowAssigned","WindowFired"];function ou(t,e,n,r,s){let o=(t.plan?.channels??[]).filter(({target:m,input:h})=>m===
s.subtask&&h===s.input).flatMap(({id:m})=>{let h=n.channels.get(m);return h&&!h.idle?[{id:m,watermark:h.watermark}]:[]});if(o.length<2||s.after===V)return null;let a=o.reduce((m,{watermark:h})=>h>m?h:m,E),l=au(t,r),d=[...n.channels.values()].
map(({watermark:m})=>m).filter(m=>m!==V).reduce((m,h)=>h>m?h:m,E),c=m=>e.time(m);return es(r,u("What does the minimum of {0} become?",e.name(s.subtask)),c(s.after),[{says:c(a),belief:nu},{says:l===null?null:c(l),belief:tu},{says:c(s.after+1n),
belief:ru},{says:c(d),belief:Xr},{says:c(n.time_ms),belief:Yr}])}function au(t,e){for(let n=e;n>=Math.max(0,e-40);n--){let r=t.event(n);if(r.type==="ChannelWatermarkChanged")return r.after}return null}function lu(t,e,n,r){let s=r.type==="La\
teRecordDropped",{timestamp:i}=r,o=re(s?r.windows:r.window);if(i===null||!o)return null;let a=e.operators.get(r.operator)?.watermark??E,l=[...e.channels.values()].reduce((m,h)=>h.watermark>m?h.watermark:m,E),p=m=>u(m?"It is too late, and dr\
opped.":"It counts."),d=t.value(r.key),c=u("A record of {0} with timestamp {1} comes; the watermark is {2}. What becomes of it?",d,t.time(i),t.time(a));return es(n,c,p(s),[{says:p(i<=a),belief:su},{says:p(o[1]-1n<=e.time_ms),belief:Yr},{says:p(
o[1]-1n<=l),belief:Xr},{says:p(!1),belief:iu}])}function pu(t,e,n,r){let s=e.operators.get(r.operator);if(!s||r.kind!=="on time"||r.watermark===V)return null;let i=l=>{let d=[...s.panes.values()].filter(({window:c})=>(re(c)?.[1]??V)-1n<=l).
map(({key:c,window:m})=>`${t.value(c)} ${t.window(m)}`).sort();return d.length===0?u("none"):d.length<=3?d.join(", "):u("{0} and {1} more",d.slice(0,2).join(", "),d.length-2)},o=[...e.channels.values()].reduce((l,p)=>p.watermark>l&&p.watermark!==
V?p.watermark:l,E),a=[...s.panes.values()].reduce((l,{window:p})=>{let d=re(p)?.[1]??E;return d>l?d:l},E);return es(n,u("The watermark of {0} comes to {1}. Which panes fire?",t.name(r.operator),t.time(r.watermark)),i(r.watermark),[{says:i(e.
time_ms),belief:Yr},{says:i(o),belief:Xr},{says:i(a),belief:"A watermark closes only the windows that end before it."},{says:u("none"),belief:"A pane fires as soon as the watermark has reached the end of its window."}])}function es(t,e,n,r){
let s=[{text:n,right:!0,misconception:""}];for(let{says:i,belief:o}of r)i===null||s.some(({text:a})=>a===i)||s.push({text:i,right:!1,misconception:o});return s.length<2?null:(s.sort((i,o)=>i.text.localeCompare(o.text,"en",{numeric:!0})),{before:t,
after:t+1,index:t,asks:e,choices:s})}var ts=class{constructor(e,n){this.plan=e;this.countsRecordsOut=n;this.credit=new H(e.initial_credit),this.exclusive=new H(e.initial_credit)}queued=new H(0);queuedBytes=new H(0);received=new H(0);receivedBytes=new H(0);onWire=new H(0);read=new H(
0);backlog=new H(0);credit;exclusive;underWay=[]},du=["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut","numFiredTimers"],ns=class{constructor(e,n,r){this.plan=e;this.head=n;this.ends=r;for(let s of du)
this.counts[s]=new H(0);this.floatingFree=new H(e.floating_buffers)}inputs=[];outputs=[];conditions=new Zt;counts={};mails=new H(0);outputInUse=new H(0);floatingFree;eventTimeLag=new H(null);attempt=new H([0,0])},rs=class{counts=new Map;inputWatermarks=new Map;outputWatermark=new H(
E);calls=[];latencies=new Map},uu={"no input":"idle","no output buffer":"soft",blocked:"hard",busy:"busy"},cu=new Set(["endOfData","endOfPartition","barrier"]),Ct=class{tasks=new Map;channels=new Map;operators=new Map;clock=new H(0);start;end;taskOf=new Map;sources=new Set;position=0;time=0;constructor(e){
this.start=BigInt(e.plan?.start_time_ms??0),e.plan&&this.prepare(e.plan);for(let n=0;n<e.eventCount;n++)this.position=n+1,this.apply(e.event(n));this.end=this.time}prepare(e){let n=new Set(e.channels.map(({target:s})=>s));for(let s of e.subtasks){
let i=e.vertices.find(({id:p})=>p===s.vertex),o=new Map(i.operators.map(({node:p})=>[p,new rs]));for(let p of i.operators){let d=`o${p.node}/${s.index}`,c=o.get(p.node);this.operators.set(d,c);for(let h of p.inputs)o.get(h).calls.push(c);p.
inputs.length>0&&c.inputWatermarks.set(0,new H(E)),this.taskOf.set(d,s.id);let m=e.subtasks.some(h=>h.vertex===s.vertex&&n.has(h.id));p.inputs.length===0&&!m&&this.sources.add(d)}let a=[...o.values()],l=a.filter(({calls:p})=>p.length===0);this.
tasks.set(s.id,new ns(s,a[0],l))}let r=new Set;for(let s of e.channels){let{source:i,source_node:o,target_node:a,side_output:l,input:p}=s,d=JSON.stringify([i,o,a,l,p]),c=new ts(s,s.partitioner!=="BROADCAST"||!r.has(d));r.add(d),this.channels.
set(s.id,c);let m=this.task(s.target);m.inputs.push(c);let{inputWatermarks:h}=m.head;h.has(p)||h.set(p,new H(E)),this.task(i).outputs.push(c)}}apply(e){switch(e.type){case"ElementWritten":{let n=this.channel(e.channel),r=this.task(n.plan.source);
this.put(n.queuedBytes,n.queuedBytes.last+e.bytes),e.element==="record"&&n.countsRecordsOut&&this.count(r,"numRecordsOut"),cu.has(e.element)||this.count(r,"numBytesOut",e.bytes);return}case"ElementReceived":this.put(this.channel(e.channel).
read,e.sequence+1),e.element==="record"&&this.count(this.task(e.subtask),"numRecordsIn");return;case"ElementProcessed":e.element==="record"&&this.countIn(e.operator,"numRecordsIn");return;case"BufferQueued":this.put(this.channel(e.channel).
queued,e.queued);return;case"BufferSent":{let n=this.channel(e.channel);this.put(n.queued,e.queued),this.put(n.queuedBytes,n.queuedBytes.last-e.bytes),this.put(n.credit,e.credit),this.put(n.onWire,e.on_wire),this.put(n.backlog,e.backlog),n.
underWay.push(e.bytes),this.count(this.task(n.plan.source),"numBuffersOut");return}case"BufferArrived":{let n=this.channel(e.channel);this.put(n.received,e.received),this.put(n.onWire,e.on_wire),this.put(n.receivedBytes,n.receivedBytes.last+
n.underWay.shift());return}case"BufferConsumed":this.consumed(e);return;case"CreditChanged":this.put(this.channel(e.channel).credit,e.after);return;case"InputBuffersChanged":this.put(this.channel(e.channel).exclusive,e.exclusive);return;case"\
FloatingBuffersChanged":this.put(this.task(e.subtask).floatingFree,e.free);return;case"OutputBuffersChanged":this.put(this.task(e.subtask).outputInUse,e.in_use);return;case"InputWatermarkAdvanced":this.put(this.task(e.subtask).head.inputWatermarks.
get(e.input),e.after);return;case"WatermarkEmitted":{let n=this.operators.get(e.operator);this.put(n.outputWatermark,e.timestamp);for(let r of n.calls)this.put(r.inputWatermarks.get(0),e.timestamp);return}case"SourceRecordRead":this.count(this.
task(this.taskOf.get(e.operator)),"numRecordsIn"),this.countIn(e.operator,"numRecordsIn"),e.timestamp!==null&&this.lag(e.operator,e.timestamp);return;case"TimestampAssigned":this.sources.has(e.operator)&&this.lag(e.operator,e.after);return;case"\
TimerFired":this.count(this.task(this.taskOf.get(e.operator)),"numFiredTimers");return;case"LatencyMeasured":{let{latencies:n}=this.operators.get(e.operator),r=n.get(e.source)??new H([0,0,0]),[s,i,o]=r.last;this.put(r,[s+1,i+e.latency,Math.
max(o,e.latency)]),n.set(e.source,r);return}case"LateRecordDropped":this.countIn(e.operator,"numLateRecordsDropped");return;case"ResultWritten":this.countIn(e.operator,"numRecordsSend");return;case"MailEnqueued":case"MailTaken":this.put(this.
task(e.subtask).mails,e.waiting);return;case"DefaultActionSuspended":this.becomes(e.subtask,uu[e.reason]);return;case"DefaultActionResumed":this.becomes(e.subtask,"busy");return;case"TaskStateChanged":{let{conditions:n}=this.task(e.subtask);
e.after==="RUNNING"?n.starts(this.position,this.time):e.before==="RUNNING"&&n.ends(this.position,this.time);return}case"ExecutionReset":this.begin(e.subtask);return;case"ProcessingTimeAdvanced":this.time=Number(e.after-this.start),this.put(
this.clock,this.time);return;default:}}begin(e){let n=this.task(e);this.put(n.attempt,[this.position,this.time]);for(let r of[n.mails,n.outputInUse,n.floatingFree])this.put(r,r.initial);this.put(n.eventTimeLag,null),n.conditions.becomes(this.
position,this.time,"busy");for(let r of n.inputs){let{queued:s,queuedBytes:i,received:o,receivedBytes:a,onWire:l,read:p,backlog:d,credit:c,exclusive:m}=r;for(let h of[s,i,o,a,l,p,d,c,m])this.put(h,h.initial);r.underWay.length=0}for(let[r,s]of this.
operators)if(this.taskOf.get(r)===e){for(let i of[...s.counts.values()])this.put(i,0);for(let i of s.latencies.values())this.put(i,i.initial);for(let i of s.inputWatermarks.values())this.put(i,i.initial);this.put(s.outputWatermark,s.outputWatermark.
initial)}}consumed(e){let n=this.channel(e.channel),r=this.task(n.plan.target);this.count(r,"numBuffersIn"),this.count(r,"numBytesIn",e.bytes),this.put(n.queued,e.queued),this.put(n.received,e.received),n.plan.local?(this.put(n.queuedBytes,
n.queuedBytes.last-e.bytes),this.count(this.task(n.plan.source),"numBuffersOut")):this.put(n.receivedBytes,n.receivedBytes.last-e.bytes)}becomes(e,n){this.task(e).conditions.becomes(this.position,this.time,n)}lag(e,n){let r=Number(BigInt(this.
time)+this.start-n);this.put(this.task(this.taskOf.get(e)).eventTimeLag,r)}count(e,n,r=1){this.put(e.counts[n],e.counts[n].last+r)}countIn(e,n){let{counts:r}=this.operators.get(e),s=r.get(n)??new H(0);this.put(s,s.last+1),r.set(n,s)}put(e,n){
e.set(this.position,this.time,n)}task(e){return this.tasks.get(e)}channel(e){return this.channels.get(e)}};var ss={told:"what is worth telling: panes, minima, firings, what is late",firing:Kt.firing,watermark:Kt.watermark,record:Kt.record,step:"one turn of a task's mailbox, or of another actor",fact:"every single fact"},Ve=Object.keys(ss),Cn=class{constructor(e){
this.trace=e;this.labels=new ve(e.plan),this.wanted={record:this.stopping("record"),watermark:this.stopping("watermark"),firing:this.stopping("firing")};let[n]=[...this.wanted.firing].filter(([r])=>e.kinds.includes(r));n&&(this.wanted.firing=
new Map([n])),this.ranks=new Uint8Array(O.length).fill(255),[...Me.entries()].reverse().forEach(([r,{kind:s}])=>this.ranks[O.indexOf(s)]=r)}wanted;ranks;labels;made=null;stopping(e){let n=Me.filter(({stop:r})=>r===e);return new Map(n.map(({
kind:r,when:s})=>[O.indexOf(r),s]))}get moments(){return this.made??=new xt(this.trace,this.labels)}next(e,n){let{trace:r}=this,s=r.eventCount;if(e>=s)return s;if(n==="told")return this.moments.next(e);if(n==="fact")return e+1;if(n==="step")
return Math.max(r.eventRange(r.stepOf(e))[1],e+1);for(let i=e;i<s;i++)if(this.stopsAt(i,n))return i+1;return s}back(e,n){let{trace:r}=this;if(e<=1)return 0;if(n==="told")return this.moments.back(e);if(n==="fact")return e-1;if(n==="step")return Math.
max(r.eventRange(r.stepOf(e-1))[0],0);for(let s=e-2;s>=0;s--)if(this.stopsAt(s,n))return s+1;return 0}spotlight(e,n){let r=e-1;if(r>=0&&n==="told"){let a=this.moments.endingAt(e);if(a)return a.lead}if(r<0||n!=="step"&&n!=="told")return r;let[
s,i]=this.trace.eventRange(this.trace.stepOf(r));if(i!==e)return r;let o=r;for(let a=r;a>=s;a--)this.ranks[this.trace.kinds[a]]<=this.ranks[this.trace.kinds[o]]&&(o=a);return o}stopsAt(e,n){let r=this.wanted[n].get(this.trace.kinds[e]);return r===
void 0?!1:r===""||_e(r,this.trace.event(e),this.labels)}};var Mn=class{constructor(e,n){this.stepper=e;this.isOwn=n}wantedKey="";follow(){let{stepper:e}=this,{step:n,fact:r,view:s,task:i,key:o,by:a,focus:l,mode:p,language:d}=Gt(location.hash);if(d&&d!==K())return e.speak(d==="zh"?"zh":"en");let c=Ve.
find(g=>g===a);c&&(e.player.grain=c),e.view=We.find(g=>g===s)??e.view;let m=[...e.lookup.subtasks.keys()].find(g=>g===i||e.labels.name(g)===i);i!==void 0&&(e.pinned=m??null),this.wantedKey=o??"",e.root.classList.toggle("hall",p==="hall");let h=new URLSearchParams(
location.search);e.root.classList.toggle("embed",h.has("embed")||h.has("film")),e.root.classList.toggle("film",h.has("film")),r!==void 0?e.player.go(r):n!==void 0&&e.player.goToStep(n);let f=l===void 0?null:Di(l);(f||e.following.followed)&&
e.following.on(f),e.rearrange()}write(){this.isOwn&&history.replaceState(null,"",this.text)}get text(){let{player:e,trace:n,view:r,pinned:s,labels:i,panel:o,following:a,root:l}=this.stepper,p=e.step>=0&&n.eventRange(e.step)[1]===e.position;
return Xs({...p?{step:e.step}:{fact:e.position},view:r,...s?{task:i.name(s)}:{},key:o?.keys.name??"",...a.followed?{focus:Je(a.followed.focus)}:{},...e.grain==="told"?{}:{by:e.grain},...l.classList.contains("hall")?{mode:"hall"}:{},...K()===
"en"?{}:{language:K()}},location.hash)}async copy(){this.write();let e=await Zs(location.href),n=this.stepper.parts.get("copy");n.textContent=e?u("copied"):u("see the address"),window.setTimeout(()=>n.textContent=u("copy link"),1600)}};var mu={firing:[1150,650],late:[1500,1300],failure:[700,1300],merge:[900,650],minimum:[560,90],idle:[560,400]},hu=440,fu=70,gu=1300,ku=90,bu=320,wu=110;function En(t,e,n){let[r,s]=(t&&mu[t])??[Math.min(gu,hu+fu*(e-1)),ku];return{way:Math.max(
wu,r/n),rest:s/n}}var Le=t=>t<.5?4*t**3:1-(2-2*t)**3/2,Ze=(t,e,n)=>Math.max(0,Math.min(1,(t-e)/(n-e))),yu=()=>window.matchMedia("(prefers-reduced-motion: reduce)").matches,$n=class{constructor(e){this.draw=e}phase={from:0,to:0,t:1};frame=0;started=0;lasts=0;gone=0;get moves(){
return this.frame!==0}go(e,n,r){if(this.stop(),yu())return this.stand(e,n);let{phase:s}=this;this.gone=s.from===e&&s.to===n&&s.t<1?s.t:0,this.phase={from:e,to:n,t:this.gone},this.lasts=n<e?Math.min(r,bu):r,this.started=0,this.draw(this.phase),
this.frame=window.requestAnimationFrame(i=>this.tick(i))}stand(e,n,r=1){this.stop(),this.phase={from:e,to:n,t:r},this.draw(this.phase)}stop(){window.cancelAnimationFrame(this.frame),this.frame=0}tick(e){this.started||=e;let n=Math.min(1,(e-
this.started)/this.lasts),r=performance.now();this.phase={...this.phase,t:this.gone+(1-this.gone)*n},this.frame=n<1?window.requestAnimationFrame(s=>this.tick(s)):0,this.draw(this.phase),performance.measure("flinksim:motion",{start:r})}};var Oo="http://www.w3.org/2000/svg",vu=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-size","font-weight","font-family","text-anchor","paint-order","stroke-linejoin","stroke-linecap"];function Po(t,e,n,r){
let s=e.getBoundingClientRect(),i=getComputedStyle(t),o=Su(r,Math.max(40,Math.floor(s.width/9))),a=52+o.length*22,[l,p]=[Math.round(s.width),Math.round(s.height+a)],d=document.createElementNS(Oo,"svg");d.setAttribute("viewBox",`0 0 ${l} ${p}`),
d.setAttribute("width",String(l)),d.setAttribute("height",String(p)),d.setAttribute("font-family",i.fontFamily),d.append(is("rect",{width:String(l),height:String(p),fill:i.getPropertyValue("--bg")})),d.append(Ao(n,16,28,"700 15px",i.getPropertyValue(
"--ink"))),o.forEach((c,m)=>d.append(Ao(c,16,54+m*22,"500 16px",i.getPropertyValue("--ink"))));for(let c of e.querySelectorAll("svg, canvas")){let m=c.getBoundingClientRect();if(m.width===0||m.height===0||c.closest("button, .legend, svg svg"))
continue;let h={x:String(m.left-s.left),y:String(m.top-s.top+a),width:String(m.width),height:String(m.height)};c instanceof HTMLCanvasElement?d.append(is("image",{...h,href:c.toDataURL("image/png")})):d.append(xu(c,h))}return{svg:d,width:l,
height:p}}function is(t,e){let n=document.createElementNS(Oo,t);for(let[r,s]of Object.entries(e))n.setAttribute(r,s);return n}function Ao(t,e,n,r,s){let[i,o]=r.split(" "),a=is("text",{x:String(e),y:String(n),"font-weight":i,"font-size":o,fill:s});
return a.textContent=t,a}function xu(t,e){let n=t.cloneNode(!0),[r,s]=[[...t.querySelectorAll("*")],[...n.querySelectorAll("*")]];r.forEach((i,o)=>{let a=getComputedStyle(i);for(let l of vu)s[o].setAttribute(l,a.getPropertyValue(l));s[o].removeAttribute(
"class")}),n.removeAttribute("class");for(let[i,o]of Object.entries(e))n.setAttribute(i,o);return n}function Su(t,e){let n=[];for(let r of t.split(" ")){let s=n.at(-1);s===void 0||s.length+r.length>=e?n.push(r):n[n.length-1]=`${s} ${r}`}return n}
function os({svg:t}){return new XMLSerializer().serializeToString(t)}async function as(t){let e=new Image;return e.src=t,await e.decode(),e}var Mt=t=>as(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(os(t))}`);async function Lo(t){let e=document.
createElement("canvas");return[e.width,e.height]=[t.width*2,t.height*2],e.getContext("2d").drawImage(await Mt(t),0,0,e.width,e.height),new Promise((n,r)=>e.toBlob(s=>s?n(s):r(new Error("no picture")),"image/png"))}function Io(t,e,n,r){let i=n.
all.filter(({end:o})=>o<=r).map(({lead:o,count:a})=>{let l=a>1?` (${a} of these)`:"";return`step ${t.stepOf(o)}: ${ee(t.event(o),e)}${l}`});return`${t.plan?.job_name??"a run"}

${i.join(`
`)}
`}function Rn(t,e){let n=document.createElement("a");n.href=URL.createObjectURL(e),n.download=t,n.click(),window.setTimeout(()=>URL.revokeObjectURL(n.href),1e4)}var No=1e3,Tu=12.5,_o={webm:["video/webm;codecs=vp9","video/webm"],mp4:["video/mp4;codecs=avc1","video/mp4"]},An=class{constructor(e){this.stepper=e}gif=null;first=0;last=1;pictures(e,n,r=Tu,s=1){let{player:i,trace:o}=this.stepper,{stops:a,
grain:l}=i,p=m=>o.eventRange(Math.max(0,Math.min(m,o.stepCount-1)))[1],d=[],c=p(e);for([this.first,this.last]=[c,p(n)],d.push({from:c,to:c,t:1,ms:No/s});c<p(n);){let m=Math.min(a.next(c,l),p(n)),h=l==="told"?a.moments.endingAt(m):null,{way:f,
rest:g}=En(h?.kind??null,h?.count??1,s),w=Math.max(1,Math.round(f*r/1e3));for(let b=1;b<=w;b++)d.push({from:c,to:m,t:b/w,ms:f/w});d.at(-1).ms+=Math.max(g,No/s),c=m}return d}async show({from:e,to:n,t:r}){this.stepper.standAt(e,n,r),this.stepper.
root.style.setProperty("--film",String((e+(n-e)*r-this.first)/Math.max(1,this.last-this.first))),await new Promise(s=>requestAnimationFrame(()=>requestAnimationFrame(s)))}async add(e,n){this.addPixels(ls(await as(e)),n)}async end(){let e=this.
gif.end();return this.gif=null,new Promise(n=>{let r=new FileReader;r.onload=()=>n(String(r.result)),r.readAsDataURL(e)})}async save(e,n,r,s){let{player:i}=this.stepper;i.pause();let o=i.position,a=this.pictures(n,r);try{return e==="gif"?await this.
makeGif(a,s):await this.record(e,a,s)}finally{i.go(o)}}async makeGif(e,n){for(let[s,i]of e.entries())await this.show(i),this.addPixels(ls(await Mt($t(this.stepper))),i.ms),n((s+1)/e.length);let r=this.gif.end();return this.gif=null,r}addPixels(e,n){
let{width:r,height:s}=e.canvas;this.gif??=new wt(r,s),this.gif.add(e.getImageData(0,0,r,s).data,n)}async record(e,n,r){await this.show(n[0]);let s=ls(await Mt($t(this.stepper))),i=new MediaRecorder(s.canvas.captureStream(),{mimeType:Fo(e),videoBitsPerSecond:6e6}),
o=[];i.ondataavailable=({data:p})=>o.push(p);let a=new Promise(p=>i.onstop=p);i.start();let l=performance.now();for(let[p,d]of n.entries())await this.show(d),s.drawImage(await Mt($t(this.stepper)),0,0),l+=d.ms,await new Promise(c=>window.setTimeout(
c,l-performance.now())),r((p+1)/n.length);return i.stop(),await a,new Blob(o,{type:`video/${e}`})}},Wo=()=>["gif",...Object.keys(_o).filter(t=>Fo(t)!==void 0)];function Fo(t){return _o[t]?.find(e=>typeof MediaRecorder<"u"&&MediaRecorder.isTypeSupported(
e))}function $t({root:t,trace:e,player:n,parts:r}){let s=`${e.plan?.job_name??""} · step ${n.step}`;return Po(t,t.querySelector(".middle"),s,r.get("sentence").innerText)}function ls(t){let e=document.createElement("canvas");[e.width,e.height]=
[t.naturalWidth,t.naturalHeight];let n=e.getContext("2d",{willReadFrequently:!0});return n.drawImage(t,0,0),n}var On=class{constructor(e,n){this.stepper=e;this.model=n}followed=null;on(e){let{stepper:n}=this,r=e&&this.followed&&Je(e)===Je(this.followed.focus),{panel:s,side:i}=n.ensurePlane(),{trace:o,lookup:a,labels:l,parts:p}=n;this.followed=e&&!r?
new ut(e,o,a,l,s.plane.run):null,s.plane.follow(this.followed),i.follow(this.followed),p.put("focus",this.followed?`${u("following {0}",k(this.followed.words))} ✕`:""),p.get("focus").hidden=!this.followed,this.followed&&n.inquiry.point(Je(
this.followed.focus)),n.redraw()}here(){let{hover:e}=this.stepper.panel?.plane??{hover:null};e?.what==="pane"?this.on({kind:"window",id:e.pane.window}):e?this.on({kind:"record",id:String(e.what==="late"?e.late.dot.index:e.dot.index)}):this.
on(this.followed?null:Vi(this.stepper.trace,this.stepper.index))}get answer(){let{trace:e,panel:n,labels:r,index:s}=this.stepper,i=this.stepper.inquiry.answer??Ee(this.model.get("answer"),e.stepCount);if(i)return i;let o=s<0?void 0:n?.plane.
run.lateAt.get(s);return o?Ri(e,n.plane.run,r,o):null}get isAsked(){return Ee(this.model.get("answer"),this.stepper.trace.stepCount)!==null}drawAnswer(){let{side:e,inquiry:n,player:r,index:s,trace:i,scrubber:o,root:a}=this.stepper,{answer:l}=this;
e?.setAnswer(l,r.step,n.triesOf(l)),n.at(s,r.step);let p=l?.links??[];o.light(p.map(({step:c,position:m})=>m??i.eventRange(Math.max(0,c))[1]));let d=new Set(p.flatMap(({things:c})=>c));for(let c of a.querySelectorAll("[data-task]")){let m=c.
dataset.task,h=[m,...this.stepper.lookup.operatorsOf(m).map(({id:f})=>f)];c.classList.toggle("lit",h.some(f=>d.has(f)))}}walk({step:e,position:n,things:r}){let{lookup:s,player:i}=this.stepper,o=[...s.subtasks.keys()].find(a=>s.inputsOf(a).some(
({id:p})=>r.includes(p))||r.includes(a)||s.operatorsOf(a).some(({id:p})=>r.includes(p)));o&&(this.stepper.pinned=o),i.pause(),n!==void 0?i.go(n):i.goToStep(e)}};var Pn=class{known=new Map;constructor(e,n){for(let r of Array.isArray(e)?e:[]){let s=K()==="zh"&&r?.zh?r.zh:r,i=Ee(s,n.stepCount),o=Array.isArray(r?.runs)?r.runs.map(String):[];i&&this.known.set(i.question,{told:s,answer:i,runs:o})}}get questions(){
return[...this.known.keys()]}runsOf(e){return this.known.get(e)?.runs??[]}replyTo(e,n,r){if(e==="point")return[{thing:n.thing,questions:this.about(String(n.thing))},null];if(e==="about")return[{questions:this.near(Number(n.fact))},null];let s=this.
known.get(e==="why"?String(n.question):r?.question??"");if(e==="why"&&s)return[{answer:s.told},null];let i=e==="try"?s?.runs[Number(n.change)]:void 0;return i?[{tried:""},i]:[{problem:u("This was not worked out beforehand: it needs Python.")},
null]}near(e){let n=r=>r.answer.links.some(({position:s})=>s===e+1)?0:1;return[...this.known.values()].sort((r,s)=>n(r)-n(s)).map(({answer:r})=>r.question)}about(e){let[n,r]=[e.slice(0,e.indexOf(":")),e.slice(e.indexOf(":")+1)],s=({answer:i})=>i.
links.some(({things:o,position:a})=>o.includes(r)||(n==="record"||n==="row")&&a===Number(r)+1);return[...this.known.values()].filter(s).map(({answer:i})=>i.question)}};var ps=(t,e,n,r)=>`<form data-form="${t}"><input name="words" aria-label="${e}" placeholder="${n}" autocomplete="off">${r}</form>`,Ln=(t,e="")=>`<button type="submit" class="small" value="${e}">${t}</button>`,ds='<p class="askNote" role="st\
atus"></p>',Cu=()=>`<p class="none">${u("Worked out before this page was saved. Other questions, and changes, need Python: a notebook, or flinksim why.")}</p><div class="choices"></div>${ds}`,Mu=()=>ps("why",u("A question in words"),u("why \
…"),Ln(u("ask")))+`<div class="choices"></div>${ds}`,$u=()=>ps("until",u("A condition in words"),"watermark of windows &gt; 12:00",Ln(u("back to"),"back")+Ln(u("on to"),"on"))+ps("watch",u("What to watch"),"pane [0, 10000) of a",Ln(u("wat\
ch")))+`${ds}<div class="watches"></div>`,Bo=t=>t.map(e=>`<button type="button" class="small" data-question="${k(e)}">${k(e)}</button>`).join("");function Eu(t,e,n){if(t==="task"||t==="channel")return n.name(e);if(t==="watermark")return u("\
watermark of {0}",n.name(e));if(t==="window")return`${u("window")} ${n.window(e)}`;if(t==="pane"||t==="timer"){let s=JSON.parse(e),i=JSON.stringify(s[t==="pane"?1:2]);return t==="pane"?`${I(i)} ${n.window(JSON.stringify(s[2]))}`:u("timer of\
 {0}",I(i))}let r=t==="key"?I(e):t==="split"?e:"";return`${u(t==="key"?"key":t==="split"?"split":t==="row"?"result":"record")} ${r}`.trim()}var In=class{constructor(e,n,r,s){this.stepper=e;this.model=n;this.carry=r;this.take=s;this.beforehand=
new Pn(n.get("answered"),e.trace),this.bar.addEventListener("click",i=>this.choosePointed(i))}answer=null;asked=0;sent=null;waiting=new Map;why=null;watch=null;fact=-1;about=-1;watched=[];beforehand;pointedAt=-1;was=0;stands=0;get isOwn(){return!this.
carry.turned&&!this.carry.tried&&this.carry.crashes.length===0}get hasPython(){return this.model.get("can_ask")===!0&&this.isOwn}get isOpen(){return this.hasPython||this.isOwn&&this.beforehand.questions.length>0}triesOf(e){return!e||!this.isOpen||
e!==this.answer?0:this.hasPython?1+(e.also?.length??0):this.beforehand.runsOf(e.question).length}ready(e,n){if(!(!this.isOpen||this.why)){[this.why,this.watch]=[e,n],A(e,this.hasPython?Mu():Cu()),this.hasPython&&A(n,$u());for(let r of[e,n])
r.addEventListener("submit",s=>this.submit(s)),r.addEventListener("click",s=>this.choose(s))}}at(e,n){this.pointedAt>=0&&n!==this.pointedAt&&this.unpoint(),this.why&&(n!==this.stands&&(this.was=Math.max(0,this.stands),this.stands=n,this.hasPython&&
this.look()),this.fact=e,this.offerFor())}offerFor(){let{fact:e}=this;!this.why||e<0||e===this.about||this.why.closest("[data-of]")?.hidden!==!1||(this.about=e,this.send("about",{fact:e}))}point(e){this.isOpen&&this.send("point",{thing:e,step:Math.
max(0,this.stepper.player.step)})}unpoint(){this.pointedAt=-1,this.bar.hidden=!0}get bar(){return this.stepper.parts.get("pointed")}offerPointed(e,n){this.pointedAt=this.stepper.player.step;let r=e.indexOf(":"),s=Eu(e.slice(0,r),e.slice(r+1),
this.stepper.labels),i=n.length>0?"":`<span class="none">${this.hasPython?u("Nothing is asked about it here."):u("Nothing about it was worked out before this page was saved.")}</span>`,o=`<button type="button" class="small" data-unpoint ari\
a-label="${u("Point at nothing")}">✕</button>`;A(this.bar,`<b>${k(s)}</b><div class="choices">${Bo(n)}${i}</div>${o}`),this.bar.hidden=!1}choosePointed(e){let n=e.target;if(n.closest("[data-unpoint]"))return this.unpoint();let r=n.closest(
"[data-question]")?.dataset.question;r&&(this.stepper.show("plane"),this.stepper.openTab("why"),this.ask(r))}try(e){this.send("try",{change:e})}hear(){let e=this.model.get("told")??{};if(e.id!==this.asked||!this.sent)return;let n=this.sent;
this.sent=null,this.heard(n,e);let r=this.waiting.entries().next().value;r&&(this.waiting.delete(r[0]),this.send(...r))}heard(e,n){let{problem:r,questions:s,answer:i,tried:o,step:a,rows:l,thing:p}=n,d=e==="until"||e==="watch";this.note(d,typeof r==
"string"?r:""),Array.isArray(s)&&typeof p=="string"?this.offerPointed(p,s.map(String)):Array.isArray(s)&&this.offer(s.map(String));let c=Ee(i,this.stepper.trace.stepCount);c&&(this.answer=c,this.stepper.redraw()),typeof o=="string"&&this.open(),
typeof a=="number"&&this.stepper.player.goToStep(a),Array.isArray(l)&&this.list(l),e==="watch"&&typeof r=="string"&&this.watched.pop()}send(e,n){if(!this.hasPython){let[r,s]=this.beforehand.replyTo(e,n,this.answer);return s&&this.model.set(
"turned_trace",this.model.get(s)),this.heard(e,r)}if(this.sent){this.waiting.set(e,n);return}this.sent=e,this.model.set("asks",{id:++this.asked,what:e==="point"?"about":e,language:K(),...n}),this.model.save_changes()}note(e,n){let r=(e?this.
watch:this.why)?.querySelector(".askNote");r&&(r.textContent=n)}submit(e){e.preventDefault();let n=e.target,r=n.querySelector("input"),s=r.value.trim();if(s==="")return;let i=n.dataset.form;if(i==="why")this.ask(s);else if(i==="until"){let o=e.
submitter?.value==="back";this.send("until",{words:s,back:o,step:Math.max(0,this.stepper.player.step)})}else this.watched.includes(s)||(this.watched.push(s),r.value="",this.look())}choose(e){let{question:n,unwatch:r}=e.target.closest("[data\
-question],[data-unwatch]")?.dataset??{};n&&this.ask(n),r!==void 0&&(this.watched.splice(Number(r),1),this.watched.length===0?this.list([]):this.look())}ask(e){this.note(!1,u("trying …")),this.send("why",{question:e})}offer(e){A(this.why.
querySelector(".choices"),Bo(e))}look(){this.watched.length>0&&this.send("watch",{words:[...this.watched],was:this.was,now:Math.max(0,this.stands)})}list(e){let n=e.map(([s,i,o],a)=>`<tr${i===o?"":' class="changed"'}><th scope="row">${k(s)}\
</th><td>${k(i)}</td><td>${k(o)}</td><td><button type="button" class="small" data-unwatch="${a}" aria-label="${u("Watch it no longer")}: ${k(s)}">✕</button></td></tr>`),r=`<tr><th></th><th scope="col">${u("was")}</th><th scope="col">${u("\
now")}</th><th></th></tr>`;A(this.watch.querySelector(".watches"),e.length?`<table>${r}${n.join("")}</table>`:"")}async open(){try{let e=await ce(ae(this.model.get("turned_trace"))),{stepper:n,carry:r}=this;this.take(e,{...r,ghost:new Se(n.
trace),position:e.positionBy(n.time??0n),view:n.view,tried:!0})}catch(e){this.note(!1,e instanceof Error?e.message:String(e))}}};var Nn="http://www.w3.org/2000/svg",Do=.6,Wn=(t,e)=>e==="in"?{curve:t,low:Do,high:1}:{curve:t,low:0,high:Do},Vo=.42,Ru=3,Qe=class{el=document.createElementNS(Nn,"svg");all=[];boxes=[];constructor(){this.el.setAttribute("class","travellers"),
this.el.setAttribute("aria-hidden","true")}set(e,n,r,s,i,o){this.el.setAttribute("viewBox",`0 0 ${i.width} ${i.height}`),this.all=[],this.boxes=n.boxes;let a=Math.max(1,s-r);for(let l of e){let p=Ou(l.legs,n),d=p.reduce((y,x)=>y+x.length,0);
if(p.length===0)continue;let c=(l.first-r)/a,m=Math.min(c,1-Vo),h=Math.min(1,Math.max(m+Vo,(l.last+1-r)/a)),f=Lu(l),g=_u(l.legs,n),w=e.length<=Ru&&g>=Nu?$(o(l),g,"strong"):"",b=w===""?null:Fu(w);b&&f.append(b),this.all.push({journey:l,pieces:p,
length:d,element:f,start:m,end:h,label:b,wide:C(w,"strong")})}this.el.replaceChildren(...this.all.map(({element:l})=>l))}show({t:e}){for(let{journey:n,pieces:r,length:s,element:i,start:o,end:a,label:l,wide:p}of this.all){let d=Le(Ze(e,o,a)),
{x:c,y:m}=Au(r,d*s),h=n.end==="dropped"||n.end==="filtered"?Ze(d,.86,1):0,f=e<o||e>=a&&n.end!=="dropped";i.setAttribute("transform",`translate(${c.toFixed(1)} ${(m+h*7).toFixed(1)})`),i.setAttribute("opacity",f?"0":String(n.end==="filtered"?
1-h:1)),l?.setAttribute("opacity",this.boxes.some(g=>Wu(g,c,m,p))?"0":"1"),i.classList.toggle("isLate",n.end==="dropped"&&h>0)}}};function Au(t,e){let n=e;for(let r of t){if(n<=r.length)return r.at(r.length===0?1:n/r.length);n-=r.length}return t.
at(-1).at(1)}function Ou(t,e){let n=[],r=null;for(let s of t){let i="channel"in s?e.channel(s.channel,s.how):null,o=i?us(i.curve,i.low):"operator"in s?e.operator(s.operator):null;if(!o||(r&&n.push(zo(r,o)),r=o,!i))continue;let{curve:a,low:l,
high:p}=i,d=Math.hypot(a[2]-a[0],a[3]-a[1])*(p-l);n.push({length:d,at:c=>us(a,l+(p-l)*c)}),r=us(a,p)}return n.length===0&&r&&n.push(zo(r,r)),n}function us(t,e){let[n,r]=de(t,e);return{x:n,y:r}}function zo(t,e){let n=r=>({x:t.x+(e.x-t.x)*r,y:t.
y+(e.y-t.y)*r});return{length:Math.hypot(e.x-t.x,e.y-t.y),at:n}}var Pu={record:["circle",{r:"6.5",class:"record"}],watermark:["path",{d:"M-9 -8h12l6 8l-6 8h-12z",class:"watermark"}],result:["rect",{x:"-7",y:"-6",width:"14",height:"12",rx:"3",
class:"resultMark"}],barrier:["rect",{x:"-2.5",y:"-11",width:"5",height:"22",rx:"2",class:"barrierMark"}],status:["rect",{x:"-4",y:"-7",width:"8",height:"14",rx:"3",class:"mark"}]};function Lu({what:t}){let e=document.createElementNS(Nn,"g");
e.setAttribute("class",`traveller ${t}`);let[n,r]=Pu[t],s=document.createElementNS(Nn,n);for(let[i,o]of Object.entries(r))s.setAttribute(i,o);return e.append(s),e}var _n=13,Iu=12,Nu=40;function _u(t,e){for(let n of t){let r="channel"in n?e.
channel(n.channel,n.how)?.curve:void 0;if(r)return Math.abs(r[2]-r[0])-_n}return 0}function Wu(t,e,n,r){let[s,i]=[n-_n+3,n-_n-Iu];return e+r/2>t.x&&e-r/2<t.x+t.width&&s>t.y&&i<t.y+t.height}function Fu(t){let e=document.createElementNS(Nn,"t\
ext");return e.setAttribute("class","travellerName"),e.setAttribute("y",String(-_n)),e.setAttribute("text-anchor","middle"),e.textContent=t,e}var cs=8,Et=6,Bu=21,Du=40,Vu=210;function qo(t,e,n){let r=fn(t),s=N(e*.1,34,150),i=(e-2*cs-s*(r.length-1))/r.length,o=new Map,a=new Map;return r.forEach((l,p)=>{let d=cs+p*(i+s),c=l.reduce((y,{parallelism:x})=>y+x,0),m=y=>(n-2*cs-Et*(y-1))/
y,h=m(c)<Bu,f=({parallelism:y})=>h&&y>1||cn(c,y),g=l.reduce((y,x)=>y+(f(x)?1:x.parallelism),0),w=Math.min(58,m(g)),b=(n-g*(w+Et)+Et)/2;for(let y of l){let x=f(y);x&&a.set(y.id,y);for(let S=0;S<y.parallelism;S++)o.set(`${y.id}/${S}`,{x:d,y:b,
width:i,height:w}),x||(b+=w+Et);x&&o.set(y.id,{x:d,y:b,width:i,height:w}),x&&(b+=w+Et)}}),{width:e,height:n,boxes:o,heats:a}}function jo(t,e){let n=new Map(t.trace.plan?.channels.map(r=>[r.id,r]));return{operator(r){let[s,i]=r.slice(1).split(
"/");for(let o of t.trace.plan?.vertices??[]){let a=o.operators.findIndex(p=>String(p.node)===s),l=a<0?void 0:e.boxes.get(`${o.id}/${i}`);if(l)return{x:l.x+l.width*a/o.operators.length,y:l.y+l.height/2}}return null},channel(r,s){let i=n.get(
r);return i?Wn(Go(t,e,i),s):null},boxes:[...e.boxes.values()]}}function Go(t,{boxes:e,heats:n},r){let s=e.get(r.source),i=e.get(r.target),o=d=>n.has(t.lookup.subtasks.get(d).vertex),a=t.lookup.inputsOf(r.target),l=t.lookup.outputsOf(r.source),
p=(d,c)=>o(d)?.5:(c.indexOf(r)+1)/(c.length+1);return[s.x+s.width,s.y+s.height*p(r.source,l),i.x,i.y+i.height*p(r.target,a)]}var Ho=64;function Uo(t,e,n){let{plan:r}=t.trace;if(!r)return"";let s=[],i=r.channels.length>Ho||e.heats.size>0,o=new Set,
a=[];for(let d of r.channels){let c=Go(t,e,d),m=t.scene.view.channels.get(d.id),h=`stripWire ${m?.idle?"idle":m?.holds&&m.aligned?"holds":""}`;if(i){let w=[c[0],c[1]|0,c[2],c[3]|0].join();if(o.size>=Ho||o.has(w))continue;o.add(w)}let f=n(d.
source)||n(d.target)?" away":"";s.push(`<path d="${$e(...c)}" class="${h}${f}"/>`);let g=m?m.written-m.read:0;g>0&&!i&&a.push([c,g])}let l=[];for(let[d,c]of a)s.push(zu(d,c,l));for(let[d,c]of e.heats)s.push(Ye(t,c,e.boxes.get(d)));for(let{id:d,
vertex:c}of r.subtasks)e.heats.has(c)||s.push(Hu(t,d,e.boxes.get(d),n(d)));let p=r.subtasks.slice(0,12).map(({id:d})=>`${t.labels.name(d)}: ${ht(t,d)}`);return D(e.width,e.height,u("The job: {0}",p.join("; ")),s.join(""),"group")}function zu(t,e,n){
let r=String(e),s=C(r,"t3")+10;for(let i of[.5,.36,.64,.22,.78]){let[o,a]=de(t,i),l={x:o-s/2,y:a-8,width:s,height:16};if(n.every(d=>o-s/2>d.x+d.width||o+s/2<d.x||Math.abs(d.y-l.y)>16))return n.push(l),T(l.x,l.y,s,16,"waitChip",8)+v(o,a+4.5,
r,"t3","middle")}return""}function Hu(t,e,{x:n,y:r,width:s,height:i},o){let a=t.lookup.outputsOf(e).some(R=>{let P=t.scene.view.channels.get(R.id);return P?.holds&&P.aligned&&!P.idle}),l=t.labels.name(e).replace(/^Source: /,""),p=un(t,e),d=ht(
t,e),c=t.actor===e,m=["stripTask",a?"holds":"",c?"runs":"",e===t.task?"selected":"",o?"away":""],h=`${l}, ${u("watermark {0}",p)}, ${d}${a?`, ${u("holds the minimum")}`:""}`,f=C(p,"strong"),g=`<g class="${m.filter(Boolean).join(" ")}" data-\
task="${k(e)}" tabindex="0" role="button" aria-pressed="${t.pinned&&e===t.task}"><title>${k(h)}</title>`+T(n,r,s,i,"box",8),w=i>=Du,b=w?r+i/2-4:r+i/2+5,y=w&&s<Vu;if(g+=v(n+10,b,te(l,s-(y?0:f)-30,"t1"),"t1"),g+=v(n+s-10,y?b+18:b,p,"t2 strong\
 wmText","end"),y)return`${g}${v(n+10,b+18,$(d,s-f-30,"t3"),"t3")}</g>`;if(!w)return`${g}</g>`;let x=a?u("holds the minimum"):"",S=s-20-(x?C(x,"strong")+12:0),M=S<90;return g+=v(n+10,b+18,$(d,M?s-20:S,"t3"),"t3"),x&&!M&&(g+=v(n+s-10,b+18,x,
"t3 strong wmText","end")),`${g}</g>`}function et(t,e){let{left:n,top:r,width:s}=t.getBoundingClientRect(),i=t instanceof HTMLElement?t.offsetWidth:s,o=i>0&&s>0?s/i:1;return[(e.clientX-n)/o,(e.clientY-r)/o]}function Ko(t){let{file:e,first:n,lines:r,nodes:s}=t??{};return typeof e=="string"&&typeof n=="number"&&Array.isArray(r)&&typeof s=="object"&&r.length>0?{file:e,first:n,lines:r.map(String),nodes:s}:null}function qu(t,e){return!e||!("operato\
r"in e)||typeof e.operator!="string"?-1:t.nodes[e.operator.slice(1).split("/")[0]]??-1}var Fn=class{constructor(e,n){this.el=e;this.program=n;new ResizeObserver(()=>this.reveal()).observe(e)}drawn="";frame=0;draw(e){let{first:n,lines:r,file:s}=this.
program,i=qu(this.program,e.fact),o=i<0?"":ju(e),a=`${i} ${o}`;if(a===this.drawn)return;this.drawn=a;let l=r.map((p,d)=>{let c=n+d===i,m=c&&o!==""?`<em>${k(o)}</em>`:"";return`<div${c?' class="lit" aria-current="true"':""}><i>${n+d}</i><cod\
e>${k(p)||" "}</code>${m}</div>`});A(this.el,l.join("")),this.el.title=i<0?s:u("{0}, line {1}",s,i),this.frame===0&&(this.frame=window.requestAnimationFrame(()=>this.reveal()))}reveal(){this.frame=0;let e=this.el.querySelector(".lit");e&&(this.
el.scrollTop=e.offsetTop-(this.el.clientHeight-e.offsetHeight)/2)}};function ju({fact:t,labels:e}){switch(t?.type){case"SourceRecordRead":case"ResultWritten":case"SideOutputEmitted":return e.value(t.value);case"TimestampAssigned":return e.time(
t.after);case"WatermarkGenerated":case"WatermarkEmitted":return u("watermark {0}",e.time(t.timestamp));case"OperatorWatermarkAdvanced":return u("event time {0}",e.time(t.after));case"KeySelected":return u("key {0}",e.value(t.key));case"Wind\
owAssigned":return u("{0} in {1}",t.count,e.window(t.window));case"WindowsMerged":return u("becomes {0}",e.window(t.result));case"WindowFired":return u("fires {0}",e.window(t.window));case"RecordFiltered":return u("filtered out");case"LateR\
ecordDropped":return u("too late: dropped");case"StateUpdated":return`${t.state} = ${e.value(t.value)}`;case"TimerFired":return u("timer of {0}",e.time(t.timestamp));case"TaskFailed":return t.error;default:return""}}var Bn=class{constructor(e,n,r){this.parts=e;this.trace=n;let s=Ko(r),i=e.get("program");i.hidden=!s,this.program=s&&new Fn(i,s),e.get("strip").append(this.picture,this.travellers.el)}travellers=new Qe;picture=document.createElement("div");program;layout=null;drawn="";travelled="";arrange(){
let{clientWidth:e,clientHeight:n}=this.parts.get("strip"),{plan:r}=this.trace;this.layout=r&&e>0&&n>0?qo(r,e,n):null,this.drawn=this.travelled=""}draw(e,n){if(!this.layout)return;this.program?.draw(e);let r=Uo(e,this.layout,s=>n!==null&&!n.
hasTask(s));r!==this.drawn&&(this.drawn=r,A(this.picture,r))}move(e,n){if(!this.layout)return;let r=`${n.from} ${n.to}`;if(r!==this.travelled){this.travelled=r;let s=n.to>n.from?vt(this.trace,n.from,n.to):[],i=jo(e,this.layout);this.travellers.
set(s,i,n.from,n.to,this.layout,o=>ms(e,o))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e);if(!r||!this.picture.contains(n.target))return null;let[s,i]=et(this.picture,n),o=mn(r,this.layout.boxes.get(e),s,i);return o===
null?null:`${e}/${o}`}};function ms(t,{what:e,time:n,record:r}){let s=r<0?null:t.trace.event(r);return e==="record"&&s?.type==="SourceRecordRead"?t.labels.value(s.value).slice(0,26):e==="watermark"&&n!==null?t.labels.mark(n).replace(/\.999$/,
""):e==="result"?u("result"):e==="barrier"?u("barrier"):""}var Gu=6,Jo=14;function fs(t,e,n){if(t.trim()==="")return`<p>${u("Names of {0} classes that stand on the stacks, {1} old names, {2} claims.",Object.keys(W.cards.classes).length,Object.keys(W.cards.old).length,W.cards.claims.length)}</p>`;let r=[
...Uu(t).map(s=>Yo(s,e,n)),...Ju(t).map(nc),...Xu(t).map(s=>Zu(s,e,n))];return r.length===0&&r.push(...Yu(t,e,n)),r.length===0&&r.push(...Ku(t).map(s=>Yo(s,e,n))),r.length===0&&r.push(...W.cards.claims.filter(s=>Qu(s,t)).map(rc)),r.slice(0,
Gu).join("")||`<p>${u("No class on a stack, no old name and no claim is called so.")} <code>flinksim glossary</code> ${u("knows all classes.")}</p>`}function he(t){return(t.split(/[.$]/).pop()??"").replace(/_|\(\)/g,"").toLowerCase()}function Uu(t){
let e=t.trim().replaceAll(".","$");if(e in W.cards.classes)return[e];let n=he(t.trim());return Object.keys(W.cards.classes).filter(r=>he(r)===n)}function Ku(t){let e=he(t.trim());return e.length<4?[]:Object.keys(W.cards.classes).filter(n=>he(
n).startsWith(e))}function Ju(t){let e=he(t.trim());return Object.keys(W.cards.old).filter(n=>he(n)===e||n===t.trim())}function Yu(t,e,n){if(e===null)return[];let r=ta(e,t.trim());if(r.length===0)return[];let s=r.find(o=>o>=n)??r[0],i=e.callStack(
s).filter(o=>he(o)===he(t.trim()));return[Rt(t.trim(),"here",`<p>${k(u("A method: {0}.",[...new Set(i)].join(", ")))}</p>${Qo(e,r.length,s)}`)]}function Xu(t){let e=he(t.trim());return Object.keys(W.cards.shown).filter(n=>he(n)===e)}function Zu(t,e,n){
let[r,s]=W.cards.shown[t],i=O.indexOf(s),o=[];i>=0&&e?.kinds.forEach((d,c)=>d===i&&o.push(c));let a=o.find(d=>d>=n)??o[0],l=e===null||a===void 0?"":`: ${Zo(e,a)}`,p=e===null?"":s==="walk"?u("The walk of the lens shows it (flinksim plan --wa\
lk)."):`${k(u("In this run {0} facts {1} show it",o.length,s))}${l}`;return Rt(t,"here",`<p>${k(u("It is {0}.",J(r)))}</p><p>${p}</p>`)}function Qu(t,e){let n=`${t[0]} ${t[1]}`.toLowerCase();return e.toLowerCase().split(/\W+/).every(r=>n.includes(
r))}function Rt(t,e,n){return`<article class="classCard" data-card="${k(t)}" data-status="${k(e)}"><h4>${k(t.replaceAll("$","."))} <small>${k(J(e))}</small></h4>${n}</article>`}function Yo(t,e,n){let[r,s,...i]=W.cards.classes[t],o=e===null?
[]:ta(e,t),a=o.find(h=>h>=n)??o[0],l=e===null?"Flink 2.3.0":o.length>0?"here":"not in this run",p=Object.keys(W.cards.classes).filter(h=>W.cards.classes[h].slice(2).includes(t)),d=e===null||a===void 0?"":Qo(e,o.length,a),m=Object.keys(W.cards.
old).filter(h=>h===t||W.cards.old[h][1].includes(` ${t}`)).filter(h=>h!==t);return Rt(t,l,`<p>${k(u("{0}; in Flink {1}.",ec(r),ea(s)))}</p>`+(i.length>0?`<p>${u("Above it:")} ${i.map(hs).join(", ")}</p>`:"")+(p.length>0?`<p>${u("Below it:")}\
 ${p.slice(0,Jo).map(hs).join(", ")}${p.length>Jo?" …":""}</p>`:"")+(m.length>0?`<p>${u("In older texts:")} ${m.map(hs).join(", ")}</p>`:"")+d)}function Zo(t,e){return`<button type="button" class="small" data-mark="${e+1}">${u("step {0}",
t.stepOf(e))}</button>`}function Qo(t,e,n){return`<p>${u("In this run it stands on the stack of {0} facts:",e)} ${Zo(t,n)}</p>`}function ec(t){let[e,n]=t.split(" of ");return n===void 0?J(t):u("{0} of package {1}",J(e),n)}function ea(t){return t===
""?u("{0} to {1}","1.9.3","2.3.0"):tc.reduce((e,[n,r])=>e.replace(n,(...s)=>u(r,...s.slice(1,3).map(String))),t)}var tc=[[/from (\S+) on, not in (\S+)/,"from {0} on, not in {1}"],[/in (\S+), not in (\S+)/,"in {0}, not in {1}"],[/from (\S+) to (\S+?)(?=,|$)/,
"from {0} to {1}"],[/gone by (\S+?)(?=,|$)/,"gone by {0}"],[/deprecated by (\S+?)(?=,|$)/,"deprecated by {0}"]];function hs(t){return t in W.cards.classes||t in W.cards.old?`<button type="button" class="classLink" data-class="${k(t)}">${k(t.
replaceAll("$","."))}</button>`:k(t.replaceAll("$","."))}function nc(t){let[e,n,r]=W.cards.old[t];return Rt(t,e,`<p>${k(J(n))}</p>${r?`<p>${k(u("Flink has it {0}.",ea(r)))}</p>`:""}`)}function rc([t,e,n,r]){return Rt(`“${J(t)}”`,"not so",`<p>${k(J(e))}</p><p>${k(u("Step {0} of examples/claims\
/{1}.py shows it.",r,n))}</p>`)}var Xo=new WeakMap;function ta(t,e){let n=Xo.get(t);n||Xo.set(t,n=new Map);let r=n.get(e);if(!r){let s=he(e),i=new Map;r=[];for(let o=0;o<t.eventCount;o++){let a=t.placeOf(o),l=i.get(a);l===void 0&&(l=t.callStack(
o).some(p=>p.split(/[.$]/).some(d=>d.toLowerCase()===s)),i.set(a,l)),l&&r.push(o)}n.set(e,r)}return r}var sc=[["→ ←","on, and back"],["Space","play, pause"],["Home End","to the beginning, to the end"],["1 … 6","how far one step goes"],["f","follow what the mouse is on, or the moment is about; again: nothing"],["i","the inside of the t\
ask that runs; a double click on a task: of that"],["n","what is …? a class of Flink, an old name, a claim; also a click on a class"],["p","predict: asked before the next decision"],["c","crash: a task dies here, and the run goes on (with\
 Python behind the page)"],["b","a bookmark here, or none"],["h","larger, for a hall"],["+ − 0","the plane: in, out, the whole run"],["z k","the plane: zoom to now, choose keys"],["Escape","let go of what is followed or pinned"],["?","thi\
s"]],na=()=>`<h3 aria-level="2">${u("Keys")}</h3><dl class="keysList">${sc.map(([t,e])=>`<dt>${t}</dt><dd>${u(e)}</dd>`).join("")}</dl><p>${u("Click a dot, ring or pane to go there; drag on the plane to zoom; swipe over the sentence on a ph\
one.")}</p>`,ic=60;function ra(t,e){let n=(s,i,o)=>`<label>${i} <input type="number" data-film="${s}" min="0" max="${e}" value="${o}"></label>`,r=Math.max(0,Math.min(t,e-1));return`<h3 aria-level="2">${u("Save")}</h3><div><button type="butt\
on" data-save="png">${u("picture (PNG)")}</button><button type="button" data-save="svg">${u("picture (SVG)")}</button><button type="button" data-save="txt">${u("story so far (text)")}</button></div><div class="filmRow">${n("first",u("film f\
rom step"),r)}${n("last",u("to"),Math.min(e,r+ic))}${Wo().map(s=>`<button type="button" data-save="${s}">${s.toUpperCase()}</button>`).join("")}</div><p>${u("For slides: add")} <code>?embed</code> ${u("to the address before the #.")}</p>`}function sa(t,e){
let n=t.all.map(({position:s,note:i})=>{let o=s===0?u("start"):u("step {0}",e.stepOf(s-1));return`<div><button type="button" class="small" data-mark="${s}">${o}</button><input data-note="${s}" value="${k(i)}" placeholder="${u("note")}" aria\
-label="${u("Note for {0}",o)}"><button type="button" class="small" data-unmark="${s}" aria-label="${u("Remove")}">✕</button></div>`}),r=n.length===0?`<p>${u("None yet.")}</p>`:"";return`<h3 aria-level="2">${u("Bookmarks")} <small>${u("ke\
pt by this browser")}</small></h3>${n.join("")}${r}<div><button type="button" data-act="bookmark">${u("mark this moment (b)")}</button></div>`}function ia(t,e,n,r){let s=n.map(([o,a],l)=>`<div><span>${k(u("{0} at step {1}",r.name(o),a))}</s\
pan><button type="button" class="small" data-uncrash="${l}">${u("take it away")}</button></div>`),i=e.map(o=>`<button type="button" class="small" data-crash="${k(o)}">${k(r.name(o))}</button>`);return`<h3 aria-level="2">${u("Crash")} <small\
>${u("as step {0}, the one that follows",t)}</small></h3>${s.join("")}<p>${u("Click the task that is to die, in the picture or here:")}</p><div class="crashParts">${i.join("")}</div><p role="status" data-crash-note></p>`}var oc=24,Dn=class{constructor(e){this.stepper=e;this.el=e.parts.get("menu"),this.el.addEventListener("input",n=>{let r=n.target,{note:s}=r.dataset;s!==void 0&&e.scrubber.bookmarks.setNote(Number(s),r.value),r.dataset.ask!==void 0&&this.tellOf(
r.value)})}shown=null;asked="";el;ask(e){this.asked=e,this.open("names");let n=this.el.querySelector("[data-ask]");e===""&&n.focus()}tellOf(e){this.asked=e,A(this.el.querySelector(".classCards"),fs(e,this.stepper.trace,this.stepper.player.position))}toggle(e){
this.shown===e?this.close():this.open(e)}close(){let e=this.shown;return this.shown=null,this.el.hidden=!0,this.tell(),e&&this.stepper.root.querySelector(`[data-act="${e}"]`)?.focus(),e!==null}bookmark(){let{bookmarks:e}=this.stepper.scrubber,
{position:n}=this.stepper.player;e.toggle(n),this.stepper.scrubber.redraw(),this.open("marks"),this.el.querySelector(`[data-note="${n}"]`)?.focus()}onClick(e){let n=e.target;if(this.shown==="crash"&&this.onCrash(n,e))return!0;let{mark:r,unmark:s,
save:i}=n.closest("[data-mark],[data-unmark],[data-save]")?.dataset??{},o=n.closest("[data-class]")?.dataset.class;if(o!==void 0)this.ask(o);else if(r!==void 0&&this.shown==="names")this.stepper.pointAt(Number(r)-1);else if(r!==void 0)this.
stepper.jump(Number(r));else if(s!==void 0)this.stepper.scrubber.bookmarks.toggle(Number(s)),this.stepper.scrubber.redraw(),this.open("marks");else if(i!==void 0)this.save(i);else return!1;return!0}open(e){let{scrubber:n,trace:r}=this.stepper;
this.shown=e;let s={marks:()=>sa(n.bookmarks,r),save:()=>ra(this.stepper.player.step,r.stepCount-1),names:()=>this.namesMarkup(),crash:()=>this.crashMarkup(),help:na};A(this.el,s[e]()),this.el.hidden=!1,this.tell()}namesMarkup(){let{trace:e,
player:n}=this.stepper;return`<h3 aria-level="2">${u("What is …?")} <input type="search" data-ask value="${k(this.asked)}" placeholder="${u("a class, an old name, a claim")}" aria-label="${u("A name or a claim")}"></h3><div class="classCa\
rds">${fs(this.asked,e,n.position)}</div>`}get crashStep(){return Math.max(1,this.stepper.player.step+1)}moved(){this.shown==="crash"&&A(this.el,this.crashMarkup())}crashMarkup(){let{turning:e,lookup:n,labels:r}=this.stepper,s=[...n.subtasks.
values()],i=[...s.slice(0,oc).map(({id:o})=>o),...new Set(s.map(o=>o.task_manager)),"jobmanager"];return ia(this.crashStep,i,e.placed,r)}onCrash(e,n){let{job:r,panels:s,turning:i}=this.stepper,{crash:o,uncrash:a,task:l,heat:p}=e.closest("[d\
ata-crash],[data-uncrash],[data-task],[data-heat]")?.dataset??{},d=o??l??(p&&(r.subtaskAt(p,n)??s.subtaskAt(p,n))),c=i.placed.filter(([,m])=>m<this.crashStep);if(a!==void 0)this.crash(i.placed.filter((m,h)=>h!==Number(a)));else if(d)this.crash(
[...c,[d,this.crashStep]]);else return!1;return!0}async crash(e){let n=this.el.querySelector("[data-crash-note]");n.textContent=u("The run is made again …");try{await this.stepper.turning.crash(e)}catch(r){n.textContent=r instanceof Error?
r.message:String(r)}}tell(){for(let e of["marks","save","help","names","crash"])this.stepper.root.querySelector(`[data-act="${e}"]`)?.setAttribute("aria-expanded",String(e===this.shown))}async save(e){let{trace:n,labels:r,player:s,film:i}=this.
stepper,o=(n.plan?.job_name??"run").replace(/[^\p{L}\p{N}]+/gu,"-"),a=`${o}-step-${s.step}`;if(e==="txt"){let d=Io(n,r,s.stops.moments,s.position);return Rn(`${a}.txt`,new Blob([d],{type:"text/plain;charset=utf-8"}))}if(e!=="svg"&&e!=="png"){
let d=this.el.querySelector(`[data-save="${e}"]`),[c,m]=[this.stepOf("first"),this.stepOf("last")],h=await i.save(e,c,m,f=>d.textContent=`${Math.round(f*100)} %`);return d.textContent=e.toUpperCase(),Rn(`${o}-steps-${c}-${m}.${e}`,h)}let l=$t(
this.stepper),p=e==="svg"?new Blob([os(l)],{type:"image/svg+xml"}):await Lo(l);Rn(`${a}.${e}`,p)}stepOf(e){return Number(this.el.querySelector(`[data-film="${e}"]`).value)}};var oa=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,ac={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function Ie(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${ac[t]}</svg>`}
function be(t,e,n,r){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${r}</button>`}function aa(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),r=null,s=()=>{let a=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=r??(a===void 0?l:a==="false"?"dark":"light"),e()},i=a=>{a.target.closest('[data-act="theme"]')&&(r=t.dataset.theme==="dark"?"light":"dark",s())},o=new MutationObserver(s);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",s),t.addEventListener("click",i),s(),()=>{o.disconnect(),n.removeEventListener("change",s),t.removeEventListener("click",i)}}var Vn=class{constructor(e){this.root=e;for(let n of e.querySelectorAll("[data-part]"))this.all.set(n.dataset.part,n)}all=new Map;drawn=new Map;get(e){return this.all.get(e)}put(e,n){return this.drawn.get(e)===n?!1:(this.drawn.set(e,n),A(this.
get(e),n),!0)}forget(){this.drawn.clear()}};var zn=class{constructor(e){this.box=e;this.wide=Math.ceil(e.width/2)+1,this.taken=new Uint8Array(this.wide*(Math.ceil(e.height/2)+1))}taken;wide;take(e,n){let r=(n-this.box.top>>1)*this.wide+(e-this.box.left>>1);return this.taken[r]===1?!1:
(this.taken[r]=1,!0)}},lc=2500;function ks({run:t,camera:e,places:n,box:r}){let s=gs(t.dots,0,a=>n[a+1]>=e.x0),o=(gs(t.dots,0,a=>n[a+1]>e.x1)-s)/r.width;return o>1.2?1.7:o>.4?2.3:3.2}function gs(t,e,n=r=>r>=e){let r=0,s=t.length;for(;r<s;){
let i=r+s>>1;n(t[i].index)?s=i:r=i+1}return r}function la(t,e,n,r){let{run:s,places:i,camera:o,box:a,keys:l,colour:p,followed:d}=e,c=[[],[],[]],m=[],h=new zn(a),f=0,{dots:g}=s;for(let b=gs(g,n);b<g.length&&g[b].index<r;b++){let y=g[b],x=i[y.
index+1];if(y.late||x<o.x0||x>o.x1||y.time<o.y0||y.time>o.y1)continue;let[S,M]=[ne(e,x),L(e,y.time)];h.take(S,M)&&(l&&y.key>=0&&!l.has(y.key)||d&&!d.hasDot(y)?m.push(S,M):c[Math.max(0,Math.min(2,y.source))].push(S,M),f++)}t.fillStyle=p("--l\
ine2");for(let b=0;b<m.length;b+=2)t.fillRect(m[b]-1,m[b+1]-1,2,2);t.fillStyle=p("--data");let w=ks(e);c.forEach((b,y)=>{t.beginPath();for(let x=0;x<b.length;x+=2)f>lc?t.fillRect(b[x]-1.2,b[x+1]-1.2,2.4,2.4):St(t,y,b[x],b[x+1],w);t.fill()})}
function pa(t,e,n,r){let{run:s,keys:i,colour:o,followed:a}=e,l=new zn(e.box);t.strokeStyle=o("--fire"),t.fillStyle=o("--fire");let p=s.lates.length>400,d=t.globalAlpha;for(let c of s.lates){if(c.index<n||c.index>=r||!Xe(e,c.operator))continue;
let[m,h]=[_(e,c.index),L(e,c.time)],{left:f,top:g,width:w,height:b}=e.box;if(m<f||m>f+w||h<g||h>g+b||!l.take(m,h))continue;let y=i&&!i.has(c.key)||a&&!a.hasLate(c);t.globalAlpha=y?d/4:d,bs(t,e,m,h,p?2.6:4)}t.globalAlpha=d}function bs(t,{colour:e},n,r,s){
t.beginPath(),t.arc(n,r,s,0,7),t.fillStyle=e("--panel"),t.fill(),t.strokeStyle=e("--fire"),t.lineWidth=Math.max(1.4,s/2.2),t.stroke(),t.beginPath(),t.arc(n,r,s/2.6,0,7),t.fillStyle=e("--fire"),t.fill()}function da(t,e,n,r){let{run:s,keys:i,
box:o,colour:a}=e,l=t.globalAlpha;for(let p of s.timers){if(p.index<n||p.index>=r||i&&!i.has(p.key))continue;let[d,c]=[_(e,p.index),_(e,p.end)];if(c<o.left||d>o.left+o.width)continue;let m=p.domain==="event"?L(e,p.time):o.top+o.height-7;t.globalAlpha=
.6*l,p.domain==="event"&&U(t,[d,m,c,m],a("--tm"),1,[1,3]),t.globalAlpha=l,p.end!==1/0&&(t.beginPath(),t.moveTo(c,m-4.5),t.lineTo(c+4.5,m),t.lineTo(c,m+4.5),t.lineTo(c-4.5,m),t.closePath(),t.fillStyle=p.fired?a("--tmfill"):a("--panel"),t.fill(),
t.strokeStyle=a("--tm"),t.lineWidth=1.2,t.stroke())}}function ma(t,e){if(t.what!=="pane")return`record:${(t.what==="late"?t.late.dot:t.dot).index}`;let{operator:n,key:r,window:s}=t.pane;return`pane:[${JSON.stringify(n)},${e.keys[r]??"null"},${s}]`}function ha({trace:t,run:e},n,r){let s=[];for(let i=Math.
max(n,r-pc);i<r;i++){let o=t.kindOf(i),a=o==="WindowFired"||o==="WindowsMerged"?e.paneAt.get(i):void 0,l=o==="LateRecordDropped"?e.lateAt.get(i):void 0,p=o==="WindowAssigned"||o==="SourceRecordRead"?e.dotBehind(i):void 0;if(a&&s.push({what:"\
pane",pane:a}),a&&o==="WindowsMerged")for(let d of e.panes)d.into===a&&d.gone===i&&s.push({what:"pane",pane:d});l&&s.push({what:"late",late:l}),p&&!p.late&&s.push({what:"dot",dot:p})}return s}var pc=4e3,ua=3,dc=24;function ys(t,e,n,r,s=uc,i=[]){
let o=new ws(t,e),a=c=>r.filter(m=>m.what===c),l=r.findLast(c=>c.what==="dot"),p=a("dot").length>dc;for(let c of[...a("pane"),...a("dot"),...a("late")]){let m=cc(c,s);m<=0||(c.what==="pane"?fa(t,e,c.pane,m):c.what==="dot"?fc(t,e,c.dot,m,!p||
c===l):gc(t,e,n,c.late,o,a("late").length<=ua,m))}let d=a("pane");s.t>=1&&d.slice(0,ua).forEach(c=>c.what==="pane"&&hc(e,n,c.pane,o));for(let{text:c,x:m,y:h,style:f,align:g}of i)o.add(c,m,h,f,g);o.draw()}var uc={from:0,to:0,t:1},ca=.5;function cc(t,{
from:e,to:n,t:r}){if(r>=1||n<=e)return 1;let{index:s}=t.what==="dot"?t.dot:t.what==="late"?t.late:{index:mc(t.pane,e,n)},i=Math.max(0,Math.min(1-ca,(s-e)/(n-e)));return Le(Ze(r,i,Math.min(1,i+ca)))}function mc(t,e,n){return t.firings.find(({
index:r})=>r>=e&&r<n)?.index??e}function fa(t,e,n,r=1){if(n.start===-1/0)return;let s=Math.min(n.firings.at(-1)?.index??1/0,n.gone),[i,o]=[_(e,n.born),_(e,s)],[a,l]=[L(e,n.end),L(e,n.start)];t.strokeStyle=e.colour("--paneink"),t.lineWidth=2,
t.strokeRect(i,a,Math.max(2,o-i),l-a);let p=n.firings.at(-1),d=(1-r)*(Math.PI/2),c=l-a;p&&U(t,[o,a,o+Math.sin(d)*c,a+Math.cos(d)*c],e.colour("--fire"),4)}function hc(t,{run:e,labels:n},r,s){if(r.start===-1/0)return;let i=ie(I(e.keys[r.key]),
18),o=_(t,Math.min(r.firings.at(-1)?.index??r.gone,r.gone));s.add(`${i} ${n.window(r.window)}`,o-6,L(t,r.end)-7,"--paneink","right")}function fc(t,e,n,r,s){let[i,o]=[_(e,n.index),L(e,n.time)],{camera:a}=e,l=n.time>=a.x0&&e.places.at(-1)>1e6?
ne(e,n.time):i-40,p=l+(i-l)*r;s&&n.time>=a.x0&&e.places.at(-1)>1e6&&(t.globalAlpha=.6,U(t,[ne(e,n.time),o,p,o],e.colour("--data"),1.6),t.globalAlpha=1),t.beginPath(),St(t,n.source,p,o,s?6:ks(e)),t.fillStyle=e.colour("--data"),t.fill(),s&&(t.
strokeStyle=e.colour("--panel"),t.lineWidth=1.6,t.stroke())}function gc(t,e,n,r,s,i,o){let{trace:a,run:l,labels:p}=n,[d,c]=[_(e,r.index),L(e,r.time)],{pane:m,over:h,closer:f,behind:g}=Ne(a,l,r);if(m&&fa(t,e,m),h>=0){let w=_(e,m&&m.gone<1/0?
m.gone:h),b=d+(w-d)*Ze(o,0,.7);U(t,[d,c,b,c],e.colour("--fire"),2.6),kc(t,b,c,e.colour("--fire"));let y=f<0||o<.7?void 0:l.dotBehind(f);if(y){let[x,S]=[_(e,y.index),L(e,y.time)];if(U(t,[w,c,w,S,x,S],e.colour("--wmink"),1.6,[5,4]),t.beginPath(),
St(t,y.source,x,S,6),t.fillStyle=e.colour("--wm"),t.fill(),t.strokeStyle=e.colour("--wmink"),t.lineWidth=1.6,t.stroke(),i){let M=p.time(BigInt(y.time));s.add(u("closed by a record of {0}",M),Math.min(x,w)-9,S-8,"--wmink","right")}}if(i&&o>=
.7){let x=ie(I(l.keys[r.key]??'""'),18),S=u("{0}: {1} too late",x,ke(g));s.add(g>0?S:u("{0}: too late",x),(d+w)/2,c+17,"--fireink","center")}}bs(t,e,d,c,8)}function kc(t,e,n,r){t.beginPath(),t.moveTo(e,n),t.lineTo(e+9,n-5),t.lineTo(e+9,n+5),
t.closePath(),t.fillStyle=r,t.fill()}var ws=class{constructor(e,n){this.context=e;this.picture=n}placed=[];add(e,n,r,s,i){let{context:o,picture:a}=this,{left:l,top:p,width:d,height:c}=a.box;o.font=this.font;let m=o.measureText(e).width,h=i===
"left"?n:i==="right"?n-m:n-m/2,f=Math.max(l+4,Math.min(l+d-m-4,h)),{avoid:g}=a;for(let w of[0,-17,17,-34,34,-51,51]){let b=Math.max(p+14,Math.min(p+c-6,r+w));if(!(g!==null&&f<g.left+g.width&&f+m>g.left&&b>g.top&&b-14<g.top+g.height)&&this.placed.
every(S=>Math.abs(S.y-b)>=16||S.left>f+m+4||S.left+S.wide+4<f)){this.placed.push({text:e,left:f,y:b,wide:m,style:s});return}}}draw(){let{context:e,picture:n}=this;e.font=this.font,e.textAlign="left",e.lineJoin="round";for(let{text:r,left:s,
y:i,style:o}of this.placed)e.strokeStyle=n.colour("--panel"),e.lineWidth=4.5,e.strokeText(r,s,i),e.fillStyle=n.colour(o),e.fillText(r,s,i)}get font(){return`650 13px ${this.picture.colour("font-family")}`}};var ga=new WeakMap;function ka(t){let e=ga.get(t);return e||ga.set(t,e=bc(t)),e}function bc(t){let e=new Map;for(let n of t){if(n.start===-1/0)continue;let r=`${n.start} ${n.end}`,s=e.get(r);s?s.push(n):e.set(r,[n])}return[...e.values()].map(
n=>{let r=new Map,s=new Set,i=0;for(let m of n){let h=Math.min(m.firings[0]?.index??1/0,m.gone);r.set(m.born,(r.get(m.born)??0)+1),h<1/0&&r.set(h,(r.get(h)??0)-1);for(let{index:f}of m.firings)s.add(f);i=Math.max(i,m.gone)}let o=[...r.keys()].
sort((m,h)=>m-h),a=0,l=o.map(m=>a+=r.get(m)),p=l.reduce((m,h)=>Math.max(m,h),1),{start:d,end:c}=n[0];return{start:d,end:c,at:o,open:l,most:p,firings:[...s].sort((m,h)=>m-h),gone:i}})}function ba({run:t,keys:e,operators:n,followed:r}){if(tt.of!==t||tt.keys!==e||tt.operators!==n||tt.followed!==r){let s=i=>i.start>-1/0&&(!e||e.has(i.key))&&(!n||n.has(i.operator))&&(!r||r.hasPane(i));tt={of:t,keys:e,operators:n,followed:r,panes:t.
panes.filter(s)}}return tt.panes}var tt={of:null,keys:null,operators:null,followed:null,panes:[]};function vs(t){let{camera:e,places:n}=t;return ba(t).filter(({start:r,end:s,born:i,gone:o})=>s>=e.y0&&r<=e.y1&&n[i+1]<=e.x1&&(o===1/0||n[o+1]>=
e.x0))}var wc=600;function yc(t,e){let{camera:n,box:r,places:s,colour:i}=e;t.fillStyle=i("--pane");for(let{start:o,end:a,at:l,open:p,most:d,firings:c,gone:m}of ka(ba(e))){if(a<n.y0||o>n.y1||s[l[0]+1]>n.x1||m<1/0&&s[m+1]<n.x0)continue;let[h,
f]=[L(e,a),L(e,o)],g=Math.max(1,f-h-1),w=_(e,l[0]);for(let y=Math.max(0,Tt(e,l)-1);y<l.length;y++){let x=y+1<l.length?_(e,l[y+1]):r.left+r.width;if(!(x-w<1&&y+1<l.length)){if(p[y]>0&&(t.globalAlpha=.1+.5*(p[y]/d),t.fillRect(w,h,x-w,g)),x>r.
left+r.width)break;w=x}}t.globalAlpha=1;let b=-1/0;for(let y=Tt(e,c);y<c.length;y++){let x=_(e,c[y]);if(x>r.left+r.width)break;x-b<1||(b=x,t.fillRect(x-1.2,h,2.4,g))}}t.globalAlpha=1}var vc=6e3;function wa(t,e){let{run:n,colour:r}=e,s=vs(e);
if(s.length>wc)return yc(t,e);let i=e.keys?.size??n.keys.length,o=i>6?.16:i>2?.3:.5,a=s.reduce((l,p)=>l+p.fills.length,0);for(let l of s)xc(t,e,l,o,a<=vc);for(let l of s){let[p,d]=[L(e,l.end),L(e,l.start)];for(let{index:c,kind:m}of l.firings){
let h=_(e,c),f=r(m==="late"?"--fire":"--pane");U(t,[h,p,h,d],f,m==="early"?1.2:2.6,m==="early"?[2,2]:[])}}}function xc(t,e,n,r,s){let{colour:i}=e,[o,a]=[L(e,n.end),L(e,n.start)],l=Math.max(1,a-o-1),p=n.firings.find(({kind:w})=>w==="on time"),
d=Math.min(p?.index??1/0,n.gone),[c,m,h]=[_(e,n.born),_(e,d),_(e,n.gone)];t.fillStyle=i("--pane");let f=n.counts.reduce((w,b)=>Math.max(w,b),1),g=s?n.fills.filter(w=>w<d):[n.born];for(let w=0;w<g.length;w++){let b=_(e,g[w]),y=w+1<g.length?_(
e,g[w+1]):m;t.globalAlpha=r*(s?.35+.65*(n.counts[w]/f):.8),t.fillRect(b,o,Math.max(y-b,.5),l)}h>m+1&&(t.globalAlpha=r*.3,t.fillRect(m,o,h-m,l),t.globalAlpha=.8,U(t,[m,o,h,o,h,a,m,a],i("--pane"),1,[3,3])),m-c>5&&l>5&&(t.globalAlpha=Math.min(
1,r*2.2),t.strokeStyle=i("--pane"),t.lineWidth=1,t.strokeRect(c+.5,o+.5,m-c-1,l-1)),t.globalAlpha=1}function ya(t,e){let{parts:n}=e;n.has("minimum")&&Co(t,e),Mo(t,e),n.has("panes")&&wa(t,e),$o(t,e)}function Hn(t,e,n=0,r=1/0){let{parts:s}=e;s.has("timers")&&da(t,e,n,r),s.has("records")&&la(t,e,n,r),s.has("late")&&pa(t,e,n,r)}var Sc=520,Tc=200,Cc=96;function va(t,e){let{box:n,parts:r,camera:s,places:i,followed:o}=t;if(n.width<Sc||n.height<Tc||o)return[];let a=[],[l]=r.has("minimum")?Sn(t):[],p=n.left+.62*(e-n.left);l&&Mc(l,p)<n.top+n.height-Cc&&a.push({text:u("w\
hat is over"),x:p,y:n.top+n.height-26,style:"--wmink",align:"left"});let d=i.at(-1)>1e6&&s.x1>s.y0&&s.x0<s.y1,c=s.x0+.16*(s.x1-s.x0);return d&&e>n.left+.4*n.width&&a.push({text:u("on time"),x:n.left+.16*n.width-8,y:L(t,c)-16,style:"--ink2",
align:"right"}),a}function Mc(t,e){let n=NaN;for(let r=0;r<t.length&&t[r]<=e;r+=2)n=t[r+1];return n}var $c=72;function xa(t,e){let{box:n,camera:r,colour:s}=e.picture;t.font=`500 12px ${s("font-family")}`,t.strokeStyle=s("--line"),t.fillStyle=s("--ink2"),t.lineWidth=1,Ec(t,e),t.textAlign="center",t.textBaseline="alphabetic";let i=n.top+n.height+
16;for(let o of lt(r.x0,r.x1,Math.floor(n.width/92))){let a=Math.round(ne(e.picture,o))+.5;t.globalAlpha=.6,t.beginPath(),t.moveTo(a,n.top),t.lineTo(a,n.top+n.height),t.stroke(),t.globalAlpha=1;let l=e.axis==="time"?Sa(e,o):u("fact {0}",o);
a>n.left+24&&a<n.left+n.width-24&&Math.abs(a-e.now)>$c&&t.fillText(l,a,i)}t.textAlign="left",t.fillText(u("event time ↑"),n.left+7,n.top+16),t.strokeStyle=s("--line2"),t.strokeRect(n.left+.5,n.top+.5,n.width-1,n.height-1)}function Ec(t,e){
let{box:n,camera:r}=e.picture,s=14;t.textAlign="right",t.textBaseline="middle";for(let i of lt(r.y0,r.y1,Math.floor(n.height/44))){let o=Math.round(L(e.picture,i))+.5;t.beginPath(),t.moveTo(n.left,o),t.lineTo(n.left+n.width,o),t.stroke();let a=Sa(
e,i).split(" ");a.forEach((l,p)=>t.fillText(l,n.left-7,o+s*(p-(a.length-1)/2)))}}function Sa({labels:t},e){return t.time(BigInt(Math.round(e))).replace(/(\d\d:\d\d):00$/,"$1").replace(/^\d{4}-/,"")}function Ta(t,{picture:{box:e,colour:n},now:r}){
t.fillStyle=n("--fire"),t.fillRect(r-.75,e.top,1.5,e.height)}function Ca(t,e){let{picture:n,labels:r,now:s,wide:i}=e,{box:o,colour:a}=n;if(s<o.left||s>o.left+o.width)return;let l=r.time(BigInt(e.time));t.font=`650 12px ${a("font-family")}`;
let p=t.measureText(l).width+14,d=Math.max(0,Math.min(i-p,s-p/2));t.fillStyle=a("--badge"),t.beginPath(),t.roundRect(d,o.top+o.height+2,p,20,6),t.fill(),t.fillStyle=a("--onfire")||"#fff",t.textAlign="left",t.fillText(l,d+7,o.top+o.height+16)}
function Ma(t,{picture:{colour:e}},[n,r,s,i]){t.fillStyle=e("--focus"),t.globalAlpha=.14,t.fillRect(n,r,s-n,i-r),t.globalAlpha=1,t.strokeStyle=e("--focus"),t.strokeRect(n,r,s-n,i-r)}function xs(t,e){let n=[...t.dots.map(({time:h})=>h),...t.timers.filter(({domain:h})=>h==="event").map(({time:h})=>h)],r=t.panes.filter(({start:h})=>h>-1/0);for(let h of r)n.push(h.start,h.end);if(n.length===0)for(let{values:h}of t.curves)n.
push(...h.filter(Number.isFinite));let s=Float64Array.from(n).sort();s.length===0&&s.set([]);let i=h=>s[Math.round(h*(s.length-1))]??0,o=i(.98)-i(.02)||i(1)-i(0)||1,a=Math.max(i(0),i(.02)-4*o),l=Math.min(i(1),i(.98)+4*o),p=l-a||1,[d,c]=Rc(t,
e),m=c-d||1;return{x0:d-m*.015,x1:c+m*.02,y0:a-p*.06,y1:l+p*.06}}function Rc(t,e){let n=Math.min(t.dots[0]?.index??1/0,t.panes[0]?.born??1/0),r=e.length-1,s=[t.dots.at(-1)?.index??0,t.lates.at(-1)?.index??0];for(let o of t.panes)s.push(o.firings.
at(-1)?.index??o.born);for(let o of t.curves)s.push(o.at.at(-1)??0);let i=s.reduce((o,a)=>Math.max(o,a),0);return n===1/0?[e[0],e[r]]:[e[n],e[Math.min(r,i+1)]]}var $a=1e-5;function qn(t,e,n,r,s,i=!1){let[o,a]=[t.x1-t.x0,t.y1-t.y0],[l,p]=[e.
x1-e.x0,e.y1-e.y0],d=Math.max(l*$a,o*n),c=i?a:Math.max(p*$a,a*n);if(d>=l&&c>=p)return e;let m=t.x0+(o-d)*r,h=t.y0+(a-c)*s;return{x0:m,x1:m+d,y0:h,y1:h+c}}var Ac=50;function Ea({run:t,places:e,things:n}){return n.slice(0,Ac).flatMap(r=>{if(r.
what==="dot")return[[e[r.dot.index+1],r.dot.time]];if(r.what==="late"){let a=t.missedBy(r.late),l=[e[r.late.index+1],r.late.time];return a?[l,[e[a.born+1],a.start]]:[l]}let{born:s,start:i,end:o}=r.pane;return i===-1/0?[]:[[e[s+1],i],[e[s+1],
o]]})}function Ra({run:t,places:e,whole:n},r){return t.dots.filter(({index:i})=>e[i+1]<=r).at(-1)?.time??(n.y0+n.y1)/2}function Aa(t,e,n){let r=Ea(t),s=(n.x1-n.x0)/8,i=(n.y1-n.y0)/6,o=[e,...r.map(([l])=>l)],a=r.length>0?r.map(([,l])=>l):[Ra(
t,e)];return{x0:Math.min(...o)-s*.6,x1:Math.max(...o)+s*.4,y0:Math.min(...a)-i*.5,y1:Math.max(...a)+i*.5}}function Oa(t,e,{x0:n,x1:r,y0:s,y1:i}){let o=r-n,a=i-s,l=Ea(t)[0]?.[1]??Ra(t,e),p=e<n+o*.04||e>r-o*.04,d=l<s+a*.04||l>i-a*.04;if(!p&&!d)
return null;let c=p?e-o*.6:n,m=d?l-a*.5:s;return{x0:c,x1:c+o,y0:m,y1:m+a}}function Pa({dots:t},e){if(t.length<2||e.last===e.start)return"steps";let n=e.places("time"),r=new Map;for(let{index:o}of t){let a=Math.floor((n[o+1]-e.start)/(e.last-
e.start)*40);r.set(a,(r.get(a)??0)+1)}let[s=0,i=0]=[...r.values()].sort((o,a)=>a-o);return s+i>t.length*.6?"steps":"time"}var jn=({box:t,camera:e},n)=>e.x0+(n-t.left)/t.width*(e.x1-e.x0);function La(t,e){let n=r=>et(t,r);t.addEventListener("wheel",r=>{r.preventDefault();let[s,i]=n(r),{box:o}=e.picture(),a=Math.exp(Math.max(-120,Math.min(120,r.deltaY))*.0025),l=(s-
o.left)/o.width;e.jumpTo(qn(e.target,e.whole,a,l,1-(i-o.top)/o.height,r.shiftKey)),e.changed()},{passive:!1}),t.addEventListener("pointerdown",r=>{r.button===0&&Oc(t,e,r,n)}),t.addEventListener("pointermove",r=>{r.buttons!==0?e.point(NaN,NaN):
e.point(...n(r))}),t.addEventListener("pointerleave",()=>e.point(NaN,NaN)),t.addEventListener("dblclick",()=>e.wholeRun())}function Oc(t,e,n,r){let[s,i]=r(n),{x0:o,x1:a,y0:l,y1:p}=e.target,{box:d}=e.picture(),c=n.shiftKey||!e.isZoomed,m=!1,
h=null;t.setPointerCapture(n.pointerId);let f=w=>{let[b,y]=r(w);if(m||=Math.abs(b-s)+Math.abs(y-i)>5,!m)return;if(c)return e.showBrush(h=[s,i,b,y]);let[x,S]=[(b-s)/d.width,(y-i)/d.height],[M,R]=[(a-o)*x,(p-l)*S];e.jumpTo({x0:o-M,x1:a-M,y0:l+
R,y1:p+R})},g=()=>{t.removeEventListener("pointermove",f),t.removeEventListener("pointerup",g),t.removeEventListener("pointercancel",g),e.showBrush(null),m?h&&Pc(e,h):e.click(s,i)};t.addEventListener("pointermove",f),t.addEventListener("poi\
nterup",g),t.addEventListener("pointercancel",g)}function Pc(t,[e,n,r,s]){if(Math.abs(r-e)<8||Math.abs(s-n)<8)return;let i=t.picture(),{box:o,camera:a}=i,l=p=>a.y1-(p-o.top)/o.height*(a.y1-a.y0);t.flyTo({x0:jn(i,Math.min(e,r)),x1:jn(i,Math.
max(e,r)),y0:l(Math.max(n,s)),y1:l(Math.min(n,s))})}var Ia=9;function Ss(t,e,n){let{run:r,places:s,camera:i,box:o,parts:a,keys:l}=t;if(e<o.left||e>o.left+o.width||n<o.top||n>o.top+o.height)return null;let p=null,d=Ia,c=(i.x1-i.x0)/o.width*Ia,m=i.x0+(e-o.left)/o.width*(i.x1-i.x0),h=(g,w,b)=>{
let y=s[g+1];if(Math.abs(y-m)>c)return;let x=Math.hypot(ne(t,y)-e,L(t,w)-n);x>=d||(d=x,p=b())};if(a.has("records"))for(let g of r.dots)!g.late&&(!l||g.key<0||l.has(g.key))&&h(g.index,g.time,()=>({what:"dot",dot:g}));if(a.has("late"))for(let g of r.
lates)h(g.index,g.time,()=>({what:"late",late:g}));if(p||!a.has("panes"))return p;let f=1/0;for(let g of vs(t)){let[w,b]=[_(t,g.born),_(t,g.gone)],[y,x]=[L(t,g.end),L(t,g.start)],S=(b-w)*(x-y);e<w||e>b||n<y||n>x||S>=f||(f=S,p={what:"pane",pane:g})}
return p}function Gn(t){return t.what==="dot"?t.dot.index+1:t.what==="late"?t.late.index+1:(t.pane.firings[0]?.index??t.pane.fills.at(-1)??t.pane.born)+1}function Ts(t,e){let{trace:n,run:r,labels:s}=t,i=c=>c<0?"":ie(I(r.keys[c]),40),o=c=>Number.
isFinite(c)?s.time(BigInt(Math.round(c))):"none";if(e.what==="pane"){let{pane:c}=e,m=c.firings.map(({kind:f,count:g})=>u("{0} with {1}",u(f),g)).join(", ");return[`${i(c.key)} ${s.window(c.window)}`,u("{0} elements",c.counts.at(-1)??0),m===
""?u("never fires"):u("fires {0}",m),s.name(c.operator)]}let{dot:a}=e.what==="late"?e.late:e,l=n.event(a.index),d=[`${("value"in l?s.value(l.value):"")||i(a.key)}`,u("event time {0}",o(a.time))];if(a.key>=0&&d.push(u("key {0}",i(a.key))),a.
split!==""&&d.push(`${u("split")} ${a.split}`),e.what==="late"){let{late:c}=e,{closer:m,behind:h}=Ne(n,r,c);d.push(u("too late: {0} was over",s.window(c.windows)),u("the watermark was {0} past its time",ke(h)));let f=m<0?null:n.event(m);f?.
type==="SourceRecordRead"&&d.push(u("closed by {0}",s.value(f.value)))}return d}var Lc=84,Ic=62,Nc=24,Na=8,_c=12,At=9,Cs=.27,Wc=240,Un=class{constructor(e,n,r,s){this.el=e;this.labels=r;this.go=s;this.run=new Pe(n),this.clock=new ge(n),this.axis=Pa(this.run,this.clock),this.places=this.clock.places(this.axis),this.whole=
xs(this.run,this.places),this.camera=this.target=this.whole,this.lit={trace:n,labels:r,run:this.run},this.tip.className="planeTip",this.tip.hidden=!0,this.canvas.setAttribute("role","img"),e.replaceChildren(this.canvas,this.tip),this.observer=
new ResizeObserver(()=>{let{clientWidth:i,clientHeight:o}=this.el;this.room={clientWidth:i,clientHeight:o},this.drawSoon()}),this.observer.observe(e),La(this.canvas,this)}run;axis;parts=new Set(So.filter(e=>e!=="channels"));keys=null;operators=null;changed=()=>{};picked=()=>{};canvas=document.
createElement("canvas");ground=document.createElement("canvas");marks=document.createElement("canvas");tip=document.createElement("div");clock;places;whole;camera;target;lit;position=0;from=0;timeNow=0;phase={from:0,to:0,t:1};followed=null;ghost=null;hidesFuture=!1;avoid=null;things=[];hover=null;brush=null;stale=!0;frame=0;easing=null;colours=new Map;wide=0;tall=0;room={
clientWidth:0,clientHeight:0};observer;get isEmpty(){return this.run.dots.length===0&&this.run.panes.length===0}get isZoomed(){return this.target!==this.whole}show(e,n){let r=e!==this.position;this.position=e,this.timeNow=this.clock.timeAt(
e),this.from=Math.min(n,e),this.things=ha(this.lit,this.from,e);let s=r&&this.isZoomed?Oa(this.sight,this.places[e],this.target):null;s&&this.flyTo(s),this.canvas.setAttribute("aria-label",this.inWords()),this.drawSoon()}move(e){this.phase=
e,this.drawSoon()}preview(e){let n=this.keys&&[...this.keys].map(r=>this.run.keys[r]);this.run=new Pe(e),this.keys=n&&new Set(n.map(r=>this.run.keys.indexOf(r))),this.clock=new ge(e),this.places=this.clock.places(this.axis),this.lit={trace:e,
labels:this.labels,run:this.run},this.things=[],this.hover=null,this.position=e.positionBy(BigInt(Math.round(this.timeNow))),this.phase={from:this.position,to:this.position,t:1},this.refresh(),this.changed()}setGhost(e){this.ghost=e,this.refresh()}follow(e){
this.followed=e,this.refresh()}refresh(){this.colours.clear(),this.stale=!0,this.drawSoon()}setAxis(e){e!==this.axis&&(this.axis=e,this.places=this.clock.places(e),this.whole=xs(this.run,this.places),this.camera=this.target=this.whole,this.
refresh(),this.changed())}choose(e,n=this.operators){this.keys=e,this.operators=n,this.refresh()}toggle(e){this.parts.delete(e)||this.parts.add(e),this.refresh()}wholeRun(){this.flyTo(this.whole)}zoomToNow(){this.flyTo(Aa(this.sight,this.places[this.
position],this.whole))}zoomBy(e,n=this.wide/2,r=this.tall/2){let s=this.picture();this.flyTo(qn(this.target,this.whole,e,(n-s.box.left)/s.box.width,1-(r-s.box.top)/s.box.height))}destroy(){window.cancelAnimationFrame(this.frame),this.observer.
disconnect()}drawSoon(){this.frame===0&&(this.frame=window.requestAnimationFrame(e=>{this.frame=0,this.ease(e),this.draw(),this.easing&&this.drawSoon()}))}ease(e){if(!this.easing)return;let n=Math.max(0,Math.min(1,(e-this.easing.start)/Wc)),
r=1-(1-n)**3,s=i=>this.easing.from[i]*(1-r)+this.target[i]*r;this.camera={x0:s("x0"),x1:s("x1"),y0:s("y0"),y1:s("y1")},this.stale=!0,n>=1&&(this.camera=this.target,this.easing=null)}draw(){let e=performance.now();if(!this.size())return;let n=this.
canvas.getContext("2d"),r=this.picture(),{box:s}=r;if(this.stale){for(let[a,l]of[[this.ground,ya],[this.marks,Hn]]){let p=a.getContext("2d");this.scale(p),p.clearRect(0,0,this.wide,this.tall),l(p,r),a===this.ground&&this.ghost?.paint(p,r,this.
axis)}this.stale=!1}this.scale(n),n.clearRect(0,0,this.wide,this.tall);let i=this.axes(r);xa(n,i);let{now:o}=i;this.blit(n,this.ground,s.left,o,1),this.hidesFuture||this.blit(n,this.ground,o,s.left+s.width,Cs),this.blit(n,this.marks,s.left,
o-At,1),this.hidesFuture||this.blit(n,this.marks,o+At,s.left+s.width,Cs),n.save(),n.beginPath(),n.rect(s.left,s.top,s.width,s.height),n.clip(),this.drawStrip(n,r,o),ys(n,r,this.lit,this.things.filter(a=>this.isShown(a)),this.phase,va(r,o)),
Ta(n,i),this.hover&&ys(n,r,this.lit,[this.hover]),this.brush&&Ma(n,i,this.brush),n.restore(),Ca(n,i),performance.measure("flinksim:plane",{start:e})}isShown(e){let{followed:n}=this;if(e.what==="pane"&&n&&!n.hasPane(e.pane)||e.what==="late"&&
n&&!n.hasLate(e.late)||e.what==="dot"&&n&&!n.hasDot(e.dot))return!1;let{key:r}=e.what==="pane"?e.pane:e.what==="late"?e.late:e.dot;return r<0||!this.keys||this.keys.has(r)}drawStrip(e,n,r){let{box:s}=n,i=Math.max(s.left,r-At),o=Math.min(s.left+
s.width,r+At)-i;if(o<=0)return;e.save(),e.beginPath(),e.rect(i,s.top,o,s.height),e.clip();let{x0:a,x1:l}=n.camera,p=3*At*(l-a)/s.width,d=this.placeNow,c=this.clock.positionAt(d-p,this.axis)-1,m=this.clock.positionAt(d+p,this.axis);e.globalAlpha=
this.hidesFuture?0:Cs;let h=this.positionNow;Hn(e,n,h,m),e.globalAlpha=1,Hn(e,n,c,h),e.restore()}blit(e,n,r,s,i){let{left:o,top:a,width:l,height:p}=this.picture().box,[d,c]=[Math.max(o,r),Math.min(o+l,s)];c<=d||(e.save(),e.beginPath(),e.rect(
d,a,c-d,p),e.clip(),e.globalAlpha=i,e.drawImage(n,0,0,this.wide,this.tall),e.restore())}axes(e){let n=ne(e,this.placeNow),r=this.clock.timeAt(this.positionNow);return{picture:e,labels:this.labels,axis:this.axis,now:n,time:r,wide:this.wide}}get positionNow(){
let{from:e,to:n,t:r}=this.phase;return n===e?this.position:Math.round(e+(n-e)*r)}get placeNow(){let{from:e,to:n,t:r}=this.phase;if(n===e)return this.places[this.position];let s=e+(n-e)*r,i=this.places[Math.floor(s)];return i+(this.places[Math.
ceil(s)]-i)*(s-Math.floor(s))}get sight(){return{run:this.run,places:this.places,things:this.things,whole:this.whole}}picture(){let e=this.wide<500?Ic:Lc,n={left:e,top:Na,width:this.wide-e-_c,height:this.tall-Na-Nc},{run:r,places:s,camera:i,
keys:o,operators:a,parts:l,followed:p}=this;return{run:r,places:s,camera:i,box:n,keys:o,operators:a,parts:l,followed:p,avoid:this.avoid,colour:d=>this.colour(d)}}colour(e){let n=this.colours.get(e);return n===void 0&&this.colours.set(e,n=getComputedStyle(
this.el).getPropertyValue(e).trim()),n}get ratio(){return(window.devicePixelRatio||1)*(this.el.currentCSSZoom??1)}scale(e){let n=this.ratio;e.setTransform(n,0,0,n,0,0)}size(){let{clientWidth:e,clientHeight:n}=this.room;if(e<120||n<60)return!1;
let r=this.ratio,[s,i]=[Math.round(e*r),Math.round(n*r)];if(this.canvas.width!==s||this.canvas.height!==i){for(let o of[this.canvas,this.ground,this.marks])o.width=s,o.height=i;this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}\
px`,this.stale=!0}return this.wide=e,this.tall=n,!0}flyTo(e){let n=window.matchMedia("(prefers-reduced-motion: reduce)").matches;this.easing=n?null:{from:this.camera,start:performance.now()},this.target=e,n&&this.jumpTo(e),this.drawSoon(),this.
changed()}jumpTo(e){this.camera=this.target=e,this.easing=null,this.stale=!0,this.drawSoon()}showBrush(e){this.brush=e,this.drawSoon()}click(e,n){let r=this.picture(),s=Ss(r,e,n);this.go(s?Gn(s):this.clock.positionAt(jn(r,e),this.axis)),s&&
this.picked(s)}point(e,n){let r=Number.isNaN(e)?null:Ss(this.picture(),e,n),s=JSON.stringify(r&&Gn(r))===JSON.stringify(this.hover&&Gn(this.hover));if(this.hover=r,this.tip.hidden=!r,this.canvas.style.cursor=r?"pointer":this.isZoomed?"grab":
"crosshair",r&&!s&&this.tip.replaceChildren(...Ts(this.lit,r).map(Fc)),r){let{offsetWidth:i,offsetHeight:o}=this.tip;this.tip.style.left=`${Math.max(4,e+16+i>this.wide?e-i-12:e+16)}px`,this.tip.style.top=`${Math.max(4,Math.min(this.tall-o-4,
n+12))}px`}s||this.drawSoon()}inWords(){let e=l=>l.filter(({index:p})=>p<this.position).length,{dots:n,lates:r,panes:s}=this.run,i=s.filter(({born:l,gone:p})=>l<this.position&&p>=this.position).length,o=s.filter(({firings:l})=>l.some(({index:p})=>p<
this.position)).length,a=this.things.slice(0,5).flatMap(l=>Ts(this.lit,l)[0]??[]);return u("Event time over processing time: {0} of {1} records, {2} of {3} too late, {4} panes open, {5} have fired. {6}",e(n),n.length,e(r),r.length,i,o,a.join(
"; "))}};function Fc(t){let e=document.createElement("div");return e.textContent=t,e}var _a=6,Te=class{constructor(e,n){this.el=e;this.height=n;e.classList.add("rows"),this.inside.className="rowsInside",e.replaceChildren(this.inside);let r=()=>{this.top=e.scrollTop,this.tall=e.clientHeight,this.draw()};e.addEventListener("s\
croll",r),new ResizeObserver(r).observe(e)}inside=document.createElement("div");count=0;row=()=>"";drawn="";top=0;tall=0;set(e,n){this.count=e,this.row=n,this.inside.style.height=`${e*this.height}px`,this.draw()}reveal(e){let n=e*this.height;
(n<this.top||n+this.height>this.top+this.tall)&&(this.el.scrollTop=this.top=Math.max(0,n-this.tall/2)),this.draw()}draw(){let e=Math.max(0,Math.floor(Math.min(this.top,this.count*this.height-this.tall)/this.height)-_a),n=Math.min(this.count,
e+Math.ceil(this.tall/this.height)+2*_a),r="";for(let o=e;o<n;o++)r+=`<div class="row" data-style="top:${o*this.height}px;height:${this.height}px">${this.row(o)}</div>`;if(r===this.drawn)return;this.drawn=r;let s=xe(this.el),i=s&&this.inside.
contains(s)?s.dataset.id:void 0;A(this.inside,r),i!==void 0&&this.inside.querySelector(`[data-id="${i}"]`)?.focus({preventScroll:!0})}};var Bc=["by name","by records","by late records"],Dc=28,Kn=class{constructor(e,n,r){this.changed=r;this.names=n.keys.map(s=>ie(I(s))),this.records=n.keys.map(()=>0),this.late=n.keys.map(()=>0);for(let{key:s}of n.dots)s>=0&&this.records[s]++;
for(let{key:s}of n.lates)s>=0&&this.late[s]++;A(e,`<div class="keyTools"><input type="search" placeholder="${u("search keys")}" aria-label="${u("Search keys")}"><select aria-label="${u("Sort keys")}">${Bc.map(s=>`<option value="${s}">${u(s)}\
</option>`).join("")}</select></div><div class="keyTools"><button type="button" data-keys="all" class="small">${u("all")}</button><button type="button" data-keys="none" class="small">${u("none")}</button><button type="button" data-keys="lis\
ted" class="small">${u("only those found")}</button></div><div class="keyRows"></div>`),this.rows=new Te(e.querySelector(".keyRows"),Dc),e.querySelector("input").addEventListener("input",s=>{this.search=s.target.value.toLowerCase(),this.list()}),
e.querySelector("select").addEventListener("change",s=>{this.sort=s.target.value,this.list()}),e.addEventListener("click",s=>this.onClick(s)),this.list()}chosen=null;names;records;late;sort="by name";search="";rows;listed=[];get words(){let{
chosen:e,names:n}=this;return e?e.size===0?u("none"):e.size<=2?[...e].map(r=>ie(n[r],14)).join(", "):u("{0} of {1}",e.size,n.length):u("all {0}",n.length)}get name(){return this.chosen?.size===1?this.names[[...this.chosen][0]]:""}chooseNamed(e){
let n=this.names.indexOf(e);return n<0?!1:(this.choose(new Set([n])),!0)}choose(e){this.chosen=e?.size===this.names.length?null:e,this.list(),this.changed()}onClick(e){let n=e.target,r=n.closest("[data-keys]")?.dataset.keys;r==="all"?this.choose(
null):r==="none"?this.choose(new Set):r==="listed"&&this.choose(new Set(this.listed));let s=n.closest("[data-id]")?.dataset.id;if(s===void 0)return;let i=Number(s),o=new Set(this.chosen??[]);o.delete(i)||o.add(i),this.choose(o)}list(){let{names:e,
search:n,sort:r,records:s,late:i}=this;this.listed=e.flatMap((a,l)=>a.toLowerCase().includes(n)?[l]:[]);let o=a=>r==="by records"?-s[a]:r==="by late records"?-i[a]:0;this.listed.sort((a,l)=>o(a)-o(l)||e[a].localeCompare(e[l],"en",{numeric:!0})),
this.rows.set(this.listed.length,a=>{let l=this.listed[a],p=!this.chosen||this.chosen.has(l),d=i[l]>0?` <i>${u("{0} late",i[l])}</i>`:"";return`<button type="button" role="checkbox" aria-checked="${p}" data-id="${l}" class="keyRow"><b>${k(e[l])}\
</b><small>${s[l]}${d}</small></button>`})}};var ze=(t,e=22)=>`<svg width="${e}" height="12" viewBox="0 0 ${e} 12" aria-hidden="true">${t}</svg>`,Vc={records:ze('<circle cx="6" cy="6" r="4" class="pDot"/>',12),late:ze('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6"\
 r="1.6" class="pLateIn"/>',12),panes:ze('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>',20),generators:ze('<path d="M0 10H8V3H22" class="pGenerator"/>'),channels:ze('<path d="M0 10H8V3H22" class=\
"pChannel"/>'),minimum:ze('<path d="M0 10H8V3H22" class="pMinimum"/>'),timers:ze('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>',12)},zc=28,Jn=class{constructor(e,n,r,s,i){this.labels=r;this.changed=i;this.el=e,A(e,'<div class="planeTools"\
></div><div class="planeStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>'),this.tools=e.querySelector(".planeTools"),this.zoom=e.querySelector(".planeZoom"),this.menu=e.querySelector(
".keyMenu"),this.plane=new Un(e.querySelector(".planeStage"),n,r,s),this.keys=new Kn(this.menu,this.plane.run,()=>{this.plane.choose(this.keys.chosen),this.drawTools(),this.changed()}),this.plane.changed=()=>this.drawTools(),this.drawTools(),
e.addEventListener("click",o=>this.onClick(o)),e.addEventListener("keydown",o=>{o.key!=="Escape"||this.menu.hidden||(o.stopPropagation(),this.openMenu(!1))})}plane;keys;el;tools;zoom;menu;drawn=new Map;drawTools(){let{plane:e}=this,n=(p,d,c="")=>`\
<button type="button" class="sign" data-part-of="${p}" aria-pressed="${e.parts.has(p)}" title="${k([c,u("Show or hide")].filter(Boolean).join(" · "))}">${Vc[p]}${k(d)}</button>`,{run:r}=e,s=p=>r.curves.filter(d=>d.kind===p),i=[n("records",
u("record"))];r.lates.length>0&&i.push(n("late",u("too late ({0})",r.lates.length))),r.panes.length>0&&i.push(n("panes",u("pane, fires"))),s("generator").length>0&&i.push(n("generators",...this.generatorWords(s("generator")))),s("channel").
length>0&&i.push(n("channels",u("channels ({0})",s("channel").length))),s("minimum").length>0&&i.push(n("minimum",u("minimum"))),r.timers.length>0&&i.push(n("timers",u("timer")));let o=e.axis==="time"?u("processing time"):u("order of facts"),
a=r.keys.length===0?"":`<button type="button" data-plane="keys" aria-expanded="${!this.menu.hidden}">${u("Keys: {0}",k(this.keys.words))} ▾</button>`;this.put(this.tools,`<div class="signs">${i.join("")}</div><div class="planeButtons">${a}\
</div>`);let l=e.isZoomed?`<button type="button" data-plane="whole" title="${u("The whole run (0)")}">${u("Whole run")}</button>`:`<button type="button" data-plane="now" title="${u("Zoom to now (z)")}">${u("Zoom to now")}</button>`;this.put(
this.zoom,`<button type="button" data-plane="axis" title="${u("What runs from left to right")}">→ ${o}</button><button type="button" data-plane="in" title="${u("Zoom in (+)")}" aria-label="${u("Zoom in")}">+</button><button type="button" \
data-plane="out" title="${u("Zoom out (−)")}" aria-label="${u("Zoom out")}">−</button>${l}`)}put(e,n){if(this.drawn.get(e)===n)return;this.drawn.set(e,n);let r=xe(e)?.dataset.plane,s=e.contains(xe(e));if(A(e,n),!s||r===void 0)return;let i=r===
"now"?"whole":"now";(e.querySelector(`[data-plane="${r}"]`)??e.querySelector(`[data-plane="${i}"]`))?.focus()}generatorWords(e){if(e.length>4)return[u("watermarks of {0} splits or sources",e.length),""];let n=e.map(({owner:s,part:i})=>i||this.
plane.run.splitsBefore(s)||this.labels.name(s)),r=u("watermark of {0}",n.join(" ┄ "));return r.length<=zc?[r,""]:[u("watermarks of {0} splits or sources",e.length),r]}onClick(e){let n=e.target.closest("[data-plane],[data-part-of]");if(!n)
return;let{plane:r}=this,s=n.dataset.partOf;s?r.toggle(s):this.act(n.dataset.plane),this.drawTools()}act(e){let{plane:n}=this;if(e==="keys")this.openMenu(this.menu.hidden);else if(e==="axis")n.setAxis(n.axis==="time"?"steps":"time");else if(e===
"in")n.zoomBy(.6);else if(e==="out")n.zoomBy(1/.6);else if(e==="whole")n.wholeRun();else if(e==="now")n.zoomToNow();else return!1;return!0}openMenu(e){this.menu.hidden=!e,this.drawTools(),e?(this.keys.list(),this.menu.querySelector("input").
focus()):this.el.querySelector('[data-plane="keys"]')?.focus()}};var Wa={InputWatermarkAdvanced:"the next minimum",LateRecordDropped:"late or not",WindowAssigned:"late or not",WindowFired:"which panes fire"},Fa=[["anything",Qr],...[...new Set(Object.values(Wa))].map(t=>[t,Qr.filter(e=>Wa[e]===t)])],Hc=60,
Yn=class{constructor(e){this.stepper=e;this.el=e.parts.get("predict"),this.el.addEventListener("change",n=>{let r=n.target.closest("select");r&&(this.about=Number(r.value),this.ask())})}question=null;about=0;asked=0;right=0;el;beliefs=new Map;get isOn(){
return!this.el.hidden}toggle(){if(this.isOn)return this.close();this.ask()}close(){this.el.hidden=!0,this.question=null,this.hide(!1),this.stepper.redraw()}ask(){let{stepper:e}=this,n=this.next(e.player.position);if(this.question=n,this.el.
hidden=!1,this.hide(n!==null),!n){A(this.el,`${this.head()}<p>${u("Nothing of this kind is decided any more.")}</p>`);return}e.jump(n.before);let r=n.choices.map(({text:s},i)=>`<button type="button" data-choice="${i}">${k(s)}</button>`);A(this.
el,`${this.head()}<p class="asksWhat">${k(n.asks)}</p><div class="choices">${r.join("")}</div>`),this.el.querySelector("[data-choice]")?.focus({preventScroll:!0})}hide(e){this.stepper.root.classList.toggle("asks",e),this.stepper.panel&&(this.
stepper.panel.plane.hidesFuture=e)}next(e){let{trace:n,labels:r}=this.stepper,s=new Set(Fa[this.about][1].map(o=>O.indexOf(o))),i=n.indexesOf(["LateRecordDropped"]);for(let o=e;o<n.eventCount;o++){if(!s.has(n.kinds[o])||n.kindOf(o)==="Windo\
wAssigned"&&i.length>0&&!i.some(p=>Math.abs(p-o)<Hc))continue;let l=Zr(n,r,this.stepper.viewAt(o),o);if(l)return l}return null}onClick(e){let{choice:n,predict:r}=e.closest("[data-choice],[data-predict]")?.dataset??{};if(r==="close")this.close();else if(r===
"next")this.ask();else if(n!==void 0)this.answer(Number(n));else return!1;return!0}answer(e){let{question:n,stepper:r}=this;if(!n)return;this.question=null;let s=n.choices[e];this.asked++,s.right?this.right++:this.beliefs.set(s.misconception,
(this.beliefs.get(s.misconception)??0)+1),this.hide(!1),r.jump(n.after);let i=n.choices.find(({right:a})=>a),o=ee(r.trace.event(n.index),r.labels);A(this.el,`${this.head()}<p class="asksWhat ${s.right?"isRight":"isWrong"}"><b>${s.right?u("R\
ight."):u("No: {0}",k(i.text))}</b> ${s.misconception&&k(u(s.misconception))}</p><p>${k(o)}</p><div class="choices"><button type="button" data-predict="next">${u("next question")}</button></div>`),this.el.querySelector('[data-predict="next"\
]')?.focus({preventScroll:!0}),r.tellScore({asked:this.asked,right:this.right,beliefs:Object.fromEntries(this.beliefs)})}head(){let e=Fa.map(([n],r)=>`<option value="${r}"${r===this.about?" selected":""}>${u(n)}</option>`);return`<div class\
="predictHead"><b>${u("Predict")}</b><select aria-label="${u("What to predict")}">${e.join("")}</select><small>${u("{0} of {1} right",this.right,this.asked)}</small><button type="button" class="small" data-predict="close" aria-label="${u("N\
o more questions")}">✕</button></div>`}};var Ms=[.5,1,2,4,8,16],Ba=800,Xn=class{constructor(e,n){this.trace=e;this.moved=n;this.stops=new Cn(e)}stops;grain="told";speed=1;at=0;timer=0;goOn=null;get position(){return this.at}get atEnd(){return this.at===this.trace.eventCount}get playing(){
return this.timer!==0}get step(){return this.at===0?-1:this.trace.stepOf(this.at-1)}go(e){let n=Math.max(0,Math.min(this.trace.eventCount,Math.round(e)));n!==this.at&&(this.at=n,this.moved())}goToStep(e){e<0?this.go(0):this.go(this.trace.eventRange(
Math.min(e,this.trace.stepCount-1))[1])}next(){if(this.atEnd)return this.goOn?.();this.go(this.stops.next(this.at,this.grain))}back(){this.go(this.stops.back(this.at,this.grain))}toggle(){this.playing?this.pause():this.play()}play(){this.atEnd&&
this.go(0);let e=()=>{this.next(),this.atEnd?this.pause():this.timer=window.setTimeout(e,Ba/this.speed)};this.timer=window.setTimeout(e,Ba/this.speed/4),this.moved()}pause(){this.playing&&(window.clearTimeout(this.timer),this.timer=0,this.moved())}faster(){
this.speed=Ms[(Ms.indexOf(this.speed)+1)%Ms.length],this.moved()}};var qc=[{name:"records",colour:"--data",kinds:["SourceRecordRead","ElementReceived","ResultWritten"],bars:!0},{name:"minimum",colour:"--wm",kinds:["InputWatermarkAdvanced"],bars:!1},{name:"fired",colour:"--pane",kinds:["WindowFired"],bars:!0},
{name:"timers",colour:"--tm",kinds:["TimerFired"],bars:!1},{name:"late",colour:"--fire",kinds:["LateRecordDropped"],bars:!1},{name:"checkpoints",colour:"--pane",kinds:["CheckpointCompleted","CheckpointAborted"],bars:!1},{name:"failed",colour:"\
--fire",kinds:["TaskFailed"],bars:!1},{name:"cluster",colour:"--tmfill",kinds:["ActorCalled"],bars:!1},{name:"attempts",colour:"--ink3",kinds:["ExecutionReset"],bars:!1}],Zn=13,se=84,jc=3,Gc=(t,e)=>t.stepOf(e)===t.stepCount-1,Qn=class{constructor(e,n,r=-1){
this.trace=e;this.parts=n;this.mark=r;this.canvas=n.get("canvas"),this.labels=new ve(e.plan,K()),this.bookmarks=new dn(e);let s=qc.map(p=>({...p,at:e.indexesOf(p.kinds)})).filter(({at:p})=>p.length>0),i=s.some(({name:p})=>p==="fired"),[,o]=e.
eventRange(0),a=s.some(({name:p,at:d})=>p==="cluster"&&d.some(c=>c>=o&&!Gc(e,c)));this.lanes=s.filter(({name:p})=>(p!=="timers"||!i)&&(p!=="cluster"||a)),n.root.style.setProperty("--strip",`${Math.max(34,this.lanes.length*Zn+4)}px`),new ResizeObserver(
()=>this.refresh()).observe(this.canvas.parentElement);let l=n.get("range");l.addEventListener("pointermove",p=>this.point(p)),l.addEventListener("pointerleave",()=>n.get("tip").hidden=!0)}lanes;canvas;labels;counts=new Map;shown=0;room={width:0,
height:0};colours=new Map;lit=[];bookmarks;light(e){String(e)!==String(this.lit)&&(this.lit=e,this.draw(this.shown))}draw(e){let{canvas:n}=this;this.shown=e;let{width:r,height:s}=this.room,i=this.parts.root.currentCSSZoom??1,o=(window.devicePixelRatio||
1)*i;(n.width!==Math.round(r*o)||n.height!==Math.round(s*o))&&(n.width=Math.round(r*o),n.height=Math.round(s*o));let a=n.getContext("2d");if(!a||r<=se)return;let l=d=>this.colour(d);a.setTransform(o,0,0,o,0,0),a.clearRect(0,0,r,s);let p=this.
placeOf(e,r);a.font=`500 12px ${l("font-family")}`,this.lanes.forEach((d,c)=>this.drawLane(a,c,r,p,l));for(let{position:d}of this.bookmarks.all)this.drawFlag(a,this.placeOf(d,r),l("--focus"),s);for(let d of this.lit)this.drawLink(a,this.placeOf(
d,r),l("--wm"),s);this.mark>=0&&this.drawFlag(a,this.placeOf(this.mark,r),l("--tm"),s),a.fillStyle=l("--fire"),a.fillRect(N(p-1,se,r-2),0,2,s),a.beginPath(),a.arc(N(p,se+5,r-6),s-6,5.5,0,7),a.fill(),a.lineWidth=2,a.strokeStyle=l("--panel"),
a.stroke()}placeOf(e,n){return se+e/Math.max(1,this.trace.eventCount)*(n-se)}drawLane(e,n,r,s,i){let{name:o,colour:a,bars:l}=this.lanes[n],p=2+n*Zn,d=Zn-3;e.fillStyle=i("--ink2"),e.textAlign="right",e.textBaseline="middle",e.fillText(u(o),se-
7,p+d/2+.5),e.fillStyle=i("--soft"),e.fillRect(se,p,r-se,d),e.fillStyle=i(a);let c=Math.max(1,Math.floor((r-se)/jc)),m=this.countsOf(c)[n],h=m.reduce((f,g)=>Math.max(f,g),1);for(let f=0;f<c;f++){if(m[f]===0)continue;let g=se+f/c*(r-se),w=l?
2+m[f]/h*(d-2):d;e.globalAlpha=g<s?1:.36,e.fillRect(g,p+d-w,2.2,w)}e.globalAlpha=1}drawLink(e,n,r,s){e.fillStyle=r,e.fillRect(n-.5,0,1.5,s),e.beginPath(),e.arc(n,s/2,3.5,0,7),e.fill()}drawFlag(e,n,r,s){e.fillStyle=r,e.fillRect(n-1,0,2,s),e.
beginPath(),e.moveTo(n,0),e.lineTo(n+10,4.5),e.lineTo(n,9),e.fill()}countsOf(e){let n=this.counts.get(e);if(n)return n;let r=this.lanes.map(({at:s})=>{let i=new Uint32Array(e);for(let o of s)i[Math.floor(o/this.trace.eventCount*e)]++;return i});
return this.counts.clear(),this.counts.set(e,r),r}point(e){let n=this.parts.get("tip"),[r,s]=et(this.canvas,e),{clientWidth:i}=this.canvas;if(n.hidden=r<se||e.buttons!==0,n.hidden)return;let o=(r-se)/(i-se)*this.trace.eventCount,a=4/(i-se)*
this.trace.eventCount,p=this.lanes[Math.floor((s-2)/Zn)]?.at.reduce((f,g)=>Math.abs(g-o)<Math.abs(f-o)?g:f,-1/0)??-1/0,d=Math.abs(p-o)<=a?p:-1,c=this.trace.stepOf(Math.min(this.trace.eventCount-1,Math.round(d<0?o:d))),m=this.bookmarks.all.find(
({position:f})=>Math.abs(f-o)<=a)?.note??"",h=d<0?"":ee(this.trace.event(d),this.labels);n.textContent=[u("step {0}",c),m,h].filter(Boolean).join(" · "),n.style.left=`${N(r-n.offsetWidth/2,0,i-n.offsetWidth)}px`}redraw(){this.draw(this.shown)}refresh(){
let{clientWidth:e,clientHeight:n}=this.canvas.parentElement;this.room={width:e,height:n},this.colours.clear(),this.redraw()}colour(e){let n=this.colours.get(e);return n===void 0&&this.colours.set(e,n=getComputedStyle(this.parts.root).getPropertyValue(
e)),n}};var $s=[["start_delay","start delay"],["alignment","alignment"],["sync","sync"],["async_time","async"]],er=class{constructor(e,n,r,s){this.el=e;this.labels=r;this.go=s;this.all=Uc(n),e.addEventListener("click",i=>{let{id:o,at:a}=i.target.closest(
"[data-id]")?.dataset??{};o!==void 0&&(this.opened=Number(o),this.go(Number(a)+1))})}all;opened=-1;show(e){let n=this.all.filter(i=>i.begun<e),r=n.some(({id:i})=>i===this.opened)?this.opened:n.at(-1)?.id,s=n.map(i=>this.row(i,e,i.id===r)).reverse();
A(this.el,s.join("")||`<p class="none">${u("No checkpoint has begun yet; there are {0} in this run.",this.all.length)}</p>`)}row(e,n,r){let s=e.ended>=0&&e.ended<n,i=e.acknowledged.filter(({index:d})=>d<n),o=s?e.outcome===""?"complete":"fai\
led":"in progress",a=e.restored.filter(d=>d<n).length,l=[u("{0} of {1}",i.length,e.tasks),...s&&e.outcome===""?[`${e.duration} ms`,`${u("{0} bytes",e.bytes.toLocaleString("en"))}`]:[],...a>0?[a===1?u("gone back to"):u("gone back to {0} time\
s",a)]:[]],p=e.kind==="checkpoint"?"":` ${k(e.kind)}`;return`<div class="checkpoint ${o.replace(" ","")}"><button type="button" class="checkpointRow" data-id="${e.id}" data-at="${s?e.ended:e.begun}" aria-expanded="${r}"><b>${e.id}${p}</b><i\
>${u(o)}</i><span>${l.join(" · ")}</span></button>`+(s&&e.outcome!==""?`<p>${k(e.outcome)}</p>`:"")+(r?this.subtasks(e,i):"")+"</div>"}subtasks(e,n){let r=Math.max(1,...e.acknowledged.map(s=>$s.reduce((i,[o])=>i+s[o],0)));return n.map(s=>{
let i=$s.filter(([p])=>s[p]>0).map(([p,d])=>`<u class="${p}" data-style="width:${(100*s[p]/r).toFixed(2)}%" title="${u(d)} ${s[p]} ms"></u>`),o=$s.filter(([p])=>s[p]>0).map(([p,d])=>`${u(d)} ${s[p]} ms`),a=s.persisted>0?[u("{0} bytes in fli\
ght",s.persisted.toLocaleString("en"))]:[],l=[...o,u("{0} bytes",s.bytes.toLocaleString("en")),...a].join(" · ");return`<div class="part"><span>${k(this.labels.name(s.subtask))}</span><small>${l}</small><div class="gantt">${i.join("")}</di\
v></div>`}).join("")}};function Uc(t){let e=new Map,n=["CheckpointTriggered","CheckpointAcknowledged","CheckpointCompleted","CheckpointAborted","CheckpointRestored"];for(let r of t.indexesOf(n)){let s=t.event(r);if(s.type==="CheckpointTrigg\
ered"){e.set(s.checkpoint,{id:s.checkpoint,kind:s.kind,tasks:s.tasks,begun:r,ended:-1,outcome:"",duration:0,bytes:0,acknowledged:[],restored:[]});continue}if(!("checkpoint"in s))continue;let i=e.get(s.checkpoint);i&&(s.type==="CheckpointAck\
nowledged"?i.acknowledged.push({...s,index:r}):s.type==="CheckpointRestored"?i.restored.push(r):s.type==="CheckpointCompleted"?Object.assign(i,{ended:r,duration:s.duration,bytes:s.bytes}):s.type==="CheckpointAborted"&&Object.assign(i,{ended:r,
outcome:s.reason}))}return[...e.values()]}var Kc=54,Jc=10,Yc=64,tr=class{constructor(e,n,r,s,i){this.el=e;this.trace=n;this.labels=r;this.moments=s;this.go=i;let o=new Set(s.all.map(({kind:d})=>d)),a=Object.keys(Ue).filter(d=>o.has(d)),l=O.filter((d,c)=>n.kinds.includes(c)),p=n.plan?.
subtasks.map(({id:d})=>d).slice(0,Yc)??[];A(e,`<div class="sideTools"><input type="search" placeholder="${u("search: a key, a task, any word")}" aria-label="${u("Search the facts")}"><select aria-label="${u("Kind of fact")}"><option value="\
">${u("the story")}</option>${l.map(d=>`<option>${d}</option>`).join("")}</select>`+(p.length>1?`<select aria-label="${u("Task")}" data-tasks><option value="">${u("any task")}</option>${p.map(d=>`<option value="${k(d)}">${k(r.name(d))}</opt\
ion>`).join("")}</select>`:"")+`</div><div class="chips">${a.map(d=>`<button type="button" class="chip k-${d.replace(" ","-")}" aria-pressed="false" data-chip="${d}" title="${rn(d)[0]}">${u(d)}</button>`).join("")}</div><div class="factRows\
" role="group" tabindex="0" aria-label="${u("Facts")}"></div><small class="found" role="status"></small>`),this.rows=new Te(e.querySelector(".factRows"),Kc),e.querySelector("input").addEventListener("input",d=>{this.search=d.target.value.trim().
toLowerCase(),this.listAnew()}),e.querySelector("select").addEventListener("change",d=>{this.kind=d.target.value,this.listAnew()}),e.querySelector("[data-tasks]")?.addEventListener("change",d=>{this.task=d.target.value,this.listAnew()}),e.addEventListener(
"click",d=>this.onClick(d)),this.list()}rows;lines=[];opened=new Set;kinds=new Set;search="";kind="";task="";followed=null;timer=0;position=-1;follow(e){this.followed=e,this.listAnew()}get isAsked(){return this.kind!==""||this.search!==""||
this.task!==""||this.followed!==null}show(e){let n=e!==this.position;this.position=e,this.draw(),n&&this.search===""&&this.rows.reveal(this.lineAt(e))}onClick(e){let n=e.target,r=n.closest("[data-chip]"),s=this.lines[Number(n.closest(".fact\
Row")?.dataset.line??-1)];if(r){let i=r.dataset.chip;this.kinds.delete(i)||this.kinds.add(i),r.setAttribute("aria-pressed",String(this.kinds.has(i))),this.listAnew()}else s?.what==="moment"&&n.closest(".more")?(this.opened.delete(s.number)||
this.opened.add(s.number),this.list()):s?.what==="moment"?this.go(this.moments.all[s.number].end):s?.what==="fact"&&this.go(s.index+1)}listAnew(){this.rows.el.scrollTop=0,this.list(),this.isAsked||this.rows.reveal(this.lineAt(this.position))}list(){
window.clearTimeout(this.timer),this.lines=[],this.isAsked?this.look(0):(this.moments.all.forEach((e,n)=>{if(!(this.kinds.size>0&&!this.kinds.has(e.kind))){if(this.opened.has(n)){this.lines.push({what:"quiet",number:n});for(let r=this.moments.
startOf(n);r<e.end;r++)this.lines.push({what:"fact",index:r})}this.lines.push({what:"moment",number:n})}}),this.done(""))}look(e){let{trace:n,labels:r,kind:s,search:i}=this,o=s===""?-1:O.indexOf(s),a=performance.now()+Jc;for(;e<n.eventCount&&
(e%64!==0||performance.now()<a);)(o<0||n.kinds[e]===o)&&(this.task===""||n.actorOf(n.stepOf(e))===this.task)&&(!this.followed||this.followed.touches(e))&&(i===""||ee(n.event(e),r).toLowerCase().includes(i))&&this.lines.push({what:"fact",index:e}),
e++;let l=e<n.eventCount;this.done(l?u("{0} facts so far …",this.lines.length):u("{0} facts",this.lines.length)),l&&(this.timer=window.setTimeout(()=>this.look(e),0))}done(e){this.el.querySelector(".found").textContent=e,this.draw()}lineAt(e){
let n=s=>s.what==="fact"?s.index+1:this.moments.all[s.number].end,r=this.lines.findIndex(s=>s.what!=="quiet"&&n(s)>=e);return r<0?this.lines.length-1:r}draw(){let e=this.lineAt(this.position);this.rows.set(this.lines.length,n=>{let r=this.lines[n];
if(r.what==="quiet")return`<div class="factRow quiet"><span>${this.counts(r.number)}</span></div>`;let s=r.what==="moment"?this.moments.all[r.number]:null,i=r.what==="fact"?r.index:s.lead,{trace:o,labels:a}=this,l=o.stepOf(i),p=s&&s.count>1?
` · ${xn(s)}`:"",d=n===e?" here":(s?s.end:i+1)>this.position?" future":"",c=s?`k-${s.kind.replace(" ","-")}`:"fact",m=ee(o.event(i),a),h=s?s.end-this.moments.startOf(r.what==="moment"?r.number:0)-1:0,f=r.what==="moment"&&this.opened.has(r.
number),g=h>0?`<button type="button" class="more" data-id="more${n}" aria-expanded="${f}" title="${k(this.counts(r.number))}">${f?"▾":"▸"} ${u("{0} more",h)}</button>`:"";return`<div class="factRow ${c}${d}" data-line="${n}"><button typ\
e="button" class="go" data-id="${n}" title="${k(m)}"${d===" here"?' aria-current="step"':""}><small>${u("step {0}",l)}${k(p)}</small><span>${k(m)}</span></button>${g}</div>`})}counts(e){let n=new Map,[r,{end:s}]=[this.moments.startOf(e),this.
moments.all[e]];for(let a=r;a<s;a++){let l=this.trace.kindOf(a);n.set(l,(n.get(l)??0)+1)}let i=[...n].flatMap(([a,l])=>{let p=Me.find(d=>d.kind===a&&d.counted)?.counted;return p?[[`${l} ${K()==="zh"?W.zh.counted[p[0]]:p[l===1?0:1]}`,l]]:[]});
i.sort((a,l)=>l[1]-a[1]);let o=this.trace.stepOf(s-1)-this.trace.stepOf(r)+1;return k(u("{0} steps: {1}",o,i.slice(0,4).map(([a])=>a).join(", ")||u("nothing that is counted")))}};var Ot=["results","facts","why","watch","checkpoints","changes"],Xc=30,Zc=46,Qc=t=>t.replace(/(\d\d:\d\d):00(?![\d.])/g,"$1"),nr=class{constructor(e,n,r,s,i,o,a){this.el=e;this.labels=r;this.go=i;this.inquiry=a;A(e,`<div class="sideTabs" ro\
le="tablist" aria-label="${u("Beside the plane")}">`+Ot.map(l=>`<button type="button" role="tab" data-tab="${l}">${u(l)}</button>`).join("")+`</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label=\
"${u("Which results")}">`+_i.map(l=>`<button type="button" role="radio" class="small" data-mode="${l}" title="${u(Wi[l])}">${u(l)}</button>`).join("")+`<small data-count></small></div><div class="resultRows" role="group" tabindex="0" aria-l\
abel="${u("Results")}"></div></div><div class="sidePart" data-of="facts"></div><div class="sidePart answer" data-of="why" role="group" tabindex="0" aria-label="${u("Why")}"><div class="asking"></div><div class="told"></div></div><div class=\
"sidePart watching asking" data-of="watch" role="group" tabindex="0" aria-label="${u("Watch")}"></div><div class="sidePart checkpoints" data-of="checkpoints" role="group" tabindex="0" aria-label="${u("Checkpoints")}"></div><div class="sideP\
art" data-of="changes"><small data-changes></small><div class="changeRows" role="group" tabindex="0" aria-label="${u("What is different")}"></div></div>`),this.results=new Ke(n),this.rows=new Te(e.querySelector(".resultRows"),Xc),this.facts=
new tr(e.querySelector('[data-of="facts"]'),n,r,s,i),this.why=new an(e.querySelector(".told"),r,o,l=>a.try(l)),a.ready(e.querySelector(".asking"),e.querySelector('[data-of="watch"]')),e.classList.toggle("canAsk",a.hasPython),this.checkpoints=
new er(e.querySelector('[data-of="checkpoints"]'),n,r,i),e.classList.toggle("hasCheckpoints",this.checkpoints.all.length>0),this.results.all.length===0&&(this.tab=this.first="facts"),e.addEventListener("click",l=>this.onClick(l)),this.arrange()}results;rows;facts;why;checkpoints;changes=[];mode="\
update";tab="results";first="results";untouched=!0;position=0;from=0;show(e,n){this.position=e,this.from=n,this.tab==="facts"?this.facts.show(e):this.tab==="checkpoints"?this.checkpoints.show(e):this.tab==="results"&&this.drawResults()}follow(e){
this.facts.follow(e)}compare(e){this.changes=e,this.el.querySelector("[data-changes]").textContent=u("{0} differences: here, and in the other run",e.length),new Te(this.el.querySelector(".changeRows"),Zc).set(e.length,r=>{let{what:s,here:i,
there:o}=e[r];return`<button type="button" class="changeRow" data-id="${r}" data-change="${r}" title="${k(`${s}: here ${i}, there ${o}`)}"><b>${k(s)}</b><span>${k(i)}</span><s>${k(o)}</s></button>`}),this.el.classList.add("compares"),this.arrange()}setAnswer(e,n,r){
this.untouched&&e!==null!=(this.tab==="why")&&(this.untouched=e!==null,this.tab=e===null?this.first:"why",this.arrange(),this.show(this.position,this.from)),this.el.classList.toggle("hasAnswer",e!==null),this.why.draw(e,n,r)}open(e){this.untouched=
!1,this.tab=e,this.arrange(),e==="why"&&this.inquiry.offerFor(),this.show(this.position,this.from)}onClick(e){let n=e.target.closest("[data-change]")?.dataset.change;if(n!==void 0){let{index:o}=this.changes[Number(n)];o>=0&&this.go(o+1);return}
let{tab:r,mode:s,id:i}=e.target.closest("[data-tab],[data-mode],.resultRow")?.dataset??{};if(r)this.open(r);else if(s)this.mode=s,this.arrange(),this.drawResults();else if(i){let{index:o}=this.results.all[Number(i)];this.go(o+1),this.inquiry.
point(`row:${o}`)}}arrange(){for(let e of this.el.querySelectorAll("[data-of]"))e.hidden=e.dataset.of!==this.tab;for(let e of this.el.querySelectorAll("[data-tab]"))e.setAttribute("aria-selected",String(e.dataset.tab===this.tab)),e.dataset.
tab==="changes"&&(e.hidden=!this.el.classList.contains("compares")),e.dataset.tab==="watch"&&(e.hidden=!this.el.classList.contains("canAsk")),e.dataset.tab==="checkpoints"&&(e.hidden=!this.el.classList.contains("hasCheckpoints"));for(let e of this.
el.querySelectorAll("[data-mode]"))e.setAttribute("aria-checked",String(e.dataset.mode===this.mode))}drawResults(){let{all:e}=this.results,n=this.results.rows(this.mode,this.position);if(this.el.querySelector("[data-count]").textContent=n.length===
1?u("{0} row",1):u("{0} rows",n.length),this.rows.set(n.length,s=>{let i=n[s],{key:o,window:a,value:l,index:p,before:d,kind:c}=e[i],m=d>=0&&this.mode!=="append"?`<s>${this.value(e[d].value)}</s> `:"",h=c===""||c==="on time"?"":` <i>${c}</i>`,
f=a===""?"":k(Qc(this.labels.window(a))),g=`${I(o)} ${a===""?"":this.labels.window(a)}: ${this.labels.value(l)}`;return`<button type="button" class="resultRow${p>=this.from?" fresh":""}" data-id="${i}" title="${k(g)}"><b>${k(this.labels.value(
o||'""'))}</b><span>${f}${h}</span><em>${m}${this.value(l)}</em></button>`}),this.mode!=="complete")return;let r=n.findIndex(s=>e[s].index>=this.from);r>=0&&this.rows.reveal(r)}value(e){return k(this.labels.value(e))}};var em={"+":"in","-":"out",0:"whole",z:"now",k:"keys"},tm={ArrowRight:"next",ArrowLeft:"back",Home:"first",End:"last",f:"follow-here",h:"hall",b:"bookmark",p:"predict",i:"inside",n:"names",c:"crash","?":"help"},nm=new Set(["first","back","n\
ext","last"]),rm={first:({player:t})=>t.go(0),back:({player:t})=>t.back(),play:({player:t})=>t.toggle(),next:({player:t})=>t.next(),last:({player:t,trace:e})=>t.go(e.eventCount),speed:({player:t})=>t.faster(),follow:t=>t.pin(null),"follow-h\
ere":t=>t.following.here(),unfocus:t=>t.following.on(null),hall:t=>t.toggleHall(),bookmark:t=>t.menu.bookmark(),marks:t=>t.menu.toggle("marks"),language:t=>t.speak(K()==="zh"?"en":"zh"),crash:t=>t.turning.crashes&&t.menu.toggle("crash"),save:t=>t.
menu.toggle("save"),help:t=>t.menu.toggle("help"),names:t=>t.menu.ask(""),predict:t=>t.predict.toggle(),copy:t=>void t.address.copy(),inside:t=>t.show("inside"),changed:t=>{t.panels.changedOnly=!t.panels.changedOnly,t.redraw()}};function Es(t,e){
nm.has(e)&&t.player.pause(),rm[e]?.(t)}function Da(t,e){let n=e.target,r=(c,m)=>n.closest(`[${c}]`)?.dataset[m];if(t.menu.onClick(e)||t.predict.onClick(n))return;let s=r("data-act","act"),i=r("data-view","view"),o=r("data-show-tab","showTab"),
a=r("data-heat","heat"),l=r("data-task","task"),p=r("data-go","go");s?Es(t,s):i?t.show(i):o?t.openTab(o):p?t.jump(Number(p)):a&&e.detail>0?t.pin(t.job.subtaskAt(a,e)??t.panels.subtaskAt(a,e)):l&&e.detail>1?t.lookInto(l):l&&t.pin(l);let d=r(
"data-about","about");d?t.inquiry.point(d):l&&t.inquiry.point(`task:${l}`)}function Va(t,e){if(e.ctrlKey||e.metaKey||e.altKey)return;let n=e.target;if(n===t.parts.get("filter"))return sm(t,e);if(n.matches("input:not([type=range]), select, t\
extarea"))return;let r=n.matches("button, summary"),s=n.closest("[data-task]")?.dataset.task,i=tm[e.key];if(s&&(e.key==="Enter"||e.key===" "))t.pin(s),t.inquiry.point(`task:${s}`);else if(i)Es(t,i);else if(e.key===" "&&!r)Es(t,"play");else{
if(e.key==="Escape"&&t.menu.close())return e.preventDefault();if(e.key==="Escape")t.following.followed?t.following.on(null):t.pin(null);else{if(t.view==="plane"&&t.panel.act(em[e.key]??""))return e.preventDefault();if(Ve[Number(e.key)-1])t.
setGrain(Ve[Number(e.key)-1]);else return}}e.preventDefault(),e.stopPropagation()}function sm(t,e){if(e.stopPropagation(),e.key!=="Escape")return;let n=t.parts.get("filter");n.value===""&&t.root.focus(),n.value="",t.onFilter()}var im=46;function za(t,e){
let n=t.querySelector(".say"),r=null;n.addEventListener("pointerdown",s=>r=s.pointerType==="mouse"?null:[s.clientX,s.clientY]),n.addEventListener("pointerup",s=>{if(!r)return;let[i,o]=[s.clientX-r[0],s.clientY-r[1]];r=null,Math.abs(i)>im&&Math.
abs(i)>2*Math.abs(o)&&e(i<0?1:-1)})}var Ha=`.flinksim-stepper[data-shown="cluster"] .middle { overflow: hidden; grid-template-rows: minmax(0, 11fr) minmax(0, 7fr) auto; }
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
`;var qa=`/* which panels there are */
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
`;var ja=`.flinksim-stepper[data-shown="inside"] .middle { overflow: hidden; grid-template-rows: minmax(0, 1fr) auto; }
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
.flinksim-stepper .marks [data-ask] { flex: 1; height: 28px; min-width: 120px; padding: 0 8px; font: inherit; font-weight: 500; color: var(--ink); background: var(--btn); border: 1px solid var(--line2); border-radius: 7px; }
.flinksim-stepper .runner { stroke: var(--panel); stroke-width: 2; pointer-events: none; }
`;var Pt=14;function He(t,e,n){return n==="credit"||n==="wiredCredit"||n==="untold"?`<circle cx="${t+5.5}" cy="${e+6.5}" r="4.5" class="ring ${n}"/>`:T(t,e,11,13,`pip ${n}`,n==="floating"?5.5:2.5)}function le(t,e,n,r,s,i=!1){if(t<=0)return"";
let o=Math.max(1,Math.floor(s/Pt)),a=t<=o?t:Math.max(1,o-2),l="";for(let p=0;p<a;p++)l+=He(i?n-Pt*(p+1)+3:n+Pt*p,r,e);if(a<t){let p=i?n-Pt*a-1:n+Pt*a+1;l+=v(p,r+11,`+${t-a}`,"t3",i?"end":"start")}return l}function Ga(t){return t.map(([e,n])=>`<span><svg width="13" height="15">${He(1,1,e)}</svg>${k(n)}</span>`).join("")}function qe(t,e,n,r,s,i=""){let o=Math.max(0,Math.min(1,r))*n;return T(t,e-9,n,9,"gauge",3)+(o>.5?T(t,e-9,o,9,`gaugeFull ${i}`,
3):"")+v(t+n+6,e,s,"t3")}function Ua(t,e){return t+6+C(e,"t3")}var Ka=`/* the plane */
.flinksim-stepper .planeView { display: grid; gap: 7px; min-height: 0; height: 100%; grid-template-columns: minmax(0, 1fr) 330px; }
.flinksim-stepper .planeTabs { display: none; }
.flinksim-stepper .planePanel { position: relative; display: grid; grid-template-rows: auto minmax(0, 1fr); grid-template-columns: minmax(0, 1fr); padding: 5px 8px 4px; min-height: 0; }
.flinksim-stepper .planeStage { position: relative; min-height: 0; min-width: 0; overflow: hidden; }
.flinksim-stepper .planeStage canvas { position: absolute; inset: 0; touch-action: none; }
.flinksim-stepper .planeTip { position: absolute; pointer-events: none; max-width: 340px; padding: 6px 10px; border-radius: 9px; background: var(--pill); color: var(--pilltext); font-size: 13px; line-height: 1.35; z-index: 3; overflow-wrap:\
 anywhere; }
.flinksim-stepper .planeTip div:first-child { font-weight: 700; }
.flinksim-stepper .planeTools { grid-area: 1 / 1; display: flex; gap: 8px; align-items: center; justify-content: space-between; min-height: 30px; }
.flinksim-stepper .planeTools button { height: 27px; min-width: 27px; padding: 0 8px; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; white-space: nowrap; }
.flinksim-stepper .planeTools .signs { display: flex; flex-wrap: wrap; min-width: 0; max-height: 56px; overflow: hidden; }
.flinksim-stepper .planeTools .sign { border-color: transparent; background: none; font-weight: 500; gap: 5px; padding: 0 6px; color: var(--ink2); }
.flinksim-stepper .planeTools .sign:hover { border-color: var(--line2); }
.flinksim-stepper .planeTools .sign[aria-pressed="false"] { text-decoration: line-through; color: var(--ink3); }
.flinksim-stepper .planeTools .sign[aria-pressed="false"] svg { opacity: .45; }
.flinksim-stepper .planeZoom { display: flex; gap: 2px; }
.flinksim-stepper .planeZoom button { height: 25px; min-width: 27px; padding: 0 8px; border-radius: 8px; font: 600 13px/1 inherit; font-family: inherit; background: color-mix(in srgb, var(--btn) 70%, transparent); border-color: transparent;\
 color: var(--ink2); font-weight: 500; font-size: 12.5px; white-space: nowrap; }
.flinksim-stepper .planeZoom button:hover { border-color: var(--line2); background: var(--btn); color: var(--ink); }
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
.flinksim-stepper[data-size="narrow"] .planeTools { flex-wrap: wrap; gap: 2px 8px; }
.flinksim-stepper[data-size="narrow"] .planeTools .sign { padding: 0 4px; font-size: 12.5px; flex: none; }
.flinksim-stepper[data-size="narrow"] .planeTools .signs { flex: 1 0 100%; flex-wrap: nowrap; overflow: auto hidden; scrollbar-width: none; }

/* beside the plane */
.flinksim-stepper .sidePanel { display: grid; grid-template-rows: auto minmax(0, 1fr); grid-template-columns: minmax(0, 1fr); min-height: 0; }
.flinksim-stepper .sideTabs { display: flex; border-bottom: 1px solid var(--line); padding: 0 8px; }
.flinksim-stepper .sideTabs button { border: 0; border-radius: 0; background: none; height: 34px; color: var(--ink2); text-transform: capitalize; border-bottom: 3px solid transparent; }
.flinksim-stepper .sideTabs button[aria-selected="true"] { color: var(--ink); border-bottom-color: var(--focus); }
.flinksim-stepper .sidePart { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 6px; padding: 7px 8px; min-height: 0; }
.flinksim-stepper .sidePart[data-of="facts"] { grid-template-rows: auto auto minmax(0, 1fr) auto; }
.flinksim-stepper .sideTools { display: flex; flex-wrap: wrap; gap: 5px; align-items: center; }
.flinksim-stepper .sideTools .small { margin: 0; }
.flinksim-stepper .sideTools .small[aria-checked="true"] { background: var(--pill); color: var(--pilltext); }
.flinksim-stepper .sideTools small { margin-left: auto; color: var(--ink2); }
.flinksim-stepper .sideTools input { flex: 1 1 120px; min-width: 0; }
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
`;var Ja=`/* the job above the plane */
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
.flinksim-stepper.embed[data-size="narrow"] .planeView { grid-template-rows: minmax(0, 1fr); }

/* a film has no buttons, and a line that shows how far it is */
.flinksim-stepper.film :is(.controls, .planeButtons, .planeZoom button:not([data-plane="axis"]), .knob, .small, .insideTasks, input, .sign[aria-pressed="false"]) { display: none; }
.flinksim-stepper.film .story { display: block; }
.flinksim-stepper.film { height: 100vh; min-height: 0; padding-bottom: 5px; }
.flinksim-stepper.film[data-size="narrow"] .planeZoom { display: none; }
.flinksim-stepper.film::after { content: ""; position: absolute; z-index: 3; left: 0; bottom: 0; height: 4px; width: calc(100% * var(--film, 0)); background: var(--wm); }
.flinksim-stepper.film.low .jobStrip { display: none; }
.flinksim-stepper.film.low .planeView { grid-template-rows: minmax(0, 1fr); }

/* the knob */
.flinksim-stepper .knob { position: absolute; left: 100px; top: 80px; width: 268px; padding: 7px 11px 6px; border-radius: 10px; background: color-mix(in srgb, var(--panel) 88%, transparent); border: 1px solid var(--line); z-index: 2; displa\
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
.flinksim-stepper .planeZoom { grid-area: 2 / 1; place-self: start; z-index: 1; margin: 10px 0 0 182px; }
.flinksim-stepper .planeStage { grid-area: 2 / 1; }
.flinksim-stepper[data-size="narrow"] .planeZoom { grid-area: 1 / 1; place-self: end; margin: 0; }
.flinksim-stepper[data-size="narrow"] .planeZoom :is([data-plane="in"], [data-plane="out"]) { display: none; }
.flinksim-stepper .marks .filmRow, .flinksim-stepper .marks .crashParts { flex-wrap: wrap; }
.flinksim-stepper .marks .filmRow input { flex: none; width: 84px; }
.flinksim-stepper:is([data-size="narrow"], [data-size="middle"]) header [data-act="hall"] { display: none; }

/* the answer first, then what else can be asked */
.flinksim-stepper .hasAnswer [data-of="why"] { display: flex; flex-direction: column; }
.flinksim-stepper .hasAnswer [data-of="why"] .asking:not(:empty) { order: 2; margin-top: 10px; padding-top: 10px; border-top: 1px solid var(--line); }
.flinksim-stepper .asking .choices { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; margin: 0 0 6px; }
.flinksim-widget .asking .choices button { min-width: 0; padding: 4px 8px; justify-content: flex-start; font-weight: 500; overflow-wrap: anywhere; }
.flinksim-stepper[data-size="middle"] header .views button { padding: 0 6px; font-size: 13px; min-width: 0; }
`;var Ya=`/* header */
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
.flinksim-stepper .crumb:has(b) { font-size: 13.5px; line-height: 1.15; white-space: normal; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.flinksim-stepper[data-size="narrow"] .crumb:has(b) { font-size: 12.5px; }
.flinksim-stepper[data-size="narrow"] header [data-act="copy"] { display: none; }
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
`;var Xa=`${pn}${Ya}${qa}${Ka}${Ja}${ja}${Ha}`,rr=()=>`<button type="button" data-act="follow" class="small" hidden>${u("follow the run")}</button>`,cm=()=>`
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>${u("record")}</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>${u("watermark")}</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>${u("pane")}</span>`,mm={plane:"Plane","event time":"Event time",network:"Network",inside:"Inside",cluster:"Cluster","whole run":"\
Whole run"},hm="event time|network|inside|cluster|whole run",fm="event time|network|whole run",Za=()=>`
<header role="group" aria-label="${u("The run")}">
  <div class="brand">${oa}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="${u("What to look at")}">
    ${We.map(t=>`<button type="button" role="radio" data-view="${t}">${u(mm[t])}</button>`).join("")}
  </div>
  <div class="clock"><span>${u("processing time")}</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="${u("Copy a link to just this")}">${u("copy link")}</button>
  <button type="button" data-act="language" title="English / 中文">${K()==="zh"?"English":"中文"}</button>
  ${be("hall",u("Hall mode"),u("Larger, for a hall (h)"),u("hall"))}
  ${be("theme",u("Light or dark"),u("Light or dark"),"◐")}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span>
      <button type="button" class="focusChip" data-act="unfocus" data-part="focus" title="${u("Follow nothing any more (Escape)")}" hidden></button></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${be("first",u("First"),u("To the beginning (Home)"),Ie("first"))}
      ${be("back",u("Back"),u("Back (←)"),Ie("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="${u("Space")}"></button>
      ${be("next",u("Next"),u("Next (→)"),Ie("next"))}
      ${be("last",u("Last"),u("To the end (End)"),Ie("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel pointed" data-part="pointed" aria-label="${u("Questions about what is pointed at")}" aria-live="polite" hidden></section>
<section class="panel predict" data-part="predict" aria-label="${u("Predict")}" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="${u("What of it to look at")}">
      ${["plane","job",...Ot].map(t=>`<button type="button" role="tab" data-show-tab="${t}">${u(t)}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="${u("The job")}">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="${u("The program")}" hidden></div>
    </section>
    <section class="panel planePanel" data-part="plane" aria-label="${u("The plane")}"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${fm}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3 aria-level="2">${u("Watermarks")} <small data-part="task"></small>
      ${rr()}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">${u("Timers")} <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">${u("Window panes")} <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${cm()}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">${u("Channels")} <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${Ga([["full",u("buffer")],["exclusive",u("empty")],["floating",u("floating")],["credit",u("credit")]])}</span>
      ${rr()}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">${u("Metrics")}
      <input type="search" data-part="filter" placeholder="${u("filter: busy, Usage, a task …")}" aria-label="${u("Filter the metrics")}">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="${u("Only what has changed")}">${u("changed")}</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="${u("Metrics")}"></div></section>
  </div>
  <section class="panel insidePanel" data-shows="inside"><h3 aria-level="2">${u("Inside")} <small data-part="insideTask"></small>
    <span class="insideTasks" data-part="insideTasks" role="group" aria-label="${u("Which task")}"></span>
    ${rr()}</h3>
    <div data-part="inside" tabindex="0" role="region" aria-label="${u("Inside a task")}"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">${u("Calls")} <small>${u("between the processes, one under the other")}</small></h3>
    <div data-part="calls" tabindex="0" role="region" aria-label="${u("Calls")}"></div></section>
  <section class="panel clusterPanel" data-shows="cluster"><h3 aria-level="2">${u("Executions")} <small>${u("and their states over time; what takes none is drawn wide enough to be seen")}</small></h3>
    <div data-part="states" tabindex="0" role="region" aria-label="${u("Executions")}"></div></section>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">${u("Whole run")} <small data-part="plotTask"></small>
    ${rr()}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${hm}"><b>${u("Call")}<br>${u("stack")}</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="${u("Call stack")}"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="${u("Position in the run")}"></div>
  <div class="under">
    <label>${u("step by")} <select data-part="grain" aria-label="${u("Step by")}">
      ${Ve.map(t=>`<option value="${t}" title="${u(ss[t])}">${u(t)}</option>`).join("")}
    </select></label>
    <button type="button" data-act="speed" title="${u("Speed of play")}"><span data-part="speed"></span></button>
    ${be("predict",u("Predict"),u("Be asked before the next decision (p)"),u("predict"))}
    ${be("follow-here",u("Follow"),u("Follow what the moment is about, or the mouse is on (f)"),u("follow"))}
    <button type="button" data-act="crash" aria-expanded="false" title="${u("Let a task die here, and run on (c)")}" hidden>${u("crash")}</button>
    <button type="button" data-act="marks" aria-expanded="false" title="${u("Bookmarks with notes (b marks)")}">${u("marks")}</button>
    <button type="button" data-act="save" aria-expanded="false" title="${u("Save the picture or the story")}">${u("save")}</button>
    ${be("help",u("Keys"),u("What the keys do (?)"),"?")}
    <details class="words"><summary>${u("in words")}</summary><pre data-part="words"></pre></details>
  </div>
  <div class="marks" data-part="menu" tabindex="0" hidden></div>
</section>`;var gm=[93,177,255],km=[238,100,100],bm=[136,136,136];function Lt(t,e,n){let r=t.tasks.get(e),s=t.clock.at(n),i=a=>jr(r,a,n,s)/1e3,o={busy:i("busy"),idle:i("idle"),backpressured:i("soft")+i("hard")};return o.busy+o.idle+o.backpressured>0?o:
null}function el({busy:t,backpressured:e}){let[n,r,s]=Qa(Qa(gm,km,t),bm,e);return`rgb(${n} ${r} ${s})`}function Qa(t,e,n){let r=s=>Math.round(t[s]+(e[s]-t[s])*n);return[r(0),r(1),r(2)]}function je(t,e=!1){return[[e?u("backpr."):u("backpress\
ured"),t.backpressured],[u("busy"),t.busy],[u("idle"),t.idle]].filter(([,s])=>s>=.005).sort(([,s],[,i])=>i-s).map(([s,i])=>`${s} ${nt(i)}`).join(e?" · ":", ")}function nt(t){return`${Math.round(100*t)} %`}function tl(t,e,n,r,s,i){let o=e,a="";
for(let l of["backpressured","busy","idle"]){let p=r*t[l];p<.4||(a+=T(o,n,p,s,`load ${l}`,0),l==="backpressured"&&(a+=T(o,n,p,s,"load",0).replace("/>",` fill="url(#${i})"/>`)),o+=p)}return a}function sr(t){return`<defs><pattern id="${t}" wi\
dth="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`}var rl=52,wm=20;function It(t,e,n){if(e.local)return"";let r=t.lookup.connectionOf(e).find(i=>ir(t,i)?.stops_reading);return r?r.id===e.id?u("no buffer: not read"):n.on_wire>0||n.queued>0?u("held up by {0}",ym(t,r)):"":!(e.initial_credit===
0)&&n.credit===0&&n.queued>0?u("no credit"):""}function ym(t,e){return t.labels.name(e.id)}function ir(t,e){return t.scene.view.channels.get(e.id)}function sl(t,e){let n=t.lookup.subtasks.get(t.task),r=t.scene.view.tasks.get(t.task);if(!n||
!r)return"";let i=t.lookup.inputsOf(t.task).filter(({local:h})=>!h).reduce((h,f)=>h+(ir(t,f)?.exclusive??0),0),o=n.exclusive_buffers-i,a=n.floating_buffers-r.floating_free,l=n.exclusive_buffers+n.floating_buffers,p=[];if(l>0){let h=u(": {0}\
/{1} exclusive, {2}/{3} floating",o,n.exclusive_buffers,a,n.floating_buffers),f=`${u("{0} of {1}",o+a,l)}${n.exclusive_buffers>0?h:""}`;p.push([u("in pool"),(o+a)/l,f])}if(n.output_buffers>0){let h=r.output_in_use,f=h>n.output_buffers?u(" (\
{0} overdraft)",h-n.output_buffers):"";p.push([u("out pool"),h/n.output_buffers,`${u("{0} of {1}",h,n.output_buffers)}${f}`])}let d="",c=0;for(let[h,f,g]of p){d+=v(c,14,h,"t3 strong");let w=c+C(h,"strong")+8;d+=qe(w,14,64,f,g,f>=1?"used":""),
c=w+Ua(64,g)+26}let m=p.map(([h,f,g])=>`${h} ${nt(f)}, ${g}`).join("; ");return D(e,20,m||u("no network buffers"),d)}function il(t,e){let n=t.lookup.inputsOf(t.task),r=t.lookup.outputsOf(t.task),s=[...n.map(m=>[m,"in"]),...r.map(m=>[m,"out"])],
i=vm(t,s);if(i.length===0){let m=t.position===0?u("Nothing runs yet."):u("This task is chained to no other: it has no channels.");return D(e,120,m,v(e/2,60,m,"t2","middle"))}let o=N(e*.2,92,190),a=e-o,l={sender:o,wire:o+a*.32,receiver:o+a*.53,
width:e},p=wm,d=xm(l),c=[];for(let[m,h]of i){let f=ir(t,m);f&&(d+=Sm(t,m,f,h,p,l),c.push(or(t,m,f)),p+=rl)}return i.length<s.length&&(d+=v(e/2,p+14,u("and {0} more channels",s.length-i.length),"t3","middle"),p+=24),D(e,p+2,c.join("; "),d)}var nl=14;
function vm(t,e){if(e.length<=nl)return e;let n=([i])=>{let o=ir(t,i);return t.fact&&"channel"in t.fact&&t.fact.channel===i.id?0:o?It(t,i,o)?1:o.queued+o.on_wire+o.received>0?2:3:3},r=new Map(e.map(i=>[i,n(i)])),s=new Set([...e].sort((i,o)=>r.
get(i)-r.get(o)).slice(0,nl));return e.filter(i=>s.has(i))}function xm({sender:t,wire:e,receiver:n,width:r}){return[[(t+e)/2,e-t-8,u("at the sender")],[(e+n)/2,n-e-8,u("on the wire")],[(n+r)/2,r-n-8,u("at the receiver")]].map(([i,o,a])=>v(i,
13,$(a,o,"t3"),"t3 head","middle")).join("")}function Sm(t,e,n,r,s,i){let o=t.fact&&"channel"in t.fact&&t.fact.channel===e.id,a=It(t,e,n),l=`<title>${k(or(t,e,n))}</title>`,d=`<g class="${`lane ${o?"current":""} ${a?"hindered":""}`}" data-c\
hannel="${k(e.id)}" data-about="channel:${k(e.id)}">${l}`;d+=T(.8,s+1,i.width-1.6,rl-5,"laneBox",8);let c=t.labels.name(r==="in"?e.source:e.target),m=r==="in"?u("ch {0} from",e.index):u("to ch {0} of",e.index);return d+=v(10,s+20,m,"t2 stro\
ng"),d+=v(10,s+38,te(c,i.sender-18,"t3"),"t3"),d+=Tm(n,e,s,i),e.local?d+=$m(s,i):e.initial_credit===0?d+=Em(n,a,s,i):d+=Cm(t,e,n,a,s,i),`${d}</g>`}function Tm(t,e,n,r){let s=n+6,i=le(t.queued,"full",r.wire-8,s,r.wire-r.sender-18,!0);if(e.local)
return i+=Rs(r.wire,r.receiver-6,s+7,"flow local"),i+v(r.receiver+6,s+11,u("reads them where they are"),"t3");i+=Rs(r.wire,r.receiver-6,s+7,"flow");let o=r.receiver-r.wire-22,a=Math.min(t.on_wire*14,o);if(t.on_wire>0){let l=(r.wire+r.receiver-
14)/2-a/2;i+=T(l-3,s-2,a+4,17,"onWire",3),i+=le(t.on_wire,"wired",l,s,o)}return i+le(t.received,"got",r.receiver+6,s,r.width-r.receiver-18)}function Rs(t,e,n,r){let s=e>t?-6:6;return z(t,n,e,n,r)+`<path d="M${e+s} ${n-4}L${e} ${n}L${e+s} ${n+
4}" class="${r} tip"/>`}function Cm(t,e,n,r,s,i){let o=s+27,a="";if(r)a+=ol(i.wire-8,o,r);else if(n.credit===0)a+=v(i.wire-8,o+11,u("credit {0}",0),"t3","end");else{a+=le(n.credit,"credit",i.wire-8,o,i.wire-i.sender-64,!0);let l=Math.min(n.
credit*14,i.wire-i.sender-64);a+=v(i.wire-12-l,o+11,u("credit"),"t3","end")}if(a+=Rs(i.receiver-6,i.wire,o+7,"flow back"),n.credit_under_way>0){let l=i.receiver-i.wire-22,p=Math.min(n.credit_under_way*14,l),d=(i.wire+i.receiver-14)/2-p/2;a+=
T(d-3,o-1,p+4,15,"onWire",3),a+=le(n.credit_under_way,"wiredCredit",d,o,l)}return a+Mm(t,e,n,o,i)}function Mm(t,e,n,r,s){let i=s.width-10,o=s.receiver+6,a="";for(let[m,h]of[[n.exclusive,"exclusive"],[n.floating,"floating"]])a+=le(m,h,o,r,84),
o+=Math.min(m,6)*14;n.exclusive+n.floating===0&&(a+=v(o,r+11,u("none empty"),"t3"),o+=C(u("none empty"),"t3")),n.unannounced>0&&(o+=8,a+=He(o,r,"untold")+v(o+15,r+11,u("{0} untold",n.unannounced),"t3"),o+=15+C(u("{0} untold",n.unannounced),
"t3"));let l=t.scene.backlogs.get(e.id)??0,p=n.waiting?u("waits for {0}",n.required-n.exclusive-n.floating):u("wants {0}",n.required),c=[`${u("backlog {0}",l)} · ${p}`,p,""].find(m=>C(m,"t3")<i-o-8)??"";return a+v(i,r+11,c,`t3 ${n.waiting?
"waits":""}`,"end")}function $m(t,e){let n=$(u("local: no credit needed"),e.width-e.receiver-14,"t3");return v(e.receiver+6,t+38,n,"t3")}function Em(t,e,n,r){let s=n+27,i=v(r.wire-8,s+11,u("sends without asking"),"t3","end");if(!e)return i;
let o=(r.wire+r.receiver)/2+6,a=t.stops_reading?`<path d="M${o-6} ${n+7}l12 12m0 -12l-12 12" class="stop"/>`:"",l=$(e,r.width-r.receiver-34,"strong");return i+a+ol(r.receiver+14+C(l,"strong")+8,s,l)}function ol(t,e,n){let r=C(n,"strong")+16;
return T(t-r,e-3,r,19,"hinderBadge",9)+v(t-r/2,e+11,n,"badgeText","middle")}function or(t,e,n){let{labels:r}=t,s=u("channel {0} from {1} to {2}",e.index,r.name(e.source),r.name(e.target));if(e.local)return`${s}: ${u("local, {0} buffers queu\
ed",n.queued)}`;let i=u("{0} buffers queued, {1} on the wire, {2} received",n.queued,n.on_wire,n.received),o=It(t,e,n),a=o?`, ${o}`:"";return e.initial_credit===0?`${s}: ${i}, ${u("without credits")}${a}`:`${s}: ${i}, `+u("credit {0}, {1} u\
nder way, {2} not announced; backlog {3}; ",n.credit,n.credit_under_way,n.unannounced,t.scene.backlogs.get(e.id)??0)+u("empty: {0} exclusive, {1} floating of {2} wanted",n.exclusive,n.floating,n.required)+`${n.waiting?u(", waits for a float\
ing one"):""}${a}`}function ll(t,e){let n=new Map(t.trace.plan?.channels.map(s=>[s.id,s])),r=n.size>0?ul(t,e):null;return{operator(s){let[i,o]=s.slice(1).split("/");for(let a of t.trace.plan?.vertices??[]){let l=a.operators.findIndex(d=>String(d.node)===i),p=l<
0?void 0:e.boxes.get(`${a.id}/${o}`);if(p)return{x:p.x+p.width*(l+.5)/a.operators.length,y:p.y+p.height*.5}}return null},channel(s,i){let o=n.get(s);if(!o)return null;let a=r?.get(s);return a?{curve:i==="in"?a.end:a.start,low:0,high:1}:Wn(dl(
t,e,o),i)},boxes:[...e.boxes.values()]}}function pl(t,e,n){let r=dl(t,e,n),s=t.scene.view.channels.get(n.id),i=(t.trace.plan?.channels.length??0)>24,a=(s?t.lookup.waiting(n.id,s,i?1:3):[]).map((p,d)=>{let[c,m]=de(r,.93-.08*d);return hl(t,p,
c,m,4)}),l=`wire ${Nt(t,n.id)} ${s?.idle?"idle":""}`;return`<path d="${$e(...r)}" class="${l}"/>${a.join("")}`}function dl(t,e,n){let r=e.boxes.get(n.source),s=e.boxes.get(n.target),i=t.lookup.inputsOf(n.target),o=(i.indexOf(n)+1)/(i.length+
1);return[r.x+r.width,r.y+r.height/2,s.x,s.y+s.height*o]}var al=9;function ul(t,e){let n=t.lookup.inputsOf(t.task),r=e.boxes.get(t.task),s=new Map;if(!r||n.length===0)return s;let i=Rm(t,n),o=N((e.height-34)/i.length,13,34),a=N(e.gap-124,112,
190),l=r.x-74-a,p=Math.min(26,o-3),d=o*i.length,c=N(r.y+r.height/2-d/2,26,Math.max(26,e.height-d-6));return i.forEach((m,h)=>{let f=e.boxes.get(m.source),g=c+o*(h+.5),w=r.y+r.height*(h+1)/(i.length+1);s.set(m.id,{channel:m,x:l,y:g-p/2,width:a,
height:p,start:[f.x+f.width,f.y+f.height/2,l,g],end:[l+a,g,r.x,w]})}),s}function Rm(t,e){if(e.length<=al)return e;let n=({id:s})=>{let i=t.scene.view.channels.get(s);return t.fact&&"channel"in t.fact&&t.fact.channel===s?0:i?.holds&&i.aligned&&
!i.idle?1:i&&i.written>i.read?2:3},r=new Set([...e].sort((s,i)=>n(s)-n(i)||s.index-i.index).slice(0,al-1));return e.filter(s=>r.has(s))}function cl(t,e){let n=[...ul(t,e).values()],[r]=n;if(!r)return"";let s=e.boxes.get(t.task),i=[Am(s.x-8,
r.y-6)];for(let{channel:l,x:p,y:d,width:c,height:m,start:h,end:f}of n){let g=t.scene.view.channels.get(l.id);if(!g)continue;let w=`wire near ${Nt(t,l.id)} ${g.idle?"idle":""}`;i.push(`<path d="${$e(...h)}" class="${w}"/><path d="${$e(...f)}\
" class="${w}"/>`),i.push(Om(t.labels,l,g,p,d,c,m,Nt(t,l.id))),i.push(Pm(t,l,g,f))}let o=t.lookup.inputsOf(t.task).length-n.length,a=n.at(-1);return o>0&&i.push(v(a.x,a.y+a.height+16,u("and {0} more channels",o),"t3")),i.join("")}function Am(t,e){
let n=t,r="";for(let[s,i]of[["credit","free"],["received","got"],["queued","full"]])r+=ml(n-12,e-11,i)+v(n-17,e,u(s),"t3","end"),n-=C(u(s),"t3")+27;return r}function Om(t,e,n,r,s,i,o,a){let l=e.local?u("local"):u("credit {0}",n.credit),p=u(
"channel {0} from {1}: {2} buffers queued, ",e.index,e.source,n.queued)+`${u("{0} under way, {1} received",n.on_wire,n.received)}, ${l}`,d=`<g><title>${k(p)}</title>${T(r,s,i,o,`card ${a}`)}`;if(o<14)return`${d}</g>`;d+=v(r+8,s+o/2+4.5,t.short(
e.id),"t2 strong");let c=[...Array(Math.min(n.queued,99)).fill("full"),...Array(Math.min(n.on_wire,99)).fill("wired"),...Array(Math.min(n.received,99)).fill("got"),...Array(Math.min(n.credit,99)).fill("free")],m=n.queued+n.on_wire+n.received+
n.credit,h=Math.floor((i-50)/14),f=m>h?h-2:m;return c.slice(0,f).forEach((g,w)=>{d+=ml(r+46+14*w,s+o/2-6.5,g)}),f<m?d+=v(r+47+14*f,s+o/2+4,`+${m-f}`,"t3"):m===0&&(d+=v(r+46,s+o/2+4.5,u(e.local?"local":"no credit"),"t3")),`${d}</g>`}function ml(t,e,n){
return T(t,e,11,13,`pip ${n}`,3)}function Pm(t,e,n,r){let s=t.lookup.waiting(e.id,n,4);if(s.length===0&&n.idle){let[a,l]=de(r,.5);return T(a-19,l-9,38,18,"chip",9)+v(a,l+4.5,"IDLE","t3 strong","middle")}let i=s.map((a,l)=>{let[p,d]=de(r,.86-
.24*l);return hl(t,a,p,d)}),o=n.written-n.read-s.length;return o>0&&i.push(v(r[0]+3,r[1]-7,`+${o}`,"t3 strong")),i.reverse().join("")}function hl(t,e,n,r,s=5.5){let i=t.trace.event(e);if(i.type!=="ElementWritten")return"";let o=t.labels.time(
i.timestamp);return i.element==="record"?Ci(n,r,u("{0} at {1}",I(i.value),o),s):i.element==="watermark"?Mi(n,r,u("watermark {0}",o)):T(n-3,r-7,6,14,"mark",2,i.element)}function Nt(t,e){let{fact:n}=t;return!n||!("channel"in n)||n.channel!==e?
"":"element"in n?n.element==="record"?"data":"wm":n.type==="ChannelWatermarkChanged"||n.type==="WatermarkIgnored"?"wm":"buf"}function gl(t,e){let{trace:n}=t,s=e.wires.filter(({target:o})=>o!==t.task||e.heats.size>0).map(o=>pl(t,e,o));s.push(cl(t,e));for(let[o,a]of e.heats)s.push(Ye(t,a,e.boxes.get(o)));for(let{id:o,vertex:a}of n.plan?.subtasks??[])e.heats.has(a)||
s.push(Im(t,e,o));let i=u("Job {0}: {1}",n.plan?.job_name??"",As(t));return D(e.width,e.height,i,s.join(""),"group")}var Lm=24;function As(t){return[...t.scene.view.tasks].slice(0,Lm).map(([e,n])=>`${t.labels.name(e)} ${ar(t,e,n).words}`).join(
"; ")}function Im(t,e,n){let r=e.boxes.get(n),s=t.scene.view.tasks.get(n),i=ar(t,n,s),o=n===t.task,a=`task ${i.tone} ${o?"selected":""}`,l=t.labels.name(n),{x:p,y:d,width:c,height:m}=r,h=`<g class="${a}" data-task="${k(n)}" tabindex="0" rol\
e="button" aria-pressed="${t.pinned&&o}"><title>${k(`${l}, ${i.words}`)}</title>`+T(p,d,c,m,"box",10);if(m<70){let b=C(i.words,"strong")+20,y=m<40?d+m/2+5:d+22;return h+=v(p+12,y,$(l,c-b-24,"t1"),"t1"),h+=_t(i,p+c-b-6,y,b),m>=50&&(h+=fl(t,n,
p+12,d+32,c-24,14)),`${h}</g>`}let f=Nm(s?.mails??[],p+c-12,d+21,c-30-C(l,"t1"));h+=v(p+12,d+22,$(l,c-42,"t1"),"t1")+f,h+=fl(t,n,p+12,d+32,c-24,23);let g=C(i.words,"strong")+16;h+=_t(i,p+10,d+m-12,g);let w=$(Wm(t,n),c-g-32,"t3");return h+=v(
p+c-12,d+m-12,w,"t3","end"),`${h}</g>`}function _t(t,e,n,r){return t.tone!=="running"&&t.tone!=="blocked"&&t.tone!=="failed"?v(e+2,n,t.words,"t3"):T(e,n-14.5,r,20,"badge",10)+v(e+r/2,n,t.words,"badgeText","middle")}function Nm(t,e,n,r){let s=t.
slice(0,4),i=Math.max(1,s.length),o=t.length>4?`+${t.length-4}`:"",a=v(e,n,o,"t3","end"),l=e-C(o,"t3");for(let c=0;c<i;c++){let m=l-15*(i-c)+3;a+=T(m,n-10,12,11,`mail ${t.length===0?"none":""}`,2.5)}let p=l-15*i-2;e-p+C(u("mailbox"),"t3")<r&&
(a+=v(p,n,u("mailbox"),"t3","end"));let d=t.length===0?u("mailbox: empty"):u("mailbox: {0}",t.join(", "));return`<g><title>${k(d)}</title>${a}</g>`}function fl(t,e,n,r,s,i){let o=t.lookup.operatorsOf(e),a=_m(o.map(({name:c})=>Wr(c)),s-bt*(o.
length-1)),l=t.fact&&"operator"in t.fact?t.fact.operator:"",p="",d=n;return o.forEach(({id:c,name:m},h)=>{let f=a[h];h>0&&(p+=z(d-bt,r+i/2,d,r+i/2,"joint")),p+=T(d,r,f,i,`pill ${c===l?"current":""}`,6,m),i>18&&(p+=v(d+f/2,r+16,$(m,f-8,"t2"),
"t2","middle")),d+=f+bt}),p}function _m(t,e){let n=t.reduce((s,i)=>s+i,0);if(n<=e)return t.map(s=>s+(e-n)/t.length);let r=e/t.length;for(let s=0;s<t.length;s++){let i=t.filter(a=>a<=r),o=i.reduce((a,l)=>a+l,0);i.length<t.length&&(r=(e-o)/(t.
length-i.length))}return t.map(s=>Math.min(s,r))}function Wm(t,e){let n=[];for(let{id:r}of t.lookup.operatorsOf(e)){let s=t.scene.view.operators.get(r),i=t.scene.operators.get(r);!s||!i||(i.read>0&&n.push(u("{0} read",i.read)),i.fired>0&&n.
push(u("{0} fired",i.fired)),s.late>0&&n.push(u("{0} late",s.late)),s.results>0&&n.push(u("{0} written, last {1}",s.results,i.lastResult)))}return n.join(" · ")}function ar(t,e,n){return n?.state==="FAILED"?{words:u("failed"),tone:"failed"}:
t.actor===e?{words:u("running now"),tone:"running"}:!n||n.state!=="RUNNING"?{words:J((n?.state??"CREATED").toLowerCase()),tone:"off"}:n.suspended==="no output buffer"?{words:u("backpressured"),tone:"blocked"}:Fm(t,t.lookup,e)?{words:u("idle"),
tone:"idle"}:n.suspended==="blocked"?{words:u("blocked"),tone:"blocked"}:n.suspended==="busy"?{words:u("busy"),tone:"waiting"}:n.suspended==="final checkpoint"?{words:u("waits to end"),tone:"waiting"}:n.suspended?{words:u("waits for input"),
tone:"waiting"}:{words:u("ready"),tone:""}}function Fm(t,e,n){return e.operatorsOf(n).some(s=>t.scene.view.operators.get(s.id)?.emitted_idle===!0)}var Bm=70,Wt="Shuffle.Netty.Input.Buffers.",Os="Shuffle.Netty.Output.Buffers.",Dm={inputQueueLength:Wt,inputQueueSize:Wt,inPoolUsage:Wt,inputExclusiveBuffersUsage:Wt,inputFloatingBuffersUsage:Wt,outputQueueLength:Os,outputQueueSize:Os,outPoolUsage:Os},
kl=["busyTimeMsPerSecond","idleTimeMsPerSecond","backPressuredTimeMsPerSecond","isBackPressured","inPoolUsage","outPoolUsage","inputQueueLength","outputQueueLength","numRecordsIn","numRecordsInPerSecond","numRecordsOut","numRecordsOutPerSec\
ond","numBytesIn","numBytesOut","currentInputWatermark","currentOutputWatermark","watermarkLag"],Ps=45;function yl(t,{filter:e,changedOnly:n}){let{run:r,lookup:s,labels:i}=t;if(!r)return"";let o=e.toLowerCase().split(/\s+/).filter(Boolean),
a=[...s.subtasks.keys()].sort((d,c)=>+(c===t.task)-+(d===t.task)),l=0,p="";for(let d of a){if(l>=Bm){p+=`<tr><td colspan="4" class="none">${u("and other tasks: filter to see them")}</td></tr>`;break}let c=i.name(d),m=Vm(t,d).filter(f=>{let g=`${c}\
 ${d} ${f.full}`.toLowerCase();return o.every(w=>g.includes(w))&&!(n&&f.was===f.now)});if(m.length===0)continue;l+=m.length;let h=d===t.task?"selected":"";p+=`<tr class="section ${h}"><th colspan="4" scope="rowgroup">${k(c)}</th></tr>`,p+=m.
slice(0,Ps).map(f=>zm(f,i)).join(""),m.length>Ps&&(p+=`<tr><td colspan="4" class="none">${u("and {0} more: filter to see them",m.length-Ps)}</td></tr>`)}return l===0&&(p=`<tr><td colspan="4" class="none">${n?u("Nothing that matches has chan\
ged."):u("No metric matches.")}</td></tr>`),`<table><thead><tr><th scope="col">${u("metric")}</th><th scope="col">${u("was")}</th><th scope="col">${u("now")}</th><th scope="col">${u("change")}</th></tr></thead><tbody>${p}</tbody></table>`}function Vm(t,e){
let n=t.run,r=bl(Oe(n,e,t.before),Oe(n,e,t.position),i=>[i,(Dm[i]??"")+i]),s=i=>kl.indexOf(i.name)+1||kl.length+1;r.sort((i,o)=>s(i)-s(o));for(let{id:i,name:o}of t.lookup.operatorsOf(e)){let a=Be(n,i,t.before),l=Be(n,i,t.position);r.push(...bl(
a,l,p=>{let d=/^latency\.source_id\.(o[\d/]+)\.(\w+)$/.exec(p),c=d?u("latency {0} from {1}",d[2],t.labels.name(d[1])):p;return[`${o}.${c}`,`${o}.${p} ${c}`]}))}return r}function bl(t,e,n){return[...e].map(([r,s])=>{let[i,o]=n(r);return{name:i,
full:o,was:t.get(r),now:s}})}function zm({name:t,full:e,was:n,now:r},s){let i=n!==r,o=i?Hm(t,n,r):"";return`<tr${i?' class="changed"':""}><th scope="row" title="${k(e)}">${k(t)}</th><td>${n===void 0?"–":k(wl(t,n,s))}</td><td>${k(wl(t,r,s))}\
</td><td>${k(o)}</td></tr>`}function wl(t,e,n){return typeof e=="boolean"?e?"yes":"no":typeof e=="bigint"?n.time(e):/Usage$/.test(t)?`${Math.round(100*e)} %`:vl(e)}function Hm(t,e,n){if(typeof n=="boolean"||e===void 0||typeof e=="boolean")return n===
!0?"▲":n===!1?"▼":u("new");if(typeof n=="bigint"&&typeof e=="bigint"){let s=[E,V];return s.includes(n)||s.includes(e)?n>e?"▲":"▼":Ls(Number(n-e)," ms")}let r=Number(n)-Number(e);return/Usage$/.test(t)?Ls(Math.round(100*r)," %"):Ls(r)}
function Ls(t,e=""){return`${t>0?"▲ +":"▼ −"}${vl(Math.abs(t))}${e}`}function vl(t){let e=Number.isInteger(t)?0:Math.abs(t)<10?2:1,[n,r]=t.toFixed(e).split(".");return n.replace(/\B(?=(\d{3})+$)/g," ")+(r?`.${r}`:"")}var lr={narrowestGap:104,widestGap:300,height:t=>t<=2?92:t<=4?72:t<=8?50:32},pr={...lr,height:t=>Math.min(72,lr.height(t))},Is=27,Ns=4;function Sl(t,e,n){let{plan:r}=t.trace,s=(r?.channels.length??0)>24,i=(r?.channels??[]).filter(({source:m,
target:h})=>m===t.task||h===t.task),a=(e.heats.size>0?[...e.wires,...i.slice(0,qm)]:e.wires).map(m=>Gm(t,e,m,s)),l=[...e.heats].map(([m,h])=>Ye(t,h,e.boxes.get(m),f=>jm(t,f))),p=(r?.subtasks??[]).filter(({vertex:m})=>!e.heats.has(m)),d=[...l,
...p.map(({id:m})=>Um(t,e,m,n))],c=u("Job {0}: {1}",r?.job_name??"",As(t));return D(e.width,e.height,c,sr(n)+[...a,...d].join(""),"group")}var qm=24;function jm(t,e){let n=t.run&&Lt(t.run,e,t.position);return n?n.backpressured>Math.max(n.busy,
n.idle)?"held":`busy${Math.min(4,Math.floor(n.busy*5))}`:"none"}function Gm(t,e,n,r){let s=e.boxes.get(n.source),i=e.boxes.get(n.target),o=t.lookup.outputsOf(n.source),a=t.lookup.inputsOf(n.target),l=(o.indexOf(n)+1)/(o.length+1),p=(a.indexOf(
n)+1)/(a.length+1),d=[s.x+s.width,s.y+s.height*l,i.x,i.y+i.height*p],c=t.scene.view.channels.get(n.id);if(!c)return"";let m=n.source===t.task||n.target===t.task,h=It(t,n,c),f=`wire ${m?"near":""} ${Nt(t,n.id)} ${h?"hindered":""}`,g=`<path d\
="${$e(...d)}" class="${f}"/>`;if(r&&!m)return g;let w=13/Math.max(60,d[2]-d[0]);if(g+=xl(d,c.queued,.03,w,"full"),g+=xl(d,c.received,.97,-w,"got"),c.on_wire>0){let[b,y]=de(d,.5);g+=He(b-5.5,y-6.5,"wired")}return g}function xl(t,e,n,r,s){let i="",
o=Math.min(e,e>Ns?Ns-1:Ns);for(let a=0;a<o;a++){let[l,p]=de(t,n+r*(a+.5));i+=He(l-5.5,p-6.5,s)}if(e>o){let[a,l]=de(t,n+r*(o+.6));i+=v(a,l-9,String(e),"t3 strong","middle")}return i}function Um(t,e,n,r){let{x:s,y:i,width:o,height:a}=e.boxes.
get(n),l=ar(t,n,t.scene.view.tasks.get(n)),p=t.run&&Lt(t.run,n,t.position),d=n===t.task,c=t.labels.name(n),m=p?je(p):u("has spent no time yet"),h=`<g class="task ${l.tone} ${d?"selected":""}" data-task="${k(n)}" tabindex="0" role="button" a\
ria-pressed="${t.pinned&&d}" ><title>${k(`${c}, ${l.words}, ${m}`)}</title>`+T(s,i,o,a,"box",10),f=C(l.words,"strong")+16;if(a>=90)h+=v(s+12,i+20,te(c,o-24,"t1"),"t1"),h+=_t(l,s+10,i+41,f);else{let g=a<40?i+a/2+5:i+18,w=l.tone!=="waiting"&&
l.tone!=="";h+=v(s+12,g,te(c,o-24-(w?f+2:0),"t1"),"t1"),w&&(h+=_t(l,s+o-f-8,g,f))}if(a>=70&&(h+=Km(t,n,s+12,i+a-Is-6,o-24)),a>=50){let g=i+a-Is;if(p){h+=T(s+1.5,g,o-3,Is-1.5,"shade",0).replace("/>",` data-style="fill:${el(p)}"/>`),h+=tl(p,s+
1.5,g,o-3,6,r);let w=[je(p),je(p,!0)].find(b=>C(b,"t3")<o-20);h+=v(s+o/2,g+20,$(w??je(p,!0),o-12,"t3"),"t3 onShade","middle")}else h+=v(s+o/2,g+18,u("no time spent yet"),"t3","middle")}return`${h}</g>`}function Km(t,e,n,r,s){let i=t.lookup.
subtasks.get(e);if(!t.run)return"";let o=Gr(t.run.tasks.get(e),t.position),a=Math.max(24,Math.min(52,s/2-74)),l="";if(i.exclusive_buffers+i.floating_buffers>0){let p=o.input;l+=v(n,r,u("in"),"t3")+qe(n+C(u("in"),"t3")+5,r,a,p,nt(p),p>=1?"us\
ed":"")}if(i.output_buffers>0){let p=o.output,d=n+s-a-6-C("100 %","t3");l+=v(d-5,r,u("out"),"t3","end"),l+=qe(d,r,a,p,nt(p),p>=1?"used":"")}return l}var Jm=6e3;function ue(t,e,n){let{trace:r,position:s}=t,i=O.indexOf(e);for(let o=s-1;o>=0&&o>=s-Jm;o--){if(r.kinds[o]!==i)continue;let a=r.event(o);if(n(a))return{fact:a,index:o}}return null}var Ym=80,Xm=new Set(["StateUpdated","StateAppend\
ed","StateCleared","StateEntryPut","StateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired"]);function Ml(t,e){for(let n=t.position-1;n>=Math.max(0,t.position-Ym);n--){if(!Xm.has(O[t.trace.kinds[n]]))continue;
let r=t.trace.event(n);if(!("operator"in r)||r.operator!==e||!("key"in r))continue;let s=t.labels.value(r.key);if("domain"in r)return u("{0} the timer {1} of {2}",J(Tl[r.type]??""),t.labels.time(r.timestamp),s);if(!("state"in r))continue;let i="\
value"in r&&r.value!==null?`: ${t.labels.value(r.value)}`:"";return`${u("{0} {1} of {2}",J(Tl[r.type]??""),r.state,s)}${i}`}return""}var Tl={StateUpdated:"set",StateAppended:"added to",StateCleared:"cleared",StateEntryPut:"put into",StateEntryRemoved:"\
took out of",StateRead:"read",StateEntryRead:"read",TimerRegistered:"registered",TimerDeleted:"deleted",TimerFired:"fired"};function $l(t,e){let n=t.scene.view.channels.get(e.id);if(!n)return null;let[r]=t.lookup.waiting(e.id,n,1),s=r===void 0?
null:t.trace.event(r);return s?.type==="ElementWritten"?s:null}function El(t,e){let n=t.scene.view.operators.get(e)?.panes.values()??[],{elements:r}=t.scene.operators.get(e)??{elements:new Map};return Al([...n].flatMap(({key:s,window:i,count:o})=>o>
0?r.get(q(s,i))??[]:[]))}function Rl(t,e){let n=t.scene.view.channels.get(e.id),s=(n?t.lookup.waiting(e.id,n,1/0):[]).map(i=>t.trace.event(i));return Al(s.flatMap(i=>i.type==="ElementWritten"&&i.element==="record"&&i.timestamp!==null?[i.timestamp]:
[]))}function Al(t){return t.reduce((e,n)=>e===null||n<e?n:e,null)}var Cl=new WeakMap;function Ol(t,e){let n=Cl.get(t.trace);n||Cl.set(t.trace,n=new Map);let r=n.get(e);if(r!==void 0)return r;let{trace:s}=t,i=O.indexOf("ElementProcessed");for(let o=0;o<
s.eventCount;o++){if(s.kinds[o]!==i)continue;let a=s.event(o);if(a.type!=="ElementProcessed"||a.operator!==e||a.element!=="record")continue;let p=s.callStack(o).map(Pl).reverse().find(d=>/^(Copying)?ChainingOutput$/.test(d))??"";return n.set(
e,p),p}return n.set(e,""),""}function Pl(t){let e=t.lastIndexOf(".");return e<0?"":t.slice(0,e)}function Ll(t){if(t.index<0||t.actor!==t.task)return new Set;let e=t.trace.callStack(t.index).map(Pl);return new Set(e.flatMap(n=>[n,...n.split(
"$")]))}function _s(t){let e=t.lookup.vertexOf(t.task)?.operators??[],n=t.lookup.subtasks.get(t.task)?.index??0,r=new Map;return e.map(s=>{let i=s.inputs.length===0?0:1+Math.max(...s.inputs.map(o=>r.get(o)??0));return r.set(s.node,i),{id:`o${s.
node}/${n}`,operator:s,depth:i}})}var Zm={HASH:"KeyGroupStreamPartitioner",FORWARD:"ForwardPartitioner",REBALANCE:"RebalancePartitioner",RESCALE:"RescalePartitioner",SHUFFLE:"ShufflePartitioner",BROADCAST:"BroadcastPartitioner",GLOBAL:"Glob\
alPartitioner",CUSTOM:"CustomPartitionerWrapper"};function Il(t){return Zm[t]??t}var Ws={"no input":["NOTHING_AVAILABLE","waits for the future of its inputs"],"no output buffer":["MORE_AVAILABLE","waits for the future of its RecordWriter: b\
ackpressure"],blocked:["MORE_AVAILABLE","its thread waits for a buffer in the middle of an element"],busy:["MORE_AVAILABLE","its thread sleeps in the user's function"],"final checkpoint":["END_OF_DATA","waits for its final checkpoint"]},Fs=[
"CREATED","SCHEDULED","DEPLOYING","doRun","setup","initializeState","open","invoke","endData","afterInvoke","FINISHED"],Qm={CREATED:0,SCHEDULED:1,DEPLOYING:2,INITIALIZING:3,RUNNING:7,FINISHED:10};function Nl(t){let e=t.scene.view.tasks.get(
t.task)?.state??"CREATED",n=Qm[e]??-1,r=_s(t).map(({id:s})=>t.scene.view.operators.get(s)?.state??"");return n===3?r.some(s=>s==="open")?6:r.some(s=>s==="initialized")?5:r.some(s=>s==="set up")?4:3:n!==7?n:r.some(s=>s==="closed")?9:r.some(s=>s===
"finished")?8:7}function _l(t,e){let s=(e.width-28)/3,i=o=>({x:e.x+o*(s+14),y:e.y,width:s,height:58});return eh(t,i(0))+th(t,i(1))+nh(t,i(2))+rh(t,{...e,y:e.y+58+8,height:24})}function eh(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task)?.mails??[],s=n.
fact?.type==="MailTaken"&&n.actor===n.task?n.fact.mail:"",i=e.x+9,o="",a=s?[s,...r]:r;return a.forEach((l,p)=>{let d=ue(n,"MailEnqueued",g=>g.subtask===n.task&&g.mail===l),c=d?` · ${u("priority {0}",d.fact.priority)}`:"",m=$(`${l}${c}`,e.width-
30,"t3"),h=C(m,"t3")+16;if(i+h>e.x+e.width-6)return;o+=`<g class="mailChip ${s!==""&&p===0?"runs":""}" data-mail="${k(l)}">${T(i,e.y+25,h,22,"chip",6)}${v(i+8,e.y+40,m,"t3")}</g>`,i+=h+7}),a.length===0&&(o=v(e.x+9,e.y+40,u("no mail waits"),
"t3")),j(t,e,"TaskMailboxImpl",["TaskMailboxImpl","Mail","MailboxExecutorImpl"],o)}function th(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task)?.suspended??null,s=r===null?u("default action: StreamTask.processInput"):u("Suspension: {0}",
J(r)),i=r===null?u("mails first, then one element"):J(Ws[r]?.[1]??""),o=v(e.x+9,e.y+33,$(s,e.width-18,"t3"),r===null?"t3":"t3 waits")+v(e.x+9,e.y+49,$(i,e.width-18,"t3"),"t3");return j(t,e,"MailboxProcessor",["MailboxProcessor"],o,r===null?
"":"suspended")}function nh(t,e){let{frame:n}=t,r=n.scene.view.tasks.get(n.task),s=r?.suspended??null,i=[...r?.inputs.values()??[]],a=i.length>0&&i.every(({ended:d})=>d)?"END_OF_DATA":s===null?"MORE_AVAILABLE":Ws[s]?.[0]??"",l=s===null?"Ava\
ilabilityProvider: AVAILABLE":u("AvailabilityProvider: a future that is not done"),p=v(e.x+9,e.y+33,a,"t3 strong")+v(e.x+9,e.y+49,$(l,e.width-18,"t3"),"t3");return j(t,e,"DataInputStatus",["DataInputStatus","AvailabilityProvider"],p)}function rh(t,e){
let n=Nl(t.frame),r=t.frame.scene.view.tasks.get(t.frame.task),s=n<0?[...Fs.slice(0,-1),r?.state??""]:[...Fs],i=n<0?s.length-1:n,o=e.width/s.length;return s.map((a,l)=>{let p=l===i?n<0?"now bad":"now":l<i?"past":"",d=e.x+l*o;return`<g class\
="life ${p}" data-life="${k(a)}">${T(d+1.5,e.y,o-3,23,"lifeBox",6)}${v(d+o/2,e.y+16,$(a,o-8,"t3"),"t3","middle")}</g>`}).join("")}var Ft=22,sh=12,Wl=15,ih=34;function Bl(t,e){let n=_s(t.frame),r=Math.max(1,Math.floor((e.height+Ft)/(ih+Ft))),s=n.slice(0,n.length>r?r-1:r),i=Math.min(118,(e.height-Ft*(s.length-1))/s.length),o=t.frame.fact&&"operator"in t.frame.fact?t.frame.
fact.operator:"",a=oh(n.map(({operator:c})=>c),n.find(({id:c})=>c===o)?.operator),l=e.y,p="";s.forEach(({id:c,operator:m,depth:h},f)=>{f>0&&(p+=ah(t,c,m,Fl(e,h,l,Ft)),l+=Ft),p+=lh(t,c,m,Fl(e,h,l,i),c===o,a.has(m.node)),l+=i});let d=n.length-
s.length;return p+(d>0?v(e.x+9,l+18,u("and {0} more operators of the chain",d),"t3"):"")}function oh(t,e){let n=new Set,r=[...e?.inputs??t.map(({node:s})=>s)];for(let s=r.pop();s!==void 0;s=r.pop())n.has(s)||(n.add(s),r.push(...t.find(i=>i.
node===s)?.inputs??[]));return n}function Fl(t,e,n,r){let s=Math.min(e,5)*sh;return{x:t.x+s,y:n,width:t.width-s,height:r}}function ah(t,e,n,r){let{frame:s}=t,i=Ol(s,e)||"ChainingOutput",o=t.runs.has(i)&&s.fact!==null&&"operator"in s.fact&&s.
fact.operator===e,a=s.run?Number(Be(s.run,e,s.position).get("numRecordsIn")??0):0,l=i==="CopyingChainingOutput"?a===1?u("1 copy"):u("{0} copies",a):u("{0} by reference",a),p=r.x+14,d=s.lookup.vertexOf(s.task)?.operators.find(({node:m})=>m===
n.inputs[0]),c=r.width-110;return`<g class="link ${o?"lit":""}" data-part-of="${k(i)}">${z(p,r.y,p,r.y+r.height,"joint")}`+we(p+10,r.y+15,i,c)+v(r.x+r.width-9,r.y+15,$(l+(n.inputs.length>1&&d?` · ${u("from {0}",d.name)}`:""),106,"t3"),"t3",
"end")+"</g>"}function lh(t,e,n,r,s,i){let{frame:o}=t,a=o.scene.view.operators.get(e);if(!a)return"";let{x:l,y:p,width:d,height:c}=r,m=t.runs.has(n.operator_class)&&(s||i),h=o.run?Be(o.run,e,o.position):null,f=h?`numRecordsIn ${h.get("numRe\
cordsIn")??0}`:"",g=El(o,e),w=[...a.timers.values()],[b,y]=[w.filter(({domain:R})=>R==="event").length,w.filter(({domain:R})=>R==="processing").length],x=[a.panes.size>0?a.panes.size===1?u("1 pane"):u("{0} panes",a.panes.size):"",a.states.size+
a.lists.size>0?a.states.size+a.lists.size===1?u("1 value"):u("{0} values",a.states.size+a.lists.size):"",a.map_entries.size>0?u("map entries: {0}",a.map_entries.size):""].filter(R=>R!==""),S=[`${n.name}`,[a.watermark>E?u("watermark {0}",o.labels.
time(a.watermark)):"",g===null?"":u("oldest in its panes {0}",o.labels.time(g))].filter(R=>R!=="").join(" · "),a.key&&a.key!=="null"?u("key {0} · key group {1}",o.labels.value(a.key),String(a.key_group)):"",b+y>0?`InternalTimerServiceImpl\
: ${u("{0} event, {1} processing",b,y)}`:"",x.length>0?`HeapKeyedStateBackend: ${x.join(", ")}`:"",Ml(o,e)].filter(R=>R!==""),M=Math.max(0,Math.floor((c-22)/Wl));return`<g class="part ${m?"lit":""} ${s?"current":""} ${a.state==="closed"?"ov\
er":""}" data-operator="${k(e)}" data-oldest="${g??""}">`+T(l+.8,p+.8,d-1.6,c-1.6,"partBox",8)+we(l+9,p+16,n.operator_class,d-172)+v(l+d-9,p+16,$(`${f}${f?" · ":""}${u(a.state)}`,160,"t3"),"t3","end")+S.slice(0,M).map((R,P)=>v(l+9,p+31+P*Wl,
$(R,d-18,"t3"),"t3")).join("")+"</g>"}var Bs=80;function Dl(t,e){let n=t.frame.lookup.inputsOf(t.frame.task);return n.length>0?ph(t,e,n):uh(t,e)}function ph(t,e,n){let{frame:r}=t,s=Math.max(1,Math.floor((e.height-16)/Bs)),i=r.fact&&"channel"in r.fact?r.fact.channel:"",o=c=>{let m=r.
scene.view.channels.get(c.id);return c.id===i?2:m&&m.queued+m.on_wire+m.received>0?1:0},a=new Set([...n].sort((c,m)=>o(m)-o(c)).slice(0,s)),l=e.y,p="";for(let c of n)a.has(c)&&(p+=dh(t,c,{...e,y:l,height:Bs-5},c.id===i),l+=Bs);let d=n.length-
a.size;return p+(d>0?v(e.x+4,l+10,u("and {0} more channels",d),"t3"):"")}function dh(t,e,n,r){let{frame:s}=t,i=s.scene.view.channels.get(e.id);if(!i)return"";let{x:o,y:a,width:l}=n,p=e.local?"LocalInputChannel":"RemoteInputChannel",d=`<g cl\
ass="lane ${r?"current":""} ${i.blocked?"hindered":""}" data-channel="${k(e.id)}" data-about="channel:${k(e.id)}">`;d+=T(o+.8,a,l-1.6,n.height,"laneBox",8),d+=we(o+9,a+16,p,l-96),d+=v(o+9,a+33,te(u("from {0}",s.labels.name(e.source)),l-18,"\
t3"),"t3"),d+=le(i.queued,"full",o+9,a+39,l*.32),d+=le(i.on_wire,"wired",o+l*.42,a+39,l*.2),d+=le(i.received,"got",o+l-9,a+39,l*.28,!0);let c=i.blocked?u("blocked"):i.idle?u("idle"):s.labels.time(i.watermark),m=e.local||e.initial_credit===0?
"":` · ${u("credit {0}",i.credit)}`;return d+=v(o+9,a+68,$(`${u("ch {0} · {1} sent · {2} read",e.index,i.written,i.read)}${m}`,l-18,"t3"),"t3"),d+=v(o+l-9,a+16,$(c,82,"t3"),i.holds?"t3 held":"t3","end"),`${d}</g>`}function uh(t,e){let{frame:n}=t,
r=n.lookup.operatorsOf(n.task)[0],s=[...n.scene.view.operators.get(r?.id??"")?.splits??[]],i="";return s.slice(0,Math.floor(e.height/46)).forEach(([o,a],l)=>{let p=e.y+l*46,d=a.ended?u("ended"):a.idle?u("idle"):n.labels.time(a.watermark);i+=
`<g class="lane" data-about="split:${k(o)}">${T(e.x+.8,p,e.width-1.6,41,"laneBox",8)}`+v(e.x+9,p+16,$(u("split {0}",o),e.width-18,"strong"),"strong")+v(e.x+9,p+33,u("{0} read",a.read),"t3")+v(e.x+e.width-9,p+33,$(d,e.width-90,"t3"),a.holds?
"t3 held":"t3","end")+"</g>"}),s.length>0?i:v(e.x+9,e.y+30,u("no split was assigned yet"),"t3")}function Vl(t,e){let{frame:n}=t,r=n.lookup.inputsOf(n.task);if(r.length===0)return gh(t,e);let s=n.scene.view.tasks.get(n.task),i=new Set(r.map(
({input:w})=>w)).size>1,o=dr(e,[.15,.19,.32,.18,.16]),a=r.filter(({id:w})=>n.scene.view.channels.get(w)?.blocked).length,l=s?.aligning==null?u("no barrier is waited for"):u("checkpoint {0}: {1} of {2} channels blocked",s.aligning,a,r.length),
p=new Set(r.map(({source_node:w,target_node:b})=>`${w}>${b}`)).size,d=i?"StreamMultipleInputProcessor":"StreamOneInputProcessor",c=p>1&&!i?"UnionInputGate":"SingleInputGate",m=(n.lookup.subtasks.get(n.task)?.floating_buffers??0)>0?` · ${u(
"{0} floating free",s?.floating_free??0)}`:"",h=[...s?.inputs??[]].map(([w,b])=>`${i?`${u("input {0}",w+1)}: `:""}${b.ended?u("ended"):b.idle?u("idle"):n.labels.time(b.watermark)}`),f=n.run?Oe(n.run,n.task,n.position).get("numRecordsIn"):"–",
g=i?"StreamTwoInputProcessorFactory$StreamTaskNetworkOutput":"OneInputStreamTask$StreamTaskNetworkOutput";return j(t,o[0],c,[c,"LocalInputChannel","RemoteInputChannel"],X(o[0],33,[`${p===1?u("1 gate"):u("{0} gates",p)}, ${r.length===1?u("1 \
channel"):u("{0} channels",r.length)}${m}`]))+j(t,o[1],"CheckpointedInputGate",["CheckpointedInputGate","SingleCheckpointBarrierHandler","CheckpointBarrierTracker","CheckpointBarrierHandler"],X(o[1],33,[l]))+mh(t,o[2],r,d)+j(t,o[3],"StatusW\
atermarkValve",["StatusWatermarkValve"],X(o[3],33,[u("least: {0}",h.join(", ")),ch(t,r)]))+j(t,o[4],"StreamTaskNetworkOutput",[g,"StreamTaskNetworkOutput"],X(o[4],33,[`numRecordsIn ${f}`]))}function ch(t,e){let n=e.filter(({id:r})=>t.frame.
scene.view.channels.get(r)?.holds);return e.length>1&&n.length>0?u("held by {0}",n.map(({index:r})=>u("ch {0}",r)).join(", ")):null}function mh(t,e,n,r){let{frame:s}=t,i=new Set(n.map(({id:h})=>h)),o=ue(s,"ElementReceived",h=>h.subtask===s.
task),a=ue(s,"BufferConsumed",h=>i.has(h.channel)),l=h=>u("ch {0}",s.lookup.channels.get(h)?.index??"?"),p=[u("read by {0}",r),o&&u("last: {0} from {1}",fh(t,o.fact),l(o.fact.channel)),a&&u("buffer: {0} bytes of {1}",a.fact.bytes,l(a.fact.channel))],
d=n.find(({id:h})=>(s.scene.view.channels.get(h)?.partial??0)>0),c=X(e,33,p);return d&&(c+=hh(t,e,d)),j(t,e,"StreamTaskNetworkInput",["StreamTaskNetworkInput","AbstractStreamTaskNetworkInput","SpillingAdaptiveSpanningRecordDeserializer"],c,
d?"parted":"")}function hh(t,e,n){let{frame:r}=t,s=r.scene.view.channels.get(n.id).partial,i=$l(r,n),o=Math.max(i?.bytes??0,s+1),a=e.y+e.height-25,l=e.width-18,p=Math.max(6,l*s/o),d=u("{0} of {1} bytes, the rest follows",s,i?i.bytes:"?");return`\
<g class="spans" data-spans="${s}">${T(e.x+9,a,l,19,"gauge",4)}${T(e.x+9,a,p,19,"spanned",4)}`+v(e.x+15,a+14,$(d,l-12,"strong"),"t3 onSpan")+"</g>"}function fh(t,e){let{labels:n}=t.frame;return e.element==="record"?n.value(e.value):e.element===
"watermark"?u("watermark {0}",n.time(e.timestamp)):e.element}function gh(t,e){let{frame:n}=t,r=n.lookup.vertexOf(n.task)?.operators[0],s=n.lookup.operatorsOf(n.task)[0]?.id??"",i=n.scene.view.operators.get(s),o=ue(n,"SourceRecordRead",h=>h.
operator===s),a=r?.operator_class==="StreamSource",l=dr(e,[.22,.3,.26,.22]),p=ue(n,"WatermarkGenerated",h=>h.operator===s),d=[...i?.alignment??[]].map(([h,f])=>u("{0}: may go to {1}",h,n.labels.time(f.allowed))),c=o&&`${u("record {0} of {1}",
o.fact.offset,o.fact.split)}: ${n.labels.value(o.fact.value)}`,m=i&&i.emitted_watermark>E?n.labels.time(i.emitted_watermark):u("none yet");return a?j(t,l[0],"LegacySourceFunctionThread",["SourceStreamTask$LegacySourceFunctionThread"],X(l[0],
33,[u("a thread of its own, under the lock")]))+j(t,l[1],"SourceFunction",["SourceFunction","StreamSource"],X(l[1],33,[c]))+j(t,l[2],"ManualWatermarkContext",["StreamSourceContexts$ManualWatermarkContext"],X(l[2],33,[u("watermark put out: {\
0}",m)]))+j(t,l[3],"StreamSourceContexts",["StreamSourceContexts"],X(l[3],33,[i?.emitted_idle?u("idle"):u("active")])):j(t,l[0],"StreamTaskSourceInput",["StreamTaskSourceInput","StreamOneInputProcessor"],X(l[0],33,[u("asks the reader for th\
e next record")]))+j(t,l[1],"SourceReader",["SourceReader","SourceReaderBase"],X(l[1],33,[c,u("given by the SplitEnumerator: {0}",i?.splits.size??0)]))+j(t,l[2],"SourceOutputWithWatermarks",["SourceOutputWithWatermarks","WatermarkGenerator",
"TimestampAssigner","ProgressiveTimestampsAndWatermarks"],X(l[2],33,[p&&(p.fact.split?u("generated {0} for {1}",n.labels.time(p.fact.timestamp),p.fact.split):u("generated {0}",n.labels.time(p.fact.timestamp))),...d]))+j(t,l[3],"WatermarkToD\
ataOutput",["WatermarkToDataOutput"],X(l[3],33,[u("put out: {0}",i?.emitted_idle?"IDLE":m)]))}function dr(t,e){let r=t.height-6*(e.length-1),s=t.y;return e.map(i=>{let o={...t,y:s,height:i*r};return s+=o.height+6,o})}var Ds=38;function zl(t,e){let{frame:n}=t,r=n.lookup.outputsOf(n.task);if(r.length===0)return yh(t,e);let s=n.lookup.subtasks.get(n.task),i=n.scene.view.tasks.get(n.task),o=n.run?Oe(n.run,n.task,n.position).get("numRecordsOut"):"–",a=dr(e,
[.16,.3,.14,.14,.26]),l=i?.output_in_use??0,p=[...new Set(r.map(({partitioner:h})=>Il(h)))],c=r.every(({partitioner:h})=>h==="BROADCAST")?"BroadcastRecordWriter":"ChannelSelectorRecordWriter",m=a[2];return j(t,a[0],"RecordWriterOutput",["Re\
cordWriterOutput"],we(a[0].x+9,a[0].y+33,"CountingOutput",120)+v(a[0].x+a[0].width-9,a[0].y+33,`numRecordsOut ${o}`,"t3","end"))+j(t,a[1],c,[c,"RecordWriter","KeyGroupStreamPartitioner"],bh(t,a[1],r,p))+j(t,m,"LocalBufferPool",["LocalBuffer\
Pool","BufferWritingResultPartition","PipelinedResultPartition"],qe(m.x+9,m.y+35,Math.min(110,m.width*.36),l/Math.max(1,s.output_buffers),u("{0} of {1} buffers",l,s.output_buffers),l>=s.output_buffers?"used":""))+j(t,a[3],"OutputFlusher",[],
X(a[3],33,[kh(t,r)]))+wh(t,a[4],r)}function kh({frame:t},e){let n=new Set(e.map(({id:i})=>i)),r=ue(t,"ChannelFlushed",i=>n.has(i.channel));if(!r)return u("nothing was flushed yet");let s=t.trace.stepOf(r.index);return t.trace.actorOf(s)==="\
clock"?u("flushed at step {0}",s):u("step {0}: the writer flushed itself",s)}function bh(t,e,n,r){let{frame:s}=t,i=new Set(n.map(({id:b})=>b)),o=ue(s,"ChannelSelected",b=>i.has(b.channel)),a=ue(s,"ElementWritten",b=>i.has(b.channel));if(!o){
let b=a&&s.lookup.channels.get(a.fact.channel),y=b?u("last: {0} to {1}",a.fact.element,s.labels.name(b.target)):u("nothing was written yet");return X(e,33,[r.join(", "),y])}let l=s.lookup.channels.get(o.fact.channel),p=s.lookup.subtasks.get(
l.target),d=s.lookup.vertexOf(l.target),c=[[u("key"),s.labels.value(o.fact.key)],[u("hash code"),o.fact.hash_code],[u("key group"),u("{0} of {1}",String(o.fact.key_group),d?.max_parallelism??"?")],[u("subtask"),u("{0} of {1}",(p?.index??0)+
1,d?.parallelism??"?")]],m=o.index===s.index,h=e.width-18-27,f=[.22,.25,.29,.24].map(b=>b*h),g=`<g class="choice ${m?"now":""}" data-choice="${k(o.fact.key_group.toString())}">`;c.forEach(([b,y],x)=>{let S=f[x],M=e.x+9+f.slice(0,x).reduce((P,Z)=>P+
Z+9,0),R=e.y+42;g+=v(M+2,R-4,$(b,S,"t3"),"t3"),g+=T(M,R,S,24,"chosen",5),g+=v(M+S/2,R+17,$(y,S-4,"strong"),"strong","middle"),x>0&&(g+=z(M-9,R+12,M,R+12,"joint"))});let w=`${r.join(", ")}.selectChannel: ${s.labels.name(l.target)}`;return`${g}${v(
e.x+9,e.y+84,$(w,e.width-18,"t3"),"t3")}</g>`}function wh(t,e,n){let{frame:r}=t,s=Math.max(1,Math.floor((e.height+4)/Ds)),i=r.fact&&"channel"in r.fact?r.fact.channel:"",o=m=>m.id===i?2:(r.scene.view.channels.get(m.id)?.queued??0)>0?1:0,a=new Set(
[...n].sort((m,h)=>o(h)-o(m)).slice(0,n.length>s?Math.max(1,s):s)),l=e.y,p="";for(let m of n){let h=r.scene.view.channels.get(m.id);if(!a.has(m)||!h)continue;let f=te(r.labels.name(m.target),e.width*.5,"t3"),g=Rl(r,m),w=g===null?u("{0} writ\
ten",h.written):u("{0} written · oldest {1}",h.written,r.labels.time(g));p+=`<g class="lane ${m.id===i?"current":""}" data-channel="${k(m.id)}" data-oldest="${g??""}" data-about="channel:${k(m.id)}"><title>${k(u("PipelinedSubpartition to {\
0}: {1} buffers wait",r.labels.name(m.target),h.queued)+(g===null?"":u("; the oldest event time in them and before them is {0}",r.labels.time(g))))}</title>`+T(e.x+.8,l,e.width-1.6,Ds-5,"laneBox",8)+v(e.x+9,l+21,f,"t3")+le(h.queued,"full",e.
x+16+C(f,"t3"),l+10,e.width*.2)+v(e.x+e.width-9,l+21,w,"t3","end")+"</g>",l+=Ds}let d=n.length-a.size,c=d>0?u("PipelinedSubpartitions: {0} more",d):"";return p+v(e.x+9,Math.min(l+10,e.y+e.height+4),c,"t3")}function yh(t,e){let{frame:n}=t,r=n.
lookup.operatorsOf(n.task).reduce((o,{id:a})=>o+(n.scene.view.operators.get(a)?.results??0),0),s=ue(n,"ResultWritten",o=>n.lookup.operatorsOf(n.task).some(({id:a})=>a===o.operator)),i={...e,height:70};return j(t,i,"StreamSink",["StreamSink",
"SinkWriterOperator"],X(i,33,[u("results written by its sinks: {0}",r),s&&u("last: {0}",s.fact.text)]))}var vh=1080,Hl=18,Vs=92;function ql(t,e,n){let r=Math.max(e,vh),s=Math.max(360,n);if(!t.lookup.subtasks.has(t.task))return D(r,120,u("No task"),v(r/2,60,u("Nothing runs yet."),"t2","middle"));let i={frame:t,runs:Ll(t)},o=14,a=[.235,.235,.27,
.26].map(w=>w*(r-3*o)),l=w=>({x:a.slice(0,w).reduce((b,y)=>b+y+o,0),y:Hl,width:a[w],height:s-Hl-Vs-8}),c=[t.lookup.inputsOf(t.task).length>0?u("from the senders"):u("splits"),u("input"),u("operator chain"),u("output")].map((w,b)=>v(l(b).x+2,
12,w,"t3 head")).join(""),m=Dl(i,l(0))+Vl(i,l(1))+Bl(i,l(2))+zl(i,l(3)),h=_l(i,{x:0,y:s-Vs,width:r,height:Vs}),f=t.scene.view.tasks.get(t.task),g=u("Inside {0}, {1}: {2}",t.labels.name(t.task),f?.state??"",[...i.runs].join(", ")||u("nothing\
 runs"));return D(r,s,g,c+m+h,"group")}function j(t,e,n,r,s,i=""){let o=r.some(c=>t.runs.has(c)),{x:a,y:l,width:p,height:d}=e;return`<g class="part ${o?"lit":""} ${i}" data-part-of="${k(n)}">`+T(a+.8,l+.8,p-1.6,d-1.6,"partBox",8)+we(a+9,l+16,
n,p-18)+s+"</g>"}function we(t,e,n,r,s="start",i=n){let o=$(i,r,"strong"),a=s==="start"?"":` text-anchor="${s}"`;return`<text x="${t.toFixed(1)}" y="${e.toFixed(1)}"${a} class="strong className" data-class="${k(n)}" tabindex="-1" role="butt\
on">${k(o)}<title>${k(u("{0}: what it is",n))}</title></text>`}function X(t,e,n,r=16){let s=n.filter(l=>l!==null),i=s.map(l=>$(l,t.width-18,"t3")),o=i.map((l,p)=>e+p*r>t.height-4?"":v(t.x+9,t.y+e+p*r,l,"t3"));return i.some((l,p)=>l!==s[p])||
o.includes("")?`<g><title>${k(s.join(`
`))}</title>${o.join("")}</g>`:o.join("")}var xh="http://www.w3.org/2000/svg",jl=["TaskMailboxImpl","MailboxProcessor","DataInputStatus"].map(t=>`[data-part-of="${t}"]`).join(),ur=class{mark=document.createElementNS(xh,"circle");points=[];known="";constructor(){this.mark.setAttribute(
"r","7"),this.mark.setAttribute("aria-hidden","true")}show(e,n,r){let s=e.querySelector("svg"),i=`${n.index} ${n.task} ${s?.getAttribute("width")}`;if(r>=1||!s||n.actor!==n.task){this.mark.remove(),this.known="";return}i!==this.known&&(this.
known=i,this.points=Sh(s));let o=Th(this.points,Le(r));if(!o)return this.mark.remove();let a=n.fact&&"element"in n.fact?n.fact.element:"";this.mark.setAttribute("class",`runner ${a==="watermark"?"watermark":"record"}`),this.mark.setAttribute(
"cx",o.x.toFixed(1)),this.mark.setAttribute("cy",o.y.toFixed(1)),this.mark.parentNode!==s&&s.append(this.mark)}};function Sh(t){let e=[...t.querySelectorAll(".part.lit, .link.lit, .lane.current")];return[...e.filter(r=>r.matches(jl)),...e.filter(
r=>!r.matches(jl))].map(r=>{let{x:s,y:i,width:o,height:a}=r.getBBox();return{x:s+o/2,y:i+a/2}})}function Th(t,e){let n=t.slice(1).map((s,i)=>({from:t[i],to:s,length:Math.hypot(s.x-t[i].x,s.y-t[i].y)})),r=e*n.reduce((s,{length:i})=>s+i,0);for(let{
from:s,to:i,length:o}of n){if(r<=o){let a=o===0?0:r/o;return{x:s.x+(i.x-s.x)*a,y:s.y+(i.y-s.y)*a}}r-=o}return n.at(-1)?.to??null}var Gl=new WeakMap;function cr(t,e,n){let r=Gl.get(t);return r||Gl.set(t,r=Ch(t,e,n)),r}function Ch(t,e,n){let r=[...new Set([...e.subtasks.values()].map(a=>a.task_manager))],s=[],i=new Set;for(let a of t.indexesOf([...new Set(Jt.map(({kind:l})=>l))])){
let l=t.event(a),p=$h(l,a,r,e,n);if(!p||i.has(p.caller)&&p.call==="updateTaskExecutionState")continue;p.call==="disconnectTaskManager"&&i.add(p.caller),p.call==="registerTaskExecutor"&&i.delete(p.caller);let d=s.at(-1);p.call==="requestHear\
tbeat"&&d?.call===p.call&&d.called.length===p.called.length?(d.last=a,d.about=Kl(Number(d.about.slice(1))+Number(p.about.slice(1)))):s.push(p)}return{actors:[...new Set([...ti,...r,...s.flatMap(({caller:a,called:l})=>[a,...l])])],calls:s,spans:Oh(
t,e)}}var Mh=new Map(Jt.map(({kind:t})=>[t,Jt.filter(e=>e.kind===t)])),Kl=t=>`×${t}`;function $h(t,e,n,r,s){let i=Mh.get(t.type)?.find(({when:p})=>_e(p,t,s));if(!i||i.call==="")return null;let o=p=>p.startsWith("{")?p==="{all}"?Eh(t).reduce(
(d,c)=>d.filter(m=>m!==c),[...n]):p==="{sources}"?[...new Set("sources"in t?t.sources.map(d=>Ul(d,r)):[])]:p==="{task manager}"?[Ul(Rh(t),r)]:[String(t[p.slice(1,-1)])]:[p],a=o(i.called).filter(p=>p!==""),[l]=o(i.caller);return!l||a.length===
0?null:{index:e,last:e,caller:l,called:a,call:o(i.call)[0],about:Ah(t,s)}}var Eh=t=>t.type==="HeartbeatsExchanged"?t.silent:[];function Rh(t){return"subtask"in t?t.subtask:"operator"in t?t.operator:""}function Ul(t,e){let n=e.subtasks.get(t);
if(n)return n.task_manager;for(let r of e.subtasks.keys())if(e.operatorsOf(r).some(s=>s.id===t))return e.subtasks.get(r).task_manager;return""}function Ah(t,e){switch(t.type){case"ActorCalled":return t.slot!==""?u("slot {0}",t.slot):t.count>
0?t.count===1?u("1 slot"):u("{0} slots",t.count):t.call==="declareRequiredResources"?u("none"):"";case"HeartbeatsExchanged":return Kl(t.rounds);case"TaskStateChanged":return["DEPLOYING","CANCELING"].includes(t.after)?e.name(t.subtask):`${t.
after} ${e.name(t.subtask)}`;case"SplitAssigned":return u("split {0}",t.split);case"JobStatusChanged":return t.after;default:return"checkpoint"in t?u("checkpoint {0}",t.checkpoint):""}}function Oh(t,e){let n=new Map([...e.subtasks.keys()].map(
r=>[r,[{attempt:0,state:"CREATED",from:0,to:-1}]]));for(let r of t.indexesOf(["TaskStateChanged","ExecutionReset"])){let s=t.event(r);if(s.type!=="TaskStateChanged"&&s.type!=="ExecutionReset")continue;let i=n.get(s.subtask);i&&(i.at(-1).to=
r,i.push({attempt:s.attempt,state:s.type==="ExecutionReset"?"CREATED":s.after,from:r,to:-1}))}return n}function Jl(t,e){let[n,r]=[0,t.length];for(;n<r;){let s=n+r>>1;t[s].index<e?n=s+1:r=s}return n-1}var Dt=21,Bt=30,Vt=78,Ph=190,Lh=108,Ih={Client:"JobClient",Dispatcher:"Dispatcher",ResourceManager:"ResourceManager",JobMaster:"JobMaster"};function Yl(t,e,n){let{actors:r,calls:s}=cr(t.trace,t.lookup,t.labels),i=Math.max(e,Vt+r.length*Lh),
o=(i-Vt)/r.length,a=b=>Vt+(r.indexOf(b)+.5)*o,l=Math.max(4,Math.floor((n-Bt-10)/Dt)),p=Jl(s,t.position),d=N(p-Math.floor(l*.62),0,Math.max(0,s.length-l)),c=s.slice(d,d+l),m=Bt+c.length*Dt+10,h=r.map(b=>{let y=a(b),[x,S]=[y-o/2+5,o-10];return`\
<g class="actor${p>=0&&[s[p].caller,...s[p].called].includes(b)?" lit":""}" data-actor="${k(b)}">${T(x,2,S,Bt-9,"actorBox",7)}`+we(y,17,Ih[b]??"TaskExecutor",S-8,"middle",b)+`</g>${z(y,Bt-6,y,m,"lifeline")}`}).join(""),f=d>0?t.trace.stepOf(
s[d-1].index):-1,g=c.map((b,y)=>{let x=d+y,S=t.trace.stepOf(b.index),M=S===f?"":u("step {0}",S);f=S;let R=x===p?"now":x<p?"past":"ahead";return Nh(b,Bt+(y+.5)*Dt,M,R,a,i)}),w=p<0?u("nothing was called yet"):u("{0} called {1} of {2}",s[p].caller,
s[p].call,s[p].called.join(", "));return D(i,m,u("Calls between {0}: {1}",r.join(", "),w),h+g.join(""),"group")}function Nh(t,e,n,r,s,i){let o=s(t.caller),a=t.called.map(s),l=a.map(y=>_h(o,y,e)).join(""),[p,d]=[Math.min(o,...a),Math.max(o,...a)],
c=`${t.call} ${t.about}`.trim(),m=`${t.caller} → ${t.called.join(", ")}: ${c}`,h=Math.max(d-p-16,Ph),f=r==="now"?"strong":"t3",g=$(c,h,f),w=C(g,f)/2+4,b=N((p+d)/2,Vt+w,i-w);return`<g class="call ${r}" data-id="call${t.index}" data-go="${t.
last+1}" role="button" tabindex="-1">`+T(0,e-Dt/2,i,Dt,"callRow",0,m)+(n===""?"":v(Vt-10,e+4,n,"t3","end"))+l+T(b-w,e-8,2*w,16,"callWord",5)+v(b,e+4,g,f,"middle")+"</g>"}function _h(t,e,n){let r=e>t?-7:7,s=i=>i.toFixed(1);return z(t,n,e,n,"\
callLine")+`<path class="callTip" d="M${s(e)} ${s(n)}l${r} -4v8z"/>`}var mr=24,Xl=34,Wh=400,Fh=["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"];function Zl(t,e,n){let{trace:r,labels:s,lookup:i}=t,{spans:o}=cr(r,i,s),a=[...o].slice(0,Wh),l=a.map(([y])=>`${s.
name(y)} · ${i.subtasks.get(y).task_manager}`),p=Math.min(e*.36,Math.max(90,...l.map(y=>C(y,"strong"))))+18,d=Math.max(e,420),c=N(Math.floor((n-mr-Xl)/Math.max(1,a.length)),13,24),m=Dh(r,a.flatMap(([,y])=>y.map(({from:x})=>x))),h=Vh(r,m,p,
d-p-12),f=Bh(p,d);a.forEach(([y,x],S)=>{let M=mr+S*c,R=y===t.task?"strong":"t3";f+=v(p-8,M+c/2+4,te(l[S],p-12,R),R,"end");for(let{state:P,attempt:Z,from:F,to:G}of x){let oe=h(F),Ge=G<0?d-12:h(G),Ce=F>=t.position?" ahead":"",jt=r.stepOf(F),vr=G<
0?u("{0}, attempt {1}: {2} from step {3}",s.name(y),Z,P,jt):u("{0}, attempt {1}: {2} from step {3} to {4}",s.name(y),Z,P,jt,r.stepOf(G));f+=`<g data-id="${y} ${F}" data-go="${F+1}" role="button" tabindex="-1">`+T(oe,M+1,Math.max(1,Ge-oe-.6),
c-2.5,`state ${P}${Ce}`,2,vr)+(Ge-oe>C(P,"t3")+12&&c>14?v(oe+6,M+c/2+4,P,`t3 onState${Ce}`):"")+"</g>"}});let g=mr+a.length*c;f+=zh(t,m,h,g,d);let w=h(t.position);f+=z(w,mr-4,w,g+4,"playheadLine");let b=a.map(([y])=>`${s.name(y)} ${t.scene.
view.tasks.get(y)?.state??"CREATED"}`);return D(d,g+Xl,u("States of every execution over time: {0}",b.join(", ")),f,"group")}function Bh(t,e){let n=t,r="";for(let s of Fh){let i=C(s,"t3")+26;if(n+i>e)break;r+=T(n,3,11,11,`state ${s}`,2)+v(n+
15,13,s,"t3"),n+=i}return r}function Dh(t,e){return[...new Set([0,...e,t.eventCount])].sort((n,r)=>n-r)}function Vh(t,e,n,r){let s=p=>Number(t.timeAt(p)),[i,o]=[s(0),s(t.eventCount)],a=o>i?.34:1,l=e.map((p,d)=>{let c=o>i?(s(p)-i)/(o-i):0;return n+
r*(a*d/Math.max(1,e.length-1)+(1-a)*c)});return p=>{let d=e.findIndex(h=>h>=p);if(d<0&&(d=e.length-1),d===0)return l[0];let[c,m]=[e[d-1],e[d]];return l[d-1]+(l[d]-l[d-1])*(p-c)/Math.max(1,m-c)}}function zh(t,e,n,r,s){let i=z(n(e[0]),r+3,s-12,
r+3,"axisLine"),o=-1/0;for(let a of e){let l=n(a),p=t.labels.time(t.trace.timeAt(a)),d=C(p,"t3")/2,c=N(l,d,s-d);c-d<o||(i+=z(l,r+3,l,r+8,"axisLine")+v(c,r+21,p,"t3","middle"),o=c+d+10)}return i}var zt=218,Ql=8;function np(t,e){let n=jh(t);if(n.length===0)return D(e,zt,u("No watermarks come in"),qh(e,t));let r=Hh(n),s=Yh(t),i=62,o=e-112,a=Math.min(64,148/r.length),l=Math.min(34,a-(a<26?3:7)),p=Xh(n,i,o-26),d=[Zh(t,p,i,o-26,158)];r.
forEach((m,h)=>{let f=4+a*h;d.push(Qh(t,m,f,i,o-26,l,p));let g=m.holds?"holds":m.idle||!m.aligned?"off":"";d.push(z(o-24,f+l/2,o+2,f+l/2,`feed ${g}`))}),d.push(tf(o+2,4,e-14-o,a*r.length)),d.push(nf(t,s,n.length-r.length,e));let c=n.map(m=>`${m.
name} ${ef(t,m)}`).join(", ");return D(e,zt,u("Watermarks: {0}; together {1}",c,s.text),d.join(""))}function Hh(t){if(t.length<=Ql)return t;let e=r=>r.current?0:r.holds?1:2,n=new Set([...t].sort((r,s)=>e(r)-e(s)).slice(0,Ql));return t.filter(
r=>n.has(r))}function qh(t,e){let n=e.position===0?u("Nothing runs yet."):u("No watermark has come here yet.");return v(t/2,zt/2,n,"t2","middle")}function jh(t){return t.lookup.inputsOf(t.task).length>0?Gh(t):Kh(t)}function Gh(t){let e=t.lookup.
inputsOf(t.task),n=e.some(({input:i})=>i>0),r=t.fact&&"channel"in t.fact?t.fact.channel:"",s=Uh(t);return e.flatMap(i=>{let o=t.scene.view.channels.get(i.id);return o?{name:`${n?`${i.input+1} · `:""}${t.labels.short(i.id)}`,title:`${n?`${u(
"input {0}",i.input+1)}, `:""}${u("from {0}",t.labels.name(i.source))}`,about:`channel:${i.id}`,watermark:o.watermark,idle:o.idle,aligned:o.aligned,holds:o.holds&&(s===null||s.has(i.input)),current:r===i.id}:[]})}function Uh(t){let e=[...t.
scene.view.tasks.get(t.task)?.inputs??[]];if(e.length<2)return null;let n=e.filter(([,{idle:i}])=>!i),r=n.length>0?n:e,s=r.reduce((i,o)=>o[1].watermark<i[1].watermark?o:i)[1].watermark;return new Set(r.filter(([,{watermark:i}])=>i===s).map(
([i])=>i))}function Kh(t){let e=[],n=t.fact&&"split"in t.fact?t.fact.split:"";for(let{id:s}of t.lookup.operatorsOf(t.task)){let i=t.scene.view.operators.get(s);if(i)for(let[o,a]of i.splits){let{watermark:l,idle:p,holds:d}=a,c=`${u("split")}\
 ${o}`;e.push({name:o,title:c,about:`split:${o}`,watermark:l,idle:p,aligned:!a.ended,holds:d,current:n===o})}}return e.some(({watermark:s,idle:i})=>s!==E||i)?e:Jh(t)}function Jh(t){let{watermark:e,idle:n,name:r,id:s}=rp(t);if(e===E)return[];
let i=u("generated by {0}",r);return[{name:u("stream"),title:i,about:`watermark:${s}`,watermark:e,idle:n,aligned:!0,holds:!0,current:!1}]}function rp(t){let e={watermark:E,idle:!1,name:"",id:""};for(let{id:n,name:r}of t.lookup.operatorsOf(t.
task)){let s=t.scene.view.operators.get(n);s&&s.emitted_watermark>=e.watermark&&(e={watermark:s.emitted_watermark,idle:s.emitted_idle,name:r,id:n})}return e}function Yh(t){let e=t.scene.view.tasks.get(t.task);if(e&&e.inputs.size>0){let i=[...e.
inputs.values()],o=i.map(d=>d.idle?"IDLE":t.labels.mark(d.watermark)),a=i.every(d=>d.idle);if(i.length<2||a)return{name:u("task watermark"),text:o[0]??"",idle:a};let l=i.filter(d=>!d.idle),p=l.reduce((d,c)=>c.watermark<d?c.watermark:d,l[0].
watermark);return{name:u("inputs {0}: least",o.join(", ")),text:t.labels.mark(p),idle:a}}let{watermark:n,idle:r}=rp(t),s=t.labels.mark(n);return{name:u("source watermark"),text:r?"IDLE":s,idle:r}}var ep=10000000000n,tp=1n<<53n;function Xh(t,e,n){
let r=t.map(({watermark:c})=>c).filter(c=>c!==E&&c!==V);if(r.length===0)return{place:c=>c===V?n:e,ticks:[]};let s=r.reduce((c,m)=>m<c?m:c),i=r.reduce((c,m)=>m>c?m:c),o=s>ep||s<-ep?60000n:10n,a=i-s>0n?(i-s)/3n:o;s-=a>0n?a:1n,i+=a/2n>0n?a/2n:
1n;let l=c=>c===E?e:c===V?n:e+Number(c-s)/Number(i-s)*(n-e),d=s>-tp&&i<tp?lt(Number(s),Number(i),3).map(c=>BigInt(Math.round(c))):[];return{place:l,ticks:d.length>0?d:[s,i]}}function Zh(t,{place:e,ticks:n},r,s,i){let o=-1/0;return n.map(l=>{
let p=e(l),d=z(p,0,p,i-6,"grid"),c=zs(t,l).replace(/^(\d\d:\d\d):00$/,"$1"),m=C(c,"t3")/2,h=N(p,r+m,Math.max(r+m,s-m));return h-m<o||2*m>s-r?d:(o=h+m+8,d+v(h,i+7,c,"t3","middle"))}).join("")}function zs(t,e){let n=t.labels.mark(e);if(n.startsWith(
"M"))return n;let r=n.includes(" ")?n.slice(n.indexOf(" ")+1):n;return r.includes(":")?r.replace(/\.\d+$/,""):r}function Qh(t,e,n,r,s,i,{place:o}){let a=e.idle?"idle":e.holds?"holds":e.aligned?"":"behind",l=e.watermark===E,p=N(o(e.watermark),
r+(l?0:6),s),d=s-r-(e.idle?30:16),c=sp(t,e),m=c.find(w=>C(w,"strong")<=d)??$(c.at(-1),d,"strong"),h=C(m,"strong")+16,f=p-r<h&&s-p>h,g=e.idle||f?p+6:Math.min(r+8,s-h);return`<g class="row ${a} ${e.current?"current":""}" data-about="${k(e.about)}\
"><title>${k(e.title)}</title>`+v(0,n+i/2+5,$(e.name,58,"strong"),"t2 strong")+T(r,n,s-r,i,"track")+(e.idle?T(r,n,16,i,"hatch"):T(r,n,p-r,i,"bar").replace("/>",` data-m="${k(e.name)}"/>`))+v(e.idle?r+24:g,n+i/2+5,m,`t2 m ${f?"out":"in"}`)+"\
</g>"}function ef(t,e){return sp(t,e)[0]}function sp(t,e){if(e.idle)return[u("IDLE: not counted"),"IDLE"];let n=t.labels.mark(e.watermark);return e.aligned?[n]:[u("{0} lags behind",n),u("{0} lags",n),n]}function tf(t,e,n,r){let s=e+Math.max(
104,r-4),i=Math.min(22,(s-e)/4),o=`M${t} ${e}H${t+n*.5}L${t+n} ${e+i}V${s-i}L${t+n*.5} ${s}H${t}Z`,a=(e+s)/2;return z(t+n/2,s,t+n/2,zt-40,"feed holds")+`<path d="${o}" class="funnel"/>`+v(t+n/2,a+1,u("min"),"funnelText","middle")+v(t+n/2,a+
17,u("of active"),"t3 funnelNote","middle")}function nf(t,e,n,r){let s=zt-42,i=n>0?u(" (+{0} more)",n):"",o=t.fact?.type==="InputWatermarkAdvanced"?"current":"",a=C(e.name+i,"t2")+34,l=C(e.text,"big")>r-a?"t1":"big";return T(.5,s,r-1,40,`re\
sult ${e.idle?"idle":""} ${o}`,8)+v(14,s+25,$(e.name+i,r-44-C(e.text,l),"t2"),"t2 onWatermark")+v(r-14,s+26,e.text,`${l} m onWatermark`,"end")}var fe=218,Ht=34,hr=24,ye=74;function ap(t,e,n){let r=sf(t);if(!r){let f=t.position===0?u("Nothing runs yet."):u("This task keeps no windows."),g=v(e/2,fe/2,f,"t2","middle");return D(e,fe,u("No windows"),g)}let[s,i,o]=r,a=of(t,s,i,o);if(a.length===
0){let f=v(e/2,fe/2,u("No pane is open yet."),"t2","middle");return D(e,fe,u("No panes"),f+op(t,s,i.watermark,null,e))}let{keys:l,hidden:p}=uf(t,a),d=a.filter(({key:f})=>l.includes(f)),c=cf(d,i.watermark,e),m=Math.min(62,(fe-Ht-hr)/l.length),
h=[hf(t,c,e),ff(c,i.watermark,`${n}-panes`)];return l.forEach((f,g)=>{let w=Ht+m*g;h.push(`<g data-about="${k(`key:${f}`)}">${v(0,w+m/2+5,$(I(f),ye-8,"t1"),"t1")}</g>`);let b=d.filter(S=>S.key===f),y=Math.max(...b.map(({lane:S})=>S))+1,x=i.
watermark===E?-1:c.place(i.watermark);for(let S of b)h.push(gf(t,s,S,c,w,m,y,x))}),p>0&&h.push(v(0,fe-6,u("+{0} keys",p),"t3")),h.push(op(t,s,i.watermark,c,e)),D(e,fe,rf(t,a,i.watermark),h.join(""))}function rf(t,e,n){let r=e.filter(({state:s})=>s!==
"gone").slice(0,12).map(s=>`${I(s.key)} ${t.labels.window(s.window)} ${s.count} ${u(s.state)}`);return u("Window panes at watermark {0}: {1}",t.labels.time(n),r.join("; "))}function sf(t){for(let e of t.lookup.vertexOf(t.keyed)?.operators??
[]){let n=`o${e.node}/${t.lookup.subtasks.get(t.keyed).index}`,r=t.scene.view.operators.get(n),s=t.scene.operators.get(n);if(!r||!s)continue;if(/Window/.test(e.operator_class)||r.panes.size>0||s.closed.length>0)return[n,r,s]}return null}function of(t,e,n,r){
let{fact:s}=t,i=s&&"window"in s&&"operator"in s&&s.operator===e?s:null,o=[];for(let{key:a,window:l,count:p}of n.panes.values()){let d=r.elements.get(q(a,l))??[],c=i?.key===a&&i.window===l?i.type:"",m=r.firedPanes.has(q(a,l));o.push(ip(a,l,p,
d,af(l,p,c,n.watermark,m)))}for(let{key:a,window:l,count:p,elements:d}of r.closed){let c=o.some(f=>f.key===a&&f.window===l),h=(i?.type==="WindowCleared"||i?.type==="WindowFired")&&i.key===a&&i.window===l;c||o.push(ip(a,l,p,d,h?"fires":"gone"))}
return lf(o),pf(o)}function ip(t,e,n,r,s){let i=re(e),[o,a]=i??[null,null];return{key:t,window:e,count:n,elements:r,state:s,start:o,end:a,lane:0}}function af(t,e,n,r,s){if(n==="WindowFired")return"fires";if(n==="WindowAssigned")return"assig\
ned";if(e===0)return"purged";if(s)return"fired";let i=re(t);return i&&i[1]-1n<=r?"due":"open"}function lf(t){let e=new Map;for(let n of t)e.set(n.key,[...e.get(n.key)??[],n]);for(let n of e.values()){n.sort((s,i)=>Number((s.start??0n)-(i.start??
0n)));let r=[];for(let s of n){let i=r.findIndex(o=>s.start!==null&&o<=s.start);s.lane=i>=0?i:r.length,r[s.lane]=s.end??V}}}function pf(t){let e=t.filter(({state:o})=>o!=="gone"),n=(e.length>0?e:t).flatMap(({start:o})=>o??[]);if(n.length===
0)return t;let r=e.length>0?lp(n):Hs(n),s=t.flatMap(({start:o,end:a})=>o===null||a===null?[]:a-o),i=2n*Hs(s);return t.filter(({state:o,start:a})=>o!=="gone"||(a??r)>=r-i)}function lp(t){return t.reduce((e,n)=>n<e?n:e)}function Hs(t){return t.
reduce((e,n)=>n>e?n:e)}var df=5;function uf(t,e){let n=new Set(e.filter(({state:a})=>a!=="gone").map(({key:a})=>a)),r=[...new Set(e.map(({key:a})=>a))].sort(),s=t.fact&&"key"in t.fact?t.fact.key:"",i=a=>a===s?0:n.has(a)?1:2,o=[...r].sort((a,l)=>i(
a)-i(l)).slice(0,df);return{keys:r.filter(a=>o.includes(a)),hidden:r.length-o.length}}function cf(t,e,n){let r=t.flatMap(({start:c,end:m,elements:h})=>c===null||m===null?h:[c,m]);r.length===0&&r.push(0n,1n);let s=lp(r),i=Hs(r),o=i>s?i-s:1n;
e>s-o&&e<s&&(s=e),e<i+o&&e>i&&(i=e);let a=n-30,l=Number(i-s)||1,p=c=>c===E?ye:c===V?a:ye+N(Number(c-s)/l,-.02,1.02)*(a-ye),d=[...new Set(t.flatMap(({start:c,end:m})=>c===null?[]:[c,m]))];return d.sort((c,m)=>Number(c-m)),{low:s,high:i,place:p,
ticks:mf(d,p),right:a}}function mf(t,e){let n=[];for(let r of t){let s=n[n.length-1];(s===void 0||e(r)-e(s)>72)&&n.push(r)}return n}function hf(t,e,n){let r=-1/0;return e.ticks.map(i=>{let o=e.place(i),a=zs(t,i).replace(/^(\d\d:\d\d):00$/,"\
$1"),l=C(a,"t3")/2,p=N(o,ye+l+4,n-l-2),d=z(o,Ht-6,o,fe-hr+2,"grid");return p-l<r?d:(r=p+l+8,d+v(p,fe-6,a,"t3 m","middle"))}).join("")}function ff(t,e,n){if(e===E||e<t.low)return"";let r=t.place(e),s=`<defs><pattern id="${n}" width="7" heigh\
t="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" class="hatching"/></pattern></defs>`,i=`x="${ye}" y="${Ht-4}" width="${r-ye}" height="${fe-Ht-hr+6}"`;return`${s}<rect ${i} fill="url(#${n})" data-m="past"/>`}
function gf(t,e,n,r,s,i,o,a){let l=(i-6)/o-(o>1?1:0),p=s+1+n.lane*((i-6)/o),d=n.start===null?ye:r.place(n.start)+2,c=n.end===null?r.right:r.place(n.end)-2,m=wf(n.state),h=`${I(n.key)} ${t.labels.window(n.window)}: ${u("{0} elements",n.count)}\
, ${m}`,f=c-d,g=`pane:[${JSON.stringify(e)},${n.key},${n.window}]`,w=`<g class="pane ${n.state}" data-about="${k(g)}"><title>${k(h)}</title>`,b=`data-m="${k(`${n.key} ${n.window}`)}"`;w+=T(d,p,f,l,"box",Math.min(7,l/2)).replace("/>",` ${b}/\
>`),(n.state==="fires"||n.state==="fired"||n.state==="gone")&&(w+=kf(d,p,f,l,b));let y=f-C(String(n.count),"t1");if(l>=12&&y>4){let x=l<17?" small":"",S=p+Math.min(l>=26?15:99,l/2+(x?4:5)),M=String(n.count),R=d+12+C(M,"t1"),P=a>d&&a<R&&f>60?
a+6:d+Math.min(8,y/2);w+=v(P,S,M,`t1 m count${x}`),f>C(M,"t1")+C(m,"t3")+24&&(w+=v(c-8,S,m,`t3 word${x}`,"end"))}if(l>=26){let x=l>=34?4.5:3;for(let S of n.elements){let M=N(r.place(S),d+x+2,c-x-2);w+=`<circle cx="${M.toFixed(1)}" cy="${(p+
l-x-4).toFixed(1)}" r="${x}" class="record"/>`}}return`${w}</g>`}function kf(t,e,n,r,s){let i=s.replace('data-m="','data-m="lid ');return T(t,e,n,Math.min(4,r),"lid",1.5).replace("/>",` ${i} data-from="x=${t+n} y=${e-16} width=3 height=14"/\
>`)}var bf={open:"open",assigned:"+1",due:"due",fired:"fired",fires:"FIRE",purged:"purged",gone:"gone"};function wf(t){let e=bf[t];return e==="+1"?e:u(e)}function op(t,e,n,r,s){let i=`W ${t.labels.mark(n)}`,o=C(i,"strong")+20,a=r?r.place(n):
ye,l=N(a-2,ye-2,s-o-12),p=`M${l} 0h${o}l9 11l-9 11h${-o}z`,d=n!==E;return(r&&d?z(a,10,a,fe-hr+4,"watermarkLine").replace("/>",' data-m="line"/>'):"")+`<g data-about="watermark:${k(e)}"><path d="${p}" class="flagBox ${d?"":"none"}" data-m="f\
lag"/>`+v(l+10,16,i,"t2 m strong onWatermark")+"</g>"}var js=178,qs=15,pp=22,yf=6;function cp(t,e,n,r){let s=t.run;if(s.end===0){let g=u("All of it happened within one millisecond of virtual time: nothing costs any."),w=v(e/2,60,g,"t2","middle");return{markup:D(e,120,g,w),height:120,scale:{left:0,
width:1,end:1}}}let i=[...t.lookup.subtasks.keys()],o=i.map(g=>te(t.labels.name(g),168,"strong")),a=Math.ceil(Math.max(74,...o.map(g=>C(g,"strong"))))+12,l={left:a,width:Math.max(120,e-a-js),end:Math.max(1,s.end)},p=i.length<=6?17:i.length<=
12?14:7,d=16,c=sr(r)+v(a,11,u("time of each task: backpressured, busy, idle"),"t3 head");i.forEach((g,w)=>{let b=g===t.task?"t3 strong":"t3";(p>10||g===t.task)&&(c+=v(a-8,d+p-4,o[w],b,"end")),c+=Cf(s,g,l,d,p-2,r),d+=p}),d+=qs;let m=vf(t,s);
c+=dp(m.map(([g,w])=>({tone:w,sender:g.queued,receiver:g.plan.local?void 0:g.received})),u("buffers queued"),l,d,n),c+=xf(t,m,e,d),d+=n+qs;let h=m.filter(([g])=>g.plan.initial_credit>0);h.length>0&&(c+=dp(h.map(([g,w])=>({tone:w,sender:g.credit})),
u("credit"),l,d,n),d+=n+qs),c+=Tf(m,l,d,n),d+=n,c+=Mf(t,l,d);let f=u("The whole run over {0} ms of virtual time: {1} tasks; channels of {2}",s.end,i.length,t.labels.name(t.task));return{markup:D(e,d+pp,f,c),height:d+pp,scale:l}}function vf(t,e){
return[...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)].slice(0,yf).map(({id:r},s)=>[e.channels.get(r),s])}function xf(t,e,n,r){let s=n-js+14,i="";e.forEach(([p,d],c)=>{let{plan:m}=p,f=m.target===t.task?`${u("ch {0} from",m.index)}\
 ${t.labels.name(m.source)}`:u("to {0}",t.labels.name(m.target)),g=r+12+19*c;i+=z(s,g-4,s+20,g-4,`curve tone${d}`)+v(s+26,g,te(f,js-46,"t3"),"t3")});let o=t.lookup.inputsOf(t.task).length+t.lookup.outputsOf(t.task).length-e.length,a=r+12+19*
e.length;o>0&&(i+=v(s,a,u("and {0} more",o),"t3"));let l=a+(o>0?24:6);return i+=z(s,l-4,s+20,l-4,"curve plain")+v(s+26,l,u("at the sender"),"t3"),i+z(s,l+15,s+20,l+15,"curve plain receiver")+v(s+26,l+19,u("at the receiver"),"t3")}function dp(t,e,n,r,s){
let i=t.flatMap(({sender:l,receiver:p})=>p?[l,p]:[l]),o=Math.max(1,...i.map(Sf)),a=mp(e,o,n,r,s);for(let{tone:l,sender:p,receiver:d}of t)d&&(a+=`<path d="${up(d,o,n,r,s)}" class="curve receiver tone${l}"/>`),a+=`<path d="${up(p,o,n,r,s)}" c\
lass="curve tone${l}"/>`;return a}function Sf(t){let e=t.initial;for(let n of t.values)n>e&&(e=n);return e}function mp(t,e,n,r,s){let{left:i,width:o}=n,a=e>=1e3?Math.round(e).toLocaleString("en").replaceAll(","," "):String(Math.round(e));
return T(i,r,o,s,"plotGround",4)+v(i-8,r+s/2+4,t,"t3","end")+v(i-8,r+9,a,"t3 head","end")+v(i-8,r+s,"0","t3 head","end")}function up(t,e,n,r,s){let i=m=>Math.round(10*(r+s-2-(s-5)*m/e))/10,o=`M${n.left} ${i(t.initial)}`,a=-1,l=0,p=0,d=t.initial,
c=()=>{a<0||(o+=`H${n.left+a}V${i(l)}`,p!==l&&(o+=`V${i(p)}`),d!==p&&(o+=`V${i(d)}`))};return t.times.forEach((m,h)=>{let f=Math.round(m/n.end*n.width),g=t.values[h];f!==a&&(c(),a=f,l=p=d),l=Math.min(l,g),p=Math.max(p,g),d=g}),c(),`${o}H${n.
left+n.width}`}function Tf(t,e,n,r){let s=Math.max(1,Math.min(80,Math.floor(e.width/9),e.end)),i=e.end/s,o=t.map(([p])=>{let d=Array.from({length:s+1},(c,m)=>p.read.atTime(Math.floor(m*i)));return d.slice(1).map((c,m)=>1e3*Math.max(0,c-d[m])/
i)}),a=Math.max(1,...o.flat()),l=mp(u("elements/s"),a,e,n,r);return o.forEach((p,d)=>{let c=p.map((m,h)=>{let f=e.left+(h+.5)/s*e.width;return`${Math.round(10*f)/10} ${Math.round(10*(n+r-2-(r-5)*m/a))/10}`});l+=`<path d="M${c.join("L")}" cl\
ass="curve tone${t[d][1]}"/>`}),l}function Cf(t,e,n,r,s,i){let{conditions:o}=t.tasks.get(e),a=Math.max(1,Math.min(Math.floor(n.width/3),n.end)),l={busy:"",idle:"",backpressured:""},p=g=>{let w=g/a*n.end,b=y=>o.untilTime(w,y);return{busy:b("\
busy"),idle:b("idle"),backpressured:b("soft")+b("hard")}},d=n.width/a,c=p(0);for(let g=0;g<a;g++){let w=p(g+1),b=Math.round(100*(n.left+g*d))/100,y=r+s;for(let x of["backpressured","busy","idle"]){let S=(w[x]-c[x])/(n.end/a)*s;S<.05||(y-=S,
l[x]+=`M${b} ${y.toFixed(1)}h${d.toFixed(2)}v${S.toFixed(1)}h${(-d).toFixed(2)}z`)}c=w}let m=T(n.left,r,n.width,s,"plotGround",0),h=Object.entries(l).map(([g,w])=>w?`<path d="${w}" class="load ${g}"/>`:""),f=l.backpressured?`<path d="${l.backpressured}\
" fill="url(#${i})"/>`:"";return`<g data-conditions="${k(e)}">${m}${h.join("")}${f}</g>`}function Mf(t,e,n){let r=Ef(e.end*90/e.width),s=Number(t.run.start),i="";for(let o=Math.ceil(s/r)*r;o<=s+e.end;o+=r){let a=e.left+(o-s)/e.end*e.width;i+=
z(a,n,a,n+4,"tick"),i+=v(a,n+17,t.labels.mark(BigInt(o)),"t3","middle")}return i+v(e.left+e.width+46,n+17,u("virtual time"),"t3 head")}var hp=1e3,Gs=3600*hp,$f=[1,2,5,10,20,50,100,200,500,1,2,5,10,15,30,60,120,300,600,900,1800,1,2,3,6,12].map(
(t,e)=>t*(e<9?1:e<21?hp:Gs));function Ef(t){return $f.find(e=>e>=t)??24*Gs*Math.ceil(t/(24*Gs))}function fp(t,e,n){return n.left+N(t.clock.at(e)/n.end,0,1)*n.width}function gp(t,e,n,r){let s=N((e-n.left)/n.width,0,1)*n.end,{times:i,positions:o}=t.
clock,a=Y(i,s)+1;return a<o.length?o[a]-1:r}var fr=218,qt=30,Rf=200;function bp(t,e){let{entries:n,watermark:r}=Af(t);if(n.length===0){let f=v(e/2,fr/2,u("No timers are registered here."),"t2","middle");return D(e,fr,u("No timers"),f)}let s=n.filter(({state:f})=>f==="fires"||f==="due"),
i=n.filter(({state:f})=>f==="waits"||f==="new"),o=Math.floor((fr-26-14)/qt),a=s.slice(0,Rf),l=i.slice(0,Math.max(1,o-a.length)),p=[],d=0,c=(f,g)=>{f<=0||(p.push(v(e/2,d+12,u(g,f),"t3","middle")),d+=20)};for(let f of a)p.push(kp(t,f,d,e)),d+=
qt;c(s.length-a.length,"and {0} more due"),p.push(Pf(t,r,d,e)),d+=26;for(let f of l)p.push(kp(t,f,d,e)),d+=qt;c(i.length-l.length,"and {0} more");let m=n.slice(0,12).map(({timer:f,state:g})=>`${t.labels.time(f.timestamp)} ${I(f.key)} ${u(g)}`),
h=Math.max(fr,d);return D(e,h,u("{0} timers: {1}",n.length,m.join(", ")),p.join(""))}function wp(t){let e=0;for(let{id:n}of t.lookup.operatorsOf(t.keyed))e+=t.scene.view.operators.get(n)?.timers.size??0;return e}function Af(t){let e=[],n=E,
{fact:r}=t,s=Of(t);for(let{id:o}of t.lookup.operatorsOf(t.keyed)){let a=t.scene.view.operators.get(o);if(a){a.timers.size>0&&(n=a.watermark),s?.operator===o&&(e.push({timer:s,operator:o,state:"fires"}),n=a.watermark);for(let l of a.timers.values()){
let p=l.domain==="event"?a.watermark:t.scene.view.time_ms,d=r?.type==="TimerRegistered"&&r.operator===o&&r.timestamp===l.timestamp&&r.key===l.key;e.push({timer:l,operator:o,state:l.timestamp<=p?"due":d?"new":"waits"})}}}let i=o=>o.state==="\
fires"?0:1;return e.sort((o,a)=>i(o)-i(a)||Number(o.timer.timestamp-a.timer.timestamp)),{entries:e,watermark:n}}function Of(t){for(let e of t.index<0?[]:Ti(t.trace,t.index)){let n=t.trace.event(e);if(n.type==="TimerFired")return n}return null}
function kp(t,{timer:e,operator:n,state:r},s,i){let o=t.labels.mark(e.timestamp),a=e.namespace==='""'?"":` ${u("for {0}",t.labels.window(e.namespace))}`,l=u(e.domain==="event"?"event-time timer of key {0} at {1}":"processing-time timer of k\
ey {0} at {1}",I(e.key),o)+a,p=r==="waits"?e.domain==="processing"?u("clock"):"":u(r),d=32+C(o,"strong")+12,c=`timer:[${JSON.stringify(n)},${JSON.stringify(e.domain)},${e.key},${e.namespace},${e.timestamp}]`;return`<g class="timer ${r}" dat\
a-about="${k(c)}"><title>${k(l)}</title>`+T(.5,s+.5,i-1,qt-4,"entry",7)+$i(17,s+qt/2-1.5,"mark")+v(32,s+19.5,o,"t2 m strong")+v(d,s+19.5,$(ie(I(e.key)),i-d-46,"strong"),"t2 strong")+v(i-10,s+19.5,p,"t3 word","end")+"</g>"}function Pf(t,e,n,r){
let s=`${u("watermark {0}",t.labels.mark(e))} ▲`,i=C(s,"strong")+18;return z(0,n+11,r,n+11,"divider")+T((r-i)/2,n,i,22,"dividerChip",7)+v(r/2,n+15.5,s,"t3 strong onWatermark","middle")}var Lf=["x","y","width","height","x1","y1","x2","y2","cx","cy","r","d","points"],Us=/-?\d+(?:\.\d+)?/g;function If(t){let e=new Map;for(let n of t.querySelectorAll("[data-m]")){let r=new Map;for(let s of Lf){let i=n.getAttribute(s);i!==null&&
r.set(s,i)}e.set(n.getAttribute("data-m"),r)}return e}var gr=class{constructor(e){this.root=e}moves=[];comes=[];before=new Map;leave(){this.settle(),this.before=If(this.root)}arrive(){if(this.moves=[],this.comes=[],this.before.size!==0)for(let e of this.
root.querySelectorAll("[data-m]")){let n=this.before.get(e.getAttribute("data-m"))??Nf(e);if(!n){this.comes.push(e);continue}for(let[r,s]of n){let i=e.getAttribute(r);i!==null&&i!==s&&this.add(e,r,s,i)}}}show(e){let n=Le(e);for(let{element:r,
name:s,from:i,to:o,shape:a}of this.moves){let l=0,p=a.replace(Us,()=>{let d=i[l]+(o[l]-i[l])*n;return l++,String(Math.round(d*100)/100)});r.setAttribute(s,e>=1?a:p)}for(let r of this.comes)e>=1?r.removeAttribute("opacity"):r.setAttribute("o\
pacity",String(Math.round(n*100)/100));e>=1&&(this.moves=this.comes=[])}settle(){(this.moves.length>0||this.comes.length>0)&&this.show(1)}add(e,n,r,s){let[i,o]=[r.match(Us)??[],s.match(Us)??[]];i.length===o.length&&this.moves.push({element:e,
name:n,from:i.map(Number),to:o.map(Number),shape:s})}};function Nf(t){let e=t.getAttribute("data-from");return e===null?null:new Map(e.split(" ").map(n=>n.split("=")))}var _f={plane:hn,"event time":hn,network:lr,inside:pr,cluster:pr,"whole run":pr},Wf=228,Ff=90,Bf=40,br=class{constructor(e,n){this.parts=e;this.hatch=n}filter="";changedOnly=!1;layout=null;plot=null;travellers=new Qe;way=new ur;travelled="";tweens=new Map;keeps=null;arrange(e,n){
this.plot=null,this.layout=e&&Gi(e,this.parts.get("graph").clientWidth,_f[n]);let r=Math.max(0,Wf-(this.layout?.height??0));this.parts.root.style.setProperty("--spare",`${Math.min(r,Ff)}px`)}draw(e){e.view==="event time"?this.drawEventTime(
e):e.view==="inside"?this.drawInsideOf(e):e.view==="cluster"?this.drawCluster(e):this.layout&&this.parts.put("graph",Sl(e,this.layout,this.hatch)),e.view==="network"&&this.drawNetworkPanels(e),e.view==="whole run"&&this.drawWholeRun(e);let n=e.
index<0?[]:e.trace.callStack(e.index);this.parts.put("stack",n.map(Vf).join('<i class="then">›</i>')||'<span class="none">–</span>'),this.parts.get("stack").scrollLeft=this.parts.get("stack").scrollWidth;for(let r of this.parts.root.querySelectorAll(
'[data-act="follow"]'))r.hidden=!e.pinned}move(e,n){if(e.view==="inside")return this.way.show(this.parts.get("inside"),e,n.t);for(let i of this.tweens.values())i.show(n.t);if(!this.layout)return;let r=this.parts.get("graph");r.contains(this.
travellers.el)||r.append(this.travellers.el);let s=`${n.from} ${n.to} ${e.task} ${this.layout.width}`;if(s!==this.travelled){this.travelled=s;let i=n.to>n.from?vt(e.trace,n.from,n.to):[],o=ll(e,this.layout);this.travellers.set(i,o,n.from,n.
to,this.layout,a=>ms(e,a))}this.travellers.show(n)}subtaskAt(e,n){let r=this.layout?.heats.get(e),s=this.parts.get("graph").querySelector("svg");if(!r||!s)return null;let{left:i,top:o,width:a}=s.getBoundingClientRect(),l=a/this.layout.width,
[p,d]=[(n.clientX-i)/l,(n.clientY-o)/l],c=mn(r,this.layout.boxes.get(e),p,d);return c===null?null:`${e}/${c}`}putMoving(e,n){let r=this.tweens.get(e);r||this.tweens.set(e,r=new gr(this.parts.get(e))),r.leave(),this.parts.put(e,n),r.arrive()}positionIn(e,n){
if(!this.plot||!e.run)return null;let r=n.clientX-this.parts.get("plot").getBoundingClientRect().left;return gp(e.run,r,this.plot.scale,e.trace.eventCount)}drawEventTime(e){let{labels:n}=e;this.layout&&this.parts.put("graph",gl(e,this.layout));
for(let[r,s]of Object.entries({valve:np,timers:bp,panes:ap})){let i=this.parts.get(r).clientWidth;i>0&&this.putMoving(r,s(e,i,this.hatch))}this.parts.put("task",k(n.name(e.task)+kr(e))),this.parts.put("timerCount",String(wp(e)||"")),this.parts.
put("keyed",k(n.name(e.keyed)+Df(e))),this.collapse(e)}collapse(e){let{lookup:n,trace:r}=e,s=this.keeps??={timersPanel:yp(r,"TimerRegistered"),panesPanel:yp(r,"WindowAssigned")};for(let[i,o]of Object.entries(s)){let a=!n.operatorsOf(e.keyed).
some(({id:p})=>o.has(p)),l=this.parts.root.querySelector(`.${i}`);if(l.hidden!==a){l.hidden=a,this.parts.forget(),this.draw(e);return}}}drawInsideOf(e){let{labels:n,trace:r}=e,s=this.parts.get("inside"),{clientWidth:i,clientHeight:o}=s;this.
parts.put("insideTask",k(n.name(e.task)+kr(e)));let a=(r.plan?.subtasks??[]).slice(0,Bf).map(({id:l})=>{let p=e.actor===l?" ●":"";return`<button type="button" data-task="${k(l)}" aria-pressed="${l===e.task}">${k(n.name(l))}${p}</button>`});
this.parts.put("insideTasks",a.join("")),i>0&&this.parts.put("inside",ql(e,i-4,o-4))}drawCluster(e){for(let[n,r]of Object.entries({calls:Yl,states:Zl})){let{clientWidth:s,clientHeight:i}=this.parts.get(n);s>0&&this.parts.put(n,r(e,s-4,i-4))}}drawNetworkPanels(e){
let n=this.parts.get("channels");this.parts.put("channelTask",k(e.labels.name(e.task)+kr(e))),this.parts.put("pools",sl(e,this.parts.get("pools").clientWidth)),this.parts.put("channels",il(e,n.clientWidth));let r=n.querySelector(".lane.curr\
ent")?.getBoundingClientRect();if(r){let o=n.getBoundingClientRect();r.bottom>o.bottom?n.scrollTop+=r.bottom-o.bottom:r.top<o.top&&(n.scrollTop-=o.top-r.top)}let{filter:s,changedOnly:i}=this;this.parts.put("metrics",yl(e,{filter:s,changedOnly:i})),
this.parts.root.querySelector('[data-act="changed"]').setAttribute("aria-pressed",String(i))}drawWholeRun(e){let n=this.parts.get("plot").clientWidth,r=`${n} ${e.task}`;this.plot?.of!==r&&(this.plot={...cp(e,n,this.laneHeight,`${this.hatch}\
-plot`),of:r}),this.parts.put("plotTask",k(`${u("channels of {0}",e.labels.name(e.task))}${kr(e)}`)),this.parts.put("plot",this.plot.markup);let s=this.parts.get("playhead");s.style.left=`${fp(e.run,e.position,this.plot.scale)}px`,s.style.height=
`${this.plot.height-18}px`}get laneHeight(){return(this.layout?.height??0)>130?40:58}};function yp(t,e){return new Set(t.indexesOf([e]).map(n=>t.event(n).operator))}function Df(t){let{watermark:e}=mt(t,t.keyed),n=t.lookup.operatorsOf(t.keyed).
map(({id:s})=>t.scene.view.operators.get(s)).find(s=>s&&s.panes.size>0);return n&&t.lookup.inputsOf(t.keyed).length>0&&n.watermark<e?` · ${u("the task is at {0}, and hands it on next",t.labels.time(e))}`:""}function kr(t){return t.pinned?`\
 · ${u("pinned")}`:""}function Vf(t){let e=t.lastIndexOf("."),[n,r]=e<0?["",t]:[t.slice(0,e),t.slice(e+1)];return`<span class="frame" role="listitem" data-class="${k(n)}" title="${k(t)}"><i>${k(n)}</i><b>${k(r)}</b></span>`}function vp(t){let{labels:e,scene:n}=t,{view:r}=n,s=[`processing time ${e.time(r.time_ms)}; job ${r.status}`];for(let[o,a]of r.tasks){let l=a.suspended?`, waits: ${a.suspended}`:"",p=a.mails.length>0?`, mails: ${a.mails.join(", ")}`:"",d=t.
run&&Lt(t.run,o,t.position),c=d?`; ${je(d)}`:"";s.push(`task ${e.name(o)}: ${a.state}${l}${p}${c}`)}let i=r.tasks.get(t.task);if(!i)return s.join(`
`);s.push("",`selected: ${e.name(t.task)}`);for(let o of t.lookup.inputsOf(t.task)){let a=r.channels.get(o.id);if(!a)continue;let l=a.idle?"idle":a.aligned?"counts":"lags behind";s.push(`channel ${o.index} from ${e.name(o.source)}: watermar\
k ${e.time(a.watermark)}, ${l}, ${a.written-a.read} elements waiting`)}for(let o of[...t.lookup.inputsOf(t.task),...t.lookup.outputsOf(t.task)]){let a=r.channels.get(o.id);a&&s.push(or(t,o,a))}for(let[o,a]of i.inputs)s.push(`input ${o} wate\
rmark ${a.idle?"idle":e.time(a.watermark)}`);for(let{id:o,name:a}of t.lookup.operatorsOf(t.task)){let l=r.operators.get(o);if(l){s.push(`operator ${a}: ${l.state}, watermark ${e.time(l.watermark)}`);for(let[p,{watermark:d,idle:c}]of l.splits)
s.push(`  split ${p}: watermark ${c?"idle":e.time(d)}`);for(let p of l.timers.values()){let d=e.time(p.timestamp);s.push(`  ${p.domain}-time timer ${d} of key ${I(p.key)}`)}for(let p of l.panes.values()){let d=e.window(p.window);s.push(`  p\
ane ${d} of key ${I(p.key)}: ${p.count} elements`)}}}return s.join(`
`)}function Sp(t,e,n){let{labels:r,scene:s}=e;t.put("clock",e.position===0?"–":k(r.time(s.view.time_ms)));let i=n.grain==="told"?n.stops.moments.endingAt(e.position):null,o=i?xn(i):"";t.put("badge",k(e.step<0?u("start"):`${u("step {0}",rt(e.
step))}${o&&` · ${o}`}`)),t.root.dataset.tells=i?.kind??"";let a=e.fact?Rr(e.fact,r).map(({text:l,tone:p})=>p?`<b class="${p}">${k(l)}</b>`:k(l)):[u("Nothing has happened yet. Press Next, or the → key, and the first step happens.")];t.put(
"sentence",a.join("")),zf(t,e),t.root.querySelector(".words").open&&t.put("words",k(vp(e)))}function zf(t,{fact:e,labels:n}){let r=e?.type==="TaskFailed",i=(r?[[u("operator"),e.operator&&n.name(e.operator)],[u("record"),e.record],[u("your c\
ode"),e.code]]:[]).filter(([,o])=>o!=="");t.get("failure").hidden=i.length===0,t.get("failure").parentElement.classList.toggle("failed",r),t.put("failure",i.map(([o,a])=>`<div><dt>${o}</dt><dd>${k(a)}</dd></div>`).join(""))}function Tp(t,e,n){
let{trace:r}=e;t.put("play",n.playing?`${Ie("pause")}${u("Pause")}`:`${Ie("play")}${u("Play")}`),t.put("speed",`${n.speed}×`);let s=r.stepCount-1,{moments:i}=n.stops,o=`${u("moment {0} of {1}",xp(i.at(e.position)+1),rt(i.all.length))} · `;
t.put("count",(n.grain==="told"?o:"")+u("step {0} of {1}",e.step<0?"<b>–</b>":xp(e.step),rt(s))+`<small>${u("fact {0} of {1}",rt(e.position),rt(r.eventCount))}</small>`),t.get("grain").value=n.grain;for(let p of["first","back","next","las\
t"]){let d=p==="first"||p==="back"?0:r.eventCount;t.root.querySelector(`[data-act="${p}"]`).setAttribute("aria-disabled",String(n.position===d&&!(p==="next"&&n.goOn)))}let a=t.get("range");a.value=String(e.position);let l=e.fact?ee(e.fact,e.
labels):u("the beginning");a.setAttribute("aria-valuetext",`${u("step {0}",e.step)}: ${l}`),t.root.dataset.position=String(e.position),t.root.dataset.step=String(e.step)}var xp=t=>`<b>${rt(t)}</b>`;function rt(t){return String(t).replace(/\B(?=(\d{3})+$)/g,
" ")}function Ks(t,e){let n=new ge(t),r=e.lates.length,s=e.panes.reduce((a,{fills:l})=>a+l.length,0),i=e.panes.flatMap(({end:a,firings:l})=>{let p=l.find(({kind:c})=>c!=="early"),d=p&&Number.isFinite(a)?n.timeAt(p.index+1)-a:NaN;return d>=0?[d]:
[]});i.sort((a,l)=>a-l);let o=[[String(r),u("too late")]];return s+r>0&&o.push([`${(100*s/(s+r)).toFixed(1)} %`,u("counted")]),i.length>0&&o.push([ke(Hf(i[i.length>>1])),u("median wait")]),o}function Hf(t){let e=t>=3e5?6e4:t>=1e4?1e3:1;return Math.
round(t/e)*e}var wr=class{constructor(e,n,r,s){this.stepper=e;this.model=n;this.carry=r;this.take=s;this.asking=new ln(n)}knob=null;asking;compared=!1;ready(){let{trace:e,labels:n,parts:r}=this.stepper,{plane:s}=this.stepper.panel,i=this.carry.ghost??this.
carry.beside;i&&!this.compared&&(this.compared=!0,s.setGhost(i),this.stepper.side.compare(Lr(e,i.trace,s.run,i.run,n)));let o=wn(this.model.get("knobs"));if(this.knob||o.length===0)return;let a=r.get("plane").querySelector(".knob");a.hidden=
!1,this.knob=new bn(a,this.model,this.asking,o,this.carry.turned,(...p)=>this.turn(...p)),this.knob.tell(Ks(e,s.run));let l=a.previousElementSibling;new ResizeObserver(()=>{let p=getComputedStyle(a).position==="absolute",{offsetLeft:d,offsetTop:c,
offsetWidth:m,offsetHeight:h}=a;s.avoid=p?{left:d-l.offsetLeft,top:c-l.offsetTop,width:m,height:h}:null}).observe(a)}hear(){this.asking.hear()}get crashes(){return this.model.get("crashes")===!0}get placed(){return this.carry.crashes}async crash(e){
let{carry:n,stepper:r}=this,s=e.length===0,i=await(s?ce(ae(this.model.get("trace"))):this.asking.run({crashes:e})),o=Math.max(r.player.step,...e.map(([,p])=>p)),a=i.eventRange(Math.min(o,i.stepCount-1))[1],l=s?n.beside:n.ghost??new Se(r.trace);
this.take(i,{...n,ghost:l,position:a,view:r.view,turned:null,crashes:e})}turn(e,n,r){let{stepper:s,carry:i}=this,{plane:o}=s.panel,a=n.value===wn(this.model.get("knobs")).find(({name:p})=>p===n.knob)?.value,l=a?i.beside:i.ghost??new Se(s.trace);
if(r){let p=s.time===null?0:e.positionBy(s.time);return this.take(e,{...i,ghost:l,position:p,view:s.view,turned:a?null:n,crashes:[]})}o.setGhost(l),o.preview(e),this.knob.tell(Ks(e,o.run))}};var Cp={ghost:null,beside:null,position:null,view:null,turned:null,crashes:[]},qf=200,jf=12,yr=class{constructor(e,n,r,s,i){this.trace=e;this.model=n;this.carry=s;this.take=i;this.labels=new ve(e.plan,K()),this.lookup=new ct(e),this.history=
new yt(e),this.player=new Xn(e,()=>this.moved()),this.listenForMore(),this.motion=new $n(o=>this.drawMotion(o.t)),this.view=We.find(o=>o===n.get("view"))??Uf(e),this.root.className="flinksim-widget flinksim-stepper",this.root.tabIndex=0,this.
root.setAttribute("role","application"),this.root.setAttribute("aria-label",u("flinksim stepper: {0}",e.plan?.job_name??u("a run"))),this.root.dataset.lmSuppressShortcuts="true",en(Xa,r),this.root.film=this.film,this.root.lang=K()==="zh"?"z\
h-CN":"en",A(this.root,Za()),this.parts=new Vn(this.root),this.panels=new br(this.parts,`flinksim-hatch-${++Gf}`),this.job=new Bn(this.parts,e,n.get("program")),this.parts.put("job",`<b>${k(String(n.get("title")||(e.plan?.job_name??"")))}</\
b>`),this.scrubber=new Qn(e,this.parts,Number(n.get("mark")??-1)),this.address=new Mn(this,!!n.get("addressed")),this.following=new On(this,n),this.inquiry=new In(this,n,s,i),this.root.classList.toggle("canPoint",this.inquiry.isOpen),this.turning=
new wr(this,n,s,i),this.menu=new Dn(this),this.root.querySelector('[data-act="crash"]').hidden=!this.turning.crashes,this.predict=new Yn(this),this.range.max=String(e.eventCount),r.replaceChildren(this.root),this.listen(),this.opening=Jr(e,
this.player.stops.moments,this.labels),this.parts.get("question").textContent=this.opening.question,s.view&&(this.view=s.view),s.position!==null?this.player.go(s.position):this.player.go(n.get("choose")?this.opening.position:Number(n.get("p\
osition")??0)),n.set("choose",!1),this.parts.get("copy").hidden=!this.address.isOwn,this.address.isOwn&&s.position===null&&this.address.follow(),this.resize(),this.makeKeyframes()}root=document.createElement("div");parts;player;panels;labels;lookup;view;panel=null;side=null;job;address;following;inquiry;turning;history;scrubber;menu;film=new An(
this);predict;motion;cleanups=[];opening;pinned=null;series=null;width=0;height=0;pending=0;syncTimer=0;shown=null;pointed=-1;tellsTime=!1;followsTime=!1;stood=0;scrubs=!1;destroy(){this.player.pause(),this.motion.stop(),window.clearTimeout(
this.syncTimer);for(let e of this.cleanups)e();this.panel?.plane.destroy(),this.root.remove()}moved(){let{player:e,motion:n}=this,r=performance.now();this.draw(),performance.measure("flinksim:draw",{start:r});let{position:s}=e;if(s!==this.stood){
let i=e.stops.back(s,e.grain),o=e.stops.next(this.stood,e.grain)===s,a=e.stops.back(this.stood,e.grain)===s,{way:l}=En(this.momentKind,this.momentCount,e.playing?e.speed:1);this.scrubs?this.stand():o?n.go(i,s,l):a?n.go(this.stood,s,l):this.
stand()}else this.drawMotion(n.phase.t);this.stood=s,this.sync()}stand(){let{position:e,stops:n,grain:r}=this.player,{moments:s}=n,i=r==="told"?s.at(e):-1,[o,a]=i<0?[n.back(e,r),e]:[s.startOf(i),s.all[i].end];this.motion.stand(o,a,a>o?(e-o)/
(a-o):1)}standAt(e,n,r){this.scrubs=!0,this.player.go(n),this.scrubs=!1,this.motion.stand(e,n,r)}listenForMore(){let e=()=>{this.model.set("beyond",this.trace.eventCount),this.model.save_changes()};this.player.goOn=this.model.get("goes_on")?
e:null,this.redraw()}get momentKind(){let{stops:e,grain:n,position:r}=this.player;return n==="told"?e.moments.endingAt(r)?.kind??null:null}get momentCount(){return this.player.stops.moments.endingAt(this.player.position)?.count??1}follow(e){
let n=Number(this.model.get(e)??0);e==="position"?this.player.go(n):e==="time_ms"?this.followTime(n):n!==this.player.step&&this.player.goToStep(n)}followTime(e){this.tellsTime||this.time===BigInt(Math.round(e))||(this.followsTime=!0,this.player.
pause(),this.player.go(this.trace.positionBy(BigInt(Math.round(e)))),this.followsTime=!1)}tellTime(){this.followsTime||!this.shown||(this.tellsTime=!0,this.model.set("time_ms",Number(this.shown.scene.view.time_ms)),this.tellsTime=!1)}jump(e){
this.player.pause(),this.player.go(e)}pointAt(e){this.pointed=e,this.jump(e+1),this.draw()}onScrub(){this.player.pause(),this.pending===0&&(this.pending=window.requestAnimationFrame(()=>{this.pending=0,this.scrubs=!0,this.player.go(Number(this.
range.value)),this.scrubs=!1}))}show(e){let n=We.find(r=>r===e);!n||n===this.view||(this.view=n,this.model.set("view",n),this.sync(),this.arrange(),this.draw())}openTab(e){this.root.dataset.panel=e;for(let n of this.root.querySelectorAll("[\
data-show-tab]"))n.setAttribute("aria-selected",String(n.dataset.showTab===e));Ot.includes(e)&&this.side.open(e),this.panel.plane.refresh(),this.job.arrange(),this.shown&&this.redraw()}setGrain(e){this.player.grain=e,this.draw(),this.drawMotion(
1)}pin(e){this.pinned=e===this.pinned?null:e,this.redraw()}lookInto(e){this.pinned=e,this.view==="inside"?this.redraw():this.show("inside")}get index(){return this.shown?.index??-1}get time(){return this.shown?.scene.view.time_ms??null}rearrange(){
this.width!==0&&(this.arrange(),this.draw())}hear(e){e==="answer"?this.following.drawAnswer():e==="told"?this.inquiry.hear():this.turning.hear()}viewAt(e){return this.history.at(e).view}tellScore(e){this.model.set("score",e),this.model.save_changes()}speak(e){
nn(e),this.model.set("language",e),this.take(this.trace,{...this.carry,position:this.player.position,view:this.view})}toggleHall(){this.root.classList.toggle("hall"),this.width=0,this.sync(),this.resize()}redraw(){this.width!==0&&(this.draw(),
this.drawMotion(this.motion.phase.t),this.sync())}listen(){if(this.root.addEventListener("click",n=>Da(this,n)),this.root.addEventListener("keydown",n=>Va(this,n)),za(this.root,n=>n>0?this.player.next():this.player.back()),this.range.addEventListener(
"input",()=>this.onScrub()),this.parts.get("filter").addEventListener("input",()=>this.onFilter()),this.parts.get("plot").addEventListener("click",n=>{let r=this.shown&&this.panels.positionIn(this.shown,n);r!==null&&this.jump(r)}),this.root.
querySelector("details").addEventListener("toggle",()=>this.redraw()),this.address.isOwn){let n=()=>this.address.follow();window.addEventListener("hashchange",n),this.cleanups.push(()=>window.removeEventListener("hashchange",n))}let e=new ResizeObserver(
()=>this.resize());e.observe(this.root),this.cleanups.push(()=>e.disconnect()),this.parts.get("grain").addEventListener("change",n=>{this.setGrain(n.target.value)}),this.cleanups.push(aa(this.root,()=>{this.width>0&&this.scrubber.refresh(),
this.panel?.plane.refresh()}))}onFilter(){this.panels.filter=this.parts.get("filter").value,this.redraw()}resize(){this.enlarge();let{clientWidth:e,clientHeight:n}=this.root;e===0||e===this.width&&n===this.height||(this.width=e,this.height=
n,this.root.dataset.size=e>=1e3?"wide":e>=660?"middle":"narrow",this.root.classList.toggle("low",n<660),this.parts.forget(),this.arrange(),this.draw(),this.drawMotion(this.motion.phase.t))}enlarge(){let e=this.root.classList.contains("hall"),
{innerWidth:n,innerHeight:r}=window,s=this.address.isOwn&&n>=1700&&r>=900,i=e?n>=1500?1.6:1.3:s?1.18:1;i===1?this.root.style.removeProperty("--zoom"):this.root.style.setProperty("--zoom",String(i)),this.root.querySelector('[data-act="hall"]').
setAttribute("aria-pressed",String(e))}ensurePlane(){this.panel??=new Jn(this.parts.get("plane"),this.trace,this.labels,n=>this.jump(n),()=>this.sync()),this.side??=new nr(this.parts.get("side"),this.trace,this.labels,this.player.stops.moments,
n=>this.jump(n),n=>this.following.walk(n),this.inquiry);let{plane:e}=this.panel;return e.picked=n=>this.inquiry.point(ma(n,e.run)),this.turning.ready(),{panel:this.panel,side:this.side}}arrange(){this.root.dataset.shown=this.view;for(let e of this.
root.querySelectorAll("[data-shows]"))e.hidden=!e.dataset.shows.split("|").includes(this.view);for(let e of this.root.querySelectorAll("[data-view]"))e.setAttribute("aria-checked",String(e.dataset.view===this.view));if(["plane","event time",
"cluster"].includes(this.view)||(this.series??=new Ct(this.trace)),this.view!=="plane")return this.panels.arrange(this.trace.plan,this.view);!this.side&&this.following.isAsked&&(this.root.dataset.panel??="why"),this.ensurePlane(),this.address.
wantedKey!==""&&this.panel.keys.chooseNamed(this.address.wantedKey),this.address.wantedKey="",this.openTab(this.root.dataset.panel??"plane")}frame(){let{trace:e,labels:n,lookup:r,player:s}=this;this.pointed!==s.position-1&&(this.pointed=-1);
let i=this.pointed>=0?this.pointed:s.stops.spotlight(s.position,s.grain),o=i<0?null:e.event(i),a=s.step,l=a<0?"":e.actorOf(a),p=!["event time","inside","cluster"].includes(this.view)&&o&&"channel"in o?o.channel:"",d=r.channels.get(p)?.target,
c=this.pinned??d??Nr(e,r,a),m=h=>r.isKeyed(h);return{trace:e,labels:n,lookup:r,index:i,fact:o,step:a,actor:l,scene:this.history.at(s.position),position:s.position,task:c,keyed:m(c)?c:Nr(e,r,a,m)||c,pinned:this.pinned!==null,view:this.view,run:this.
series,before:s.stops.back(s.position,s.grain)}}draw(){if(this.width===0)return;let e=this.shown=this.frame(),n=xe(this.root)?.dataset?.task;this.view==="plane"?(this.panel.plane.show(e.position,e.before),this.side.show(e.position,e.before),
this.job.draw(e,this.following.followed),this.following.drawAnswer()):this.panels.draw(e),n&&this.root.querySelector(`[data-task="${n}"]`)?.focus(),Sp(this.parts,e,this.player),Tp(this.parts,e,this.player),this.menu.moved(),this.drawStrip()}drawMotion(e){
if(!this.shown||this.width===0)return;let{from:n,to:r}=this.motion.phase,s={from:n,to:r,t:e};this.view==="plane"?(this.panel.plane.move(s),this.job.move(this.shown,s)):this.view==="event time"?this.panels.move(this.shown,s):this.view==="ins\
ide"&&this.panels.move(this.shown,this.motion.moves?s:{...s,t:1})}drawStrip(){this.scrubber.draw(this.player.position)}get range(){return this.parts.get("range")}sync(){let e=!this.carry.turned&&this.carry.crashes.length===0&&!this.carry.tried;
e&&(this.model.set("position",this.player.position),this.model.set("step",this.player.step)),this.tellTime(),e&&this.syncTimer===0&&(this.syncTimer=window.setTimeout(()=>{this.syncTimer=0,this.model.save_changes(),this.address.write()},qf))}makeKeyframes(){
if(this.history.extendFor(jf),this.history.complete)return;let e=window.setTimeout(()=>this.makeKeyframes(),0);this.cleanups.push(()=>window.clearTimeout(e))}},Gf=0;function Uf(t){return["WatermarkGenerated","WindowAssigned","TimerRegistere\
d"].some(r=>t.kinds.includes(O.indexOf(r)))?"plane":"network"}async function Kf({model:t,el:e}){let n=null,r=0,s=(a,l)=>{let p=e.contains(xe(e));n?.destroy(),n=new yr(a,t,e,l,s),p&&n.root.focus({preventScroll:!0})},i=async()=>{let a=++r,l=performance.now();await vi(t.get("tables")),nn(Gt(t.get("addres\
sed")?location.hash:"").language??t.get("language"));try{let p=await ce(ae(t.get("trace"))),d=t.get("beside"),c=d?new Se(await ce(ae(d))):null;if(a!==r)return;let m=n;s(p,{...Cp,beside:c,view:m?.view??null}),m&&n.setGrain(m.player.grain),performance.
measure("flinksim:load",{start:l})}catch(p){n?.destroy(),n=null;let d=document.createElement("div");d.className="flinksim-widget failed",d.setAttribute("role","alert"),d.textContent=p instanceof Error?p.message:String(p),en(pn,e),e.replaceChildren(
d)}},o={trace:()=>void i(),position:()=>n?.follow("position"),step:()=>n?.follow("step"),view:()=>n?.show(t.get("view")),time_ms:()=>n?.follow("time_ms"),answer:()=>n?.hear("answer"),turned:()=>n?.hear("turned"),goes_on:()=>n?.listenForMore(),
told:()=>n?.hear("told"),language:()=>n?.speak(t.get("language")==="zh"?"zh":"en")};for(let[a,l]of Object.entries(o))t.on(`change:${a}`,l);return await i(),()=>{r++;for(let[a,l]of Object.entries(o))t.off(`change:${a}`,l);n?.destroy()}}var nT={
render:Kf};export{ge as Clock,ut as Followed,wt as Gif,yt as History,ve as Labels,ct as Lookup,xt as Moments,Pe as PlaneRun,Ct as RunSeries,Ee as answerOf,Lr as changesOf,Ni as checkedBookmarks,nT as default,A as fill,vt as journeysIn,wn as knobsOf,Ne as latenessOf,
fn as layersOf,vi as learn,Oe as metricsOf,ce as openTrace,Jr as openingOf,Be as operatorMetrics,Ii as problemOf,Zr as questionAt,ee as sentenceText,nn as speak,u as t,Td as viewJson};
