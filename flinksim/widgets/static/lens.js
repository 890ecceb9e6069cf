// Built from widgets/src by widgets/build.mjs; sources 587146437adeb4b1ed41616ac94f1c48b82a027acf8b9bf71c2ce97a62820482
async function Z(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function ee(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var en={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function k(t){return t.replace(/[&<>"']/g,e=>en[e])}var tn={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},nn='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',rn=2e4,te=new Map,ne=null;function E(t,e){let n=`${e}${t}`,r=te.get(n);if(r!==void 0)return r;if(ne??=document.createElement("canvas").getContext("2d"),!ne)return t.length*8;ne.
font=`${tn[e]} ${nn}`;let a=ne.measureText(t).width;return te.size>=rn&&te.clear(),te.set(n,a),a}function j(t,e,n){if(E(t,n)<=e)return t;let r=Array.from(t.slice(0,Math.max(8,e))),[a,i]=[1,r.length-1];for(;a<i;){let o=a+i+1>>1;E(`${r.slice(
0,o).join("")}…`,n)<=e?a=o:i=o-1}return`${r.slice(0,a).join("")}…`}function w(t,e,n){return Math.max(e,Math.min(n,t))}var He="waiting";function Te(t,e){let n=t.verdicts.filter(s=>s.chained).length,r=t.verdicts.length,a=(...s)=>e.nodes.filter(({kind:l})=>s.includes(l)).length,i=e.edges.filter(({kind:s})=>s!=="chained"&&s!=="control"),o=i.reduce((s,{count:l})=>s+
l,0);switch(e.name){case"transformations":{let s=a("partition","union","side output"),l=s===0?"Each becomes a node.":`${s} of them ${s===1?"is":"are"} virtual: no node comes of ${s===1?"it":"them"}, what ${s===1?"it says":"they say"} lands \
on edges.`;return`The program in ${S(e.nodes.length,"transformation")}. ${l}`}case"stream":return`${S(e.nodes.length,"operator")} and ${S(e.edges.length,"edge")}, each with a partitioner. ${r>0?`${n} of ${r} will be chained.`:""}`;case"job":{
let s=e.edges.length-i.length;return`${S(a("source","operator","sink"),"operator")} in ${S(a("chain","vertex"),"task")}: ${S(s,"edge")} became ${s===1?"a call":"calls"}, ${i.length} ${i.length===1?"goes":"go"} through channels.`}case"execut\
ion":return`${S(a("vertex","chain"),"task")} unfolded into ${S(a("subtask"),"subtask")}, joined by ${S(o,"channel")}.`;case"slots":{let s=i.filter(({kind:u})=>u==="remote").length,l=e.nodes.filter(({parent:u})=>u===He),d=e.nodes.filter(u=>l.
some(({id:p})=>p===u.parent)).length,c=e.nodes.filter(({kind:u,id:p})=>u==="task manager"&&p!==He).length;return`${S(a("subtask")-d,"subtask")} in ${S(a("slot")-l.length,"slot")} of ${S(c,"TaskManager")}${d>0?`, ${d} ${d===1?"waits":"wait"}\
 for a slot`:""}; ${s} of ${S(o,"channel")} ${s===1?"goes":"go"} over the network.`}}}function S(t,e){return`${t} ${t===1?e:`${e}${e.endsWith("x")?"es":"s"}`}`}function je(t,e){let n=[`${e.title}: ${Te(t,e)}`,""],r=new Map(e.nodes.map(o=>[o.
id,Ce(o)])),a=new Map;for(let o of e.nodes){a.set(o.id,o.parent===null?0:(a.get(o.parent)??0)+1);let s=o.caption?`, ${o.caption}`:"";n.push(`${"  ".repeat(a.get(o.id))}${o.id} ${o.kind}: ${Ce(o)}${s}`)}n.push("");let i=new Map(t.verdicts.map(
o=>[o.edge,o]));for(let o of e.edges){let s=o.label?` ${o.label}`:"",l=i.get(o.id);n.push(`${r.get(o.source)??o.source} -> ${r.get(o.target)??o.target}:${s} (${o.kind})${l?`; ${l.sentence}`:""}`)}return[...n,...t.notes.map(o=>`note: ${o}`)].
join(`
`)}function Ce(t){let e=t.details.find(([n])=>n==="name")?.[1];return t.kind==="partition"?t.label:String(e??(t.label||t.caption||t.id))}function U(t,e){let r=e.layers[0].nodes.find(({id:i})=>i===`t${t.transformation}`),a=r?` on ${r.label}`:
"";switch(t.edit){case"SetParallelism":return`set_parallelism(${t.parallelism})${a}`;case"SetMaxParallelism":return`set_max_parallelism(${t.max_parallelism})${a}`;case"SetSlotSharingGroup":return`slot_sharing_group('${t.group}')${a}`;case"A\
llowChaining":return`chaining allowed again${a}`;case"StartNewChain":{let i=r?.details.find(([o])=>o==="first function")?.[1];return`start_new_chain()${i?` on ${i}`:a}`}case"DisableChaining":return`disable_chaining()${a}`;case"RemovePartiti\
oner":return`without ${r?.label??"its partitioner"}`;case"InsertPartitioner":return`${String(t.partitioner).toLowerCase()}() before ${r?.label??"it"}`;case"SetOperatorChaining":return`operator chaining ${t.enabled?"on":"off"}`;case"ChainAcr\
ossMaxParallelism":return`chaining across maximum parallelism ${t.enabled?"on":"off"}`;case"UseNewerSource":return`a source of the newer kind${r?` in place of ${r.label}`:""}`;default:return t.edit}}function Ue(t,e,n,r){let[a,i]=an(t.sentence),
s=[...t.verdicts].sort((l,d)=>Number(l.holds)-Number(d.holds)).map(({condition:l,holds:d,known:c,flink:u,found:p,reason:m})=>{let h=c?d?["✓","holds"]:["✗","fails"]:["?","unknown"];return`<tr class="${h[1]}"><td class="mark"><span aria-l\
abel="${h[1]}">${h[0]}</span></td><th scope="row">${k(l)}</th><td>${k(m||p)}</td><td><code>${k(u)}</code></td></tr>`});return`<p class="verdict"><span class="badge ${t.chained?"chained":"cut"}">${k(a)}</span><span>${k(t.source)} <i>→</i> ${k(
t.target)}${i?`: <b>${k(i)}</b>`:""}</span></p>${on(t,e,n,r)}<div class="scroll" tabindex="0" role="region" aria-label="Conditions"><table><thead><tr><th></th><th scope="col">condition</th><th scope="col">found</th><th scope="col">in Flink<\
/th></tr></thead><tbody>${s.join("")}</tbody></table></div>`}function an(t){let e=t.indexOf(": ");return e<0?[t,""]:[t.slice(0,e),t.slice(e+2)]}function on(t,e,n,r){let{change:a}=t,i=t.chained?"cut":"chain";if(!a)return r?`<p class="change"\
>Looking for what would ${i} it …</p>`:"";if(a.edits.length===0)return`<p class="change">No change would ${i} it: ${k(a.impossible)}.</p>`;let o=[...a.side_effects.length>0?[`and also: ${a.side_effects.join("; ")}`]:[],...a.caveat?[a.caveat]:
[]].join("; "),s=a.tasks_after===a.tasks_before?"":` ${a.tasks_before} tasks would be ${a.tasks_after}.`,l=e&&!n?'<button type="button" data-act="apply" title="Derive everything again with this change">Try it</button>':"";return`<p class="c\
hange"><span><b>${k(a.words)}</b> would ${i} it${o?` (${k(o)})`:""}.${k(s)}</span>${l}</p>`}function qe(t,e,n){let r=t.details.filter(([,i])=>i!==null&&i!=="").map(([i,o])=>{let s=String(o);return`<div${s.length>22?' class="long"':""}><dt>${k(
i)}</dt><dd>${k(s)}</dd></div>`}).sort((i,o)=>Number(i.includes('class="long"'))-Number(o.includes('class="long"'))),a=e.edges.filter(({source:i,target:o})=>i===t.id||o===t.id).slice(0,60).map(i=>{let o=n.get(i.id),s=i.source===t.id?`→ ${i.
target}`:`← ${i.source}`,l=i.label?` ${i.label}`:` ${i.kind}`,d=o?o.sentence:`${s}${l}`;return`<li>${o?`<button type="button" data-look="${k(i.id)}">${k(i.id)}</button> `:""}${k(d)}</li>`});return`<p class="verdict"><span class="badge kin\
d">${k(t.kind)}</span><span><b>${k(Ce(t))}</b>${t.caption?`, ${k(t.caption)}`:""}</span></p>${ze[t.kind]?`<p class="change">${ze[t.kind]}</p>`:""}<div class="scroll" tabindex="0" role="region" aria-label="Details"><dl>${r.join("")}</dl>${a.
length>0?`<ul>${a.join("")}</ul>`:""}</div>`}var ze={partition:"Virtual: the generator only remembers the partitioner, and gives it to the edges that are read through here.",union:"Virtual: a union only gathers; who reads it gets an edge fr\
om each of its inputs. ","side output":"Virtual: the generator remembers the tag, and gives it to the edges that are read through here. (It took the place of split and select, which Flink 1.12 removed.)"};var Je=["FORWARD","REBALANCE","RESCALE","SHUFFLE","BROADCAST","GLOBAL"],re=[["AllowChaining","ALWAYS","may be chained"],["StartNewChain","HEAD","start_new_chain()"],["DisableChaining","NEVER","disable_chaining()"]];function D(t,e){let n=t.layers.
find(({name:l})=>l==="stream"),r=t.layers.find(({name:l})=>l==="job"),a=n?.nodes.find(l=>l.id===e.split("/")[0]||l.origin===e);if(!a?.origin||!r)return null;let i=r.nodes.find(({id:l})=>l===a.id)?.parent,o=r.nodes.find(({id:l})=>l===i),s=(l,d)=>l?.
details.find(([c])=>c===d)?.[1]??null;return{transformation:Number(a.origin.slice(1)),name:a.label,kind:a.kind,parallelism:Number(s(o,"parallelism")),maxParallelism:s(a,"max parallelism"),group:String(s(a,"slot sharing group")??"default"),strategy:String(
s(a,"chaining strategy")??"ALWAYS"),addedBy:String(s(a,"added by")??"")}}function Ye(t,e){if(t.addedBy!=="")return`<h3>Change <small>${k(t.name)}</small></h3><p class="hint">${k(t.addedBy)} put this operator there: no call of the program na\
mes it. Change the one before or behind it.</p>`;let n=e?" disabled":"",r=re.filter(([i])=>i!=="StartNewChain"||t.kind!=="sink").map(([i,o,s])=>{let l=o===t.strategy?" selected":"";return`<option value="${i}"${l}>${o}: ${s}</option>`});return re.
some(([,i])=>i===t.strategy)||r.unshift(`<option value="" selected>${k(t.strategy)}</option>`),`<h3>Change <small>${k(t.name)}</small></h3>`+q("parallelism",`<input type="number" min="1" max="64" data-edit="SetParallelism" value="${t.parallelism}\
"${n}>`)+q("chaining",`<select data-edit="chaining"${n}>${r.join("")}</select>`)+q("slot sharing group",`<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" value="${k(t.group)}"${n}>`)+q("maximum parallelism",`<input type="nu\
mber" min="1" max="32768" data-edit="SetMaxParallelism" placeholder="derived" value="${t.maxParallelism??""}"${n}>`)}function Xe(t,e,n){let r=String(t.details.find(([i])=>i==="partitioner")?.[1]??t.label),a=[...Je.includes(r)?[]:[r],...Je].
map(i=>`<option${i===r?" selected":""}>${k(i)}</option>`);return`<h3>Change <small>${k(e[0])} → ${k(e[1])}</small></h3>`+q("partitioner",`<select data-edit="InsertPartitioner"${n?" disabled":""}>${a.join("")}</select>`)}function q(t,e){return`\
<label class="field"><span>${t}</span>${e}</label>`}function Ae(t){return t.verdicts.every(({verdicts:e})=>e.every(({condition:n,holds:r})=>n!=="chaining enabled"||r))}function Qe(t,e,n){if(t.length===0)return"";let r=t.map((a,i)=>`<li><spa\
n>${k(U(a,e))}</span>`+(n?"":`<button type="button" data-undo="${i}" aria-label="Undo: ${k(U(a,e))}">✕</button>`)+"</li>");return`<div class="edits"><b>${S(t.length,"change")} to the program</b><button type="button" data-act="reset">as it\
 was</button><ul>${r.join("")}</ul></div>`}function Ze(t,e,n){let r=t.filter(a=>Ke(a)!==Ke(e));return n&&sn(e,n)?r:[...r,e]}function Ke(t){return[re.some(([n])=>n===t.edit)?"chaining":t.edit,t.transformation,t.input_number].join(" ")}function sn(t,e){
if(t.edit==="SetOperatorChaining")return t.enabled===Ae(e);let n=D(e,`t${t.transformation}`);if(!n)return!1;let r=re.find(([a])=>a===t.edit);return r?r[1]===n.strategy:t.edit==="SetParallelism"?t.parallelism===n.parallelism:t.edit==="SetSlo\
tSharingGroup"?t.group===n.group:t.edit==="SetMaxParallelism"?t.max_parallelism===n.maxParallelism:!1}var et=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,ln={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function V(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${ln[t]}</svg>`}
function O(t,e,n,r){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${r}</button>`}function tt(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),r=null,a=()=>{let s=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=r??(s===void 0?l:s==="false"?"dark":"light"),e()},i=s=>{s.target.closest('[data-act="theme"]')&&(r=t.dataset.theme==="dark"?"light":"dark",a())},o=new MutationObserver(a);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",a),t.addEventListener("click",i),a(),()=>{o.disconnect(),n.removeEventListener("change",a),t.removeEventListener("click",i)}}var dn=`
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendChained"/></svg>chained: a call</span>
  <span><svg width="26" height="12"><path d="M1 6h17" class="legendNear"/><path d="M25 6l-8-4.4v8.8z" class="legendHead"/></svg>through channels</span>
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendFar"/></svg>over the network</span>`,nt=`
<header>
  <div class="brand">${et}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="legend" aria-hidden="true">${dn}</div>
  ${O("theme","Light or dark","Light or dark","◐")}
</header>
<section class="panel picture">
  <div class="tabs">
    ${O("back","Layer before","Layer before (←)",V("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
    ${O("next","Next layer","Next layer (→)",V("next"))}
    <div class="grains" role="radiogroup" aria-label="Layer" data-part="tabs"></div>
    <div class="zoom">
      ${O("out","Smaller","Smaller (−)","−")}
      ${O("fit","Whole picture","Whole picture (0)","fit")}
      ${O("in","Larger","Larger (+)","+")}
    </div>
  </div>
  <input type="range" data-part="range" min="0" step="0.01" aria-label="Between the layers">
  <div class="told"><p class="layerWords" data-part="layerWords" role="status" aria-live="polite"></p>
    <div class="walk" data-part="walk" role="group" aria-label="The generator's walk" hidden></div></div>
  <div data-part="scene" class="scene"></div>
  <p class="notes" data-part="notes" role="note" hidden></p>
</section>
<div class="cards">
  <section class="panel why" data-part="why" aria-live="polite"></section>
  <section class="panel what"><div data-part="form"></div><div data-part="whole"></div>
    <p class="problem" data-part="problem" role="alert" hidden></p>
    <div data-part="edits"></div><p class="offline" data-part="offline" hidden></p></section>
</div>
<details class="words"><summary>This layer in words</summary><pre data-part="words"></pre></details>`,rt='<p class="verdict"><span class="badge kind">why</span><span>Point at an edge, or reach it with the ↓ key: here stands why it is chaine\
d or is not, condition by condition.</span></p><p class="hint">← → go from layer to layer, Space plays, + and − zoom, Esc lets go.</p>';function Re(t,e,n){let r=e.pointed??e.selected;t.put("why",r!==null&&at(r,e,n)||rt)}function at(t,e,n){let{plan:r,layer:a,verdicts:i}=e,o=i.get(t);if(o){let m=n.offered(o.change?.edits??[]),h=t===e.selected;return Ue(o,m,!h,h&&n.possible&&r.
walk.length>0)}let s=a.edges.find(m=>m.id===t);if(s?.origin&&i.has(s.origin))return at(s.origin,e,n);let l=[a,...r.layers].find(({nodes:m})=>m.some(h=>h.id===t)),d=l?.nodes.find(m=>m.id===t);if(!l||!d)return null;let c=t.split("/")[0],u=new Map(
d.details),{caption:p}=d;for(let m of["stream","job"]){let h=r.layers.find(g=>g.name===m)?.nodes.find(g=>g.id===c);for(let[g,f]of h?.details??[])u.has(g)||u.set(g,f);p||=h?.caption??""}return qe({...d,caption:p,details:[...u]},l,i)}function it(t,e,n){
let{plan:r,selected:a,verdicts:i}=e,o=!n.possible,s=i.get(a??""),l=r.layers.find(({name:p})=>p==="stream")?.edges.find(({id:p})=>p===a),d=a===null?null:D(r,a),c=r.walk.length>0;s&&l?t.put("form",Xe(l,[s.source,s.target],o||!c)):d?t.put("for\
m",Ye(d,o||!c)):t.put("form",'<h3>Change</h3><p class="hint">Choose an operator or an edge in the picture.</p>');let u=Ae(r)?" checked":"";t.put("whole",`<label class="field"><span>operator chaining</span><input type="checkbox" data-edit="S\
etOperatorChaining"${u}${o||!c?" disabled":""}></label>`),t.put("edits",Qe(n.made,n.original,o)),cn(t,n,c)}function cn(t,e,n){if(t.get("offline").hidden=e.possible,e.possible)return;let r=n?"This page has no Python behind it, and only Pytho\
n derives plans.":"This plan was read from a file: there is no program to change.",a=e.variants.map((o,s)=>`<button type="button" data-variant="${s}">${k(o.edits.map(l=>U(l,e.original)).join(", "))}</button>`),i=a.length>0?` These changes w\
ere derived beforehand:</span><span class="variants">${a.join("")}`:"";t.put("offline",`<span>${r}${i}</span>`)}var ae=`.flinksim-widget {
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
`;var ot=`/* frame of the picture */
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
`;var mn=new DOMParser,ie="data-style",hn=["data-id","data-task","data-m","data-line"],dt=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]),st=new Set;function oe(t){if(st.has(t))return;st.add(t);let e=new CSSStyleSheet;e.replaceSync(
t),document.adoptedStyleSheets=[...document.adoptedStyleSheets,e]}function $(t,e){let n=mn.parseFromString(`<!doctype html><body>${e}`,"text/html");ct(t,[...n.body.childNodes])}function ct(t,e){let n=t.firstChild;for(let r of e){if(r instanceof
Element&&dt.has(r.nodeName.toUpperCase()))continue;if(!n){t.append(lt(r));continue}let a=n.nextSibling;fn(n,r)?r instanceof Element?gn(n,r):n.nodeValue!==r.nodeValue&&(n.nodeValue=r.nodeValue):n.replaceWith(lt(r)),n=a}for(;n;){let r=n.nextSibling;
n.remove(),n=r}}function fn(t,e){return t.nodeName!==e.nodeName?!1:!(t instanceof Element)||!(e instanceof Element)?!0:hn.every(n=>t.getAttribute(n)===e.getAttribute(n))}function gn(t,e){for(let{name:n}of[...t.attributes])!e.hasAttribute(n)&&
n!=="style"&&t.removeAttribute(n);for(let{name:n,value:r}of e.attributes)!ut(n,r)||t.getAttribute(n)===r||(t.setAttribute(n,r),n===ie&&Le(t));t instanceof HTMLInputElement&&e.hasAttribute("value")&&(t.value=e.getAttribute("value")),ct(t,[...e.
childNodes])}function lt(t){if(t instanceof Element)for(let n of[t,...t.querySelectorAll("*")]){n!==t&&dt.has(n.nodeName.toUpperCase())&&n.remove();for(let{name:r,value:a}of[...n.attributes])ut(r,a)||n.removeAttribute(r)}let e=document.adoptNode(
t);if(e instanceof Element){e.hasAttribute(ie)&&Le(e);for(let n of e.querySelectorAll(`[${ie}]`))Le(n)}return e}function Le(t){t.style.cssText=t.getAttribute(ie)}function ut(t,e){return!t.startsWith("on")&&!/^\s*javascript:/i.test(e)}var se=class{root=document.createElement("div");parts=new Map;constructor(e){let{root:n}=this;n.className="flinksim-widget flinksim-lens",n.tabIndex=0,n.setAttribute("role","application"),n.setAttribute("aria-label",e),n.dataset.lmSuppressShortcuts=
"true",oe(`${ae}${ot}`),$(n,nt);for(let r of n.querySelectorAll("[data-part]"))this.parts.set(r.dataset.part,r)}get(e){return this.parts.get(e)}get range(){return this.get("range")}get words(){return this.root.querySelector("details.words")}put(e,n){
let r=this.get(e),a=String(kn(n));if(r.dataset.drawn===a)return;r.dataset.drawn=a;let i=document.activeElement,o=i&&r.contains(i)?{...i.dataset}:null;if($(r,n),!o)return;([...r.querySelectorAll("button, input, select")].find(l=>le({...l.dataset},
o)&&!l.disabled)??this.root).focus({preventScroll:!0})}tell(e,n){this.get(e).textContent=n,this.get(e).hidden=n===""}};function le(t,e){return JSON.stringify(t)===JSON.stringify(e)}function kn(t){let e=t.length;for(let n=0;n<t.length;n++)e=
Math.imul(e,31)+t.charCodeAt(n)|0;return e}var de=class{constructor(e,n,r,a){this.model=e;this.original=n;this.variants=r;this.show=a;this.made=e.get("edits")??[],this.pristine=this.made.length===0}made;pristine;get possible(){return!!this.model.get("editable")}offered(e){return this.
possible||this.variants.some(n=>le(n.edits,e))}apply(e){e.length!==0&&(this.possible?this.send(e.reduce((n,r)=>this.with(n,r),this.made)):this.showVariant(this.variants.findIndex(n=>le(n.edits,e))))}undo(e){this.send(this.made.filter((n,r)=>r!==
e))}send(e){this.possible?(this.model.set("edits",e),this.model.save_changes()):e.length===0&&this.show(this.original,[])}showVariant(e){let n=this.variants[e];n&&this.show(n.document,n.edits)}change(e,n,r){let a=e.dataset.edit;if(!a||!this.
possible)return;if(a==="SetOperatorChaining"){this.make({edit:a,enabled:e.checked});return}let i=n.verdicts.find(({edge:o})=>o===r);i?this.changePartitioner(n,i,e.value):r&&this.changeOperator(n,r,a,e.value)}changeOperator(e,n,r,a){let i=D(
e,n);if(!i)return;let{transformation:o}=i;if(r==="chaining")this.make({edit:a,transformation:o});else if(r==="SetSlotSharingGroup")this.make({edit:r,transformation:o,group:a.trim()||"default"});else if(r==="SetParallelism")this.make({edit:r,
transformation:o,parallelism:Number(a)});else if(a===""){let s=l=>l.edit===r&&l.transformation===o;this.send(this.made.filter(l=>!s(l)))}else this.make({edit:r,transformation:o,max_parallelism:Number(a)})}changePartitioner(e,n,r){let i=e.layers.
find(({name:d})=>d==="stream")?.edges.find(({id:d})=>d===n.edge),o=i&&D(e,i.target);if(!i||!o)return;let s=Number(i.details.find(([d])=>d==="input")?.[1]??1),{transformation:l}=o;this.make({edit:"InsertPartitioner",transformation:l,partitioner:r,
input_number:s-1})}make(e){this.send(this.with(this.made,e))}with(e,n){return Ze(e,n,this.pristine?this.original:null)}};function mt(t,e,n){let{root:r,range:a}=t;r.addEventListener("click",s=>bn(s,e)),r.addEventListener("keydown",s=>vn(s,e)),r.addEventListener("change",s=>{e.change(s.target)}),a.addEventListener("input",()=>e.jump(Number(a.value))),a.addEventListener(
"change",()=>e.settle()),t.words.addEventListener("toggle",()=>e.words());let i=t.get("scene");i.addEventListener("pointerover",s=>e.point(Me(s.target))),i.addEventListener("pointerleave",()=>e.point(null)),i.addEventListener("focusin",s=>e.
select(Me(s.target))),i.addEventListener("wheel",s=>xn(s,e),{passive:!1}),i.addEventListener("pointerdown",s=>wn(s,e));let o=new ResizeObserver(n);return o.observe(r),()=>o.disconnect()}function bn(t,e){let n=t.target,r=n.closest("[data-act\
],[data-layer],[data-look],[data-undo],[data-walk],[data-variant]")?.dataset;if(!r){n.closest(".scene")&&e.select(Me(n));return}r.layer!==void 0?e.goTo(Number(r.layer)):r.look!==void 0?e.select(r.look):r.undo!==void 0?e.undo(Number(r.undo)):
r.walk!==void 0?e.walk(r.walk):r.variant!==void 0?e.variant(Number(r.variant)):e.act(r.act)}var yn={ArrowRight:"next",ArrowLeft:"back","+":"in","=":"in","-":"out",0:"fit"};function vn(t,e){if(t.ctrlKey||t.metaKey||t.altKey)return;let n=t.target;
if(n.matches("select, input:not([type=range])"))return;let r=n.matches("button, summary"),{key:a}=t,i=yn[a],o=Number(a)-1;if(i)e.act(i);else if(a==="ArrowDown")pt(e,1);else if(a==="ArrowUp")pt(e,-1);else if(a===" "&&!r)e.act("play");else if(a===
"Enter"&&!r)e.act("apply");else if(a==="Home")e.goTo(0);else if(a==="End")e.goTo(e.layers()-1);else if(a==="Escape")e.select(null);else if(o>=0&&o<e.layers())e.goTo(o);else return;t.preventDefault(),t.stopPropagation()}function pt(t,e){let n=t.
scene(),r=n.order(),a=t.selected(),i=a===null?-1:r.indexOf(a),o=r[i<0?e>0?0:r.length-1:(i+e+r.length)%r.length];o!==void 0&&(n.elementOf(o)?.focus(),t.select(o))}function xn(t,e){!t.ctrlKey&&!t.metaKey||(t.preventDefault(),J(e,Math.exp(-t.deltaY*
.002)))}function J(t,e){let n=t.scene(),r=e===0?1:w(n.zoom*e,.5,30),a=r/n.zoom;n.pan=e===0?{x:0,y:0}:{x:n.pan.x*a,y:n.pan.y*a},n.zoom=r,t.redraw()}function wn(t,e){let n={...e.scene().pan},r=i=>{let[o,s]=[i.clientX-t.clientX,i.clientY-t.clientY];
Math.hypot(o,s)<4||(e.scene().pan={x:n.x+o,y:n.y+s},e.redraw())},a=()=>{window.removeEventListener("pointermove",r),window.removeEventListener("pointerup",a)};window.addEventListener("pointermove",r),window.addEventListener("pointerup",a)}function Me(t){
return t?.closest("[data-id]")?.dataset.id??null}var Sn=1e3,ht=700,En=700,ce=class{constructor(e){this.viewer=e}position=0;wanted=0;playing=!1;pause=0;frame=0;stillness=window.matchMedia("(prefers-reduced-motion: reduce)");get last(){return this.viewer.count()-1}jump(e){this.stop(),this.position=
w(e,0,this.last),this.wanted=Math.round(this.position),this.viewer.moment(this.position,this.position!==this.wanted,1),this.position===this.wanted&&this.viewer.still(!1)}goTo(e){this.stop(),this.fly(w(e,0,this.last))}toggle(){let e=!this.playing;
this.stop(),this.playing=e,e?this.position===this.last?(this.position=this.wanted=0,this.viewer.moment(0,!1,1),this.pause=window.setTimeout(()=>this.fly(1),ht)):this.fly(Math.floor(this.position)+1):this.fly(Math.round(this.position)),this.
viewer.played()}blend(){this.stop(),this.position=w(this.position,0,this.last),this.wanted=w(this.wanted,0,this.last),this.run(En,e=>{this.viewer.moment(this.position,e<1,e),!(e<1)&&(this.position===this.wanted?this.viewer.still(!1):this.fly(
this.wanted))})}stop(){window.cancelAnimationFrame(this.frame),window.clearTimeout(this.pause),this.playing=!1}fly(e){this.wanted=e;let n=this.position,r=n===e?0:Sn*Math.sqrt(Math.abs(e-n));this.run(r,a=>{this.position=a<1?n+(e-n)*a:e,this.
viewer.moment(this.position,a<1,1),a>=1&&this.arrive()})}arrive(){this.viewer.still(!0),this.playing&&(this.wanted<this.last?this.pause=window.setTimeout(()=>this.fly(this.wanted+1),ht):(this.playing=!1,this.viewer.played()))}run(e,n){let r=performance.
now(),a=i=>{let o=e===0||this.stillness.matches?1:w((i-r)/e,0,1);o<1&&(this.frame=window.requestAnimationFrame(a)),n(o)};a(r)}};function L(t){let e=[t[0].x,t[0].y];for(let n=1;n<t.length;n++){let r=t[n-1],a=t[n],i=r.y===a.y?(a.x-r.x)/3:Math.max(14,(a.x-r.x)*.5);e.push(r.x+i,r.y,a.x-i,a.y,a.x,a.y)}return e}function gt(t,e){let[n,r]=t.slice(-2),[a,i]=e;if(n===a&&r===i)
return[...t,...e.slice(2)];let o=(a-n)/3;return[...t,n+o,r,a-o,i,...e]}function ue(t,e){let[n,r]=[t,e];for(;n.length<r.length;)n=ft(n);for(;r.length<n.length;)r=ft(r);return[n,r]}function pe(t,e,n){return n<=0?t:n>=1?e:t.map((r,a)=>r+(e[a]-
r)*n)}function kt(t){let e=(t.length-2)/6,n=yt(t),r=e%2===1&&e>1?(e-1)/2:n,[a,i,o,s,l,d,c,u]=t.slice(r*6,r*6+8),p=(m,h,g,f)=>(m+3*h+3*g+f)/8;return{x:p(a,o,l,c),y:p(i,s,d,u)}}function Cn(t){return{x:t[t.length-2],y:t[t.length-1]}}function F(t){
let e=`M${R(t[0])} ${R(t[1])}`;for(let n=2;n<t.length;n+=6)e+=`C${R(t[n])} ${R(t[n+1])} ${R(t[n+2])} ${R(t[n+3])} ${R(t[n+4])} ${R(t[n+5])}`;return e}function bt(t,e){let{x:n,y:r}=Cn(t);return`M${R(n)} ${R(r)}l${-e} ${-e*.55}v${e*1.1}z`}function ft(t){
let e=yt(t)*6,[n,r,a,i,o,s,l,d]=t.slice(e,e+8),c=(Se,Ee)=>(Se+Ee)/2,[u,p,m,h,g,f]=[c(n,a),c(r,i),c(a,o),c(i,s),c(o,l),c(s,d)],[b,A,M,z]=[c(u,m),c(p,h),c(m,g),c(h,f)],Q=[u,p,b,A,c(b,M),c(A,z),M,z,g,f,l,d];return[...t.slice(0,e+2),...Q,...t.slice(
e+8)]}function yt(t){let e=0,n=-1;for(let r=0;r+6<t.length;r+=6){let a=Math.hypot(t[r+6]-t[r],t[r+7]-t[r+1]);a>n&&([n,e]=[a,r/6])}return e}function R(t){return Math.round(t*10)/10}var C=28,W=21,T=11,$e=30,Tn=250,An=new Set(["chain","subtask","vertex"]),Rn=new Set(["slot","task manager","job manager","resource manager"]);function vt(t){let e=new Map(t.nodes.map(n=>[n.id,n]));return{layer:t,nodes:e,boxes:new Map,ways:new Map,
stubs:new Map,width:0,height:0}}function _(t){return j(t.label,Tn-20,"t2")}function xt(t){return An.has(t.kind)}function wt(t){return Rn.has(t.kind)}function K(t){return Math.max(46,E(_(t),"t2")+22)}function B(t){return t.label?E(t.label,"s\
trong")+20:0}function Y(t){return t.caption}function me(t,e,n){let r=t?.boxes.get(e);return r?r.y+r.height/2:n*.001}function he(t,e,n,r,a){t.boxes.set(n,{...r,width:e.width,height:e.height});for(let[i,o]of e.boxes)t.boxes.set(a(i),{...o,x:r.
x+o.x,y:r.y+o.y})}function fe(t,e,n){let r=t.boxes.get(e),a=t.boxes.get(n);return L([{x:r.x+r.width,y:r.y+r.height/2},{x:a.x,y:a.y+a.height/2}])}function ge(t,e,n){let r=t.boxes.get(e.source);if(!r||!e.source.startsWith("o"))return;let a={x:r.
x+r.width,y:r.y+r.height/2},i={x:a.x+$e,y:n.y},o=a.y===n.y||n.x<i.x?[a,n]:[a,i,n];t.stubs.set(e.id,L(o))}function Ie(t,e,n,r,a){if(a<=0)return r>=e&&r<=n?t[r]??null:null;if(a>=1)return r+1>=e&&r+1<=n?t[r+1]??null:null;let i=t[r],o=t[r+1];if(!i||!o)return null;let s=ke(i,o,a);return o.opacity===0?s.opacity=i.opacity*Math.max(0,1-1.7*a):i.opacity===
0&&(s.opacity=o.opacity*Math.max(0,1.7*a-.7)),s}function ke(t,e,n){return{x:I(t.x,e.x,n),y:I(t.y,e.y,n),width:I(t.width,e.width,n),height:I(t.height,e.height,n),opacity:I(t.opacity,e.opacity,n)}}function Ne(t,e,n){let r=Math.exp(I(Math.log(
t.scale),Math.log(e.scale),n));return{x:I(t.x,e.x,n),y:I(t.y,e.y,n),scale:r}}function I(t,e,n){return t+(e-t)*n}function P(t){return t<.5?4*t*t*t:1-(-2*t+2)**3/2}function y(t){return Math.round(t*10)/10}var Ln="http://www.w3.org/2000/svg";function v(t,e=""){let n=document.createElementNS(Ln,t);return e&&n.setAttribute("class",e),n}function x(t,e){return t.append(e),e}function St(t,e){let n=t.nodes[t.first],r=n.kind.replace(" ","-"),a=x(e,v(
"g",`node ${t.body} ${r}`));a.dataset.id=t.id,a.setAttribute("role","button"),a.setAttribute("tabindex","-1"),a.style.display="none";let i=x(a,v("rect","box"));i.setAttribute("rx",t.body==="pill"?Mn(n)?"14":"8":"11");let o=x(a,v("text",t.body===
"pill"?"t2 label":"t3 label strong")),s=x(a,v("text","t3 caption"));return{track:t,group:a,rect:i,label:o,caption:s,shown:!1,drawn:"",at:"",opacity:"",pose:null}}function Mn(t){return t.kind==="partition"||t.kind==="union"||t.kind==="side o\
utput"}function Et(t,e,n,r){let{label:a,caption:i,group:o,track:s}=t,l=e.label||String(e.details.find(([c])=>c==="name")?.[1]??e.id);o.setAttribute("aria-label",`${e.kind} ${l}${e.caption?`, ${e.caption}`:""}`);let d=(c,u,p,m)=>{c.setAttribute(
"x",String(y(u))),c.setAttribute("y",String(y(p))),c.textContent!==m&&(c.textContent=m)};if(s.body==="pill"){let c=r.layer.name==="transformations"||r.layer.name==="stream";d(a,n.width/2,n.height/2+4.5,_(e)),d(i,n.width/2,n.height+15,c?j(e.
caption,190,"t3"):"")}else e.kind==="job manager"||e.kind==="resource manager"?(d(a,13,22,e.label),d(i,13,40,e.caption)):(d(a,12,17,e.label),d(i,12,e.label?34:17,j(e.caption,n.width-20,"t3")))}function Ct(t,e,n,r){let a=t.control?"control":
t.chained?"chained":"network",i=x(e,v("g",`wire ${a}`));i.dataset.id=t.id,i.setAttribute("role","button"),i.setAttribute("tabindex","-1"),i.setAttribute("aria-label",t.verdict?.sentence??`edge ${t.id} ${t.edge.label}`),i.style.display="none";
let o=x(i,v("path","near")),s=x(i,v("path","far")),l=x(i,v("path","heads")),d=x(i,v("path","hit")),u=t.strands.some(({stubs:g})=>g.some(f=>f!==void 0))?x(r,v("path",`stub ${a}`)):null,m=t.chip.some(g=>g!==void 0)?x(n,v("g",`chip ${a}`)):null,
h=null;if(m){m.dataset.id=t.id,m.style.display="none",h=x(m,v("rect")),h.setAttribute("rx","10");let g=x(m,v("text","t3"));g.setAttribute("y","4.5"),g.textContent=t.edge.label}return{wire:t,group:i,near:o,far:s,heads:l,hit:d,stub:u,chip:m,chipRect:h,
shown:!1,opacity:"",pairs:[],stubs:[],ways:[],strength:0,chipPose:null}}function Oe(t,e,n){t.shown!==n&&(t.shown=n,e.style.display=n?"":"none")}function We(t,e,n){let r=n<.995?n.toFixed(2):"";r!==t.opacity&&(e.style.opacity=t.opacity=r)}function G(t,e,n){let r=$n(t,e),a=Math.max(0,...r.values())+1,i=new Map,o=Array.from({length:a},()=>[]),s=(d,c,u)=>{let p={block:d,column:c,height:u,order:0,y:0,before:[],behind:[]};return o[c].push(p),p};for(let d of t)i.set(d.id,s(d,r.get(
d.id),d.height));let l=e.map(([d,c])=>{let u=[],p=i.get(d),m=i.get(c);for(let h=p.column+1;h<m.column;h++){let g=s(null,h,14);Tt(p,g),u.push(g),p=g}return p.column<m.column&&Tt(p,m),u});return In(o),On(o,n.row),_n(t,i,r,o,l,Wn(e,r,a,n))}function Tt(t,e){
t.behind.push(e),e.before.push(t)}function $n(t,e){let n=new Map(t.map(({id:s})=>[s,[]])),r=new Map(t.map(({id:s})=>[s,0]));for(let[s,l]of e)n.get(s).push(l),r.set(l,r.get(l)+1);let a=new Map(t.map(({id:s})=>[s,0])),i=t.filter(({id:s})=>r.get(
s)===0).map(({id:s})=>s);for(let s=0;s<i.length;s++){let l=i[s];for(let d of n.get(l))a.set(d,Math.max(a.get(d),a.get(l)+1)),r.set(d,r.get(d)-1),r.get(d)===0&&i.push(d)}let o=new Set(e.map(([,s])=>s));for(let{id:s}of t){let l=Math.min(...n.
get(s).map(d=>a.get(d)));!o.has(s)&&Number.isFinite(l)&&a.set(s,Math.max(0,l-1))}return a}function In(t){let e=t.flat();for(let a of t){let i=s=>s.block?.hint??(s.before[0]?i(s.before[0]):0),o=new Map(a.map(s=>[s,i(s)]));a.sort((s,l)=>o.get(
s)-o.get(l))}Nn(t);let n=e.map(a=>a.order),r=At(t);for(let a=0;a<12&&r>0;a++){let i=a%2===0;for(let s of i?t:[...t].reverse()){let l=new Map(s.map(d=>{let c=i?d.before:d.behind,u=c.reduce((p,m)=>p+m.order,0);return[d,c.length>0?u/c.length:d.
order]}));s.sort((d,c)=>l.get(d)-l.get(c)||d.order-c.order),s.forEach((d,c)=>d.order=c)}let o=At(t);o<r&&([r,n]=[o,e.map(s=>s.order)])}e.forEach((a,i)=>a.order=n[i]);for(let a of t)a.sort((i,o)=>i.order-o.order)}function Nn(t){for(let e of t)
e.forEach((n,r)=>n.order=r)}function At(t){let e=0;for(let n of t){let r=[];for(let a of n)for(let i of[...a.behind].sort((o,s)=>o.order-s.order)){let o=r.length;for(;o>0&&r[o-1]>i.order;)o--;e+=r.length-o,r.splice(o,0,i.order)}}return e}function On(t,e){
for(let n of t){let a=-n.reduce((i,o)=>i+o.height+e,-e)/2;for(let i of n)i.y=a+i.height/2,a+=i.height+e}for(let n=0;n<12;n++)for(let r of n%2===0?t:[...t].reverse())Rt(r,e,a=>n%2===0?a.before:a.behind);for(let n of t)Rt(n,e,r=>[...r.before,
...r.behind])}function Rt(t,e,n){let r=[],a=[],i=0;t.forEach((o,s)=>{s>0&&(i+=(t[s-1].height+o.height)/2+e),a.push(i);let l=n(o),d=l.length>0?l.reduce((u,{y:p})=>u+p,0)/l.length:o.y,c=o.block===null?4:l.length>0?1:.05;for(r.push({sum:(d-i)*
c,weight:c,first:s});r.length>1;){let u=r[r.length-1],p=r[r.length-2];if(p.sum/p.weight<=u.sum/u.weight)break;p.sum+=u.sum,p.weight+=u.weight,r.pop()}}),r.forEach((o,s)=>{let l=r[s+1]?.first??t.length;for(let d=o.first;d<l;d++)t[d].y=o.sum/
o.weight+a[d]})}function Wn(t,e,n,{column:r,labels:a=[]}){let i=new Array(n).fill(0);return t.forEach(([o,s],l)=>{let d=Math.floor((e.get(o)+e.get(s)-1)/2);d>=0&&(i[d]=Math.max(i[d],a[l]??0))}),i.map(o=>r+o)}function _n(t,e,n,r,a,i){let o=r.
flat(),s=o.reduce((m,{y:h,height:g})=>Math.min(m,h-g/2),1/0),l=o.reduce((m,{y:h,height:g})=>Math.max(m,h+g/2),-1/0),d=[],c=0;r.forEach((m,h)=>{let g=Math.max(0,...m.map(({block:f})=>f?.width??0));d.push({x:c,width:g}),c+=g+(h+1<r.length?i[h]:
0)});let u=new Map(t.map(({id:m,width:h,height:g})=>{let f=e.get(m),b=d[f.column];return[m,{x:b.x+(b.width-h)/2,y:f.y-g/2-s}]})),p=a.map(m=>m.flatMap(h=>{let g=d[h.column];return[{x:g.x,y:h.y-s},{x:g.x+g.width,y:h.y-s}]}));return{at:u,column:n,
columns:d,bends:p,width:c,height:Math.max(0,l-s)}}var be=class{inside=new Map;chainOf=new Map;placed=null;links=[];order=new Map;constructor(e){let n=e.layers.find(({name:i})=>i==="job");if(!n)return;let r=new Map;for(let i of n.nodes)i.parent===null?r.set(i.id,r.get(i.id)??[]):r.set(i.parent,
[...r.get(i.parent)??[],i]);for(let i of n.nodes.filter(({parent:o})=>o===null)){let o=r.get(i.id);for(let{id:s}of o)this.chainOf.set(s,i.id);this.chainOf.set(i.id,i.id),this.inside.set(i.id,Pn(i,o,n.edges))}let a=n.edges.filter(i=>this.frame(
i.source)!==this.frame(i.target));this.links=a.map(({source:i,target:o})=>[this.frame(i),this.frame(o)])}frame(e){return this.chainOf.get(e)??e}};function Pn(t,e,n){let r=new Map,a=new Map,i=new Set(e.map(({id:f})=>f)),o=new Set(n.filter(f=>!i.
has(f.target)).map(({source:f})=>f)),s=new Map(e.map(({id:f})=>[f,[]])),l=new Set;for(let{source:f,target:b}of n){let A=e.find(({id:M})=>M===b);!i.has(f)||!A||(s.get(f).push(A),l.add(b))}let d=W+T/2,c=0,u=(f,b)=>{let A=K(f),M=s.get(f.id),z=c;
M.forEach((Ee,Zt)=>{Zt>0&&c++,u(Ee,b+A+$e)});let Q=d+z*(C+10);r.set(f.id,{x:b,y:Q,width:A,height:C}),M.length>0&&o.has(f.id)&&c++;let Se=M.length>0?d+c*(C+10):Q;return a.set(f.id,Se+C/2),z};e.filter(({id:f})=>!l.has(f)).forEach((f,b)=>{b>0&&
c++,u(f,T)});let p=Math.max(0,...[...r.values()].map(({x:f,width:b})=>f+b)),m=e.length>0?Y(t):_(t),h=E(m,"t3")+2*T+4,g=e.length>0?d+c*(C+10)+C:W+12;return{width:Math.max(p+T,h),height:g+T,boxes:r,exits:a}}function Lt(t,e,n){let{layer:r}=t,a=r.
nodes.filter(({parent:c})=>c===null),i=a.map((c,u)=>{let{width:p,height:m}=e.inside.get(c.id),h=r.nodes.filter(({parent:f})=>f===c.id),g=me(n,h[0]?.id??c.id,u);return{id:c.id,width:p,height:m,hint:g}}),o=r.edges.filter(c=>e.frame(c.source)!==
e.frame(c.target)),s=o.map(B),l=G(i,e.links,{row:24,column:54,labels:s});e.placed=l;for(let{id:c}of a)e.order.set(c,l.at.get(c).y),he(t,e.inside.get(c),c,l.at.get(c),u=>u);let d=new Map;o.forEach((c,u)=>{let p=e.frame(c.target),m=o.filter(A=>e.
frame(A.target)===p).length,h=d.get(p)??0;d.set(p,h+1);let g=(h-(m-1)/2)*Math.min(9,24/Math.max(1,m-1)),f=Vn(t,e,c.source),b=[f,...l.bends[u]];ge(t,c,f),t.ways.set(c.id,L([...b,Dn(t,c.target,p,g)]))});for(let c of r.edges)t.ways.has(c.id)||
t.ways.set(c.id,fe(t,c.source,c.target));[t.width,t.height]=[l.width,l.height]}function Dn(t,e,n,r){let a=t.boxes.get(n),i=t.boxes.get(e);return{x:a.x,y:i.y+i.height/2+r}}function Vn(t,e,n){let r=e.frame(n),a=t.boxes.get(r),i=e.inside.get(r).
exits.get(n)??a.height/2;return{x:a.x+a.width,y:a.y+i}}var ye=10,N=9,Mt=62,It=24,$t=14,Fn=60,Bn=150;function Pe(t){return t.slice(t.lastIndexOf("/")+1)}function Nt(t,e,n){let r=n.id.split("/")[0],a=e.inside.get(r),i=a&&[...a.boxes.keys()][0],o=E(Y(n),"t3")+2*T+4;return a&&i!==void 0&&t.nodes.has(
`${i}/${Pe(n.id)}`)?{...a,width:Math.max(a.width,o)}:{width:o,height:W+8,boxes:new Map,exits:new Map}}function Ot(t,e,n,r){he(t,e,n.id,r,a=>`${a}/${Pe(n.id)}`)}function Wt(t,e){let{layer:n}=t,r=new Map;for(let s of n.nodes){if(s.kind!=="sub\
task")continue;let l=s.id.split("/")[0],d=r.get(l)??{nodes:[],shapes:[]};d.nodes.push(s),d.shapes.push(Nt(t,e,s)),r.set(l,d)}let a=[...r].map(([s,{shapes:l}])=>{let d=t.nodes.get(s),c=d?E(Y(d),"t3")+2*T+4:0,u=Math.max(c,...l.map(m=>m.width+
2*T)),p=l.reduce((m,h)=>m+h.height+ye,-ye);return{id:s,width:u,height:p+W+4+T,hint:e.order.get(s)??0}}),i=e.links.filter(([s,l])=>r.has(s)&&r.has(l)),o=G(a,i,{row:26,column:Bn});e.placed=o;for(let{id:s,width:l,height:d}of a){let c=o.at.get(
s);t.boxes.set(s,{...c,width:l,height:d});let{nodes:u,shapes:p}=r.get(s),m=c.y+W+4;u.forEach((h,g)=>{let f=p[g],b={...f,width:l-2*T};Ot(t,b,h,{x:c.x+T,y:m}),m+=f.height+ye})}_t(t,e),[t.width,t.height]=[o.width,o.height]}function _t(t,e){let n=new Map;
for(let r of t.layer.edges)if(!(!t.boxes.has(r.source)||!t.boxes.has(r.target)))if(r.kind==="chained"||r.kind==="control")t.ways.set(r.id,fe(t,r.source,r.target));else{let a=_e(e,r.target);n.set(a,[...n.get(a)??[],r])}for(let r of n.values()){
let a=Math.min(7,26/Math.max(1,r.length-1));r.forEach((i,o)=>{let s=(o-(r.length-1)/2)*a;t.ways.set(i.id,Gn(t,e,i,s))})}}function _e(t,e){return e.startsWith("o")?`${t.frame(e.split("/")[0])}/${Pe(e)}`:e}function Gn(t,e,n,r){let a=t.boxes.get(
_e(e,n.source))??t.boxes.get(n.source),i=t.boxes.get(_e(e,n.target))??t.boxes.get(n.target),o=n.source.split("/")[0],s=e.inside.get(e.frame(o))?.exits,l=(n.source.startsWith("o")?s?.get(o):void 0)??a.height/2,d=n.target.startsWith("o")?t.boxes.
get(n.target):void 0,c=d?d.y+d.height/2:i.y+i.height/2,u={x:a.x+a.width,y:a.y+l};return ge(t,n,u),L([u,{x:i.x,y:c+r}])}function Pt(t,e){let{layer:n,boxes:r}=t,a=e.placed;if(!a)return;let i=n.nodes.filter(({kind:d})=>d==="job manager"||d==="\
resource manager"),o=zn(t,i),s=a.width+Mt+2*N,l=0;for(let d of n.nodes.filter(({kind:c})=>c==="task manager")){let c=l;l+=It;for(let u of n.nodes.filter(({parent:p})=>p===d.id)){let p=n.nodes.filter(({parent:h})=>h===u.id),m=jn(t,e,a,p,o+Mt+
N,l);r.set(u.id,{x:o+N,y:l,width:s-2*N+8,height:m}),l+=m+N}r.set(d.id,{x:o,y:c,width:s+8,height:l-c}),l+=$t}t.height=Math.max(l-$t,...[...r.values()].map(d=>d.y+d.height)),t.width=o+s+8,_t(t,e);for(let d of n.edges)d.kind==="control"&&Hn(t,
d)}function Hn(t,e){let n=t.boxes.get(e.source),r=t.boxes.get(e.target),a=r.x<n.x+n.width,i=n.x+n.width/2,o=r.y-n.y-n.height,s=[i,n.y+n.height,i,n.y+n.height+o/3,i,r.y-o/3,i,r.y],l={x:n.x+n.width,y:n.y+n.height/2};t.ways.set(e.id,a?s:L([l,{
x:r.x,y:r.y+It/2}]))}function zn(t,e){if(e.length===0)return 0;let n=Math.max(...e.map(r=>Math.max(E(r.label,"strong"),E(r.caption,"t3"))));return e.forEach((r,a)=>{t.boxes.set(r.id,{x:0,y:a*100,width:n+26,height:54})}),n+26+Fn}function jn(t,e,n,r,a,i){
let o=new Map,s=0;for(let l of r){let d=l.id.split("/")[0],c=Nt(t,e,l),u=n.column.get(d)??0,p=i+N+(o.get(u)??0);Ot(t,c,l,{x:a+T+(n.at.get(d)?.x??0),y:p}),o.set(u,(o.get(u)??0)+c.height+ye),s=Math.max(s,p+c.height-i)}return Math.max(s,C+N)+N}var De=18,Un=20;function Dt(t){let e=[],n=new be(t);for(let r of t.layers){let a=e[e.length-1],i=vt(r);r.name==="job"?Lt(i,n,a):r.name==="execution"?Wt(i,n):r.name==="slots"?Pt(i,n):qn(i,a),e.push(i)}return e}function qn(t,e){let{layer:n}=t,
r=n.nodes.map((i,o)=>({id:i.id,width:Math.max(K(i),Math.min(E(i.caption,"t3"),190)),height:C+2*De,hint:me(e,i.origin??i.id,o)})),a=G(r,Jn(n.edges),{row:Un-De+8,column:44,labels:n.edges.map(B)});for(let i of r){let o=t.nodes.get(i.id),{x:s,y:l}=a.
at.get(i.id),d=K(o);t.boxes.set(o.id,{x:s+(i.width-d)/2,y:l+De,width:d,height:C})}Kn(t,n.edges,a),[t.width,t.height]=[a.width,a.height]}function Jn(t){return t.map(({source:e,target:n})=>[e,n])}function Kn(t,e,n){let r=Yn(e,t);e.forEach((a,i)=>{
let o=t.boxes.get(a.source),s=t.boxes.get(a.target),[l,d]=r.get(a);t.ways.set(a.id,L([{x:o.x+o.width,y:o.y+o.height/2+l},...n.bends[i],{x:s.x,y:s.y+s.height/2+d}]))})}function Yn(t,e){let n=new Map(t.map(a=>[a,[0,0]])),r=a=>{let i=e.boxes.get(
a);return i.y+i.height/2};for(let[a,i,o]of[[0,"source","target"],[1,"target","source"]]){let s=new Map;for(let l of t)s.set(l[i],[...s.get(l[i])??[],l]);for(let l of s.values()){if(l.length===1)continue;l.sort((c,u)=>r(c[o])-r(u[o]));let d=Math.
min(7,18/(l.length-1));l.forEach((c,u)=>{n.get(c)[a]=(u-(l.length-1)/2)*d})}}return n}var Vt=20;function Ve(t){let e=Dt(t),n=nr(t,e);return{stages:e,boxes:Xn(e,n),wires:n}}function Xn(t,e){let n=new Map;t.forEach((a,i)=>{for(let o of a.layer.nodes){let s=n.get(o.id);(!s||s.last!==i-1)&&(s=Qn(o,i,t.length),n.set(n.has(o.id)?`${o.
id}@${i}`:o.id,s)),s.last=i,s.nodes[i]=o;let l=a.boxes.get(o.id);l&&(s.poses[i]={...l,opacity:1})}});let r=[...n.values()];for(let a of r)Zn(a,t),tr(a,t,r,e);return r}function Qn(t,e,n){return{id:t.id,body:wt(t)?"place":xt(t)?"frame":"pill",
nodes:new Array(n),poses:new Array(n),first:e,last:e,lands:!1}}function Zn(t,e){let{first:n,nodes:r,poses:a}=t,i=a[n];if(n===0||!i)return;let o=e[n-1],s=r[n],l=s.origin===null?void 0:o.boxes.get(s.origin);if(l){let u=e[n].nodes.has(s.origin);
a[n-1]={...l,opacity:u?0:1};return}let d=t.body==="frame"?e[n].layer.nodes.filter(u=>u.parent===s.id):[],c=er(d.map(u=>o.boxes.get(u.id)??o.boxes.get(u.origin??"")));a[n-1]={...c??i,opacity:0}}function er(t){let e=t.filter(o=>o!==void 0);if(e.
length===0)return null;let n=Math.min(...e.map(o=>o.x))-10,r=Math.min(...e.map(o=>o.y))-24,a=Math.max(...e.map(o=>o.x+o.width))+10,i=Math.max(...e.map(o=>o.y+o.height))+10;return{x:n,y:r,width:a-n,height:i-r}}function tr(t,e,n,r){let{last:a,
nodes:i,poses:o,id:s}=t,l=o[a];if(a+1>=e.length||!l)return;let d=n.filter(p=>p.first===a+1&&p.nodes[a+1]?.origin===s);if(d.length>1||d.length===1&&t.body==="frame")return;let c=d[0]?.poses[a+1],u=r.find(p=>i[a].lands_on.includes(p.id))?.chip[a+
1];t.lands=u!==void 0,o[a+1]={...c??u??l,opacity:0}}function nr(t,e){let n=new Map(t.verdicts.map(s=>[s.edge,s])),r=new Map,a=e.findIndex(({layer:s})=>s.name==="execution");(a<0?e:e.slice(0,a)).forEach((s,l)=>{for(let d of s.layer.edges){let c=r.
get(d.id),u=c??Ft(d,l,e.length,n.get(d.id));u.edge=c&&!d.label?c.edge:d,u.last=l,u.single=l,Fe(u.strands[0],s,l,d),r.set(d.id,u)}});let o=[...r.values()];if(rr(o,e),a>0)for(let s of o)or(s,e,a);for(let s of o)dr(s,e);return[...o,...lr(e,a)]}
function Ft(t,e,n,r){return{id:t.id,edge:t,verdict:r,first:e,last:e,single:e,control:t.kind==="control",chained:r?.chained??t.kind==="chained",strands:[Bt(t,n)],chip:new Array(n)}}function Bt(t,e){return{ways:new Array(e),stubs:new Array(e),
remote:!1,source:t.source,target:t.target}}function Fe(t,e,n,r){t.ways[n]=e.ways.get(r.id),t.stubs[n]=e.stubs.get(r.id)}function rr(t,e){let[n,r]=e;if(n?.layer.name!=="transformations"||r?.layer.name!=="stream")return;let a=new Set;for(let i of t.
filter(o=>o.first===1)){let o=[i.edge.source,i.edge.target].map(l=>r.nodes.get(l)?.origin??l),s=ir(n,o[0],o[1],i.id);if(s.length!==0){for(let l of s)a.add(l.id);i.strands[0].ways[0]=ar(n,s),i.first=0}}for(let i of a){let o=t.findIndex(s=>s.
id===i&&s.single===0);o>=0&&t.splice(o,1)}}function ar(t,e){return e.map(n=>t.ways.get(n.id)).reduce(gt)}function ir(t,e,n,r){let a=new Set([e]),i=o=>{for(let s of t.layer.edges){if(s.source!==o)continue;if(s.target===n)return[s];if(a.has(s.
target)||!t.nodes.get(s.target)?.lands_on.includes(r))continue;a.add(s.target);let d=i(s.target);if(d)return[s,...d]}return null};return i(e)??[]}function or(t,e,n){if(t.single!==n-1)return;let r=t.strands[0].ways[n-1],a=e.slice(n),i=sr(t,e,
n);if(!(!r||i.length===0)){for(let o of i)o.ways[n-1]=r,t.strands.push(o);t.last=n+a.length-1}}function sr(t,e,n){let r=new Map;return e.slice(n).forEach((a,i)=>{for(let o of a.layer.edges){if(o.kind==="control"||o.origin!==t.id&&!r.has(o.id))
continue;let s=r.get(o.id)??Bt(o,e.length);Fe(s,a,n+i,o),s.remote=o.kind==="remote",r.set(o.id,s)}}),[...r.values()]}function lr(t,e){if(e<0)return[];let n=[];return t.forEach((r,a)=>{for(let i of a<e?[]:r.layer.edges){if(i.kind!=="control")
continue;let o=Ft(i,a,t.length,void 0);Fe(o.strands[0],r,a,i),n.push(o)}}),n}function dr(t,e){let n=B(t.edge);n!==0&&e.forEach((r,a)=>{let o=(a<=t.single?t.strands.slice(0,1):t.strands.slice(1)).map(p=>p.ways[a]).filter(p=>p!==void 0);if(o.
length===0)return;let s=o.map(kt),l=s.reduce((p,m)=>p+m.x,0)/s.length,d=s.reduce((p,m)=>p+m.y,0)/s.length,c={x:l-n/2,y:d-Vt/2,width:n,height:Vt,opacity:1},{name:u}=r.layer;if((u==="slots"||t.chained&&u!=="stream")&&(c.opacity=0),u==="transf\
ormations"){let p=r.layer.nodes.find(h=>h.kind==="partition"&&h.lands_on.includes(t.id)),m=p&&r.boxes.get(p.id);m&&Object.assign(c,m,{height:C}),c.opacity=0}t.chip[a]=c})}function Gt(t,e){let n=t[e],r=t[e+1];if(n&&r)return ue(n,r);let a=n??
r;return a?[a,a]:null}var ve=class{canvas=document.createElement("canvas");context=this.canvas.getContext("2d");colours={};ink="";ground="";font="";width=0;height=0;constructor(){this.canvas.className="flight",this.canvas.setAttribute("aria-hidden","true"),this.
canvas.hidden=!0}resize(e,n){[this.width,this.height]=[e,n];let r=Math.min(2,window.devicePixelRatio||1);this.canvas.width=Math.round(e*r),this.canvas.height=Math.round(n*r),this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}px`}begin(){
let e=getComputedStyle(this.canvas),n=a=>e.getPropertyValue(`--${a}`).trim(),r=(a,i)=>({fill:n(a),stroke:n(i)});this.ink=n("ink"),this.ground=n("panel"),this.font=e.fontFamily,this.colours={source:r("focusbg","focus"),sink:r("focusbg","focu\
s"),operator:r("panel","line2"),partition:r("wmsoft","wmink"),union:r("wmsoft","wmink"),"side output":r("wmsoft","wmink"),chain:r("panesoft","pane"),vertex:r("panesoft","pane"),subtask:r("panel","pane"),slot:r("panel","line2"),"task manager":r(
"soft","line2"),"job manager":r("tmsoft","tm"),"resource manager":r("tmsoft","tm"),chained:r("panel","pane"),network:r("panel","focus"),control:r("panel","tm")}}draw(e,n,r,a){let{context:i}=this,o=this.canvas.width/Math.max(1,this.width);i.
setTransform(1,0,0,1,0,0),i.fillStyle=this.ground,i.fillRect(0,0,this.canvas.width,this.canvas.height);let s=r.scale*o;i.setTransform(s,0,0,s,r.x*o,r.y*o);let[l,d]=[e.slice(0,2),e.slice(2)],c=n.filter(({wire:u})=>!u.chained);for(let u of l)
this.drawBoxes(u,r,!1);this.drawLines(c,r),d.forEach((u,p)=>{this.drawBoxes(u,r,a&&p===d.length-1),p===0&&this.drawLines(n.filter(({wire:m})=>m.chained),r)}),i.globalAlpha=1}drawBoxes(e,n,r){let{context:a}=this;a.lineWidth=Math.max(1.4,.7/n.
scale),r&&(a.font=`500 13px ${this.font}`),a.textAlign="center";for(let{pose:i,track:o}of e){if(!i||i.opacity<=.01||this.isOutside(i.x,i.y,i.width,i.height,n))continue;let s=o.nodes[o.first],l=this.colours[s.kind];a.globalAlpha=i.opacity,a.
fillStyle=l.fill,a.strokeStyle=l.stroke,a.fillRect(i.x,i.y,i.width,i.height),a.strokeRect(i.x,i.y,i.width,i.height),r&&(a.fillStyle=this.ink,a.fillText(_(s),i.x+i.width/2,i.y+i.height/2+4.5))}}isOutside(e,n,r,a,i){let[o,s]=[e*i.scale+i.x,n*
i.scale+i.y];return o>this.width||s>this.height||o+r*i.scale<0||s+a*i.scale<0}drawLines(e,n){let{context:r}=this;for(let a of["control","network","chained"]){let i=a==="chained"?5:2;r.strokeStyle=this.colours[a].stroke,r.lineWidth=Math.max(
i,(a==="chained"?1.6:.8)/n.scale),r.globalAlpha=1,r.beginPath();for(let{wire:o,shown:s,ways:l,strength:d}of e){let c=o.control?"control":o.chained?"chained":"network";if(!(!s||c!==a||d<.5))for(let u of l){r.moveTo(u[0],u[1]);for(let p=2;p<u.
length;p+=6)r.bezierCurveTo(u[p],u[p+1],u[p+2],u[p+3],u[p+4],u[p+5])}}r.stroke()}}};var H=26,cr=1.4,Be=.42,ur=.55,pr=700,mr=6e3,hr=260,X=class{constructor(e){this.tracks=e;this.labelsFrom=e.stages[0]?.layer.name==="transformations"?1:0,this.svg=v("svg","lensPicture"),this.svg.setAttribute("role","group"),this.world=x(this.
svg,v("g","world"));let n=u=>x(this.world,v("g",u)),[r,a,i,o]=["places","outer","wires","frames"].map(n),s=n("joints"),l=n("pills"),d=n("chips");this.spot=x(i,v("path","spot"));let c=[...e.boxes].sort((u,p)=>p.last-u.last);for(let u of c){let m=u.
body==="frame"&&!u.id.includes("/")?a:o,h=u.body==="pill"?l:u.body==="frame"?m:r,g=St(u,h);this.shapes.push(g),this.groups[[r,a,o,l].indexOf(h)].push(g)}for(let u of e.wires)this.lines.push(Ct(u,u.chained?s:i,d,s));i.append(this.spot),this.
element.append(this.svg,this.flight.canvas),this.element.className="sheet"}element=document.createElement("div");svg;world;shapes=[];lines=[];spot;groups=[[],[],[],[]];flight=new ve;width=0;height=0;camera={x:0,y:0,scale:1};labelsFrom;zoom=1;pan={
x:0,y:0};moving=!1;blendFrom=null;resize(e,n){[this.width,this.height]=[e,n],this.svg.setAttribute("width",String(e)),this.svg.setAttribute("height",String(n)),this.svg.setAttribute("viewBox",`0 0 ${e} ${n}`),this.flight.resize(e,n)}wantedHeight(e){
let n=this.tracks.stages.map(r=>{let a=Math.min(1.05,(e-2*H)/Math.max(1,r.width));return r.height*a+2*H});return Math.max(...n)}heightForLetters(e){let n=this.tracks.stages.map(r=>{let a=Math.min(ur,(e-2*H)/Math.max(1,r.width));return a<Be?
0:r.height*a+2*H});return Math.max(...n)}comeFrom(e){this.blendFrom=e}snapshot(){let e=new Map;for(let{track:a,pose:i}of this.shapes)i&&e.set(a.id,i);let n=new Map(this.lines.filter(({shown:a})=>a).map(a=>[a.wire.id,a.ways])),r=new Map;for(let{
wire:a,chipPose:i}of this.lines)i&&r.set(a.id,i);return{boxes:e,ways:n,chips:r,camera:this.camera}}draw(e,n,r=1){let a=this.tracks.stages.length-1,i=w(Math.floor(e),0,Math.max(0,a-1)),o=a===0?0:P(w(e-i,0,1));this.moving=n,r>=1&&(this.blendFrom=
null);let s=this.aim(i,o,r);for(let d of this.shapes)this.moveShape(d,i,o,r);let l=(n?pr:mr)/Math.max(1,this.lines.length);for(let d of this.lines)this.moveLine(d,i,o,r,Math.max(1,Math.floor(l)));n&&this.isCrowd?this.paint(s):this.write(i,o,
s)}get isCrowd(){return this.shapes.length+this.lines.length>hr}paint(e){this.flight.canvas.hidden&&(this.flight.begin(),this.flight.canvas.hidden=!1),this.flight.draw(this.groups,this.lines,e,e.scale>=Be)}write(e,n,r){this.flight.canvas.hidden=
!0;let{x:a,y:i,scale:o}=r;this.world.setAttribute("transform",`translate(${y(a)} ${y(i)}) scale(${o.toFixed(4)})`),this.svg.classList.toggle("far",o<Be),this.svg.classList.toggle("moving",this.moving),this.moving&&this.spot.setAttribute("d",
""),this.svg.dataset.stage=this.tracks.stages[Math.round(e+n)].layer.name;for(let s of this.shapes)this.writeShape(s,Math.round(e+n));for(let s of this.lines)this.writeLine(s,e,n)}aim(e,n,r){let a=this.fitted(this.tracks.stages[e]),i=this.fitted(
this.tracks.stages[e+1]??this.tracks.stages[e]),o=Ne(a,i,n);this.blendFrom&&(o=Ne(this.blendFrom.camera,o,P(r))),this.camera=o;let s=o.scale*this.zoom;return{x:this.width/2-o.x*s+this.pan.x,y:this.height/2-o.y*s+this.pan.y,scale:s}}fitted({
width:e,height:n}){let r=Math.min((this.width-2*H)/Math.max(1,e),(this.height-2*H)/Math.max(1,n),cr);return{x:e/2,y:n/2,scale:Math.max(.005,r)}}moveShape(e,n,r,a){let{track:i}=e,o=Ie(i.poses,i.first,i.last,n,r);if(o&&i.lands&&n===i.last&&r>
0&&(o.opacity=Math.min(1,2-2*r)),o&&this.blendFrom){let s=this.blendFrom.boxes.get(i.id),l=P(a);o=s?ke(s,o,l):{...o,opacity:o.opacity*l}}e.pose=o}writeShape(e,n){let{track:r,group:a,pose:i}=e;if(Oe(e,a,i!==null&&i.opacity>.01),!i||!e.shown)
return;let o=`translate(${y(i.x)} ${y(i.y)})`;e.at!==o&&a.setAttribute("transform",e.at=o),We(e,a,i.opacity);let s=`${y(i.width)} ${y(i.height)} ${n}`;if(s===e.drawn)return;e.drawn=s,e.rect.setAttribute("width",String(y(i.width))),e.rect.setAttribute(
"height",String(y(i.height)));let l=r.nodes[w(n,r.first,r.last)];Et(e,l,i,this.tracks.stages[n])}moveLine(e,n,r,a,i){let{wire:o}=e,s=n+r;if(this.moveChip(e,n,r,a),e.strength=Math.min(1,s-(o.first-1),o.last+1-s),e.ways=[],e.strength<=.01)return;
let l=zt(o,s),d=jt(o,n,s),c=e.pairs[d]??=Ut(l.map(({ways:h})=>h),n),u=Math.max(1,Math.ceil(c.length/i)),p=this.blendFrom?.ways.get(o.id),m=p?.length===c.length&&u===1;for(let h=0;h<c.length;h+=u){let g=c[h],f=pe(g[0],g[1],r);if(p&&m){let[b,
A]=ue(p[h],f);f=pe(b,A,P(a))}e.ways.push(f)}this.blendFrom&&!m&&(e.strength*=P(a))}writeLine(e,n,r){let{wire:a,group:i,ways:o,strength:s}=e;if(Oe(e,i,s>.01),this.writeChip(e),!e.shown){e.stub?.setAttribute("d","");return}let l=n+r,d=zt(a,l),
c=Math.max(1,Math.ceil(d.length/Math.max(1,o.length))),u=o.filter((m,h)=>d[h*c]?.remote),p=o.filter((m,h)=>!d[h*c]?.remote);if(e.near.setAttribute("d",p.map(F).join("")),e.far.setAttribute("d",u.map(F).join("")),e.heads.setAttribute("d",a.chained?
"":o.map(m=>bt(m,8)).join("")),this.moving||e.hit.setAttribute("d",o.map(F).join("")),e.stub){let m=jt(a,n,l),h=d.filter(({stubs:f})=>f[n]!==void 0);e.stubs[m]??=Ut(h.map(({stubs:f})=>f),n);let g=r>0&&l<a.single?[]:e.stubs[m];e.stub.setAttribute(
"d",g.map(([f,b])=>F(pe(f,b,r))).join(""))}We(e,i,s)}moveChip(e,n,r,a){let{wire:i}=e,o=Ie(i.chip,Math.max(i.first,this.labelsFrom),i.last,n,r);if(o&&this.blendFrom){let s=this.blendFrom.chips.get(i.id);o=s?ke(s,o,P(a)):{...o,opacity:o.opacity*
a}}e.chipPose=o}writeChip({chip:e,chipRect:n,chipPose:r}){if(!e||!n)return;let a=r!==null&&r.opacity>.01;if(e.style.display=a?"":"none",!r||!a)return;e.style.opacity=r.opacity<.995?r.opacity.toFixed(2):"";let[i,o]=[r.x+r.width/2,r.y+r.height/
2];e.setAttribute("transform",`translate(${y(i)} ${y(o)})`),n.setAttribute("x",String(y(-r.width/2))),n.setAttribute("y",String(y(-r.height/2))),n.setAttribute("width",String(y(r.width))),n.setAttribute("height",String(y(r.height)))}mark(e,n="\
selected"){for(let{track:i,group:o}of this.shapes)o.classList.toggle(n,i.id===e);for(let{wire:i,group:o,chip:s}of this.lines)o.classList.toggle(n,i.id===e),s?.classList.toggle(n,i.id===e);if(n==="pointed"||this.moving)return;let r=new Set([
e]);for(let{track:i}of this.shapes)e!==null&&i.nodes.some(o=>o?.parent===e)&&r.add(i.id);let a="";for(let{wire:i,ways:o,shown:s}of this.lines){if(!s||i.chained||o.length===0)continue;let l=o.length>1?i.strands.slice(1):i.strands.slice(-o.length);
o.forEach((d,c)=>{let u=l[c];u&&(r.has(u.source)||r.has(u.target))&&(a+=F(d))})}this.spot.setAttribute("d",a)}light(e,n){for(let{track:r,group:a}of this.shapes)a.classList.toggle("dim",e!==null&&!e.has(r.id)),a.classList.toggle("now",n.has(
r.id));for(let{wire:r,group:a,chip:i}of this.lines)for(let o of[a,i])o?.classList.toggle("dim",e!==null&&!e.has(r.id)),o?.classList.toggle("now",n.has(r.id))}order(){let e=this.shapes.filter(({shown:a,pose:i})=>a&&i&&i.opacity>.5).sort((a,i)=>Ht(
a.track)-Ht(i.track)||a.pose.x-i.pose.x||a.pose.y-i.pose.y),n=this.lines.filter(({shown:a})=>a),r=new Set;for(let{track:a}of e){r.add(a.id);for(let{wire:i}of n)(i.strands.some(({source:s})=>s===a.id)||i.edge.source===a.id)&&r.add(i.id)}for(let{
wire:a}of n)r.add(a.id);return[...r]}elementOf(e){return this.shapes.find(({track:n,shown:r})=>r&&n.id===e)?.group??this.lines.find(({wire:n,shown:r})=>r&&n.id===e)?.group??null}};function Ht(t){return t.body==="place"?0:1}function zt(t,e){
return e>t.single&&t.strands.length>1?t.strands.slice(1):t.strands.slice(0,1)}function jt(t,e,n){return n>t.single&&t.strands.length>1?e+100:e}function Ut(t,e){return t.map(n=>Gt(n,e)).filter(n=>n!==null)}var fr="Step through what Flink does: StreamGraphGenerator, createJobGraph, the execution graph, deployment",xe=class{at=null;lighting=-1;forget(){this.at=null,this.lighting=-1}go(e,n){e==="end"?this.at=null:this.at=w((this.at??-1)+(e==="ba\
ck"?-1:1),0,n.length-1)}draw(e,n,r,a){let{walk:i}=r,o=a&&i.length>0;e.get("walk").hidden=!o;let s=o&&this.at!==null?i[this.at]:null,[l,d]=s?kr(i,this.at,r):[null,new Set],c=this.at??-1;return(s||this.lighting!==c)&&n.light(l,d),this.lighting=
c,o&&e.put("walk",`<span class="step">${s?`${this.at+1} of ${i.length}`:"generator"}</span><button type="button" data-walk="back" aria-label="Walk back"${s?"":" disabled"}>◂</button><button type="button" data-walk="next" aria-label="Walk on\
" title="${fr}">walk ▸</button>`+(s?'<button type="button" data-walk="end" aria-label="End the walk">✕</button>':"")+(s?"":gr(r))),s?s.sentence:null}};function gr(t){return t.history.length===0?"":`<details class="bygones"><summary titl\
e="Transformations that Flink has no more">once</summary><ul>${t.history.map(n=>{let[r,...a]=n.split(" (");return`<li><b>${k(r)}</b> (${k(a.join(" ("))}</li>`}).join("")}</ul></details>`}function kr(t,e,n){let r=new Set,a=new Set,i=n.layers[0];
t.slice(0,e+1).forEach((o,s)=>{let l=o.transformation<0,d=l?[]:[`t${o.transformation}`];o.node!==null&&l&&d.push(`t${o.node}`),o.node!==null&&(o.action==="node"||l)&&d.push(`o${o.node}`),o.edge!==null&&d.push(o.edge);for(let c of d)r.add(c);
if(s===e)for(let c of o.edge!==null?[o.edge]:d)a.add(c)});for(let{id:o,source:s,target:l}of i.edges)r.has(s)&&r.has(l)&&r.add(o);return[r,a]}var br=250,yr=.5,vr=.65,we=class{constructor(e,n,r,a){this.model=r;this.plan=e,this.edits=new de(r,e,n,(i,o)=>this.show(i,o)),this.scene=new X(Ve(e)),this.parts=new se(`flinksim lens: the plan of ${e.job_name}`),a.replaceChildren(this.parts.
root),this.asked=this.makeAsked(),this.cleanups.push(mt(this.parts,this.asked,()=>this.resize())),this.follow("layer",!0),this.adopt(e),this.resize(),this.follow("selected",!0),this.cleanups.push(tt(this.parts.root))}parts;edits;walk=new xe;cleanups=[];plan;scene;verdicts=new Map;motion=new ce(
{count:()=>this.plan.layers.length,moment:(e,n,r)=>{this.scene.draw(e,n,r),this.drawPosition()},still:e=>this.settle(e),played:()=>this.drawControls()});asked;selected=null;pointed=null;width=0;destroy(){this.motion.stop();for(let e of this.
cleanups)e();this.parts.root.remove()}makeAsked(){let{motion:e,edits:n}=this;return{scene:()=>this.scene,act:r=>this.act(r),goTo:r=>e.goTo(r),jump:r=>e.jump(r),settle:()=>e.goTo(e.wanted),layers:()=>this.plan.layers.length,select:r=>this.select(
r),selected:()=>this.selected,point:r=>this.point(r),undo:r=>n.undo(r),walk:r=>{this.walk.go(r,this.plan.walk),this.drawWalk()},variant:r=>n.showVariant(r),change:r=>n.change(r,this.plan,this.selected),redraw:()=>this.drawNow(),words:()=>this.
tell()}}follow(e,n=!1){let r=this.model.get(e);if(e==="problem")this.parts.tell("problem",String(r??""));else if(e==="answer")this.learn(r);else if(e==="selected"){let a=r?String(r):null;a!==this.selected&&this.select(a,!1)}else{let a=this.
plan.layers.findIndex(({name:i})=>i===r);if(a<0||a===this.motion.wanted)return;n?this.motion.position=this.motion.wanted=a:this.motion.goTo(a)}}learn({edge:e,change:n}){let r=this.verdicts.get(e??"");!r||!n||(r.change=n,e===this.selected&&this.
tell())}show(e,n){let r=this.scene.snapshot();this.edits.made=n,this.scene=new X(Ve(e)),this.adopt(e),this.scene.comeFrom(r),this.walk.forget(),this.resize(!0),this.drawControls(),this.tell(),this.ask(),this.motion.blend()}adopt(e){let{parts:n}=this;
this.plan=e,this.verdicts=new Map(e.verdicts.map(r=>[r.edge,r])),n.get("scene").replaceChildren(this.scene.element),$(n.get("job"),`<b>${k(e.job_name)}</b> · the plan`),$(n.get("tabs"),e.layers.map(({title:r},a)=>`<button type="button" rol\
e="radio" data-layer="${a}" title="${a+1}">${k(r)}</button>`).join("")),n.range.max=String(e.layers.length-1),n.tell("notes",e.notes.join(`
`)),this.selected!==null&&!this.isKnown(this.selected)&&(this.selected=null)}isKnown(e){return this.plan.layers.some(n=>[...n.nodes,...n.edges].some(r=>r.id===e))}act(e){let{motion:n}=this;e==="back"?n.goTo(Math.ceil(n.position)-1):e==="nex\
t"?n.goTo(Math.floor(n.position)+1):e==="play"?n.toggle():e==="in"?J(this.asked,1.25):e==="out"?J(this.asked,.8):e==="fit"?J(this.asked,0):e==="apply"?this.edits.apply(this.verdicts.get(this.selected??"")?.change?.edits??[]):e==="reset"&&this.
edits.send([])}select(e,n=!0){e!==this.selected&&(this.selected=e,this.scene.mark(e),this.tell(),this.ask(),n&&(this.model.set("selected",e??""),this.model.save_changes()))}ask(){let e=this.verdicts.get(this.selected??"");!e||e.change||!this.
edits.possible||(this.model.set("asked",e.edge),this.model.save_changes())}point(e){e!==this.pointed&&(this.pointed=e,this.scene.mark(e,"pointed"),Re(this.parts,this.looking,this.edits))}resize(e=!1){let{root:n}=this.parts,r=n.clientWidth;if(r===
0||r===this.width&&!e)return;this.width=r,n.dataset.size=r>=1e3?"wide":r>=660?"middle":"narrow";let a=this.parts.get("scene").clientWidth,i=Math.min(this.scene.heightForLetters(a),vr*window.innerHeight),o=Math.max(360,yr*window.innerHeight,
i),s=w(this.scene.wantedHeight(a),br,o);this.scene.resize(a,Math.round(s)),e||this.drawNow()}drawNow(){let{position:e,wanted:n}=this.motion;this.width===0||e!==n||(this.scene.draw(e,!1),this.settle(!1))}settle(e){this.drawControls(),this.tell(),
this.scene.mark(this.selected),e&&(this.model.set("layer",this.layer.name),this.model.save_changes())}get layer(){return this.plan.layers[Math.round(this.motion.position)]}get looking(){let{plan:e,layer:n,verdicts:r,selected:a,pointed:i}=this;
return{plan:e,layer:n,verdicts:r,selected:a,pointed:i}}drawPosition(){let{root:e,range:n}=this.parts;n.value=String(this.motion.position),e.dataset.position=this.motion.position.toFixed(2),e.dataset.layerName!==this.layer.name&&this.drawControls()}drawControls(){
let{position:e,last:n,playing:r}=this.motion,{root:a,range:i}=this.parts;this.parts.put("play",r?`${V("pause")}Pause`:`${V("play")}Play`),i.value=String(e),i.setAttribute("aria-valuetext",this.layer.title);let o=Math.round(e);for(let s of a.
querySelectorAll("[data-layer]"))s.setAttribute("aria-checked",String(Number(s.dataset.layer)===o));for(let[s,l]of[["back",0],["next",n]])a.querySelector(`[data-act="${s}"]`).setAttribute("aria-disabled",String(e===l));a.dataset.position=e.
toFixed(2),a.dataset.layerName=this.layer.name,this.drawWalk()}drawWalk(){let e=this.layer.name==="transformations"||this.layer.name==="stream",n=this.walk.draw(this.parts,this.scene,this.plan,e);this.parts.put("layerWords",k(n??Te(this.plan,
this.layer)))}tell(){Re(this.parts,this.looking,this.edits),it(this.parts,this.looking,this.edits),this.parts.words.open&&this.parts.put("words",k(je(this.plan,this.layer)))}};var qt={zh:{texts:{},sentences:{},words:{},moments:{},counted:{}},cards:{classes:{},old:{},shown:{},claims:[]}},Ge=qt;async function Jt(t){if(Ge!==qt||!t)return;let e=ee(t);e.byteLength>0&&(Ge=JSON.parse(new TextDecoder().decode(await Z(e))))}var xr=["en","zh"],wr="en";function Kt(t){wr=xr.find(e=>e===t)??"en"}async function Qt(t){return JSON.parse(new TextDecoder().decode(await Z(ee(t))))}async function Xt(t){let e=await Qt(t);if(e.version!==1)throw new Error(`The plan has version ${e.version}, this page knows ${1}: export it again.`);return e}async function Sr({
model:t,el:e}){let n=null;try{await Jt(t.get("tables")),Kt(t.get("language"));let i=await Xt(t.get("plan")),o=t.get("variants"),s=o?await Qt(o):[];n=new we(i,s,t,e)}catch(i){oe(ae),$(e,'<div class="flinksim-widget failed" role="alert"></div\
>'),e.lastElementChild.textContent=i instanceof Error?i.message:String(i)}let r=async()=>{let i=await Xt(t.get("plan"));n?.show(i,t.get("edits"))},a=[["change:plan",()=>void r()],["change:layer",()=>n?.follow("layer")],["change:selected",()=>n?.
follow("selected")],["change:problem",()=>n?.follow("problem")],["change:answer",()=>n?.follow("answer")]];for(let[i,o]of a)t.on(i,o);return()=>{for(let[i,o]of a)t.off(i,o);n?.destroy()}}var gi={render:Sr};export{gi as default};
