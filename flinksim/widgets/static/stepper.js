// Built from widgets/src by widgets/build.mjs; sources 03b9e8d26fa27e5121838b786e358e5fe1030a676897aaf0e34a0d30011d917f
var Cn="d79ea3e77ae42f4a";var M=["JobSubmitted","TaskStateChanged","OperatorSetUp","OperatorStateInitialized","OperatorOpened","OperatorFinished","AfterInvokeReached","OperatorClosed","TaskFailed","ExecutionReset","JobStatusChanged","RestartDecided","MailEnqueued","\
MailTaken","DefaultActionSuspended","DefaultActionResumed","TicksSkipped","ProcessingTimeAdvanced","SourceRecordRead","SourceFinished","TimestampAssigned","WatermarkGenerated","SplitStatusChanged","SplitAssigned","SplitReleased","IdlenessCo\
untdownChanged","WatermarkAligned","ElementWritten","BufferQueued","OutputPersisted","ChannelFlushed","BufferSent","BufferArrived","CreditAnnounced","CreditChanged","InputBuffersChanged","ReadingStopped","ReadingResumed","FloatingBuffersCha\
nged","OutputBuffersChanged","BufferSizeAnnounced","BufferConsumed","ElementReceived","ChannelWatermarkChanged","WatermarkIgnored","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","InputEnded","ElementProcessed","Operato\
rInputChanged","LatencyMeasured","RecordFiltered","OperatorWatermarkAdvanced","WatermarkEmitted","StatusEmitted","KeySelected","StateUpdated","StateAppended","StateCleared","OperatorStateUpdated","OperatorStateCleared","TimerRegistered","Ti\
merDeleted","TimerFired","WindowAssigned","WindowsMerged","SharedElementChanged","TriggerEvaluated","TriggerCleared","WindowFired","ElementsEvicted","FiringSkipped","WindowCleared","WindowSkippedAsLate","LateRecordDropped","SideOutputEmitte\
d","ResultWritten"],vt={JobSubmitted:[["plan","plan"]],TaskStateChanged:[["subtask","subtask"],["attempt","count"],["before","choice"],["after","choice"]],OperatorSetUp:[["operator","operator"]],OperatorStateInitialized:[["operator","operat\
or"]],OperatorOpened:[["operator","operator"]],OperatorFinished:[["operator","operator"]],AfterInvokeReached:[["subtask","subtask"]],OperatorClosed:[["operator","operator"]],TaskFailed:[["subtask","subtask"],["operator","operator"],["error",
"text"],["message","text"],["record","text"],["code","text"]],ExecutionReset:[["subtask","subtask"],["attempt","count"]],JobStatusChanged:[["before","choice"],["after","choice"]],RestartDecided:[["subtask","subtask"],["tasks","count"],["del\
ay_ms","timestamp"]],MailEnqueued:[["subtask","subtask"],["mail","text"],["waiting","count"]],MailTaken:[["subtask","subtask"],["mail","text"],["waiting","count"]],DefaultActionSuspended:[["subtask","subtask"],["reason","choice"]],DefaultActionResumed:[
["subtask","subtask"]],TicksSkipped:[["ticks","count"]],ProcessingTimeAdvanced:[["before","timestamp"],["after","timestamp"]],SourceRecordRead:[["operator","operator"],["split","text"],["offset","count"],["value","value"],["timestamp","opti\
onal timestamp"]],SourceFinished:[["operator","operator"]],TimestampAssigned:[["operator","operator"],["before","optional timestamp"],["after","timestamp"]],WatermarkGenerated:[["operator","operator"],["split","text"],["timestamp","timestam\
p"],["by","choice"],["seen","count"],["holds","flag"],["gained","texts"],["lost","texts"]],SplitStatusChanged:[["operator","operator"],["split","text"],["idle","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],SplitAssigned:[["o\
perator","operator"],["split","text"],["lost","texts"]],SplitReleased:[["operator","operator"],["split","text"],["gained","texts"]],IdlenessCountdownChanged:[["operator","operator"],["split","text"],["idle_after","optional timestamp"]],WatermarkAligned:[
["operator","operator"],["group","text"],["reported","optional timestamp"],["allowed","timestamp"],["holds","flag"],["gained","texts"],["lost","texts"]],ElementWritten:[["channel","channel"],["sequence","count"],["element","choice"],["value",
"value"],["timestamp","optional timestamp"],["bytes","count"]],BufferQueued:[["channel","channel"],["queued","count"]],OutputPersisted:[["channel","channel"],["checkpoint","count"],["buffers","count"],["bytes","count"]],ChannelFlushed:[["ch\
annel","channel"]],BufferSent:[["channel","channel"],["bytes","count"],["queued","count"],["backlog","count"],["credit","count"],["on_wire","count"]],BufferArrived:[["channel","channel"],["received","count"],["on_wire","count"]],CreditAnnounced:[
["channel","channel"],["credit","count"],["under_way","count"]],CreditChanged:[["channel","channel"],["before","count"],["after","count"],["under_way","count"]],InputBuffersChanged:[["channel","channel"],["exclusive","count"],["floating","c\
ount"],["required","count"],["unannounced","count"],["waiting","flag"]],ReadingStopped:[["channel","channel"]],ReadingResumed:[["channel","channel"]],FloatingBuffersChanged:[["subtask","subtask"],["free","count"]],OutputBuffersChanged:[["su\
btask","subtask"],["in_use","count"]],BufferSizeAnnounced:[["subtask","subtask"],["input","count"],["bytes","count"],["throughput","count"],["buffers","count"]],BufferConsumed:[["channel","channel"],["received","count"],["queued","count"],[
"bytes","count"]],ElementReceived:[["subtask","subtask"],["channel","channel"],["sequence","count"],["element","choice"],["value","value"],["timestamp","optional timestamp"]],ChannelWatermarkChanged:[["channel","channel"],["before","timesta\
mp"],["after","timestamp"],["aligned","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],WatermarkIgnored:[["channel","channel"],["timestamp","timestamp"],["reason","choice"]],ChannelStatusChanged:[["channel","channel"],["idle","\
flag"],["aligned","flag"],["holds","flag"],["gained","texts"],["lost","texts"]],InputWatermarkAdvanced:[["subtask","subtask"],["input","count"],["before","timestamp"],["after","timestamp"],["held_by","texts"]],InputStatusChanged:[["subtask",
"subtask"],["input","count"],["idle","flag"]],InputEnded:[["subtask","subtask"],["input","count"]],ElementProcessed:[["operator","operator"],["element","choice"],["value","value"],["timestamp","optional timestamp"]],OperatorInputChanged:[["\
operator","operator"],["input","count"],["other","count"],["watermark","timestamp"],["idle","flag"],["holds","flag"],["other_holds","flag"]],LatencyMeasured:[["operator","operator"],["source","operator"],["latency","count"]],RecordFiltered:[
["operator","operator"]],OperatorWatermarkAdvanced:[["operator","operator"],["before","timestamp"],["after","timestamp"]],WatermarkEmitted:[["operator","operator"],["timestamp","timestamp"]],StatusEmitted:[["operator","operator"],["idle","f\
lag"]],KeySelected:[["operator","operator"],["key","value"],["key_group","count"]],StateUpdated:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"]],StateAppended:[["operat\
or","operator"],["state","text"],["key","value"],["namespace","value"],["value","value"],["key_group","count"]],StateCleared:[["operator","operator"],["state","text"],["key","value"],["namespace","value"],["key_group","count"]],OperatorStateUpdated:[
["operator","operator"],["state","text"],["value","value"]],OperatorStateCleared:[["operator","operator"],["state","text"]],TimerRegistered:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","tim\
estamp"]],TimerDeleted:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp","timestamp"]],TimerFired:[["operator","operator"],["domain","choice"],["key","value"],["namespace","value"],["timestamp",
"timestamp"]],WindowAssigned:[["operator","operator"],["key","value"],["window","value"],["value","value"],["timestamp","optional timestamp"],["count","count"],["state_window","value"]],WindowsMerged:[["operator","operator"],["key","value"],
["value","value"],["window","value"],["merged","value"],["result","value"],["count","count"],["state_window","value"]],SharedElementChanged:[["operator","operator"],["key","value"],["window","value"],["others","value"],["before","value"],["\
after","value"]],TriggerEvaluated:[["operator","operator"],["key","value"],["window","value"],["callback","choice"],["result","choice"]],TriggerCleared:[["operator","operator"],["key","value"],["window","value"]],WindowFired:[["operator","o\
perator"],["key","value"],["window","value"],["kind","choice"],["clock","choice"],["count","count"],["contents","value"],["watermark","timestamp"]],ElementsEvicted:[["operator","operator"],["key","value"],["window","value"],["evicted","coun\
t"],["count","count"],["state_window","value"],["contents","value"],["key_group","count"]],FiringSkipped:[["operator","operator"],["key","value"],["window","value"],["reason","choice"]],WindowCleared:[["operator","operator"],["key","value"],
["window","value"],["reason","choice"],["state_window","value"]],WindowSkippedAsLate:[["operator","operator"],["key","value"],["window","value"],["cleanup_time","timestamp"],["watermark","timestamp"]],LateRecordDropped:[["operator","operato\
r"],["key","value"],["value","value"],["timestamp","optional timestamp"],["windows","value"],["cleanup_time","optional timestamp"],["watermark","timestamp"],["side_output","flag"]],SideOutputEmitted:[["operator","operator"],["tag","text"],[
"value","value"],["timestamp","optional timestamp"]],ResultWritten:[["operator","operator"],["text","text"],["value","value"],["timestamp","optional timestamp"]]},Dr=[(n,e)=>({type:"JobSubmitted",plan:n.plan(0,e)}),(n,e)=>({type:"TaskStateC\
hanged",subtask:n.text(0,e),attempt:n.count(1,e),before:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING","FINISHED","CANCELING","CANCELED","FAILED"][n.count(2,e)],after:["CREATED","SCHEDULED","DEPLOYING","INITIALIZING","RUNNING",
"FINISHED","CANCELING","CANCELED","FAILED"][n.count(3,e)]}),(n,e)=>({type:"OperatorSetUp",operator:n.text(0,e)}),(n,e)=>({type:"OperatorStateInitialized",operator:n.text(0,e)}),(n,e)=>({type:"OperatorOpened",operator:n.text(0,e)}),(n,e)=>({
type:"OperatorFinished",operator:n.text(0,e)}),(n,e)=>({type:"AfterInvokeReached",subtask:n.text(0,e)}),(n,e)=>({type:"OperatorClosed",operator:n.text(0,e)}),(n,e)=>({type:"TaskFailed",subtask:n.text(0,e),operator:n.text(1,e),error:n.text(2,
e),message:n.text(3,e),record:n.text(4,e),code:n.text(5,e)}),(n,e)=>({type:"ExecutionReset",subtask:n.text(0,e),attempt:n.count(1,e)}),(n,e)=>({type:"JobStatusChanged",before:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHE\
D","CANCELED","FAILED"][n.count(0,e)],after:["CREATED","RUNNING","RESTARTING","FAILING","CANCELLING","FINISHED","CANCELED","FAILED"][n.count(1,e)]}),(n,e)=>({type:"RestartDecided",subtask:n.text(0,e),tasks:n.count(1,e),delay_ms:n.timestamp(
2,e)}),(n,e)=>({type:"MailEnqueued",subtask:n.text(0,e),mail:n.text(1,e),waiting:n.count(2,e)}),(n,e)=>({type:"MailTaken",subtask:n.text(0,e),mail:n.text(1,e),waiting:n.count(2,e)}),(n,e)=>({type:"DefaultActionSuspended",subtask:n.text(0,e),
reason:["no input","no output buffer","busy","blocked"][n.count(1,e)]}),(n,e)=>({type:"DefaultActionResumed",subtask:n.text(0,e)}),(n,e)=>({type:"TicksSkipped",ticks:n.count(0,e)}),(n,e)=>({type:"ProcessingTimeAdvanced",before:n.timestamp(0,
e),after:n.timestamp(1,e)}),(n,e)=>({type:"SourceRecordRead",operator:n.text(0,e),split:n.text(1,e),offset:n.count(2,e),value:n.value(3,e),timestamp:n.optionalTimestamp(4,e)}),(n,e)=>({type:"SourceFinished",operator:n.text(0,e)}),(n,e)=>({type:"\
TimestampAssigned",operator:n.text(0,e),before:n.optionalTimestamp(1,e),after:n.timestamp(2,e)}),(n,e)=>({type:"WatermarkGenerated",operator:n.text(0,e),split:n.text(1,e),timestamp:n.timestamp(2,e),by:["record","tick","mark"][n.count(3,e)],
seen:n.count(4,e),holds:n.flag(5,e),gained:n.textsOf(6,e),lost:n.textsOf(7,e)}),(n,e)=>({type:"SplitStatusChanged",operator:n.text(0,e),split:n.text(1,e),idle:n.flag(2,e),holds:n.flag(3,e),gained:n.textsOf(4,e),lost:n.textsOf(5,e)}),(n,e)=>({
type:"SplitAssigned",operator:n.text(0,e),split:n.text(1,e),lost:n.textsOf(2,e)}),(n,e)=>({type:"SplitReleased",operator:n.text(0,e),split:n.text(1,e),gained:n.textsOf(2,e)}),(n,e)=>({type:"IdlenessCountdownChanged",operator:n.text(0,e),split:n.
text(1,e),idle_after:n.optionalTimestamp(2,e)}),(n,e)=>({type:"WatermarkAligned",operator:n.text(0,e),group:n.text(1,e),reported:n.optionalTimestamp(2,e),allowed:n.timestamp(3,e),holds:n.flag(4,e),gained:n.textsOf(5,e),lost:n.textsOf(6,e)}),
(n,e)=>({type:"ElementWritten",channel:n.text(0,e),sequence:n.count(1,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","latency"][n.count(2,e)],value:n.value(3,e),timestamp:n.optionalTimestamp(4,e),bytes:n.
count(5,e)}),(n,e)=>({type:"BufferQueued",channel:n.text(0,e),queued:n.count(1,e)}),(n,e)=>({type:"OutputPersisted",channel:n.text(0,e),checkpoint:n.count(1,e),buffers:n.count(2,e),bytes:n.count(3,e)}),(n,e)=>({type:"ChannelFlushed",channel:n.
text(0,e)}),(n,e)=>({type:"BufferSent",channel:n.text(0,e),bytes:n.count(1,e),queued:n.count(2,e),backlog:n.count(3,e),credit:n.count(4,e),on_wire:n.count(5,e)}),(n,e)=>({type:"BufferArrived",channel:n.text(0,e),received:n.count(1,e),on_wire:n.
count(2,e)}),(n,e)=>({type:"CreditAnnounced",channel:n.text(0,e),credit:n.count(1,e),under_way:n.count(2,e)}),(n,e)=>({type:"CreditChanged",channel:n.text(0,e),before:n.count(1,e),after:n.count(2,e),under_way:n.count(3,e)}),(n,e)=>({type:"I\
nputBuffersChanged",channel:n.text(0,e),exclusive:n.count(1,e),floating:n.count(2,e),required:n.count(3,e),unannounced:n.count(4,e),waiting:n.flag(5,e)}),(n,e)=>({type:"ReadingStopped",channel:n.text(0,e)}),(n,e)=>({type:"ReadingResumed",channel:n.
text(0,e)}),(n,e)=>({type:"FloatingBuffersChanged",subtask:n.text(0,e),free:n.count(1,e)}),(n,e)=>({type:"OutputBuffersChanged",subtask:n.text(0,e),in_use:n.count(1,e)}),(n,e)=>({type:"BufferSizeAnnounced",subtask:n.text(0,e),input:n.count(
1,e),bytes:n.count(2,e),throughput:n.count(3,e),buffers:n.count(4,e)}),(n,e)=>({type:"BufferConsumed",channel:n.text(0,e),received:n.count(1,e),queued:n.count(2,e),bytes:n.count(3,e)}),(n,e)=>({type:"ElementReceived",subtask:n.text(0,e),channel:n.
text(1,e),sequence:n.count(2,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","latency"][n.count(3,e)],value:n.value(4,e),timestamp:n.optionalTimestamp(5,e)}),(n,e)=>({type:"ChannelWatermarkChanged",channel:n.
text(0,e),before:n.timestamp(1,e),after:n.timestamp(2,e),aligned:n.flag(3,e),holds:n.flag(4,e),gained:n.textsOf(5,e),lost:n.textsOf(6,e)}),(n,e)=>({type:"WatermarkIgnored",channel:n.text(0,e),timestamp:n.timestamp(1,e),reason:["channel is i\
dle","not greater than before"][n.count(2,e)]}),(n,e)=>({type:"ChannelStatusChanged",channel:n.text(0,e),idle:n.flag(1,e),aligned:n.flag(2,e),holds:n.flag(3,e),gained:n.textsOf(4,e),lost:n.textsOf(5,e)}),(n,e)=>({type:"InputWatermarkAdvance\
d",subtask:n.text(0,e),input:n.count(1,e),before:n.timestamp(2,e),after:n.timestamp(3,e),held_by:n.textsOf(4,e)}),(n,e)=>({type:"InputStatusChanged",subtask:n.text(0,e),input:n.count(1,e),idle:n.flag(2,e)}),(n,e)=>({type:"InputEnded",subtask:n.
text(0,e),input:n.count(1,e)}),(n,e)=>({type:"ElementProcessed",operator:n.text(0,e),element:["record","watermark","idle","active","endOfData","endOfPartition","barrier","latency"][n.count(1,e)],value:n.value(2,e),timestamp:n.optionalTimestamp(
3,e)}),(n,e)=>({type:"OperatorInputChanged",operator:n.text(0,e),input:n.count(1,e),other:n.count(2,e),watermark:n.timestamp(3,e),idle:n.flag(4,e),holds:n.flag(5,e),other_holds:n.flag(6,e)}),(n,e)=>({type:"LatencyMeasured",operator:n.text(0,
e),source:n.text(1,e),latency:n.count(2,e)}),(n,e)=>({type:"RecordFiltered",operator:n.text(0,e)}),(n,e)=>({type:"OperatorWatermarkAdvanced",operator:n.text(0,e),before:n.timestamp(1,e),after:n.timestamp(2,e)}),(n,e)=>({type:"WatermarkEmitt\
ed",operator:n.text(0,e),timestamp:n.timestamp(1,e)}),(n,e)=>({type:"StatusEmitted",operator:n.text(0,e),idle:n.flag(1,e)}),(n,e)=>({type:"KeySelected",operator:n.text(0,e),key:n.value(1,e),key_group:n.count(2,e)}),(n,e)=>({type:"StateUpdat\
ed",operator:n.text(0,e),state:n.text(1,e),key:n.value(2,e),namespace:n.value(3,e),value:n.value(4,e),key_group:n.count(5,e)}),(n,e)=>({type:"StateAppended",operator:n.text(0,e),state:n.text(1,e),key:n.value(2,e),namespace:n.value(3,e),value:n.
value(4,e),key_group:n.count(5,e)}),(n,e)=>({type:"StateCleared",operator:n.text(0,e),state:n.text(1,e),key:n.value(2,e),namespace:n.value(3,e),key_group:n.count(4,e)}),(n,e)=>({type:"OperatorStateUpdated",operator:n.text(0,e),state:n.text(
1,e),value:n.value(2,e)}),(n,e)=>({type:"OperatorStateCleared",operator:n.text(0,e),state:n.text(1,e)}),(n,e)=>({type:"TimerRegistered",operator:n.text(0,e),domain:["event","processing"][n.count(1,e)],key:n.value(2,e),namespace:n.value(3,e),
timestamp:n.timestamp(4,e)}),(n,e)=>({type:"TimerDeleted",operator:n.text(0,e),domain:["event","processing"][n.count(1,e)],key:n.value(2,e),namespace:n.value(3,e),timestamp:n.timestamp(4,e)}),(n,e)=>({type:"TimerFired",operator:n.text(0,e),
domain:["event","processing"][n.count(1,e)],key:n.value(2,e),namespace:n.value(3,e),timestamp:n.timestamp(4,e)}),(n,e)=>({type:"WindowAssigned",operator:n.text(0,e),key:n.value(1,e),window:n.value(2,e),value:n.value(3,e),timestamp:n.optionalTimestamp(
4,e),count:n.count(5,e),state_window:n.value(6,e)}),(n,e)=>({type:"WindowsMerged",operator:n.text(0,e),key:n.value(1,e),value:n.value(2,e),window:n.value(3,e),merged:n.value(4,e),result:n.value(5,e),count:n.count(6,e),state_window:n.value(7,
e)}),(n,e)=>({type:"SharedElementChanged",operator:n.text(0,e),key:n.value(1,e),window:n.value(2,e),others:n.value(3,e),before:n.value(4,e),after:n.value(5,e)}),(n,e)=>({type:"TriggerEvaluated",operator:n.text(0,e),key:n.value(1,e),window:n.
value(2,e),callback:["onElement","onEventTime","onProcessingTime","onMerge"][n.count(3,e)],result:["CONTINUE","FIRE","PURGE","FIRE_AND_PURGE"][n.count(4,e)]}),(n,e)=>({type:"TriggerCleared",operator:n.text(0,e),key:n.value(1,e),window:n.value(
2,e)}),(n,e)=>({type:"WindowFired",operator:n.text(0,e),key:n.value(1,e),window:n.value(2,e),kind:["early","on time","late"][n.count(3,e)],clock:["watermark","processing time","count","record","end of input"][n.count(4,e)],count:n.count(5,e),
contents:n.value(6,e),watermark:n.timestamp(7,e)}),(n,e)=>({type:"ElementsEvicted",operator:n.text(0,e),key:n.value(1,e),window:n.value(2,e),evicted:n.count(3,e),count:n.count(4,e),state_window:n.value(5,e),contents:n.value(6,e),key_group:n.
count(7,e)}),(n,e)=>({type:"FiringSkipped",operator:n.text(0,e),key:n.value(1,e),window:n.value(2,e),reason:["empty contents","no state window"][n.count(3,e)]}),(n,e)=>({type:"WindowCleared",operator:n.text(0,e),key:n.value(1,e),window:n.value(
2,e),reason:["purged","cleanup"][n.count(3,e)],state_window:n.value(4,e)}),(n,e)=>({type:"WindowSkippedAsLate",operator:n.text(0,e),key:n.value(1,e),window:n.value(2,e),cleanup_time:n.timestamp(3,e),watermark:n.timestamp(4,e)}),(n,e)=>({type:"\
LateRecordDropped",operator:n.text(0,e),key:n.value(1,e),value:n.value(2,e),timestamp:n.optionalTimestamp(3,e),windows:n.value(4,e),cleanup_time:n.optionalTimestamp(5,e),watermark:n.timestamp(6,e),side_output:n.flag(7,e)}),(n,e)=>({type:"Si\
deOutputEmitted",operator:n.text(0,e),tag:n.text(1,e),value:n.value(2,e),timestamp:n.optionalTimestamp(3,e)}),(n,e)=>({type:"ResultWritten",operator:n.text(0,e),text:n.text(1,e),value:n.value(2,e),timestamp:n.optionalTimestamp(3,e)})],zr={JobSubmitted:[
["","The job {plan} is submitted; nothing has run yet."]],TaskStateChanged:[["after=RUNNING","{subtask} is running."],["after=FINISHED","{subtask} has finished."],["","{subtask} goes from {before} to {after}."]],OperatorSetUp:[["","{operato\
r} is set up; a chain is, from its tail to its head."]],OperatorStateInitialized:[["","{operator} is given its state, and will be opened next."]],OperatorOpened:[["","{operator} is opened; a chain opens from its tail to its head."]],OperatorFinished:[
["","{operator} is told that its input has ended."]],AfterInvokeReached:[["","{subtask} has nothing left to do but to close its operators."]],OperatorClosed:[["","{operator} is closed; a chain closes from its tail to its head."]],TaskFailed:[
["","{subtask} fails with {error:firing}: {message}"]],ExecutionReset:[["","{subtask} begins anew: attempt {attempt}, counted from 0."]],JobStatusChanged:[["after=FINISHED","The job ends: {after}."],["after=FAILED","The job ends: {after}."],
["after=CANCELED","The job ends: {after}."],["","The job goes from {before} to {after}."]],RestartDecided:[["","{subtask} has failed: {tasks} {tasks|task|tasks} will be cancelled and run again after {delay_ms} ms."]],MailEnqueued:[["waiting\
=1","The mail “{mail}” is put into the mailbox of {subtask}."],["","The mail “{mail}” is put into the mailbox of {subtask}; {waiting} wait there now."]],MailTaken:[["waiting=0","{subtask} takes the mail “{mail}” and runs it; its mai\
lbox is empty now."],["","{subtask} takes the mail “{mail}” and runs it; {waiting} more still {waiting|waits|wait}."]],DefaultActionSuspended:[["reason=no input","{subtask} finds no input and waits."],["reason=no output buffer","{subtas\
k} has {reason:firing}, so it stops reading: this is backpressure."],["reason=blocked","{subtask} is {reason:firing} in the middle of an element, for no output buffer is left: this is hard backpressure."],["","{subtask} is busy and reads no\
thing for now."]],DefaultActionResumed:[["","{subtask} goes on reading its input."]],TicksSkipped:[["","{ticks} ticks of watermark generators go by and bring nothing new."]],ProcessingTimeAdvanced:[["","Processing time moves from {before} t\
o {after}."]],SourceRecordRead:[["split=","{operator} reads record {offset}: {value:record}."],["","{operator} reads record {offset} of split {split}: {value:record}."]],SourceFinished:[["","{operator} has no more records."]],TimestampAssigned:[
["after=MIN","{operator} has no timestamp for the record: {after:record} stands for none."],["before=none","{operator} gives the record the timestamp {after:record}."],["before=MIN","{operator} gives the record the timestamp {after:record}."],
["","{operator} gives the record the timestamp {after:record} instead of {before}."]],WatermarkGenerated:[["split= & timestamp=MAX","{operator} generates its last watermark, {timestamp:watermark}: nothing can follow."],["split=","{operator}\
 generates the watermark {timestamp:watermark}."],["holds=true","{operator} generates the watermark {timestamp:watermark} for split {split}, which holds the source back."],["","{operator} generates the watermark {timestamp:watermark} for sp\
lit {split}."]],SplitStatusChanged:[["idle=true","Split {split} of {operator} has gone quiet: it is idle now and holds nothing back."],["","Split {split} of {operator} is active again and counts for the watermark."]],SplitAssigned:[["","{op\
erator} gets split {split} to read, whose watermark is not known yet."]],SplitReleased:[["","{operator} has read split {split} to its end: it counts no more."]],IdlenessCountdownChanged:[["idle_after=none","A record has come, so {operator} \
does not wait for idleness any more."],["split=","{operator} has seen no record since it was asked last: it is idle if none comes up to {idle_after:timer}."],["","{operator} has seen no record of split {split} since it was asked last: the s\
plit is idle if none comes up to {idle_after:timer}."]],WatermarkAligned:[["reported=none","{operator} has no watermark to tell its group {group}; it may go on to {allowed:watermark}."],["holds=true","{operator} tells its group {group} the \
watermark {reported:watermark}, the least of all; it may go on to {allowed:watermark}."],["","{operator} tells its group {group} the watermark {reported:watermark}; it may go on to {allowed:watermark}."]],ElementWritten:[["element=record","\
The record {value:record} is written to {channel}."],["element=watermark","The watermark {timestamp:watermark} is written to {channel}."],["element=idle","The status IDLE is written to {channel}."],["element=active","The status ACTIVE is wr\
itten to {channel}."],["element=endOfData","The end of the data is written to {channel}."],["element=endOfPartition","The end of all is written to {channel}."],["element=barrier","A checkpoint barrier is written to {channel}."],["","A laten\
cy marker is written to {channel}."]],BufferQueued:[["queued=1","A buffer waits to be sent on {channel}: {queued:buffer} in the queue."],["","One more buffer waits to be sent on {channel}: {queued:buffer} in the queue."]],OutputPersisted:[[
"","The barrier of checkpoint {checkpoint} overtakes {buffers:buffer} {buffers|buffer|buffers} of {channel} with {bytes} {bytes|byte|bytes}, which {buffers|goes|go} into the checkpoint."]],ChannelFlushed:[["","What stands in the open buffer\
 of {channel} may be sent now."]],BufferSent:[["channel:flow=before credits","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}."],["credit=0","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; there is no\
 credit for another."],["","A buffer of {bytes:buffer} {bytes|byte|bytes} is sent on {channel}; credit for {credit:buffer} more is left."]],BufferArrived:[["received=1","A buffer arrives on {channel}."],["","A buffer arrives on {channel}; {\
received:buffer} wait there to be read."]],CreditAnnounced:[["","The receiver of {channel} promises room for {credit:buffer} more {credit|buffer|buffers}."]],CreditChanged:[["","The sender of {channel} learns of new credit: {before} becomes\
 {after:buffer}."]],InputBuffersChanged:[["waiting=true","Empty buffers for {channel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all, and waits for a floating one."],["","Empty buffers for {chan\
nel}: {exclusive:buffer} exclusive, {floating:buffer} floating; it wants {required:buffer} in all."]],ReadingStopped:[["","No buffer is left for what came in on {channel}, so the whole connection is not read any more."]],ReadingResumed:[["",
"A buffer came free for {channel}, so its connection is read again."]],FloatingBuffersChanged:[["","{subtask} has {free:buffer} floating {free|buffer|buffers} free."]],OutputBuffersChanged:[["","{subtask} has {in_use:buffer} output {in_use|\
buffer|buffers} in use."]],BufferSizeAnnounced:[["","{subtask} reads {throughput} {throughput|byte|bytes} a second and has {buffers:buffer} {buffers|buffer|buffers}, so it asks for buffers of {bytes:buffer} {bytes|byte|bytes}."]],BufferConsumed:[
["","A buffer of {channel} is opened and read."]],ElementReceived:[["element=record","{subtask} reads the record {value:record} from {channel:short}."],["element=watermark","{subtask} reads the watermark {timestamp:watermark} from {channel:\
short}."],["element=idle","{subtask} reads the status IDLE from {channel:short}."],["element=active","{subtask} reads the status ACTIVE from {channel:short}."],["element=endOfData","{subtask} reads the end of the data of {channel:short}."],
["element=endOfPartition","{subtask} reads the end of all from {channel:short}."],["element=barrier","{subtask} reads a checkpoint barrier from {channel:short}."],["","{subtask} reads a latency marker from {channel:short}."]],ChannelWatermarkChanged:[
["aligned=false","The watermark of {channel} rises from {before} to {after:watermark}; it lags behind the task and does not count yet."],["","The watermark of {channel} rises from {before} to {after:watermark}."]],WatermarkIgnored:[["reason\
=channel is idle","The watermark {timestamp:watermark} of {channel} changes nothing: the channel is idle."],["","The watermark {timestamp:watermark} of {channel} changes nothing: it is not greater than the one before."]],ChannelStatusChanged:[
["idle=true","{channel} is idle now, and is not counted for the watermark."],["aligned=false","{channel} is active again, but lags behind: it is not counted until it catches up."],["","{channel} is active again and counts for the watermark."]],
InputWatermarkAdvanced:[["after=MAX","Every channel is at its end, so the watermark at the {input:side} of {subtask} becomes {after:watermark}."],["held_by=","All channels are idle, so the greatest watermark counts: that at the {input:side}\
 of {subtask} goes from {before} to {after:watermark}."],["","The watermark at the {input:side} of {subtask} goes from {before} to {after:watermark}: {held_by} {held_by:number|has|have} the least now."]],InputStatusChanged:[["idle=true","Al\
l channels at the {input:side} of {subtask} are idle, so it is idle."],["","A channel at the {input:side} of {subtask} is active again, so it is active."]],InputEnded:[["","{subtask} learns that no more records come into its {input:side}."]],
ElementProcessed:[["element=record","{operator} is handed the record {value:record}."],["element=watermark","{operator} is handed the watermark {timestamp:watermark}."],["element=idle","{operator} is handed the status IDLE."],["element=acti\
ve","{operator} is handed the status ACTIVE."],["element=endOfData","{operator} is handed the end of the data."],["element=endOfPartition","{operator} is handed the end of all."],["element=barrier","{operator} is handed a checkpoint barrier\
."],["","{operator} is handed a latency marker."]],OperatorInputChanged:[["idle=true","The {input:side} of {operator} is idle now and holds nothing back."],["holds=true","The {input:side} of {operator} is at {watermark:watermark}, and holds\
 it back there."],["","The {input:side} of {operator} is at {watermark:watermark}; the other one is behind it."]],LatencyMeasured:[["","{operator} measures a latency of {latency:timer} ms from {source} to here."]],RecordFiltered:[["","{oper\
ator} lets the record drop: its condition does not hold."]],OperatorWatermarkAdvanced:[["after=MAX","The event-time clock of {operator} goes from {before} to {after:watermark}: all its timers are due."],["","The event-time clock of {operato\
r} goes from {before} to {after:watermark}; timers up to there are due."]],WatermarkEmitted:[["timestamp=MAX","{operator} hands its last watermark, {timestamp:watermark}, on: no record can follow."],["","{operator} hands the watermark {time\
stamp:watermark} on."]],StatusEmitted:[["idle=true","{operator} tells what comes after it that it is idle."],["","{operator} tells what comes after it that it is active."]],KeySelected:[["","The key is {key:timer} now, which belongs to key \
group {key_group}."]],StateUpdated:[["namespace=","The state “{state}” of key {key:timer} holds {value:record} now."],["","The state “{state}” of key {key:timer} in {namespace:pane} holds {value:record} now."]],StateAppended:[["name\
space=","The list “{state}” of key {key:timer} gets {value:record} at its end."],["","The list “{state}” of key {key:timer} in {namespace:pane} gets {value:record} at its end."]],StateCleared:[["namespace=","The state “{state}” of k\
ey {key:timer} is cleared."],["","The state “{state}” of key {key:timer} in {namespace:pane} is cleared."]],OperatorStateUpdated:[["","The state “{state}” of {operator} holds {value:record} now."]],OperatorStateCleared:[["","The sta\
te “{state}” of {operator} is empty now."]],TimerRegistered:[["domain=event","{operator} registers an event-time timer for key {key:timer} at {timestamp:timer}."],["","{operator} registers a processing-time timer for key {key:timer} at \
{timestamp:timer}."]],TimerDeleted:[["","{operator} deletes its timer for key {key:timer} at {timestamp:timer}."]],TimerFired:[["domain=event & timestamp=MAX","The watermark is {timestamp:timer}, so the timer of key {key:timer} in {operator\
} fires."],["domain=event","The watermark has passed {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."],["","The clock has reached {timestamp:timer}, so the timer of key {key:timer} in {operator} fires."]],WindowAssigned:[
["count=1","The record goes into {window:pane} of key {key:timer}: a new pane, with {count:pane} element."],["","The record goes into {window:pane} of key {key:timer}; its pane holds {count:pane} elements now."]],WindowsMerged:[["window=nul\
l","{merged:pane} of key {key:timer} become one window, {result:pane}."],["","The record {value:record} of key {key:timer} has the window {window:pane}, which meets {merged:pane}: they become one, {result:pane}."]],SharedElementChanged:[["",
"The aggregate of {window:pane} sets a field of its first element: {before:value} is {after:value} now. The same object is in {others:pane} of key {key:timer}, so it changes there, too."]],TriggerEvaluated:[["result=CONTINUE","The trigger o\
f {window:pane} is asked, and says: not yet."],["","The trigger of {window:pane} is asked, and says {result:firing}."]],TriggerCleared:[["","The trigger forgets what it kept for {window:pane} of key {key:timer}."]],WindowFired:[["clock=wate\
rmark & window:bounds=none","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=watermark & kind=early","The watermark is {watermark:watermark}, so {wind\
ow:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=watermark & kind=late","The watermark is {watermark:watermark}, so {window:pane} of key {key:timer} fires again ({kind:\
firing}), with {count:firing} {count|element|elements}."],["clock=watermark","The watermark {watermark:watermark} has reached the end of {window:pane}, so the pane of key {key:timer} fires with {count:firing} {count|element|elements}."],["c\
lock=processing time & window:bounds=none","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=processing time & kind=early","Processing time has gone on, so {windo\
w:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=processing time & kind=late","Processing time has gone on, so {window:pane} of key {key:timer} fires again ({kind:firing\
}), with {count:firing} {count|element|elements}."],["clock=processing time","Processing time has gone on, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=count & window:bounds=none","The co\
unt is full, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=count & kind=early","The count is full, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firi\
ng} {count|element|elements}."],["clock=count & kind=late","The count is full, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=count","The count is full, so {window:pa\
ne} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=record & window:bounds=none","A record has come, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=record &\
 kind=early","A record has come, so {window:pane} of key {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=record & kind=late","A record has come late, but not too late, so {window:pane\
} of key {key:timer} fires again ({kind:firing}), with {count:firing} {count|element|elements}."],["clock=record","A record has come late, but not too late, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elemen\
ts}."],["clock=end of input & window:bounds=none","The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."],["clock=end of input & kind=early","The input has ended, so {window:pane} of k\
ey {key:timer} fires {kind:firing}, before its end, with {count:firing} {count|element|elements}."],["clock=end of input & kind=late","The input has ended, so {window:pane} of key {key:timer} fires again ({kind:firing}), with {count:firing}\
 {count|element|elements}."],["","The input has ended, so {window:pane} of key {key:timer} fires with {count:firing} {count|element|elements}."]],ElementsEvicted:[["","The evictor takes {evicted:pane} {evicted|element|elements} out of {wind\
ow:pane} of key {key:timer}; {count:pane} {count|is|are} left."]],FiringSkipped:[["reason=empty contents","The trigger fires, but the pane {window:pane} of key {key:timer} is empty: nothing comes out."],["","The timer's window {window:pane}\
 of key {key:timer} is not there any more: nothing comes out."]],WindowCleared:[["reason=purged","The contents of {window:pane} of key {key:timer} are purged."],["","The time of {window:pane} of key {key:timer} is over: its pane is removed."]],
WindowSkippedAsLate:[["","The record belongs to {window:pane}, but that window is gone: the watermark {watermark:watermark} is at or past its cleanup time {cleanup_time:timer}."]],LateRecordDropped:[["cleanup_time=none","The record {value:r\
ecord} with timestamp {timestamp:firing} comes too late and {side_output|goes to the late side output|is dropped}: the watermark is already {watermark:watermark}."],["","The record {value:record} with timestamp {timestamp:firing} comes too \
late and {side_output|goes to the late side output|is dropped}: its {windows:number|window|windows} {windows:pane} {windows:number|was|were} over at {cleanup_time:timer}, and the watermark is already {watermark:watermark}."]],SideOutputEmitted:[
["","{operator} sends the record {value:record} to the side output “{tag}”."]],ResultWritten:[["","{operator} writes the result {text:record}."]]},xt={record:"a record that enters a source or a task",watermark:"a watermark that is gener\
ated, or that a task's input reaches",firing:"a window that fires, or a timer where there are no windows"},ge={failure:["a task fails","{n} tasks fail"],start:["the job starts",""],end:["the job ends",""],late:["a record is late","{n} recor\
ds are late"],firing:["a window or timer fires","{n} fire"],merge:["sessions merge","sessions merge {n} times"],idle:["something goes idle, or comes back","the status of {n} changes"],minimum:["a minimum moves","a minimum moves in {n} tasks"],
fill:["a record goes into a pane","{n} records go into panes"],state:["state changes","{n} records change state"],"held up":["a task is held up","{n} times a task is held up"],result:["a result comes out","{n} results come out"],read:["a re\
cord is read","{n} records are read"]},pe=[{kind:"TaskFailed",when:"",grain:"story",stop:"",moment:"failure",counted:null},{kind:"JobSubmitted",when:"",grain:"story",stop:"",moment:"start",counted:null},{kind:"RestartDecided",when:"",grain:"\
story",stop:"",moment:"failure",counted:null},{kind:"JobStatusChanged",when:"before=CREATED",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RUNNING",grain:"story",stop:"",moment:"start",counted:null},
{kind:"JobStatusChanged",when:"after=FAILING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"after=RESTARTING",grain:"event time",stop:"",moment:"",counted:null},{kind:"JobStatusChanged",when:"",grain:"sto\
ry",stop:"",moment:"end",counted:null},{kind:"ExecutionReset",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"WindowFired",when:"",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"LateRecordDropped",when:"",
grain:"story",stop:"",moment:"late",counted:null},{kind:"TimerFired",when:"namespace=",grain:"story",stop:"firing",moment:"firing",counted:null},{kind:"TimerFired",when:"",grain:"event time",stop:"firing",moment:"",counted:["timer fired","t\
imers fired"]},{kind:"ResultWritten",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"SideOutputEmitted",when:"",grain:"story",stop:"",moment:"result",counted:null},{kind:"InputWatermarkAdvanced",when:"",grain:"event time",
stop:"watermark",moment:"minimum",counted:["move of a task's watermark","moves of tasks' watermarks"]},{kind:"InputStatusChanged",when:"",grain:"story",stop:"",moment:"idle",counted:null},{kind:"WindowsMerged",when:"merged:number=1",grain:"\
story",stop:"",moment:"fill",counted:null},{kind:"WindowsMerged",when:"",grain:"story",stop:"",moment:"merge",counted:null},{kind:"FiringSkipped",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"SharedElementChanged",when:"",grain:"\
story",stop:"",moment:"",counted:null},{kind:"ElementsEvicted",when:"",grain:"story",stop:"",moment:"",counted:null},{kind:"WindowAssigned",when:"",grain:"records",stop:"",moment:"fill",counted:["put into a window","put into windows"]},{kind:"\
RecordFiltered",when:"",grain:"records",stop:"",moment:"",counted:["filtered out","filtered out"]},{kind:"WatermarkGenerated",when:"",grain:"event time",stop:"watermark",moment:"",counted:["watermark generated","watermarks generated"]},{kind:"\
SplitStatusChanged",when:"",grain:"story",stop:"",moment:"idle",counted:null},{kind:"ChannelWatermarkChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"ChannelStatusChanged",when:"",grain:"event time",stop:"",moment:"",
counted:null},{kind:"WatermarkIgnored",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"OperatorInputChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"StateUpdated",when:"namespace=",grain:"records",
stop:"",moment:"state",counted:null},{kind:"StateUpdated",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateAppended",when:"namespace=",grain:"records",stop:"",moment:"state",counted:null},{kind:"StateAppended",when:"",grain:"\
records",stop:"",moment:"",counted:null},{kind:"OperatorStateUpdated",when:"",grain:"records",stop:"",moment:"state",counted:null},{kind:"DefaultActionSuspended",when:"reason=no output buffer",grain:"event time",stop:"",moment:"held up",counted:null},
{kind:"DefaultActionSuspended",when:"reason=blocked",grain:"event time",stop:"",moment:"held up",counted:null},{kind:"DefaultActionSuspended",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"SourceRecordRead",when:"",grain:"\
records",stop:"record",moment:"read",counted:["record read","records read"]},{kind:"SourceFinished",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"TaskStateChanged",when:"after=FINISHED",grain:"event time",stop:"",moment:"",
counted:null},{kind:"TaskStateChanged",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"MailTaken",when:"",grain:"everything",stop:"",moment:"",counted:["mail","mails"]},{kind:"ElementReceived",when:"element=record",grain:"\
records",stop:"record",moment:"",counted:null},{kind:"ElementReceived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"BufferArrived",when:"",grain:"everything",stop:"",moment:"",counted:null},{kind:"BufferSent",when:"",grain:"\
everything",stop:"",moment:"",counted:null},{kind:"ProcessingTimeAdvanced",when:"",grain:"everything",stop:"",moment:"",counted:["tick of the clock","ticks of the clock"]},{kind:"SplitReleased",when:"",grain:"event time",stop:"",moment:"",counted:null},
{kind:"WatermarkAligned",when:"",grain:"event time",stop:"",moment:"",counted:["report to an alignment group","reports to alignment groups"]},{kind:"IdlenessCountdownChanged",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"\
OperatorWatermarkAdvanced",when:"",grain:"event time",stop:"",moment:"minimum",counted:null},{kind:"WindowCleared",when:"",grain:"event time",stop:"",moment:"",counted:null},{kind:"TimerRegistered",when:"namespace=",grain:"event time",stop:"",
moment:"state",counted:["timer registered","timers registered"]},{kind:"TimerRegistered",when:"",grain:"event time",stop:"",moment:"",counted:["timer registered","timers registered"]},{kind:"TimerDeleted",when:"",grain:"event time",stop:"",
moment:"",counted:null},{kind:"WindowSkippedAsLate",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"StateCleared",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"OperatorStateCleared",when:"",grain:"records",stop:"",
moment:"",counted:null},{kind:"TimestampAssigned",when:"",grain:"records",stop:"",moment:"",counted:null},{kind:"ElementProcessed",when:"element=record",grain:"records",stop:"",moment:"",counted:null},{kind:"TriggerEvaluated",when:"",grain:"\
records",stop:"",moment:"",counted:null}];var T=-(1n<<63n),L=(1n<<63n)-1n,qr=/"(?:[^"\\]|\\.)*"|[[\],]|[^[\],"]+/g,St=10000000000n,Sa=-62135596800000n,Ta=253402300800000n,En=86400000n,Hr=366n*En,Gr=1000000000000n,Ur=/(?<![\w.+-])-?[0-9]{12,19}(?![\w.])/g;function I(n){let e="";for(let[
t]of n.matchAll(qr))t[0]==='"'?e+=JSON.parse(t):t==="["?e+="(":t==="]"?e+=")":t===","?e+=", ":e+=t.trim().replace(Ur,r=>An(BigInt(r))||r);return e}function X(n,e=60){let t=Array.from(n);return t.length<=e?n:`${t.slice(0,e-1).join("")}…`}function J(n){
let e=/^\[(-?\d+),(-?\d+)\]$/.exec(n);return e?[BigInt(e[1]),BigInt(e[2])]:null}function Z(n){if(n[0]!=="[")return null;let e=[],t=0,r="";for(let[s]of n.matchAll(qr))s==="]"&&t--,t===0||t===1&&s===","?(r!==""&&e.push(r),r=""):r+=s,s==="["&&
t++;return e}function On(n){let e=n.at(-1)??"";return[n.slice(0,-1).join(", "),e].filter(t=>t!=="").join(" and ")}function An(n){for(let[e,t]of[["MIN",T],["MAX",L]]){let r=n-t;if(r===0n)return e;if(r>-Gr&&r<Gr)return r>0n?`${e} + ${r}`:`${e}\
 - ${-r}`}return""}function jr(n,e){return(n-(n%e+e)%e)/e}function Ve(n){return String(n).padStart(2,"0")}var ae=class{names=new Map;shorts=new Map;uncredited=new Set;hasOneInput=new Map;start;day;constructor(e){this.start=BigInt(e?.start_time_ms??
0),this.day=jr(this.start,En);for(let t of e?.vertices??[])for(let r=0;r<t.parallelism;r++){let s=t.parallelism>1?` ${r+1}/${t.parallelism}`:"";this.names.set(`${t.id}/${r}`,t.operators[0].name+s);for(let i of t.operators)this.names.set(`o${i.
node}/${r}`,i.name+s)}for(let t of e?.channels??[]){let r=this.hasOneInput.get(t.target)??!0;this.hasOneInput.set(t.target,r&&t.input===0),this.shorts.set(t.id,`ch ${t.index}`),t.initial_credit===0&&this.uncredited.add(t.id),this.names.set(
t.id,`ch ${t.index} of ${this.name(t.target)}`)}}name(e){return this.names.get(e)??e}short(e){return this.shorts.get(e)??this.name(e)}flow(e){return this.uncredited.has(e)?"before credits":"credits"}input(e,t){return this.hasOneInput.get(e)?
"input":t>0?"second input":"first input"}time(e){if(e===null)return"none";if(e===T)return"MIN";if(e===L)return"MAX";if(e>-St&&e<St)return String(e);if(e<Sa||e>=Ta)return An(e)||e.toLocaleString("en-US");let t=new Date(Number(e)),r=Ve(t.getUTCHours()),
s=t.getUTCMilliseconds(),i=`${r}:${Ve(t.getUTCMinutes())}:${Ve(t.getUTCSeconds())}`;return s!==0&&(i+=`.${String(s).padStart(3,"0")}`),jr(e,En)===this.day?i:`${String(t.getUTCFullYear()).padStart(4,"0")}-${Ve(t.getUTCMonth()+1)}-${Ve(t.getUTCDate())}\
 ${i}`}text(e){return e.replace(Ur,t=>this.number(t))}number(e){let t=BigInt(e),r=An(t);if(r!=="")return r;let s=t-this.start;return(this.start>=St||this.start<=-St)&&s<Hr&&s>-Hr?this.time(t):e}value(e){return X(this.text(I(e)))}window(e){let t=J(
e);if(t)return`[${this.time(t[0])}, ${this.time(t[1])})`;let r=Z(e);return r?On(r.map(s=>this.window(s))):this.value(e)}};var $a=n=>new Set(n.map(e=>M.indexOf(e))),Ma=M.indexOf("SourceRecordRead"),Xr=M.indexOf("ElementReceived"),Ca=$a(["WindowFired","TimerFired","WatermarkGenerated","WatermarkEmitted","InputWatermarkAdvanced","OperatorWatermarkAdvanced","MailT\
aken","StatusEmitted"]),Ea=M.indexOf("InputWatermarkAdvanced"),Kr=M.indexOf("WatermarkGenerated"),Aa=M.indexOf("WatermarkEmitted");function Tt(n,e){let t=n.kinds[e]===Xr?n.origin(e):-1;return t>=0?t:n.cause(e)}function q(n,e){for(let t=e;t>=
0;t=Tt(n,t)){if(n.kinds[t]===Ma)return t;if(t!==e&&Ca.has(n.kinds[t]))return-1}return-1}function Qr(n,e,t){for(let r=e;r>=0;r=Tt(n,r))if(t.has(n.kinds[r]))return r;return-1}function Zr(n,e){let t=-1;for(let r=e;r>=0;r=Tt(n,r)){let s=n.kinds[r];
if(s===Ea&&(t=n.origin(r)),s===Xr&&Yr(n,r))return t<0||Yr(n,t)?-1:Jr(n,t)}return Jr(n,e)}function Jr(n,e){for(let t=e;t>=0;t=Tt(n,t)){let r=n.kinds[t],s=r===Kr?t:-1;if(r===Aa){let o=n.origin(t);o>=0&&n.kinds[o]===Kr&&(s=o)}if(s<0)continue;let i=n.
origin(s);return q(n,i>=0?i:n.cause(s))}return-1}function Yr(n,e){let t=n.event(e);return t.type==="ElementReceived"?t.element==="watermark"&&t.timestamp===L:t.type==="ChannelWatermarkChanged"&&t.after===L}var W=class{constructor(e){this.initial=e}positions=[];times=[];values=[];get last(){return this.values.length>0?this.values[this.values.length-1]:this.initial}set(e,t,r){let s=this.positions.length-1;if(s>=0&&this.positions[s]===e){this.values[s]=
r;return}this.positions.push(e),this.times.push(t),this.values.push(r)}at(e){let t=G(this.positions,e);return t<0?this.initial:this.values[t]}atTime(e){let t=G(this.times,e);return t<0?this.initial:this.values[t]}};function G(n,e){let t=0,r=n.
length;for(;t<r;){let s=t+r>>1;n[s]<=e?t=s+1:r=s}return t-1}var $t=class{changes=new W(null);spent=[];condition="busy";runs=!1;becomes(e,t,r){this.condition=r,this.runs&&this.note(e,t,r)}starts(e,t){this.runs=!0,this.note(e,t,this.condition)}ends(e,t){this.runs&&this.note(e,t,null),this.runs=!1}note(e,t,r){
let{times:s,values:i}=this.changes,o=s.length-1,a=o<0?{busy:0,idle:0,soft:0,hard:0}:{...this.spent[o]},l=o<0?null:i[o];l&&(a[l]+=t-s[o]);let p=s.length;this.changes.set(e,t,r),s.length>p&&this.spent.push(a)}until(e,t,r){return this.spentAt(
G(this.changes.positions,e),t,r)}untilTime(e,t){return this.spentAt(G(this.changes.times,e),e,t)}spentAt(e,t,r){if(e<0)return 0;let s=this.changes.values[e]===r?t-this.changes.times[e]:0;return this.spent[e][r]+s}};var te=class{positions=[0];times;end;constructor(e){this.end=e.eventCount,this.times=[e.plan?.start_time_ms??0];for(let t of e.indexesOf(["ProcessingTimeAdvanced"])){let r=e.event(t);r.type==="ProcessingTimeAdvanced"&&(this.positions.push(t+
1),this.times.push(Number(r.after)))}}get start(){return this.times[0]}get last(){return this.times.at(-1)}timeAt(e){return this.times[G(this.positions,e)]}places(e){let t=new Float64Array(this.end+1);for(let r=0;r<this.positions.length;r++){
let s=this.positions[r],i=this.endOf(r)-s,o=this.times[r];for(let a=0;a<i;a++)t[s+a]=e==="steps"?s+a:o+a/i}return t}positionAt(e,t){let r=l=>Math.max(0,Math.min(this.end,l));if(t==="steps")return r(Math.floor(e));let s=G(this.times,e);if(s<
0)return 0;let i=this.positions[s],o=this.endOf(s)-i,a=Math.min(.999999,e-this.times[s]);return r(i+Math.min(o-1,Math.floor(a*o)))}endOf(e){return this.positions[e+1]??this.end+1}},Be=1e3,De=60*Be,ze=60*De,Rn=24*ze,Oa=[1,2,5,10,20,50,100,200,
500,...[1,2,5,10,15,30].map(n=>n*Be),...[1,2,5,10,15,30].map(n=>n*De),...[1,2,3,6,12].map(n=>n*ze),...[1,2,7,14,28,91,182,365,730,1825,3650,36500].map(n=>n*Rn)],es=1e10;function He(n,e,t){let r=(e-n)/Math.max(1,t);if(!(r>0)||!Number.isFinite(
r))return[];let i=(Math.abs(n)>=es||Math.abs(e)>=es?Oa.find(a=>a>=r):void 0)??Ra(r),o=[];for(let a=Math.ceil(n/i)*i;a<=e&&o.length<=t+1;a+=i)o.push(a);return o}function Ra(n){let e=10**Math.floor(Math.log10(n));return Math.max(1,e*([1,2,5].
find(t=>t*e>=n)??10))}function ne(n){let e=Math.abs(Math.round(n)),t=(r,s,i,o)=>{let a=Math.floor(e/r),l=Math.round((e-a*r)/i);return l*i===r?`${a+1} ${s}`:l>0?`${a} ${s} ${l} ${o}`:`${a} ${s}`};return e>=Rn?t(Rn,"d",ze,"h"):e>=ze?t(ze,"h",
De,"min"):e>=De?t(De,"min",Be,"s"):e>=Be?`${Number((e/Be).toFixed(3))} s`:`${e} ms`}var Pa=new DOMParser,La=["data-id","data-task","data-m","data-line"],ns=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]);function E(n,e){let t=Pa.parseFromString(`<!doctype html><body>${e}`,"text/html"),r=[...t.head.childNodes,
...t.body.childNodes];rs(n,r)}function rs(n,e){let t=n.firstChild;for(let r of e){if(r instanceof Element&&ns.has(r.nodeName.toUpperCase()))continue;if(!t){n.append(ts(r));continue}let s=t.nextSibling;Ia(t,r)?r instanceof Element?Na(t,r):t.
nodeValue!==r.nodeValue&&(t.nodeValue=r.nodeValue):t.replaceWith(ts(r)),t=s}for(;t;){let r=t.nextSibling;t.remove(),t=r}}function Ia(n,e){return n.nodeName!==e.nodeName?!1:!(n instanceof Element)||!(e instanceof Element)?!0:La.every(t=>n.getAttribute(
t)===e.getAttribute(t))}function Na(n,e){for(let{name:t}of[...n.attributes])e.hasAttribute(t)||n.removeAttribute(t);for(let{name:t,value:r}of e.attributes)ss(t,r)&&n.getAttribute(t)!==r&&n.setAttribute(t,r);n instanceof HTMLInputElement&&e.
hasAttribute("value")&&(n.value=e.getAttribute("value")),rs(n,[...e.childNodes])}function ts(n){if(n instanceof Element)for(let e of[n,...n.querySelectorAll("*")]){e!==n&&ns.has(e.nodeName.toUpperCase())&&e.remove();for(let{name:t,value:r}of[
...e.attributes])ss(t,r)||e.removeAttribute(t)}return document.adoptNode(n)}function ss(n,e){return!n.startsWith("on")&&!/^\s*javascript:/i.test(e)}function be(n,e,t){let r=_a(n,e,t);return{pane:e.missedBy(t),over:r,closer:r<0?-1:Zr(n,r),behind:t.watermark-(t.cleanup??t.time)}}function _a(n,e,{index:t,operator:r}){let s=e.curves.find(({kind:l,owner:p})=>l==="minimum"&&p===r),i=n.event(
t);if(i.type!=="LateRecordDropped"||!s)return-1;let o=i.cleanup_time??(i.timestamp??0n)+1n,a=-1;for(let l of s.at){if(l>=t)break;let p=n.event(l);p.type==="ExecutionReset"?a=-1:a<0&&p.type==="OperatorWatermarkAdvanced"&&p.after>=o&&(a=l)}return a}var Wa=/\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;function Pn(n,e){for(let[t,r]of zr[n.type])if(Ge(t,n,e))return Fa(n,r,e);return[]}function Ge(n,e,t){return(n===""?[]:n.split(" & ")).every(r=>{let s=r.indexOf("="),[i,o]=r.slice(0,s).split(
":");return os(e,i,o??"",t)===r.slice(s+1)})}function U(n,e){return Pn(n,e).map(t=>t.text).join("")}function Fa(n,e,t){let r=[],s=0;for(let i of e.matchAll(Wa)){i.index>s&&r.push({text:e.slice(s,i.index),tone:""});let[o,a,l,p,d]=i,u=os(n,a,
l??"",t);if(p!==void 0)r.push({text:u==="1"||u==="true"?p:d,tone:""});else{let c=["subtask","operator"].includes(is(n,a))?"name":"";r.push({text:u,tone:l??c})}s=i.index+o.length}return s<e.length&&r.push({text:e.slice(s),tone:""}),r}function is(n,e){
return vt[n.type].find(([t])=>t===e)?.[1]??""}function os(n,e,t,r){let s=n[e];if(t==="number")return String(Va(s));switch(is(n,e)){case"timestamp":case"optional timestamp":return r.time(s);case"value":return t==="pane"?r.window(s):t==="boun\
ds"?J(s)?"time":"none":r.value(s);case"channel":return t==="flow"?r.flow(s):t==="short"?r.short(s):r.name(s);case"texts":return On(s.map(i=>r.short(i)));case"subtask":case"operator":return r.name(s);case"plan":return s.job_name;case"text":return r.
text(s);case"count":return t==="side"?r.input("subtask"in n?n.subtask:"",s):String(s);default:return String(s)}}function Va(n){return Array.isArray(n)?n.length:Z(n)?.length??1}function as(n,e){let t=[];for(let r=e;r>=0;r=n.cause(r))t.unshift(
r);return t}var Ba={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function k(n){return n.replace(/[&<>"']/g,e=>Ba[e])}var Da={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},za='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',Ha=2e4,Mt=new Map,Ct=null;function x(n,e){let t=`${e}${n}`,r=Mt.get(t);if(r!==void 0)return r;if(Ct??=document.createElement("canvas").getContext("2d"),!Ct)return n.length*8;Ct.
font=`${Da[e]} ${za}`;let s=Ct.measureText(n).width;return Mt.size>=Ha&&Mt.clear(),Mt.set(t,s),s}function N(n,e,t){if(x(n,t)<=e)return n;let r=Array.from(n.slice(0,Math.max(8,e))),[s,i]=[1,r.length-1];for(;s<i;){let o=s+i+1>>1;x(`${r.slice(
0,o).join("")}…`,t)<=e?s=o:i=o-1}return`${r.slice(0,s).join("")}…`}function re(n,e,t){let[r]=/( \d+\/\d+)?$/.exec(n);return N(n.slice(0,n.length-r.length),e-x(r,t),t)+r}function _(n,e,t){return Math.max(e,Math.min(t,n))}function F(n,e,t,r,s="\
img"){return`<svg viewBox="0 0 ${P(n)} ${P(e)}" width="${P(n)}" height="${P(e)}" role="${s}" aria-label="${k(t)}">${r}</svg>`}function y(n,e,t,r="",s="start"){let i=s==="start"?"":` text-anchor="${s}"`,o=r?` class="${r}"`:"";return`<text x=\
"${P(n)}" y="${P(e)}"${i}${o}>${k(t)}</text>`}function $(n,e,t,r,s,i=6,o=""){let a=`<rect x="${P(n)}" y="${P(e)}" width="${P(Math.max(0,t))}" height="${P(Math.max(0,r))}" rx="${i}" class="${s}"`;return o?`${a}><title>${k(o)}</title></rect>`:
`${a}/>`}function j(n,e,t,r,s){return`<line x1="${P(n)}" y1="${P(e)}" x2="${P(t)}" y2="${P(r)}" class="${s}"/>`}function de(n,e,t,r){let s=Math.max(24,(t-n)*.5);return`M${P(n)} ${P(e)}C${P(n+s)} ${P(e)} ${P(t-s)} ${P(r)} ${P(t)} ${P(r)}`}function Q([
n,e,t,r],s){let i=Math.max(24,(t-n)*.5),o=1-s,a=(l,p,d,u)=>o*o*o*l+3*o*o*s*p+3*o*s*s*d+s*s*s*u;return[a(n,n+i,t-i,t),a(e,e,r,r)]}function ls(n,e,t,r=5){return`<circle cx="${P(n)}" cy="${P(e)}" r="${r}" class="record"><title>${k(t)}</title><\
/circle>`}function ps(n,e,t){return`<path d="M${P(n-9)} ${P(e-8)}h12l6 8l-6 8h-12z" class="watermark"><title>${k(t)}</title></path><text x="${P(n-2)}" y="${P(e+4)}" text-anchor="middle" class="flag">W</text>`}function ds(n,e,t,r=6){return`<\
path d="M${P(n)} ${P(e-r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z" class="${t}"/>`}function P(n){return Math.round(n*10)/10}var us=n=>Array.isArray(n)?n.map(String):[];function Ln(n,e){let{question:t,sentence:r,links:s,cause:i,counterfactual:o}=n??{};if(typeof t!="string"||typeof r!="string"||!Array.isArray(s))return null;let a=[];for(let d of s){let{step:u,text:c,
things:m}=d??{};if(typeof u!="number"||!Number.isInteger(u)||u<-1||u>=e||typeof c!="string")return null;a.push({step:u,text:c,things:us(m)})}let l=o,p=typeof l?.text=="string"?{text:l.text,changes:us(l.changes)}:null;return{question:t,sentence:r,
links:a,cause:typeof i=="string"?i:"",counterfactual:p}}function cs(n,e,t,r){let{pane:s,over:i,closer:o,behind:a}=be(n,e,r),l=[],p=(f,g)=>{let b=n.event(f),w="operator"in b?[b.operator]:"subtask"in b?[b.subtask]:[];l.push({step:n.stepOf(f),
text:g,things:w,position:f+1})};if(p(r.index,U(n.event(r.index),t)),s){let f=s.firings.at(-1),g=s.counts.at(-1)??0,b=`${g} ${g===1?"element":"elements"}`;f&&p(f.index,`Its window ${t.window(s.window)} had fired with ${b}.`)}i>=0&&p(i,U(n.event(
i),t));let d=o<0?-1:q(n,o);d>=0&&p(d,`For this was read: ${U(n.event(d),t)}`);let u=n.event(r.index),c="value"in u?t.value(u.value):"it",m=ne(a),h=a>0?{text:`Were the watermark ${m} slower at that moment, it would have counted.`,changes:[]}:
null;return{question:`Why is ${c} not counted?`,sentence:a>0?`The watermark was ${m} past the end of its window.`:"Its window was over.",links:l,cause:"",counterfactual:h}}var Et=class{constructor(e,t,r){this.el=e;this.labels=t;e.addEventListener(
"click",s=>{let i=s.target.closest("[data-link]")?.dataset.link;i!==void 0&&this.answer&&r(this.answer.links[Number(i)])})}drawn="";answer=null;draw(e,t){this.answer=e;let r=JSON.stringify([e,t]);if(r===this.drawn)return;if(this.drawn=r,!e){
E(this.el,'<p class="none">Go to a record that came too late, and this tells why.</p>');return}let{question:s,sentence:i,links:o,cause:a,counterfactual:l}=e,p=o.map(({step:m,text:h,things:f},g)=>{let b=f.map(v=>this.labels.name(v)).join(", ");
return`<li><button type="button" data-link="${g}"${m===t?' aria-current="step"':""} title="${k(b)}"><small>step ${m}${b?` · ${k(b)}`:""}</small><span>${k(h)}</span></button></li>`}),d=l?.changes.map(m=>`<li>${k(m)}</li>`).join("")??"",u=l?
`<div class="smallest"><b>What would change it</b><p>${k(l.text)}</p>${d?`<ul>${d}</ul>`:""}</div>`:"",c=a?`<p class="rootCause"><b>Cause</b> ${k(a)}</p>`:"";E(this.el,`<h3 aria-level="2">${k(s)}</h3><p>${k(i)}</p><ol>${p.join("")}</ol>${c}${u}`)}};var At=`.flinksim-widget {
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
`;var Ot=class{all=[];name;constructor(e){this.name=`flinksim-marks ${e.plan?.job_name??""} ${e.eventCount} ${e.stepCount}`;try{this.all=ms(JSON.parse(localStorage.getItem(this.name)??"[]"),e.eventCount)}catch{this.all=[]}}toggle(e){let t=this.
all.filter(r=>r.position!==e);this.all=t.length<this.all.length?t:[...t,{position:e,note:""}],this.all.sort((r,s)=>r.position-s.position),this.keep()}setNote(e,t){this.all=this.all.map(r=>r.position===e?{position:e,note:t.slice(0,200)}:r),this.
keep()}keep(){try{localStorage.setItem(this.name,JSON.stringify(this.all))}catch{return}}};function ms(n,e){return Array.isArray(n)?n.flatMap(t=>{let{position:r,note:s}=t??{};return typeof r=="number"&&Number.isInteger(r)&&r>=0&&r<=e?[{position:r,
note:typeof s=="string"?s.slice(0,200):""}]:[]}):[]}async function hs(n){let e=new Blob([n]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function Me(n){if(n instanceof Uint8Array)return n;if(n instanceof DataView)return new Uint8Array(n.buffer,
n.byteOffset,n.byteLength);if(n instanceof ArrayBuffer)return new Uint8Array(n);throw new TypeError("the trait holds no bytes")}var fs=["append","update","complete"],gs={append:"every result, the newest first",update:"one row for each key and window, the last changed first",complete:"the whole table, by key and window"},ja=new Set(["WindowFired","TimerFired","KeySel\
ected"].map(n=>M.indexOf(n))),Ce=class{all=[];indexes;constructor(e){let t=new Map;for(let r of e.indexesOf(["ResultWritten"])){let s=e.event(r);if(s.type!=="ResultWritten")continue;let i=Qr(e,r,ja),o=i<0?null:e.event(i),a=o&&"key"in o?o.key:
"",l=o?.type==="WindowFired"?o.window:"",p=o?.type==="WindowFired"?o.kind:"",d=l===""?`${r}`:JSON.stringify([o&&"operator"in o?o.operator:"",a,l]);this.all.push({index:r,key:a,window:l,kind:p,value:s.value,before:t.get(d)??-1}),t.set(d,this.
all.length-1)}this.indexes=this.all.map(({index:r})=>r)}rows(e,t){let r=G(this.indexes,t-1)+1,s=Array.from({length:r},(l,p)=>r-1-p);if(e==="append")return s;let i=new Set;for(let l=0;l<r;l++)this.all[l].before>=0&&i.add(this.all[l].before);
let o=s.filter(l=>!i.has(l));if(e==="update")return o;let a=new Intl.Collator("en",{numeric:!0}).compare;return o.sort((l,p)=>{let[d,u]=[this.all[l],this.all[p]];return a(d.key,u.key)||a(d.window,u.window)||l-p})}};function bs(n){let e=new Map;return new Ce(n).all.forEach(({index:t,key:r,window:s,value:i},o)=>{e.set(s===""&&r===""?`${o}`:`${r} ${s}`,{index:t,value:i,key:r,window:s})}),e}function In(n,e,t,r,s){let[i,o]=[bs(n),bs(e)],a=[],l=(c,m)=>`${I(
c||'""')} ${m&&s.window(m)}`.trim();for(let[c,{index:m,value:h,key:f,window:g}]of i){let b=o.get(c);b?.value!==h&&a.push({index:m,what:l(f,g),here:s.value(h),there:b?s.value(b.value):"no result"})}for(let[c,{value:m,key:h,window:f}]of o)i.has(
c)||a.push({index:-1,what:l(h,f),here:"no result",there:s.value(m)});let p=c=>new Map(c.lates.map(({key:m,time:h,index:f})=>[`${c.keys[m]} ${h}`,f])),[d,u]=[p(t),p(r)];for(let[c,m]of d)u.has(c)||a.push({index:m,what:ks(c,s),here:"too late",
there:"counted"});for(let c of u.keys())d.has(c)||a.push({index:-1,what:ks(c,s),here:"counted",there:"too late"});return a.sort((c,m)=>(c.index<0?1/0:c.index)-(m.index<0?1/0:m.index))}function ks(n,e){let t=n.lastIndexOf(" ");return`record ${I(
n.slice(0,t)||'""')} of ${e.time(BigInt(n.slice(t+1)))}`}var qa=["record","key","window","channel","split","task"],qe=({kind:n,id:e})=>`${n}:${e}`;function ws(n){let e=n.indexOf(":"),t=qa.find(s=>s===n.slice(0,e)),r=n.slice(e+1);return t&&r!==""&&(t!=="record"||/^\d+$/.test(r))?{kind:t,id:r}:null}
var Ua=2e4,Ka=new Set(["ElementReceived","ElementWritten","WindowAssigned","LateRecordDropped","KeySelected"].map(n=>M.indexOf(n))),je=class{constructor(e,t,r,s,i){this.focus=e;this.trace=t;this.lookup=r;let{kind:o,id:a}=e;for(let p of i.dots)
this.dots.set(p.index,p);this.key=o==="key"?i.keys.indexOf(a):-2;let l=/^\[(-?\d+),(-?\d+)\]$/.exec(o==="window"?a:"");this.bounds=l&&[Number(l[1]),Number(l[2])],this.tasks=this.tasksOf(i),this.words=this.named(s)}words;tasks;dots=new Map;key;bounds;touches(e){
let{kind:t,id:r}=this.focus,{trace:s}=this;if(t==="task")return s.actorOf(s.stepOf(e))===r;if(t==="record")return q(s,e)===Number(r);let i=s.event(e);if(t==="channel")return"channel"in i&&i.channel===r;if(t==="window")return"window"in i&&i.
window===r||"namespace"in i&&i.namespace===r;if(t==="key"&&"key"in i)return i.key===r;if(t==="split"&&"split"in i)return i.split===r;let o=this.dots.get(q(s,e));return o!==void 0&&this.hasDot(o)}hasDot(e){let{kind:t,id:r}=this.focus;return t===
"record"?e.index===Number(r):t==="key"?e.key===this.key:t==="split"?e.split===r:t==="window"?this.bounds!==null&&e.time>=this.bounds[0]&&e.time<this.bounds[1]:this.tasks.size===0||this.tasks.has(this.actor(e.index))}hasLate({key:e,operator:t,
dot:r,windows:s}){let{kind:i,id:o}=this.focus;return i==="key"?e===this.key:i==="window"?s===o||s.includes(o):i==="task"?this.hasOperator(t):this.hasDot(r)}hasPane({key:e,window:t,operator:r,fills:s}){let{kind:i,id:o}=this.focus;return i===
"key"?e===this.key:i==="window"?t===o:i==="record"?s.some(a=>q(this.trace,a)===Number(o)):i==="task"?this.hasOperator(r):!0}hasCurve({kind:e,owner:t,part:r}){let{kind:s,id:i}=this.focus;return s==="channel"?e!=="channel"||t===i:s==="split"?
e!=="generator"||r===""||r===i:s==="task"?e==="channel"||this.hasOperator(t)||t===i:!0}hasTask(e){return this.tasks.size===0||this.tasks.has(e)}hasOperator(e){return this.lookup.operatorsOf(this.focus.id).some(({id:t})=>t===e)}actor(e){return this.
trace.actorOf(this.trace.stepOf(e))}tasksOf(e){let{trace:t,lookup:r}=this,{kind:s,id:i}=this.focus;if(s==="task")return new Set([i]);let o=s==="channel"?r.channels.get(i):void 0;if(o)return new Set([o.source,o.target]);let a=new Set;if(s===
"record"){let l=Number(i);a.add(this.actor(l));for(let p=l;p<Math.min(t.eventCount,l+Ua);p++)Ka.has(t.kinds[p])&&q(t,p)===l&&a.add(this.actor(p));return a}for(let l of e.dots)this.hasDot(l)&&a.add(this.actor(l.index));for(let l of e.panes)s!==
"split"&&this.hasPane(l)&&a.add(this.actor(l.born));for(let l of e.lates)s!=="split"&&this.hasLate(l)&&a.add(this.actor(l.index));return a}named(e){let{kind:t,id:r}=this.focus;if(t==="record"){let s=Number(r)<this.trace.eventCount?this.trace.
event(Number(r)):null;return s?.type==="SourceRecordRead"?`record ${X(e.value(s.value),26)}`:"a record"}return t==="task"||t==="channel"?e.name(r):t==="window"?`window ${e.window(r)}`:`${t} ${X(I(t==="key"?r:JSON.stringify(r)),24)}`}};function ys(n,e){
if(e<0)return null;let t=q(n,e);if(t>=0)return{kind:"record",id:String(t)};let r=n.event(e);if("window"in r&&typeof r.window=="string")return{kind:"window",id:r.window};if("key"in r&&typeof r.key=="string")return{kind:"key",id:r.key};if("ch\
annel"in r)return{kind:"channel",id:r.channel};if("split"in r&&r.split!=="")return{kind:"split",id:r.split};let s=n.actorOf(n.stepOf(e));return s?{kind:"task",id:s}:null}var ke=["plane","event time","network","whole run"],Ue=class{constructor(e){this.trace=e;let{plan:t}=e;for(let r of t?.vertices??[])this.vertices.set(r.id,r);for(let r of t?.subtasks??[])this.subtasks.set(r.id,r);for(let r of t?.channels??[])
this.channels.set(r.id,r),Nn(this.inputs,r.target,r),Nn(this.outputs,r.source,r),r.local||Nn(this.connections,this.connectionName(r),r);for(let r of this.inputs.values())r.sort((s,i)=>s.index-i.index)}subtasks=new Map;vertices=new Map;channels=new Map;inputs=new Map;outputs=new Map;connections=new Map;written=null;inputsOf(e){
return this.inputs.get(e)??[]}outputsOf(e){return this.outputs.get(e)??[]}connectionOf(e){return e.local?[]:this.connections.get(this.connectionName(e))}connectionName({source:e,target:t,source_node:r,target_node:s,initial_credit:i}){let o=l=>this.
subtasks.get(l).task_manager,a=i===0?` ${r}>${s}`:"";return`${o(e)}>${o(t)}${a}`}vertexOf(e){return this.vertices.get(this.subtasks.get(e)?.vertex??"")}operatorsOf(e){let t=this.subtasks.get(e)?.index??0;return(this.vertexOf(e)?.operators??
[]).map(({node:s,name:i})=>({id:`o${s}/${t}`,name:i}))}isKeyed(e){return(this.vertexOf(e)?.operators??[]).some(({operator_class:r})=>/Window|Keyed/.test(r))}waiting(e,{read:t,written:r},s){return this.written??=this.findWritten(),this.written.
get(e)?.slice(t,Math.min(r,t+s))??[]}findWritten(){let e=new Map,t=M.indexOf("ElementWritten");for(let r=0;r<this.trace.eventCount;r++){if(this.trace.kinds[r]!==t)continue;let s=this.trace.event(r);if(s.type!=="ElementWritten")continue;let i=e.
get(s.channel)??[];i[s.sequence]=r,e.set(s.channel,i)}return e}};function Nn(n,e,t){let r=n.get(e);r?r.push(t):n.set(e,[t])}var Ja=400;function _n(n,e,t,r=()=>!0){for(let s=t;s>=0&&s>t-Ja;s--){let i=n.actorOf(s);if(e.subtasks.has(i)&&r(i))return i}
return[...e.subtasks.keys()].find(r)??""}function Ke(n,e){let t=[...n.scene.view.tasks.get(e)?.inputs.values()??[]];if(t.length>0){let s=t.filter(({idle:o})=>!o),i=s.length>0?s:t;return{watermark:i.reduce((o,{watermark:a})=>a<o?a:o,i[0].watermark),idle:s.length===0}}let r={watermark:T,
idle:!1};for(let{id:s}of n.lookup.operatorsOf(e)){let i=n.scene.view.operators.get(s);i&&i.emitted_watermark>=r.watermark&&(r={watermark:i.emitted_watermark,idle:i.emitted_idle})}return r}function Rt(n,e){let{watermark:t,idle:r}=Ke(n,e);return r?
"IDLE":t===T?"–":n.labels.time(t).replace(/(\d\d:\d\d:\d\d)\.999$/,"$1")}function Je(n,e){let t=[];for(let{id:r}of n.lookup.operatorsOf(e)){let s=n.scene.view.operators.get(r),i=n.scene.operators.get(r);!s||!i||(i.read>0&&t.push(`${i.read}\
 read`),s.panes.size>0&&t.push(`${s.panes.size} open`),i.fired>0&&t.push(`${i.fired} fired`),s.late>0&&t.push(`${s.late} late`),s.states.size>0&&s.panes.size===0&&t.push(`${s.states.size} states`),s.results>0&&i.fired===0&&t.push(`${s.results}\
 written`))}return t.join(" · ")||"nothing yet"}var vs=8,xs=5,Ye=9,Pt=(n,e)=>n>=vs&&e>=vs/2;function Ts({x:n,y:e,width:t,height:r},s){let i=r>=38?22:4,o=r>=38?Ye:t*.45,[a,l]=[t-o-Ye,r-i-5];for(let p=Math.min(30,Math.floor(l));p>2;p--){let d=Math.floor(a/p);if(d*Math.floor(l/p)>=s)return{
columns:d,cell:p,x:n+o,y:e+i}}return{columns:Math.max(1,Math.floor(a/2)),cell:2,x:n+o,y:e+i}}function Lt(n,e,t,r){let s=Ts(e,n.parallelism),i=Math.floor((t-s.x)/s.cell),o=Math.floor((r-s.y)/s.cell)*s.columns+i;return i>=0&&i<s.columns&&r>=s.
y&&o<n.parallelism?o:null}function Ee(n,e,t,r){let s=e.parallelism,i=Array.from({length:s},(R,H)=>`${e.id}/${H}`),o=i.map(R=>Ke(n,R)),a=o.flatMap(({watermark:R,idle:H})=>H||R===T||R===L?[]:[Number(R)]),[l,p]=[Math.min(...a),Math.max(...a)],
d=Ts(t,s),u=new Map;o.forEach(({watermark:R,idle:H},he)=>{let fe=H?"idle":R===T?"none":`lag${Ya(Number(R),l,p)}`,Fe=r?.(i[he])??fe,[ya,va]=Ss(d,he),Mn=Math.max(1,d.cell-1);u.set(Fe,`${u.get(Fe)??""}M${ya} ${va}h${Mn}v${Mn}h${-Mn}z`)});let c=i.
reduce((R,H)=>R+Xa(n,H),0),m=`${e.operators[0].name.replace(/^Source: /,"")} ×${s}`,h=o.reduce((R,H)=>H.watermark<R.watermark?H:R).watermark,f=i.indexOf(n.task),g=f>=0?`${f+1}/${s} at ${Rt(n,n.task)} · ${Je(n,n.task)}`:"",b=h===T?"":`from\
 ${n.labels.time(h)}`,w=f>=0?g:b,v=`${m}, ${b}${c>0?`, ${c} late`:""}${g&&`; shown: ${g}`}`,S=t.height>=38?t.y+16:t.y+t.height/2+5,C=(t.height>=38?t.width:t.width*.45)-2*Ye,z=`<g class="heat" data-heat="${k(e.id)}" data-task="${k(f>=0?n.task:
i[0])}" tabindex="0" role="button"><title>${k(v)}</title>${$(t.x,t.y,t.width,t.height,"box",8)}`+y(t.x+Ye,S,N(m,C,"t1"),"t1"),B=C-x(m,"t1")-14;B>40&&(z+=y(t.x+Ye+C,S,N(w,B,"t3"),"t3","end"));for(let[R,H]of u)z+=`<path d="${H}" class="cell ${R}\
"/>`;for(let R of[n.actor,n.task]){let H=i.indexOf(R);if(H<0)continue;let[he,fe]=Ss(d,H),Fe=Math.max(3,d.cell);z+=$(he-1,fe-1,Fe+1,Fe+1,R===n.actor?"cellRuns":"cellShown",2)}return`${z}</g>`}function Ss({columns:n,cell:e,x:t,y:r},s){return[
Math.round(t+s%n*e),Math.round(r+Math.floor(s/n)*e)]}function Ya(n,e,t){if(!(t>e))return 0;let r=Math.max(e,Math.min(t,n));return Math.min(xs-1,Math.floor((t-r)/(t-e)*xs))}function Xa(n,e){return n.lookup.operatorsOf(e).reduce((t,r)=>t+(n.scene.
view.operators.get(r.id)?.late??0),0)}var Wn=96,Xe=16,Qe=12,Ze=14,Qa=208,Za=380,It={narrowestGap:236,widestGap:330,height:n=>n<=4?88:n<=8?54:32};function Nt(n){let e=new Map(n.subtasks.map(({id:o,vertex:a})=>[o,a])),t=new Map(n.vertices.map(({id:o})=>[o,new Map]));for(let{source:o,
target:a,source_node:l,target_node:p,input:d,side_output:u}of n.channels){let c=`${l} ${p} ${d} ${u}`;t.get(e.get(a)).set(c,e.get(o))}let r=new Map;for(let{id:o}of n.vertices){let a=[...t.get(o).values()].map(l=>r.get(l)+1);r.set(o,Math.max(
0,...a))}let s=[];for(let o of n.vertices)(s[r.get(o.id)]??=[]).push(o);let i=new Map;for(let o of s){let a=new Map(o.map(({id:l})=>{let p=[...t.get(l).values()].map(d=>i.get(d));return[l,p.length>0?p.reduce((d,u)=>d+u,0)/p.length:0]}));o.sort(
(l,p)=>a.get(l.id)-a.get(p.id)),o.forEach(({id:l},p)=>i.set(l,p))}return s}function $s(n,e,t=It){let r=Nt(n),s=new Map;for(let C of r){let z=C.reduce((B,{parallelism:R})=>B+R,0);for(let B of C)Pt(z,B.parallelism)&&s.set(B.id,B)}let i=C=>C.reduce(
(z,{id:B,parallelism:R})=>z+(s.has(B)?0:R),0),o=Math.max(1,...r.map(i)),a=t.height(o),l=C=>C.reduce((z,{id:B,parallelism:R})=>z+(s.has(B)?Wn+Qe:R*(a+Qe)),-Qe),p=Math.max(1,r.length-1),d=(e-2*Xe-t.narrowestGap*p)/r.length,u=Math.max(Za,d),c=r.
map(C=>_(Math.max(...C.map(el)),Qa,u)),m=c.reduce((C,z)=>C+z,0),h=_((e-2*Xe-m)/p,t.narrowestGap,t.widestGap),f=Math.max(e,m+h*(r.length-1)+2*Xe),g=(o===1?20:0)+Math.max(...r.map(l))+2*Xe,b=new Map,w=m+h*(r.length-1),v=Math.max(Xe,(f-w)/2);r.
forEach((C,z)=>{let B=(g-l(C))/2;for(let R of C){let H=s.has(R.id),he={x:v,y:B,width:c[z],height:H?Wn:a};H&&b.set(R.id,he);for(let fe=0;fe<R.parallelism;fe++)b.set(`${R.id}/${fe}`,{...he,y:B}),H||(B+=a+Qe);H&&(B+=Wn+Qe)}v+=c[z]+h});let S=s.
size>0?tl(b,n.channels):n.channels;return{width:f,height:g,boxes:b,heats:s,wires:S,gap:h}}function el(n){let e=n.operators.reduce((s,{name:i})=>s+Fn(i),0),t=`${n.operators[0].name} ${n.parallelism}/${n.parallelism}`,r=x(t,"t1")+46;return Math.
max(e+Ze*(n.operators.length-1)+24,r)}function Fn(n){return x(n,"t2")+18}function tl(n,e){let t=new Set;return e.filter(({source:r,target:s})=>{let[i,o]=[n.get(r),n.get(s)],a=`${i.x} ${i.y} ${o.x} ${o.y}`;return!t.has(a)&&t.add(a)})}function Ms(n,e){n.plan=e,n.time_ms=BigInt(e.start_time_ms),Es(n,e,new Set(e.subtasks.map(({id:t})=>t)))}function Cs(n,e){Es(n,n.plan,new Set([e]))}function Es(n,e,t){let r=new Map(e.vertices.map(i=>[i.id,i])),s=new Map(e.subtasks.map(({id:i,
index:o})=>[i,o]));for(let i of e.subtasks)if(t.has(i.id)){n.tasks.set(i.id,Rs());for(let o of r.get(i.vertex).operators)n.operators.set(`o${o.node}/${i.index}`,Ls())}for(let i of e.channels){if(!t.has(i.target))continue;let o=i.initial_credit;
n.channels.set(i.id,{...As(),credit:o,exclusive:o});let{inputs:a}=n.tasks.get(i.target);if(a.has(i.input)||a.set(i.input,Os()),i.input===1){let l=`o${i.target_node}/${s.get(i.target)}`,p=[0,1].map(d=>[d,Ps()]);n.operators.get(l).inputs=new Map(
p)}}}function nl(n){let e={...n,plan:n.plan?.job_name??null},t=JSON.stringify(e,(r,s)=>typeof s=="bigint"?String(s):s instanceof Map?Is.includes(r)?[...s.values()]:[...s].map(([i,o])=>[String(i),o]):s);return JSON.parse(t)}function Vn(n,e,t,r){return`${n} ${e} ${t} ${r}`}function D(n,e){return`${n} ${e}`}function Ae(n,e,t,r){return`${n} ${e} ${t} ${r}`}function As(){return{watermark:T,idle:!1,aligned:!0,holds:!0,written:0,read:0,queued:0,on_wire:0,received:0,
credit:0,credit_under_way:0,unannounced:0,exclusive:0,floating:0,required:0,waiting:!1,stops_reading:!1}}function Os(){return{watermark:T,idle:!1,ended:!1,buffer_bytes:0}}function Rs(){return{state:"CREATED",attempt:0,mails:[],suspended:null,
inputs:new Map,floating_free:0,output_in_use:0}}function rl(){return{watermark:T,idle:!1,holds:!0,read:0,idle_after:null,ended:!1}}function sl(){return{reported:null,allowed:L,holds:!1}}function Ps(){return{watermark:T,idle:!1,holds:!0}}function Ls(){
return{state:"created",watermark:T,emitted_watermark:T,emitted_idle:!1,idle_after:null,inputs:new Map,splits:new Map,alignment:new Map,key:"null",key_group:-1,timers:new Map,panes:new Map,states:new Map,lists:new Map,operator_states:new Map,
late:0,results:0}}function Ns(){return{time_ms:0n,status:"CREATED",plan:null,tasks:new Map,channels:new Map,operators:new Map}}function se(n,e){let t=new Map;for(let[r,s]of n)t.set(r,e(s));return t}function il(n){return{...n}}function ol(n){
return{...n}}function al(n){return{...n,mails:[...n.mails],inputs:se(n.inputs,ol)}}function ll(n){return{...n}}function pl(n){return{...n}}function dl(n){return{...n}}function ul(n){return{...n,inputs:se(n.inputs,dl),splits:se(n.splits,ll),
alignment:se(n.alignment,pl),timers:new Map(n.timers),panes:new Map(n.panes),states:new Map(n.states),lists:se(n.lists,e=>({...e,values:[...e.values]})),operator_states:new Map(n.operator_states)}}function _s(n){return{...n,tasks:se(n.tasks,
al),channels:se(n.channels,il),operators:se(n.operators,ul)}}var Is=["timers","panes","states","lists"];function Ws(n,e){switch(e.type){case"JobSubmitted":Ms(n,e.plan);return;case"TaskStateChanged":{let t=n.tasks.get(e.subtask);t.state=e.after;
return}case"OperatorSetUp":{let t=n.operators.get(e.operator);t.state="set up";return}case"OperatorStateInitialized":{let t=n.operators.get(e.operator);t.state="initialized";return}case"OperatorOpened":{let t=n.operators.get(e.operator);t.state=
"open";return}case"OperatorFinished":{let t=n.operators.get(e.operator);t.state="finished";return}case"OperatorClosed":{let t=n.operators.get(e.operator);t.state="closed";return}case"ExecutionReset":Cs(n,e.subtask);{let t=n.tasks.get(e.subtask);
t.attempt=e.attempt}return;case"JobStatusChanged":n.status=e.after;return;case"MailEnqueued":{n.tasks.get(e.subtask).mails.push(e.mail);return}case"MailTaken":{let t=n.tasks.get(e.subtask);t.mails.splice(t.mails.indexOf(e.mail),1);return}case"\
DefaultActionSuspended":{let t=n.tasks.get(e.subtask);t.suspended=e.reason;return}case"DefaultActionResumed":{let t=n.tasks.get(e.subtask);t.suspended=null;return}case"ProcessingTimeAdvanced":n.time_ms=e.after;return;case"SourceRecordRead":{
let t=n.operators.get(e.operator).splits.get(e.split);t.read=e.offset+1;return}case"WatermarkGenerated":if(e.split!==""){let t=n.operators.get(e.operator).splits.get(e.split);t.watermark=e.timestamp,t.holds=e.holds}for(let t of e.gained){let r=n.
operators.get(e.operator).splits.get(t);r.holds=!0}for(let t of e.lost){let r=n.operators.get(e.operator).splits.get(t);r.holds=!1}return;case"SplitStatusChanged":{let t=n.operators.get(e.operator).splits.get(e.split);t.idle=e.idle,t.holds=
e.holds}for(let t of e.gained){let r=n.operators.get(e.operator).splits.get(t);r.holds=!0}for(let t of e.lost){let r=n.operators.get(e.operator).splits.get(t);r.holds=!1}return;case"SplitAssigned":n.operators.get(e.operator).splits.set(e.split,
rl());for(let t of e.lost){let r=n.operators.get(e.operator).splits.get(t);r.holds=!1}return;case"SplitReleased":{let t=n.operators.get(e.operator).splits.get(e.split);t.ended=!0,t.holds=!1}for(let t of e.gained){let r=n.operators.get(e.operator).
splits.get(t);r.holds=!0}return;case"IdlenessCountdownChanged":if(e.split===""){let t=n.operators.get(e.operator);t.idle_after=e.idle_after}if(e.split!==""){let t=n.operators.get(e.operator).splits.get(e.split);t.idle_after=e.idle_after}return;case"\
WatermarkAligned":n.operators.get(e.operator).alignment.set(e.group,{...sl(),reported:e.reported,allowed:e.allowed,holds:e.holds});for(let t of e.gained){let r=n.operators.get(t).alignment.get(e.group);r.holds=!0}for(let t of e.lost){let r=n.
operators.get(t).alignment.get(e.group);r.holds=!1}return;case"ElementWritten":{let t=n.channels.get(e.channel);t.written=e.sequence+1;return}case"BufferQueued":{let t=n.channels.get(e.channel);t.queued=e.queued;return}case"BufferSent":{let t=n.
channels.get(e.channel);t.queued=e.queued,t.credit=e.credit,t.on_wire=e.on_wire;return}case"BufferArrived":{let t=n.channels.get(e.channel);t.received=e.received,t.on_wire=e.on_wire;return}case"CreditAnnounced":{let t=n.channels.get(e.channel);
t.unannounced=0,t.credit_under_way=e.under_way;return}case"CreditChanged":{let t=n.channels.get(e.channel);t.credit=e.after,t.credit_under_way=e.under_way;return}case"InputBuffersChanged":{let t=n.channels.get(e.channel);t.exclusive=e.exclusive,
t.floating=e.floating,t.required=e.required,t.unannounced=e.unannounced,t.waiting=e.waiting;return}case"ReadingStopped":{let t=n.channels.get(e.channel);t.stops_reading=!0;return}case"ReadingResumed":{let t=n.channels.get(e.channel);t.stops_reading=
!1;return}case"FloatingBuffersChanged":{let t=n.tasks.get(e.subtask);t.floating_free=e.free;return}case"OutputBuffersChanged":{let t=n.tasks.get(e.subtask);t.output_in_use=e.in_use;return}case"BufferSizeAnnounced":{let t=n.tasks.get(e.subtask).
inputs.get(e.input);t.buffer_bytes=e.bytes;return}case"BufferConsumed":{let t=n.channels.get(e.channel);t.received=e.received,t.queued=e.queued;return}case"ElementReceived":{let t=n.channels.get(e.channel);t.read=e.sequence+1;return}case"Ch\
annelWatermarkChanged":{let t=n.channels.get(e.channel);t.watermark=e.after,t.aligned=e.aligned,t.holds=e.holds}for(let t of e.gained){let r=n.channels.get(t);r.holds=!0}for(let t of e.lost){let r=n.channels.get(t);r.holds=!1}return;case"Ch\
annelStatusChanged":{let t=n.channels.get(e.channel);t.idle=e.idle,t.aligned=e.aligned,t.holds=e.holds}for(let t of e.gained){let r=n.channels.get(t);r.holds=!0}for(let t of e.lost){let r=n.channels.get(t);r.holds=!1}return;case"InputWaterm\
arkAdvanced":{let t=n.tasks.get(e.subtask).inputs.get(e.input);t.watermark=e.after;return}case"InputStatusChanged":{let t=n.tasks.get(e.subtask).inputs.get(e.input);t.idle=e.idle;return}case"InputEnded":{let t=n.tasks.get(e.subtask).inputs.
get(e.input);t.ended=!0;return}case"OperatorInputChanged":{let t=n.operators.get(e.operator).inputs.get(e.input);t.watermark=e.watermark,t.idle=e.idle,t.holds=e.holds}{let t=n.operators.get(e.operator).inputs.get(e.other);t.holds=e.other_holds}
return;case"OperatorWatermarkAdvanced":{let t=n.operators.get(e.operator);t.watermark=e.after;return}case"WatermarkEmitted":{let t=n.operators.get(e.operator);t.emitted_watermark=e.timestamp;return}case"StatusEmitted":{let t=n.operators.get(
e.operator);t.emitted_idle=e.idle;return}case"KeySelected":{let t=n.operators.get(e.operator);t.key=e.key,t.key_group=e.key_group;return}case"StateUpdated":{n.operators.get(e.operator).states.set(Ae(e.key_group,e.state,e.key,e.namespace),{key_group:e.
key_group,state:e.state,key:e.key,namespace:e.namespace,value:e.value});return}case"StateAppended":{let t=n.operators.get(e.operator),r=Ae(e.key_group,e.state,e.key,e.namespace),s=t.lists.get(r);s?s.values.push(e.value):t.lists.set(r,{key_group:e.
key_group,state:e.state,key:e.key,namespace:e.namespace,values:[e.value]});return}case"StateCleared":n.operators.get(e.operator).states.delete(Ae(e.key_group,e.state,e.key,e.namespace)),n.operators.get(e.operator).lists.delete(Ae(e.key_group,
e.state,e.key,e.namespace));return;case"OperatorStateUpdated":{n.operators.get(e.operator).operator_states.set(e.state,e.value);return}case"OperatorStateCleared":{n.operators.get(e.operator).operator_states.delete(e.state);return}case"Timer\
Registered":{n.operators.get(e.operator).timers.set(Vn(e.domain,e.key,e.namespace,e.timestamp),{domain:e.domain,key:e.key,namespace:e.namespace,timestamp:e.timestamp});return}case"TimerDeleted":{n.operators.get(e.operator).timers.delete(Vn(
e.domain,e.key,e.namespace,e.timestamp));return}case"TimerFired":{n.operators.get(e.operator).timers.delete(Vn(e.domain,e.key,e.namespace,e.timestamp));return}case"WindowAssigned":{n.operators.get(e.operator).panes.set(D(e.key,e.window),{key:e.
key,window:e.window,count:e.count,state_window:e.state_window});return}case"WindowsMerged":for(let t of Z(e.merged)??[])n.operators.get(e.operator).panes.delete(D(e.key,t));n.operators.get(e.operator).panes.set(D(e.key,e.result),{key:e.key,
window:e.result,count:e.count,state_window:e.state_window});return;case"ElementsEvicted":n.operators.get(e.operator).panes.set(D(e.key,e.window),{key:e.key,window:e.window,count:e.count,state_window:e.state_window}),e.count!==0&&n.operators.
get(e.operator).lists.set(Ae(e.key_group,"window-contents",e.key,e.state_window),{key_group:e.key_group,state:"window-contents",key:e.key,namespace:e.state_window,values:Z(e.contents)??[]}),e.count===0&&n.operators.get(e.operator).lists.delete(
Ae(e.key_group,"window-contents",e.key,e.state_window));return;case"WindowCleared":e.reason==="purged"&&n.operators.get(e.operator).panes.set(D(e.key,e.window),{key:e.key,window:e.window,count:0,state_window:e.state_window}),e.reason==="cle\
anup"&&n.operators.get(e.operator).panes.delete(D(e.key,e.window));return;case"LateRecordDropped":{let t=n.operators.get(e.operator);t.late+=1;return}case"ResultWritten":{let t=n.operators.get(e.operator);t.results+=1;return}case"AfterInvok\
eReached":case"TaskFailed":case"RestartDecided":case"TicksSkipped":case"SourceFinished":case"TimestampAssigned":case"OutputPersisted":case"ChannelFlushed":case"WatermarkIgnored":case"ElementProcessed":case"LatencyMeasured":case"RecordFilter\
ed":case"SharedElementChanged":case"TriggerEvaluated":case"TriggerCleared":case"WindowFired":case"FiringSkipped":case"WindowSkippedAsLate":case"SideOutputEmitted":return;default:}}var Fs=24,cl=24;function Bn(){return{view:Ns(),operators:new Map,backlogs:new Map,failure:null}}function Dn(n,e){switch(e.type==="WindowCleared"&&e.reason==="cleanup"&&fl(n,e),Ws(n.view,e),e.type){case"JobSubmitted":for(let t of n.view.operators.
keys())n.operators.set(t,ml());return;case"WindowAssigned":e.timestamp!==null&&hl(n.operators.get(e.operator),D(e.key,e.window),e.timestamp);return;case"WindowsMerged":{let{elements:t,firedPanes:r}=n.operators.get(e.operator),s=[];for(let i of[
...Z(e.merged)??[],e.result]){let o=D(e.key,i);s.push(...t.get(o)??[]),t.delete(o),r.delete(o)}t.set(D(e.key,e.result),s.slice(-Fs));return}case"WindowCleared":n.operators.get(e.operator).elements.delete(D(e.key,e.window)),e.reason==="clean\
up"&&n.operators.get(e.operator).firedPanes.delete(D(e.key,e.window));return;case"WindowFired":n.operators.get(e.operator).fired+=1,e.kind!=="early"&&n.operators.get(e.operator).firedPanes.add(D(e.key,e.window));return;case"ExecutionReset":{
let t=n.view.plan.subtasks.find(({id:s})=>s===e.subtask),r=n.view.plan.vertices.find(({id:s})=>s===t.vertex);for(let{node:s}of r.operators)n.operators.get(`o${s}/${t.index}`).firedPanes.clear();return}case"SourceRecordRead":{let t=n.operators.
get(e.operator);t.read+=1,t.lastSplit=e.split;return}case"ResultWritten":n.operators.get(e.operator).lastResult=e.text;return;case"BufferSent":n.backlogs.set(e.channel,e.backlog);return;case"TaskFailed":n.failure={subtask:e.subtask,message:`${e.
error}: ${e.message}`};return;default:}}function ml(){return{elements:new Map,closed:[],fired:0,firedPanes:new Set,read:0,lastSplit:"",lastResult:""}}function hl(n,e,t){let r=n.elements.get(e);n.elements.set(e,r?[...r.slice(1-Fs),t]:[t])}function fl(n,{
operator:e,key:t,window:r}){let s=n.operators.get(e),i=n.view.operators.get(e).panes.get(D(t,r));if(!i)return;let o=s.elements.get(D(t,r))??[];s.closed=[...s.closed.slice(1-cl),{key:t,window:r,count:i.count,elements:o}]}function zn(n){return{
...n,view:_s(n.view),operators:se(n.operators,e=>({...e,elements:new Map(e.elements),firedPanes:new Set(e.firedPanes)})),backlogs:new Map(n.backlogs)}}function Vs(n){let e=n.view.channels.size+n.view.tasks.size;for(let t of n.view.operators.
values()){e+=1+t.timers.size+2*t.panes.size+t.states.size;for(let r of t.lists.values())e+=1+r.values.length}return e}var Hn=1024,et=class{constructor(e){this.trace=e}positions=[0];keyframes=[Bn()];frontier=Bn();reached=0;spacing=Hn;get complete(){return this.reached===this.trace.eventCount}at(e){this.extend(e);let t=this.lastBefore(e),r=zn(this.keyframes[t]);
for(let s=this.positions[t];s<e;s++)Dn(r,this.trace.event(s));return r}extend(e){for(;this.reached<e;)Dn(this.frontier,this.trace.event(this.reached++)),this.reached-this.positions[this.positions.length-1]>=this.spacing&&(this.positions.push(
this.reached),this.keyframes.push(zn(this.frontier)),this.spacing=Math.max(Hn,2*Vs(this.frontier)))}extendFor(e){let t=performance.now()+e;for(;!this.complete&&performance.now()<t;)this.extend(Math.min(this.reached+Hn,this.trace.eventCount))}lastBefore(e){
let t=0,r=this.positions.length;for(;t<r;){let s=t+r>>1;this.positions[s]<=e?t=s+1:r=s}return t-1}};var gl=36,bl=6e3;function tt(n,e,t){let r=[];for(let s=Math.max(e,t-bl);s<t;){let[,i]=n.eventRange(n.stepOf(s)),o=Math.min(i,t);kl(n,s,o,r),s=o}return r.slice(-gl)}function kl(n,e,t,r){let s,i=(o,a,l,...p)=>{let d=q(n,o),u={what:a,first:o,last:o,
legs:p,end:"stays",time:l,record:d};return r.push(u),u};for(let o=e;o<t;o++){let a=n.event(o);switch(a.type){case"SourceRecordRead":s=i(o,"record",a.timestamp,{operator:a.operator});break;case"ElementReceived":s=i(o,Bs(a.element),a.timestamp,
{channel:a.channel,how:"in"});break;case"WatermarkGenerated":s=i(o,"watermark",a.timestamp,{operator:a.operator});break;case"WindowFired":s=i(o,"result",null,{operator:a.operator});break;case"WatermarkEmitted":s?.what==="watermark"?_t(s,o,{
operator:a.operator}):s=i(o,"watermark",a.timestamp,{operator:a.operator});break;case"ElementWritten":{let l={channel:a.channel,how:"out"},p=Bs(a.element),d=s?.legs.some(u=>"channel"in u&&u.how==="out");if(s&&!d&&(s.what===p||s.what==="resu\
lt"))_t(s,o,l);else{let u=s?.legs.findLast(c=>"operator"in c);s=u?i(o,p,a.timestamp,u,l):i(o,p,a.timestamp,l)}s.end="goes on";break}case"RecordFiltered":case"LateRecordDropped":if(!s)break;_t(s,o,{operator:a.operator}),s.end=a.type==="Recor\
dFiltered"?"filtered":"dropped",s=void 0;break;case"TimestampAssigned":case"KeySelected":case"WindowAssigned":case"OperatorWatermarkAdvanced":case"StateUpdated":case"StateAppended":case"ResultWritten":case"SideOutputEmitted":if(!s)break;_t(
s,o,{operator:a.operator}),a.type==="TimestampAssigned"&&(s.time=a.after);break;default:}}}function _t(n,e,t){n.last=e,JSON.stringify(n.legs.at(-1))!==JSON.stringify(t)&&n.legs.push(t)}function Bs(n){return n==="record"||n==="watermark"||n===
"barrier"?n:"status"}var zs=`flnktrc
`,ue=class extends Error{},wl=16,nt=24;async function rt(n){let e=new DataView(n.buffer,n.byteOffset,n.byteLength);if(String.fromCharCode(...n.subarray(0,zs.length))!==zs)throw new ue("This is no flinksim trace.");let r=e.getUint32(8,!0);if(r!==
2)throw new ue(`The trace has format version ${r}; this page reads version ${2}. Record the run again, or export it with the flinksim that wrote it.`);let s=[],i=wl,o=!1;for(;!o;){let l=n.byteLength-i,p=l<nt?0:Number(e.getBigUint64(i+8,!0));
if(l<nt+p)break;o=e.getUint32(i+4,!0)===1,s.push(await yl(n.subarray(i+nt,i+nt+p))),i+=nt+p}let a=s.at(-1);if(!a)throw new ue("The trace is cut short.");return new Gn(vl(s),o?a.info:{...a.info,cut:"the file is cut short"})}async function yl(n){
let e=await hs(n),t=new DataView(e).getUint32(0,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(e,4,t)));if(r.schema!==Cn)throw new ue(`The facts of the trace have schema ${r.schema}; this page knows ${Cn}. Record the run again, or\
 export it with the flinksim that wrote it.`);let s=new Map;for(let[i,o,a,l,p]of r.columns){let d=Tl(o,e,4+t+a,l);s.set(i,{values:d,none:p===null?null:BigInt(p)})}return{columns:s,info:r.info}}function vl(n){if(n.length===1)return n[0].columns;
let e=new Set(n.flatMap(({columns:r})=>[...r.keys()])),t=new Map;for(let r of e){let s=n.flatMap(({columns:i})=>i.get(r)??[]);if(s.some(({none:i})=>i!==null)){let i=xl(s.map(({values:a})=>a)),o=s.map(a=>a.values.map(l=>l===a.none?i:l));t.set(
r,{values:Hs(o),none:i})}else{let i=s.map(o=>o.values);t.set(r,{values:r==="texts.end"?Sl(i):Hs(i),none:null})}}return t}function xl(n){let e=-(1n<<63n)+1n;for(;n.some(t=>t.includes(e));)e+=1n;return e}function Sl(n){let e=0,t=[];for(let r of n){
let s=e;for(let i of r)t.push(e=s+Number(i))}return Uint32Array.from(t)}function Hs(n){let e=n.reduce((s,i)=>s+i.length,0);if(n.some(s=>s instanceof BigInt64Array))return Gs(new BigInt64Array(e),n,s=>s instanceof BigInt64Array?s:BigInt64Array.
from(s,BigInt));let t=Math.max(...n.map(s=>s.BYTES_PER_ELEMENT)),r=t===1?new Uint8Array(e):t===2?new Uint16Array(e):new Uint32Array(e);return Gs(r,n,s=>s)}function Gs(n,e,t){let r=0;for(let s of e)n.set(t(s),r),r+=s.length;return n}var Gn=class{constructor(e,t){
this.columns=e;this.info=t;this.texts=new jn(this.column("texts.json"),this.column("texts.end")),this.kinds=this.column("events.kind"),this.eventCount=this.kinds.length;let r=this.column("steps.after");this.stepCount=r.length,this.firstEvents=
new Uint32Array(this.stepCount);let s=0;for(let a=0;a<this.stepCount;a++)this.firstEvents[a]=s+=Number(r[a]);this.causes=this.column("events.cause"),this.originBack=this.column("events.origin"),this.places=this.column("events.place"),this.rows=
new Uint32Array(this.eventCount);let i=new Uint32Array(M.length);for(let a=0;a<this.eventCount;a++){let l=this.kinds[a];this.rows[a]=i[l]++}this.tables=M.map((a,l)=>i[l]>0?this.table(a):null);let o=this.eventCount>0?this.event(0):null;this.
plan=o?.type==="JobSubmitted"?o.plan:null}kinds;eventCount;stepCount;plan;texts;rows;tables;firstEvents;moves=null;causes;originBack;places;event(e){let t=this.kinds[e];return Dr[t](this.tables[t],this.rows[e])}kindOf(e){return M[this.kinds[e]]}cause(e){
let t=Number(this.causes[e]);return t===0?-1:e-t}origin(e){let t=Number(this.originBack[e]);return t===0?-1:e-t}callStack(e){let t=this.column("frames.caller"),r=this.column("frames.method"),s=[];for(let i=Number(this.places[e]);i>0;i=Number(
t[i]))s.unshift(this.texts.text(Number(r[i])));return s}stepOf(e){let t=0,r=this.stepCount;for(;t<r;){let s=t+r>>1;Number(this.firstEvents[s])<=e?t=s+1:r=s}return t-1}eventRange(e){let t=e+1<this.stepCount?Number(this.firstEvents[e+1]):this.
eventCount;return[Number(this.firstEvents[e]),t]}positionBy(e){let t=this.moves??=this.indexesOf(["ProcessingTimeAdvanced"]),r=0,s=t.length;for(;r<s;){let i=r+s>>1,o=this.event(t[i]);o.type==="ProcessingTimeAdvanced"&&o.after<=e?r=i+1:s=i}return t[r]??
this.eventCount}actorOf(e){return this.texts.text(Number(this.column("steps.actor")[e]))}actionOf(e){return this.texts.text(Number(this.column("steps.action")[e]))}indexesOf(e){let t=new Set(e.map(s=>M.indexOf(s))),r=[];for(let s=0;s<this.eventCount;s++)
t.has(this.kinds[s])&&r.push(s);return r}column(e){let t=this.columns.get(e);if(!t)throw new ue(`The trace has no column ${e}; it is damaged.`);return t.values}table(e){let t=vt[e].map(([s])=>`${e}.${s}`),r=t.map(s=>this.columns.get(s)?.none??
null);return new qn(t.map(s=>this.column(s)),r,this.texts)}};function Tl(n,e,t,r){switch(n){case"u8":return new Uint8Array(e,t,r);case"u16":return new Uint16Array(e,t,r);case"u32":return new Uint32Array(e,t,r);case"i64":return new BigInt64Array(
e,t,r);default:throw new ue(`The trace has a column of type ${n}; it is damaged.`)}}var jn=class{constructor(e,t){this.ends=t;this.all=new TextDecoder("latin1").decode(e)}all;parsed=[];lists=[];json(e){let t=e===0?0:Number(this.ends[e-1]);return this.
all.slice(t,Number(this.ends[e]))}list(e){return this.lists[e]??=JSON.parse(this.json(e))}text(e){return this.parsed[e]??=JSON.parse(this.json(e))}},qn=class{constructor(e,t,r){this.columns=e;this.nones=t;this.texts=r}timestamp(e,t){return this.
columns[e][t]}optionalTimestamp(e,t){let r=this.columns[e][t];return r===this.nones[e]?null:r}count(e,t){return Number(this.columns[e][t])}flag(e,t){return this.columns[e][t]!==0}text(e,t){return this.texts.text(this.columns[e][t])}textsOf(e,t){
return this.texts.list(this.columns[e][t])}value(e,t){return this.texts.json(this.columns[e][t])}plan(e,t){return JSON.parse(this.value(e,t))}};function Ft(n){return Array.isArray(n)?n.flatMap(e=>{let{name:t,label:r,value:s,points:i,live:o}=e??{};return typeof t=="string"&&typeof r=="string"&&typeof s=="number"&&Array.isArray(i)&&i.length>1?[{name:t,label:r,value:s,points:i.map(Number),
live:o===!0}]:[]}):[]}function qs(n,e){let{id:t,knob:r,value:s,problem:i}=n??{};return t!==e?null:typeof i=="string"?i:typeof r=="string"&&typeof s=="number"?{knob:r,value:s}:"The answer to this was no run."}var js=8,Wt=class{constructor(e,t,r,s,i){
this.el=e;this.model=t;this.specs=r;this.show=i;this.spec=r.find(({name:a})=>a===s?.knob)??r[0],this.value=s?.value??this.spec.value;let o=r.map(({name:a,label:l})=>`<option value="${k(a)}">${k(l)}</option>`).join("");E(e,`<div class="knobH\
ead">${r.length>1?`<select aria-label="Knob">${o}</select>`:`<b>${k(this.spec.label)}</b>`}<output></output><button type="button" class="small" data-knob="own">reset</button></div><input type="range" min="0" step="1" aria-label="Turn it"><d\
iv class="knobStats"></div><div class="knobNote" role="status"></div>`),this.slider=e.querySelector("input"),e.querySelector("select")?.addEventListener("change",a=>this.choose(a.target.value)),this.slider.addEventListener("input",()=>this.
turn(this.at(Number(this.slider.value)))),this.slider.addEventListener("change",()=>this.settle()),e.querySelector("[data-knob]").addEventListener("click",()=>{this.turn(this.spec.value),this.settle()}),this.arrange()}value;spec;asked=0;waits=!1;wanted=null;slider;tell(e){
E(this.el.querySelector(".knobStats"),e.map(([t,r])=>`<span><b>${k(t)}</b>${k(r)}</span>`).join(""))}hear(){let e=qs(this.model.get("turned"),this.asked);e!==null&&(this.waits=!1,typeof e=="string"?this.note(e):this.open(Me(this.model.get("\
turned_trace")),e),this.ask())}choose(e){this.spec=this.specs.find(t=>t.name===e),this.value=this.spec.value,this.arrange()}arrange(){let{points:e,live:t}=this.spec;this.slider.max=String((e.length-1)*(t?js:1));let r=this.el.querySelector("\
select");r&&(r.value=this.spec.name),this.slider.value=String(this.notchOf(this.value)),this.name()}at(e){let{points:t,live:r}=this.spec,s=r?js:1,i=Math.min(t.length-1,Math.floor(e/s)),o=Math.min(t.length-1,i+1);return Math.round(t[i]+(t[o]-
t[i])*(e%s/s))}notchOf(e){let t=0;for(let r=0;r<=Number(this.slider.max);r++)Math.abs(this.at(r)-e)<Math.abs(this.at(t)-e)&&(t=r);return t}name(){let e=this.value===0?"0":ne(this.value);this.el.querySelector("output").textContent=e,this.slider.
setAttribute("aria-valuetext",e),this.el.querySelector("[data-knob]").hidden=this.value===this.spec.value}note(e){this.el.querySelector(".knobNote").textContent=e}turn(e){this.value=e,this.slider.value=String(this.notchOf(e)),this.name(),this.
note(""),this.wanted=e,this.ask()}settle(){this.settled=!0,this.last&&this.last.turned.value===this.value&&!this.waits&&this.take()}settled=!1;last=null;take(){this.settled=!1,this.show(this.last.trace,this.last.turned,!0)}ask(){if(this.wanted===
null||this.waits)return;let e=this.wanted;this.wanted=null;let{name:t,live:r,value:s}=this.spec,i={knob:t,value:e},o=this.model.get(e===s?"trace":`${t}_${e}`);if(!r&&!o)return this.note("This was not worked out beforehand; turn it in a note\
book.");if(o&&(!r||e===s))return void this.open(Me(o),i);this.waits=!0,this.asked++,this.model.set("asked",{id:this.asked,...i}),this.model.save_changes()}async open(e,t){try{this.last={trace:await rt(e),turned:t}}catch(r){return this.note(
r instanceof Error?r.message:String(r))}this.settled&&t.value===this.value?this.take():this.show(this.last.trace,t,!1)}};var Ks=6e4;function Dt(n,e,t,r=Ks){let s=n.tasks.get(e),i=n.clock.at(t),o=new Map;for(let a of["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut"])o.set(a,Un(s,s.counts[a],t,-1)),a!=="numBuffersIn"&&o.set(
`${a}PerSecond`,Us(s,s.counts[a],t,i,r));return $l(o,s,t,i,r),Ml(o,s,t,n.start+BigInt(i)),Cl(o,s,t),o.set("mailboxQueueSize",s.mails.at(t)),o.set("numFiredTimers",Un(s,s.counts.numFiredTimers,t,-1)),o.set("numFiredTimersPerSecond",Us(s,s.counts.
numFiredTimers,t,i,r)),o}function Un(n,e,t,r){let[s,i]=n.attempt.at(t);return e.at(t)-(r>0&&r>=i?e.atTime(r):e.at(s))}function Us(n,e,t,r,s){let i=Math.max(r-s,0);return 1e3*Un(n,e,t,i)/Math.max(1,r-i)}function Kn(n,e,t,r,s=Ks){let i=Math.max(
r-s,0),[o,a]=n.attempt.at(t),{conditions:l}=n,p=i>a?l.untilTime(i,e):l.until(o,a,e);return 1e3*(l.until(t,r,e)-p)/Math.max(1,r-i)}function $l(n,e,t,r,s){let i=d=>Kn(e,d,t,r,s),[o,a]=e.attempt.at(t),l=d=>e.conditions.until(t,r,d)-e.conditions.
until(o,a,d);n.set("busyTimeMsPerSecond",i("busy")),n.set("idleTimeMsPerSecond",i("idle")),n.set("softBackPressuredTimeMsPerSecond",i("soft")),n.set("hardBackPressuredTimeMsPerSecond",i("hard")),n.set("backPressuredTimeMsPerSecond",i("soft")+
i("hard")),n.set("accumulateBusyTimeMs",l("busy")),n.set("accumulateIdleTimeMs",l("idle")),n.set("accumulateBackPressuredTimeMs",l("soft")+l("hard"));let p=e.conditions.changes.at(t);n.set("isBackPressured",p==="soft"||p==="hard")}function Ml(n,e,t,r){
Js(n,e.head,t);let s=e.ends.map(({outputWatermark:a})=>a.at(t));if(n.set("currentOutputWatermark",Ys(s)),e.head.inputWatermarks.size>0)return;let i=e.head.outputWatermark.at(t);i>T&&i<L&&n.set("watermarkLag",Number(r-i));let o=e.eventTimeLag.
at(t);o!==null&&n.set("currentEmitEventTimeLag",o)}function Js(n,e,t){let r=[...e.inputWatermarks].sort(([i],[o])=>i-o),s=r.map(([,i])=>i.at(t));s.length>0&&n.set("currentInputWatermark",Ys(s)),s.length>1&&r.forEach(([i],o)=>n.set(`currentI\
nput${i+1}Watermark`,s[o]))}function Ys(n){return n.reduce((e,t)=>e<t?e:t)}function Jn(n,e){let{exclusive:t,floating:r}=Xs(n,e),{exclusive_buffers:s,floating_buffers:i,output_buffers:o}=n.plan;return{input:Bt(t+r,s+i),output:Bt(n.outputInUse.
at(e),o)}}function Xs(n,e){let{plan:t,inputs:r}=n,s=t.exclusive_buffers;for(let i of r)i.plan.local||(s-=i.exclusive.at(e));return{exclusive:s,floating:t.floating_buffers-n.floatingFree.at(e)}}function Cl(n,e,t){let{plan:r,inputs:s}=e,i=s.filter(
d=>!d.plan.local),{exclusive:o,floating:a}=Xs(e,t),l=Jn(e,t),p=s.map(d=>(d.plan.local?d.queued:d.received).at(t));n.set("inputQueueLength",Vt(p)),n.set("inputQueueSize",Vt(i.map(d=>d.receivedBytes.at(t)))),n.set("inPoolUsage",l.input),n.set(
"inputExclusiveBuffersUsage",Bt(o,r.exclusive_buffers)),n.set("inputFloatingBuffersUsage",Bt(a,r.floating_buffers)),n.set("outputQueueLength",Vt(e.outputs.map(d=>d.queued.at(t)))),n.set("outputQueueSize",Vt(e.outputs.map(d=>d.queuedBytes.at(
t)))),n.set("outPoolUsage",l.output)}function zt(n,e,t){let r=n.operators.get(e),s=new Map;for(let[i,o]of r.counts)o.at(t)>0&&s.set(i,o.at(t));Js(s,r,t),s.set("currentOutputWatermark",r.outputWatermark.at(t));for(let[i,o]of r.latencies){let[
a,l,p]=o.at(t);a!==0&&(s.set(`latency.source_id.${i}.count`,a),s.set(`latency.source_id.${i}.mean`,l/a),s.set(`latency.source_id.${i}.max`,p))}return s}function Vt(n){return n.reduce((e,t)=>e+t,0)}function Bt(n,e){return e>0?n/e:0}var El=60,Qs=Object.keys(ge),Zs=new Set(["fill","state","read","held up","result"]),Al=new Set(["fill","state"]),st=class{all;ends;constructor(e,t){let r=Ol(e,t);if(this.all=Pl(r),this.all.at(-1)?.end!==e.eventCount&&e.eventCount>0){let{eventCount:s}=e;
this.all=[...this.all,{kind:"end",lead:s-1,count:1,end:s}]}this.ends=this.all.map(({end:s})=>s)}at(e){return G(this.ends,e-1)+1-(e===0?1:0)}startOf(e){return this.ends[e-1]??0}next(e){return this.ends[G(this.ends,e)+1]??this.ends.at(-1)??e}back(e){
return this.ends[G(this.ends,e-1)]??0}endingAt(e){let t=this.all[G(this.ends,e)];return t?.end===e?t:null}};function ei({kind:n,count:e}){return e>1?ge[n][1].replace("{n}",String(e)):""}function Ol(n,e){let t=new Map,r=new Set(pe.filter(({moment:d})=>d!==
"").map(({kind:d})=>d));for(let{kind:d,when:u,moment:c}of pe){let m=M.indexOf(d);r.has(d)&&t.set(m,[...t.get(m)??[],{when:u,moment:c}])}let s=[];for(let d=0;d<n.eventCount;d++){let u=t.get(n.kinds[d]);if(!u)continue;let c=n.event(d),m=u.find(
({when:h})=>h===""||Ge(h,c,e));m&&m.moment!==""&&s.push({index:d,moment:m.moment,fact:c})}let i=new Set(s.map(({moment:d})=>d)),o=!["fill","state","firing","late"].some(d=>i.has(d)),a=[],l=-1,p=0;for(let{index:d,moment:u,fact:c}of s){if(u===
"read"&&!o)continue;d>=p&&(l=n.stepOf(d),p=n.eventRange(l)[1]);let m=Rl(c),h=a.at(-1);if(h?.step!==l){a.push({kind:u,lead:d,count:1,end:p,step:l,watermark:m});continue}h.watermark??=m;let f=Qs.indexOf(u)-Qs.indexOf(h.kind);f<0?Object.assign(
h,{kind:u,lead:d,count:1}):f===0&&!Al.has(u)&&u!=="minimum"&&h.count++}return a}function Rl(n){return n.type==="InputWatermarkAdvanced"||n.type==="OperatorWatermarkAdvanced"?n.after:n.type==="WindowFired"?n.watermark:null}function Pl(n){let e=new Map;
for(let{kind:s}of n)e.set(s,(e.get(s)??0)+1);let t=s=>Zs.has(s)&&e.get(s)>El,r=[];for(let s of n){let i=r.at(-1);if(!i||!Ll(i,s,t)){r.push({...s});continue}i.end=s.end,s.kind===i.kind?(i.count+=s.count,Zs.has(s.kind)&&(i.lead=s.lead)):s.kind===
"firing"&&Object.assign(i,{kind:s.kind,lead:s.lead,count:s.count})}return r}function Ll(n,e,t){if(e.kind==="result")return n.kind==="firing"||n.kind==="result"&&t("result");let r=s=>s==="minimum"||s==="firing";return r(n.kind)&&r(e.kind)?n.
watermark!==null&&n.watermark===e.watermark:n.kind===e.kind&&t(e.kind)}var ti=["records","late","panes","generators","channels","minimum","timers"],K=({camera:n,box:e},t)=>e.left+(t-n.x0)/(n.x1-n.x0)*e.width;function O({camera:n,box:e},t){return t===1/0?e.top-4:t===-1/0?e.top+e.height+4:e.top+(1-(t-n.y0)/(n.y1-
n.y0))*e.height}var A=(n,e)=>K(n,e===1/0?n.places.at(-1):n.places[e+1]);function it(n,e,t,r,s){e===1?n.rect(t-s*.9,r-s*.9,s*1.8,s*1.8):e>=2?(n.moveTo(t,r-s*1.2),n.lineTo(t+s*1.15,r+s*.9),n.lineTo(t-s*1.15,r+s*.9),n.closePath()):(n.moveTo(t+
s,r),n.arc(t,r,s,0,7))}var Oe=({operators:n},e)=>!n||n.has(e);function ot({places:n,camera:e},t){let r=0,s=t.length;for(;r<s;){let i=r+s>>1;n[t[i]+1]<e.x0?r=i+1:s=i}return r}function V(n,e,t,r,s=[]){n.beginPath();for(let i=0;i<e.length;i+=2)
n.lineTo(e[i],e[i+1]);n.strokeStyle=t,n.lineWidth=r,n.setLineDash([...s]),n.stroke(),n.setLineDash([])}function ri(n,e){let{run:t,box:r,colour:s}=e,i=t.curves.find(({kind:m,owner:h})=>m==="minimum"&&Oe(e,h));if(!i)return;let o=r.top+r.height,a=t.lateness.get(i.owner)??0,l=we(e,i,0);if(l.length===0)return;let p=(m,h,f)=>{n.beginPath();for(let g=0;g<
m.length;g+=2)n.lineTo(m[g],m[g+1]);n.closePath(),n.fillStyle=h,n.globalAlpha=f,n.fill(),n.globalAlpha=1},d=l.at(-2),u=a>0?we(e,i,a):l;if(p([...u,d,o,u[0],o],s("--wmsoft"),.5),a===0)return;let c=[...l];for(let m=u.length-2;m>=0;m-=2)c.push(
u[m],u[m+1]);p(c,s("--panesoft"),.55),V(n,u,s("--pane"),1,[2,3])}function si(n,e){let{camera:t,places:r,colour:s}=e;e.places[1]===1||t.x1<t.y0||t.x0>t.y1||r.at(-1)<1e6||V(n,[K(e,t.x0),O(e,t.x0),K(e,t.x1),O(e,t.x1)],s("--ink3"),1.2,[2,4])}function ii(n){
return n.run.curves.filter(({kind:t,owner:r})=>t==="minimum"&&Oe(n,r)).map(t=>we(n,t,0))}function we(n,e,t){let{camera:r,box:s}=n,i=[],o=e.at,a=NaN,l=Math.max(0,ot(n,o)-1);for(let p=l;p<o.length;p++){let d=A(n,o[p]),u=e.values[p],c=O(n,u-t);
if(Number.isNaN(a)||i.push(d,a),(u!==-1/0||!Number.isNaN(a))&&(i.push(d,c),a=c),d>s.left+s.width)break}return Number.isNaN(a)||i.push(Math.min(K(n,r.x1),A(n,1/0)),a),i}var Yn=[[],[6,3],[2,2.5],[9,3,2,3],[4,6]];function oi(n,e){let{run:t,parts:r,
colour:s,followed:i}=e;n.lineJoin="round";let o=a=>t.curves.filter(l=>l.kind===a&&(!i||i.hasCurve(l)));if(r.has("channels")){n.globalAlpha=.65;for(let a of o("channel"))V(n,we(e,a,0),s("--wm"),1);n.globalAlpha=1}if(r.has("minimum")){let a=s(
"--panel");for(let l of o("input"))V(n,we(e,l,0),s("--wm"),2,Yn[l.part==="0"?0:1]);for(let l of o("minimum").filter(({owner:p})=>Oe(e,p))){let p=we(e,l,0);V(n,p,a,5),V(n,p,s("--wm"),3.4)}}if(r.has("generators")&&o("generator").forEach((a,l)=>{
V(n,we(e,a,0),s("--wmink"),1.4,Yn[l%Yn.length]),ni(n,e,a)}),r.has("channels"))for(let a of o("channel"))ni(n,e,a)}function ni(n,e,t){let{colour:r}=e;for(let[s,i]of t.idle){let o=G(t.at,s),a=o<0?-1/0:t.values[o],l=Math.min(O(e,a),e.box.top+e.
box.height-5),[p,d]=[A(e,s),A(e,i)];V(n,[p,l,d,l],r("--panel"),7),V(n,[p,l,d,l],r("--ink3"),5,[2,3]),!(d-p<34)&&(n.font=`600 12px ${e.colour("font-family")}`,n.fillStyle=r("--ink2"),n.textAlign="left",n.fillText("idle",Math.max(p,e.box.left)+
4,l-6))}}var Ht=class{constructor(e){this.plan=e}made=new Map;splits=new Map;splitsOf(e){return[...this.splits.get(e)??[]]}reads(e,t){let r=this.splits.get(e);r?r.add(t):this.splits.set(e,new Set([t]))}take(e,t){switch(t.type){case"WatermarkGenerate\
d":return this.rise("generator",t.operator,t.split,e,t.timestamp),!0;case"SplitStatusChanged":return this.rest("generator",t.operator,t.split,e,t.idle),!0;case"SplitReleased":return!0;case"ChannelWatermarkChanged":return this.rise("channel",
t.channel,"",e,t.after),!0;case"ChannelStatusChanged":return this.rest("channel",t.channel,"",e,t.idle),!0;case"InputWatermarkAdvanced":return this.rise("input",t.subtask,String(t.input),e,t.after),!0;case"InputStatusChanged":return this.rest(
"input",t.subtask,String(t.input),e,t.idle),!0;case"OperatorWatermarkAdvanced":return this.rise("minimum",t.operator,"",e,t.after),!0;default:return!1}}startAgain(e,t,r){let s=this.plan.channels.filter(({target:o})=>o===t).map(({id:o})=>o),
i=new Set([t,...r,...s]);for(let o of this.made.values()){if(!i.has(o.owner))continue;o.at.push(e),o.values.push(-1/0);let a=o.idle.at(-1);a?.[1]===1/0&&(a[1]=e)}}curves(e){let t=new Set(this.plan?.channels.filter(({input:i})=>i>0).map(({target:i})=>i)),
r=[...this.made.values()],s=r.some(({kind:i,owner:o})=>i==="minimum"&&e.has(o));return r.filter(({kind:i,owner:o})=>i==="minimum"?!s||e.has(o):i!=="input"||t.has(o))}rise(e,t,r,s,i){let o=this.curve(e,t,r);o.at.push(s),o.values.push(Il(i))}rest(e,t,r,s,i){
let{idle:o}=this.curve(e,t,r),a=o.at(-1);i?o.push([s,1/0]):a&&(a[1]=s)}curve(e,t,r){let s=JSON.stringify([e,t,r]),i=this.made.get(s);return i||this.made.set(s,i={kind:e,owner:t,part:r,at:[],values:[],idle:[]}),i}},ai=9e18;function Il(n){let e=Number(
n);return e>=ai?1/0:e<=-ai?-1/0:e}var Nl=["SourceRecordRead","TimestampAssigned","RecordFiltered","KeySelected","WindowAssigned","WindowsMerged","WindowFired","WindowCleared","LateRecordDropped","TimerRegistered","TimerFired","TimerDeleted","WatermarkGenerated","SplitStatus\
Changed","SplitReleased","ChannelWatermarkChanged","ExecutionReset","ChannelStatusChanged","InputWatermarkAdvanced","InputStatusChanged","OperatorWatermarkAdvanced"],ce=class{constructor(e){this.trace=e;this.made=new Ht(e.plan),this.nameSources();
let t=new Uint8Array(M.length);for(let r of Nl)t[M.indexOf(r)]=1;for(let r=0;r<e.eventCount;r++)t[e.kinds[r]]&&this.take(r,e.event(r));this.dots=this.dots.filter(({time:r})=>Number.isFinite(r)),this.curves=this.made.curves(this.keepers)}dots=[];panes=[];lates=[];timers=[];curves;keys=[];lateness=new Map;keepers=new Set;paneAt=new Map;lateAt=new Map;keyNumbers=new Map;byRead=new Map;byElement=new Map;open=new Map;running=new Map;sources=new Map;made;missedBy(e){
let t=J(e.windows)?[e.windows]:Z(e.windows)??[];return this.panes.filter(({operator:s,key:i,window:o,gone:a})=>s===e.operator&&i===e.key&&a<e.index&&t.includes(o)).reduce((s,i)=>s&&s.gone>i.gone?s:i,null)}dotBehind(e){return this.byRead.get(
q(this.trace,e))??this.byElement.get(this.trace.cause(e))}splitsBefore(e){let[t,r]=e.slice(1).split("/"),s=this.trace.plan?.vertices.find(({operators:i})=>i.some(o=>String(o.node)===t));return this.made.splitsOf(`o${s?.operators[0]?.node}/${r}`).
join(", ")}nameSources(){let{plan:e}=this.trace,t=new Set(e?.channels.map(({target_node:s})=>s)),r=0;for(let s of e?.vertices??[]){let[i]=s.operators;if(!(!i||i.inputs.length>0||t.has(i.node))){for(let o=0;o<s.parallelism;o++)this.sources.set(
`o${i.node}/${o}`,r);r++}}}take(e,t){if(!this.made.take(e,t))switch(t.type){case"SourceRecordRead":{let r=this.sources.get(t.operator)??0,s=t.timestamp===null?NaN:Number(t.timestamp),i={index:e,time:s,key:-1,source:r,split:t.split,late:null};
this.byRead.set(e,i),this.dots.push(i),this.made.reads(t.operator,t.split);return}case"TimestampAssigned":{let r=this.byRead.get(q(this.trace,e));r&&(r.time=Number(t.after));return}case"RecordFiltered":{let r=this.byRead.get(q(this.trace,e));
r&&(r.time=NaN);return}case"KeySelected":{let r=this.byRead.get(q(this.trace,e));r&&(r.key=this.keyNumber(t.key));return}case"LateRecordDropped":{this.keepers.add(t.operator);let r=t.timestamp===null?NaN:Number(t.timestamp),s=this.dotOf(e,r),
i=s.key=this.keyNumber(t.key),o=t.cleanup_time===null?null:Number(t.cleanup_time),{operator:a,windows:l}=t,p={index:e,operator:a,key:i,time:r,windows:l,cleanup:o,watermark:Number(t.watermark),dot:s};s.late??=p,this.lateAt.set(e,p),this.lates.
push(p);return}case"TimerRegistered":{let r=J(t.namespace);if(r&&t.domain==="event"){let a=Number(t.timestamp-r[1])+1;a>(this.lateness.get(t.operator)??0)&&this.lateness.set(t.operator,a)}if(t.namespace!=='""')return;this.keepers.add(t.operator);
let{domain:s}=t,i=Number(t.timestamp),o={index:e,end:1/0,fired:!1,domain:s,time:i,key:this.keyNumber(t.key)};this.running.set(Xn(t),o),this.timers.push(o);return}case"ExecutionReset":this.startAgain(e,t.subtask);return;case"TimerFired":case"\
TimerDeleted":{let r=this.running.get(Xn(t));if(!r)return;r.end=e,r.fired=t.type==="TimerFired",this.running.delete(Xn(t));return}default:this.takePane(e,t)}}takePane(e,t){switch(t.type){case"WindowAssigned":{let r=this.pane(e,t.operator,t.
key,t.window);r.fills.push(e),r.counts.push(t.count),this.dotOf(e,t.timestamp===null?NaN:Number(t.timestamp)).key=r.key;return}case"WindowsMerged":{let s=(J(t.merged)?[t.merged]:Z(t.merged)??[]).flatMap(o=>this.end(e,t.operator,t.key,o)??[]),
i=this.pane(e,t.operator,t.key,t.result);for(let o of s)o!==i&&(o.into=i);i.fills.push(e),i.counts.push(t.count);return}case"WindowFired":{this.pane(e,t.operator,t.key,t.window).firings.push({index:e,kind:t.kind,count:t.count});return}case"\
WindowCleared":t.reason==="cleanup"&&this.end(e,t.operator,t.key,t.window);return;default:}}startAgain(e,t){let r=_l(this.trace,t);for(let[s,i]of this.open)r.has(i.operator)&&(i.gone=e,this.open.delete(s));for(let[s,i]of this.running)r.has(
JSON.parse(s)[0])&&(i.end=e,this.running.delete(s));this.made.startAgain(e,t,r)}pane(e,t,r,s){let i=`${t} ${D(r,s)}`,o=this.open.get(i);if(o&&this.paneAt.set(e,o),o)return o;let a=J(s),l={operator:t,key:this.keyNumber(r),window:s,born:e,gone:1/0,
fills:[],counts:[],firings:[],into:null,start:a?Number(a[0]):-1/0,end:a?Number(a[1]):1/0};return this.keepers.add(t),this.open.set(i,l),this.paneAt.set(e,l),this.panes.push(l),l}end(e,t,r,s){let i=`${t} ${D(r,s)}`,o=this.open.get(i);return o?
(o.gone=e,this.open.delete(i),o):null}dotOf(e,t){let r=this.byRead.get(q(this.trace,e));if(r)return r;let s=this.trace.cause(e),i=s<0?void 0:this.byElement.get(s);if(i)return i;let o={index:e,time:t,key:-1,source:-1,split:"",late:null};return s>=
0&&this.byElement.set(s,o),this.dots.push(o),o}keyNumber(e){let t=this.keyNumbers.get(e);return t!==void 0?t:(this.keyNumbers.set(e,this.keys.length),this.keys.push(e)-1)}};function _l({plan:n},e){let{vertex:t,index:r}=n.subtasks.find(({id:s})=>s===
e);return new Set(n.vertices.find(({id:s})=>s===t).operators.map(({node:s})=>`o${s}/${r}`))}function Xn(n){return JSON.stringify([n.operator,n.domain,n.key,n.namespace,String(n.timestamp)])}var Re=class{constructor(e){this.trace=e;this.run=new ce(e),this.clock=new te(e)}run;clock;places=new Map;paint(e,t,r){let{colour:s}=t,i=this.places.get(r);i||this.places.set(r,i=this.clock.places(r));let o={...t,run:this.run,places:i,followed:null,
operators:null};e.globalAlpha=.85;for(let l of ii(o))V(e,l,s("--ink3"),2,[6,4]);e.globalAlpha=1;let a=new Set(t.run.lates.map(li));for(let l of this.run.lates){if(a.has(li(l)))continue;let[p,d]=[A(o,l.index),O(o,l.time)];e.beginPath(),e.arc(
p,d,6,0,7),e.strokeStyle=s("--fire"),e.lineWidth=1.3,e.setLineDash([2,2]),e.stroke(),e.setLineDash([])}}},li=({key:n,time:e,dot:t})=>`${n} ${e} ${t.split}`;function Qn(n,e,t){let r=g=>n.indexesOf([g]).map(b=>[b,n.event(b)]),s=(g,b)=>{let w=e.next(g);return{question:b,position:w}},i=n.indexesOf(["TaskFailed"]).at(-1),[,o]=r("JobStatusChanged").at(-1)??[];if(i!==void 0&&o?.after==="FAILED")return{
question:"Why does it fail?",position:i+1};if(i!==void 0)return{question:"A task failed. What was lost, what is done again?",position:i+1};let a=r("LateRecordDropped");if(a.length>0){let g=({watermark:v,cleanup_time:S,timestamp:C})=>v===L?-1n:
v-(S??C??v),[b]=a.reduce((v,S)=>g(S[1])>g(v[1])?S:v),w=a.length===1?"A record came too late":`${a.length} records came too late`;return s(b,`${w}. Why?`)}let l=r("WindowFired"),p=r("WindowsMerged"),d=l.filter(([,{watermark:g,clock:b}])=>g!==
L&&b!=="end of input");if(l.length>0&&d.length===0)return s(l[0][0],"No window fired before the input ended. Why?");let u=e.all.filter(({kind:g})=>g==="merge").at(-1);if(u&&p.length>0)return{question:"How did these sessions become one?",position:u.
end};let c=r("SplitStatusChanged").find(([,g])=>g.idle);if(c)return s(c[0],`${c[1].split||t.name(c[1].operator)} went idle. What does that change?`);if(d.length>0)return s(d[0][0],"Why does this window fire now?");let m=r("DefaultActionSusp\
ended").find(([,{reason:g}])=>g==="no output buffer"||g==="blocked");if(m)return s(m[0],`Why does ${t.name(m[1].subtask)} stop reading?`);let h=e.all.find(({kind:g})=>g==="firing");if(h)return{question:"Why does this timer fire now?",position:h.
end};let f=e.all.filter(({kind:g})=>g==="result").at(-1);return f?{question:"What came out, and of what?",position:f.end}:{question:"",position:0}}var Zn="You went by the wall clock; event time knows only watermarks.",Wl="You took the channel that moved last; the least of all active ones counts.",Fl="You took the greatest channel; the least of all active ones counts.",Vl="A watermark \
says that no more record comes up to it, itself included: it is one less.",Bl="The delay drops nothing: behind the watermark a record still counts while its window is open.",er="There is no one watermark for the whole job; each task has its\
 own minimum.",Dl="Once the watermark has passed the end of its window, and the allowed lateness, it is too late.";function tr(n,e,t,r){let s=n.event(r);return s.type==="InputWatermarkAdvanced"?zl(n,e,t,r,s):s.type==="WindowAssigned"||s.type===
"LateRecordDropped"?Gl(e,t,r,s):s.type==="WindowFired"?jl(e,t,r,s):null}var nr=["InputWatermarkAdvanced","LateRecordDropped","WindowAssigned","WindowFired"];function zl(n,e,t,r,s){let o=(n.plan?.channels??[]).filter(({target:c,input:m})=>c===
s.subtask&&m===s.input).flatMap(({id:c})=>{let m=t.channels.get(c);return m&&!m.idle?[{id:c,watermark:m.watermark}]:[]});if(o.length<2||s.after===L)return null;let a=o.reduce((c,{watermark:m})=>m>c?m:c,T),l=Hl(n,r),d=[...t.channels.values()].
map(({watermark:c})=>c).filter(c=>c!==L).reduce((c,m)=>m>c?m:c,T),u=c=>e.time(c);return rr(r,`What does the minimum of ${e.name(s.subtask)} become?`,u(s.after),[{says:u(a),belief:Fl},{says:l===null?null:u(l),belief:Wl},{says:u(s.after+1n),belief:Vl},
{says:u(d),belief:er},{says:u(t.time_ms),belief:Zn}])}function Hl(n,e){for(let t=e;t>=Math.max(0,e-40);t--){let r=n.event(t);if(r.type==="ChannelWatermarkChanged")return r.after}return null}function Gl(n,e,t,r){let s=r.type==="LateRecordDro\
pped",{timestamp:i}=r,o=J(s?r.windows:r.window);if(i===null||!o)return null;let a=e.operators.get(r.operator)?.watermark??T,l=[...e.channels.values()].reduce((c,m)=>m.watermark>c?m.watermark:c,T),p=c=>c?"It is too late, and dropped.":"It co\
unts.",u=`A record of ${n.value(r.key)} with timestamp ${n.time(i)} comes; the watermark is ${n.time(a)}. What becomes of it?`;return rr(t,u,p(s),[{says:p(i<=a),belief:Bl},{says:p(o[1]-1n<=e.time_ms),belief:Zn},{says:p(o[1]-1n<=l),belief:er},
{says:p(!1),belief:Dl}])}function jl(n,e,t,r){let s=e.operators.get(r.operator);if(!s||r.kind!=="on time"||r.watermark===L)return null;let i=l=>{let d=[...s.panes.values()].filter(({window:u})=>(J(u)?.[1]??L)-1n<=l).map(({key:u,window:c})=>`${n.
value(u)} ${n.window(c)}`).sort();return d.length===0?"none":d.length<=3?d.join(", "):`${d.slice(0,2).join(", ")} and ${d.length-2} more`},o=[...e.channels.values()].reduce((l,p)=>p.watermark>l&&p.watermark!==L?p.watermark:l,T),a=[...s.panes.
values()].reduce((l,{window:p})=>{let d=J(p)?.[1]??T;return d>l?d:l},T);return rr(t,`The watermark of ${n.name(r.operator)} comes to ${n.time(r.watermark)}. Which panes fire?`,i(r.watermark),[{says:i(e.time_ms),belief:Zn},{says:i(o),belief:er},
{says:i(a),belief:"A watermark closes only the windows that end before it."},{says:"none",belief:"A pane fires as soon as the watermark has reached the end of its window."}])}function rr(n,e,t,r){let s=[{text:t,right:!0,misconception:""}];for(let{
says:i,belief:o}of r)i===null||s.some(({text:a})=>a===i)||s.push({text:i,right:!1,misconception:o});return s.length<2?null:(s.sort((i,o)=>i.text.localeCompare(o.text,"en",{numeric:!0})),{before:n,after:n+1,index:n,asks:e,choices:s})}var sr=class{constructor(e,t){this.plan=e;this.countsRecordsOut=t;this.credit=new W(e.initial_credit),this.exclusive=new W(e.initial_credit)}queued=new W(0);queuedBytes=new W(0);received=new W(0);receivedBytes=new W(0);onWire=new W(0);read=new W(
0);backlog=new W(0);credit;exclusive;underWay=[]},ql=["numRecordsIn","numRecordsOut","numBytesIn","numBytesOut","numBuffersIn","numBuffersOut","numFiredTimers"],ir=class{constructor(e,t,r){this.plan=e;this.head=t;this.ends=r;for(let s of ql)
this.counts[s]=new W(0);this.floatingFree=new W(e.floating_buffers)}inputs=[];outputs=[];conditions=new $t;counts={};mails=new W(0);outputInUse=new W(0);floatingFree;eventTimeLag=new W(null);attempt=new W([0,0])},or=class{counts=new Map;inputWatermarks=new Map;outputWatermark=new W(
T);calls=[];latencies=new Map},Ul={"no input":"idle","no output buffer":"soft",blocked:"hard",busy:"busy"},Kl=new Set(["endOfData","endOfPartition","barrier"]),at=class{tasks=new Map;channels=new Map;operators=new Map;clock=new W(0);start;end;taskOf=new Map;sources=new Set;position=0;time=0;constructor(e){
this.start=BigInt(e.plan?.start_time_ms??0),e.plan&&this.prepare(e.plan);for(let t=0;t<e.eventCount;t++)this.position=t+1,this.apply(e.event(t));this.end=this.time}prepare(e){let t=new Set(e.channels.map(({target:s})=>s));for(let s of e.subtasks){
let i=e.vertices.find(({id:p})=>p===s.vertex),o=new Map(i.operators.map(({node:p})=>[p,new or]));for(let p of i.operators){let d=`o${p.node}/${s.index}`,u=o.get(p.node);this.operators.set(d,u);for(let m of p.inputs)o.get(m).calls.push(u);p.
inputs.length>0&&u.inputWatermarks.set(0,new W(T)),this.taskOf.set(d,s.id);let c=e.subtasks.some(m=>m.vertex===s.vertex&&t.has(m.id));p.inputs.length===0&&!c&&this.sources.add(d)}let a=[...o.values()],l=a.filter(({calls:p})=>p.length===0);this.
tasks.set(s.id,new ir(s,a[0],l))}let r=new Set;for(let s of e.channels){let{source:i,source_node:o,target_node:a,side_output:l,input:p}=s,d=JSON.stringify([i,o,a,l,p]),u=new sr(s,s.partitioner!=="BROADCAST"||!r.has(d));r.add(d),this.channels.
set(s.id,u);let c=this.task(s.target);c.inputs.push(u);let{inputWatermarks:m}=c.head;m.has(p)||m.set(p,new W(T)),this.task(i).outputs.push(u)}}apply(e){switch(e.type){case"ElementWritten":{let t=this.channel(e.channel),r=this.task(t.plan.source);
this.put(t.queuedBytes,t.queuedBytes.last+e.bytes),e.element==="record"&&t.countsRecordsOut&&this.count(r,"numRecordsOut"),Kl.has(e.element)||this.count(r,"numBytesOut",e.bytes);return}case"ElementReceived":this.put(this.channel(e.channel).
read,e.sequence+1),e.element==="record"&&this.count(this.task(e.subtask),"numRecordsIn");return;case"ElementProcessed":e.element==="record"&&this.countIn(e.operator,"numRecordsIn");return;case"BufferQueued":this.put(this.channel(e.channel).
queued,e.queued);return;case"BufferSent":{let t=this.channel(e.channel);this.put(t.queued,e.queued),this.put(t.queuedBytes,t.queuedBytes.last-e.bytes),this.put(t.credit,e.credit),this.put(t.onWire,e.on_wire),this.put(t.backlog,e.backlog),t.
underWay.push(e.bytes),this.count(this.task(t.plan.source),"numBuffersOut");return}case"BufferArrived":{let t=this.channel(e.channel);this.put(t.received,e.received),this.put(t.onWire,e.on_wire),this.put(t.receivedBytes,t.receivedBytes.last+
t.underWay.shift());return}case"BufferConsumed":this.consumed(e);return;case"CreditChanged":this.put(this.channel(e.channel).credit,e.after);return;case"InputBuffersChanged":this.put(this.channel(e.channel).exclusive,e.exclusive);return;case"\
FloatingBuffersChanged":this.put(this.task(e.subtask).floatingFree,e.free);return;case"OutputBuffersChanged":this.put(this.task(e.subtask).outputInUse,e.in_use);return;case"InputWatermarkAdvanced":this.put(this.task(e.subtask).head.inputWatermarks.
get(e.input),e.after);return;case"WatermarkEmitted":{let t=this.operators.get(e.operator);this.put(t.outputWatermark,e.timestamp);for(let r of t.calls)this.put(r.inputWatermarks.get(0),e.timestamp);return}case"SourceRecordRead":this.count(this.
task(this.taskOf.get(e.operator)),"numRecordsIn"),this.countIn(e.operator,"numRecordsIn"),e.timestamp!==null&&this.lag(e.operator,e.timestamp);return;case"TimestampAssigned":this.sources.has(e.operator)&&this.lag(e.operator,e.after);return;case"\
TimerFired":this.count(this.task(this.taskOf.get(e.operator)),"numFiredTimers");return;case"LatencyMeasured":{let{latencies:t}=this.operators.get(e.operator),r=t.get(e.source)??new W([0,0,0]),[s,i,o]=r.last;this.put(r,[s+1,i+e.latency,Math.
max(o,e.latency)]),t.set(e.source,r);return}case"LateRecordDropped":this.countIn(e.operator,"numLateRecordsDropped");return;case"ResultWritten":this.countIn(e.operator,"numRecordsSend");return;case"MailEnqueued":case"MailTaken":this.put(this.
task(e.subtask).mails,e.waiting);return;case"DefaultActionSuspended":this.becomes(e.subtask,Ul[e.reason]);return;case"DefaultActionResumed":this.becomes(e.subtask,"busy");return;case"TaskStateChanged":{let{conditions:t}=this.task(e.subtask);
e.after==="RUNNING"?t.starts(this.position,this.time):e.before==="RUNNING"&&t.ends(this.position,this.time);return}case"ExecutionReset":this.begin(e.subtask);return;case"ProcessingTimeAdvanced":this.time=Number(e.after-this.start),this.put(
this.clock,this.time);return;default:}}begin(e){let t=this.task(e);this.put(t.attempt,[this.position,this.time]);for(let r of[t.mails,t.outputInUse,t.floatingFree])this.put(r,r.initial);this.put(t.eventTimeLag,null),t.conditions.becomes(this.
position,this.time,"busy");for(let r of t.inputs){let{queued:s,queuedBytes:i,received:o,receivedBytes:a,onWire:l,read:p,backlog:d,credit:u,exclusive:c}=r;for(let m of[s,i,o,a,l,p,d,u,c])this.put(m,m.initial);r.underWay.length=0}for(let[r,s]of this.
operators)if(this.taskOf.get(r)===e){for(let i of[...s.counts.values()])this.put(i,0);for(let i of s.latencies.values())this.put(i,i.initial);for(let i of s.inputWatermarks.values())this.put(i,i.initial);this.put(s.outputWatermark,s.outputWatermark.
initial)}}consumed(e){let t=this.channel(e.channel),r=this.task(t.plan.target);this.count(r,"numBuffersIn"),this.count(r,"numBytesIn",e.bytes),this.put(t.queued,e.queued),this.put(t.received,e.received),t.plan.local?(this.put(t.queuedBytes,
t.queuedBytes.last-e.bytes),this.count(this.task(t.plan.source),"numBuffersOut")):this.put(t.receivedBytes,t.receivedBytes.last-e.bytes)}becomes(e,t){this.task(e).conditions.becomes(this.position,this.time,t)}lag(e,t){let r=Number(BigInt(this.
time)+this.start-t);this.put(this.task(this.taskOf.get(e)).eventTimeLag,r)}count(e,t,r=1){this.put(e.counts[t],e.counts[t].last+r)}countIn(e,t){let{counts:r}=this.operators.get(e),s=r.get(t)??new W(0);this.put(s,s.last+1),r.set(t,s)}put(e,t){
e.set(this.position,this.time,t)}task(e){return this.tasks.get(e)}channel(e){return this.channels.get(e)}};var pi=new Set(["step","fact"]),Jl=new Set(["step","fact","view","task","key","by","focus","mode"]);function di(n){let e={};for(let[t,r]of new URLSearchParams(n.replace(/^#/,"")))!Jl.has(t)||r===""||pi.has(t)&&!/^\d+$/.test(r)||(e[t]=pi.has(
t)?Number(r):r);return e}function ui(n){let e=Object.entries(n).filter(([,t])=>t!==void 0&&t!=="");return`#${new URLSearchParams(e.map(([t,r])=>[t,String(r)])).toString()}`}async function ci(n){try{return await navigator.clipboard.writeText(
n),!0}catch{let e=document.createElement("textarea");e.value=n,document.body.append(e),e.select();let t=document.execCommand("copy");return e.remove(),t}}var ar={told:"what is worth telling: panes, minima, firings, what is late",firing:xt.firing,watermark:xt.watermark,record:xt.record,step:"one turn of a task's mailbox, or of another actor",fact:"every single fact"},ye=Object.keys(ar),Gt=class{constructor(e){
this.trace=e;this.labels=new ae(e.plan),this.wanted={record:this.stopping("record"),watermark:this.stopping("watermark"),firing:this.stopping("firing")};let[t]=[...this.wanted.firing].filter(([r])=>e.kinds.includes(r));t&&(this.wanted.firing=
new Map([t])),this.ranks=new Uint8Array(M.length).fill(255),[...pe.entries()].reverse().forEach(([r,{kind:s}])=>this.ranks[M.indexOf(s)]=r)}wanted;ranks;labels;made=null;stopping(e){let t=pe.filter(({stop:r})=>r===e);return new Map(t.map(({
kind:r,when:s})=>[M.indexOf(r),s]))}get moments(){return this.made??=new st(this.trace,this.labels)}next(e,t){let{trace:r}=this,s=r.eventCount;if(e>=s)return s;if(t==="told")return this.moments.next(e);if(t==="fact")return e+1;if(t==="step")
return Math.max(r.eventRange(r.stepOf(e))[1],e+1);for(let i=e;i<s;i++)if(this.stopsAt(i,t))return i+1;return s}back(e,t){let{trace:r}=this;if(e<=1)return 0;if(t==="told")return this.moments.back(e);if(t==="fact")return e-1;if(t==="step")return Math.
max(r.eventRange(r.stepOf(e-1))[0],0);for(let s=e-2;s>=0;s--)if(this.stopsAt(s,t))return s+1;return 0}spotlight(e,t){let r=e-1;if(r>=0&&t==="told"){let a=this.moments.endingAt(e);if(a)return a.lead}if(r<0||t!=="step"&&t!=="told")return r;let[
s,i]=this.trace.eventRange(this.trace.stepOf(r));if(i!==e)return r;let o=r;for(let a=r;a>=s;a--)this.ranks[this.trace.kinds[a]]<=this.ranks[this.trace.kinds[o]]&&(o=a);return o}stopsAt(e,t){let r=this.wanted[t].get(this.trace.kinds[e]);return r===
void 0?!1:r===""||Ge(r,this.trace.event(e),this.labels)}};var jt=class{constructor(e,t){this.stepper=e;this.isOwn=t}wantedKey="";follow(){let{stepper:e}=this,{step:t,fact:r,view:s,task:i,key:o,by:a,focus:l,mode:p}=di(location.hash),d=ye.find(m=>m===a);d&&(e.player.grain=d),e.view=ke.find(m=>m===s)??
e.view;let u=[...e.lookup.subtasks.keys()].find(m=>m===i||e.labels.name(m)===i);i!==void 0&&(e.pinned=u??null),this.wantedKey=o??"",e.root.classList.toggle("hall",p==="hall"),e.root.classList.toggle("embed",new URLSearchParams(location.search).
has("embed")),r!==void 0?e.player.go(r):t!==void 0&&e.player.goToStep(t);let c=l===void 0?null:ws(l);(c||e.following.followed)&&e.following.on(c),e.rearrange()}write(){this.isOwn&&history.replaceState(null,"",this.text)}get text(){let{player:e,
trace:t,view:r,pinned:s,labels:i,panel:o,following:a,root:l}=this.stepper,p=e.step>=0&&t.eventRange(e.step)[1]===e.position;return ui({...p?{step:e.step}:{fact:e.position},view:r,...s?{task:i.name(s)}:{},key:o?.keys.name??"",...a.followed?{
focus:qe(a.followed.focus)}:{},...e.grain==="told"?{}:{by:e.grain},...l.classList.contains("hall")?{mode:"hall"}:{}})}async copy(){this.write();let e=await ci(location.href),t=this.stepper.parts.get("copy");t.textContent=e?"copied":"see the\
 address",window.setTimeout(()=>t.textContent="copy link",1600)}};var qt=class{constructor(e,t){this.stepper=e;this.model=t}followed=null;on(e){let{stepper:t}=this,r=e&&this.followed&&qe(e)===qe(this.followed.focus),{panel:s,side:i}=t.ensurePlane(),{trace:o,lookup:a,labels:l,parts:p}=t;this.followed=e&&!r?
new je(e,o,a,l,s.plane.run):null,s.plane.follow(this.followed),i.follow(this.followed),p.put("focus",this.followed?`following ${k(this.followed.words)} ✕`:""),p.get("focus").hidden=!this.followed,t.redraw()}here(){let{hover:e}=this.stepper.
panel?.plane??{hover:null};e?.what==="pane"?this.on({kind:"window",id:e.pane.window}):e?this.on({kind:"record",id:String(e.what==="late"?e.late.dot.index:e.dot.index)}):this.on(this.followed?null:ys(this.stepper.trace,this.stepper.index))}get answer(){
let{trace:e,panel:t,labels:r,index:s}=this.stepper,i=Ln(this.model.get("answer"),e.stepCount);if(i)return i;let o=s<0?void 0:t?.plane.run.lateAt.get(s);return o?cs(e,t.plane.run,r,o):null}drawAnswer(){this.stepper.side?.setAnswer(this.answer,
this.stepper.player.step)}walk({step:e,position:t,things:r}){let{lookup:s,player:i}=this.stepper,o=[...s.subtasks.keys()].find(a=>s.inputsOf(a).some(({id:p})=>r.includes(p))||r.includes(a)||s.operatorsOf(a).some(({id:p})=>r.includes(p)));o&&
(this.stepper.pinned=o),i.pause(),t!==void 0?i.go(t):i.goToStep(e)}};var Yl={firing:[1150,650],late:[1500,1300],failure:[700,1300],merge:[900,650],minimum:[560,90],idle:[560,400]},Xl=440,Ql=70,Zl=1300,ep=90,tp=320,np=110;function mi(n,e,t){let[r,s]=(n&&Yl[n])??[Math.min(Zl,Xl+Ql*(e-1)),ep];return{way:Math.max(
np,r/t),rest:s/t}}var Pe=n=>n<.5?4*n**3:1-(2-2*n)**3/2,Le=(n,e,t)=>Math.max(0,Math.min(1,(n-e)/(t-e))),rp=()=>window.matchMedia("(prefers-reduced-motion: reduce)").matches,Ut=class{constructor(e){this.draw=e}phase={from:0,to:0,t:1};frame=0;started=0;lasts=0;gone=0;get moves(){
return this.frame!==0}go(e,t,r){if(this.stop(),rp())return this.stand(e,t);let{phase:s}=this;this.gone=s.from===e&&s.to===t&&s.t<1?s.t:0,this.phase={from:e,to:t,t:this.gone},this.lasts=t<e?Math.min(r,tp):r,this.started=0,this.draw(this.phase),
this.frame=window.requestAnimationFrame(i=>this.tick(i))}stand(e,t,r=1){this.stop(),this.phase={from:e,to:t,t:r},this.draw(this.phase)}stop(){window.cancelAnimationFrame(this.frame),this.frame=0}tick(e){this.started||=e;let t=Math.min(1,(e-
this.started)/this.lasts),r=performance.now();this.phase={...this.phase,t:this.gone+(1-this.gone)*t},this.frame=t<1?window.requestAnimationFrame(s=>this.tick(s)):0,this.draw(this.phase),performance.measure("flinksim:motion",{start:r})}};var Kt="http://www.w3.org/2000/svg",hi=.6,Jt=(n,e)=>e==="in"?{curve:n,low:hi,high:1}:{curve:n,low:0,high:hi},fi=.42,sp=3,Ie=class{el=document.createElementNS(Kt,"svg");all=[];constructor(){this.el.setAttribute("class","travellers"),this.el.
setAttribute("aria-hidden","true")}set(e,t,r,s,i,o){this.el.setAttribute("viewBox",`0 0 ${i.width} ${i.height}`),this.all=[];let a=Math.max(1,s-r);for(let l of e){let p=op(l.legs,t),d=p.reduce((f,g)=>f+g.length,0);if(p.length===0)continue;let u=(l.
first-r)/a,c=Math.min(u,1-fi),m=Math.min(1,Math.max(c+fi,(l.last+1-r)/a)),h=lp(l,e.length<=sp?o(l):"");this.all.push({journey:l,pieces:p,length:d,element:h,start:c,end:m})}this.el.replaceChildren(...this.all.map(({element:l})=>l))}show({t:e}){
for(let{journey:t,pieces:r,length:s,element:i,start:o,end:a}of this.all){let l=Pe(Le(e,o,a)),{x:p,y:d}=ip(r,l*s),u=t.end==="dropped"||t.end==="filtered"?Le(l,.86,1):0,c=e<o||e>=a&&t.end!=="dropped";i.setAttribute("transform",`translate(${p.
toFixed(1)} ${(d+u*7).toFixed(1)})`),i.setAttribute("opacity",c?"0":String(t.end==="filtered"?1-u:1)),i.classList.toggle("isLate",t.end==="dropped"&&u>0)}}};function ip(n,e){let t=e;for(let r of n){if(t<=r.length)return r.at(r.length===0?1:
t/r.length);t-=r.length}return n.at(-1).at(1)}function op(n,e){let t=[],r=null;for(let s of n){let i="channel"in s?e.channel(s.channel,s.how):null,o=i?lr(i.curve,i.low):"operator"in s?e.operator(s.operator):null;if(!o||(r&&t.push(gi(r,o)),r=
o,!i))continue;let{curve:a,low:l,high:p}=i,d=Math.hypot(a[2]-a[0],a[3]-a[1])*(p-l);t.push({length:d,at:u=>lr(a,l+(p-l)*u)}),r=lr(a,p)}return t.length===0&&r&&t.push(gi(r,r)),t}function lr(n,e){let[t,r]=Q(n,e);return{x:t,y:r}}function gi(n,e){
let t=r=>({x:n.x+(e.x-n.x)*r,y:n.y+(e.y-n.y)*r});return{length:Math.hypot(e.x-n.x,e.y-n.y),at:t}}var ap={record:["circle",{r:"6.5",class:"record"}],watermark:["path",{d:"M-9 -8h12l6 8l-6 8h-12z",class:"watermark"}],result:["rect",{x:"-7",y:"\
-6",width:"14",height:"12",rx:"3",class:"resultMark"}],barrier:["rect",{x:"-2.5",y:"-11",width:"5",height:"22",rx:"2",class:"barrierMark"}],status:["rect",{x:"-4",y:"-7",width:"8",height:"14",rx:"3",class:"mark"}]};function lp({what:n},e){let t=document.
createElementNS(Kt,"g");t.setAttribute("class",`traveller ${n}`);let[r,s]=ap[n],i=document.createElementNS(Kt,r);for(let[a,l]of Object.entries(s))i.setAttribute(a,l);if(t.append(i),e==="")return t;let o=document.createElementNS(Kt,"text");return o.
setAttribute("class","travellerName"),o.setAttribute("y","-13"),o.setAttribute("text-anchor","middle"),o.textContent=e,t.append(o),t}var pr=8,lt=6,pp=21,dp=40,up=210;function ki(n,e,t){let r=Nt(n),s=_(e*.1,34,150),i=(e-2*pr-s*(r.length-1))/r.length,o=new Map,a=new Map;return r.forEach((l,p)=>{let d=pr+p*(i+s),u=l.reduce((w,{parallelism:v})=>w+v,0),c=w=>(t-2*pr-lt*(w-1))/
w,m=c(u)<pp,h=({parallelism:w})=>m&&w>1||Pt(u,w),f=l.reduce((w,v)=>w+(h(v)?1:v.parallelism),0),g=Math.min(58,c(f)),b=(t-f*(g+lt)+lt)/2;for(let w of l){let v=h(w);v&&a.set(w.id,w);for(let S=0;S<w.parallelism;S++)o.set(`${w.id}/${S}`,{x:d,y:b,
width:i,height:g}),v||(b+=g+lt);v&&o.set(w.id,{x:d,y:b,width:i,height:g}),v&&(b+=g+lt)}}),{width:e,height:t,boxes:o,heats:a}}function wi(n,e){let t=new Map(n.trace.plan?.channels.map(r=>[r.id,r]));return{operator(r){let[s,i]=r.slice(1).split(
"/");for(let o of n.trace.plan?.vertices??[]){let a=o.operators.findIndex(p=>String(p.node)===s),l=a<0?void 0:e.boxes.get(`${o.id}/${i}`);if(l)return{x:l.x+l.width*a/o.operators.length,y:l.y+l.height/2}}return null},channel(r,s){let i=t.get(
r);return i?Jt(yi(n,e,i),s):null}}}function yi(n,{boxes:e,heats:t},r){let s=e.get(r.source),i=e.get(r.target),o=d=>t.has(n.lookup.subtasks.get(d).vertex),a=n.lookup.inputsOf(r.target),l=n.lookup.outputsOf(r.source),p=(d,u)=>o(d)?.5:(u.indexOf(
r)+1)/(u.length+1);return[s.x+s.width,s.y+s.height*p(r.source,l),i.x,i.y+i.height*p(r.target,a)]}var bi=64;function vi(n,e,t){let{plan:r}=n.trace;if(!r)return"";let s=[],i=r.channels.length>bi||e.heats.size>0,o=new Set,a=[];for(let d of r.channels){
let u=yi(n,e,d),c=n.scene.view.channels.get(d.id),m=`stripWire ${c?.idle?"idle":c?.holds&&c.aligned?"holds":""}`;if(i){let g=[u[0],u[1]|0,u[2],u[3]|0].join();if(o.size>=bi||o.has(g))continue;o.add(g)}let h=t(d.source)||t(d.target)?" away":"";
s.push(`<path d="${de(...u)}" class="${m}${h}"/>`);let f=c?c.written-c.read:0;f>0&&!i&&a.push([u,f])}let l=[];for(let[d,u]of a)s.push(cp(d,u,l));for(let[d,u]of e.heats)s.push(Ee(n,u,e.boxes.get(d)));for(let{id:d,vertex:u}of r.subtasks)e.heats.
has(u)||s.push(mp(n,d,e.boxes.get(d),t(d)));let p=r.subtasks.slice(0,12).map(({id:d})=>`${n.labels.name(d)}: ${Je(n,d)}`);return F(e.width,e.height,`The job: ${p.join("; ")}`,s.join(""),"group")}function cp(n,e,t){let r=String(e),s=x(r,"t3")+
10;for(let i of[.5,.36,.64,.22,.78]){let[o,a]=Q(n,i),l={x:o-s/2,y:a-8,width:s,height:16};if(t.every(d=>o-s/2>d.x+d.width||o+s/2<d.x||Math.abs(d.y-l.y)>16))return t.push(l),$(l.x,l.y,s,16,"waitChip",8)+y(o,a+4.5,r,"t3","middle")}return""}function mp(n,e,{
x:t,y:r,width:s,height:i},o){let a=n.lookup.outputsOf(e).some(z=>{let B=n.scene.view.channels.get(z.id);return B?.holds&&B.aligned&&!B.idle}),l=n.labels.name(e).replace(/^Source: /,""),p=Rt(n,e),d=Je(n,e),u=n.actor===e,c=["stripTask",a?"hol\
ds":"",u?"runs":"",e===n.task?"selected":"",o?"away":""],m=`${l}, watermark ${p}, ${d}${a?", holds the minimum":""}`,h=x(p,"strong"),f=`<g class="${c.filter(Boolean).join(" ")}" data-task="${k(e)}" tabindex="0" role="button" aria-pressed="${n.
pinned&&e===n.task}"><title>${k(m)}</title>`+$(t,r,s,i,"box",8),g=i>=dp,b=g?r+i/2-4:r+i/2+5,w=g&&s<up;if(f+=y(t+10,b,re(l,s-(w?0:h)-30,"t1"),"t1"),f+=y(t+s-10,w?b+18:b,p,"t2 strong wmText","end"),w)return`${f}${y(t+10,b+18,N(d,s-h-30,"t3"),
"t3")}</g>`;if(!g)return`${f}</g>`;let v=a?"holds the minimum":"",S=s-20-(v?x(v,"strong")+12:0),C=S<90;return f+=y(t+10,b+18,N(d,C?s-20:S,"t3"),"t3"),v&&!C&&(f+=y(t+s-10,b+18,v,"t3 strong wmText","end")),`${f}</g>`}function Ne(n,e){let{left:t,top:r,width:s}=n.getBoundingClientRect(),i=n instanceof HTMLElement?n.offsetWidth:s,o=i>0&&s>0?s/i:1;return[(e.clientX-t)/o,(e.clientY-r)/o]}function xi(n){let{file:e,first:t,lines:r,nodes:s}=n??{};return typeof e=="string"&&typeof t=="number"&&Array.isArray(r)&&typeof s=="object"&&r.length>0?{file:e,first:t,lines:r.map(String),nodes:s}:null}function hp(n,e){return!e||!("operato\
r"in e)||typeof e.operator!="string"?-1:n.nodes[e.operator.slice(1).split("/")[0]]??-1}var Yt=class{constructor(e,t){this.el=e;this.program=t}drawn="";tall=0;draw(e){let{first:t,lines:r,file:s}=this.program,i=hp(this.program,e.fact),o=i<0?"":
fp(e),a=`${i} ${o}`;if(a===this.drawn&&this.el.clientHeight===this.tall)return;this.drawn=a,this.tall=this.el.clientHeight;let l=r.map((d,u)=>{let c=t+u===i,m=c&&o!==""?`<em>${k(o)}</em>`:"";return`<div${c?' class="lit" aria-current="true"':
""}><i>${t+u}</i><code>${k(d)||" "}</code>${m}</div>`});E(this.el,l.join("")),this.el.title=i<0?s:`${s}, line ${i}`;let p=this.el.querySelector(".lit");p&&(this.el.scrollTop=p.offsetTop-(this.el.clientHeight-p.offsetHeight)/2)}};function fp({
fact:n,labels:e}){switch(n?.type){case"SourceRecordRead":case"ResultWritten":case"SideOutputEmitted":return e.value(n.value);case"TimestampAssigned":return e.time(n.after);case"WatermarkGenerated":case"WatermarkEmitted":return`watermark ${e.
time(n.timestamp)}`;case"OperatorWatermarkAdvanced":return`event time ${e.time(n.after)}`;case"KeySelected":return`key ${e.value(n.key)}`;case"WindowAssigned":return`${n.count} in ${e.window(n.window)}`;case"WindowsMerged":return`becomes ${e.
window(n.result)}`;case"WindowFired":return`fires ${e.window(n.window)}`;case"RecordFiltered":return"filtered out";case"LateRecordDropped":return"too late: dropped";case"StateUpdated":return`${n.state} = ${e.value(n.value)}`;case"TimerFired":
return`timer of ${e.time(n.timestamp)}`;case"TaskFailed":return n.error;default:return""}}var Xt=class{constructor(e,t,r){this.parts=e;this.trace=t;let s=xi(r),i=e.get("program");i.hidden=!s,this.program=s&&new Yt(i,s),e.get("strip").append(this.picture,this.travellers.el)}travellers=new Ie;picture=document.createElement("div");program;layout=null;drawn="";travelled="";arrange(){
let{clientWidth:e,clientHeight:t}=this.parts.get("strip"),{plan:r}=this.trace;this.layout=r&&e>0&&t>0?ki(r,e,t):null,this.drawn=this.travelled=""}draw(e,t){if(!this.layout)return;this.program?.draw(e);let r=vi(e,this.layout,s=>t!==null&&!t.
hasTask(s));r!==this.drawn&&(this.drawn=r,E(this.picture,r))}move(e,t){if(!this.layout)return;let r=`${t.from} ${t.to}`;if(r!==this.travelled){this.travelled=r;let s=t.to>t.from?tt(this.trace,t.from,t.to):[],i=wi(e,this.layout);this.travellers.
set(s,i,t.from,t.to,this.layout,o=>dr(e,o))}this.travellers.show(t)}subtaskAt(e,t){let r=this.layout?.heats.get(e);if(!r||!this.picture.contains(t.target))return null;let[s,i]=Ne(this.picture,t),o=Lt(r,this.layout.boxes.get(e),s,i);return o===
null?null:`${e}/${o}`}};function dr(n,{what:e,time:t,record:r}){let s=r<0?null:n.trace.event(r);return e==="record"&&s?.type==="SourceRecordRead"?n.labels.value(s.value).slice(0,26):e==="watermark"&&t!==null?n.labels.time(t).replace(/\.999$/,
""):e==="result"?"result":e==="barrier"?"barrier":""}var gp=[["→ ←","on, and back"],["Space","play, pause"],["Home End","to the beginning, to the end"],["1 … 6","how far one step goes"],["f","follow what the mouse is on, or the moment is about; again: nothing"],["p","predict: asked befo\
re the next decision"],["b","a bookmark here, or none"],["h","larger, for a hall"],["+ − 0","the plane: in, out, the whole run"],["z k","the plane: zoom to now, choose keys"],["Escape","let go of what is followed or pinned"],["?","this"]],
Si=()=>`<h3 aria-level="2">Keys</h3><dl class="keysList">${gp.map(([n,e])=>`<dt>${n}</dt><dd>${e}</dd>`).join("")}</dl><p>Click a dot, ring or pane to go there; drag on the plane to zoom; swipe over the sentence on a phone.</p>`,Ti=()=>'<h3\
 aria-level="2">Save</h3><div><button type="button" data-save="png">picture (PNG)</button><button type="button" data-save="svg">picture (SVG)</button><button type="button" data-save="txt">story so far (text)</button></div><p>For slides: add\
 <code>?embed</code> to the address before the #.</p>';function $i(n,e){let t=n.all.map(({position:s,note:i})=>{let o=s===0?"start":`step ${e.stepOf(s-1)}`;return`<div><button type="button" class="small" data-mark="${s}">${o}</button><input\
 data-note="${s}" value="${k(i)}" placeholder="note" aria-label="Note for ${o}"><button type="button" class="small" data-unmark="${s}" aria-label="Remove">✕</button></div>`}),r=t.length===0?"<p>None yet.</p>":"";return`<h3 aria-level="2">\
Bookmarks <small>kept by this browser</small></h3>${t.join("")}${r}<div><button type="button" data-act="bookmark">mark this moment (b)</button></div>`}var Ci="http://www.w3.org/2000/svg",bp=["fill","fill-opacity","stroke","stroke-width","stroke-dasharray","stroke-opacity","opacity","font-size","font-weight","font-family","text-anchor","paint-order","stroke-linejoin","stroke-linecap"];function Ei(n,e,t,r){
let s=e.getBoundingClientRect(),i=getComputedStyle(n),o=wp(r,Math.max(40,Math.floor(s.width/9))),a=52+o.length*22,[l,p]=[Math.round(s.width),Math.round(s.height+a)],d=document.createElementNS(Ci,"svg");d.setAttribute("viewBox",`0 0 ${l} ${p}`),
d.setAttribute("width",String(l)),d.setAttribute("height",String(p)),d.setAttribute("font-family",i.fontFamily),d.append(ur("rect",{width:String(l),height:String(p),fill:i.getPropertyValue("--bg")})),d.append(Mi(t,16,28,"700 15px",i.getPropertyValue(
"--ink"))),o.forEach((u,c)=>d.append(Mi(u,16,54+c*22,"500 16px",i.getPropertyValue("--ink"))));for(let u of e.querySelectorAll("svg, canvas")){let c=u.getBoundingClientRect();if(c.width===0||c.height===0||u.closest("button, .legend, svg svg"))
continue;let m={x:String(c.left-s.left),y:String(c.top-s.top+a),width:String(c.width),height:String(c.height)};u instanceof HTMLCanvasElement?d.append(ur("image",{...m,href:u.toDataURL("image/png")})):d.append(kp(u,m))}return{svg:d,width:l,
height:p}}function ur(n,e){let t=document.createElementNS(Ci,n);for(let[r,s]of Object.entries(e))t.setAttribute(r,s);return t}function Mi(n,e,t,r,s){let[i,o]=r.split(" "),a=ur("text",{x:String(e),y:String(t),"font-weight":i,"font-size":o,fill:s});
return a.textContent=n,a}function kp(n,e){let t=n.cloneNode(!0),[r,s]=[[...n.querySelectorAll("*")],[...t.querySelectorAll("*")]];r.forEach((i,o)=>{let a=getComputedStyle(i);for(let l of bp)s[o].setAttribute(l,a.getPropertyValue(l));s[o].removeAttribute(
"class")}),t.removeAttribute("class");for(let[i,o]of Object.entries(e))t.setAttribute(i,o);return t}function wp(n,e){let t=[];for(let r of n.split(" ")){let s=t.at(-1);s===void 0||s.length+r.length>=e?t.push(r):t[t.length-1]=`${s} ${r}`}return t}
function cr({svg:n}){return new XMLSerializer().serializeToString(n)}async function Ai(n){let e=new Image;e.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(cr(n))}`,await e.decode();let t=document.createElement("canvas");return[t.
width,t.height]=[n.width*2,n.height*2],t.getContext("2d").drawImage(e,0,0,t.width,t.height),new Promise((r,s)=>t.toBlob(i=>i?r(i):s(new Error("no picture")),"image/png"))}function Oi(n,e,t,r){let i=t.all.filter(({end:o})=>o<=r).map(({lead:o,
count:a})=>{let l=a>1?` (${a} of these)`:"";return`step ${n.stepOf(o)}: ${U(n.event(o),e)}${l}`});return`${n.plan?.job_name??"a run"}

${i.join(`
`)}
`}function mr(n,e){let t=document.createElement("a");t.href=URL.createObjectURL(e),t.download=n,t.click(),window.setTimeout(()=>URL.revokeObjectURL(t.href),1e4)}var Qt=class{constructor(e){this.stepper=e;this.el=e.parts.get("menu"),this.el.addEventListener("input",t=>{let r=t.target,{note:s}=r.dataset;s!==void 0&&e.scrubber.bookmarks.setNote(Number(s),r.value)})}shown=null;el;toggle(e){this.shown===
e?this.close():this.open(e)}close(){let e=this.shown;return this.shown=null,this.el.hidden=!0,this.tell(),e&&this.stepper.root.querySelector(`[data-act="${e}"]`)?.focus(),e!==null}bookmark(){let{bookmarks:e}=this.stepper.scrubber,{position:t}=this.
stepper.player;e.toggle(t),this.stepper.scrubber.redraw(),this.open("marks"),this.el.querySelector(`[data-note="${t}"]`)?.focus()}onClick(e){let{mark:t,unmark:r,save:s}=e.closest("[data-mark],[data-unmark],[data-save]")?.dataset??{};if(t!==
void 0)this.stepper.jump(Number(t));else if(r!==void 0)this.stepper.scrubber.bookmarks.toggle(Number(r)),this.stepper.scrubber.redraw(),this.open("marks");else if(s!==void 0)this.save(s);else return!1;return!0}open(e){let{scrubber:t,trace:r}=this.
stepper;this.shown=e,E(this.el,e==="marks"?$i(t.bookmarks,r):e==="save"?Ti():Si()),this.el.hidden=!1,this.tell()}tell(){for(let e of["marks","save","help"])this.stepper.root.querySelector(`[data-act="${e}"]`)?.setAttribute("aria-expanded",String(
e===this.shown))}async save(e){let{root:t,trace:r,labels:s,player:i,parts:o}=this.stepper,a=`${(r.plan?.job_name??"run").replace(/[^\p{L}\p{N}]+/gu,"-")}-step-${i.step}`;if(e==="txt"){let u=Oi(r,s,i.stops.moments,i.position);return mr(`${a}\
.txt`,new Blob([u],{type:"text/plain;charset=utf-8"}))}let l=`${r.plan?.job_name??""} · step ${i.step}`,p=Ei(t,t.querySelector(".middle"),l,o.get("sentence").innerText),d=e==="svg"?new Blob([cr(p)],{type:"image/svg+xml"}):await Ai(p);mr(`${a}\
.${e}`,d)}};var Ri=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,yp={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function me(n){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${yp[n]}</svg>`}
function ie(n,e,t,r){return`<button type="button" data-act="${n}" aria-label="${e}" title="${t}">${r}</button>`}function Pi(n,e=()=>{}){let t=window.matchMedia("(prefers-color-scheme: dark)"),r=null,s=()=>{let a=document.body.dataset.jpThemeLight,
l=t.matches?"dark":"light";n.dataset.theme=r??(a===void 0?l:a==="false"?"dark":"light"),e()},i=a=>{a.target.closest('[data-act="theme"]')&&(r=n.dataset.theme==="dark"?"light":"dark",s())},o=new MutationObserver(s);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),t.addEventListener("change",s),n.addEventListener("click",i),s(),()=>{o.disconnect(),t.removeEventListener("change",s),n.removeEventListener("click",i)}}var Zt=class{constructor(e){this.root=e;for(let t of e.querySelectorAll("[data-part]"))this.all.set(t.dataset.part,t)}all=new Map;drawn=new Map;get(e){return this.all.get(e)}put(e,t){return this.drawn.get(e)===t?!1:(this.drawn.set(e,t),E(this.
get(e),t),!0)}forget(){this.drawn.clear()}};var en=class{constructor(e){this.box=e;this.wide=Math.ceil(e.width/2)+1,this.taken=new Uint8Array(this.wide*(Math.ceil(e.height/2)+1))}taken;wide;take(e,t){let r=(t-this.box.top>>1)*this.wide+(e-this.box.left>>1);return this.taken[r]===1?!1:
(this.taken[r]=1,!0)}},vp=2500;function xp({run:n,camera:e,places:t,box:r}){let s=hr(n.dots,0,a=>t[a+1]>=e.x0),o=(hr(n.dots,0,a=>t[a+1]>e.x1)-s)/r.width;return o>1.2?1.7:o>.4?2.3:3.2}function hr(n,e,t=r=>r>=e){let r=0,s=n.length;for(;r<s;){
let i=r+s>>1;t(n[i].index)?s=i:r=i+1}return r}function Li(n,e,t,r){let{run:s,places:i,camera:o,box:a,keys:l,colour:p,followed:d}=e,u=[[],[],[]],c=[],m=new en(a),h=0,{dots:f}=s;for(let b=hr(f,t);b<f.length&&f[b].index<r;b++){let w=f[b],v=i[w.
index+1];if(w.late||v<o.x0||v>o.x1||w.time<o.y0||w.time>o.y1)continue;let[S,C]=[K(e,v),O(e,w.time)];m.take(S,C)&&(l&&w.key>=0&&!l.has(w.key)||d&&!d.hasDot(w)?c.push(S,C):u[Math.max(0,Math.min(2,w.source))].push(S,C),h++)}n.fillStyle=p("--li\
ne2");for(let b=0;b<c.length;b+=2)n.fillRect(c[b]-1,c[b+1]-1,2,2);n.fillStyle=p("--data");let g=xp(e);u.forEach((b,w)=>{n.beginPath();for(let v=0;v<b.length;v+=2)h>vp?n.fillRect(b[v]-1.2,b[v+1]-1.2,2.4,2.4):it(n,w,b[v],b[v+1],g);n.fill()})}
function Ii(n,e,t,r){let{run:s,keys:i,colour:o,followed:a}=e,l=new en(e.box);n.strokeStyle=o("--fire"),n.fillStyle=o("--fire");let p=s.lates.length>400,d=n.globalAlpha;for(let u of s.lates){if(u.index<t||u.index>=r||!Oe(e,u.operator))continue;
let[c,m]=[A(e,u.index),O(e,u.time)],{left:h,top:f,width:g,height:b}=e.box;if(c<h||c>h+g||m<f||m>f+b||!l.take(c,m))continue;let w=i&&!i.has(u.key)||a&&!a.hasLate(u);n.globalAlpha=w?d/4:d,fr(n,e,c,m,p?2.6:4)}n.globalAlpha=d}function fr(n,{colour:e},t,r,s){
n.beginPath(),n.arc(t,r,s,0,7),n.fillStyle=e("--panel"),n.fill(),n.strokeStyle=e("--fire"),n.lineWidth=Math.max(1.4,s/2.2),n.stroke(),n.beginPath(),n.arc(t,r,s/2.6,0,7),n.fillStyle=e("--fire"),n.fill()}function Ni(n,e,t,r){let{run:s,keys:i,
box:o,colour:a}=e,l=n.globalAlpha;for(let p of s.timers){if(p.index<t||p.index>=r||i&&!i.has(p.key))continue;let[d,u]=[A(e,p.index),A(e,p.end)];if(u<o.left||d>o.left+o.width)continue;let c=p.domain==="event"?O(e,p.time):o.top+o.height-7;n.globalAlpha=
.6*l,p.domain==="event"&&V(n,[d,c,u,c],a("--tm"),1,[1,3]),n.globalAlpha=l,p.end!==1/0&&(n.beginPath(),n.moveTo(u,c-4.5),n.lineTo(u+4.5,c),n.lineTo(u,c+4.5),n.lineTo(u-4.5,c),n.closePath(),n.fillStyle=p.fired?a("--tmfill"):a("--panel"),n.fill(),
n.strokeStyle=a("--tm"),n.lineWidth=1.2,n.stroke())}}function Fi({trace:n,run:e},t,r){let s=[];for(let i=Math.max(t,r-Sp);i<r;i++){let o=n.kindOf(i),a=o==="WindowFired"||o==="WindowsMerged"?e.paneAt.get(i):void 0,l=o==="LateRecordDropped"?e.lateAt.get(i):void 0,p=o==="WindowAssigned"||o==="So\
urceRecordRead"?e.dotBehind(i):void 0;if(a&&s.push({what:"pane",pane:a}),a&&o==="WindowsMerged")for(let d of e.panes)d.into===a&&d.gone===i&&s.push({what:"pane",pane:d});l&&s.push({what:"late",late:l}),p&&!p.late&&s.push({what:"dot",dot:p})}
return s}var Sp=4e3,_i=3;function br(n,e,t,r,s=Tp){let i=new gr(n,e),o=l=>r.filter(p=>p.what===l);for(let l of[...o("pane"),...o("dot"),...o("late")]){let p=$p(l,s);p<=0||(l.what==="pane"?Vi(n,e,l.pane,p):l.what==="dot"?Ep(n,e,l.dot,p):Ap(n,
e,t,l.late,i,o("late").length<=_i,p))}let a=o("pane");s.t>=1&&a.slice(0,_i).forEach(l=>l.what==="pane"&&Cp(e,t,l.pane,i)),i.draw()}var Tp={from:0,to:0,t:1},Wi=.5;function $p(n,{from:e,to:t,t:r}){if(r>=1||t<=e)return 1;let{index:s}=n.what===
"dot"?n.dot:n.what==="late"?n.late:{index:Mp(n.pane,e,t)},i=Math.max(0,Math.min(1-Wi,(s-e)/(t-e)));return Pe(Le(r,i,Math.min(1,i+Wi)))}function Mp(n,e,t){return n.firings.find(({index:r})=>r>=e&&r<t)?.index??e}function Vi(n,e,t,r=1){if(t.start===
-1/0)return;let s=Math.min(t.firings.at(-1)?.index??1/0,t.gone),[i,o]=[A(e,t.born),A(e,s)],[a,l]=[O(e,t.end),O(e,t.start)];n.strokeStyle=e.colour("--paneink"),n.lineWidth=2,n.strokeRect(i,a,Math.max(2,o-i),l-a);let p=t.firings.at(-1),d=(1-r)*
(Math.PI/2),u=l-a;p&&V(n,[o,a,o+Math.sin(d)*u,a+Math.cos(d)*u],e.colour("--fire"),4)}function Cp(n,{run:e,labels:t},r,s){if(r.start===-1/0)return;let i=X(I(e.keys[r.key]),18),o=A(n,Math.min(r.firings.at(-1)?.index??r.gone,r.gone));s.add(`${i}\
 ${t.window(r.window)}`,o-6,O(n,r.end)-7,"--paneink","right")}function Ep(n,e,t,r){let[s,i]=[A(e,t.index),O(e,t.time)],{camera:o}=e,a=t.time>=o.x0&&e.places.at(-1)>1e6?K(e,t.time):s-40,l=a+(s-a)*r;t.time>=o.x0&&e.places.at(-1)>1e6&&(n.globalAlpha=
.6,V(n,[K(e,t.time),i,l,i],e.colour("--data"),1.6),n.globalAlpha=1),n.beginPath(),it(n,t.source,l,i,6),n.fillStyle=e.colour("--data"),n.fill(),n.strokeStyle=e.colour("--panel"),n.lineWidth=1.6,n.stroke()}function Ap(n,e,t,r,s,i,o){let{trace:a,
run:l,labels:p}=t,[d,u]=[A(e,r.index),O(e,r.time)],{pane:c,over:m,closer:h,behind:f}=be(a,l,r);if(c&&Vi(n,e,c),m>=0){let g=A(e,c&&c.gone<1/0?c.gone:m),b=d+(g-d)*Le(o,0,.7);V(n,[d,u,b,u],e.colour("--fire"),2.6),Op(n,b,u,e.colour("--fire"));let w=h<
0||o<.7?void 0:l.dotBehind(h);if(w){let[v,S]=[A(e,w.index),O(e,w.time)];if(V(n,[g,u,g,S,v,S],e.colour("--wmink"),1.6,[5,4]),n.beginPath(),it(n,w.source,v,S,6),n.fillStyle=e.colour("--wm"),n.fill(),n.strokeStyle=e.colour("--wmink"),n.lineWidth=
1.6,n.stroke(),i){let C=p.time(BigInt(w.time));s.add(`closed by a record of ${C}`,Math.min(v,g)-9,S-8,"--wmink","right")}}if(i&&o>=.7){let v=X(I(l.keys[r.key]??'""'),18),S=`${v}: ${ne(f)} too late`;s.add(f>0?S:`${v}: too late`,(d+g)/2,u+17,
"--fireink","center")}}fr(n,e,d,u,8)}function Op(n,e,t,r){n.beginPath(),n.moveTo(e,t),n.lineTo(e+9,t-5),n.lineTo(e+9,t+5),n.closePath(),n.fillStyle=r,n.fill()}var gr=class{constructor(e,t){this.context=e;this.picture=t}placed=[];add(e,t,r,s,i){
let{context:o,picture:a}=this,{left:l,top:p,width:d,height:u}=a.box;o.font=this.font;let c=o.measureText(e).width,m=i==="left"?t:i==="right"?t-c:t-c/2,h=Math.max(l+4,Math.min(l+d-c-4,m)),{avoid:f}=a;for(let g of[0,-17,17,-34,34,-51,51]){let b=Math.
max(p+14,Math.min(p+u-6,r+g));if(!(f!==null&&h<f.left+f.width&&h+c>f.left&&b>f.top&&b-14<f.top+f.height)&&this.placed.every(S=>Math.abs(S.y-b)>=16||S.left>h+c+4||S.left+S.wide+4<h)){this.placed.push({text:e,left:h,y:b,wide:c,style:s});return}}}draw(){
let{context:e,picture:t}=this;e.font=this.font,e.textAlign="left",e.lineJoin="round";for(let{text:r,left:s,y:i,style:o}of this.placed)e.strokeStyle=t.colour("--panel"),e.lineWidth=4.5,e.strokeText(r,s,i),e.fillStyle=t.colour(o),e.fillText(r,
s,i)}get font(){return`650 13px ${this.picture.colour("font-family")}`}};var Bi=new WeakMap;function Di(n){let e=Bi.get(n);return e||Bi.set(n,e=Rp(n)),e}function Rp(n){let e=new Map;for(let t of n){if(t.start===-1/0)continue;let r=`${t.start} ${t.end}`,s=e.get(r);s?s.push(t):e.set(r,[t])}return[...e.values()].map(
t=>{let r=new Map,s=new Set,i=0;for(let c of t){let m=Math.min(c.firings[0]?.index??1/0,c.gone);r.set(c.born,(r.get(c.born)??0)+1),m<1/0&&r.set(m,(r.get(m)??0)-1);for(let{index:h}of c.firings)s.add(h);i=Math.max(i,c.gone)}let o=[...r.keys()].
sort((c,m)=>c-m),a=0,l=o.map(c=>a+=r.get(c)),p=l.reduce((c,m)=>Math.max(c,m),1),{start:d,end:u}=t[0];return{start:d,end:u,at:o,open:l,most:p,firings:[...s].sort((c,m)=>c-m),gone:i}})}function zi({run:n,keys:e,operators:t,followed:r}){if(_e.of!==n||_e.keys!==e||_e.operators!==t||_e.followed!==r){let s=i=>i.start>-1/0&&(!e||e.has(i.key))&&(!t||t.has(i.operator))&&(!r||r.hasPane(i));_e={of:n,keys:e,operators:t,followed:r,panes:n.
panes.filter(s)}}return _e.panes}var _e={of:null,keys:null,operators:null,followed:null,panes:[]};function kr(n){let{camera:e,places:t}=n;return zi(n).filter(({start:r,end:s,born:i,gone:o})=>s>=e.y0&&r<=e.y1&&t[i+1]<=e.x1&&(o===1/0||t[o+1]>=
e.x0))}var Pp=600;function Lp(n,e){let{camera:t,box:r,places:s,colour:i}=e;n.fillStyle=i("--pane");for(let{start:o,end:a,at:l,open:p,most:d,firings:u,gone:c}of Di(zi(e))){if(a<t.y0||o>t.y1||s[l[0]+1]>t.x1||c<1/0&&s[c+1]<t.x0)continue;let[m,
h]=[O(e,a),O(e,o)],f=Math.max(1,h-m-1),g=A(e,l[0]);for(let w=Math.max(0,ot(e,l)-1);w<l.length;w++){let v=w+1<l.length?A(e,l[w+1]):r.left+r.width;if(!(v-g<1&&w+1<l.length)){if(p[w]>0&&(n.globalAlpha=.1+.5*(p[w]/d),n.fillRect(g,m,v-g,f)),v>r.
left+r.width)break;g=v}}n.globalAlpha=1;let b=-1/0;for(let w=ot(e,u);w<u.length;w++){let v=A(e,u[w]);if(v>r.left+r.width)break;v-b<1||(b=v,n.fillRect(v-1.2,m,2.4,f))}}n.globalAlpha=1}var Ip=6e3;function Hi(n,e){let{run:t,colour:r}=e,s=kr(e);
if(s.length>Pp)return Lp(n,e);let i=e.keys?.size??t.keys.length,o=i>6?.16:i>2?.3:.5,a=s.reduce((l,p)=>l+p.fills.length,0);for(let l of s)Np(n,e,l,o,a<=Ip);for(let l of s){let[p,d]=[O(e,l.end),O(e,l.start)];for(let{index:u,kind:c}of l.firings){
let m=A(e,u),h=r(c==="late"?"--fire":"--pane");V(n,[m,p,m,d],h,c==="early"?1.2:2.6,c==="early"?[2,2]:[])}}}function Np(n,e,t,r,s){let{colour:i}=e,[o,a]=[O(e,t.end),O(e,t.start)],l=Math.max(1,a-o-1),p=t.firings.find(({kind:g})=>g==="on time"),
d=Math.min(p?.index??1/0,t.gone),[u,c,m]=[A(e,t.born),A(e,d),A(e,t.gone)];n.fillStyle=i("--pane");let h=t.counts.reduce((g,b)=>Math.max(g,b),1),f=s?t.fills.filter(g=>g<d):[t.born];for(let g=0;g<f.length;g++){let b=A(e,f[g]),w=g+1<f.length?A(
e,f[g+1]):c;n.globalAlpha=r*(s?.35+.65*(t.counts[g]/h):.8),n.fillRect(b,o,Math.max(w-b,.5),l)}m>c+1&&(n.globalAlpha=r*.3,n.fillRect(c,o,m-c,l),n.globalAlpha=.8,V(n,[c,o,m,o,m,a,c,a],i("--pane"),1,[3,3])),c-u>5&&l>5&&(n.globalAlpha=Math.min(
1,r*2.2),n.strokeStyle=i("--pane"),n.lineWidth=1,n.strokeRect(u+.5,o+.5,c-u-1,l-1)),n.globalAlpha=1}function Gi(n,e){let{parts:t}=e;t.has("minimum")&&ri(n,e),si(n,e),t.has("panes")&&Hi(n,e),oi(n,e)}function tn(n,e,t=0,r=1/0){let{parts:s}=e;s.has("timers")&&Ni(n,e,t,r),s.has("records")&&Li(n,e,t,r),s.has("late")&&Ii(n,e,t,r)}var _p=72;function ji(n,e){let{box:t,camera:r,colour:s}=e.picture;n.font=`500 12px ${s("font-family")}`,n.strokeStyle=s("--line"),n.fillStyle=s("--ink2"),n.lineWidth=1,Wp(n,e),n.textAlign="center",n.textBaseline="alphabetic";let i=t.top+t.height+
16;for(let o of He(r.x0,r.x1,Math.floor(t.width/92))){let a=Math.round(K(e.picture,o))+.5;n.globalAlpha=.6,n.beginPath(),n.moveTo(a,t.top),n.lineTo(a,t.top+t.height),n.stroke(),n.globalAlpha=1;let l=e.axis==="time"?qi(e,o):`fact ${o}`;a>t.left+
24&&a<t.left+t.width-24&&Math.abs(a-e.now)>_p&&n.fillText(l,a,i)}n.textAlign="left",n.fillText("event time ↑",t.left+7,t.top+16),n.strokeStyle=s("--line2"),n.strokeRect(t.left+.5,t.top+.5,t.width-1,t.height-1)}function Wp(n,e){let{box:t,camera:r}=e.
picture,s=14;n.textAlign="right",n.textBaseline="middle";for(let i of He(r.y0,r.y1,Math.floor(t.height/44))){let o=Math.round(O(e.picture,i))+.5;n.beginPath(),n.moveTo(t.left,o),n.lineTo(t.left+t.width,o),n.stroke();let a=qi(e,i).split(" ");
a.forEach((l,p)=>n.fillText(l,t.left-7,o+s*(p-(a.length-1)/2)))}}function qi({labels:n},e){return n.time(BigInt(Math.round(e))).replace(/(\d\d:\d\d):00$/,"$1").replace(/^\d{4}-/,"")}function Ui(n,{picture:{box:e,colour:t},now:r}){n.fillStyle=
t("--fire"),n.fillRect(r-.75,e.top,1.5,e.height)}function Ki(n,e){let{picture:t,labels:r,now:s,wide:i}=e,{box:o,colour:a}=t;if(s<o.left||s>o.left+o.width)return;let l=r.time(BigInt(e.time));n.font=`650 12px ${a("font-family")}`;let p=n.measureText(
l).width+14,d=Math.max(0,Math.min(i-p,s-p/2));n.fillStyle=a("--badge"),n.beginPath(),n.roundRect(d,o.top+o.height+2,p,20,6),n.fill(),n.fillStyle=a("--onfire")||"#fff",n.textAlign="left",n.fillText(l,d+7,o.top+o.height+16)}function Ji(n,{picture:{
colour:e}},[t,r,s,i]){n.fillStyle=e("--focus"),n.globalAlpha=.14,n.fillRect(t,r,s-t,i-r),n.globalAlpha=1,n.strokeStyle=e("--focus"),n.strokeRect(t,r,s-t,i-r)}function wr(n,e){let t=[...n.dots.map(({time:m})=>m),...n.timers.filter(({domain:m})=>m==="event").map(({time:m})=>m)],r=n.panes.filter(({start:m})=>m>-1/0);for(let m of r)t.push(m.start,m.end);if(t.length===0)for(let{values:m}of n.curves)t.
push(...m.filter(Number.isFinite));let s=Float64Array.from(t).sort();s.length===0&&s.set([]);let i=m=>s[Math.round(m*(s.length-1))]??0,o=i(.98)-i(.02)||i(1)-i(0)||1,a=Math.max(i(0),i(.02)-4*o),l=Math.min(i(1),i(.98)+4*o),p=l-a||1,[d,u]=Fp(n,
e),c=u-d||1;return{x0:d-c*.015,x1:u+c*.02,y0:a-p*.06,y1:l+p*.06}}function Fp(n,e){let t=Math.min(n.dots[0]?.index??1/0,n.panes[0]?.born??1/0),r=e.length-1,s=[n.dots.at(-1)?.index??0,n.lates.at(-1)?.index??0];for(let o of n.panes)s.push(o.firings.
at(-1)?.index??o.born);for(let o of n.curves)s.push(o.at.at(-1)??0);let i=s.reduce((o,a)=>Math.max(o,a),0);return t===1/0?[e[0],e[r]]:[e[t],e[Math.min(r,i+1)]]}var Yi=1e-5;function nn(n,e,t,r,s,i=!1){let[o,a]=[n.x1-n.x0,n.y1-n.y0],[l,p]=[e.
x1-e.x0,e.y1-e.y0],d=Math.max(l*Yi,o*t),u=i?a:Math.max(p*Yi,a*t);if(d>=l&&u>=p)return e;let c=n.x0+(o-d)*r,m=n.y0+(a-u)*s;return{x0:c,x1:c+d,y0:m,y1:m+u}}var Vp=50;function Xi({run:n,places:e,things:t}){return t.slice(0,Vp).flatMap(r=>{if(r.
what==="dot")return[[e[r.dot.index+1],r.dot.time]];if(r.what==="late"){let a=n.missedBy(r.late),l=[e[r.late.index+1],r.late.time];return a?[l,[e[a.born+1],a.start]]:[l]}let{born:s,start:i,end:o}=r.pane;return i===-1/0?[]:[[e[s+1],i],[e[s+1],
o]]})}function Qi({run:n,places:e,whole:t},r){return n.dots.filter(({index:i})=>e[i+1]<=r).at(-1)?.time??(t.y0+t.y1)/2}function Zi(n,e,t){let r=Xi(n),s=(t.x1-t.x0)/8,i=(t.y1-t.y0)/6,o=[e,...r.map(([l])=>l)],a=r.length>0?r.map(([,l])=>l):[Qi(
n,e)];return{x0:Math.min(...o)-s*.6,x1:Math.max(...o)+s*.4,y0:Math.min(...a)-i*.5,y1:Math.max(...a)+i*.5}}function eo(n,e,{x0:t,x1:r,y0:s,y1:i}){let o=r-t,a=i-s,l=Xi(n)[0]?.[1]??Qi(n,e),p=e<t+o*.04||e>r-o*.04,d=l<s+a*.04||l>i-a*.04;if(!p&&!d)
return null;let u=p?e-o*.6:t,c=d?l-a*.5:s;return{x0:u,x1:u+o,y0:c,y1:c+a}}function to({dots:n},e){if(n.length<2||e.last===e.start)return"steps";let t=e.places("time"),r=new Map;for(let{index:o}of n){let a=Math.floor((t[o+1]-e.start)/(e.last-
e.start)*40);r.set(a,(r.get(a)??0)+1)}let[s=0,i=0]=[...r.values()].sort((o,a)=>a-o);return s+i>n.length*.6?"steps":"time"}var rn=({box:n,camera:e},t)=>e.x0+(t-n.left)/n.width*(e.x1-e.x0);function no(n,e){let t=r=>Ne(n,r);n.addEventListener("wheel",r=>{r.preventDefault();let[s,i]=t(r),{box:o}=e.picture(),a=Math.exp(Math.max(-120,Math.min(120,r.deltaY))*.0025),l=(s-
o.left)/o.width;e.jumpTo(nn(e.target,e.whole,a,l,1-(i-o.top)/o.height,r.shiftKey)),e.changed()},{passive:!1}),n.addEventListener("pointerdown",r=>{r.button===0&&Bp(n,e,r,t)}),n.addEventListener("pointermove",r=>{r.buttons!==0?e.point(NaN,NaN):
e.point(...t(r))}),n.addEventListener("pointerleave",()=>e.point(NaN,NaN)),n.addEventListener("dblclick",()=>e.wholeRun())}function Bp(n,e,t,r){let[s,i]=r(t),{x0:o,x1:a,y0:l,y1:p}=e.target,{box:d}=e.picture(),u=t.shiftKey||!e.isZoomed,c=!1,
m=null;n.setPointerCapture(t.pointerId);let h=g=>{let[b,w]=r(g);if(c||=Math.abs(b-s)+Math.abs(w-i)>5,!c)return;if(u)return e.showBrush(m=[s,i,b,w]);let[v,S]=[(b-s)/d.width,(w-i)/d.height],[C,z]=[(a-o)*v,(p-l)*S];e.jumpTo({x0:o-C,x1:a-C,y0:l+
z,y1:p+z})},f=()=>{n.removeEventListener("pointermove",h),n.removeEventListener("pointerup",f),n.removeEventListener("pointercancel",f),e.showBrush(null),c?m&&Dp(e,m):e.click(s,i)};n.addEventListener("pointermove",h),n.addEventListener("poi\
nterup",f),n.addEventListener("pointercancel",f)}function Dp(n,[e,t,r,s]){if(Math.abs(r-e)<8||Math.abs(s-t)<8)return;let i=n.picture(),{box:o,camera:a}=i,l=p=>a.y1-(p-o.top)/o.height*(a.y1-a.y0);n.flyTo({x0:rn(i,Math.min(e,r)),x1:rn(i,Math.
max(e,r)),y0:l(Math.max(t,s)),y1:l(Math.min(t,s))})}var ro=9;function yr(n,e,t){let{run:r,places:s,camera:i,box:o,parts:a,keys:l}=n;if(e<o.left||e>o.left+o.width||t<o.top||t>o.top+o.height)return null;let p=null,d=ro,u=(i.x1-i.x0)/o.width*ro,c=i.x0+(e-o.left)/o.width*(i.x1-i.x0),m=(f,g,b)=>{
let w=s[f+1];if(Math.abs(w-c)>u)return;let v=Math.hypot(K(n,w)-e,O(n,g)-t);v>=d||(d=v,p=b())};if(a.has("records"))for(let f of r.dots)!f.late&&(!l||f.key<0||l.has(f.key))&&m(f.index,f.time,()=>({what:"dot",dot:f}));if(a.has("late"))for(let f of r.
lates)m(f.index,f.time,()=>({what:"late",late:f}));if(p||!a.has("panes"))return p;let h=1/0;for(let f of kr(n)){let[g,b]=[A(n,f.born),A(n,f.gone)],[w,v]=[O(n,f.end),O(n,f.start)],S=(b-g)*(v-w);e<g||e>b||t<w||t>v||S>=h||(h=S,p={what:"pane",pane:f})}
return p}function sn(n){return n.what==="dot"?n.dot.index+1:n.what==="late"?n.late.index+1:(n.pane.firings[0]?.index??n.pane.fills.at(-1)??n.pane.born)+1}function vr(n,e){let{trace:t,run:r,labels:s}=n,i=u=>u<0?"":X(I(r.keys[u]),40),o=u=>Number.
isFinite(u)?s.time(BigInt(Math.round(u))):"none";if(e.what==="pane"){let{pane:u}=e,c=u.firings.map(({kind:h,count:f})=>`${h} with ${f}`).join(", ");return[`${i(u.key)} ${s.window(u.window)}`,`${u.counts.at(-1)??0} elements`,c===""?"never fi\
res":`fires ${c}`,s.name(u.operator)]}let{dot:a}=e.what==="late"?e.late:e,l=t.event(a.index),d=[`${("value"in l?s.value(l.value):"")||i(a.key)}`,`event time ${o(a.time)}`];if(a.key>=0&&d.push(`key ${i(a.key)}`),a.split!==""&&d.push(`split ${a.
split}`),e.what==="late"){let{late:u}=e,{closer:c,behind:m}=be(t,r,u);d.push(`too late: ${s.window(u.windows)} was over`,`the watermark was ${ne(m)} past its time`);let h=c<0?null:t.event(c);h?.type==="SourceRecordRead"&&d.push(`closed by ${s.
value(h.value)}`)}return d}var zp=84,Hp=62,Gp=24,so=8,jp=12,pt=9,xr=.27,qp=240,on=class{constructor(e,t,r,s){this.el=e;this.labels=r;this.go=s;this.run=new ce(t),this.clock=new te(t),this.axis=to(this.run,this.clock),this.places=this.clock.places(this.axis),this.whole=
wr(this.run,this.places),this.camera=this.target=this.whole,this.lit={trace:t,labels:r,run:this.run},this.tip.className="planeTip",this.tip.hidden=!0,this.canvas.setAttribute("role","img"),e.replaceChildren(this.canvas,this.tip),this.observer=
new ResizeObserver(()=>{let{clientWidth:i,clientHeight:o}=this.el;this.room={clientWidth:i,clientHeight:o},this.drawSoon()}),this.observer.observe(e),no(this.canvas,this)}run;axis;parts=new Set(ti.filter(e=>e!=="channels"));keys=null;operators=null;changed=()=>{};canvas=document.
createElement("canvas");ground=document.createElement("canvas");marks=document.createElement("canvas");tip=document.createElement("div");clock;places;whole;camera;target;lit;position=0;from=0;timeNow=0;phase={from:0,to:0,t:1};followed=null;ghost=null;hidesFuture=!1;avoid=null;things=[];hover=null;brush=null;stale=!0;frame=0;easing=null;colours=new Map;wide=0;tall=0;room={
clientWidth:0,clientHeight:0};observer;get isEmpty(){return this.run.dots.length===0&&this.run.panes.length===0}get isZoomed(){return this.target!==this.whole}show(e,t){let r=e!==this.position;this.position=e,this.timeNow=this.clock.timeAt(
e),this.from=Math.min(t,e),this.things=Fi(this.lit,this.from,e);let s=r&&this.isZoomed?eo(this.sight,this.places[e],this.target):null;s&&this.flyTo(s),this.canvas.setAttribute("aria-label",this.inWords()),this.drawSoon()}move(e){this.phase=
e,this.drawSoon()}preview(e){let t=this.keys&&[...this.keys].map(r=>this.run.keys[r]);this.run=new ce(e),this.keys=t&&new Set(t.map(r=>this.run.keys.indexOf(r))),this.clock=new te(e),this.places=this.clock.places(this.axis),this.lit={trace:e,
labels:this.labels,run:this.run},this.things=[],this.hover=null,this.position=e.positionBy(BigInt(Math.round(this.timeNow))),this.phase={from:this.position,to:this.position,t:1},this.refresh(),this.changed()}setGhost(e){this.ghost=e,this.refresh()}follow(e){
this.followed=e,this.refresh()}refresh(){this.colours.clear(),this.stale=!0,this.drawSoon()}setAxis(e){e!==this.axis&&(this.axis=e,this.places=this.clock.places(e),this.whole=wr(this.run,this.places),this.camera=this.target=this.whole,this.
refresh(),this.changed())}choose(e,t=this.operators){this.keys=e,this.operators=t,this.refresh()}toggle(e){this.parts.delete(e)||this.parts.add(e),this.refresh()}wholeRun(){this.flyTo(this.whole)}zoomToNow(){this.flyTo(Zi(this.sight,this.places[this.
position],this.whole))}zoomBy(e,t=this.wide/2,r=this.tall/2){let s=this.picture();this.flyTo(nn(this.target,this.whole,e,(t-s.box.left)/s.box.width,1-(r-s.box.top)/s.box.height))}destroy(){window.cancelAnimationFrame(this.frame),this.observer.
disconnect()}drawSoon(){this.frame===0&&(this.frame=window.requestAnimationFrame(e=>{this.frame=0,this.ease(e),this.draw(),this.easing&&this.drawSoon()}))}ease(e){if(!this.easing)return;let t=Math.max(0,Math.min(1,(e-this.easing.start)/qp)),
r=1-(1-t)**3,s=i=>this.easing.from[i]*(1-r)+this.target[i]*r;this.camera={x0:s("x0"),x1:s("x1"),y0:s("y0"),y1:s("y1")},this.stale=!0,t>=1&&(this.camera=this.target,this.easing=null)}draw(){let e=performance.now();if(!this.size())return;let t=this.
canvas.getContext("2d"),r=this.picture(),{box:s}=r;if(this.stale){for(let[a,l]of[[this.ground,Gi],[this.marks,tn]]){let p=a.getContext("2d");this.scale(p),p.clearRect(0,0,this.wide,this.tall),l(p,r),a===this.ground&&this.ghost?.paint(p,r,this.
axis)}this.stale=!1}this.scale(t),t.clearRect(0,0,this.wide,this.tall);let i=this.axes(r);ji(t,i);let{now:o}=i;this.blit(t,this.ground,s.left,o,1),this.hidesFuture||this.blit(t,this.ground,o,s.left+s.width,xr),this.blit(t,this.marks,s.left,
o-pt,1),this.hidesFuture||this.blit(t,this.marks,o+pt,s.left+s.width,xr),t.save(),t.beginPath(),t.rect(s.left,s.top,s.width,s.height),t.clip(),this.drawStrip(t,r,o),br(t,r,this.lit,this.things.filter(a=>this.isShown(a)),this.phase),Ui(t,i),
this.hover&&br(t,r,this.lit,[this.hover]),this.brush&&Ji(t,i,this.brush),t.restore(),Ki(t,i),performance.measure("flinksim:plane",{start:e})}isShown(e){let{followed:t}=this;if(e.what==="pane"&&t&&!t.hasPane(e.pane)||e.what==="late"&&t&&!t.hasLate(
e.late)||e.what==="dot"&&t&&!t.hasDot(e.dot))return!1;let{key:r}=e.what==="pane"?e.pane:e.what==="late"?e.late:e.dot;return r<0||!this.keys||this.keys.has(r)}drawStrip(e,t,r){let{box:s}=t,i=Math.max(s.left,r-pt),o=Math.min(s.left+s.width,r+
pt)-i;if(o<=0)return;e.save(),e.beginPath(),e.rect(i,s.top,o,s.height),e.clip();let{x0:a,x1:l}=t.camera,p=3*pt*(l-a)/s.width,d=this.placeNow,u=this.clock.positionAt(d-p,this.axis)-1,c=this.clock.positionAt(d+p,this.axis);e.globalAlpha=this.
hidesFuture?0:xr;let m=this.positionNow;tn(e,t,m,c),e.globalAlpha=1,tn(e,t,u,m),e.restore()}blit(e,t,r,s,i){let{left:o,top:a,width:l,height:p}=this.picture().box,[d,u]=[Math.max(o,r),Math.min(o+l,s)];u<=d||(e.save(),e.beginPath(),e.rect(d,a,
u-d,p),e.clip(),e.globalAlpha=i,e.drawImage(t,0,0,this.wide,this.tall),e.restore())}axes(e){let t=K(e,this.placeNow),r=this.clock.timeAt(this.positionNow);return{picture:e,labels:this.labels,axis:this.axis,now:t,time:r,wide:this.wide}}get positionNow(){
let{from:e,to:t,t:r}=this.phase;return t===e?this.position:Math.round(e+(t-e)*r)}get placeNow(){let{from:e,to:t,t:r}=this.phase;if(t===e)return this.places[this.position];let s=e+(t-e)*r,i=this.places[Math.floor(s)];return i+(this.places[Math.
ceil(s)]-i)*(s-Math.floor(s))}get sight(){return{run:this.run,places:this.places,things:this.things,whole:this.whole}}picture(){let e=this.wide<500?Hp:zp,t={left:e,top:so,width:this.wide-e-jp,height:this.tall-so-Gp},{run:r,places:s,camera:i,
keys:o,operators:a,parts:l,followed:p}=this;return{run:r,places:s,camera:i,box:t,keys:o,operators:a,parts:l,followed:p,avoid:this.avoid,colour:d=>this.colour(d)}}colour(e){let t=this.colours.get(e);return t===void 0&&this.colours.set(e,t=getComputedStyle(
this.el).getPropertyValue(e).trim()),t}get ratio(){return(window.devicePixelRatio||1)*(this.el.currentCSSZoom??1)}scale(e){let t=this.ratio;e.setTransform(t,0,0,t,0,0)}size(){let{clientWidth:e,clientHeight:t}=this.room;if(e<120||t<60)return!1;
let r=this.ratio,[s,i]=[Math.round(e*r),Math.round(t*r)];if(this.canvas.width!==s||this.canvas.height!==i){for(let o of[this.canvas,this.ground,this.marks])o.width=s,o.height=i;this.canvas.style.width=`${e}px`,this.canvas.style.height=`${t}\
px`,this.stale=!0}return this.wide=e,this.tall=t,!0}flyTo(e){let t=window.matchMedia("(prefers-reduced-motion: reduce)").matches;this.easing=t?null:{from:this.camera,start:performance.now()},this.target=e,t&&this.jumpTo(e),this.drawSoon(),this.
changed()}jumpTo(e){this.camera=this.target=e,this.easing=null,this.stale=!0,this.drawSoon()}showBrush(e){this.brush=e,this.drawSoon()}click(e,t){let r=this.picture(),s=yr(r,e,t);this.go(s?sn(s):this.clock.positionAt(rn(r,e),this.axis))}point(e,t){
let r=Number.isNaN(e)?null:yr(this.picture(),e,t),s=JSON.stringify(r&&sn(r))===JSON.stringify(this.hover&&sn(this.hover));if(this.hover=r,this.tip.hidden=!r,this.canvas.style.cursor=r?"pointer":this.isZoomed?"grab":"crosshair",r&&!s&&this.tip.
replaceChildren(...vr(this.lit,r).map(Up)),r){let{offsetWidth:i,offsetHeight:o}=this.tip;this.tip.style.left=`${Math.max(4,e+16+i>this.wide?e-i-12:e+16)}px`,this.tip.style.top=`${Math.max(4,Math.min(this.tall-o-4,t+12))}px`}s||this.drawSoon()}inWords(){
let e=l=>l.filter(({index:p})=>p<this.position).length,{dots:t,lates:r,panes:s}=this.run,i=s.filter(({born:l,gone:p})=>l<this.position&&p>=this.position).length,o=s.filter(({firings:l})=>l.some(({index:p})=>p<this.position)).length,a=this.things.
slice(0,5).flatMap(l=>vr(this.lit,l)[0]??[]);return`Event time over processing time: ${e(t)} of ${t.length} records, ${e(r)} of ${r.length} too late, ${i} panes open, ${o} have fired. ${a.join("; ")}`}};function Up(n){let e=document.createElement(
"div");return e.textContent=n,e}var io=6,le=class{constructor(e,t){this.el=e;this.height=t;e.classList.add("rows"),this.inside.className="rowsInside",e.replaceChildren(this.inside),e.addEventListener("scroll",()=>this.draw()),new ResizeObserver(()=>this.draw()).observe(e)}inside=document.
createElement("div");count=0;row=()=>"";drawn="";set(e,t){this.count=e,this.row=t,this.inside.style.height=`${e*this.height}px`,this.draw()}reveal(e){let{scrollTop:t,clientHeight:r}=this.el,s=e*this.height;(s<t||s+this.height>t+r)&&(this.el.
scrollTop=Math.max(0,s-r/2)),this.draw()}draw(){let e=Math.max(0,Math.floor(this.el.scrollTop/this.height)-io),t=Math.min(this.count,e+Math.ceil(this.el.clientHeight/this.height)+2*io),r="";for(let o=e;o<t;o++)r+=`<div class="row" style="to\
p:${o*this.height}px;height:${this.height}px">${this.row(o)}</div>`;if(r===this.drawn)return;this.drawn=r;let s=document.activeElement,i=s&&this.inside.contains(s)?s.dataset.id:void 0;E(this.inside,r),i!==void 0&&this.inside.querySelector(`\
[data-id="${i}"]`)?.focus({preventScroll:!0})}};var Kp=["by name","by records","by late records"],Jp=28,an=class{constructor(e,t,r){this.changed=r;this.names=t.keys.map(s=>X(I(s))),this.records=t.keys.map(()=>0),this.late=t.keys.map(()=>0);for(let{key:s}of t.dots)s>=0&&this.records[s]++;
for(let{key:s}of t.lates)s>=0&&this.late[s]++;E(e,`<div class="keyTools"><input type="search" placeholder="search keys" aria-label="Search keys"><select aria-label="Sort keys">${Kp.map(s=>`<option>${s}</option>`).join("")}</select></div><di\
v class="keyTools"><button type="button" data-keys="all" class="small">all</button><button type="button" data-keys="none" class="small">none</button><button type="button" data-keys="listed" class="small">only those found</button></div><div \
class="keyRows"></div>`),this.rows=new le(e.querySelector(".keyRows"),Jp),e.querySelector("input").addEventListener("input",s=>{this.search=s.target.value.toLowerCase(),this.list()}),e.querySelector("select").addEventListener("change",s=>{this.
sort=s.target.value,this.list()}),e.addEventListener("click",s=>this.onClick(s)),this.list()}chosen=null;names;records;late;sort="by name";search="";rows;listed=[];get words(){let{chosen:e,names:t}=this;return e?e.size===0?"none":e.size<=2?
[...e].map(r=>X(t[r],14)).join(", "):`${e.size} of ${t.length}`:`all ${t.length}`}get name(){return this.chosen?.size===1?this.names[[...this.chosen][0]]:""}chooseNamed(e){let t=this.names.indexOf(e);return t<0?!1:(this.choose(new Set([t])),
!0)}choose(e){this.chosen=e?.size===this.names.length?null:e,this.list(),this.changed()}onClick(e){let t=e.target,r=t.closest("[data-keys]")?.dataset.keys;r==="all"?this.choose(null):r==="none"?this.choose(new Set):r==="listed"&&this.choose(
new Set(this.listed));let s=t.closest("[data-id]")?.dataset.id;if(s===void 0)return;let i=Number(s),o=new Set(this.chosen??[]);o.delete(i)||o.add(i),this.choose(o)}list(){let{names:e,search:t,sort:r,records:s,late:i}=this;this.listed=e.flatMap(
(a,l)=>a.toLowerCase().includes(t)?[l]:[]);let o=a=>r==="by records"?-s[a]:r==="by late records"?-i[a]:0;this.listed.sort((a,l)=>o(a)-o(l)||e[a].localeCompare(e[l],"en",{numeric:!0})),this.rows.set(this.listed.length,a=>{let l=this.listed[a],
p=!this.chosen||this.chosen.has(l),d=i[l]>0?` <i>${i[l]} late</i>`:"";return`<button type="button" role="checkbox" aria-checked="${p}" data-id="${l}" class="keyRow"><b>${k(e[l])}</b><small>${s[l]}${d}</small></button>`})}};var ve=(n,e=22)=>`<svg width="${e}" height="12" viewBox="0 0 ${e} 12" aria-hidden="true">${n}</svg>`,Yp={records:ve('<circle cx="6" cy="6" r="4" class="pDot"/>',12),late:ve('<circle cx="6" cy="6" r="4.4" class="pLate"/><circle cx="6" cy="6"\
 r="1.6" class="pLateIn"/>',12),panes:ve('<rect x="1" y="1" width="16" height="10" class="pPane"/><path d="M18 0V12" class="pLid"/>',20),generators:ve('<path d="M0 10H8V3H22" class="pGenerator"/>'),channels:ve('<path d="M0 10H8V3H22" class=\
"pChannel"/>'),minimum:ve('<path d="M0 10H8V3H22" class="pMinimum"/>'),timers:ve('<path d="M6 1L11 6L6 11L1 6Z" class="pTimer"/>',12)},ln=class{constructor(e,t,r,s,i){this.labels=r;this.changed=i;this.el=e,E(e,'<div class="planeTools"></div\
><div class="planeStage"></div><div class="knob" hidden></div><div class="planeZoom"></div><div class="keyMenu" hidden></div>'),this.tools=e.querySelector(".planeTools"),this.zoom=e.querySelector(".planeZoom"),this.menu=e.querySelector(".ke\
yMenu"),this.plane=new on(e.querySelector(".planeStage"),t,r,s),this.keys=new an(this.menu,this.plane.run,()=>{this.plane.choose(this.keys.chosen),this.drawTools(),this.changed()}),this.plane.changed=()=>this.drawTools(),this.drawTools(),e.
addEventListener("click",o=>this.onClick(o)),e.addEventListener("keydown",o=>{o.key!=="Escape"||this.menu.hidden||(o.stopPropagation(),this.openMenu(!1))})}plane;keys;el;tools;zoom;menu;drawn=new Map;drawTools(){let{plane:e}=this,t=(l,p)=>`\
<button type="button" class="sign" data-part-of="${l}" aria-pressed="${e.parts.has(l)}" title="Show or hide">${Yp[l]}${k(p)}</button>`,{run:r}=e,s=l=>r.curves.filter(p=>p.kind===l),i=[t("records","record")];r.lates.length>0&&i.push(t("late",
`too late (${r.lates.length})`)),r.panes.length>0&&i.push(t("panes","pane, fires")),s("generator").length>0&&i.push(t("generators",this.generatorWords(s("generator")))),s("channel").length>0&&i.push(t("channels",`channels (${s("channel").length}\
)`)),s("minimum").length>0&&i.push(t("minimum","minimum")),r.timers.length>0&&i.push(t("timers","timer"));let o=e.axis==="time"?"processing time":"order of facts",a=r.keys.length===0?"":`<button type="button" data-plane="keys" aria-expanded\
="${!this.menu.hidden}">Keys: ${k(this.keys.words)} ▾</button>`;this.put(this.tools,`<div class="signs">${i.join("")}</div><div class="planeButtons">${a}</div>`),this.put(this.zoom,`<button type="button" data-plane="axis" title="What runs\
 from left to right">→ ${o}</button><button type="button" data-plane="in" title="Zoom in (+)" aria-label="Zoom in">+</button><button type="button" data-plane="out" title="Zoom out (−)" aria-label="Zoom out">−</button>`+(e.isZoomed?'<b\
utton type="button" data-plane="whole" title="The whole run (0)">Whole run</button>':'<button type="button" data-plane="now" title="Zoom to now (z)">Zoom to now</button>'))}put(e,t){if(this.drawn.get(e)===t)return;this.drawn.set(e,t);let r=document.
activeElement?.dataset.plane,s=e.contains(document.activeElement);if(E(e,t),!s||r===void 0)return;let i=r==="now"?"whole":"now";(e.querySelector(`[data-plane="${r}"]`)??e.querySelector(`[data-plane="${i}"]`))?.focus()}generatorWords(e){return e.
length>4?`watermarks of ${e.length} splits or sources`:`watermark of ${e.map(({owner:r,part:s})=>s||this.plane.run.splitsBefore(r)||this.labels.name(r)).join(" ┄ ")}`}onClick(e){let t=e.target.closest("[data-plane],[data-part-of]");if(!t)
return;let{plane:r}=this,s=t.dataset.partOf;s?r.toggle(s):this.act(t.dataset.plane),this.drawTools()}act(e){let{plane:t}=this;if(e==="keys")this.openMenu(this.menu.hidden);else if(e==="axis")t.setAxis(t.axis==="time"?"steps":"time");else if(e===
"in")t.zoomBy(.6);else if(e==="out")t.zoomBy(1/.6);else if(e==="whole")t.wholeRun();else if(e==="now")t.zoomToNow();else return!1;return!0}openMenu(e){this.menu.hidden=!e,this.drawTools(),e?(this.keys.list(),this.menu.querySelector("input").
focus()):this.el.querySelector('[data-plane="keys"]')?.focus()}};var oo={InputWatermarkAdvanced:"the next minimum",LateRecordDropped:"late or not",WindowAssigned:"late or not",WindowFired:"which panes fire"},ao=[["anything",nr],...[...new Set(Object.values(oo))].map(n=>[n,nr.filter(e=>oo[e]===n)])],Xp=60,
pn=class{constructor(e){this.stepper=e;this.el=e.parts.get("predict"),this.el.addEventListener("change",t=>{let r=t.target.closest("select");r&&(this.about=Number(r.value),this.ask())})}question=null;about=0;asked=0;right=0;el;beliefs=new Map;get isOn(){
return!this.el.hidden}toggle(){if(this.isOn)return this.close();this.ask()}close(){this.el.hidden=!0,this.question=null,this.hide(!1),this.stepper.redraw()}ask(){let{stepper:e}=this,t=this.next(e.player.position);if(this.question=t,this.el.
hidden=!1,this.hide(t!==null),!t){E(this.el,`${this.head()}<p>Nothing of this kind is decided any more.</p>`);return}e.jump(t.before);let r=t.choices.map(({text:s},i)=>`<button type="button" data-choice="${i}">${k(s)}</button>`);E(this.el,`${this.
head()}<p class="asksWhat">${k(t.asks)}</p><div class="choices">${r.join("")}</div>`),this.el.querySelector("[data-choice]")?.focus({preventScroll:!0})}hide(e){this.stepper.root.classList.toggle("asks",e),this.stepper.panel&&(this.stepper.panel.
plane.hidesFuture=e)}next(e){let{trace:t,labels:r}=this.stepper,s=new Set(ao[this.about][1].map(o=>M.indexOf(o))),i=t.indexesOf(["LateRecordDropped"]);for(let o=e;o<t.eventCount;o++){if(!s.has(t.kinds[o])||t.kindOf(o)==="WindowAssigned"&&i.
length>0&&!i.some(p=>Math.abs(p-o)<Xp))continue;let l=tr(t,r,this.stepper.viewAt(o),o);if(l)return l}return null}onClick(e){let{choice:t,predict:r}=e.closest("[data-choice],[data-predict]")?.dataset??{};if(r==="close")this.close();else if(r===
"next")this.ask();else if(t!==void 0)this.answer(Number(t));else return!1;return!0}answer(e){let{question:t,stepper:r}=this;if(!t)return;this.question=null;let s=t.choices[e];this.asked++,s.right?this.right++:this.beliefs.set(s.misconception,
(this.beliefs.get(s.misconception)??0)+1),this.hide(!1),r.jump(t.after);let i=t.choices.find(({right:a})=>a),o=U(r.trace.event(t.index),r.labels);E(this.el,`${this.head()}<p class="asksWhat ${s.right?"isRight":"isWrong"}"><b>${s.right?"Righ\
t.":`No: ${k(i.text)}`}</b> ${k(s.misconception)}</p><p>${k(o)}</p><div class="choices"><button type="button" data-predict="next">next question</button></div>`),this.el.querySelector('[data-predict="next"]')?.focus({preventScroll:!0}),r.tellScore(
{asked:this.asked,right:this.right,beliefs:Object.fromEntries(this.beliefs)})}head(){return`<div class="predictHead"><b>Predict</b><select aria-label="What to predict">${ao.map(([t],r)=>`<option value="${r}"${r===this.about?" selected":""}>${t}\
</option>`).join("")}</select><small>${this.right} of ${this.asked} right</small><button type="button" class="small" data-predict="close" aria-label="No more questions">✕</button></div>`}};var Sr=[.5,1,2,4,8,16],lo=800,dn=class{constructor(e,t){this.trace=e;this.moved=t;this.stops=new Gt(e)}stops;grain="told";speed=1;at=0;timer=0;get position(){return this.at}get playing(){return this.timer!==0}get step(){return this.at===0?-1:
this.trace.stepOf(this.at-1)}go(e){let t=Math.max(0,Math.min(this.trace.eventCount,Math.round(e)));t!==this.at&&(this.at=t,this.moved())}goToStep(e){e<0?this.go(0):this.go(this.trace.eventRange(Math.min(e,this.trace.stepCount-1))[1])}next(){
this.go(this.stops.next(this.at,this.grain))}back(){this.go(this.stops.back(this.at,this.grain))}toggle(){this.playing?this.pause():this.play()}play(){this.at===this.trace.eventCount&&this.go(0);let e=()=>{this.next(),this.at===this.trace.eventCount?
this.pause():this.timer=window.setTimeout(e,lo/this.speed)};this.timer=window.setTimeout(e,lo/this.speed/4),this.moved()}pause(){this.playing&&(window.clearTimeout(this.timer),this.timer=0,this.moved())}faster(){this.speed=Sr[(Sr.indexOf(this.
speed)+1)%Sr.length],this.moved()}};var Qp=[{name:"records",colour:"--data",kinds:["SourceRecordRead","ElementReceived","ResultWritten"],bars:!0},{name:"minimum",colour:"--wm",kinds:["InputWatermarkAdvanced"],bars:!1},{name:"fired",colour:"--pane",kinds:["WindowFired"],bars:!0},
{name:"timers",colour:"--tm",kinds:["TimerFired"],bars:!1},{name:"late",colour:"--fire",kinds:["LateRecordDropped"],bars:!1},{name:"failed",colour:"--fire",kinds:["TaskFailed"],bars:!1},{name:"attempts",colour:"--ink3",kinds:["ExecutionRese\
t"],bars:!1}],un=13,Y=74,Zp=3,cn=class{constructor(e,t,r=-1){this.trace=e;this.parts=t;this.mark=r;this.canvas=t.get("canvas"),this.labels=new ae(e.plan),this.bookmarks=new Ot(e);let s=Qp.map(a=>({...a,at:e.indexesOf(a.kinds)})).filter(({at:a})=>a.
length>0),i=s.some(({name:a})=>a==="fired");this.lanes=s.filter(({name:a})=>a!=="timers"||!i),t.root.style.setProperty("--strip",`${Math.max(34,this.lanes.length*un+4)}px`);let o=t.get("range");o.addEventListener("pointermove",a=>this.point(
a)),o.addEventListener("pointerleave",()=>t.get("tip").hidden=!0)}lanes;canvas;labels;counts=new Map;shown=0;bookmarks;draw(e){let{canvas:t}=this;this.shown=e;let{clientWidth:r,clientHeight:s}=t.parentElement,i=this.parts.root.currentCSSZoom??
1,o=(window.devicePixelRatio||1)*i;(t.width!==Math.round(r*o)||t.height!==Math.round(s*o))&&(t.width=Math.round(r*o),t.height=Math.round(s*o));let a=t.getContext("2d");if(!a||r<=Y)return;let l=getComputedStyle(this.parts.root),p=u=>l.getPropertyValue(
u);a.setTransform(o,0,0,o,0,0),a.clearRect(0,0,r,s);let d=this.placeOf(e,r);a.font=`500 12px ${l.fontFamily}`,this.lanes.forEach((u,c)=>this.drawLane(a,c,r,d,p));for(let{position:u}of this.bookmarks.all)this.drawFlag(a,this.placeOf(u,r),p("\
--focus"),s);this.mark>=0&&this.drawFlag(a,this.placeOf(this.mark,r),p("--tm"),s),a.fillStyle=p("--fire"),a.fillRect(_(d-1,Y,r-2),0,2,s),a.beginPath(),a.arc(_(d,Y+5,r-6),s-6,5.5,0,7),a.fill(),a.lineWidth=2,a.strokeStyle=p("--panel"),a.stroke()}placeOf(e,t){
return Y+e/Math.max(1,this.trace.eventCount)*(t-Y)}drawLane(e,t,r,s,i){let{name:o,colour:a,bars:l}=this.lanes[t],p=2+t*un,d=un-3;e.fillStyle=i("--ink2"),e.textAlign="right",e.textBaseline="middle",e.fillText(o,Y-7,p+d/2+.5),e.fillStyle=i("-\
-soft"),e.fillRect(Y,p,r-Y,d),e.fillStyle=i(a);let u=Math.max(1,Math.floor((r-Y)/Zp)),c=this.countsOf(u)[t],m=c.reduce((h,f)=>Math.max(h,f),1);for(let h=0;h<u;h++){if(c[h]===0)continue;let f=Y+h/u*(r-Y),g=l?2+c[h]/m*(d-2):d;e.globalAlpha=f<
s?1:.36,e.fillRect(f,p+d-g,2.2,g)}e.globalAlpha=1}drawFlag(e,t,r,s){e.fillStyle=r,e.fillRect(t-1,0,2,s),e.beginPath(),e.moveTo(t,0),e.lineTo(t+10,4.5),e.lineTo(t,9),e.fill()}countsOf(e){let t=this.counts.get(e);if(t)return t;let r=this.lanes.
map(({at:s})=>{let i=new Uint32Array(e);for(let o of s)i[Math.floor(o/this.trace.eventCount*e)]++;return i});return this.counts.clear(),this.counts.set(e,r),r}point(e){let t=this.parts.get("tip"),[r,s]=Ne(this.canvas,e),{clientWidth:i}=this.
canvas;if(t.hidden=r<Y||e.buttons!==0,t.hidden)return;let o=(r-Y)/(i-Y)*this.trace.eventCount,a=4/(i-Y)*this.trace.eventCount,p=this.lanes[Math.floor((s-2)/un)]?.at.reduce((h,f)=>Math.abs(f-o)<Math.abs(h-o)?f:h,-1/0)??-1/0,d=Math.abs(p-o)<=
a?p:-1,u=this.trace.stepOf(Math.min(this.trace.eventCount-1,Math.round(d<0?o:d))),c=this.bookmarks.all.find(({position:h})=>Math.abs(h-o)<=a)?.note??"",m=d<0?"":U(this.trace.event(d),this.labels);t.textContent=[`step ${u}`,c,m].filter(Boolean).
join(" · "),t.style.left=`${_(r-t.offsetWidth/2,0,i-t.offsetWidth)}px`}redraw(){this.draw(this.shown)}};var ed=54,td=10,nd=64,mn=class{constructor(e,t,r,s,i){this.el=e;this.trace=t;this.labels=r;this.moments=s;this.go=i;let o=new Set(s.all.map(({kind:d})=>d)),a=Object.keys(ge).filter(d=>o.has(d)),l=M.filter((d,u)=>t.kinds.includes(u)),p=t.plan?.
subtasks.map(({id:d})=>d).slice(0,nd)??[];E(e,`<div class="sideTools"><input type="search" placeholder="search: a key, a task, any word" aria-label="Search the facts"><select aria-label="Kind of fact"><option value="">the story</option>${l.
map(d=>`<option>${d}</option>`).join("")}</select>`+(p.length>1?`<select aria-label="Task" data-tasks><option value="">any task</option>${p.map(d=>`<option value="${k(d)}">${k(r.name(d))}</option>`).join("")}</select>`:"")+`</div><div class\
="chips">${a.map(d=>`<button type="button" class="chip k-${d.replace(" ","-")}" aria-pressed="false" data-chip="${d}" title="${ge[d][0]}">${d}</button>`).join("")}</div><div class="factRows" tabindex="0" aria-label="Facts"></div><small clas\
s="found" role="status"></small>`),this.rows=new le(e.querySelector(".factRows"),ed),e.querySelector("input").addEventListener("input",d=>{this.search=d.target.value.trim().toLowerCase(),this.listAnew()}),e.querySelector("select").addEventListener(
"change",d=>{this.kind=d.target.value,this.listAnew()}),e.querySelector("[data-tasks]")?.addEventListener("change",d=>{this.task=d.target.value,this.listAnew()}),e.addEventListener("click",d=>this.onClick(d)),this.list()}rows;lines=[];opened=new Set;kinds=new Set;search="";kind="";task="";followed=null;timer=0;position=-1;follow(e){
this.followed=e,this.listAnew()}get isAsked(){return this.kind!==""||this.search!==""||this.task!==""||this.followed!==null}show(e){let t=e!==this.position;this.position=e,this.draw(),t&&this.search===""&&this.rows.reveal(this.lineAt(e))}onClick(e){
let t=e.target,r=t.closest("[data-chip]"),s=this.lines[Number(t.closest(".factRow")?.dataset.line??-1)];if(r){let i=r.dataset.chip;this.kinds.delete(i)||this.kinds.add(i),r.setAttribute("aria-pressed",String(this.kinds.has(i))),this.listAnew()}else
s?.what==="moment"&&t.closest(".more")?(this.opened.delete(s.number)||this.opened.add(s.number),this.list()):s?.what==="moment"?this.go(this.moments.all[s.number].end):s?.what==="fact"&&this.go(s.index+1)}listAnew(){this.rows.el.scrollTop=0,
this.list(),this.isAsked||this.rows.reveal(this.lineAt(this.position))}list(){window.clearTimeout(this.timer),this.lines=[],this.isAsked?this.look(0):(this.moments.all.forEach((e,t)=>{if(!(this.kinds.size>0&&!this.kinds.has(e.kind))){if(this.
opened.has(t)){this.lines.push({what:"quiet",number:t});for(let r=this.moments.startOf(t);r<e.end;r++)this.lines.push({what:"fact",index:r})}this.lines.push({what:"moment",number:t})}}),this.done(""))}look(e){let{trace:t,labels:r,kind:s,search:i}=this,
o=s===""?-1:M.indexOf(s),a=performance.now()+td;for(;e<t.eventCount&&(e%64!==0||performance.now()<a);)(o<0||t.kinds[e]===o)&&(this.task===""||t.actorOf(t.stepOf(e))===this.task)&&(!this.followed||this.followed.touches(e))&&(i===""||U(t.event(
e),r).toLowerCase().includes(i))&&this.lines.push({what:"fact",index:e}),e++;let l=e<t.eventCount;this.done(l?`${this.lines.length} facts so far …`:`${this.lines.length} facts`),l&&(this.timer=window.setTimeout(()=>this.look(e),0))}done(e){
this.el.querySelector(".found").textContent=e,this.draw()}lineAt(e){let t=s=>s.what==="fact"?s.index+1:this.moments.all[s.number].end,r=this.lines.findIndex(s=>s.what!=="quiet"&&t(s)>=e);return r<0?this.lines.length-1:r}draw(){let e=this.lineAt(
this.position);this.rows.set(this.lines.length,t=>{let r=this.lines[t];if(r.what==="quiet")return`<div class="factRow quiet"><span>${this.counts(r.number)}</span></div>`;let s=r.what==="moment"?this.moments.all[r.number]:null,i=r.what==="fa\
ct"?r.index:s.lead,{trace:o,labels:a}=this,l=o.stepOf(i),p=s&&s.count>1?` · ${ge[s.kind][1].replace("{n}",String(s.count))}`:"",d=t===e?" here":(s?s.end:i+1)>this.position?" future":"",u=s?`k-${s.kind.replace(" ","-")}`:"fact",c=U(o.event(
i),a),m=s?s.end-this.moments.startOf(r.what==="moment"?r.number:0)-1:0,h=r.what==="moment"&&this.opened.has(r.number),f=m>0?`<button type="button" class="more" data-id="more${t}" aria-expanded="${h}" title="${k(this.counts(r.number))}">${h?
"▾":"▸"} ${m} more</button>`:"";return`<div class="factRow ${u}${d}" data-line="${t}"><button type="button" class="go" data-id="${t}" title="${k(c)}"${d===" here"?' aria-current="step"':""}><small>step ${l}${k(p)}</small><span>${k(c)}</\
span></button>${f}</div>`})}counts(e){let t=new Map,[r,{end:s}]=[this.moments.startOf(e),this.moments.all[e]];for(let a=r;a<s;a++){let l=this.trace.kindOf(a);t.set(l,(t.get(l)??0)+1)}let i=[...t].flatMap(([a,l])=>{let p=pe.find(d=>d.kind===
a&&d.counted)?.counted;return p?[[`${l} ${p[l===1?0:1]}`,l]]:[]});i.sort((a,l)=>l[1]-a[1]);let o=this.trace.stepOf(s-1)-this.trace.stepOf(r)+1;return k(`${o} steps: ${i.slice(0,4).map(([a])=>a).join(", ")||"nothing that is counted"}`)}};var dt=["results","facts","why","changes"],rd=30,sd=46,id=n=>n.replace(/(\d\d:\d\d):00(?![\d.])/g,"$1"),hn=class{constructor(e,t,r,s,i,o){this.el=e;this.labels=r;this.go=i;E(e,'<div class="sideTabs" role="tablist" aria-label="Beside the pla\
ne">'+dt.map(a=>`<button type="button" role="tab" data-tab="${a}">${a}</button>`).join("")+'</div><div class="sidePart" data-of="results"><div class="sideTools" role="radiogroup" aria-label="Which results">'+fs.map(a=>`<button type="button"\
 role="radio" class="small" data-mode="${a}" title="${gs[a]}">${a}</button>`).join("")+'<small data-count></small></div><div class="resultRows" tabindex="0" aria-label="Results"></div></div><div class="sidePart" data-of="facts"></div><div c\
lass="sidePart answer" data-of="why" tabindex="0" aria-label="Why"></div><div class="sidePart" data-of="changes"><small data-changes></small><div class="changeRows" tabindex="0" aria-label="What is different"></div></div>'),this.results=new Ce(
t),this.rows=new le(e.querySelector(".resultRows"),rd),this.facts=new mn(e.querySelector('[data-of="facts"]'),t,r,s,i),this.why=new Et(e.querySelector('[data-of="why"]'),r,o),this.results.all.length===0&&(this.tab="facts"),e.addEventListener(
"click",a=>this.onClick(a)),this.arrange()}results;rows;facts;why;changes=[];mode="update";tab="results";position=0;from=0;show(e,t){this.position=e,this.from=t,this.tab==="facts"?this.facts.show(e):this.tab==="results"&&this.drawResults()}follow(e){
this.facts.follow(e)}compare(e){this.changes=e,this.el.querySelector("[data-changes]").textContent=`${e.length} differences: here, and in the other run`,new le(this.el.querySelector(".changeRows"),sd).set(e.length,r=>{let{what:s,here:i,there:o}=e[r];
return`<button type="button" class="changeRow" data-id="${r}" data-change="${r}" title="${k(`${s}: here ${i}, there ${o}`)}"><b>${k(s)}</b><span>${k(i)}</span><s>${k(o)}</s></button>`}),this.el.classList.add("compares"),this.arrange()}setAnswer(e,t){
this.el.classList.toggle("hasAnswer",e!==null),this.why.draw(e,t)}open(e){this.tab=e,this.arrange(),this.show(this.position,this.from)}onClick(e){let t=e.target.closest("[data-change]")?.dataset.change;if(t!==void 0){let{index:o}=this.changes[Number(
t)];o>=0&&this.go(o+1);return}let{tab:r,mode:s,id:i}=e.target.closest("[data-tab],[data-mode],.resultRow")?.dataset??{};r?this.open(r):s?(this.mode=s,this.arrange(),this.drawResults()):i&&this.go(this.results.all[Number(i)].index+1)}arrange(){
for(let e of this.el.querySelectorAll("[data-of]"))e.hidden=e.dataset.of!==this.tab;for(let e of this.el.querySelectorAll("[data-tab]"))e.setAttribute("aria-selected",String(e.dataset.tab===this.tab)),e.dataset.tab==="changes"&&(e.hidden=!this.
el.classList.contains("compares"));for(let e of this.el.querySelectorAll("[data-mode]"))e.setAttribute("aria-checked",String(e.dataset.mode===this.mode))}drawResults(){let{all:e}=this.results,t=this.results.rows(this.mode,this.position);if(this.
el.querySelector("[data-count]").textContent=`${t.length} rows`,this.rows.set(t.length,s=>{let i=t[s],{key:o,window:a,value:l,index:p,before:d,kind:u}=e[i],c=d>=0&&this.mode!=="append"?`<s>${this.value(e[d].value)}</s> `:"",m=u===""||u==="o\
n time"?"":` <i>${u}</i>`,h=a===""?"":k(id(this.labels.window(a))),f=`${I(o)} ${a===""?"":this.labels.window(a)}: ${this.labels.value(l)}`;return`<button type="button" class="resultRow${p>=this.from?" fresh":""}" data-id="${i}" title="${k(f)}\
"><b>${k(this.labels.value(o||'""'))}</b><span>${h}${m}</span><em>${c}${this.value(l)}</em></button>`}),this.mode!=="complete")return;let r=t.findIndex(s=>e[s].index>=this.from);r>=0&&this.rows.reveal(r)}value(e){return k(this.labels.value(
e))}};var od={"+":"in","-":"out",0:"whole",z:"now",k:"keys"},ad={ArrowRight:"next",ArrowLeft:"back",Home:"first",End:"last",f:"follow-here",h:"hall",b:"bookmark",p:"predict","?":"help"},ld=new Set(["first","back","next","last"]),pd={first:({player:n})=>n.
go(0),back:({player:n})=>n.back(),play:({player:n})=>n.toggle(),next:({player:n})=>n.next(),last:({player:n,trace:e})=>n.go(e.eventCount),speed:({player:n})=>n.faster(),follow:n=>n.pin(null),"follow-here":n=>n.following.here(),unfocus:n=>n.
following.on(null),hall:n=>n.toggleHall(),bookmark:n=>n.menu.bookmark(),marks:n=>n.menu.toggle("marks"),save:n=>n.menu.toggle("save"),help:n=>n.menu.toggle("help"),predict:n=>n.predict.toggle(),copy:n=>void n.address.copy(),changed:n=>{n.panels.
changedOnly=!n.panels.changedOnly,n.redraw()}};function Tr(n,e){ld.has(e)&&n.player.pause(),pd[e]?.(n)}function po(n,e){let t=e.target,r=(p,d)=>t.closest(`[${p}]`)?.dataset[d];if(n.menu.onClick(t)||n.predict.onClick(t))return;let s=r("data-\
act","act"),i=r("data-view","view"),o=r("data-show-tab","showTab"),a=r("data-heat","heat"),l=r("data-task","task");s?Tr(n,s):i?n.show(i):o?n.openTab(o):a&&e.detail>0?n.pin(n.job.subtaskAt(a,e)??n.panels.subtaskAt(a,e)):l&&n.pin(l)}function uo(n,e){
if(e.ctrlKey||e.metaKey||e.altKey)return;let t=e.target;if(t===n.parts.get("filter"))return dd(n,e);if(t.matches("input:not([type=range]), select, textarea"))return;let r=t.matches("button, summary"),s=t.closest("[data-task]")?.dataset.task,
i=ad[e.key];if(s&&(e.key==="Enter"||e.key===" "))n.pin(s);else if(i)Tr(n,i);else if(e.key===" "&&!r)Tr(n,"play");else{if(e.key==="Escape"&&n.menu.close())return e.preventDefault();if(e.key==="Escape")n.following.followed?n.following.on(null):
n.pin(null);else{if(n.view==="plane"&&n.panel.act(od[e.key]??""))return e.preventDefault();if(ye[Number(e.key)-1])n.setGrain(ye[Number(e.key)-1]);else return}}e.preventDefault(),e.stopPropagation()}function dd(n,e){if(e.stopPropagation(),e.
key!=="Escape")return;let t=n.parts.get("filter");t.value===""&&n.root.focus(),t.value="",n.onFilter()}var ud=46;function co(n,e){let t=n.querySelector(".say"),r=null;t.addEventListener("pointerdown",s=>r=s.pointerType==="mouse"?null:[s.clientX,
s.clientY]),t.addEventListener("pointerup",s=>{if(!r)return;let[i,o]=[s.clientX-r[0],s.clientY-r[1]];r=null,Math.abs(i)>ud&&Math.abs(i)>2*Math.abs(o)&&e(i<0?1:-1)})}var mo=`/* which panels there are */
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
`;var ut=14;function xe(n,e,t){return t==="credit"||t==="wiredCredit"||t==="untold"?`<circle cx="${n+5.5}" cy="${e+6.5}" r="4.5" class="ring ${t}"/>`:$(n,e,11,13,`pip ${t}`,t==="floating"?5.5:2.5)}function Se(n,e,t,r,s,i=!1){if(n<=0)return"";
let o=Math.max(1,Math.floor(s/ut)),a=n<=o?n:Math.max(1,o-2),l="";for(let p=0;p<a;p++)l+=xe(i?t-ut*(p+1)+3:t+ut*p,r,e);if(a<n){let p=i?t-ut*a-1:t+ut*a+1;l+=y(p,r+11,`+${n-a}`,"t3",i?"end":"start")}return l}function ho(n){return n.map(([e,t])=>`<span><svg width="13" height="15">${xe(1,1,e)}</svg>${k(t)}</span>`).join("")}function ct(n,e,t,r,s,i=""){let o=Math.max(0,Math.min(1,r))*t;return $(n,e-9,t,9,"gauge",3)+(o>.5?$(n,e-9,o,9,`gaugeFull ${i}`,
3):"")+y(n+t+6,e,s,"t3")}function fo(n,e){return n+6+x(e,"t3")}var go=`/* the plane */
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
`;var bo=`/* the job above the plane */
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
`;var ko=`/* header */
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
`;var yo=`${At}${ko}${mo}${go}${bo}`,$r='<button type="button" data-act="follow" class="small" hidden>follow the run</button>',gd=`
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`,wo="event time|network|whole run",vo=`
<header role="group" aria-label="The run">
  <div class="brand">${Ri}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${ke.map(n=>`<button type="button" role="radio" data-view="${n}">${n[0].toUpperCase()}${n.slice(1)}</button>`).join("")}
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
      ${ie("first","First","To the beginning (Home)",me("first"))}
      ${ie("back","Back","Back (←)",me("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
      ${ie("next","Next","Next (→)",me("next"))}
      ${ie("last","Last","To the end (End)",me("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<section class="panel predict" data-part="predict" aria-label="Predict" hidden></section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="What of it to look at">
      ${["plane","job",...dt].map(n=>`<button type="button" role="tab" data-show-tab="${n}">${n}</button>`).join("")}
    </div>
    <section class="panel jobStrip" aria-label="The job">
      <div class="stripPicture" data-part="strip"></div><div class="program" data-part="program" tabindex="0" role="region" aria-label="The program" hidden></div>
    </section>
    <section class="panel planePanel" data-part="plane" aria-label="The plane"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${wo}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3 aria-level="2">Watermarks <small data-part="task"></small>
      ${$r}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3 aria-level="2">Timers <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3 aria-level="2">Window panes <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${gd}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3 aria-level="2">Channels <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${ho([["full","buffer"],["exclusive","empty"],["floating","floating"],["credit","credit"]])}</span>
      ${$r}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3 aria-level="2">Metrics
      <input type="search" data-part="filter" placeholder="filter: busy, Usage, a task …" aria-label="Filter the metrics">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="Only what has changed">changed</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="Metrics"></div></section>
  </div>
  <section class="panel plotPanel" data-shows="whole run"><h3 aria-level="2">Whole run <small data-part="plotTask"></small>
    ${$r}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${wo}"><b>Call<br>stack</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="Call stack"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas><div class="stripTip" data-part="tip" hidden></div>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
  <div class="under">
    <label>step by <select data-part="grain" aria-label="Step by">
      ${ye.map(n=>`<option value="${n}" title="${ar[n]}">${n}</option>`).join("")}
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
</section>`;var bd=[93,177,255],kd=[238,100,100],wd=[136,136,136];function mt(n,e,t){let r=n.tasks.get(e),s=n.clock.at(t),i=a=>Kn(r,a,t,s)/1e3,o={busy:i("busy"),idle:i("idle"),backpressured:i("soft")+i("hard")};return o.busy+o.idle+o.backpressured>0?o:
null}function So({busy:n,backpressured:e}){let[t,r,s]=xo(xo(bd,kd,n),wd,e);return`rgb(${t} ${r} ${s})`}function xo(n,e,t){let r=s=>Math.round(n[s]+(e[s]-n[s])*t);return[r(0),r(1),r(2)]}function Te(n,e=!1){return[[e?"backpr.":"backpressured",
n.backpressured],["busy",n.busy],["idle",n.idle]].filter(([,s])=>s>=.005).sort(([,s],[,i])=>i-s).map(([s,i])=>`${s} ${We(i)}`).join(e?" · ":", ")}function We(n){return`${Math.round(100*n)} %`}function To(n,e,t,r,s,i){let o=e,a="";for(let l of[
"backpressured","busy","idle"]){let p=r*n[l];p<.4||(a+=$(o,t,p,s,`load ${l}`,0),l==="backpressured"&&(a+=$(o,t,p,s,"load",0).replace("/>",` fill="url(#${i})"/>`)),o+=p)}return a}function fn(n){return`<defs><pattern id="${n}" width="6" heigh\
t="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" class="loadStripe"/></pattern></defs>`}var Mo=52,yd=20;function ht(n,e,t){if(e.local)return"";let r=n.lookup.connectionOf(e).find(i=>gn(n,i)?.stops_reading);return r?r.id===e.id?"no buffer: not read":t.on_wire>0||t.queued>0?`held up by ${vd(n,r)}`:"":!(e.initial_credit===0)&&t.credit===
0&&t.queued>0?"no credit":""}function vd(n,e){return`ch ${e.index} of ${n.labels.name(e.target)}`}function gn(n,e){return n.scene.view.channels.get(e.id)}function Co(n,e){let t=n.lookup.subtasks.get(n.task),r=n.scene.view.tasks.get(n.task);
if(!t||!r)return"";let i=n.lookup.inputsOf(n.task).filter(({local:m})=>!m).reduce((m,h)=>m+(gn(n,h)?.exclusive??0),0),o=t.exclusive_buffers-i,a=t.floating_buffers-r.floating_free,l=t.exclusive_buffers+t.floating_buffers,p=[];if(l>0){let m=`\
: ${o}/${t.exclusive_buffers} exclusive, ${a}/${t.floating_buffers} floating`,h=`${o+a} of ${l}${t.exclusive_buffers>0?m:""}`;p.push(["in pool",(o+a)/l,h])}if(t.output_buffers>0){let m=r.output_in_use,h=m>t.output_buffers?` (${m-t.output_buffers}\
 overdraft)`:"";p.push(["out pool",m/t.output_buffers,`${m} of ${t.output_buffers}${h}`])}let d="",u=0;for(let[m,h,f]of p){d+=y(u,14,m,"t3 strong");let g=u+x(m,"strong")+8;d+=ct(g,14,64,h,f,h>=1?"used":""),u=g+fo(64,f)+26}let c=p.map(([m,h,
f])=>`${m} ${We(h)}, ${f}`).join("; ");return F(e,20,c||"no network buffers",d)}function Eo(n,e){let t=n.lookup.inputsOf(n.task),r=n.lookup.outputsOf(n.task),s=[...t.map(c=>[c,"in"]),...r.map(c=>[c,"out"])],i=xd(n,s);if(i.length===0){let c=n.
position===0?"Nothing runs yet.":"This task is chained to no other: it has no channels.";return F(e,120,c,y(e/2,60,c,"t2","middle"))}let o=_(e*.2,92,190),a=e-o,l={sender:o,wire:o+a*.32,receiver:o+a*.53,width:e},p=yd,d=Sd(l),u=[];for(let[c,m]of i){
let h=gn(n,c);h&&(d+=Td(n,c,h,m,p,l),u.push(bn(n,c,h)),p+=Mo)}return i.length<s.length&&(d+=y(e/2,p+14,`and ${s.length-i.length} more channels`,"t3","middle"),p+=24),F(e,p+2,u.join("; "),d)}var $o=14;function xd(n,e){if(e.length<=$o)return e;
let t=([i])=>{let o=gn(n,i);return n.fact&&"channel"in n.fact&&n.fact.channel===i.id?0:o?ht(n,i,o)?1:o.queued+o.on_wire+o.received>0?2:3:3},r=new Map(e.map(i=>[i,t(i)])),s=new Set([...e].sort((i,o)=>r.get(i)-r.get(o)).slice(0,$o));return e.
filter(i=>s.has(i))}function Sd({sender:n,wire:e,receiver:t,width:r}){return[[(n+e)/2,e-n-8,"at the sender"],[(e+t)/2,t-e-8,"on the wire"],[(t+r)/2,r-t-8,"at the receiver"]].map(([i,o,a])=>y(i,13,N(a,o,"t3"),"t3 head","middle")).join("")}function Td(n,e,t,r,s,i){
let o=n.fact&&"channel"in n.fact&&n.fact.channel===e.id,a=ht(n,e,t),l=`<title>${k(bn(n,e,t))}</title>`,d=`<g class="${`lane ${o?"current":""} ${a?"hindered":""}`}" data-channel="${k(e.id)}">${l}`;d+=$(.8,s+1,i.width-1.6,Mo-5,"laneBox",8);let u=n.
labels.name(r==="in"?e.source:e.target),c=r==="in"?`ch ${e.index} from`:`to ch ${e.index} of`;return d+=y(10,s+20,c,"t2 strong"),d+=y(10,s+38,re(u,i.sender-18,"t3"),"t3"),d+=$d(t,e,s,i),e.local?d+=Ed(s,i):e.initial_credit===0?d+=Ad(t,a,s,i):
d+=Md(n,e,t,a,s,i),`${d}</g>`}function $d(n,e,t,r){let s=t+6,i=Se(n.queued,"full",r.wire-8,s,r.wire-r.sender-18,!0);if(e.local)return i+=Mr(r.wire,r.receiver-6,s+7,"flow local"),i+y(r.receiver+6,s+11,"reads them where they are","t3");i+=Mr(
r.wire,r.receiver-6,s+7,"flow");let o=r.receiver-r.wire-22,a=Math.min(n.on_wire*14,o);if(n.on_wire>0){let l=(r.wire+r.receiver-14)/2-a/2;i+=$(l-3,s-2,a+4,17,"onWire",3),i+=Se(n.on_wire,"wired",l,s,o)}return i+Se(n.received,"got",r.receiver+
6,s,r.width-r.receiver-18)}function Mr(n,e,t,r){let s=e>n?-6:6;return j(n,t,e,t,r)+`<path d="M${e+s} ${t-4}L${e} ${t}L${e+s} ${t+4}" class="${r} tip"/>`}function Md(n,e,t,r,s,i){let o=s+27,a="";if(r)a+=Ao(i.wire-8,o,r);else if(t.credit===0)
a+=y(i.wire-8,o+11,"credit 0","t3","end");else{a+=Se(t.credit,"credit",i.wire-8,o,i.wire-i.sender-64,!0);let l=Math.min(t.credit*14,i.wire-i.sender-64);a+=y(i.wire-12-l,o+11,"credit","t3","end")}if(a+=Mr(i.receiver-6,i.wire,o+7,"flow back"),
t.credit_under_way>0){let l=i.receiver-i.wire-22,p=Math.min(t.credit_under_way*14,l),d=(i.wire+i.receiver-14)/2-p/2;a+=$(d-3,o-1,p+4,15,"onWire",3),a+=Se(t.credit_under_way,"wiredCredit",d,o,l)}return a+Cd(n,e,t,o,i)}function Cd(n,e,t,r,s){
let i=s.width-10,o=s.receiver+6,a="";for(let[c,m]of[[t.exclusive,"exclusive"],[t.floating,"floating"]])a+=Se(c,m,o,r,84),o+=Math.min(c,6)*14;t.exclusive+t.floating===0&&(a+=y(o,r+11,"none empty","t3"),o+=x("none empty","t3")),t.unannounced>
0&&(o+=8,a+=xe(o,r,"untold")+y(o+15,r+11,`${t.unannounced} untold`,"t3"),o+=15+x(`${t.unannounced} untold`,"t3"));let l=n.scene.backlogs.get(e.id)??0,p=t.waiting?`waits for ${t.required-t.exclusive-t.floating}`:`wants ${t.required}`,u=[`bac\
klog ${l} · ${p}`,p,""].find(c=>x(c,"t3")<i-o-8)??"";return a+y(i,r+11,u,`t3 ${t.waiting?"waits":""}`,"end")}function Ed(n,e){let t=N("local: no credit needed",e.width-e.receiver-14,"t3");return y(e.receiver+6,n+38,t,"t3")}function Ad(n,e,t,r){
let s=t+27,i=y(r.wire-8,s+11,"sends without asking","t3","end");if(!e)return i;let o=(r.wire+r.receiver)/2+6,a=n.stops_reading?`<path d="M${o-6} ${t+7}l12 12m0 -12l-12 12" class="stop"/>`:"",l=N(e,r.width-r.receiver-34,"strong");return i+a+
Ao(r.receiver+14+x(l,"strong")+8,s,l)}function Ao(n,e,t){let r=x(t,"strong")+16;return $(n-r,e-3,r,19,"hinderBadge",9)+y(n-r/2,e+11,t,"badgeText","middle")}function bn(n,e,t){let{labels:r}=n,s=`channel ${e.index} from ${r.name(e.source)} to\
 ${r.name(e.target)}`;if(e.local)return`${s}: local, ${t.queued} buffers queued`;let i=`${t.queued} buffers queued, ${t.on_wire} on the wire, ${t.received} received`,o=ht(n,e,t),a=o?`, ${o}`:"";return e.initial_credit===0?`${s}: ${i}, witho\
ut credits${a}`:`${s}: ${i}, credit ${t.credit}, ${t.credit_under_way} under way, ${t.unannounced} not announced; backlog ${n.scene.backlogs.get(e.id)??0}; empty: ${t.exclusive} exclusive, ${t.floating} floating of ${t.required} wanted${t.waiting?
", waits for a floating one":""}${a}`}function Ro(n,e){let t=new Map(n.trace.plan?.channels.map(s=>[s.id,s])),r=t.size>0?Io(n,e):null;return{operator(s){let[i,o]=s.slice(1).split("/");for(let a of n.trace.plan?.vertices??[]){let l=a.operators.findIndex(d=>String(d.node)===i),p=l<
0?void 0:e.boxes.get(`${a.id}/${o}`);if(p)return{x:p.x+p.width*(l+.5)/a.operators.length,y:p.y+p.height*.5}}return null},channel(s,i){let o=t.get(s);if(!o)return null;let a=r?.get(s);return a?{curve:i==="in"?a.end:a.start,low:0,high:1}:Jt(Lo(
n,e,o),i)}}}function Po(n,e,t){let r=Lo(n,e,t),s=n.scene.view.channels.get(t.id),i=(n.trace.plan?.channels.length??0)>24,a=(s?n.lookup.waiting(t.id,s,i?1:3):[]).map((p,d)=>{let[u,c]=Q(r,.93-.08*d);return Wo(n,p,u,c,4)}),l=`wire ${ft(n,t.id)}\
 ${s?.idle?"idle":""}`;return`<path d="${de(...r)}" class="${l}"/>${a.join("")}`}function Lo(n,e,t){let r=e.boxes.get(t.source),s=e.boxes.get(t.target),i=n.lookup.inputsOf(t.target),o=(i.indexOf(t)+1)/(i.length+1);return[r.x+r.width,r.y+r.height/
2,s.x,s.y+s.height*o]}var Oo=9;function Io(n,e){let t=n.lookup.inputsOf(n.task),r=e.boxes.get(n.task),s=new Map;if(!r||t.length===0)return s;let i=Od(n,t),o=_((e.height-34)/i.length,13,34),a=_(e.gap-124,112,190),l=r.x-74-a,p=Math.min(26,o-3),
d=o*i.length,u=_(r.y+r.height/2-d/2,26,Math.max(26,e.height-d-6));return i.forEach((c,m)=>{let h=e.boxes.get(c.source),f=u+o*(m+.5),g=r.y+r.height*(m+1)/(i.length+1);s.set(c.id,{channel:c,x:l,y:f-p/2,width:a,height:p,start:[h.x+h.width,h.y+
h.height/2,l,f],end:[l+a,f,r.x,g]})}),s}function Od(n,e){if(e.length<=Oo)return e;let t=({id:s})=>{let i=n.scene.view.channels.get(s);return n.fact&&"channel"in n.fact&&n.fact.channel===s?0:i?.holds&&i.aligned&&!i.idle?1:i&&i.written>i.read?
2:3},r=new Set([...e].sort((s,i)=>t(s)-t(i)||s.index-i.index).slice(0,Oo-1));return e.filter(s=>r.has(s))}function No(n,e){let t=[...Io(n,e).values()],[r]=t;if(!r)return"";let s=e.boxes.get(n.task),i=[Rd(s.x-8,r.y-6)];for(let{channel:l,x:p,
y:d,width:u,height:c,start:m,end:h}of t){let f=n.scene.view.channels.get(l.id);if(!f)continue;let g=`wire near ${ft(n,l.id)} ${f.idle?"idle":""}`;i.push(`<path d="${de(...m)}" class="${g}"/><path d="${de(...h)}" class="${g}"/>`),i.push(Pd(l,
f,p,d,u,c,ft(n,l.id))),i.push(Ld(n,l,f,h))}let o=n.lookup.inputsOf(n.task).length-t.length,a=t.at(-1);return o>0&&i.push(y(a.x,a.y+a.height+16,`and ${o} more channels`,"t3")),i.join("")}function Rd(n,e){let t=n,r="";for(let[s,i]of[["credit",
"free"],["received","got"],["queued","full"]])r+=_o(t-12,e-11,i)+y(t-17,e,s,"t3","end"),t-=x(s,"t3")+27;return r}function Pd(n,e,t,r,s,i,o){let a=n.local?"local":`credit ${e.credit}`,l=`channel ${n.index} from ${n.source}: ${e.queued} buffe\
rs queued, ${e.on_wire} under way, ${e.received} received, ${a}`,p=`<g><title>${k(l)}</title>${$(t,r,s,i,`card ${o}`)}`;if(i<14)return`${p}</g>`;p+=y(t+8,r+i/2+4.5,`ch ${n.index}`,"t2 strong");let d=[...Array(Math.min(e.queued,99)).fill("fu\
ll"),...Array(Math.min(e.on_wire,99)).fill("wired"),...Array(Math.min(e.received,99)).fill("got"),...Array(Math.min(e.credit,99)).fill("free")],u=e.queued+e.on_wire+e.received+e.credit,c=Math.floor((s-50)/14),m=u>c?c-2:u;return d.slice(0,m).
forEach((h,f)=>{p+=_o(t+46+14*f,r+i/2-6.5,h)}),m<u?p+=y(t+47+14*m,r+i/2+4,`+${u-m}`,"t3"):u===0&&(p+=y(t+46,r+i/2+4.5,n.local?"local":"no credit","t3")),`${p}</g>`}function _o(n,e,t){return $(n,e,11,13,`pip ${t}`,3)}function Ld(n,e,t,r){let s=n.
lookup.waiting(e.id,t,4);if(s.length===0&&t.idle){let[a,l]=Q(r,.5);return $(a-19,l-9,38,18,"chip",9)+y(a,l+4.5,"IDLE","t3 strong","middle")}let i=s.map((a,l)=>{let[p,d]=Q(r,.86-.24*l);return Wo(n,a,p,d)}),o=t.written-t.read-s.length;return o>
0&&i.push(y(r[0]+3,r[1]-7,`+${o}`,"t3 strong")),i.reverse().join("")}function Wo(n,e,t,r,s=5.5){let i=n.trace.event(e);if(i.type!=="ElementWritten")return"";let o=n.labels.time(i.timestamp);return i.element==="record"?ls(t,r,`${I(i.value)} \
at ${o}`,s):i.element==="watermark"?ps(t,r,`watermark ${o}`):$(t-3,r-7,6,14,"mark",2,i.element)}function ft(n,e){let{fact:t}=n;return!t||!("channel"in t)||t.channel!==e?"":"element"in t?t.element==="record"?"data":"wm":t.type==="ChannelWate\
rmarkChanged"||t.type==="WatermarkIgnored"?"wm":"buf"}function Vo(n,e){let{trace:t}=n,s=e.wires.filter(({target:o})=>o!==n.task||e.heats.size>0).map(o=>Po(n,e,o));s.push(No(n,e));for(let[o,a]of e.heats)s.push(Ee(n,a,e.boxes.get(o)));for(let{id:o,vertex:a}of t.plan?.subtasks??[])e.heats.has(a)||
s.push(Nd(n,e,o));let i=`Job ${t.plan?.job_name??""}: ${Cr(n)}`;return F(e.width,e.height,i,s.join(""),"group")}var Id=24;function Cr(n){return[...n.scene.view.tasks].slice(0,Id).map(([e,t])=>`${n.labels.name(e)} ${kn(n,e,t).words}`).join("\
; ")}function Nd(n,e,t){let r=e.boxes.get(t),s=n.scene.view.tasks.get(t),i=kn(n,t,s),o=t===n.task,a=`task ${i.tone} ${o?"selected":""}`,l=n.labels.name(t),{x:p,y:d,width:u,height:c}=r,m=`<g class="${a}" data-task="${k(t)}" tabindex="0" role\
="button" aria-pressed="${n.pinned&&o}"><title>${k(`${l}, ${i.words}`)}</title>`+$(p,d,u,c,"box",10);if(c<70){let b=x(i.words,"strong")+20,w=c<40?d+c/2+5:d+22;return m+=y(p+12,w,N(l,u-b-24,"t1"),"t1"),m+=gt(i,p+u-b-6,w,b),c>=50&&(m+=Fo(n,t,
p+12,d+32,u-24,14)),`${m}</g>`}let h=_d(s?.mails??[],p+u-12,d+21,u-30-x(l,"t1"));m+=y(p+12,d+22,N(l,u-42,"t1"),"t1")+h,m+=Fo(n,t,p+12,d+32,u-24,23);let f=x(i.words,"strong")+16;m+=gt(i,p+10,d+c-12,f);let g=N(Fd(n,t),u-f-32,"t3");return m+=y(
p+u-12,d+c-12,g,"t3","end"),`${m}</g>`}function gt(n,e,t,r){return n.tone!=="running"&&n.tone!=="blocked"&&n.tone!=="failed"?y(e+2,t,n.words,"t3"):$(e,t-14.5,r,20,"badge",10)+y(e+r/2,t,n.words,"badgeText","middle")}function _d(n,e,t,r){let s=n.
slice(0,4),i=Math.max(1,s.length),o=n.length>4?`+${n.length-4}`:"",a=y(e,t,o,"t3","end"),l=e-x(o,"t3");for(let u=0;u<i;u++){let c=l-15*(i-u)+3;a+=$(c,t-10,12,11,`mail ${n.length===0?"none":""}`,2.5)}let p=l-15*i-2;e-p+x("mailbox","t3")<r&&(a+=
y(p,t,"mailbox","t3","end"));let d=n.length===0?"mailbox: empty":`mailbox: ${n.join(", ")}`;return`<g><title>${k(d)}</title>${a}</g>`}function Fo(n,e,t,r,s,i){let o=n.lookup.operatorsOf(e),a=Wd(o.map(({name:u})=>Fn(u)),s-Ze*(o.length-1)),l=n.
fact&&"operator"in n.fact?n.fact.operator:"",p="",d=t;return o.forEach(({id:u,name:c},m)=>{let h=a[m];m>0&&(p+=j(d-Ze,r+i/2,d,r+i/2,"joint")),p+=$(d,r,h,i,`pill ${u===l?"current":""}`,6,c),i>18&&(p+=y(d+h/2,r+16,N(c,h-8,"t2"),"t2","middle")),
d+=h+Ze}),p}function Wd(n,e){let t=n.reduce((s,i)=>s+i,0);if(t<=e)return n.map(s=>s+(e-t)/n.length);let r=e/n.length;for(let s=0;s<n.length;s++){let i=n.filter(a=>a<=r),o=i.reduce((a,l)=>a+l,0);i.length<n.length&&(r=(e-o)/(n.length-i.length))}
return n.map(s=>Math.min(s,r))}function Fd(n,e){let t=[];for(let{id:r}of n.lookup.operatorsOf(e)){let s=n.scene.view.operators.get(r),i=n.scene.operators.get(r);!s||!i||(i.read>0&&t.push(`${i.read} read`),i.fired>0&&t.push(`${i.fired} fired`),
s.late>0&&t.push(`${s.late} late`),s.results>0&&t.push(`${s.results} written, last ${i.lastResult}`))}return t.join(" · ")}function kn(n,e,t){return n.scene.failure?.subtask===e?{words:"failed",tone:"failed"}:n.actor===e?{words:"running no\
w",tone:"running"}:!t||t.state!=="RUNNING"?{words:(t?.state??"CREATED").toLowerCase(),tone:"off"}:t.suspended==="no output buffer"?{words:"backpressured",tone:"blocked"}:Vd(n,n.lookup,e)?{words:"idle",tone:"idle"}:t.suspended==="blocked"?{words:"\
blocked",tone:"blocked"}:t.suspended==="busy"?{words:"busy",tone:"waiting"}:t.suspended?{words:"waits for input",tone:"waiting"}:{words:"ready",tone:""}}function Vd(n,e,t){return e.operatorsOf(t).some(s=>n.scene.view.operators.get(s.id)?.emitted_idle===
!0)}var Bd=90,bt="Shuffle.Netty.Input.Buffers.",Er="Shuffle.Netty.Output.Buffers.",Dd={inputQueueLength:bt,inputQueueSize:bt,inPoolUsage:bt,inputExclusiveBuffersUsage:bt,inputFloatingBuffersUsage:bt,outputQueueLength:Er,outputQueueSize:Er,outPoolUsage:Er},
Bo=["busyTimeMsPerSecond","idleTimeMsPerSecond","backPressuredTimeMsPerSecond","isBackPressured","inPoolUsage","outPoolUsage","inputQueueLength","outputQueueLength","numRecordsIn","numRecordsInPerSecond","numRecordsOut","numRecordsOutPerSec\
ond","numBytesIn","numBytesOut","currentInputWatermark","currentOutputWatermark","watermarkLag"],Ar=45;function Ho(n,{filter:e,changedOnly:t}){let{run:r,lookup:s,labels:i}=n;if(!r)return"";let o=e.toLowerCase().split(/\s+/).filter(Boolean),
a=[...s.subtasks.keys()].sort((d,u)=>+(u===n.task)-+(d===n.task)),l=0,p="";for(let d of a){if(l>=Bd){p+='<tr><td colspan="4" class="none">and other tasks: filter to see them</td></tr>';break}let u=i.name(d),c=zd(n,d).filter(h=>{let f=`${u} ${d}\
 ${h.full}`.toLowerCase();return o.every(g=>f.includes(g))&&!(t&&h.was===h.now)});if(c.length===0)continue;l+=c.length;let m=d===n.task?"selected":"";p+=`<tr class="section ${m}"><th colspan="4" scope="rowgroup">${k(u)}</th></tr>`,p+=c.slice(
0,Ar).map(h=>Hd(h,i)).join(""),c.length>Ar&&(p+=`<tr><td colspan="4" class="none">and ${c.length-Ar} more: filter to see them</td></tr>`)}return l===0&&(p=`<tr><td colspan="4" class="none">${t?"Nothing that matches has changed.":"No metric \
matches."}</td></tr>`),`<table><thead><tr><th scope="col">metric</th><th scope="col">was</th><th scope="col">now</th><th scope="col">change</th></tr></thead><tbody>${p}</tbody></table>`}function zd(n,e){let t=n.run,r=Do(Dt(t,e,n.before),Dt(
t,e,n.position),i=>[i,(Dd[i]??"")+i]),s=i=>Bo.indexOf(i.name)+1||Bo.length+1;r.sort((i,o)=>s(i)-s(o));for(let{id:i,name:o}of n.lookup.operatorsOf(e)){let a=zt(t,i,n.before),l=zt(t,i,n.position);r.push(...Do(a,l,p=>{let d=/^latency\.source_id\.(o[\d/]+)\.(\w+)$/.
exec(p),u=d?`latency ${d[2]} from ${n.labels.name(d[1])}`:p;return[`${o}.${u}`,`${o}.${p} ${u}`]}))}return r}function Do(n,e,t){return[...e].map(([r,s])=>{let[i,o]=t(r);return{name:i,full:o,was:n.get(r),now:s}})}function Hd({name:n,full:e,was:t,
now:r},s){let i=t!==r,o=i?Gd(n,t,r):"";return`<tr${i?' class="changed"':""}><th scope="row" title="${k(e)}">${k(n)}</th><td>${t===void 0?"–":k(zo(n,t,s))}</td><td>${k(zo(n,r,s))}</td><td>${k(o)}</td></tr>`}function zo(n,e,t){return typeof e==
"boolean"?e?"yes":"no":typeof e=="bigint"?t.time(e):/Usage$/.test(n)?`${Math.round(100*e)} %`:Go(e)}function Gd(n,e,t){if(typeof t=="boolean"||e===void 0||typeof e=="boolean")return t===!0?"▲":t===!1?"▼":"new";if(typeof t=="bigint"&&typeof e==
"bigint"){let s=[T,L];return s.includes(t)||s.includes(e)?t>e?"▲":"▼":Or(Number(t-e)," ms")}let r=Number(t)-Number(e);return/Usage$/.test(n)?Or(Math.round(100*r)," %"):Or(r)}function Or(n,e=""){return`${n>0?"▲ +":"▼ −"}${Go(Math.abs(
n))}${e}`}function Go(n){let e=Number.isInteger(n)?0:Math.abs(n)<10?2:1,[t,r]=n.toFixed(e).split(".");return t.replace(/\B(?=(\d{3})+$)/g," ")+(r?`.${r}`:"")}var wn={narrowestGap:104,widestGap:300,height:n=>n<=2?92:n<=4?72:n<=8?50:32},qo={...wn,height:n=>Math.min(72,wn.height(n))},Rr=27,Pr=4;function Uo(n,e,t){let{plan:r}=n.trace,s=(r?.channels.length??0)>24,i=(r?.channels??[]).filter(({source:c,
target:m})=>c===n.task||m===n.task),a=(e.heats.size>0?[...e.wires,...i.slice(0,jd)]:e.wires).map(c=>Ud(n,e,c,s)),l=[...e.heats].map(([c,m])=>Ee(n,m,e.boxes.get(c),h=>qd(n,h))),p=(r?.subtasks??[]).filter(({vertex:c})=>!e.heats.has(c)),d=[...l,
...p.map(({id:c})=>Kd(n,e,c,t))],u=`Job ${r?.job_name??""}: ${Cr(n)}`;return F(e.width,e.height,u,fn(t)+[...a,...d].join(""),"group")}var jd=24;function qd(n,e){let t=n.run&&mt(n.run,e,n.position);return t?t.backpressured>Math.max(t.busy,t.
idle)?"held":`busy${Math.min(4,Math.floor(t.busy*5))}`:"none"}function Ud(n,e,t,r){let s=e.boxes.get(t.source),i=e.boxes.get(t.target),o=n.lookup.outputsOf(t.source),a=n.lookup.inputsOf(t.target),l=(o.indexOf(t)+1)/(o.length+1),p=(a.indexOf(
t)+1)/(a.length+1),d=[s.x+s.width,s.y+s.height*l,i.x,i.y+i.height*p],u=n.scene.view.channels.get(t.id);if(!u)return"";let c=t.source===n.task||t.target===n.task,m=ht(n,t,u),h=`wire ${c?"near":""} ${ft(n,t.id)} ${m?"hindered":""}`,f=`<path d\
="${de(...d)}" class="${h}"/>`;if(r&&!c)return f;let g=13/Math.max(60,d[2]-d[0]);if(f+=jo(d,u.queued,.03,g,"full"),f+=jo(d,u.received,.97,-g,"got"),u.on_wire>0){let[b,w]=Q(d,.5);f+=xe(b-5.5,w-6.5,"wired")}return f}function jo(n,e,t,r,s){let i="",
o=Math.min(e,e>Pr?Pr-1:Pr);for(let a=0;a<o;a++){let[l,p]=Q(n,t+r*(a+.5));i+=xe(l-5.5,p-6.5,s)}if(e>o){let[a,l]=Q(n,t+r*(o+.6));i+=y(a,l-9,String(e),"t3 strong","middle")}return i}function Kd(n,e,t,r){let{x:s,y:i,width:o,height:a}=e.boxes.get(
t),l=kn(n,t,n.scene.view.tasks.get(t)),p=n.run&&mt(n.run,t,n.position),d=t===n.task,u=n.labels.name(t),c=p?Te(p):"has spent no time yet",m=`<g class="task ${l.tone} ${d?"selected":""}" data-task="${k(t)}" tabindex="0" role="button" aria-pre\
ssed="${n.pinned&&d}" ><title>${k(`${u}, ${l.words}, ${c}`)}</title>`+$(s,i,o,a,"box",10),h=x(l.words,"strong")+16;if(a>=90)m+=y(s+12,i+20,re(u,o-24,"t1"),"t1"),m+=gt(l,s+10,i+41,h);else{let f=a<40?i+a/2+5:i+18,g=l.tone!=="waiting"&&l.tone!==
"";m+=y(s+12,f,re(u,o-24-(g?h+2:0),"t1"),"t1"),g&&(m+=gt(l,s+o-h-8,f,h))}if(a>=70&&(m+=Jd(n,t,s+12,i+a-Rr-6,o-24)),a>=50){let f=i+a-Rr;if(p){m+=$(s+1.5,f,o-3,Rr-1.5,"shade",0).replace("/>",` style="fill:${So(p)}"/>`),m+=To(p,s+1.5,f,o-3,6,r);
let g=[Te(p),Te(p,!0)].find(b=>x(b,"t3")<o-20);m+=y(s+o/2,f+20,N(g??Te(p,!0),o-12,"t3"),"t3 onShade","middle")}else m+=y(s+o/2,f+18,"no time spent yet","t3","middle")}return`${m}</g>`}function Jd(n,e,t,r,s){let i=n.lookup.subtasks.get(e);if(!n.
run)return"";let o=Jn(n.run.tasks.get(e),n.position),a=Math.max(24,Math.min(52,s/2-74)),l="";if(i.exclusive_buffers+i.floating_buffers>0){let p=o.input;l+=y(t,r,"in","t3")+ct(t+17,r,a,p,We(p),p>=1?"used":"")}if(i.output_buffers>0){let p=o.output,
d=t+s-a-6-x("100 %","t3");l+=y(d-5,r,"out","t3","end"),l+=ct(d,r,a,p,We(p),p>=1?"used":"")}return l}var kt=218,Ko=8;function Xo(n,e){let t=Qd(n);if(t.length===0)return F(e,kt,"No watermarks come in",Xd(e,n));let r=Yd(t),s=ru(n),i=62,o=e-112,a=Math.min(64,148/r.length),l=Math.min(34,a-(a<26?3:7)),p=su(t,i,o-26),d=[iu(n,p,i,o-26,158)];r.forEach(
(c,m)=>{let h=4+a*m;d.push(ou(n,c,h,i,o-26,l,p));let f=c.holds?"holds":c.idle||!c.aligned?"off":"";d.push(j(o-24,h+l/2,o+2,h+l/2,`feed ${f}`))}),d.push(lu(o+2,4,e-14-o,a*r.length)),d.push(pu(n,s,t.length-r.length,e));let u=t.map(c=>`${c.name}\
 ${au(n,c)}`).join(", ");return F(e,kt,`Watermarks: ${u}; together ${s.text}`,d.join(""))}function Yd(n){if(n.length<=Ko)return n;let e=r=>r.current?0:r.holds?1:2,t=new Set([...n].sort((r,s)=>e(r)-e(s)).slice(0,Ko));return n.filter(r=>t.has(
r))}function Xd(n,e){let t=e.position===0?"Nothing runs yet.":"No watermark has come here yet.";return y(n/2,kt/2,t,"t2","middle")}function Qd(n){return n.lookup.inputsOf(n.task).length>0?Zd(n):tu(n)}function Zd(n){let e=n.lookup.inputsOf(n.
task),t=e.some(({input:i})=>i>0),r=n.fact&&"channel"in n.fact?n.fact.channel:"",s=eu(n);return e.flatMap(i=>{let o=n.scene.view.channels.get(i.id);return o?{name:t?`${i.input+1} · ch ${i.index}`:`ch ${i.index}`,title:`${t?`input ${i.input+
1}, `:""}from ${n.labels.name(i.source)}`,watermark:o.watermark,idle:o.idle,aligned:o.aligned,holds:o.holds&&(s===null||s.has(i.input)),current:r===i.id}:[]})}function eu(n){let e=[...n.scene.view.tasks.get(n.task)?.inputs??[]];if(e.length<
2)return null;let t=e.filter(([,{idle:i}])=>!i),r=t.length>0?t:e,s=r.reduce((i,o)=>o[1].watermark<i[1].watermark?o:i)[1].watermark;return new Set(r.filter(([,{watermark:i}])=>i===s).map(([i])=>i))}function tu(n){let e=[],t=n.fact&&"split"in
n.fact?n.fact.split:"";for(let{id:s}of n.lookup.operatorsOf(n.task)){let i=n.scene.view.operators.get(s);if(i)for(let[o,a]of i.splits){let{watermark:l,idle:p,holds:d}=a,u=`split ${o}`;e.push({name:o,title:u,watermark:l,idle:p,aligned:!a.ended,
holds:d,current:t===o})}}return e.some(({watermark:s,idle:i})=>s!==T||i)?e:nu(n)}function nu(n){let{watermark:e,idle:t,name:r}=Qo(n);return e===T?[]:[{name:"stream",title:`generated by ${r}`,watermark:e,idle:t,aligned:!0,holds:!0,current:!1}]}
function Qo(n){let e={watermark:T,idle:!1,name:""};for(let{id:t,name:r}of n.lookup.operatorsOf(n.task)){let s=n.scene.view.operators.get(t);s&&s.emitted_watermark>=e.watermark&&(e={watermark:s.emitted_watermark,idle:s.emitted_idle,name:r})}
return e}function ru(n){let e=n.scene.view.tasks.get(n.task);if(e&&e.inputs.size>0){let i=[...e.inputs.values()],o=i.map(d=>d.idle?"IDLE":n.labels.time(d.watermark)),a=i.every(d=>d.idle);if(i.length<2||a)return{name:"task watermark",text:o[0]??
"",idle:a};let l=i.filter(d=>!d.idle),p=l.reduce((d,u)=>u.watermark<d?u.watermark:d,l[0].watermark);return{name:`inputs ${o.join(", ")}: least`,text:n.labels.time(p),idle:a}}let{watermark:t,idle:r}=Qo(n),s=n.labels.time(t);return{name:"sour\
ce watermark",text:r?"IDLE":s,idle:r}}var Jo=10000000000n,Yo=1n<<53n;function su(n,e,t){let r=n.map(({watermark:u})=>u).filter(u=>u!==T&&u!==L);if(r.length===0)return{place:u=>u===L?t:e,ticks:[]};let s=r.reduce((u,c)=>c<u?c:u),i=r.reduce((u,c)=>c>
u?c:u),o=s>Jo||s<-Jo?60000n:10n,a=i-s>0n?(i-s)/3n:o;s-=a>0n?a:1n,i+=a/2n>0n?a/2n:1n;let l=u=>u===T?e:u===L?t:e+Number(u-s)/Number(i-s)*(t-e),d=s>-Yo&&i<Yo?He(Number(s),Number(i),3).map(u=>BigInt(Math.round(u))):[];return{place:l,ticks:d.length>
0?d:[s,i]}}function iu(n,{place:e,ticks:t},r,s,i){let o=-1/0;return t.map(l=>{let p=e(l),d=j(p,0,p,i-6,"grid"),u=Lr(n,l).replace(/^(\d\d:\d\d):00$/,"$1"),c=x(u,"t3")/2,m=_(p,r+c,Math.max(r+c,s-c));return m-c<o||2*c>s-r?d:(o=m+c+8,d+y(m,i+7,
u,"t3","middle"))}).join("")}function Lr(n,e){let t=n.labels.time(e);if(t.startsWith("M"))return t;let r=t.includes(" ")?t.slice(t.indexOf(" ")+1):t;return r.includes(":")?r.replace(/\.\d+$/,""):r}function ou(n,e,t,r,s,i,{place:o}){let a=e.
idle?"idle":e.holds?"holds":e.aligned?"":"behind",l=e.watermark===T,p=_(o(e.watermark),r+(l?0:6),s),d=s-r-(e.idle?30:16),u=Zo(n,e),c=u.find(g=>x(g,"strong")<=d)??N(u.at(-1),d,"strong"),m=x(c,"strong")+16,h=p-r<m&&s-p>m,f=e.idle||h?p+6:Math.
min(r+8,s-m);return`<g class="row ${a} ${e.current?"current":""}"><title>${k(e.title)}</title>`+y(0,t+i/2+5,N(e.name,58,"strong"),"t2 strong")+$(r,t,s-r,i,"track")+(e.idle?$(r,t,16,i,"hatch"):$(r,t,p-r,i,"bar").replace("/>",` data-m="${k(e.
name)}"/>`))+y(e.idle?r+24:f,t+i/2+5,c,`t2 m ${h?"out":"in"}`)+"</g>"}function au(n,e){return Zo(n,e)[0]}function Zo(n,e){if(e.idle)return["IDLE: not counted","IDLE"];let t=n.labels.time(e.watermark);return e.aligned?[t]:[`${t} lags behind`,
`${t} lags`,t]}function lu(n,e,t,r){let s=e+Math.max(104,r-4),i=Math.min(22,(s-e)/4),o=`M${n} ${e}H${n+t*.5}L${n+t} ${e+i}V${s-i}L${n+t*.5} ${s}H${n}Z`,a=(e+s)/2;return j(n+t/2,s,n+t/2,kt-40,"feed holds")+`<path d="${o}" class="funnel"/>`+y(
n+t/2,a+1,"min","funnelText","middle")+y(n+t/2,a+17,"of active","t3 funnelNote","middle")}function pu(n,e,t,r){let s=kt-42,i=t>0?` (+${t} more)`:"",o=n.fact?.type==="InputWatermarkAdvanced"?"current":"",a=x(e.name+i,"t2")+34,l=x(e.text,"big")>
r-a?"t1":"big";return $(.5,s,r-1,40,`result ${e.idle?"idle":""} ${o}`,8)+y(14,s+25,N(e.name+i,r-44-x(e.text,l),"t2"),"t2 onWatermark")+y(r-14,s+26,e.text,`${l} m onWatermark`,"end")}var ee=218,wt=34,yn=24,oe=74;function na(n,e,t){let r=uu(n);if(!r){let h=n.position===0?"Nothing runs yet.":"This task keeps no windows.",f=y(e/2,ee/2,h,"t2","middle");return F(e,ee,"No windows",f)}let[s,i,o]=r,a=cu(n,s,i,o);if(a.length===0){
let h=y(e/2,ee/2,"No pane is open yet.","t2","middle");return F(e,ee,"No panes",h+ta(n,i.watermark,null,e))}let{keys:l,hidden:p}=bu(n,a),d=a.filter(({key:h})=>l.includes(h)),u=ku(d,i.watermark,e),c=Math.min(62,(ee-wt-yn)/l.length),m=[yu(n,u,
e),vu(u,i.watermark,`${t}-panes`)];return l.forEach((h,f)=>{let g=wt+c*f;m.push(y(0,g+c/2+5,N(I(h),oe-8,"t1"),"t1"));let b=d.filter(S=>S.key===h),w=Math.max(...b.map(({lane:S})=>S))+1,v=i.watermark===T?-1:u.place(i.watermark);for(let S of b)
m.push(xu(n,S,u,g,c,w,v))}),p>0&&m.push(y(0,ee-6,`+${p} keys`,"t3")),m.push(ta(n,i.watermark,u,e)),F(e,ee,du(n,a,i.watermark),m.join(""))}function du(n,e,t){let r=e.filter(({state:s})=>s!=="gone").slice(0,12).map(s=>`${I(s.key)} ${n.labels.
window(s.window)} ${s.count} ${s.state}`);return`Window panes at watermark ${n.labels.time(t)}: ${r.join("; ")}`}function uu(n){for(let e of n.lookup.vertexOf(n.keyed)?.operators??[]){let t=`o${e.node}/${n.lookup.subtasks.get(n.keyed).index}`,
r=n.scene.view.operators.get(t),s=n.scene.operators.get(t);if(!r||!s)continue;if(/Window/.test(e.operator_class)||r.panes.size>0||s.closed.length>0)return[t,r,s]}return null}function cu(n,e,t,r){let{fact:s}=n,i=s&&"window"in s&&"operator"in
s&&s.operator===e?s:null,o=[];for(let{key:a,window:l,count:p}of t.panes.values()){let d=r.elements.get(D(a,l))??[],u=i?.key===a&&i.window===l?i.type:"",c=r.firedPanes.has(D(a,l));o.push(ea(a,l,p,d,mu(l,p,u,t.watermark,c)))}for(let{key:a,window:l,
count:p,elements:d}of r.closed){let u=o.some(h=>h.key===a&&h.window===l),m=(i?.type==="WindowCleared"||i?.type==="WindowFired")&&i.key===a&&i.window===l;u||o.push(ea(a,l,p,d,m?"fires":"gone"))}return hu(o),fu(o)}function ea(n,e,t,r,s){let i=J(
e),[o,a]=i??[null,null];return{key:n,window:e,count:t,elements:r,state:s,start:o,end:a,lane:0}}function mu(n,e,t,r,s){if(t==="WindowFired")return"fires";if(t==="WindowAssigned")return"assigned";if(e===0)return"purged";if(s)return"fired";let i=J(
n);return i&&i[1]-1n<=r?"due":"open"}function hu(n){let e=new Map;for(let t of n)e.set(t.key,[...e.get(t.key)??[],t]);for(let t of e.values()){t.sort((s,i)=>Number((s.start??0n)-(i.start??0n)));let r=[];for(let s of t){let i=r.findIndex(o=>s.
start!==null&&o<=s.start);s.lane=i>=0?i:r.length,r[s.lane]=s.end??L}}}function fu(n){let e=n.filter(({state:o})=>o!=="gone"),t=(e.length>0?e:n).flatMap(({start:o})=>o??[]);if(t.length===0)return n;let r=e.length>0?ra(t):Ir(t),s=n.flatMap(({
start:o,end:a})=>o===null||a===null?[]:a-o),i=2n*Ir(s);return n.filter(({state:o,start:a})=>o!=="gone"||(a??r)>=r-i)}function ra(n){return n.reduce((e,t)=>t<e?t:e)}function Ir(n){return n.reduce((e,t)=>t>e?t:e)}var gu=5;function bu(n,e){let t=new Set(
e.filter(({state:a})=>a!=="gone").map(({key:a})=>a)),r=[...new Set(e.map(({key:a})=>a))].sort(),s=n.fact&&"key"in n.fact?n.fact.key:"",i=a=>a===s?0:t.has(a)?1:2,o=[...r].sort((a,l)=>i(a)-i(l)).slice(0,gu);return{keys:r.filter(a=>o.includes(
a)),hidden:r.length-o.length}}function ku(n,e,t){let r=n.flatMap(({start:u,end:c,elements:m})=>u===null||c===null?m:[u,c]);r.length===0&&r.push(0n,1n);let s=ra(r),i=Ir(r),o=i>s?i-s:1n;e>s-o&&e<s&&(s=e),e<i+o&&e>i&&(i=e);let a=t-30,l=Number(
i-s)||1,p=u=>u===T?oe:u===L?a:oe+_(Number(u-s)/l,-.02,1.02)*(a-oe),d=[...new Set(n.flatMap(({start:u,end:c})=>u===null?[]:[u,c]))];return d.sort((u,c)=>Number(u-c)),{low:s,high:i,place:p,ticks:wu(d,p),right:a}}function wu(n,e){let t=[];for(let r of n){
let s=t[t.length-1];(s===void 0||e(r)-e(s)>72)&&t.push(r)}return t}function yu(n,e,t){let r=-1/0;return e.ticks.map(i=>{let o=e.place(i),a=Lr(n,i).replace(/^(\d\d:\d\d):00$/,"$1"),l=x(a,"t3")/2,p=_(o,oe+l+4,t-l-2),d=j(o,wt-6,o,ee-yn+2,"grid");
return p-l<r?d:(r=p+l+8,d+y(p,ee-6,a,"t3 m","middle"))}).join("")}function vu(n,e,t){if(e===T||e<n.low)return"";let r=n.place(e),s=`<defs><pattern id="${t}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><p\
ath d="M0 0V7" class="hatching"/></pattern></defs>`,i=`x="${oe}" y="${wt-4}" width="${r-oe}" height="${ee-wt-yn+6}"`;return`${s}<rect ${i} fill="url(#${t})" data-m="past"/>`}function xu(n,e,t,r,s,i,o){let a=(s-6)/i-(i>1?1:0),l=r+1+e.lane*((s-
6)/i),p=e.start===null?oe:t.place(e.start)+2,d=e.end===null?t.right:t.place(e.end)-2,u=Tu[e.state],c=`${I(e.key)} ${n.labels.window(e.window)}: ${e.count} elements, ${u}`,m=d-p,h=`<g class="pane ${e.state}"><title>${k(c)}</title>`,f=`data-m\
="${k(`${e.key} ${e.window}`)}"`;h+=$(p,l,m,a,"box",Math.min(7,a/2)).replace("/>",` ${f}/>`),(e.state==="fires"||e.state==="fired"||e.state==="gone")&&(h+=Su(p,l,m,a,f));let g=m-x(String(e.count),"t1");if(a>=12&&g>4){let b=a<17?" small":"",
w=l+Math.min(a>=26?15:99,a/2+(b?4:5)),v=String(e.count),S=p+12+x(v,"t1"),C=o>p&&o<S&&m>60?o+6:p+Math.min(8,g/2);h+=y(C,w,v,`t1 m count${b}`),m>x(v,"t1")+x(u,"t3")+24&&(h+=y(d-8,w,u,`t3 word${b}`,"end"))}if(a>=26){let b=a>=34?4.5:3;for(let w of e.
elements){let v=_(t.place(w),p+b+2,d-b-2);h+=`<circle cx="${v.toFixed(1)}" cy="${(l+a-b-4).toFixed(1)}" r="${b}" class="record"/>`}}return`${h}</g>`}function Su(n,e,t,r,s){let i=s.replace('data-m="','data-m="lid ');return $(n,e,t,Math.min(4,
r),"lid",1.5).replace("/>",` ${i} data-from="x=${n+t} y=${e-16} width=3 height=14"/>`)}var Tu={open:"open",assigned:"+1",due:"due",fired:"fired",fires:"FIRE",purged:"purged",gone:"gone"};function ta(n,e,t,r){let s=`W ${n.labels.time(e)}`,i=x(
s,"strong")+20,o=t?t.place(e):oe,a=_(o-2,oe-2,r-i-12),l=`M${a} 0h${i}l9 11l-9 11h${-i}z`,p=e!==T;return(t&&p?j(o,10,o,ee-yn+4,"watermarkLine").replace("/>",' data-m="line"/>'):"")+`<path d="${l}" class="flagBox ${p?"":"none"}" data-m="flag"\
/>`+y(a+10,16,s,"t2 m strong onWatermark")}var _r=178,Nr=15,sa=22,$u=6;function aa(n,e,t,r){let s=n.run;if(s.end===0){let f="All of it happened within one millisecond of virtual time: nothing costs any.",g=y(e/2,60,f,"t2","middle");return{markup:F(e,120,f,g),height:120,scale:{left:0,
width:1,end:1}}}let i=[...n.lookup.subtasks.keys()],o=i.map(f=>re(n.labels.name(f),168,"strong")),a=Math.ceil(Math.max(74,...o.map(f=>x(f,"strong"))))+12,l={left:a,width:Math.max(120,e-a-_r),end:Math.max(1,s.end)},p=i.length<=6?17:i.length<=
12?14:7,d=16,u=fn(r)+y(a,11,"time of each task: backpressured, busy, idle","t3 head");i.forEach((f,g)=>{let b=f===n.task?"t3 strong":"t3";(p>10||f===n.task)&&(u+=y(a-8,d+p-4,o[g],b,"end")),u+=Ou(s,f,l,d,p-2,r),d+=p}),d+=Nr;let c=Mu(n,s);u+=
ia(c.map(([f,g])=>({tone:g,sender:f.queued,receiver:f.plan.local?void 0:f.received})),"buffers queued",l,d,t),u+=Cu(n,c,e,d),d+=t+Nr;let m=c.filter(([f])=>f.plan.initial_credit>0);m.length>0&&(u+=ia(m.map(([f,g])=>({tone:g,sender:f.credit})),
"credit",l,d,t),d+=t+Nr),u+=Au(c,l,d,t),d+=t,u+=Ru(n,l,d);let h=`The whole run over ${s.end} ms of virtual time: ${i.length} tasks; channels of ${n.labels.name(n.task)}`;return{markup:F(e,d+sa,h,u),height:d+sa,scale:l}}function Mu(n,e){return[
...n.lookup.inputsOf(n.task),...n.lookup.outputsOf(n.task)].slice(0,$u).map(({id:r},s)=>[e.channels.get(r),s])}function Cu(n,e,t,r){let s=t-_r+14,i="";e.forEach(([p,d],u)=>{let{plan:c}=p,h=c.target===n.task?`ch ${c.index} from ${n.labels.name(
c.source)}`:`to ${n.labels.name(c.target)}`,f=r+12+19*u;i+=j(s,f-4,s+20,f-4,`curve tone${d}`)+y(s+26,f,re(h,_r-46,"t3"),"t3")});let o=n.lookup.inputsOf(n.task).length+n.lookup.outputsOf(n.task).length-e.length,a=r+12+19*e.length;o>0&&(i+=y(
s,a,`and ${o} more`,"t3"));let l=a+(o>0?24:6);return i+=j(s,l-4,s+20,l-4,"curve plain")+y(s+26,l,"at the sender","t3"),i+j(s,l+15,s+20,l+15,"curve plain receiver")+y(s+26,l+19,"at the receiver","t3")}function ia(n,e,t,r,s){let i=n.flatMap(({
sender:l,receiver:p})=>p?[l,p]:[l]),o=Math.max(1,...i.map(Eu)),a=la(e,o,t,r,s);for(let{tone:l,sender:p,receiver:d}of n)d&&(a+=`<path d="${oa(d,o,t,r,s)}" class="curve receiver tone${l}"/>`),a+=`<path d="${oa(p,o,t,r,s)}" class="curve tone${l}\
"/>`;return a}function Eu(n){let e=n.initial;for(let t of n.values)t>e&&(e=t);return e}function la(n,e,t,r,s){let{left:i,width:o}=t,a=e>=1e3?Math.round(e).toLocaleString("en").replaceAll(","," "):String(Math.round(e));return $(i,r,o,s,"pl\
otGround",4)+y(i-8,r+s/2+4,n,"t3","end")+y(i-8,r+9,a,"t3 head","end")+y(i-8,r+s,"0","t3 head","end")}function oa(n,e,t,r,s){let i=c=>Math.round(10*(r+s-2-(s-5)*c/e))/10,o=`M${t.left} ${i(n.initial)}`,a=-1,l=0,p=0,d=n.initial,u=()=>{a<0||(o+=
`H${t.left+a}V${i(l)}`,p!==l&&(o+=`V${i(p)}`),d!==p&&(o+=`V${i(d)}`))};return n.times.forEach((c,m)=>{let h=Math.round(c/t.end*t.width),f=n.values[m];h!==a&&(u(),a=h,l=p=d),l=Math.min(l,f),p=Math.max(p,f),d=f}),u(),`${o}H${t.left+t.width}`}
function Au(n,e,t,r){let s=Math.max(1,Math.min(80,Math.floor(e.width/9),e.end)),i=e.end/s,o=n.map(([p])=>{let d=Array.from({length:s+1},(u,c)=>p.read.atTime(Math.floor(c*i)));return d.slice(1).map((u,c)=>1e3*Math.max(0,u-d[c])/i)}),a=Math.max(
1,...o.flat()),l=la("elements/s",a,e,t,r);return o.forEach((p,d)=>{let u=p.map((c,m)=>{let h=e.left+(m+.5)/s*e.width;return`${Math.round(10*h)/10} ${Math.round(10*(t+r-2-(r-5)*c/a))/10}`});l+=`<path d="M${u.join("L")}" class="curve tone${n[d][1]}\
"/>`}),l}function Ou(n,e,t,r,s,i){let{conditions:o}=n.tasks.get(e),a=Math.max(1,Math.min(Math.floor(t.width/3),t.end)),l={busy:"",idle:"",backpressured:""},p=f=>{let g=f/a*t.end,b=w=>o.untilTime(g,w);return{busy:b("busy"),idle:b("idle"),backpressured:b(
"soft")+b("hard")}},d=t.width/a,u=p(0);for(let f=0;f<a;f++){let g=p(f+1),b=Math.round(100*(t.left+f*d))/100,w=r+s;for(let v of["backpressured","busy","idle"]){let S=(g[v]-u[v])/(t.end/a)*s;S<.05||(w-=S,l[v]+=`M${b} ${w.toFixed(1)}h${d.toFixed(
2)}v${S.toFixed(1)}h${(-d).toFixed(2)}z`)}u=g}let c=$(t.left,r,t.width,s,"plotGround",0),m=Object.entries(l).map(([f,g])=>g?`<path d="${g}" class="load ${f}"/>`:""),h=l.backpressured?`<path d="${l.backpressured}" fill="url(#${i})"/>`:"";return`\
<g data-conditions="${k(e)}">${c}${m.join("")}${h}</g>`}function Ru(n,e,t){let r=Lu(e.end*90/e.width),s=Number(n.run.start),i="";for(let o=Math.ceil(s/r)*r;o<=s+e.end;o+=r){let a=e.left+(o-s)/e.end*e.width;i+=j(a,t,a,t+4,"tick"),i+=y(a,t+17,
n.labels.time(BigInt(o)),"t3","middle")}return i+y(e.left+e.width+46,t+17,"virtual time","t3 head")}var pa=1e3,Wr=3600*pa,Pu=[1,2,5,10,20,50,100,200,500,1,2,5,10,15,30,60,120,300,600,900,1800,1,2,3,6,12].map((n,e)=>n*(e<9?1:e<21?pa:Wr));function Lu(n){
return Pu.find(e=>e>=n)??24*Wr*Math.ceil(n/(24*Wr))}function da(n,e,t){return t.left+_(n.clock.at(e)/t.end,0,1)*t.width}function ua(n,e,t,r){let s=_((e-t.left)/t.width,0,1)*t.end,{times:i,positions:o}=n.clock,a=G(i,s)+1;return a<o.length?o[a]-
1:r}var vn=218,yt=30,Iu=200;function ma(n,e){let{entries:t,watermark:r}=Nu(n);if(t.length===0){let h=y(e/2,vn/2,"No timers are registered here.","t2","middle");return F(e,vn,"No timers",h)}let s=t.filter(({state:h})=>h==="fires"||h==="due"),i=t.
filter(({state:h})=>h==="waits"||h==="new"),o=Math.floor((vn-26-14)/yt),a=s.slice(0,Iu),l=i.slice(0,Math.max(1,o-a.length)),p=[],d=0,u=(h,f)=>{h<=0||(p.push(y(e/2,d+12,`and ${h} more${f}`,"t3","middle")),d+=20)};for(let h of a)p.push(ca(n,h,
d,e)),d+=yt;u(s.length-a.length," due"),p.push(Wu(n,r,d,e)),d+=26;for(let h of l)p.push(ca(n,h,d,e)),d+=yt;u(i.length-l.length,"");let c=t.slice(0,12).map(({timer:h,state:f})=>`${n.labels.time(h.timestamp)} ${I(h.key)} ${f}`),m=Math.max(vn,
d);return F(e,m,`${t.length} timers: ${c.join(", ")}`,p.join(""))}function ha(n){let e=0;for(let{id:t}of n.lookup.operatorsOf(n.keyed))e+=n.scene.view.operators.get(t)?.timers.size??0;return e}function Nu(n){let e=[],t=T,{fact:r}=n,s=_u(n);
for(let{id:o}of n.lookup.operatorsOf(n.keyed)){let a=n.scene.view.operators.get(o);if(a){a.timers.size>0&&(t=a.watermark),s?.operator===o&&(e.push({timer:s,state:"fires"}),t=a.watermark);for(let l of a.timers.values()){let p=l.domain==="eve\
nt"?a.watermark:n.scene.view.time_ms,d=r?.type==="TimerRegistered"&&r.operator===o&&r.timestamp===l.timestamp&&r.key===l.key;e.push({timer:l,state:l.timestamp<=p?"due":d?"new":"waits"})}}}let i=o=>o.state==="fires"?0:1;return e.sort((o,a)=>i(
o)-i(a)||Number(o.timer.timestamp-a.timer.timestamp)),{entries:e,watermark:t}}function _u(n){for(let e of n.index<0?[]:as(n.trace,n.index)){let t=n.trace.event(e);if(t.type==="TimerFired")return t}return null}function ca(n,{timer:e,state:t},r,s){
let i=n.labels.time(e.timestamp),o=e.namespace==='""'?"":` for ${n.labels.window(e.namespace)}`,a=`${e.domain}-time timer of key ${I(e.key)} at ${i}${o}`,l=t==="waits"?e.domain==="processing"?"clock":"":t,p=32+x(i,"strong")+12;return`<g cla\
ss="timer ${t}"><title>${k(a)}</title>`+$(.5,r+.5,s-1,yt-4,"entry",7)+ds(17,r+yt/2-1.5,"mark")+y(32,r+19.5,i,"t2 m strong")+y(p,r+19.5,N(X(I(e.key)),s-p-46,"strong"),"t2 strong")+y(s-10,r+19.5,l,"t3 word","end")+"</g>"}function Wu(n,e,t,r){
let s=`watermark ${n.labels.time(e)} ▲`,i=x(s,"strong")+18;return j(0,t+11,r,t+11,"divider")+$((r-i)/2,t,i,22,"dividerChip",7)+y(r/2,t+15.5,s,"t3 strong onWatermark","middle")}var Fu=["x","y","width","height","x1","y1","x2","y2","cx","cy","r","d","points"],Fr=/-?\d+(?:\.\d+)?/g;function Vu(n){let e=new Map;for(let t of n.querySelectorAll("[data-m]")){let r=new Map;for(let s of Fu){let i=t.getAttribute(s);i!==null&&
r.set(s,i)}e.set(t.getAttribute("data-m"),r)}return e}var xn=class{constructor(e){this.root=e}moves=[];comes=[];before=new Map;leave(){this.settle(),this.before=Vu(this.root)}arrive(){if(this.moves=[],this.comes=[],this.before.size!==0)for(let e of this.
root.querySelectorAll("[data-m]")){let t=this.before.get(e.getAttribute("data-m"))??Bu(e);if(!t){this.comes.push(e);continue}for(let[r,s]of t){let i=e.getAttribute(r);i!==null&&i!==s&&this.add(e,r,s,i)}}}show(e){let t=Pe(e);for(let{element:r,
name:s,from:i,to:o,shape:a}of this.moves){let l=0,p=a.replace(Fr,()=>{let d=i[l]+(o[l]-i[l])*t;return l++,String(Math.round(d*100)/100)});r.setAttribute(s,e>=1?a:p)}for(let r of this.comes)e>=1?r.removeAttribute("opacity"):r.setAttribute("o\
pacity",String(Math.round(t*100)/100));e>=1&&(this.moves=this.comes=[])}settle(){(this.moves.length>0||this.comes.length>0)&&this.show(1)}add(e,t,r,s){let[i,o]=[r.match(Fr)??[],s.match(Fr)??[]];i.length===o.length&&this.moves.push({element:e,
name:t,from:i.map(Number),to:o.map(Number),shape:s})}};function Bu(n){let e=n.getAttribute("data-from");return e===null?null:new Map(e.split(" ").map(t=>t.split("=")))}var Du={plane:It,"event time":It,network:wn,"whole run":qo},zu=228,Hu=90,Sn=class{constructor(e,t){this.parts=e;this.hatch=t}filter="";changedOnly=!1;layout=null;plot=null;travellers=new Ie;travelled="";tweens=new Map;keeps=null;arrange(e,t){
this.plot=null,this.layout=e&&$s(e,this.parts.get("graph").clientWidth,Du[t]);let r=Math.max(0,zu-(this.layout?.height??0));this.parts.root.style.setProperty("--spare",`${Math.min(r,Hu)}px`)}draw(e){e.view==="event time"?this.drawEventTime(
e):this.layout&&this.parts.put("graph",Uo(e,this.layout,this.hatch)),e.view==="network"&&this.drawNetworkPanels(e),e.view==="whole run"&&this.drawWholeRun(e);let t=e.index<0?[]:e.trace.callStack(e.index);this.parts.put("stack",t.map(ju).join(
'<i class="then">›</i>')||'<span class="none">–</span>'),this.parts.get("stack").scrollLeft=this.parts.get("stack").scrollWidth;for(let r of this.parts.root.querySelectorAll('[data-act="follow"]'))r.hidden=!e.pinned}move(e,t){for(let i of this.
tweens.values())i.show(t.t);if(!this.layout)return;let r=this.parts.get("graph");r.contains(this.travellers.el)||r.append(this.travellers.el);let s=`${t.from} ${t.to} ${e.task} ${this.layout.width}`;if(s!==this.travelled){this.travelled=s;let i=t.
to>t.from?tt(e.trace,t.from,t.to):[],o=Ro(e,this.layout);this.travellers.set(i,o,t.from,t.to,this.layout,a=>dr(e,a))}this.travellers.show(t)}subtaskAt(e,t){let r=this.layout?.heats.get(e),s=this.parts.get("graph").querySelector("svg");if(!r||
!s)return null;let{left:i,top:o,width:a}=s.getBoundingClientRect(),l=a/this.layout.width,[p,d]=[(t.clientX-i)/l,(t.clientY-o)/l],u=Lt(r,this.layout.boxes.get(e),p,d);return u===null?null:`${e}/${u}`}putMoving(e,t){let r=this.tweens.get(e);r||
this.tweens.set(e,r=new xn(this.parts.get(e))),r.leave(),this.parts.put(e,t),r.arrive()}positionIn(e,t){if(!this.plot||!e.run)return null;let r=t.clientX-this.parts.get("plot").getBoundingClientRect().left;return ua(e.run,r,this.plot.scale,
e.trace.eventCount)}drawEventTime(e){let{labels:t}=e;this.layout&&this.parts.put("graph",Vo(e,this.layout));for(let[r,s]of Object.entries({valve:Xo,timers:ma,panes:na})){let i=this.parts.get(r).clientWidth;i>0&&this.putMoving(r,s(e,i,this.hatch))}
this.parts.put("task",k(t.name(e.task)+Vr(e))),this.parts.put("timerCount",String(ha(e)||"")),this.parts.put("keyed",k(t.name(e.keyed)+Gu(e))),this.collapse(e)}collapse(e){let{lookup:t,trace:r}=e,s=this.keeps??={timersPanel:fa(r,"TimerRegis\
tered"),panesPanel:fa(r,"WindowAssigned")};for(let[i,o]of Object.entries(s)){let a=!t.operatorsOf(e.keyed).some(({id:p})=>o.has(p)),l=this.parts.root.querySelector(`.${i}`);if(l.hidden!==a){l.hidden=a,this.parts.forget(),this.draw(e);return}}}drawNetworkPanels(e){
let t=this.parts.get("channels");this.parts.put("channelTask",k(e.labels.name(e.task)+Vr(e))),this.parts.put("pools",Co(e,this.parts.get("pools").clientWidth)),this.parts.put("channels",Eo(e,t.clientWidth));let r=t.querySelector(".lane.curr\
ent")?.getBoundingClientRect();if(r){let o=t.getBoundingClientRect();r.bottom>o.bottom?t.scrollTop+=r.bottom-o.bottom:r.top<o.top&&(t.scrollTop-=o.top-r.top)}let{filter:s,changedOnly:i}=this;this.parts.put("metrics",Ho(e,{filter:s,changedOnly:i})),
this.parts.root.querySelector('[data-act="changed"]').setAttribute("aria-pressed",String(i))}drawWholeRun(e){let t=this.parts.get("plot").clientWidth,r=`${t} ${e.task}`;this.plot?.of!==r&&(this.plot={...aa(e,t,this.laneHeight,`${this.hatch}\
-plot`),of:r}),this.parts.put("plotTask",k(`channels of ${e.labels.name(e.task)}${Vr(e)}`)),this.parts.put("plot",this.plot.markup);let s=this.parts.get("playhead");s.style.left=`${da(e.run,e.position,this.plot.scale)}px`,s.style.height=`${this.
plot.height-18}px`}get laneHeight(){return(this.layout?.height??0)>130?40:58}};function fa(n,e){return new Set(n.indexesOf([e]).map(t=>n.event(t).operator))}function Gu(n){let{watermark:e}=Ke(n,n.keyed),t=n.lookup.operatorsOf(n.keyed).map(({
id:s})=>n.scene.view.operators.get(s)).find(s=>s&&s.panes.size>0);return t&&n.lookup.inputsOf(n.keyed).length>0&&t.watermark<e?` · the task is at ${n.labels.time(e)}, and hands it on next`:""}function Vr(n){return n.pinned?" · pinned":""}
function ju(n){let e=n.lastIndexOf("."),[t,r]=e<0?["",n]:[n.slice(0,e),n.slice(e+1)];return`<span class="frame" role="listitem" title="${k(n)}"><i>${k(t)}</i><b>${k(r)}</b></span>`}function ga(n){let{labels:e,scene:t}=n,{view:r}=t,s=[`processing time ${e.time(r.time_ms)}; job ${r.status}`];for(let[o,a]of r.tasks){let l=a.suspended?`, waits: ${a.suspended}`:"",p=a.mails.length>0?`, mails: ${a.mails.join(", ")}`:"",d=n.
run&&mt(n.run,o,n.position),u=d?`; ${Te(d)}`:"";s.push(`task ${e.name(o)}: ${a.state}${l}${p}${u}`)}let i=r.tasks.get(n.task);if(!i)return s.join(`
`);s.push("",`selected: ${e.name(n.task)}`);for(let o of n.lookup.inputsOf(n.task)){let a=r.channels.get(o.id);if(!a)continue;let l=a.idle?"idle":a.aligned?"counts":"lags behind";s.push(`channel ${o.index} from ${e.name(o.source)}: watermar\
k ${e.time(a.watermark)}, ${l}, ${a.written-a.read} elements waiting`)}for(let o of[...n.lookup.inputsOf(n.task),...n.lookup.outputsOf(n.task)]){let a=r.channels.get(o.id);a&&s.push(bn(n,o,a))}for(let[o,a]of i.inputs)s.push(`input ${o} wate\
rmark ${a.idle?"idle":e.time(a.watermark)}`);for(let{id:o,name:a}of n.lookup.operatorsOf(n.task)){let l=r.operators.get(o);if(l){s.push(`operator ${a}: ${l.state}, watermark ${e.time(l.watermark)}`);for(let[p,{watermark:d,idle:u}]of l.splits)
s.push(`  split ${p}: watermark ${u?"idle":e.time(d)}`);for(let p of l.timers.values()){let d=e.time(p.timestamp);s.push(`  ${p.domain}-time timer ${d} of key ${I(p.key)}`)}for(let p of l.panes.values()){let d=e.window(p.window);s.push(`  p\
ane ${d} of key ${I(p.key)}: ${p.count} elements`)}}}return s.join(`
`)}function ba(n,e,t){let{labels:r,scene:s}=e;n.put("clock",e.position===0?"–":k(r.time(s.view.time_ms)));let i=t.grain==="told"?t.stops.moments.endingAt(e.position):null,o=i?ei(i):"";n.put("badge",k(e.step<0?"start":`step ${$e(e.step)}${o&&
` · ${o}`}`)),n.root.dataset.tells=i?.kind??"";let a=e.fact?Pn(e.fact,r).map(({text:l,tone:p})=>p?`<b class="${p}">${k(l)}</b>`:k(l)):["Nothing has happened yet. Press Next, or the → key, and the first step happens."];n.put("sentence",a.
join("")),qu(n,e),n.root.querySelector(".words").open&&n.put("words",k(ga(e)))}function qu(n,{fact:e,labels:t}){let r=e?.type==="TaskFailed",i=(r?[["operator",e.operator&&t.name(e.operator)],["record",e.record],["your code",e.code]]:[]).filter(
([,o])=>o!=="");n.get("failure").hidden=i.length===0,n.get("failure").parentElement.classList.toggle("failed",r),n.put("failure",i.map(([o,a])=>`<div><dt>${o}</dt><dd>${k(a)}</dd></div>`).join(""))}function ka(n,e,t){let{trace:r}=e;n.put("p\
lay",t.playing?`${me("pause")}Pause`:`${me("play")}Play`),n.put("speed",`${t.speed}×`);let s=r.stepCount-1,{moments:i}=t.stops,o=`moment <b>${$e(i.at(e.position)+1)}</b> of ${$e(i.all.length)} · `;n.put("count",`${t.grain==="told"?o:""}st\
ep <b>${e.step<0?"–":$e(e.step)}</b> of ${$e(s)}<small>fact ${$e(e.position)} of ${$e(r.eventCount)}</small>`),n.get("grain").value=t.grain;for(let p of["first","back","next","last"]){let d=p==="first"||p==="back"?0:r.eventCount;n.root.querySelector(
`[data-act="${p}"]`).setAttribute("aria-disabled",String(t.position===d))}let a=n.get("range");a.value=String(e.position);let l=e.fact?U(e.fact,e.labels):"the beginning";a.setAttribute("aria-valuetext",`step ${e.step}: ${l}`),n.root.dataset.
position=String(e.position),n.root.dataset.step=String(e.step)}function $e(n){return String(n).replace(/\B(?=(\d{3})+$)/g," ")}function Br(n,e){let t=new te(n),r=e.lates.length,s=e.panes.reduce((a,{fills:l})=>a+l.length,0),i=e.panes.flatMap(({end:a,firings:l})=>{let p=l.find(({kind:u})=>u!=="early"),d=p&&Number.isFinite(a)?t.timeAt(p.index+1)-a:NaN;return d>=0?[d]:
[]});i.sort((a,l)=>a-l);let o=[[String(r),"too late"]];return s+r>0&&o.push([`${(100*s/(s+r)).toFixed(1)} %`,"counted"]),i.length>0&&o.push([ne(Uu(i[i.length>>1])),"median wait"]),o}function Uu(n){let e=n>=3e5?6e4:n>=1e4?1e3:1;return Math.round(
n/e)*e}var Tn=class{constructor(e,t,r,s){this.stepper=e;this.model=t;this.carry=r;this.take=s}knob=null;compared=!1;ready(){let{trace:e,labels:t,parts:r}=this.stepper,{plane:s}=this.stepper.panel,i=this.carry.ghost??this.carry.beside;i&&!this.compared&&
(this.compared=!0,s.setGhost(i),this.stepper.side.compare(In(e,i.trace,s.run,i.run,t)));let o=Ft(this.model.get("knobs"));if(this.knob||o.length===0)return;let a=r.get("plane").querySelector(".knob");a.hidden=!1,this.knob=new Wt(a,this.model,
o,this.carry.turned,(...p)=>this.turn(...p)),this.knob.tell(Br(e,s.run));let l=a.previousElementSibling;new ResizeObserver(()=>{let p=getComputedStyle(a).position==="absolute",{offsetLeft:d,offsetTop:u,offsetWidth:c,offsetHeight:m}=a;s.avoid=
p?{left:d-l.offsetLeft,top:u-l.offsetTop,width:c,height:m}:null}).observe(a)}hear(){this.knob?.hear()}turn(e,t,r){let{stepper:s,carry:i}=this,{plane:o}=s.panel,a=t.value===Ft(this.model.get("knobs")).find(({name:p})=>p===t.knob)?.value,l=a?
i.beside:i.ghost??new Re(s.trace);if(r)return this.take(e,{...i,ghost:l,time:s.time,view:s.view,turned:a?null:t});o.setGhost(l),o.preview(e),this.knob.tell(Br(e,o.run))}};var wa={ghost:null,beside:null,time:null,view:null,turned:null},Ku=200,Ju=12,$n=class{constructor(e,t,r,s,i){this.trace=e;this.model=t;this.carry=s;this.labels=new ae(e.plan),this.lookup=new Ue(e),this.history=new et(e),this.player=new dn(e,
()=>this.moved()),this.motion=new Ut(o=>this.drawMotion(o.t)),this.view=ke.find(o=>o===t.get("view"))??Xu(e),this.root.className="flinksim-widget flinksim-stepper",this.root.tabIndex=0,this.root.setAttribute("role","application"),this.root.
setAttribute("aria-label",`flinksim stepper: ${e.plan?.job_name??"a run"}`),this.root.dataset.lmSuppressShortcuts="true",E(this.root,`<style>${yo}</style>${vo}`),this.parts=new Zt(this.root),this.panels=new Sn(this.parts,`flinksim-hatch-${++Yu}`),
this.job=new Xt(this.parts,e,t.get("program")),this.parts.put("job",`<b>${k(String(t.get("title")||(e.plan?.job_name??"")))}</b>`),this.scrubber=new cn(e,this.parts,Number(t.get("mark")??-1)),this.address=new jt(this,!!t.get("addressed")),this.
following=new qt(this,t),this.turning=new Tn(this,t,s,i),this.menu=new Qt(this),this.predict=new pn(this),this.range.max=String(e.eventCount),r.replaceChildren(this.root),this.listen(),this.opening=Qn(e,this.player.stops.moments,this.labels),
this.parts.get("question").textContent=this.opening.question,s.view&&(this.view=s.view),s.time!==null?this.player.go(e.positionBy(s.time)):this.player.go(t.get("choose")?this.opening.position:Number(t.get("position")??0)),t.set("choose",!1),
this.parts.get("copy").hidden=!this.address.isOwn,this.address.isOwn&&s.time===null&&this.address.follow(),this.resize(),this.makeKeyframes()}root=document.createElement("div");parts;player;panels;labels;lookup;view;panel=null;side=null;job;address;following;turning;history;scrubber;menu;predict;motion;cleanups=[];opening;pinned=null;series=null;width=0;height=0;pending=0;syncTimer=0;shown=null;tellsTime=!1;followsTime=!1;stood=0;scrubs=!1;destroy(){
this.player.pause(),this.motion.stop(),window.clearTimeout(this.syncTimer);for(let e of this.cleanups)e();this.panel?.plane.destroy(),this.root.remove()}moved(){let{player:e,motion:t}=this,r=performance.now();this.draw(),performance.measure(
"flinksim:draw",{start:r});let{position:s}=e;if(s!==this.stood){let i=e.stops.back(s,e.grain),o=e.stops.next(this.stood,e.grain)===s,a=e.stops.back(this.stood,e.grain)===s,{way:l}=mi(this.momentKind,this.momentCount,e.playing?e.speed:1);this.
scrubs?this.stand():o?t.go(i,s,l):a?t.go(this.stood,s,l):this.stand()}else this.drawMotion(t.phase.t);this.stood=s,this.sync()}stand(){let{position:e,stops:t,grain:r}=this.player,{moments:s}=t,i=r==="told"?s.at(e):-1,[o,a]=i<0?[t.back(e,r),
e]:[s.startOf(i),s.all[i].end];this.motion.stand(o,a,a>o?(e-o)/(a-o):1)}get momentKind(){let{stops:e,grain:t,position:r}=this.player;return t==="told"?e.moments.endingAt(r)?.kind??null:null}get momentCount(){return this.player.stops.moments.
endingAt(this.player.position)?.count??1}follow(e){let t=Number(this.model.get(e)??0);e==="position"?this.player.go(t):e==="time_ms"?this.followTime(t):t!==this.player.step&&this.player.goToStep(t)}followTime(e){this.tellsTime||(this.followsTime=
!0,this.player.pause(),this.player.go(this.trace.positionBy(BigInt(Math.round(e)))),this.followsTime=!1)}tellTime(){this.followsTime||!this.shown||(this.tellsTime=!0,this.model.set("time_ms",Number(this.shown.scene.view.time_ms)),this.tellsTime=
!1)}jump(e){this.player.pause(),this.player.go(e)}onScrub(){this.player.pause(),this.pending===0&&(this.pending=window.requestAnimationFrame(()=>{this.pending=0,this.scrubs=!0,this.player.go(Number(this.range.value)),this.scrubs=!1}))}show(e){
let t=ke.find(r=>r===e);!t||t===this.view||(this.view=t,this.model.set("view",t),this.sync(),this.arrange(),this.draw())}openTab(e){this.root.dataset.panel=e;for(let t of this.root.querySelectorAll("[data-show-tab]"))t.setAttribute("aria-se\
lected",String(t.dataset.showTab===e));dt.includes(e)&&this.side.open(e),this.panel.plane.refresh(),this.job.arrange(),this.shown&&this.redraw()}setGrain(e){this.player.grain=e,this.draw(),this.drawMotion(1)}pin(e){this.pinned=e===this.pinned?
null:e,this.redraw()}get index(){return this.shown?.index??-1}get time(){return this.shown?.scene.view.time_ms??null}rearrange(){this.width!==0&&(this.arrange(),this.draw())}hear(e){e==="answer"?this.following.drawAnswer():this.turning.hear()}viewAt(e){
return this.history.at(e).view}tellScore(e){this.model.set("score",e),this.model.save_changes()}toggleHall(){this.root.classList.toggle("hall"),this.width=0,this.sync(),this.resize()}redraw(){this.width!==0&&(this.draw(),this.drawMotion(this.
motion.phase.t),this.sync())}listen(){if(this.root.addEventListener("click",t=>po(this,t)),this.root.addEventListener("keydown",t=>uo(this,t)),co(this.root,t=>t>0?this.player.next():this.player.back()),this.range.addEventListener("input",()=>this.
onScrub()),this.parts.get("filter").addEventListener("input",()=>this.onFilter()),this.parts.get("plot").addEventListener("click",t=>{let r=this.shown&&this.panels.positionIn(this.shown,t);r!==null&&this.jump(r)}),this.root.querySelector("d\
etails").addEventListener("toggle",()=>this.redraw()),this.address.isOwn){let t=()=>this.address.follow();window.addEventListener("hashchange",t),this.cleanups.push(()=>window.removeEventListener("hashchange",t))}let e=new ResizeObserver(()=>this.
resize());e.observe(this.root),this.cleanups.push(()=>e.disconnect()),this.parts.get("grain").addEventListener("change",t=>{this.setGrain(t.target.value)}),this.cleanups.push(Pi(this.root,()=>{this.width>0&&this.drawStrip(),this.panel?.plane.
refresh()}))}onFilter(){this.panels.filter=this.parts.get("filter").value,this.redraw()}resize(){this.enlarge();let{clientWidth:e,clientHeight:t}=this.root;e===0||e===this.width&&t===this.height||(this.width=e,this.height=t,this.root.dataset.
size=e>=1e3?"wide":e>=660?"middle":"narrow",this.root.classList.toggle("low",t<660),this.parts.forget(),this.arrange(),this.draw(),this.drawMotion(this.motion.phase.t))}enlarge(){let e=this.root.classList.contains("hall"),{innerWidth:t,innerHeight:r}=window,
s=this.address.isOwn&&t>=1700&&r>=900,i=e?t>=1500?1.6:1.3:s?1.18:1;i===1?this.root.style.removeProperty("--zoom"):this.root.style.setProperty("--zoom",String(i)),this.root.querySelector('[data-act="hall"]').setAttribute("aria-pressed",String(
e))}ensurePlane(){return this.panel??=new ln(this.parts.get("plane"),this.trace,this.labels,e=>this.jump(e),()=>this.sync()),this.side??=new hn(this.parts.get("side"),this.trace,this.labels,this.player.stops.moments,e=>this.jump(e),e=>this.
following.walk(e)),this.turning.ready(),{panel:this.panel,side:this.side}}arrange(){this.root.dataset.shown=this.view;for(let e of this.root.querySelectorAll("[data-shows]"))e.hidden=!e.dataset.shows.split("|").includes(this.view);for(let e of this.
root.querySelectorAll("[data-view]"))e.setAttribute("aria-checked",String(e.dataset.view===this.view));if((this.view==="network"||this.view==="whole run")&&(this.series??=new at(this.trace)),this.view!=="plane")return this.panels.arrange(this.
trace.plan,this.view);this.ensurePlane(),this.address.wantedKey!==""&&this.panel.keys.chooseNamed(this.address.wantedKey),this.address.wantedKey="",this.openTab(this.root.dataset.panel??"plane")}frame(){let{trace:e,labels:t,lookup:r,player:s}=this,
i=s.stops.spotlight(s.position,s.grain),o=i<0?null:e.event(i),a=s.step,l=a<0?"":e.actorOf(a),p=this.view!=="event time"&&o&&"channel"in o?o.channel:"",d=r.channels.get(p)?.target,u=this.pinned??d??_n(e,r,a),c=m=>r.isKeyed(m);return{trace:e,
labels:t,lookup:r,index:i,fact:o,step:a,actor:l,scene:this.history.at(s.position),position:s.position,task:u,keyed:c(u)?u:_n(e,r,a,c)||u,pinned:this.pinned!==null,view:this.view,run:this.series,before:s.stops.back(s.position,s.grain)}}draw(){
if(this.width===0)return;let e=this.shown=this.frame(),t=document.activeElement?.dataset?.task;this.view==="plane"?(this.panel.plane.show(e.position,e.before),this.side.show(e.position,e.before),this.job.draw(e,this.following.followed),this.
following.drawAnswer()):this.panels.draw(e),t&&this.root.querySelector(`[data-task="${t}"]`)?.focus(),ba(this.parts,e,this.player),ka(this.parts,e,this.player),this.drawStrip()}drawMotion(e){if(!this.shown||this.width===0)return;let{from:t,
to:r}=this.motion.phase,s={from:t,to:r,t:e};this.view==="plane"?(this.panel.plane.move(s),this.job.move(this.shown,s)):this.view==="event time"&&this.panels.move(this.shown,s)}drawStrip(){this.scrubber.draw(this.player.position)}get range(){
return this.parts.get("range")}sync(){this.tellTime(),!this.carry.turned&&(this.model.set("position",this.player.position),this.model.set("step",this.player.step),this.syncTimer===0&&(this.syncTimer=window.setTimeout(()=>{this.syncTimer=0,this.
model.save_changes(),this.address.write()},Ku)))}makeKeyframes(){if(this.history.extendFor(Ju),this.history.complete)return;let e=window.setTimeout(()=>this.makeKeyframes(),0);this.cleanups.push(()=>window.clearTimeout(e))}},Yu=0;function Xu(n){
return["WatermarkGenerated","WindowAssigned","TimerRegistered"].some(r=>n.kinds.includes(M.indexOf(r)))?"plane":"network"}async function Qu({model:n,el:e}){let t=null,r=0,s=(a,l)=>{t?.destroy(),t=new $n(a,n,e,l,s)},i=async()=>{let a=++r,l=performance.now();try{let p=await rt(Me(n.get("trace"))),d=n.get("beside"),u=d?new Re(await rt(Me(d))):null;if(a!==r)return;
s(p,{...wa,beside:u}),performance.measure("flinksim:load",{start:l})}catch(p){t?.destroy(),t=null;let d=document.createElement("div");d.className="flinksim-widget failed",d.setAttribute("role","alert"),d.textContent=p instanceof Error?p.message:
String(p);let u=document.createElement("style");u.textContent=At,e.replaceChildren(u,d)}},o={trace:()=>void i(),position:()=>t?.follow("position"),step:()=>t?.follow("step"),view:()=>t?.show(n.get("view")),time_ms:()=>t?.follow("time_ms"),answer:()=>t?.
hear("answer"),turned:()=>t?.hear("turned")};for(let[a,l]of Object.entries(o))n.on(`change:${a}`,l);return await i(),()=>{r++;for(let[a,l]of Object.entries(o))n.off(`change:${a}`,l);t?.destroy()}}var nw={render:Qu};export{te as Clock,je as Followed,et as History,ae as Labels,Ue as Lookup,st as Moments,ce as PlaneRun,at as RunSeries,Ln as answerOf,In as changesOf,ms as checkedBookmarks,nw as default,E as fill,tt as journeysIn,Ft as knobsOf,be as latenessOf,
Nt as layersOf,Dt as metricsOf,rt as openTrace,Qn as openingOf,zt as operatorMetrics,tr as questionAt,U as sentenceText,qs as turnedOf,nl as viewJson};
