// Built from widgets/src by widgets/build.mjs; sources e2b9745df7e3a0e471e46fc87629e69f1e2d160a5d6f0df91bea55fea8490919
async function se(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function le(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var tt={zh:{texts:{},derived:{},sentences:{},words:{},moments:{},counted:{}},cards:{classes:{},old:{},shown:{},claims:[]}},y=tt;async function nt(t){if(y!==tt||!t)return;let e=le(t);e.byteLength>0&&(y=JSON.parse(new TextDecoder().decode(await se(
e))))}var rt=["JobSubmitted","TaskStateChanged","OperatorSetUp","OperatorStateInitialized","OperatorOpened","OperatorFinished","AfterInvokeReached","OperatorClosed","TaskFailed","ExecutionReset","JobStatusChanged","RestartDecided","SlotReleased",
"SlotReserved","MailEnqueued","MailTaken","DefaultActionSuspended","DefaultActionResumed","TicksSkipped","ProcessingTimeAdvanced","SourceRecordRead","SourceFinished","TimestampAssigned","WatermarkGenerated","GeneratedWatermarkIgnored","Spli\
tStatusChanged","SplitAssigned","ConnectionAttempted","SplitReleased","IdlenessCountdownChanged","WatermarkAligned","ElementWritten","BufferQueued","OutputPersisted","ChannelFlushed","BufferSent","BufferArrived","CreditAnnounced","CreditCha\
nged","InputBuffersChanged","ReadingStopped","ReadingResumed","FloatingBuffersChanged","OutputBuffersChanged","BufferSizeAnnounced","BufferConsumed","ElementReceived","BarrierReceived","BarrierAnnounced","CancellationReceived","AlignmentSta\
rted","AlignmentEnded","AlignmentTimedOut","ChannelBlocked","ChannelUnblocked","ResumptionSent","ConsumptionResumed","InputPersisted","OutputBarrierTimedOut","ChannelWatermarkChanged","WatermarkIgnored","ChannelStatusChanged","InputWatermar\
kAdvanced","InputStatusChanged","InputEnded","ElementProcessed","OperatorInputChanged","LatencyMeasured","RecordFiltered","OperatorWatermarkAdvanced","WatermarkEmitted","StatusEmitted","KeySelected","StateUpdated","StateAppended","StateClea\
red","StateEntryPut","StateEntryRemoved","StateRead","StateEntryRead","TimerRegistered","TimerDeleted","TimerFired","WindowAssigned","WindowsMerged","SharedElementChanged","TriggerEvaluated","TriggerCleared","WindowFired","ElementsEvicted",
"FiringSkipped","WindowCleared","WindowSkippedAsLate","LateRecordDropped","SideOutputEmitted","ResultWritten","CheckpointTriggered","CheckpointNotTriggered","BarrierEmitted","OperatorSnapshotTaken","SnapshotWritten","CheckpointAcknowledged",
"CheckpointDeclined","CheckpointCompleted","CheckpointAborted","CheckpointNotified","CheckpointRestored","CommitPrepared","ResultsCommitted","InputRecovered","OutputRecovered","StateRestored","ListRestored","StateEntryRestored","TimerRestor\
ed","PaneRestored","ChannelSelected","RecordPartlyRead","ActorCalled","HeartbeatsExchanged"];var En=["en","zh"],de="en",N=()=>de;function Ie(t){de=En.find(e=>e===t)??"en"}function u(t,...e){return(de==="zh"?y.zh.texts[t]??t:t).replace(/\{(\d)\}/g,(r,a)=>String(e[Number(a)]))}function x(t){return de==="zh"?y.zh.texts[t]??t:t}var Cn={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function g(t){return t.replace(/[&<>"']/g,e=>Cn[e])}var Tn={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},An='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',Rn=2e4,ce=new Map,pe=null;function T(t,e){let n=`${e}${t}`,r=ce.get(n);if(r!==void 0)return r;if(pe??=document.createElement("canvas").getContext("2d"),!pe)return t.length*8;pe.
font=`${Tn[e]} ${An}`;let a=pe.measureText(t).width;return ce.size>=Rn&&ce.clear(),ce.set(n,a),a}function Z(t,e,n){if(T(t,n)<=e)return t;let r=Array.from(t.slice(0,Math.max(8,e))),[a,i]=[1,r.length-1];for(;a<i;){let o=a+i+1>>1;T(`${r.slice(
0,o).join("")}…`,n)<=e?a=o:i=o-1}return`${r.slice(0,a).join("")}…`}function C(t,e,n){return Math.max(e,Math.min(n,t))}var Ln=6,at=14;function st(t,e,n){if(t.trim()==="")return`<p>${u("Names of {0} classes that stand on the stacks, {1} old names, {2} claims.",Object.keys(y.cards.classes).length,Object.keys(y.cards.old).length,y.cards.claims.length)}</p>`;let r=[
...Mn(t).map(a=>it(a,e,n)),...Nn(t).map(Fn),...In(t).map(a=>Wn(a,e,n))];return r.length===0&&r.push(...On(t,e,n)),r.length===0&&r.push(...$n(t).map(a=>it(a,e,n))),r.length===0&&r.push(...y.cards.claims.filter(a=>_n(a,t)).map(Bn)),r.slice(0,
Ln).join("")||`<p>${u("No class on a stack, no old name and no claim is called so.")} <code>flinksim glossary</code> ${u("knows all classes.")}</p>`}function $(t){return(t.split(/[.$]/).pop()??"").replace(/_|\(\)/g,"").toLowerCase()}function Mn(t){
let e=t.trim().replaceAll(".","$");if(e in y.cards.classes)return[e];let n=$(t.trim());return Object.keys(y.cards.classes).filter(r=>$(r)===n)}function $n(t){let e=$(t.trim());return e.length<4?[]:Object.keys(y.cards.classes).filter(n=>$(n).
startsWith(e))}function Nn(t){let e=$(t.trim());return Object.keys(y.cards.old).filter(n=>$(n)===e||n===t.trim())}function On(t,e,n){if(e===null)return[];let r=pt(e,t.trim());if(r.length===0)return[];let a=r.find(o=>o>=n)??r[0],i=e.callStack(
a).filter(o=>$(o)===$(t.trim()));return[X(t.trim(),"here",`<p>${g(u("A method: {0}.",[...new Set(i)].join(", ")))}</p>${dt(e,r.length,a)}`)]}function In(t){let e=$(t.trim());return Object.keys(y.cards.shown).filter(n=>$(n)===e)}function Wn(t,e,n){
let[r,a]=y.cards.shown[t],i=rt.indexOf(a),o=[];i>=0&&e?.kinds.forEach((c,p)=>c===i&&o.push(p));let s=o.find(c=>c>=n)??o[0],l=e===null||s===void 0?"":`: ${lt(e,s)}`,d=e===null?"":a==="walk"?u("The walk of the lens shows it (flinksim plan --w\
alk)."):`${g(u("In this run {0} facts {1} show it",o.length,a))}${l}`;return X(t,"here",`<p>${g(u("It is {0}.",x(r)))}</p><p>${d}</p>`)}function _n(t,e){let n=`${t[0]} ${t[1]}`.toLowerCase();return e.toLowerCase().split(/\W+/).every(r=>n.includes(
r))}function X(t,e,n){return`<article class="classCard" data-card="${g(t)}" data-status="${g(e)}"><h4>${g(t.replaceAll("$","."))} <small>${g(x(e))}</small></h4>${n}</article>`}function it(t,e,n){let[r,a,...i]=y.cards.classes[t],o=e===null?[]:
pt(e,t),s=o.find(h=>h>=n)??o[0],l=e===null?"Flink 2.3.0":o.length>0?"here":"not in this run",d=Object.keys(y.cards.classes).filter(h=>y.cards.classes[h].slice(2).includes(t)),c=e===null||s===void 0?"":dt(e,o.length,s),m=Object.keys(y.cards.
old).filter(h=>h===t||y.cards.old[h][1].includes(` ${t}`)).filter(h=>h!==t);return X(t,l,`<p>${g(u("{0}; in Flink {1}.",Pn(r),ct(a)))}</p>`+(i.length>0?`<p>${u("Above it:")} ${i.map(ue).join(", ")}</p>`:"")+(d.length>0?`<p>${u("Below it:")}\
 ${d.slice(0,at).map(ue).join(", ")}${d.length>at?" …":""}</p>`:"")+(m.length>0?`<p>${u("In older texts:")} ${m.map(ue).join(", ")}</p>`:"")+c)}function lt(t,e){return`<button type="button" class="small" data-mark="${e+1}">${u("step {0}",
t.stepOf(e))}</button>`}function dt(t,e,n){return`<p>${u("In this run it stands on the stack of {0} facts:",e)} ${lt(t,n)}</p>`}function Pn(t){let[e,n]=t.split(" of ");return n===void 0?x(t):u("{0} of package {1}",x(e),n)}function ct(t){return t===
""?u("{0} to {1}","1.9.3","2.3.0"):Dn.reduce((e,[n,r])=>e.replace(n,(...a)=>u(r,...a.slice(1,3).map(String))),t)}var Dn=[[/from (\S+) on, not in (\S+)/,"from {0} on, not in {1}"],[/in (\S+), not in (\S+)/,"in {0}, not in {1}"],[/from (\S+) to (\S+?)(?=,|$)/,
"from {0} to {1}"],[/gone by (\S+?)(?=,|$)/,"gone by {0}"],[/deprecated by (\S+?)(?=,|$)/,"deprecated by {0}"]];function ue(t){return t in y.cards.classes||t in y.cards.old?`<button type="button" class="classLink" data-class="${g(t)}">${g(t.
replaceAll("$","."))}</button>`:g(t.replaceAll("$","."))}var Vn=/\b[A-Z][a-z]\w*[A-Z]\w*(?:[.$][A-Z]\w+)*/g;function j(t){let e=0,n="";for(let r of t.matchAll(Vn)){let a=r[0].replaceAll(".","$");(a in y.cards.classes||a in y.cards.old)&&(n+=
g(t.slice(e,r.index))+ue(a),e=r.index+r[0].length)}return n+g(t.slice(e))}function Fn(t){let[e,n,r]=y.cards.old[t];return X(t,e,`<p>${g(x(n))}</p>${r?`<p>${g(u("Flink has it {0}.",ct(r)))}</p>`:""}`)}function Bn([t,e,n,r]){return X(`“${x(
t)}”`,"not so",`<p>${g(x(e))}</p><p>${g(u("Step {0} of examples/claims/{1}.py shows it.",r,n))}</p>`)}var ot=new WeakMap;function pt(t,e){let n=ot.get(t);n||ot.set(t,n=new Map);let r=n.get(e);if(!r){let a=$(e),i=new Map;r=[];for(let o=0;o<
t.eventCount;o++){let s=t.placeOf(o),l=i.get(s);l===void 0&&(l=t.callStack(o).some(d=>d.split(/[.$]/).some(c=>c.toLowerCase()===a)),i.set(s,l)),l&&r.push(o)}n.set(e,r)}return r}var ut="waiting";function _e(t,e){let n=t.verdicts.filter(s=>s.chained).length,r=t.verdicts.length,a=(...s)=>e.nodes.filter(({kind:l})=>s.includes(l)).length,i=e.edges.filter(({kind:s})=>s!=="chained"&&s!=="control"),o=i.reduce((s,{count:l})=>s+
l,0);switch(e.name){case"transformations":{let s=a("partition","union","side output"),l=s===0?u("Each becomes a node."):u("Virtual, with no node of their own: {0}; what they say lands on edges.",s);return`${u("The program in {0} transformat\
ions.",e.nodes.length)} ${l}`}case"stream":{let s=r>0?` ${u("{0} of {1} will be chained.",n,r)}`:"";return`${u("Operators: {0}; edges, each with a partitioner: {1}.",e.nodes.length,e.edges.length)}${s}`}case"job":{let s=e.edges.length-i.length,
l=a("source","operator","sink");return u("{0} operators in {1} tasks: of their edges {2} became calls, {3} go through channels.",l,a("chain","vertex"),s,i.length)}case"execution":return u("{0} tasks unfolded into {1} subtasks, joined by {2}\
 channels.",a("vertex","chain"),a("subtask"),o);case"slots":{let s=i.filter(({kind:h})=>h==="remote").length,l=e.nodes.filter(({parent:h})=>h===ut),d=e.nodes.filter(h=>l.some(({id:f})=>f===h.parent)).length,c=e.nodes.filter(({kind:h,id:f})=>h===
"task manager"&&f!==ut).length,p=u("{0} subtasks in {1} slots of {2} TaskManagers",a("subtask")-d,a("slot")-l.length,c),m=d>0?u(", {0} wait for a slot",d):"";return`${p}${m}; ${u("{0} of {1} channels go over the network.",s,o)}`}}}function ht(t,e){
let n=[`${x(e.title)}: ${_e(t,e)}`,""],r=new Map(e.nodes.map(o=>[o.id,We(o)])),a=new Map;for(let o of e.nodes){a.set(o.id,o.parent===null?0:(a.get(o.parent)??0)+1);let s=o.caption?`, ${o.caption}`:"";n.push(`${"  ".repeat(a.get(o.id))}${o.id}\
 ${x(o.kind)}: ${We(o)}${s}`)}n.push("");let i=new Map(t.verdicts.map(o=>[o.edge,o]));for(let o of e.edges){let s=o.label?` ${o.label}`:"",l=i.get(o.id);n.push(`${r.get(o.source)??o.source} -> ${r.get(o.target)??o.target}:${s} (${o.kind})${l?
`; ${l.sentence}`:""}`)}return[...n,...t.notes.map(o=>u("note: {0}",o))].join(`
`)}function We(t){let e=t.details.find(([n])=>n==="name")?.[1];return t.kind==="partition"?t.label:String(e??(t.label||t.caption||t.id))}function Q(t,e){let r=e.layers[0].nodes.find(({id:i})=>i===`t${t.transformation}`),a=r?` · ${r.label}`:
"";switch(t.edit){case"SetParallelism":return`set_parallelism(${t.parallelism})${a}`;case"SetMaxParallelism":return`set_max_parallelism(${t.max_parallelism})${a}`;case"SetSlotSharingGroup":return`slot_sharing_group('${t.group}')${a}`;case"A\
llowChaining":return`${u("chaining allowed again")}${a}`;case"StartNewChain":{let i=r?.details.find(([o])=>o==="first function")?.[1];return`start_new_chain()${i?` · ${i}`:a}`}case"DisableChaining":return`disable_chaining()${a}`;case"Remov\
ePartitioner":return u("without {0}",r?.label??u("its partitioner"));case"InsertPartitioner":return u("{0}() before {1}",String(t.partitioner).toLowerCase(),r?.label??u("it"));case"SetOperatorChaining":return`${u("operator chaining")}: ${t.
enabled?u("on"):u("off")}`;case"ChainAcrossMaxParallelism":return`${u("chaining across maximum parallelism")}: ${t.enabled?u("on"):u("off")}`;case"UseNewerSource":return r?u("a source of the newer kind in place of {0}",r.label):u("a source \
of the newer kind");default:return t.edit}}function ft(t,e,n,r){let[a,i]=Gn(t.sentence),s=[...t.verdicts].sort((l,d)=>Number(l.holds)-Number(d.holds)).map(({condition:l,holds:d,known:c,flink:p,found:m,reason:h})=>{let f=c?d?["✓","holds"]:
["✗","fails"]:["?","unknown"];return`<tr class="${f[1]}"><td class="mark"><span aria-label="${x(f[1])}">${f[0]}</span></td><th scope="row">${g(x(l))}</th><td>${j(h||m)}</td><td><code>${j(p)}</code></td></tr>`});return`<p class="verdict"><\
span class="badge ${t.chained?"chained":"cut"}">${g(x(a))}</span><span>${g(t.source)} <i>→</i> ${g(t.target)}${i?`: <b>${g(i)}</b>`:""}</span></p>${jn(t,e,n,r)}<div class="scroll" tabindex="0" role="region" aria-label="${u("Conditions")}"\
><table><thead><tr><th></th><th scope="col">${u("condition")}</th><th scope="col">${u("found")}</th><th scope="col">${u("in Flink")}</th></tr></thead><tbody>${s.join("")}</tbody></table></div>`}function Gn(t){let[,e,n]=/^(.*?)(?:: |：)(.*)$/s.
exec(t)??[];return e===void 0?[t,""]:[e,n]}function jn(t,e,n,r){let{change:a}=t;if(!a)return r?`<p class="change">${t.chained?u("Looking for what would cut it …"):u("Looking for what would chain it …")}</p>`:"";if(a.edits.length===0)return`\
<p class="change">${g(t.chained?u("No change would cut it: {0}.",a.impossible):u("No change would chain it: {0}.",a.impossible))}</p>`;let i=[...a.side_effects.length>0?[u("and also: {0}",a.side_effects.join("; "))]:[],...a.caveat?[a.caveat]:
[]].join("; "),o=a.tasks_after===a.tasks_before?"":` ${u("{0} tasks would be {1}.",a.tasks_before,a.tasks_after)}`,s=e&&!n?`<button type="button" data-act="apply" title="${u("Derive everything again with this change")}">${u("Try it")}</butt\
on>`:"";return`<p class="change"><span><b>${g(a.words)}</b> ${t.chained?u("would cut it"):u("would chain it")}${i?` (${g(i)})`:""}.${g(o)}</span>${s}</p>`}function gt(t,e,n){let r=t.details.filter(([,i])=>i!==null&&i!=="").map(([i,o])=>{let s=String(
o);return`<div${s.length>22?' class="long"':""}><dt>${g(x(i))}</dt><dd>${j(s)}</dd></div>`}).sort((i,o)=>Number(i.includes('class="long"'))-Number(o.includes('class="long"'))),a=e.edges.filter(({source:i,target:o})=>i===t.id||o===t.id).slice(
0,60).map(i=>{let o=n.get(i.id),s=i.source===t.id?`→ ${i.target}`:`← ${i.source}`,l=i.label?` ${i.label}`:` ${i.kind}`,d=o?o.sentence:`${s}${l}`;return`<li>${o?`<button type="button" data-look="${g(i.id)}">${g(i.id)}</button> `:""}${g(d)}\
</li>`});return`<p class="verdict"><span class="badge kind">${g(x(t.kind))}</span><span><b>${g(We(t))}</b>${t.caption?`, ${g(t.caption)}`:""}</span></p>${mt[t.kind]?`<p class="change">${x(mt[t.kind])}</p>`:""}<div class="scroll" tabindex="0\
" role="region" aria-label="${u("Details")}"><dl>${r.join("")}</dl>${a.length>0?`<ul>${a.join("")}</ul>`:""}</div>`}var mt={partition:"Virtual: the generator only remembers the partitioner, and gives it to the edges that are read through he\
re.",union:"Virtual: a union only gathers; who reads it gets an edge from each of its inputs. ","side output":"Virtual: the generator remembers the tag, and gives it to the edges that are read through here. (It took the place of split and s\
elect, which Flink 1.12 removed.)"};var kt=["FORWARD","REBALANCE","RESCALE","SHUFFLE","BROADCAST","GLOBAL"],me=[["AllowChaining","ALWAYS","may be chained"],["StartNewChain","HEAD","start_new_chain()"],["DisableChaining","NEVER","disable_chaining()"]];function z(t,e){let n=t.layers.
find(({name:l})=>l==="stream"),r=t.layers.find(({name:l})=>l==="job"),a=n?.nodes.find(l=>l.id===e.split("/")[0]||l.origin===e);if(!a?.origin||!r)return null;let i=r.nodes.find(({id:l})=>l===a.id)?.parent,o=r.nodes.find(({id:l})=>l===i),s=(l,d)=>l?.
details.find(([c])=>c===d)?.[1]??null;return{transformation:Number(a.origin.slice(1)),name:a.label,kind:a.kind,parallelism:Number(s(o,"parallelism")),maxParallelism:s(a,"max parallelism"),group:String(s(a,"slot sharing group")??"default"),strategy:String(
s(a,"chaining strategy")??"ALWAYS"),addedBy:String(s(a,"added by")??"")}}function yt(t,e){if(t.addedBy!=="")return`<h3>${u("Change")} <small>${g(t.name)}</small></h3><p class="hint">${g(u("{0} put this operator there: no call of the program\
 names it. Change the one before or behind it.",t.addedBy))}</p>`;let n=e?" disabled":"",r=me.filter(([i])=>i!=="StartNewChain"||t.kind!=="sink").map(([i,o,s])=>{let l=o===t.strategy?" selected":"";return`<option value="${i}"${l}>${o}: ${x(
s)}</option>`});return me.some(([,i])=>i===t.strategy)||r.unshift(`<option value="" selected>${g(t.strategy)}</option>`),`<h3>${u("Change")} <small>${g(t.name)}</small></h3>`+ee(u("parallelism"),`<input type="number" min="1" max="64" data-e\
dit="SetParallelism" value="${t.parallelism}"${n}>`)+ee(u("chaining"),`<select data-edit="chaining"${n}>${r.join("")}</select>`)+ee(u("slot sharing group"),`<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" value="${g(t.group)}\
"${n}>`)+ee(u("maximum parallelism"),`<input type="number" min="1" max="32768" data-edit="SetMaxParallelism" placeholder="${u("derived")}" value="${t.maxParallelism??""}"${n}>`)}function vt(t,e,n){let r=String(t.details.find(([i])=>i==="par\
titioner")?.[1]??t.label),a=[...kt.includes(r)?[]:[r],...kt].map(i=>`<option${i===r?" selected":""}>${g(i)}</option>`);return`<h3>${u("Change")} <small>${g(e[0])} → ${g(e[1])}</small></h3>`+ee(u("partitioner"),`<select data-edit="InsertPa\
rtitioner"${n?" disabled":""}>${a.join("")}</select>`)}function ee(t,e){return`<label class="field"><span>${t}</span>${e}</label>`}function Pe(t){return t.verdicts.every(({verdicts:e})=>e.every(({condition:n,holds:r})=>n!=="chaining enabled"||
r))}function xt(t,e,n){if(t.length===0)return"";let r=t.map((a,i)=>`<li><span>${g(Q(a,e))}</span>`+(n?"":`<button type="button" data-undo="${i}" aria-label="${u("Undo")}: ${g(Q(a,e))}">✕</button>`)+"</li>");return`<div class="edits"><b>${u(
"Changes of the program: {0}",t.length)}</b><button type="button" data-act="reset">${u("as it was")}</button><ul>${r.join("")}</ul></div>`}function wt(t,e,n){let r=t.filter(a=>bt(a)!==bt(e));return n&&zn(e,n)?r:[...r,e]}function bt(t){return[
me.some(([n])=>n===t.edit)?"chaining":t.edit,t.transformation,t.input_number].join(" ")}function zn(t,e){if(t.edit==="SetOperatorChaining")return t.enabled===Pe(e);let n=z(e,`t${t.transformation}`);if(!n)return!1;let r=me.find(([a])=>a===t.
edit);return r?r[1]===n.strategy:t.edit==="SetParallelism"?t.parallelism===n.parallelism:t.edit==="SetSlotSharingGroup"?t.group===n.group:t.edit==="SetMaxParallelism"?t.max_parallelism===n.maxParallelism:!1}var St=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,Hn={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function H(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${Hn[t]}</svg>`}
function V(t,e,n,r){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${r}</button>`}function Et(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),r=null,a=()=>{let s=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=r??(s===void 0?l:s==="false"?"dark":"light"),e()},i=s=>{s.target.closest('[data-act="theme"]')&&(r=t.dataset.theme==="dark"?"light":"dark",a())},o=new MutationObserver(a);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",a),t.addEventListener("click",i),a(),()=>{o.disconnect(),n.removeEventListener("change",a),t.removeEventListener("click",i)}}var Un=()=>`
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendChained"/></svg>${u("chained: a call")}</span>
  <span><svg width="26" height="12"><path d="M1 6h17" class="legendNear"/><path d="M25 6l-8-4.4v8.8z" class="legendHead"/></svg>${u("through channels")}</span>
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendFar"/></svg>${u("over the network")}</span>`,Ct=()=>`
<header role="group" aria-label="${u("The plan")}">
  <div class="brand">${St}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="legend" aria-hidden="true">${Un()}</div>
  <button type="button" data-act="language" title="English / 中文">${N()==="zh"?"English":"中文"}</button>
  ${V("theme",u("Light or dark"),u("Light or dark"),"◐")}
</header>
<section class="panel picture">
  <div class="tabs">
    ${V("back",u("Layer before"),u("Layer before (←)"),H("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="${u("Space")}"></button>
    ${V("next",u("Next layer"),u("Next layer (→)"),H("next"))}
    <div class="grains" role="radiogroup" aria-label="${u("Layer")}" data-part="tabs"></div>
    <div class="zoom">
      ${V("out",u("Smaller"),u("Smaller (−)"),"−")}
      ${V("fit",u("Whole picture"),u("Whole picture (0)"),u("fit"))}
      ${V("in",u("Larger"),u("Larger (+)"),"+")}
    </div>
  </div>
  <input type="range" data-part="range" min="0" step="0.01" aria-label="${u("Between the layers")}">
  <div class="told"><p class="layerWords" data-part="layerWords" role="status" aria-live="polite"></p>
    <div class="walk" data-part="walk" role="group" aria-label="${u("The generator's walk")}" hidden></div></div>
  <div data-part="scene" class="scene"></div>
  <p class="notes" data-part="notes" role="note" hidden></p>
</section>
<div class="cards">
  <section class="panel why" data-part="why" aria-live="polite"></section>
  <section class="panel nameCard" data-part="card" aria-live="polite" hidden></section>
  <section class="panel what"><div data-part="form"></div><div data-part="whole"></div>
    <p class="problem" data-part="problem" role="alert" hidden></p>
    <div data-part="edits"></div><p class="offline" data-part="offline" hidden></p></section>
</div>
<details class="words"><summary>${u("This layer in words")}</summary><pre data-part="words"></pre></details>`,Tt=()=>`<p class="verdict"><span class="badge kind">${u("why")}</span><span>${u("Point at an edge, or reach it with the ↓ key: her\
e stands why it is chained or is not, condition by condition.")}</span></p><p class="hint">${u("← → go from layer to layer, Space plays, + and − zoom, Esc lets go.")}</p>`;function De(t,e,n){let r=e.pointed??e.selected;t.put("why",r!==null&&At(r,e,n)||Tt())}function At(t,e,n){let{plan:r,layer:a,verdicts:i}=e,o=i.get(t);if(o){let h=n.offered(o.change?.edits??[]),f=t===e.selected;return ft(o,h,!f,f&&n.possible&&
r.walk.length>0)}let s=a.edges.find(h=>h.id===t);if(s?.origin&&i.has(s.origin))return At(s.origin,e,n);let l=[a,...r.layers].find(({nodes:h})=>h.some(f=>f.id===t)),d=l?.nodes.find(h=>h.id===t);if(!l||!d)return null;let c=t.split("/")[0],p=new Map(
d.details),{caption:m}=d;for(let h of["stream","job"]){let f=r.layers.find(b=>b.name===h)?.nodes.find(b=>b.id===c);for(let[b,k]of f?.details??[])p.has(b)||p.set(b,k);m||=f?.caption??""}return gt({...d,caption:m,details:[...p]},l,i)}function Rt(t,e,n){
let{plan:r,selected:a,verdicts:i}=e,o=!n.possible,s=i.get(a??""),l=r.layers.find(({name:m})=>m==="stream")?.edges.find(({id:m})=>m===a),d=a===null?null:z(r,a),c=r.walk.length>0;s&&l?t.put("form",vt(l,[s.source,s.target],o||!c)):d?t.put("for\
m",yt(d,o||!c)):t.put("form",`<h3>${u("Change")}</h3><p class="hint">${u("Choose an operator or an edge in the picture.")}</p>`);let p=Pe(r)?" checked":"";t.put("whole",`<label class="field"><span>${u("operator chaining")}</span><input type\
="checkbox" data-edit="SetOperatorChaining"${p}${o||!c?" disabled":""}></label>`),t.put("edits",xt(n.made,n.original,o)),qn(t,n,c)}function qn(t,e,n){if(t.get("offline").hidden=e.possible,e.possible)return;let r=n?u("This page has no Python\
 behind it, and only Python derives plans."):u("This plan was read from a file: there is no program to change."),a=e.variants.map((o,s)=>`<button type="button" data-variant="${s}">${g(o.edits.map(l=>Q(l,e.original)).join(", "))}</button>`),
i=a.length>0?` ${u("These changes were derived beforehand:")}</span><span class="variants">${a.join("")}`:"";t.put("offline",`<span>${r}${i}</span>`)}var he=`.flinksim-widget {
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
`;var Lt=`/* frame of the picture */
.flinksim-lens { --chained: var(--pane); --network: var(--focus); }
.flinksim-lens[data-size="middle"] .legend, .flinksim-lens[data-size="narrow"] .legend { display: none; }
.flinksim-lens .legendChained { fill: none; stroke: var(--chained); stroke-width: 4.5; stroke-linecap: round; }
.flinksim-lens .legendNear { fill: none; stroke: var(--network); stroke-width: 2; }
.flinksim-lens .legendFar { fill: none; stroke: var(--network); stroke-width: 2; stroke-dasharray: 5 4; }
.flinksim-lens .legendHead { fill: var(--network); }
.flinksim-lens .picture { padding: 9px 14px 8px; }
.flinksim-lens .tabs { display: flex; align-items: center; gap: 8px; flex-wrap: wrap; }
.flinksim-lens .zoom { margin-left: auto; display: flex; gap: 4px; }
.flinksim-lens .zoom button { height: 32px; min-width: 34px; padding: 0 8px; }
.flinksim-lens .tabs .grains { min-width: 0; overflow: auto hidden; }
.flinksim-lens input[type="range"] { display: block; width: 100%; margin: 8px 0 0; accent-color: var(--focus); height: 18px; }
.flinksim-lens .told { display: flex; align-items: center; gap: 10px; min-height: 38px; margin-top: 4px; }
.flinksim-lens .layerWords { margin: 0; font-size: 16px; line-height: 1.25; color: var(--ink); flex: 1; }
.flinksim-lens .walk { display: flex; align-items: center; gap: 6px; }
.flinksim-lens .scene { touch-action: pan-y; cursor: grab; margin: 0 -14px; }
.flinksim-lens .sheet { position: relative; }
.flinksim-lens .flight { position: absolute; inset: 0; pointer-events: none; }
.flinksim-lens .flight[hidden] { display: none; }
.flinksim-lens .scene:active { cursor: grabbing; }
.flinksim-lens .notes { white-space: pre-line; margin: 6px 0 2px; padding: 7px 11px; border-radius: 8px; background: var(--wmsoft); color: var(--ink); font-size: 13px; }
.flinksim-lens .notes[hidden], .flinksim-lens .walk[hidden] { display: none; }
.flinksim-lens .walk button { height: 28px; min-width: 32px; padding: 0 8px; border-radius: 8px; }
.flinksim-lens .walk button:disabled { opacity: .45; cursor: default; }
.flinksim-lens dl .long { grid-column: 1 / -1; }
.flinksim-lens .bygones { position: relative; }
.flinksim-lens .bygones summary { color: var(--ink2); cursor: pointer; padding: 0 6px; white-space: nowrap; }
.flinksim-lens .bygones ul {
  position: absolute; right: 0; z-index: 3; width: min(560px, 80vw); margin: 6px 0 0; padding: 12px 16px 12px 30px;
  border: 1px solid var(--line); border-radius: 10px; background: var(--panel); box-shadow: 0 8px 28px rgb(0 0 0 / .18);
}
.flinksim-lens .bygones li + li { margin-top: 8px; }
.flinksim-lens .walk .step { color: var(--ink2); white-space: nowrap; }

/* boxes */
.flinksim-lens .node { cursor: pointer; outline: none; }
.flinksim-lens .node .box { fill: var(--panel); stroke: var(--line2); stroke-width: 1.4; }
.flinksim-lens .node.source .box, .flinksim-lens .node.sink .box { fill: var(--focusbg); stroke: var(--focus); }
.flinksim-lens .node.partition .box, .flinksim-lens .node.union .box, .flinksim-lens .node.side-output .box { fill: var(--wmsoft); stroke: var(--wmink); stroke-dasharray: 4 3; }
.flinksim-lens svg .pill text { text-anchor: middle; }
.flinksim-lens svg .caption { fill: var(--ink2); }
.flinksim-lens .frame .box { fill: var(--soft); stroke: var(--ink3); stroke-width: 1.5; }
.flinksim-lens .frame.chain .box, .flinksim-lens .frame.vertex .box { fill: color-mix(in srgb, var(--panesoft) 45%, var(--panel)); stroke: var(--pane); }
.flinksim-lens .frame.subtask .box { fill: var(--panel); stroke: var(--pane); stroke-width: 1.4; }
.flinksim-lens .place.task-manager .box { fill: var(--soft); stroke: var(--line2); stroke-width: 1.6; }
.flinksim-lens .place.slot .box { fill: var(--panel); stroke: var(--line2); stroke-dasharray: 5 4; }
.flinksim-lens .place.job-manager .box, .flinksim-lens .place.resource-manager .box { fill: var(--tmsoft); stroke: var(--tm); }
.flinksim-lens .node:hover > .box, .flinksim-lens .node.pointed > .box { stroke-width: 2.4; }
.flinksim-lens .node.selected > .box { stroke: var(--fire); stroke-width: 3; }
.flinksim-lens .node:focus-visible > .box { stroke: var(--fire); stroke-width: 4; }
.flinksim-lens .now > .box { stroke: var(--fire); stroke-width: 3; }
.flinksim-lens .dim { opacity: .22 !important; }

/* edges */
.flinksim-lens .wire { cursor: pointer; outline: none; }
.flinksim-lens .wire path { fill: none; stroke-linecap: round; }
.flinksim-lens .wire .near, .flinksim-lens .wire .far { stroke: var(--network); stroke-width: 2; }
.flinksim-lens .wire .heads { fill: var(--network); }
.flinksim-lens .wire.chained .near { stroke: var(--chained); stroke-width: 5; }
.flinksim-lens [data-stage="transformations"] .wire .near { stroke: var(--ink3); stroke-width: 1.8; }
.flinksim-lens [data-stage="transformations"] .wire.chained .near { stroke-width: 1.8; }
.flinksim-lens [data-stage="transformations"] .wire .heads { fill: var(--ink3); }
.flinksim-lens [data-stage="execution"] .wire.network path:not(.hit), .flinksim-lens [data-stage="slots"] .wire.network path:not(.hit) { stroke-width: 1.5; }
.flinksim-lens [data-stage="slots"] .wire .far { stroke-dasharray: 5 4; stroke-linecap: butt; }
.flinksim-lens .wire.control .near { stroke: var(--tm); stroke-width: 1.6; stroke-dasharray: 2 4; }
.flinksim-lens .wire.control .heads { fill: var(--tm); }
.flinksim-lens .wire .hit { stroke: transparent; stroke-width: 14; pointer-events: stroke; }
.flinksim-lens .wire path:not(.hit) { pointer-events: none; }
.flinksim-lens .moving .hit { display: none; }
.flinksim-lens .wire:hover .near, .flinksim-lens .wire.pointed .near, .flinksim-lens .wire:hover .far, .flinksim-lens .wire.pointed .far { stroke-width: 3.4; }
.flinksim-lens .wire.chained:hover .near, .flinksim-lens .wire.chained.pointed .near { stroke-width: 7; }
.flinksim-lens .wire.selected .near, .flinksim-lens .wire.selected .far, .flinksim-lens .wire:focus-visible .near, .flinksim-lens .wire.now .near { stroke: var(--fire) !important; stroke-width: 3.4; }
.flinksim-lens .wire.chained.selected .near, .flinksim-lens .wire.chained:focus-visible .near { stroke-width: 6; }
.flinksim-lens .wire.selected .heads, .flinksim-lens .wire.now .heads { fill: var(--fire) !important; }
.flinksim-lens .stub { fill: none; stroke: var(--network); stroke-width: 2; pointer-events: none; }
.flinksim-lens .spot { fill: none; stroke: var(--fire); stroke-width: 2.6; pointer-events: none; }
.flinksim-lens .chip { cursor: pointer; }
.flinksim-lens .chip rect { fill: var(--focusbg); stroke: var(--network); stroke-width: 1.2; }
.flinksim-lens .chip.chained rect { fill: var(--panesoft); stroke: var(--chained); }
.flinksim-lens svg .chip text { text-anchor: middle; fill: var(--ink); font-weight: 600; }
.flinksim-lens .chip.selected rect { stroke: var(--fire); stroke-width: 2.4; }
.flinksim-lens .far text { display: none; }
.flinksim-lens .far .chip, .flinksim-lens .far .heads { display: none; }
.flinksim-lens .far .box, .flinksim-lens .far path { vector-effect: non-scaling-stroke; }
.flinksim-lens .far .node .box, .flinksim-lens .far .wire.network path:not(.hit), .flinksim-lens .far .stub { stroke-width: .8; }
.flinksim-lens .far .wire.chained .near { stroke-width: 1.6; }

/* cards */
.flinksim-lens .cards { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr) minmax(0, 330px); }
.flinksim-lens[data-size="narrow"] .cards { grid-template-columns: minmax(0, 1fr); }
.flinksim-lens .cards .panel { padding: 11px 14px 12px; min-height: 150px; }
.flinksim-lens .why p { margin: 0 0 8px; }
.flinksim-lens .verdict { display: flex; gap: 11px; align-items: baseline; font-size: 17px; line-height: 1.32; }
.flinksim-lens .verdict i { font-style: normal; color: var(--ink3); }
.flinksim-lens .verdict b { font-weight: 650; }
.flinksim-lens .badge { flex: none; color: #fff; font-weight: 700; font-size: 14px; border-radius: 8px; padding: 4px 9px; white-space: nowrap; background: var(--ink3); }
.flinksim-lens .badge.chained { background: var(--paneink); }
.flinksim-lens .badge.cut { background: #005a8d; }
.flinksim-lens[data-theme="dark"] .badge { color: #06131d; }
.flinksim-lens[data-theme="dark"] .badge.cut { background: var(--focus); }
.flinksim-lens .change { display: flex; gap: 10px; align-items: center; color: var(--ink2); }
.flinksim-lens .change b { color: var(--ink); font-weight: 650; }
.flinksim-lens .change button { height: 30px; border-color: var(--fire); color: var(--fireink); white-space: nowrap; }
.flinksim-lens .scroll { max-height: 300px; overflow: auto; scrollbar-width: thin; }
.flinksim-lens table { border-collapse: collapse; width: 100%; table-layout: fixed; font-size: 13px; line-height: 1.25; color: var(--ink); }
.flinksim-lens thead th { text-align: left; color: var(--ink3); font-weight: 500; font-size: 12.5px; padding: 2px 10px 3px 0; position: sticky; top: 0; background: var(--panel); }
.flinksim-lens tbody th { text-align: left; font-weight: 600; }
.flinksim-lens tbody td, .flinksim-lens tbody th { border-top: 1px solid var(--line); padding: 3px 10px 3px 0; vertical-align: baseline; background: none; }
.flinksim-lens th:nth-child(2) { width: 26%; }
.flinksim-lens thead th:nth-child(3) { width: 31%; }
.flinksim-lens thead th:first-child { width: 22px; }
.flinksim-lens .mark { width: 22px; font-weight: 800; text-align: center; }
.flinksim-lens .holds .mark { color: var(--paneink); }
.flinksim-lens .fails .mark, .flinksim-lens .fails th, .flinksim-lens .fails td { color: var(--fireink); }
.flinksim-lens .fails td, .flinksim-lens .fails th { font-weight: 650; background: var(--firesoft); }
.flinksim-lens code { font: 11.5px/1.3 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--ink2); background: none; overflow-wrap: anywhere; }
.flinksim-lens .fails code { color: var(--fireink); font-weight: 500; }
.flinksim-lens dl { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 3px 18px; font-size: 13px; }
.flinksim-lens dl div { display: flex; gap: 8px; min-width: 0; }
.flinksim-lens dt { color: var(--ink3); white-space: nowrap; }
.flinksim-lens dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.flinksim-lens .why ul { margin: 8px 0 0; padding: 0; list-style: none; font-size: 13px; display: grid; gap: 3px; }
.flinksim-lens .why li button { height: 24px; min-width: 0; padding: 0 7px; font-size: 12.5px; border-radius: 7px; margin-right: 4px; }
.flinksim-lens .hint { color: var(--ink2); margin: 0; }

/* changing */
.flinksim-lens .field { display: flex; align-items: center; justify-content: space-between; gap: 10px; margin-bottom: 6px; color: var(--ink2); font-size: 13.5px; }
.flinksim-lens .field input, .flinksim-lens .field select { font: inherit; color: var(--ink); background: var(--btn); border: 1px solid var(--line2); border-radius: 8px; padding: 4px 7px; height: 30px; width: 158px; min-width: 0; }
.flinksim-lens .field input[type="checkbox"] { width: 18px; height: 18px; accent-color: var(--focus); }
.flinksim-lens .field :disabled { opacity: .6; }
.flinksim-lens [data-part="whole"] { border-top: 1px solid var(--line); margin-top: 8px; padding-top: 8px; }
.flinksim-lens .edits { font-size: 13px; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; justify-content: space-between; border-top: 1px solid var(--line); padding-top: 8px; }
.flinksim-lens .edits ul { margin: 0; padding: 0; list-style: none; width: 100%; display: grid; gap: 3px; }
.flinksim-lens .edits li { display: flex; justify-content: space-between; gap: 8px; align-items: center; background: var(--firesoft); color: var(--fireink); border-radius: 7px; padding: 2px 4px 2px 9px; }
.flinksim-lens .edits button { height: 24px; min-width: 26px; padding: 0 7px; font-size: 12.5px; border-radius: 7px; }
.flinksim-lens .problem { margin: 6px 0; padding: 7px 10px; border-radius: 8px; background: var(--firesoft); color: var(--fireink); font-weight: 600; font-size: 13px; }
.flinksim-lens .problem[hidden], .flinksim-lens .offline[hidden] { display: none; }
.flinksim-lens .offline { margin: 8px 0 0; font-size: 13px; color: var(--ink2); display: grid; gap: 7px; }
.flinksim-lens .variants { display: flex; flex-wrap: wrap; gap: 5px; max-height: 150px; overflow: auto; }
.flinksim-lens .variants button { height: auto; min-height: 26px; padding: 4px 8px; font-size: 12.5px; font-weight: 500; line-height: 1.2; border-radius: 7px; text-align: left; }
.flinksim-lens .nameCard { position: relative; padding: 8px 13px; }
.flinksim-lens .nameCard[hidden] { display: none; }
.flinksim-lens .nameCard > .small { position: absolute; right: 8px; top: 8px; height: 24px; min-width: 26px; padding: 0; }
.flinksim-lens .nameCard .classCard { border-top: 0; max-height: 220px; overflow: auto; }
`;var Yn=new DOMParser,fe="data-style",Zn=["data-id","data-task","data-m","data-line"],Nt=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]),Mt=new WeakMap;function ge(t,e){let n=e.getRootNode(),r=n instanceof ShadowRoot?n:document,
a=Mt.get(r)??new Set;if(Mt.set(r,a),a.has(t))return;a.add(t);let i=new CSSStyleSheet;i.replaceSync(t),r.adoptedStyleSheets=[...r.adoptedStyleSheets,i]}function Ot(t){let e=t.getRootNode();return e instanceof ShadowRoot||e instanceof Document?
e.activeElement:null}function _(t,e){let n=Yn.parseFromString(`<!doctype html><body>${e}`,"text/html");It(t,[...n.body.childNodes])}function It(t,e){let n=t.firstChild;for(let r of e){if(r instanceof Element&&Nt.has(r.nodeName.toUpperCase()))
continue;if(!n){t.append($t(r));continue}let a=n.nextSibling;Xn(n,r)?r instanceof Element?Qn(n,r):n.nodeValue!==r.nodeValue&&(n.nodeValue=r.nodeValue):n.replaceWith($t(r)),n=a}for(;n;){let r=n.nextSibling;n.remove(),n=r}}function Xn(t,e){return t.
nodeName!==e.nodeName?!1:!(t instanceof Element)||!(e instanceof Element)?!0:Zn.every(n=>t.getAttribute(n)===e.getAttribute(n))}function Qn(t,e){for(let{name:n}of[...t.attributes])!e.hasAttribute(n)&&n!=="style"&&t.removeAttribute(n);for(let{
name:n,value:r}of e.attributes)!Wt(n,r)||t.getAttribute(n)===r||(t.setAttribute(n,r),n===fe&&Ve(t));t instanceof HTMLInputElement&&e.hasAttribute("value")&&(t.value=e.getAttribute("value")),It(t,[...e.childNodes])}function $t(t){if(t instanceof
Element)for(let n of[t,...t.querySelectorAll("*")]){n!==t&&Nt.has(n.nodeName.toUpperCase())&&n.remove();for(let{name:r,value:a}of[...n.attributes])Wt(r,a)||n.removeAttribute(r)}let e=document.adoptNode(t);if(e instanceof Element){e.hasAttribute(
fe)&&Ve(e);for(let n of e.querySelectorAll(`[${fe}]`))Ve(n)}return e}function Ve(t){t.style.cssText=t.getAttribute(fe)}function Wt(t,e){return!t.startsWith("on")&&!/^\s*javascript:/i.test(e)}var ke=class{root=document.createElement("div");parts=new Map;constructor(e,n){let{root:r}=this;r.className="flinksim-widget flinksim-lens",r.tabIndex=0,r.setAttribute("role","application"),r.setAttribute("aria-label",e),r.dataset.lmSuppressShortcuts=
"true",ge(`${he}${Lt}`,n),_(r,Ct());for(let a of r.querySelectorAll("[data-part]"))this.parts.set(a.dataset.part,a)}get(e){return this.parts.get(e)}get range(){return this.get("range")}get words(){return this.root.querySelector("details.wor\
ds")}put(e,n){let r=this.get(e),a=String(er(n));if(r.dataset.drawn===a)return;r.dataset.drawn=a;let i=Ot(this.root),o=i&&r.contains(i)?{...i.dataset}:null;if(_(r,n),!o)return;([...r.querySelectorAll("button, input, select")].find(l=>be({...l.
dataset},o)&&!l.disabled)??this.root).focus({preventScroll:!0})}tell(e,n){this.get(e).textContent=n,this.get(e).hidden=n===""}};function be(t,e){return JSON.stringify(t)===JSON.stringify(e)}function er(t){let e=t.length;for(let n=0;n<t.length;n++)
e=Math.imul(e,31)+t.charCodeAt(n)|0;return e}var ye=class{constructor(e,n,r,a){this.model=e;this.original=n;this.variants=r;this.show=a;this.made=e.get("edits")??[],this.pristine=this.made.length===0}made;pristine;get possible(){return!!this.model.get("editable")}offered(e){return this.
possible||this.variants.some(n=>be(n.edits,e))}apply(e){e.length!==0&&(this.possible?this.send(e.reduce((n,r)=>this.with(n,r),this.made)):this.showVariant(this.variants.findIndex(n=>be(n.edits,e))))}undo(e){this.send(this.made.filter((n,r)=>r!==
e))}send(e){this.possible?(this.model.set("edits",e),this.model.save_changes()):e.length===0&&this.show(this.original,[])}showVariant(e){let n=this.variants[e];n&&this.show(n.document,n.edits)}change(e,n,r){let a=e.dataset.edit;if(!a||!this.
possible)return;if(a==="SetOperatorChaining"){this.make({edit:a,enabled:e.checked});return}let i=n.verdicts.find(({edge:o})=>o===r);i?this.changePartitioner(n,i,e.value):r&&this.changeOperator(n,r,a,e.value)}changeOperator(e,n,r,a){let i=z(
e,n);if(!i)return;let{transformation:o}=i;if(r==="chaining")this.make({edit:a,transformation:o});else if(r==="SetSlotSharingGroup")this.make({edit:r,transformation:o,group:a.trim()||"default"});else if(r==="SetParallelism")this.make({edit:r,
transformation:o,parallelism:Number(a)});else if(a===""){let s=l=>l.edit===r&&l.transformation===o;this.send(this.made.filter(l=>!s(l)))}else this.make({edit:r,transformation:o,max_parallelism:Number(a)})}changePartitioner(e,n,r){let i=e.layers.
find(({name:d})=>d==="stream")?.edges.find(({id:d})=>d===n.edge),o=i&&z(e,i.target);if(!i||!o)return;let s=Number(i.details.find(([d])=>d==="input")?.[1]??1),{transformation:l}=o;this.make({edit:"InsertPartitioner",transformation:l,partitioner:r,
input_number:s-1})}make(e){this.send(this.with(this.made,e))}with(e,n){return wt(e,n,this.pristine?this.original:null)}};function Pt(t,e,n){let{root:r,range:a}=t;r.addEventListener("click",s=>tr(s,e)),r.addEventListener("keydown",s=>rr(s,e)),r.addEventListener("change",s=>{e.change(s.target)}),a.addEventListener("input",()=>e.jump(Number(a.value))),a.addEventListener(
"change",()=>e.settle()),t.words.addEventListener("toggle",()=>e.words());let i=t.get("scene");i.addEventListener("pointerover",s=>e.point(Fe(s.target))),i.addEventListener("pointerleave",()=>e.point(null)),i.addEventListener("focusin",s=>e.
select(Fe(s.target))),i.addEventListener("wheel",s=>ar(s,e),{passive:!1}),i.addEventListener("pointerdown",s=>ir(s,e));let o=new ResizeObserver(n);return o.observe(r),()=>o.disconnect()}function tr(t,e){let n=t.target,r=n.closest("[data-act\
],[data-layer],[data-look],[data-undo],[data-walk],[data-variant],[data-class]")?.dataset;if(!r){n.closest(".scene")&&e.select(Fe(n));return}r.layer!==void 0?e.goTo(Number(r.layer)):r.look!==void 0?e.select(r.look):r.undo!==void 0?e.undo(Number(
r.undo)):r.walk!==void 0?e.walk(r.walk):r.class!==void 0?e.name(r.class):r.variant!==void 0?e.variant(Number(r.variant)):e.act(r.act)}var nr={ArrowRight:"next",ArrowLeft:"back","+":"in","=":"in","-":"out",0:"fit"};function rr(t,e){if(t.ctrlKey||
t.metaKey||t.altKey)return;let n=t.target;if(n.matches("select, input:not([type=range])"))return;let r=n.matches("button, summary"),{key:a}=t,i=nr[a],o=Number(a)-1;if(i)e.act(i);else if(a==="ArrowDown")_t(e,1);else if(a==="ArrowUp")_t(e,-1);else if(a===
" "&&!r)e.act("play");else if(a==="Enter"&&!r)e.act("apply");else if(a==="Home")e.goTo(0);else if(a==="End")e.goTo(e.layers()-1);else if(a==="Escape")e.select(null);else if(o>=0&&o<e.layers())e.goTo(o);else return;t.preventDefault(),t.stopPropagation()}
function _t(t,e){let n=t.scene(),r=n.order(),a=t.selected(),i=a===null?-1:r.indexOf(a),o=r[i<0?e>0?0:r.length-1:(i+e+r.length)%r.length];o!==void 0&&(n.elementOf(o)?.focus(),t.select(o))}function ar(t,e){!t.ctrlKey&&!t.metaKey||(t.preventDefault(),
te(e,Math.exp(-t.deltaY*.002)))}function te(t,e){let n=t.scene(),r=e===0?1:C(n.zoom*e,.5,30),a=r/n.zoom;n.pan=e===0?{x:0,y:0}:{x:n.pan.x*a,y:n.pan.y*a},n.zoom=r,t.redraw()}function ir(t,e){let n={...e.scene().pan},r=i=>{let[o,s]=[i.clientX-
t.clientX,i.clientY-t.clientY];Math.hypot(o,s)<4||(e.scene().pan={x:n.x+o,y:n.y+s},e.redraw())},a=()=>{window.removeEventListener("pointermove",r),window.removeEventListener("pointerup",a)};window.addEventListener("pointermove",r),window.addEventListener(
"pointerup",a)}function Fe(t){return t?.closest("[data-id]")?.dataset.id??null}var or=1e3,Dt=700,sr=700,ve=class{constructor(e){this.viewer=e}position=0;wanted=0;playing=!1;pause=0;frame=0;stillness=window.matchMedia("(prefers-reduced-motion: reduce)");get last(){return this.viewer.count()-1}jump(e){this.stop(),this.position=
C(e,0,this.last),this.wanted=Math.round(this.position),this.viewer.moment(this.position,this.position!==this.wanted,1),this.position===this.wanted&&this.viewer.still(!1)}goTo(e){this.stop(),this.fly(C(e,0,this.last))}toggle(){let e=!this.playing;
this.stop(),this.playing=e,e?this.position===this.last?(this.position=this.wanted=0,this.viewer.moment(0,!1,1),this.pause=window.setTimeout(()=>this.fly(1),Dt)):this.fly(Math.floor(this.position)+1):this.fly(Math.round(this.position)),this.
viewer.played()}blend(){this.stop(),this.position=C(this.position,0,this.last),this.wanted=C(this.wanted,0,this.last),this.run(sr,e=>{this.viewer.moment(this.position,e<1,e),!(e<1)&&(this.position===this.wanted?this.viewer.still(!1):this.fly(
this.wanted))})}stop(){window.cancelAnimationFrame(this.frame),window.clearTimeout(this.pause),this.playing=!1}fly(e){this.wanted=e;let n=this.position,r=n===e?0:or*Math.sqrt(Math.abs(e-n));this.run(r,a=>{this.position=a<1?n+(e-n)*a:e,this.
viewer.moment(this.position,a<1,1),a>=1&&this.arrive()})}arrive(){this.viewer.still(!0),this.playing&&(this.wanted<this.last?this.pause=window.setTimeout(()=>this.fly(this.wanted+1),Dt):(this.playing=!1,this.viewer.played()))}run(e,n){let r=performance.
now(),a=i=>{let o=e===0||this.stillness.matches?1:C((i-r)/e,0,1);o<1&&(this.frame=window.requestAnimationFrame(a)),n(o)};a(r)}};function I(t){let e=[t[0].x,t[0].y];for(let n=1;n<t.length;n++){let r=t[n-1],a=t[n],i=r.y===a.y?(a.x-r.x)/3:Math.max(14,(a.x-r.x)*.5);e.push(r.x+i,r.y,a.x-i,a.y,a.x,a.y)}return e}function Ft(t,e){let[n,r]=t.slice(-2),[a,i]=e;if(n===a&&r===i)
return[...t,...e.slice(2)];let o=(a-n)/3;return[...t,n+o,r,a-o,i,...e]}function xe(t,e){let[n,r]=[t,e];for(;n.length<r.length;)n=Vt(n);for(;r.length<n.length;)r=Vt(r);return[n,r]}function we(t,e,n){return n<=0?t:n>=1?e:t.map((r,a)=>r+(e[a]-
r)*n)}function Bt(t){let e=(t.length-2)/6,n=jt(t),r=e%2===1&&e>1?(e-1)/2:n,[a,i,o,s,l,d,c,p]=t.slice(r*6,r*6+8),m=(h,f,b,k)=>(h+3*f+3*b+k)/8;return{x:m(a,o,l,c),y:m(i,s,d,p)}}function lr(t){return{x:t[t.length-2],y:t[t.length-1]}}function U(t){
let e=`M${O(t[0])} ${O(t[1])}`;for(let n=2;n<t.length;n+=6)e+=`C${O(t[n])} ${O(t[n+1])} ${O(t[n+2])} ${O(t[n+3])} ${O(t[n+4])} ${O(t[n+5])}`;return e}function Gt(t,e){let{x:n,y:r}=lr(t);return`M${O(n)} ${O(r)}l${-e} ${-e*.55}v${e*1.1}z`}function Vt(t){
let e=jt(t)*6,[n,r,a,i,o,s,l,d]=t.slice(e,e+8),c=(Ne,Oe)=>(Ne+Oe)/2,[p,m,h,f,b,k]=[c(n,a),c(r,i),c(a,o),c(i,s),c(o,l),c(s,d)],[v,M,W,Y]=[c(p,h),c(m,f),c(h,b),c(f,k)],oe=[p,m,v,M,c(v,W),c(M,Y),W,Y,b,k,l,d];return[...t.slice(0,e+2),...oe,...t.
slice(e+8)]}function jt(t){let e=0,n=-1;for(let r=0;r+6<t.length;r+=6){let a=Math.hypot(t[r+6]-t[r],t[r+7]-t[r+1]);a>n&&([n,e]=[a,r/6])}return e}function O(t){return Math.round(t*10)/10}var A=28,F=21,R=11,Be=30,dr=250,cr=new Set(["chain","subtask","vertex"]),pr=new Set(["slot","task manager","job manager","resource manager"]);function zt(t){let e=new Map(t.nodes.map(n=>[n.id,n]));return{layer:t,nodes:e,boxes:new Map,ways:new Map,
stubs:new Map,width:0,height:0}}function B(t){return Z(t.label,dr-20,"t2")}function Ht(t){return cr.has(t.kind)}function Ut(t){return pr.has(t.kind)}function ne(t){return Math.max(46,T(B(t),"t2")+22)}function q(t){return t.label?T(t.label,"\
strong")+20:0}function re(t){return t.caption}function Se(t,e,n){let r=t?.boxes.get(e);return r?r.y+r.height/2:n*.001}function Ee(t,e,n,r,a){t.boxes.set(n,{...r,width:e.width,height:e.height});for(let[i,o]of e.boxes)t.boxes.set(a(i),{...o,x:r.
x+o.x,y:r.y+o.y})}function Ce(t,e,n){let r=t.boxes.get(e),a=t.boxes.get(n);return I([{x:r.x+r.width,y:r.y+r.height/2},{x:a.x,y:a.y+a.height/2}])}function Te(t,e,n){let r=t.boxes.get(e.source);if(!r||!e.source.startsWith("o"))return;let a={x:r.
x+r.width,y:r.y+r.height/2},i={x:a.x+Be,y:n.y},o=a.y===n.y||n.x<i.x?[a,n]:[a,i,n];t.stubs.set(e.id,I(o))}function Ge(t,e,n,r,a){if(a<=0)return r>=e&&r<=n?t[r]??null:null;if(a>=1)return r+1>=e&&r+1<=n?t[r+1]??null:null;let i=t[r],o=t[r+1];if(!i||!o)return null;let s=Ae(i,o,a);return o.opacity===0?s.opacity=i.opacity*Math.max(0,1-1.7*a):i.opacity===
0&&(s.opacity=o.opacity*Math.max(0,1.7*a-.7)),s}function Ae(t,e,n){return{x:P(t.x,e.x,n),y:P(t.y,e.y,n),width:P(t.width,e.width,n),height:P(t.height,e.height,n),opacity:P(t.opacity,e.opacity,n)}}function je(t,e,n){let r=Math.exp(P(Math.log(
t.scale),Math.log(e.scale),n));return{x:P(t.x,e.x,n),y:P(t.y,e.y,n),scale:r}}function P(t,e,n){return t+(e-t)*n}function G(t){return t<.5?4*t*t*t:1-(-2*t+2)**3/2}function w(t){return Math.round(t*10)/10}var ur="http://www.w3.org/2000/svg";function S(t,e=""){let n=document.createElementNS(ur,t);return e&&n.setAttribute("class",e),n}function E(t,e){return t.append(e),e}function qt(t,e){let n=t.nodes[t.first],r=n.kind.replace(" ","-"),a=E(e,S(
"g",`node ${t.body} ${r}`));a.dataset.id=t.id,a.setAttribute("role","button"),a.setAttribute("tabindex","-1"),a.style.display="none";let i=E(a,S("rect","box"));i.setAttribute("rx",t.body==="pill"?mr(n)?"14":"8":"11");let o=E(a,S("text",t.body===
"pill"?"t2 label":"t3 label strong")),s=E(a,S("text","t3 caption"));return{track:t,group:a,rect:i,label:o,caption:s,shown:!1,drawn:"",at:"",opacity:"",pose:null}}function mr(t){return t.kind==="partition"||t.kind==="union"||t.kind==="side o\
utput"}function Jt(t,e,n,r){let{label:a,caption:i,group:o,track:s}=t,l=e.label||String(e.details.find(([c])=>c==="name")?.[1]??e.id);o.setAttribute("aria-label",`${e.kind} ${l}${e.caption?`, ${e.caption}`:""}`);let d=(c,p,m,h)=>{c.setAttribute(
"x",String(w(p))),c.setAttribute("y",String(w(m))),c.textContent!==h&&(c.textContent=h)};if(s.body==="pill"){let c=r.layer.name==="transformations"||r.layer.name==="stream";d(a,n.width/2,n.height/2+4.5,B(e)),d(i,n.width/2,n.height+15,c?Z(e.
caption,190,"t3"):"")}else e.kind==="job manager"||e.kind==="resource manager"?(d(a,13,22,e.label),d(i,13,40,e.caption)):(d(a,12,17,e.label),d(i,12,e.label?34:17,Z(e.caption,n.width-20,"t3")))}function Kt(t,e,n,r){let a=t.control?"control":
t.chained?"chained":"network",i=E(e,S("g",`wire ${a}`));i.dataset.id=t.id,i.setAttribute("role","button"),i.setAttribute("tabindex","-1"),i.setAttribute("aria-label",t.verdict?.sentence??`edge ${t.id} ${t.edge.label}`),i.style.display="none";
let o=E(i,S("path","near")),s=E(i,S("path","far")),l=E(i,S("path","heads")),d=E(i,S("path","hit")),p=t.strands.some(({stubs:b})=>b.some(k=>k!==void 0))?E(r,S("path",`stub ${a}`)):null,h=t.chip.some(b=>b!==void 0)?E(n,S("g",`chip ${a}`)):null,
f=null;if(h){h.dataset.id=t.id,h.style.display="none",f=E(h,S("rect")),f.setAttribute("rx","10");let b=E(h,S("text","t3"));b.setAttribute("y","4.5"),b.textContent=t.edge.label}return{wire:t,group:i,near:o,far:s,heads:l,hit:d,stub:p,chip:h,chipRect:f,
shown:!1,opacity:"",pairs:[],stubs:[],ways:[],strength:0,chipPose:null}}function ze(t,e,n){t.shown!==n&&(t.shown=n,e.style.display=n?"":"none")}function He(t,e,n){let r=n<.995?n.toFixed(2):"";r!==t.opacity&&(e.style.opacity=t.opacity=r)}function J(t,e,n){let r=hr(t,e),a=Math.max(0,...r.values())+1,i=new Map,o=Array.from({length:a},()=>[]),s=(d,c,p)=>{let m={block:d,column:c,height:p,order:0,y:0,before:[],behind:[]};return o[c].push(m),m};for(let d of t)i.set(d.id,s(d,r.get(
d.id),d.height));let l=e.map(([d,c])=>{let p=[],m=i.get(d),h=i.get(c);for(let f=m.column+1;f<h.column;f++){let b=s(null,f,14);Yt(m,b),p.push(b),m=b}return m.column<h.column&&Yt(m,h),p});return fr(o),kr(o,n.row),yr(t,i,r,o,l,br(e,r,a,n))}function Yt(t,e){
t.behind.push(e),e.before.push(t)}function hr(t,e){let n=new Map(t.map(({id:s})=>[s,[]])),r=new Map(t.map(({id:s})=>[s,0]));for(let[s,l]of e)n.get(s).push(l),r.set(l,r.get(l)+1);let a=new Map(t.map(({id:s})=>[s,0])),i=t.filter(({id:s})=>r.get(
s)===0).map(({id:s})=>s);for(let s=0;s<i.length;s++){let l=i[s];for(let d of n.get(l))a.set(d,Math.max(a.get(d),a.get(l)+1)),r.set(d,r.get(d)-1),r.get(d)===0&&i.push(d)}let o=new Set(e.map(([,s])=>s));for(let{id:s}of t){let l=Math.min(...n.
get(s).map(d=>a.get(d)));!o.has(s)&&Number.isFinite(l)&&a.set(s,Math.max(0,l-1))}return a}function fr(t){let e=t.flat();for(let a of t){let i=s=>s.block?.hint??(s.before[0]?i(s.before[0]):0),o=new Map(a.map(s=>[s,i(s)]));a.sort((s,l)=>o.get(
s)-o.get(l))}gr(t);let n=e.map(a=>a.order),r=Zt(t);for(let a=0;a<12&&r>0;a++){let i=a%2===0;for(let s of i?t:[...t].reverse()){let l=new Map(s.map(d=>{let c=i?d.before:d.behind,p=c.reduce((m,h)=>m+h.order,0);return[d,c.length>0?p/c.length:d.
order]}));s.sort((d,c)=>l.get(d)-l.get(c)||d.order-c.order),s.forEach((d,c)=>d.order=c)}let o=Zt(t);o<r&&([r,n]=[o,e.map(s=>s.order)])}e.forEach((a,i)=>a.order=n[i]);for(let a of t)a.sort((i,o)=>i.order-o.order)}function gr(t){for(let e of t)
e.forEach((n,r)=>n.order=r)}function Zt(t){let e=0;for(let n of t){let r=[];for(let a of n)for(let i of[...a.behind].sort((o,s)=>o.order-s.order)){let o=r.length;for(;o>0&&r[o-1]>i.order;)o--;e+=r.length-o,r.splice(o,0,i.order)}}return e}function kr(t,e){
for(let n of t){let a=-n.reduce((i,o)=>i+o.height+e,-e)/2;for(let i of n)i.y=a+i.height/2,a+=i.height+e}for(let n=0;n<12;n++)for(let r of n%2===0?t:[...t].reverse())Xt(r,e,a=>n%2===0?a.before:a.behind);for(let n of t)Xt(n,e,r=>[...r.before,
...r.behind])}function Xt(t,e,n){let r=[],a=[],i=0;t.forEach((o,s)=>{s>0&&(i+=(t[s-1].height+o.height)/2+e),a.push(i);let l=n(o),d=l.length>0?l.reduce((p,{y:m})=>p+m,0)/l.length:o.y,c=o.block===null?4:l.length>0?1:.05;for(r.push({sum:(d-i)*
c,weight:c,first:s});r.length>1;){let p=r[r.length-1],m=r[r.length-2];if(m.sum/m.weight<=p.sum/p.weight)break;m.sum+=p.sum,m.weight+=p.weight,r.pop()}}),r.forEach((o,s)=>{let l=r[s+1]?.first??t.length;for(let d=o.first;d<l;d++)t[d].y=o.sum/
o.weight+a[d]})}function br(t,e,n,{column:r,labels:a=[]}){let i=new Array(n).fill(0);return t.forEach(([o,s],l)=>{let d=Math.floor((e.get(o)+e.get(s)-1)/2);d>=0&&(i[d]=Math.max(i[d],a[l]??0))}),i.map(o=>r+o)}function yr(t,e,n,r,a,i){let o=r.
flat(),s=o.reduce((h,{y:f,height:b})=>Math.min(h,f-b/2),1/0),l=o.reduce((h,{y:f,height:b})=>Math.max(h,f+b/2),-1/0),d=[],c=0;r.forEach((h,f)=>{let b=Math.max(0,...h.map(({block:k})=>k?.width??0));d.push({x:c,width:b}),c+=b+(f+1<r.length?i[f]:
0)});let p=new Map(t.map(({id:h,width:f,height:b})=>{let k=e.get(h),v=d[k.column];return[h,{x:v.x+(v.width-f)/2,y:k.y-b/2-s}]})),m=a.map(h=>h.flatMap(f=>{let b=d[f.column];return[{x:b.x,y:f.y-s},{x:b.x+b.width,y:f.y-s}]}));return{at:p,column:n,
columns:d,bends:m,width:c,height:Math.max(0,l-s)}}var Re=class{inside=new Map;chainOf=new Map;placed=null;links=[];order=new Map;constructor(e){let n=e.layers.find(({name:i})=>i==="job");if(!n)return;let r=new Map;for(let i of n.nodes)i.parent===null?r.set(i.id,r.get(i.id)??[]):r.set(i.parent,
[...r.get(i.parent)??[],i]);for(let i of n.nodes.filter(({parent:o})=>o===null)){let o=r.get(i.id);for(let{id:s}of o)this.chainOf.set(s,i.id);this.chainOf.set(i.id,i.id),this.inside.set(i.id,vr(i,o,n.edges))}let a=n.edges.filter(i=>this.frame(
i.source)!==this.frame(i.target));this.links=a.map(({source:i,target:o})=>[this.frame(i),this.frame(o)])}frame(e){return this.chainOf.get(e)??e}};function vr(t,e,n){let r=new Map,a=new Map,i=new Set(e.map(({id:k})=>k)),o=new Set(n.filter(k=>!i.
has(k.target)).map(({source:k})=>k)),s=new Map(e.map(({id:k})=>[k,[]])),l=new Set;for(let{source:k,target:v}of n){let M=e.find(({id:W})=>W===v);!i.has(k)||!M||(s.get(k).push(M),l.add(v))}let d=F+R/2,c=0,p=(k,v)=>{let M=ne(k),W=s.get(k.id),Y=c;
W.forEach((Oe,Sn)=>{Sn>0&&c++,p(Oe,v+M+Be)});let oe=d+Y*(A+10);r.set(k.id,{x:v,y:oe,width:M,height:A}),W.length>0&&o.has(k.id)&&c++;let Ne=W.length>0?d+c*(A+10):oe;return a.set(k.id,Ne+A/2),Y};e.filter(({id:k})=>!l.has(k)).forEach((k,v)=>{v>
0&&c++,p(k,R)});let m=Math.max(0,...[...r.values()].map(({x:k,width:v})=>k+v)),h=e.length>0?re(t):B(t),f=T(h,"t3")+2*R+4,b=e.length>0?d+c*(A+10)+A:F+12;return{width:Math.max(m+R,f),height:b+R,boxes:r,exits:a}}function Qt(t,e,n){let{layer:r}=t,
a=r.nodes.filter(({parent:c})=>c===null),i=a.map((c,p)=>{let{width:m,height:h}=e.inside.get(c.id),f=r.nodes.filter(({parent:k})=>k===c.id),b=Se(n,f[0]?.id??c.id,p);return{id:c.id,width:m,height:h,hint:b}}),o=r.edges.filter(c=>e.frame(c.source)!==
e.frame(c.target)),s=o.map(q),l=J(i,e.links,{row:24,column:54,labels:s});e.placed=l;for(let{id:c}of a)e.order.set(c,l.at.get(c).y),Ee(t,e.inside.get(c),c,l.at.get(c),p=>p);let d=new Map;o.forEach((c,p)=>{let m=e.frame(c.target),h=o.filter(M=>e.
frame(M.target)===m).length,f=d.get(m)??0;d.set(m,f+1);let b=(f-(h-1)/2)*Math.min(9,24/Math.max(1,h-1)),k=wr(t,e,c.source),v=[k,...l.bends[p]];Te(t,c,k),t.ways.set(c.id,I([...v,xr(t,c.target,m,b)]))});for(let c of r.edges)t.ways.has(c.id)||
t.ways.set(c.id,Ce(t,c.source,c.target));[t.width,t.height]=[l.width,l.height]}function xr(t,e,n,r){let a=t.boxes.get(n),i=t.boxes.get(e);return{x:a.x,y:i.y+i.height/2+r}}function wr(t,e,n){let r=e.frame(n),a=t.boxes.get(r),i=e.inside.get(r).
exits.get(n)??a.height/2;return{x:a.x+a.width,y:a.y+i}}var Le=10,D=9,en=62,nn=24,tn=14,Sr=60,Er=150;function qe(t){return t.slice(t.lastIndexOf("/")+1)}function rn(t,e,n){let r=n.id.split("/")[0],a=e.inside.get(r),i=a&&[...a.boxes.keys()][0],o=T(re(n),"t3")+2*R+4;return a&&i!==void 0&&t.nodes.has(
`${i}/${qe(n.id)}`)?{...a,width:Math.max(a.width,o)}:{width:o,height:F+8,boxes:new Map,exits:new Map}}function an(t,e,n,r){Ee(t,e,n.id,r,a=>`${a}/${qe(n.id)}`)}function on(t,e){let{layer:n}=t,r=new Map;for(let s of n.nodes){if(s.kind!=="sub\
task")continue;let l=s.id.split("/")[0],d=r.get(l)??{nodes:[],shapes:[]};d.nodes.push(s),d.shapes.push(rn(t,e,s)),r.set(l,d)}let a=[...r].map(([s,{shapes:l}])=>{let d=t.nodes.get(s),c=d?T(re(d),"t3")+2*R+4:0,p=Math.max(c,...l.map(h=>h.width+
2*R)),m=l.reduce((h,f)=>h+f.height+Le,-Le);return{id:s,width:p,height:m+F+4+R,hint:e.order.get(s)??0}}),i=e.links.filter(([s,l])=>r.has(s)&&r.has(l)),o=J(a,i,{row:26,column:Er});e.placed=o;for(let{id:s,width:l,height:d}of a){let c=o.at.get(
s);t.boxes.set(s,{...c,width:l,height:d});let{nodes:p,shapes:m}=r.get(s),h=c.y+F+4;p.forEach((f,b)=>{let k=m[b],v={...k,width:l-2*R};an(t,v,f,{x:c.x+R,y:h}),h+=k.height+Le})}sn(t,e),[t.width,t.height]=[o.width,o.height]}function sn(t,e){let n=new Map;
for(let r of t.layer.edges)if(!(!t.boxes.has(r.source)||!t.boxes.has(r.target)))if(r.kind==="chained"||r.kind==="control")t.ways.set(r.id,Ce(t,r.source,r.target));else{let a=Ue(e,r.target);n.set(a,[...n.get(a)??[],r])}for(let r of n.values()){
let a=Math.min(7,26/Math.max(1,r.length-1));r.forEach((i,o)=>{let s=(o-(r.length-1)/2)*a;t.ways.set(i.id,Cr(t,e,i,s))})}}function Ue(t,e){return e.startsWith("o")?`${t.frame(e.split("/")[0])}/${qe(e)}`:e}function Cr(t,e,n,r){let a=t.boxes.get(
Ue(e,n.source))??t.boxes.get(n.source),i=t.boxes.get(Ue(e,n.target))??t.boxes.get(n.target),o=n.source.split("/")[0],s=e.inside.get(e.frame(o))?.exits,l=(n.source.startsWith("o")?s?.get(o):void 0)??a.height/2,d=n.target.startsWith("o")?t.boxes.
get(n.target):void 0,c=d?d.y+d.height/2:i.y+i.height/2,p={x:a.x+a.width,y:a.y+l};return Te(t,n,p),I([p,{x:i.x,y:c+r}])}function ln(t,e){let{layer:n,boxes:r}=t,a=e.placed;if(!a)return;let i=n.nodes.filter(({kind:d})=>d==="job manager"||d==="\
resource manager"),o=Ar(t,i),s=a.width+en+2*D,l=0;for(let d of n.nodes.filter(({kind:c})=>c==="task manager")){let c=l;l+=nn;for(let p of n.nodes.filter(({parent:m})=>m===d.id)){let m=n.nodes.filter(({parent:f})=>f===p.id),h=Rr(t,e,a,m,o+en+
D,l);r.set(p.id,{x:o+D,y:l,width:s-2*D+8,height:h}),l+=h+D}r.set(d.id,{x:o,y:c,width:s+8,height:l-c}),l+=tn}t.height=Math.max(l-tn,...[...r.values()].map(d=>d.y+d.height)),t.width=o+s+8,sn(t,e);for(let d of n.edges)d.kind==="control"&&Tr(t,
d)}function Tr(t,e){let n=t.boxes.get(e.source),r=t.boxes.get(e.target),a=r.x<n.x+n.width,i=n.x+n.width/2,o=r.y-n.y-n.height,s=[i,n.y+n.height,i,n.y+n.height+o/3,i,r.y-o/3,i,r.y],l={x:n.x+n.width,y:n.y+n.height/2};t.ways.set(e.id,a?s:I([l,{
x:r.x,y:r.y+nn/2}]))}function Ar(t,e){if(e.length===0)return 0;let n=Math.max(...e.map(r=>Math.max(T(r.label,"strong"),T(r.caption,"t3"))));return e.forEach((r,a)=>{t.boxes.set(r.id,{x:0,y:a*100,width:n+26,height:54})}),n+26+Sr}function Rr(t,e,n,r,a,i){
let o=new Map,s=0;for(let l of r){let d=l.id.split("/")[0],c=rn(t,e,l),p=n.column.get(d)??0,m=i+D+(o.get(p)??0);an(t,c,l,{x:a+R+(n.at.get(d)?.x??0),y:m}),o.set(p,(o.get(p)??0)+c.height+Le),s=Math.max(s,m+c.height-i)}return Math.max(s,A+D)+D}var Je=18,Lr=20;function dn(t){let e=[],n=new Re(t);for(let r of t.layers){let a=e[e.length-1],i=zt(r);r.name==="job"?Qt(i,n,a):r.name==="execution"?on(i,n):r.name==="slots"?ln(i,n):Mr(i,a),e.push(i)}return e}function Mr(t,e){let{layer:n}=t,
r=n.nodes.map((i,o)=>({id:i.id,width:Math.max(ne(i),Math.min(T(i.caption,"t3"),190)),height:A+2*Je,hint:Se(e,i.origin??i.id,o)})),a=J(r,$r(n.edges),{row:Lr-Je+8,column:44,labels:n.edges.map(q)});for(let i of r){let o=t.nodes.get(i.id),{x:s,
y:l}=a.at.get(i.id),d=ne(o);t.boxes.set(o.id,{x:s+(i.width-d)/2,y:l+Je,width:d,height:A})}Nr(t,n.edges,a),[t.width,t.height]=[a.width,a.height]}function $r(t){return t.map(({source:e,target:n})=>[e,n])}function Nr(t,e,n){let r=Or(e,t);e.forEach(
(a,i)=>{let o=t.boxes.get(a.source),s=t.boxes.get(a.target),[l,d]=r.get(a);t.ways.set(a.id,I([{x:o.x+o.width,y:o.y+o.height/2+l},...n.bends[i],{x:s.x,y:s.y+s.height/2+d}]))})}function Or(t,e){let n=new Map(t.map(a=>[a,[0,0]])),r=a=>{let i=e.
boxes.get(a);return i.y+i.height/2};for(let[a,i,o]of[[0,"source","target"],[1,"target","source"]]){let s=new Map;for(let l of t)s.set(l[i],[...s.get(l[i])??[],l]);for(let l of s.values()){if(l.length===1)continue;l.sort((c,p)=>r(c[o])-r(p[o]));
let d=Math.min(7,18/(l.length-1));l.forEach((c,p)=>{n.get(c)[a]=(p-(l.length-1)/2)*d})}}return n}var cn=20;function Ke(t){let e=dn(t),n=Vr(t,e);return{stages:e,boxes:Ir(e,n),wires:n}}function Ir(t,e){let n=new Map;t.forEach((a,i)=>{for(let o of a.layer.nodes){let s=n.get(o.id);(!s||s.last!==i-1)&&(s=Wr(o,i,t.length),n.set(n.has(o.id)?`${o.
id}@${i}`:o.id,s)),s.last=i,s.nodes[i]=o;let l=a.boxes.get(o.id);l&&(s.poses[i]={...l,opacity:1})}});let r=[...n.values()];for(let a of r)_r(a,t),Dr(a,t,r,e);return r}function Wr(t,e,n){return{id:t.id,body:Ut(t)?"place":Ht(t)?"frame":"pill",
nodes:new Array(n),poses:new Array(n),first:e,last:e,lands:!1}}function _r(t,e){let{first:n,nodes:r,poses:a}=t,i=a[n];if(n===0||!i)return;let o=e[n-1],s=r[n],l=s.origin===null?void 0:o.boxes.get(s.origin);if(l){let p=e[n].nodes.has(s.origin);
a[n-1]={...l,opacity:p?0:1};return}let d=t.body==="frame"?e[n].layer.nodes.filter(p=>p.parent===s.id):[],c=Pr(d.map(p=>o.boxes.get(p.id)??o.boxes.get(p.origin??"")));a[n-1]={...c??i,opacity:0}}function Pr(t){let e=t.filter(o=>o!==void 0);if(e.
length===0)return null;let n=Math.min(...e.map(o=>o.x))-10,r=Math.min(...e.map(o=>o.y))-24,a=Math.max(...e.map(o=>o.x+o.width))+10,i=Math.max(...e.map(o=>o.y+o.height))+10;return{x:n,y:r,width:a-n,height:i-r}}function Dr(t,e,n,r){let{last:a,
nodes:i,poses:o,id:s}=t,l=o[a];if(a+1>=e.length||!l)return;let d=n.filter(m=>m.first===a+1&&m.nodes[a+1]?.origin===s);if(d.length>1||d.length===1&&t.body==="frame")return;let c=d[0]?.poses[a+1],p=r.find(m=>i[a].lands_on.includes(m.id))?.chip[a+
1];t.lands=p!==void 0,o[a+1]={...c??p??l,opacity:0}}function Vr(t,e){let n=new Map(t.verdicts.map(s=>[s.edge,s])),r=new Map,a=e.findIndex(({layer:s})=>s.name==="execution");(a<0?e:e.slice(0,a)).forEach((s,l)=>{for(let d of s.layer.edges){let c=r.
get(d.id),p=c??pn(d,l,e.length,n.get(d.id));p.edge=c&&!d.label?c.edge:d,p.last=l,p.single=l,Ye(p.strands[0],s,l,d),r.set(d.id,p)}});let o=[...r.values()];if(Fr(o,e),a>0)for(let s of o)jr(s,e,a);for(let s of o)Ur(s,e);return[...o,...Hr(e,a)]}
function pn(t,e,n,r){return{id:t.id,edge:t,verdict:r,first:e,last:e,single:e,control:t.kind==="control",chained:r?.chained??t.kind==="chained",strands:[un(t,n)],chip:new Array(n)}}function un(t,e){return{ways:new Array(e),stubs:new Array(e),
remote:!1,source:t.source,target:t.target}}function Ye(t,e,n,r){t.ways[n]=e.ways.get(r.id),t.stubs[n]=e.stubs.get(r.id)}function Fr(t,e){let[n,r]=e;if(n?.layer.name!=="transformations"||r?.layer.name!=="stream")return;let a=new Set;for(let i of t.
filter(o=>o.first===1)){let o=[i.edge.source,i.edge.target].map(l=>r.nodes.get(l)?.origin??l),s=Gr(n,o[0],o[1],i.id);if(s.length!==0){for(let l of s)a.add(l.id);i.strands[0].ways[0]=Br(n,s),i.first=0}}for(let i of a){let o=t.findIndex(s=>s.
id===i&&s.single===0);o>=0&&t.splice(o,1)}}function Br(t,e){return e.map(n=>t.ways.get(n.id)).reduce(Ft)}function Gr(t,e,n,r){let a=new Set([e]),i=o=>{for(let s of t.layer.edges){if(s.source!==o)continue;if(s.target===n)return[s];if(a.has(s.
target)||!t.nodes.get(s.target)?.lands_on.includes(r))continue;a.add(s.target);let d=i(s.target);if(d)return[s,...d]}return null};return i(e)??[]}function jr(t,e,n){if(t.single!==n-1)return;let r=t.strands[0].ways[n-1],a=e.slice(n),i=zr(t,e,
n);if(!(!r||i.length===0)){for(let o of i)o.ways[n-1]=r,t.strands.push(o);t.last=n+a.length-1}}function zr(t,e,n){let r=new Map;return e.slice(n).forEach((a,i)=>{for(let o of a.layer.edges){if(o.kind==="control"||o.origin!==t.id&&!r.has(o.id))
continue;let s=r.get(o.id)??un(o,e.length);Ye(s,a,n+i,o),s.remote=o.kind==="remote",r.set(o.id,s)}}),[...r.values()]}function Hr(t,e){if(e<0)return[];let n=[];return t.forEach((r,a)=>{for(let i of a<e?[]:r.layer.edges){if(i.kind!=="control")
continue;let o=pn(i,a,t.length,void 0);Ye(o.strands[0],r,a,i),n.push(o)}}),n}function Ur(t,e){let n=q(t.edge);n!==0&&e.forEach((r,a)=>{let o=(a<=t.single?t.strands.slice(0,1):t.strands.slice(1)).map(m=>m.ways[a]).filter(m=>m!==void 0);if(o.
length===0)return;let s=o.map(Bt),l=s.reduce((m,h)=>m+h.x,0)/s.length,d=s.reduce((m,h)=>m+h.y,0)/s.length,c={x:l-n/2,y:d-cn/2,width:n,height:cn,opacity:1},{name:p}=r.layer;if((p==="slots"||t.chained&&p!=="stream")&&(c.opacity=0),p==="transf\
ormations"){let m=r.layer.nodes.find(f=>f.kind==="partition"&&f.lands_on.includes(t.id)),h=m&&r.boxes.get(m.id);h&&Object.assign(c,h,{height:A}),c.opacity=0}t.chip[a]=c})}function mn(t,e){let n=t[e],r=t[e+1];if(n&&r)return xe(n,r);let a=n??
r;return a?[a,a]:null}var Me=class{canvas=document.createElement("canvas");context=this.canvas.getContext("2d");colours={};ink="";ground="";font="";width=0;height=0;constructor(){this.canvas.className="flight",this.canvas.setAttribute("aria-hidden","true"),this.
canvas.hidden=!0}resize(e,n){[this.width,this.height]=[e,n];let r=Math.min(2,window.devicePixelRatio||1);this.canvas.width=Math.round(e*r),this.canvas.height=Math.round(n*r),this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}px`}begin(){
let e=getComputedStyle(this.canvas),n=a=>e.getPropertyValue(`--${a}`).trim(),r=(a,i)=>({fill:n(a),stroke:n(i)});this.ink=n("ink"),this.ground=n("panel"),this.font=e.fontFamily,this.colours={source:r("focusbg","focus"),sink:r("focusbg","focu\
s"),operator:r("panel","line2"),partition:r("wmsoft","wmink"),union:r("wmsoft","wmink"),"side output":r("wmsoft","wmink"),chain:r("panesoft","pane"),vertex:r("panesoft","pane"),subtask:r("panel","pane"),slot:r("panel","line2"),"task manager":r(
"soft","line2"),"job manager":r("tmsoft","tm"),"resource manager":r("tmsoft","tm"),chained:r("panel","pane"),network:r("panel","focus"),control:r("panel","tm")}}draw(e,n,r,a){let{context:i}=this,o=this.canvas.width/Math.max(1,this.width);i.
setTransform(1,0,0,1,0,0),i.fillStyle=this.ground,i.fillRect(0,0,this.canvas.width,this.canvas.height);let s=r.scale*o;i.setTransform(s,0,0,s,r.x*o,r.y*o);let[l,d]=[e.slice(0,2),e.slice(2)],c=n.filter(({wire:p})=>!p.chained);for(let p of l)
this.drawBoxes(p,r,!1);this.drawLines(c,r),d.forEach((p,m)=>{this.drawBoxes(p,r,a&&m===d.length-1),m===0&&this.drawLines(n.filter(({wire:h})=>h.chained),r)}),i.globalAlpha=1}drawBoxes(e,n,r){let{context:a}=this;a.lineWidth=Math.max(1.4,.7/n.
scale),r&&(a.font=`500 13px ${this.font}`),a.textAlign="center";for(let{pose:i,track:o}of e){if(!i||i.opacity<=.01||this.isOutside(i.x,i.y,i.width,i.height,n))continue;let s=o.nodes[o.first],l=this.colours[s.kind];a.globalAlpha=i.opacity,a.
fillStyle=l.fill,a.strokeStyle=l.stroke,a.fillRect(i.x,i.y,i.width,i.height),a.strokeRect(i.x,i.y,i.width,i.height),r&&(a.fillStyle=this.ink,a.fillText(B(s),i.x+i.width/2,i.y+i.height/2+4.5))}}isOutside(e,n,r,a,i){let[o,s]=[e*i.scale+i.x,n*
i.scale+i.y];return o>this.width||s>this.height||o+r*i.scale<0||s+a*i.scale<0}drawLines(e,n){let{context:r}=this;for(let a of["control","network","chained"]){let i=a==="chained"?5:2;r.strokeStyle=this.colours[a].stroke,r.lineWidth=Math.max(
i,(a==="chained"?1.6:.8)/n.scale),r.globalAlpha=1,r.beginPath();for(let{wire:o,shown:s,ways:l,strength:d}of e){let c=o.control?"control":o.chained?"chained":"network";if(!(!s||c!==a||d<.5))for(let p of l){r.moveTo(p[0],p[1]);for(let m=2;m<p.
length;m+=6)r.bezierCurveTo(p[m],p[m+1],p[m+2],p[m+3],p[m+4],p[m+5])}}r.stroke()}}};var K=26,qr=1.4,Ze=.42,Jr=.55,Kr=700,Yr=6e3,Zr=260,ae=class{constructor(e){this.tracks=e;this.labelsFrom=e.stages[0]?.layer.name==="transformations"?1:0,this.svg=S("svg","lensPicture"),this.svg.setAttribute("role","group"),this.world=E(this.
svg,S("g","world"));let n=p=>E(this.world,S("g",p)),[r,a,i,o]=["places","outer","wires","frames"].map(n),s=n("joints"),l=n("pills"),d=n("chips");this.spot=E(i,S("path","spot"));let c=[...e.boxes].sort((p,m)=>m.last-p.last);for(let p of c){let h=p.
body==="frame"&&!p.id.includes("/")?a:o,f=p.body==="pill"?l:p.body==="frame"?h:r,b=qt(p,f);this.shapes.push(b),this.groups[[r,a,o,l].indexOf(f)].push(b)}for(let p of e.wires)this.lines.push(Kt(p,p.chained?s:i,d,s));i.append(this.spot),this.
element.append(this.svg,this.flight.canvas),this.element.className="sheet"}element=document.createElement("div");svg;world;shapes=[];lines=[];spot;groups=[[],[],[],[]];flight=new Me;width=0;height=0;camera={x:0,y:0,scale:1};labelsFrom;zoom=1;pan={
x:0,y:0};moving=!1;blendFrom=null;resize(e,n){[this.width,this.height]=[e,n],this.svg.setAttribute("width",String(e)),this.svg.setAttribute("height",String(n)),this.svg.setAttribute("viewBox",`0 0 ${e} ${n}`),this.flight.resize(e,n)}wantedHeight(e){
let n=this.tracks.stages.map(r=>{let a=Math.min(1.05,(e-2*K)/Math.max(1,r.width));return r.height*a+2*K});return Math.max(...n)}heightForLetters(e){let n=this.tracks.stages.map(r=>{let a=Math.min(Jr,(e-2*K)/Math.max(1,r.width));return a<Ze?
0:r.height*a+2*K});return Math.max(...n)}comeFrom(e){this.blendFrom=e}snapshot(){let e=new Map;for(let{track:a,pose:i}of this.shapes)i&&e.set(a.id,i);let n=new Map(this.lines.filter(({shown:a})=>a).map(a=>[a.wire.id,a.ways])),r=new Map;for(let{
wire:a,chipPose:i}of this.lines)i&&r.set(a.id,i);return{boxes:e,ways:n,chips:r,camera:this.camera}}draw(e,n,r=1){let a=this.tracks.stages.length-1,i=C(Math.floor(e),0,Math.max(0,a-1)),o=a===0?0:G(C(e-i,0,1));this.moving=n,r>=1&&(this.blendFrom=
null);let s=this.aim(i,o,r);for(let d of this.shapes)this.moveShape(d,i,o,r);let l=(n?Kr:Yr)/Math.max(1,this.lines.length);for(let d of this.lines)this.moveLine(d,i,o,r,Math.max(1,Math.floor(l)));n&&this.isCrowd?this.paint(s):this.write(i,o,
s)}get isCrowd(){return this.shapes.length+this.lines.length>Zr}paint(e){this.flight.canvas.hidden&&(this.flight.begin(),this.flight.canvas.hidden=!1),this.flight.draw(this.groups,this.lines,e,e.scale>=Ze)}write(e,n,r){this.flight.canvas.hidden=
!0;let{x:a,y:i,scale:o}=r;this.world.setAttribute("transform",`translate(${w(a)} ${w(i)}) scale(${o.toFixed(4)})`),this.svg.classList.toggle("far",o<Ze),this.svg.classList.toggle("moving",this.moving),this.moving&&this.spot.setAttribute("d",
""),this.svg.dataset.stage=this.tracks.stages[Math.round(e+n)].layer.name;for(let s of this.shapes)this.writeShape(s,Math.round(e+n));for(let s of this.lines)this.writeLine(s,e,n)}aim(e,n,r){let a=this.fitted(this.tracks.stages[e]),i=this.fitted(
this.tracks.stages[e+1]??this.tracks.stages[e]),o=je(a,i,n);this.blendFrom&&(o=je(this.blendFrom.camera,o,G(r))),this.camera=o;let s=o.scale*this.zoom;return{x:this.width/2-o.x*s+this.pan.x,y:this.height/2-o.y*s+this.pan.y,scale:s}}fitted({
width:e,height:n}){let r=Math.min((this.width-2*K)/Math.max(1,e),(this.height-2*K)/Math.max(1,n),qr);return{x:e/2,y:n/2,scale:Math.max(.005,r)}}moveShape(e,n,r,a){let{track:i}=e,o=Ge(i.poses,i.first,i.last,n,r);if(o&&i.lands&&n===i.last&&r>
0&&(o.opacity=Math.min(1,2-2*r)),o&&this.blendFrom){let s=this.blendFrom.boxes.get(i.id),l=G(a);o=s?Ae(s,o,l):{...o,opacity:o.opacity*l}}e.pose=o}writeShape(e,n){let{track:r,group:a,pose:i}=e;if(ze(e,a,i!==null&&i.opacity>.01),!i||!e.shown)
return;let o=`translate(${w(i.x)} ${w(i.y)})`;e.at!==o&&a.setAttribute("transform",e.at=o),He(e,a,i.opacity);let s=`${w(i.width)} ${w(i.height)} ${n}`;if(s===e.drawn)return;e.drawn=s,e.rect.setAttribute("width",String(w(i.width))),e.rect.setAttribute(
"height",String(w(i.height)));let l=r.nodes[C(n,r.first,r.last)];Jt(e,l,i,this.tracks.stages[n])}moveLine(e,n,r,a,i){let{wire:o}=e,s=n+r;if(this.moveChip(e,n,r,a),e.strength=Math.min(1,s-(o.first-1),o.last+1-s),e.ways=[],e.strength<=.01)return;
let l=fn(o,s),d=gn(o,n,s),c=e.pairs[d]??=kn(l.map(({ways:f})=>f),n),p=Math.max(1,Math.ceil(c.length/i)),m=this.blendFrom?.ways.get(o.id),h=m?.length===c.length&&p===1;for(let f=0;f<c.length;f+=p){let b=c[f],k=we(b[0],b[1],r);if(m&&h){let[v,
M]=xe(m[f],k);k=we(v,M,G(a))}e.ways.push(k)}this.blendFrom&&!h&&(e.strength*=G(a))}writeLine(e,n,r){let{wire:a,group:i,ways:o,strength:s}=e;if(ze(e,i,s>.01),this.writeChip(e),!e.shown){e.stub?.setAttribute("d","");return}let l=n+r,d=fn(a,l),
c=Math.max(1,Math.ceil(d.length/Math.max(1,o.length))),p=o.filter((h,f)=>d[f*c]?.remote),m=o.filter((h,f)=>!d[f*c]?.remote);if(e.near.setAttribute("d",m.map(U).join("")),e.far.setAttribute("d",p.map(U).join("")),e.heads.setAttribute("d",a.chained?
"":o.map(h=>Gt(h,8)).join("")),this.moving||e.hit.setAttribute("d",o.map(U).join("")),e.stub){let h=gn(a,n,l),f=d.filter(({stubs:k})=>k[n]!==void 0);e.stubs[h]??=kn(f.map(({stubs:k})=>k),n);let b=r>0&&l<a.single?[]:e.stubs[h];e.stub.setAttribute(
"d",b.map(([k,v])=>U(we(k,v,r))).join(""))}He(e,i,s)}moveChip(e,n,r,a){let{wire:i}=e,o=Ge(i.chip,Math.max(i.first,this.labelsFrom),i.last,n,r);if(o&&this.blendFrom){let s=this.blendFrom.chips.get(i.id);o=s?Ae(s,o,G(a)):{...o,opacity:o.opacity*
a}}e.chipPose=o}writeChip({chip:e,chipRect:n,chipPose:r}){if(!e||!n)return;let a=r!==null&&r.opacity>.01;if(e.style.display=a?"":"none",!r||!a)return;e.style.opacity=r.opacity<.995?r.opacity.toFixed(2):"";let[i,o]=[r.x+r.width/2,r.y+r.height/
2];e.setAttribute("transform",`translate(${w(i)} ${w(o)})`),n.setAttribute("x",String(w(-r.width/2))),n.setAttribute("y",String(w(-r.height/2))),n.setAttribute("width",String(w(r.width))),n.setAttribute("height",String(w(r.height)))}mark(e,n="\
selected"){for(let{track:i,group:o}of this.shapes)o.classList.toggle(n,i.id===e);for(let{wire:i,group:o,chip:s}of this.lines)o.classList.toggle(n,i.id===e),s?.classList.toggle(n,i.id===e);if(n==="pointed"||this.moving)return;let r=new Set([
e]);for(let{track:i}of this.shapes)e!==null&&i.nodes.some(o=>o?.parent===e)&&r.add(i.id);let a="";for(let{wire:i,ways:o,shown:s}of this.lines){if(!s||i.chained||o.length===0)continue;let l=o.length>1?i.strands.slice(1):i.strands.slice(-o.length);
o.forEach((d,c)=>{let p=l[c];p&&(r.has(p.source)||r.has(p.target))&&(a+=U(d))})}this.spot.setAttribute("d",a)}light(e,n){for(let{track:r,group:a}of this.shapes)a.classList.toggle("dim",e!==null&&!e.has(r.id)),a.classList.toggle("now",n.has(
r.id));for(let{wire:r,group:a,chip:i}of this.lines)for(let o of[a,i])o?.classList.toggle("dim",e!==null&&!e.has(r.id)),o?.classList.toggle("now",n.has(r.id))}order(){let e=this.shapes.filter(({shown:a,pose:i})=>a&&i&&i.opacity>.5).sort((a,i)=>hn(
a.track)-hn(i.track)||a.pose.x-i.pose.x||a.pose.y-i.pose.y),n=this.lines.filter(({shown:a})=>a),r=new Set;for(let{track:a}of e){r.add(a.id);for(let{wire:i}of n)(i.strands.some(({source:s})=>s===a.id)||i.edge.source===a.id)&&r.add(i.id)}for(let{
wire:a}of n)r.add(a.id);return[...r]}elementOf(e){return this.shapes.find(({track:n,shown:r})=>r&&n.id===e)?.group??this.lines.find(({wire:n,shown:r})=>r&&n.id===e)?.group??null}};function hn(t){return t.body==="place"?0:1}function fn(t,e){
return e>t.single&&t.strands.length>1?t.strands.slice(1):t.strands.slice(0,1)}function gn(t,e,n){return n>t.single&&t.strands.length>1?e+100:e}function kn(t,e){return t.map(n=>mn(n,e)).filter(n=>n!==null)}var Xr="Step through what Flink does: StreamGraphGenerator, createJobGraph, the execution graph, deployment",$e=class{at=null;lighting=-1;forget(){this.at=null,this.lighting=-1}go(e,n){e==="end"?this.at=null:this.at=C((this.at??-1)+(e==="ba\
ck"?-1:1),0,n.length-1)}draw(e,n,r,a){let{walk:i}=r,o=a&&i.length>0;e.get("walk").hidden=!o;let s=o&&this.at!==null?i[this.at]:null,[l,d]=s?ea(i,this.at,r):[null,new Set],c=this.at??-1;return(s||this.lighting!==c)&&n.light(l,d),this.lighting=
c,o&&e.put("walk",`<span class="step">${s?u("{0} of {1}",this.at+1,i.length):u("generator")}</span><button type="button" data-walk="back" aria-label="${u("Walk back")}"${s?"":" disabled"}>◂</button><button type="button" data-walk="next" ari\
a-label="${u("Walk on")}" title="${u(Xr)}">${u("walk")} ▸</button>`+(s?`<button type="button" data-walk="end" aria-label="${u("End the walk")}">✕</button>`:"")+(s?"":Qr(r))),s?s.sentence:null}};function Qr(t){if(t.history.length===0)return"";
let e=t.history.map(n=>{let[r,...a]=n.split(" (");return`<li><b>${g(r)}</b> (${g(a.join(" ("))}</li>`});return`<details class="bygones"><summary title="${u("Transformations that Flink has no more")}">${u("once")}</summary><ul>${e.join("")}<\
/ul></details>`}function ea(t,e,n){let r=new Set,a=new Set,i=n.layers[0];t.slice(0,e+1).forEach((o,s)=>{let l=o.transformation<0,d=l?[]:[`t${o.transformation}`];o.node!==null&&l&&d.push(`t${o.node}`),o.node!==null&&(o.action==="node"||l)&&d.
push(`o${o.node}`),o.edge!==null&&d.push(o.edge);for(let c of d)r.add(c);if(s===e)for(let c of o.edge!==null?[o.edge]:d)a.add(c)});for(let{id:o,source:s,target:l}of i.edges)r.has(s)&&r.has(l)&&r.add(o);return[r,a]}var bn=null,yn=new Map;function L(t){if(N()!=="zh"||t==="")return t;let e=yn.get(t);return e===void 0&&yn.set(t,e=vn(t)??na(t)),e}function vn(t){let e=y.zh.derived[t];if(e!==void 0)return e;bn??=Object.entries(y.zh.derived).filter(([n])=>n.
includes("{")).sort(([n],[r])=>+(n[0]==="{")-+(r[0]==="{")||r.length-n.length).map(([n,r])=>ra(n,r));for(let{form:n,places:r,told:a}of bn){let i=n.exec(t);if(!i)continue;let o=new Map(r.map(([s,l],d)=>[s,l?L(i[d+1]):i[d+1]]));return a.replace(
/\{(\d)\}/g,(s,l)=>o.get(l)??"")}return null}var ta=/ and (?=set_|start_new|disable_|slot_|taking |rebalance|pipeline\.|a source|reinterpret)/;function na(t){let e=t.split("; "),n=e.map(vn);return n.some(r=>r!==null)?e.map((r,a)=>n[a]??r).join(
"；"):t}function ra(t,e){let n=[],r=t.split(/(\{[#*]?\d\})/).map(a=>{let i=/^\{([#*]?)(\d)\}$/.exec(a);return i?(n.push([i[2],i[1]==="*"]),i[1]==="#"?"(\\d+)":i[1]==="*"?"(.+?)":"((?:(?!; ).)+?)"):a.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")});
return{form:new RegExp(`^${r.join("")}$`,"s"),places:n,told:e}}function Xe(t){return N()!=="zh"?t:{...t,layers:t.layers.map(e=>({...e,nodes:e.nodes.map(n=>({...n,caption:L(n.caption)}))})),verdicts:t.verdicts.map(e=>({...e,sentence:L(e.sentence),
verdicts:e.verdicts.map(n=>({...n,reason:L(n.reason),found:L(n.found)})),change:e.change&&Qe(e.change)})),walk:t.walk.map(e=>({...e,sentence:L(e.sentence)})),notes:t.notes.map(L),history:t.history.map(L)}}var Qe=t=>({...t,words:t.words.split(
ta).map(L).join("，并"),caveat:L(t.caveat),impossible:L(t.impossible),after:L(t.after),side_effects:t.side_effects.map(L)});var aa=250,ia=.5,oa=.65,ie=class{constructor(e,n,r,a){this.model=r;let i=this.plan=Xe(e);this.edits=new ye(r,i,n,(o,s)=>this.show(o,s)),this.scene=new ae(Ke(i)),this.parts=new ke(u("flinksim lens: the plan of {0}",i.job_name),a),this.parts.
root.lang=N()==="zh"?"zh-CN":"en",a.replaceChildren(this.parts.root),this.asked=this.makeAsked(),this.cleanups.push(Pt(this.parts,this.asked,()=>this.resize())),this.follow("layer",!0),this.adopt(i),this.resize(),this.follow("selected",!0),
this.cleanups.push(Et(this.parts.root))}parts;edits;walk=new $e;cleanups=[];plan;scene;verdicts=new Map;motion=new ve({count:()=>this.plan.layers.length,moment:(e,n,r)=>{this.scene.draw(e,n,r),this.drawPosition()},still:e=>this.settle(e),played:()=>this.
drawControls()});asked;selected=null;pointed=null;width=0;destroy(){this.motion.stop();for(let e of this.cleanups)e();this.parts.root.remove()}makeAsked(){let{motion:e,edits:n}=this;return{scene:()=>this.scene,act:r=>this.act(r),goTo:r=>e.goTo(
r),jump:r=>e.jump(r),settle:()=>e.goTo(e.wanted),layers:()=>this.plan.layers.length,select:r=>this.select(r),selected:()=>this.selected,point:r=>this.point(r),undo:r=>n.undo(r),walk:r=>{this.walk.go(r,this.plan.walk),this.drawWalk()},name:r=>this.
explain(r),variant:r=>n.showVariant(r),change:r=>n.change(r,this.plan,this.selected),redraw:()=>this.drawNow(),words:()=>this.tell()}}follow(e,n=!1){let r=this.model.get(e);if(e==="problem")this.parts.tell("problem",String(r??""));else if(e===
"answer")this.learn(r);else if(e==="selected"){let a=r?String(r):null;a!==this.selected&&this.select(a,!1)}else{let a=this.plan.layers.findIndex(({name:i})=>i===r);if(a<0||a===this.motion.wanted)return;n?this.motion.position=this.motion.wanted=
a:this.motion.goTo(a)}}learn({edge:e,change:n}){let r=this.verdicts.get(e??"");!r||!n||(r.change=Qe(n),e===this.selected&&this.tell())}show(e,n){let r=Xe(e),a=this.scene.snapshot();this.edits.made=n,this.scene=new ae(Ke(r)),this.adopt(r),this.
scene.comeFrom(a),this.walk.forget(),this.resize(!0),this.drawControls(),this.tell(),this.ask(),this.motion.blend()}adopt(e){let{parts:n}=this;this.plan=e,this.verdicts=new Map(e.verdicts.map(r=>[r.edge,r])),n.get("scene").replaceChildren(this.
scene.element),_(n.get("job"),`<b>${g(e.job_name)}</b> · ${u("the plan")}`),_(n.get("tabs"),e.layers.map(({title:r},a)=>`<button type="button" role="radio" data-layer="${a}" title="${a+1}">${g(x(r))}</button>`).join("")),n.range.max=String(
e.layers.length-1),n.tell("notes",e.notes.join(`
`)),this.selected!==null&&!this.isKnown(this.selected)&&(this.selected=null)}isKnown(e){return this.plan.layers.some(n=>[...n.nodes,...n.edges].some(r=>r.id===e))}act(e){let{motion:n}=this;e==="back"?n.goTo(Math.ceil(n.position)-1):e==="nex\
t"?n.goTo(Math.floor(n.position)+1):e==="play"?n.toggle():e==="in"?te(this.asked,1.25):e==="out"?te(this.asked,.8):e==="fit"?te(this.asked,0):e==="apply"?this.edits.apply(this.verdicts.get(this.selected??"")?.change?.edits??[]):e==="reset"?
this.edits.send([]):e==="language"&&(this.model.set("language",N()==="zh"?"en":"zh"),this.model.save_changes())}select(e,n=!0){e!==this.selected&&(this.selected=e,this.scene.mark(e),this.tell(),this.ask(),n&&(this.model.set("selected",e??""),
this.model.save_changes()))}explain(e){let n=this.parts.get("card");n.hidden=e==="",e!==""&&this.parts.put("card",`<button type="button" class="small" data-class="" aria-label="${u("Close")}">✕</button>${st(e,null,0)}`)}ask(){let e=this.verdicts.
get(this.selected??"");!e||e.change||!this.edits.possible||(this.model.set("asked",e.edge),this.model.save_changes())}point(e){e!==this.pointed&&(this.pointed=e,this.scene.mark(e,"pointed"),De(this.parts,this.looking,this.edits))}resize(e=!1){
let{root:n}=this.parts,r=n.clientWidth;if(r===0||r===this.width&&!e)return;this.width=r,n.dataset.size=r>=1e3?"wide":r>=660?"middle":"narrow";let a=this.parts.get("scene").clientWidth,i=Math.min(this.scene.heightForLetters(a),oa*window.innerHeight),
o=Math.max(360,ia*window.innerHeight,i),s=C(this.scene.wantedHeight(a),aa,o);this.scene.resize(a,Math.round(s)),e||this.drawNow()}drawNow(){let{position:e,wanted:n}=this.motion;this.width===0||e!==n||(this.scene.draw(e,!1),this.settle(!1))}settle(e){
this.drawControls(),this.tell(),this.scene.mark(this.selected),e&&(this.model.set("layer",this.layer.name),this.model.save_changes())}get layer(){return this.plan.layers[Math.round(this.motion.position)]}get looking(){let{plan:e,layer:n,verdicts:r,
selected:a,pointed:i}=this;return{plan:e,layer:n,verdicts:r,selected:a,pointed:i}}drawPosition(){let{root:e,range:n}=this.parts;n.value=String(this.motion.position),e.dataset.position=this.motion.position.toFixed(2),e.dataset.layerName!==this.
layer.name&&this.drawControls()}drawControls(){let{position:e,last:n,playing:r}=this.motion,{root:a,range:i}=this.parts;this.parts.put("play",r?`${H("pause")}${u("Pause")}`:`${H("play")}${u("Play")}`),i.value=String(e),i.setAttribute("aria-\
valuetext",x(this.layer.title));let o=Math.round(e);for(let s of a.querySelectorAll("[data-layer]"))s.setAttribute("aria-checked",String(Number(s.dataset.layer)===o));for(let[s,l]of[["back",0],["next",n]])a.querySelector(`[data-act="${s}"]`).
setAttribute("aria-disabled",String(e===l));a.dataset.position=e.toFixed(2),a.dataset.layerName=this.layer.name,this.drawWalk()}drawWalk(){let e=this.layer.name==="transformations"||this.layer.name==="stream",n=this.walk.draw(this.parts,this.
scene,this.plan,e);this.parts.put("layerWords",j(n??_e(this.plan,this.layer)))}tell(){De(this.parts,this.looking,this.edits),Rt(this.parts,this.looking,this.edits),this.parts.words.open&&this.parts.put("words",g(ht(this.plan,this.layer)))}};async function wn(t){return JSON.parse(new TextDecoder().decode(await se(le(t))))}async function et(t){let e=await wn(t);if(e.version!==1)throw new Error(`The plan has version ${e.version}, this page knows ${1}: export it again.`);return e}
async function sa({model:t,el:e}){let n=null,r=[];try{await nt(t.get("tables")),Ie(t.get("language"));let s=await et(t.get("plan")),l=t.get("variants");r=l?await wn(l):[],n=new ie(s,r,t,e)}catch(s){ge(he,e),_(e,'<div class="flinksim-widget \
failed" role="alert"></div>'),e.lastElementChild.textContent=s instanceof Error?s.message:String(s)}let a=async()=>{let s=await et(t.get("plan"));n?.show(s,t.get("edits"))},i=async()=>{!n||N()===t.get("language")||(Ie(t.get("language")),n.destroy(),
n=new ie(await et(t.get("plan")),r,t,e))},o=[["change:language",()=>void i()],["change:plan",()=>void a()],["change:layer",()=>n?.follow("layer")],["change:selected",()=>n?.follow("selected")],["change:problem",()=>n?.follow("problem")],["c\
hange:answer",()=>n?.follow("answer")]];for(let[s,l]of o)t.on(s,l);return()=>{for(let[s,l]of o)t.off(s,l);n?.destroy()}}var bo={render:sa};export{bo as default};
