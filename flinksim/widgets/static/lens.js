// Built from widgets/src by widgets/build.mjs; sources d448ec2206094057e31a2cc70a8594f212e88d1fcf49775e6e5d00fbe9e9f78e
async function Ve(t){let e=new Blob([t]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function _e(t){if(t instanceof Uint8Array)return t;if(t instanceof DataView)return new Uint8Array(t.buffer,
t.byteOffset,t.byteLength);if(t instanceof ArrayBuffer)return new Uint8Array(t);throw new TypeError("the trait holds no bytes")}var Ht={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function b(t){return t.replace(/[&<>"']/g,e=>Ht[e])}var Ft={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},zt='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',Rt=2e4,Q=new Map,Z=null;function S(t,e){let n=`${e}${t}`,i=Q.get(n);if(i!==void 0)return i;if(Z??=document.createElement("canvas").getContext("2d"),!Z)return t.length*8;Z.font=`${Ft[e]}\
 ${zt}`;let r=Z.measureText(t).width;return Q.size>=Rt&&Q.clear(),Q.set(n,r),r}function R(t,e,n){if(S(t,n)<=e)return t;let i=Array.from(t.slice(0,Math.max(8,e))),[r,s]=[1,i.length-1];for(;r<s;){let o=r+s+1>>1;S(`${i.slice(0,o).join("")}…`,
n)<=e?r=o:s=o-1}return`${i.slice(0,r).join("")}…`}function v(t,e,n){return Math.max(e,Math.min(n,t))}var De="waiting";function ke(t,e){let n=t.verdicts.filter(a=>a.chained).length,i=t.verdicts.length,r=(...a)=>e.nodes.filter(({kind:l})=>a.includes(l)).length,s=e.edges.filter(({kind:a})=>a!=="chained"&&a!=="control"),o=s.reduce((a,{count:l})=>a+
l,0);switch(e.name){case"transformations":{let a=r("partition","union","side output"),l=a===0?"Each becomes a node.":`${a} of them ${a===1?"is":"are"} virtual: no node comes of ${a===1?"it":"them"}, what ${a===1?"it says":"they say"} lands \
on edges.`;return`The program in ${$(e.nodes.length,"transformation")}. ${l}`}case"stream":return`${$(e.nodes.length,"operator")} and ${$(e.edges.length,"edge")}, each with a partitioner. ${i>0?`${n} of ${i} will be chained.`:""}`;case"job":{
let a=e.edges.length-s.length;return`${$(r("source","operator","sink"),"operator")} in ${$(r("chain","vertex"),"task")}: ${$(a,"edge")} became ${a===1?"a call":"calls"}, ${s.length} ${s.length===1?"goes":"go"} through channels.`}case"execut\
ion":return`${$(r("vertex","chain"),"task")} unfolded into ${$(r("subtask"),"subtask")}, joined by ${$(o,"channel")}.`;case"slots":{let a=s.filter(({kind:h})=>h==="remote").length,l=e.nodes.filter(({parent:h})=>h===De),d=e.nodes.filter(h=>l.
some(({id:p})=>p===h.parent)).length,c=e.nodes.filter(({kind:h,id:p})=>h==="task manager"&&p!==De).length;return`${$(r("subtask")-d,"subtask")} in ${$(r("slot")-l.length,"slot")} of ${$(c,"TaskManager")}${d>0?`, ${d} ${d===1?"waits":"wait"}\
 for a slot`:""}; ${a} of ${$(o,"channel")} ${a===1?"goes":"go"} over the network.`}}}function $(t,e){return`${t} ${t===1?e:`${e}${e.endsWith("x")?"es":"s"}`}`}function je(t,e){let n=[`${e.title}: ${ke(t,e)}`,""],i=new Map(e.nodes.map(o=>[o.
id,xe(o)])),r=new Map;for(let o of e.nodes){r.set(o.id,o.parent===null?0:(r.get(o.parent)??0)+1);let a=o.caption?`, ${o.caption}`:"";n.push(`${"  ".repeat(r.get(o.id))}${o.id} ${o.kind}: ${xe(o)}${a}`)}n.push("");let s=new Map(t.verdicts.map(
o=>[o.edge,o]));for(let o of e.edges){let a=o.label?` ${o.label}`:"",l=s.get(o.id);n.push(`${i.get(o.source)??o.source} -> ${i.get(o.target)??o.target}:${a} (${o.kind})${l?`; ${l.sentence}`:""}`)}return[...n,...t.notes.map(o=>`note: ${o}`)].
join(`
`)}function xe(t){let e=t.details.find(([n])=>n==="name")?.[1];return t.kind==="partition"?t.label:String(e??(t.label||t.caption||t.id))}function B(t,e){let i=e.layers[0].nodes.find(({id:s})=>s===`t${t.transformation}`),r=i?` on ${i.label}`:
"";switch(t.edit){case"SetParallelism":return`set_parallelism(${t.parallelism})${r}`;case"SetMaxParallelism":return`set_max_parallelism(${t.max_parallelism})${r}`;case"SetSlotSharingGroup":return`slot_sharing_group('${t.group}')${r}`;case"A\
llowChaining":return`chaining allowed again${r}`;case"StartNewChain":{let s=i?.details.find(([o])=>o==="first function")?.[1];return`start_new_chain()${s?` on ${s}`:r}`}case"DisableChaining":return`disable_chaining()${r}`;case"RemovePartiti\
oner":return`without ${i?.label??"its partitioner"}`;case"InsertPartitioner":return`${String(t.partitioner).toLowerCase()}() before ${i?.label??"it"}`;case"SetOperatorChaining":return`operator chaining ${t.enabled?"on":"off"}`;case"ChainAcr\
ossMaxParallelism":return`chaining across maximum parallelism ${t.enabled?"on":"off"}`;case"UseNewerSource":return`a source of the newer kind${i?` in place of ${i.label}`:""}`;default:return t.edit}}function He(t,e,n,i){let[r,s]=Bt(t.sentence),
a=[...t.verdicts].sort((l,d)=>Number(l.holds)-Number(d.holds)).map(({condition:l,holds:d,known:c,flink:h,found:p,reason:f})=>{let m=c?d?["✓","holds"]:["✗","fails"]:["?","unknown"];return`<tr class="${m[1]}"><td class="mark"><span aria-l\
abel="${m[1]}">${m[0]}</span></td><th scope="row">${b(l)}</th><td>${b(f||p)}</td><td><code>${b(h)}</code></td></tr>`});return`<p class="verdict"><span class="badge ${t.chained?"chained":"cut"}">${b(r)}</span><span>${b(t.source)} <i>→</i> ${b(
t.target)}${s?`: <b>${b(s)}</b>`:""}</span></p>${Ut(t,e,n,i)}<div class="scroll" tabindex="0" role="region" aria-label="Conditions"><table><thead><tr><th></th><th scope="col">condition</th><th scope="col">found</th><th scope="col">in Flink<\
/th></tr></thead><tbody>${a.join("")}</tbody></table></div>`}function Bt(t){let e=t.indexOf(": ");return e<0?[t,""]:[t.slice(0,e),t.slice(e+2)]}function Ut(t,e,n,i){let{change:r}=t,s=t.chained?"cut":"chain";if(!r)return i?`<p class="change"\
>Looking for what would ${s} it …</p>`:"";if(r.edits.length===0)return`<p class="change">No change would ${s} it: ${b(r.impossible)}.</p>`;let o=[...r.side_effects.length>0?[`and also: ${r.side_effects.join("; ")}`]:[],...r.caveat?[r.caveat]:
[]].join("; "),a=r.tasks_after===r.tasks_before?"":` ${r.tasks_before} tasks would be ${r.tasks_after}.`,l=e&&!n?'<button type="button" data-act="apply" title="Derive everything again with this change">Try it</button>':"";return`<p class="c\
hange"><span><b>${b(r.words)}</b> would ${s} it${o?` (${b(o)})`:""}.${b(a)}</span>${l}</p>`}function Fe(t,e,n){let i=t.details.filter(([,s])=>s!==null&&s!=="").map(([s,o])=>{let a=String(o);return`<div${a.length>22?' class="long"':""}><dt>${b(
s)}</dt><dd>${b(a)}</dd></div>`}).sort((s,o)=>Number(s.includes('class="long"'))-Number(o.includes('class="long"'))),r=e.edges.filter(({source:s,target:o})=>s===t.id||o===t.id).slice(0,60).map(s=>{let o=n.get(s.id),a=s.source===t.id?`→ ${s.
target}`:`← ${s.source}`,l=s.label?` ${s.label}`:` ${s.kind}`,d=o?o.sentence:`${a}${l}`;return`<li>${o?`<button type="button" data-look="${b(s.id)}">${b(s.id)}</button> `:""}${b(d)}</li>`});return`<p class="verdict"><span class="badge kin\
d">${b(t.kind)}</span><span><b>${b(xe(t))}</b>${t.caption?`, ${b(t.caption)}`:""}</span></p>${Ie[t.kind]?`<p class="change">${Ie[t.kind]}</p>`:""}<div class="scroll" tabindex="0" role="region" aria-label="Details"><dl>${i.join("")}</dl>${r.
length>0?`<ul>${r.join("")}</ul>`:""}</div>`}var Ie={partition:"Virtual: the generator only remembers the partitioner, and gives it to the edges that are read through here.",union:"Virtual: a union only gathers; who reads it gets an edge fr\
om each of its inputs. ","side output":"Virtual: the generator remembers the tag, and gives it to the edges that are read through here. (It took the place of split and select, which Flink 1.12 removed.)"};var ze=["FORWARD","REBALANCE","RESCALE","SHUFFLE","BROADCAST","GLOBAL"],ee=[["AllowChaining","ALWAYS","may be chained"],["StartNewChain","HEAD","start_new_chain()"],["DisableChaining","NEVER","disable_chaining()"]];function _(t,e){let n=t.layers.
find(({name:l})=>l==="stream"),i=t.layers.find(({name:l})=>l==="job"),r=n?.nodes.find(l=>l.id===e.split("/")[0]||l.origin===e);if(!r?.origin||!i)return null;let s=i.nodes.find(({id:l})=>l===r.id)?.parent,o=i.nodes.find(({id:l})=>l===s),a=(l,d)=>l?.
details.find(([c])=>c===d)?.[1]??null;return{transformation:Number(r.origin.slice(1)),name:r.label,kind:r.kind,parallelism:Number(a(o,"parallelism")),maxParallelism:a(r,"max parallelism"),group:String(a(r,"slot sharing group")??"default"),strategy:String(
a(r,"chaining strategy")??"ALWAYS"),addedBy:String(a(r,"added by")??"")}}function Be(t,e){if(t.addedBy!=="")return`<h3>Change <small>${b(t.name)}</small></h3><p class="hint">${b(t.addedBy)} put this operator there: no call of the program na\
mes it. Change the one before or behind it.</p>`;let n=e?" disabled":"",i=ee.filter(([s])=>s!=="StartNewChain"||t.kind!=="sink").map(([s,o,a])=>{let l=o===t.strategy?" selected":"";return`<option value="${s}"${l}>${o}: ${a}</option>`});return ee.
some(([,s])=>s===t.strategy)||i.unshift(`<option value="" selected>${b(t.strategy)}</option>`),`<h3>Change <small>${b(t.name)}</small></h3>`+U("parallelism",`<input type="number" min="1" max="64" data-edit="SetParallelism" value="${t.parallelism}\
"${n}>`)+U("chaining",`<select data-edit="chaining"${n}>${i.join("")}</select>`)+U("slot sharing group",`<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" value="${b(t.group)}"${n}>`)+U("maximum parallelism",`<input type="nu\
mber" min="1" max="32768" data-edit="SetMaxParallelism" placeholder="derived" value="${t.maxParallelism??""}"${n}>`)}function Ue(t,e,n){let i=String(t.details.find(([s])=>s==="partitioner")?.[1]??t.label),r=[...ze.includes(i)?[]:[i],...ze].
map(s=>`<option${s===i?" selected":""}>${b(s)}</option>`);return`<h3>Change <small>${b(e[0])} → ${b(e[1])}</small></h3>`+U("partitioner",`<select data-edit="InsertPartitioner"${n?" disabled":""}>${r.join("")}</select>`)}function U(t,e){return`\
<label class="field"><span>${t}</span>${e}</label>`}function ve(t){return t.verdicts.every(({verdicts:e})=>e.every(({condition:n,holds:i})=>n!=="chaining enabled"||i))}function Ke(t,e,n){if(t.length===0)return"";let i=t.map((r,s)=>`<li><spa\
n>${b(B(r,e))}</span>`+(n?"":`<button type="button" data-undo="${s}" aria-label="Undo: ${b(B(r,e))}">✕</button>`)+"</li>");return`<div class="edits"><b>${$(t.length,"change")} to the program</b><button type="button" data-act="reset">as it\
 was</button><ul>${i.join("")}</ul></div>`}function Ye(t,e,n){let i=t.filter(r=>Re(r)!==Re(e));return n&&Kt(e,n)?i:[...i,e]}function Re(t){return[ee.some(([n])=>n===t.edit)?"chaining":t.edit,t.transformation,t.input_number].join(" ")}function Kt(t,e){
if(t.edit==="SetOperatorChaining")return t.enabled===ve(e);let n=_(e,`t${t.transformation}`);if(!n)return!1;let i=ee.find(([r])=>r===t.edit);return i?i[1]===n.strategy:t.edit==="SetParallelism"?t.parallelism===n.parallelism:t.edit==="SetSlo\
tSharingGroup"?t.group===n.group:t.edit==="SetMaxParallelism"?t.max_parallelism===n.maxParallelism:!1}var qe=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,Yt={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function D(t){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${Yt[t]}</svg>`}
function N(t,e,n,i){return`<button type="button" data-act="${t}" aria-label="${e}" title="${n}">${i}</button>`}function Je(t,e=()=>{}){let n=window.matchMedia("(prefers-color-scheme: dark)"),i=null,r=()=>{let a=document.body.dataset.jpThemeLight,
l=n.matches?"dark":"light";t.dataset.theme=i??(a===void 0?l:a==="false"?"dark":"light"),e()},s=a=>{a.target.closest('[data-act="theme"]')&&(i=t.dataset.theme==="dark"?"light":"dark",r())},o=new MutationObserver(r);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),n.addEventListener("change",r),t.addEventListener("click",s),r(),()=>{o.disconnect(),n.removeEventListener("change",r),t.removeEventListener("click",s)}}var qt=`
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendChained"/></svg>chained: a call</span>
  <span><svg width="26" height="12"><path d="M1 6h17" class="legendNear"/><path d="M25 6l-8-4.4v8.8z" class="legendHead"/></svg>through channels</span>
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendFar"/></svg>over the network</span>`,Xe=`
<header>
  <div class="brand">${qe}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="legend" aria-hidden="true">${qt}</div>
  ${N("theme","Light or dark","Light or dark","◐")}
</header>
<section class="panel picture">
  <div class="tabs">
    ${N("back","Layer before","Layer before (←)",D("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
    ${N("next","Next layer","Next layer (→)",D("next"))}
    <div class="grains" role="radiogroup" aria-label="Layer" data-part="tabs"></div>
    <div class="zoom">
      ${N("out","Smaller","Smaller (−)","−")}
      ${N("fit","Whole picture","Whole picture (0)","fit")}
      ${N("in","Larger","Larger (+)","+")}
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
<details class="words"><summary>This layer in words</summary><pre data-part="words"></pre></details>`,Qe='<p class="verdict"><span class="badge kind">why</span><span>Point at an edge, or reach it with the ↓ key: here stands why it is chaine\
d or is not, condition by condition.</span></p><p class="hint">← → go from layer to layer, Space plays, + and − zoom, Esc lets go.</p>';function $e(t,e,n){let i=e.pointed??e.selected;t.put("why",i!==null&&Ze(i,e,n)||Qe)}function Ze(t,e,n){let{plan:i,layer:r,verdicts:s}=e,o=s.get(t);if(o){let f=n.offered(o.change?.edits??[]),m=t===e.selected;return He(o,f,!m,m&&n.possible&&i.
walk.length>0)}let a=r.edges.find(f=>f.id===t);if(a?.origin&&s.has(a.origin))return Ze(a.origin,e,n);let l=[r,...i.layers].find(({nodes:f})=>f.some(m=>m.id===t)),d=l?.nodes.find(f=>f.id===t);if(!l||!d)return null;let c=t.split("/")[0],h=new Map(
d.details),{caption:p}=d;for(let f of["stream","job"]){let m=i.layers.find(g=>g.name===f)?.nodes.find(g=>g.id===c);for(let[g,u]of m?.details??[])h.has(g)||h.set(g,u);p||=m?.caption??""}return Fe({...d,caption:p,details:[...h]},l,s)}function et(t,e,n){
let{plan:i,selected:r,verdicts:s}=e,o=!n.possible,a=s.get(r??""),l=i.layers.find(({name:p})=>p==="stream")?.edges.find(({id:p})=>p===r),d=r===null?null:_(i,r),c=i.walk.length>0;a&&l?t.put("form",Ue(l,[a.source,a.target],o||!c)):d?t.put("for\
m",Be(d,o||!c)):t.put("form",'<h3>Change</h3><p class="hint">Choose an operator or an edge in the picture.</p>');let h=ve(i)?" checked":"";t.put("whole",`<label class="field"><span>operator chaining</span><input type="checkbox" data-edit="S\
etOperatorChaining"${h}${o||!c?" disabled":""}></label>`),t.put("edits",Ke(n.made,n.original,o)),Jt(t,n,c)}function Jt(t,e,n){if(t.get("offline").hidden=e.possible,e.possible)return;let i=n?"This page has no Python behind it, and only Pytho\
n derives plans.":"This plan was read from a file: there is no program to change.",r=e.variants.map((o,a)=>`<button type="button" data-variant="${a}">${b(o.edits.map(l=>B(l,e.original)).join(", "))}</button>`),s=r.length>0?` These changes w\
ere derived beforehand:</span><span class="variants">${r.join("")}`:"";t.put("offline",`<span>${i}${s}</span>`)}var te=`.flinksim-widget {
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
`;var tt=`/* frame of the picture */
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
`;var ne=class{root=document.createElement("div");parts=new Map;constructor(e){let{root:n}=this;n.className="flinksim-widget flinksim-lens",n.tabIndex=0,n.setAttribute("role","application"),n.setAttribute("aria-label",e),n.dataset.lmSuppressShortcuts=
"true",n.innerHTML=`<style>${te}${tt}</style>${Xe}`;for(let i of n.querySelectorAll("[data-part]"))this.parts.set(i.dataset.part,i)}get(e){return this.parts.get(e)}get range(){return this.get("range")}get words(){return this.root.querySelector(
"details.words")}put(e,n){let i=this.get(e),r=String(Zt(n));if(i.dataset.drawn===r)return;i.dataset.drawn=r;let s=document.activeElement,o=s&&i.contains(s)?{...s.dataset}:null;if(i.innerHTML=n,!o)return;([...i.querySelectorAll("button, inpu\
t, select")].find(l=>ie({...l.dataset},o)&&!l.disabled)??this.root).focus({preventScroll:!0})}tell(e,n){this.get(e).textContent=n,this.get(e).hidden=n===""}};function ie(t,e){return JSON.stringify(t)===JSON.stringify(e)}function Zt(t){let e=t.
length;for(let n=0;n<t.length;n++)e=Math.imul(e,31)+t.charCodeAt(n)|0;return e}var re=class{constructor(e,n,i,r){this.model=e;this.original=n;this.variants=i;this.show=r;this.made=e.get("edits")??[],this.pristine=this.made.length===0}made;pristine;get possible(){return!!this.model.get("editable")}offered(e){return this.
possible||this.variants.some(n=>ie(n.edits,e))}apply(e){e.length!==0&&(this.possible?this.send(e.reduce((n,i)=>this.with(n,i),this.made)):this.showVariant(this.variants.findIndex(n=>ie(n.edits,e))))}undo(e){this.send(this.made.filter((n,i)=>i!==
e))}send(e){this.possible?(this.model.set("edits",e),this.model.save_changes()):e.length===0&&this.show(this.original,[])}showVariant(e){let n=this.variants[e];n&&this.show(n.document,n.edits)}change(e,n,i){let r=e.dataset.edit;if(!r||!this.
possible)return;if(r==="SetOperatorChaining"){this.make({edit:r,enabled:e.checked});return}let s=n.verdicts.find(({edge:o})=>o===i);s?this.changePartitioner(n,s,e.value):i&&this.changeOperator(n,i,r,e.value)}changeOperator(e,n,i,r){let s=_(
e,n);if(!s)return;let{transformation:o}=s;if(i==="chaining")this.make({edit:r,transformation:o});else if(i==="SetSlotSharingGroup")this.make({edit:i,transformation:o,group:r.trim()||"default"});else if(i==="SetParallelism")this.make({edit:i,
transformation:o,parallelism:Number(r)});else if(r===""){let a=l=>l.edit===i&&l.transformation===o;this.send(this.made.filter(l=>!a(l)))}else this.make({edit:i,transformation:o,max_parallelism:Number(r)})}changePartitioner(e,n,i){let s=e.layers.
find(({name:d})=>d==="stream")?.edges.find(({id:d})=>d===n.edge),o=s&&_(e,s.target);if(!s||!o)return;let a=Number(s.details.find(([d])=>d==="input")?.[1]??1),{transformation:l}=o;this.make({edit:"InsertPartitioner",transformation:l,partitioner:i,
input_number:a-1})}make(e){this.send(this.with(this.made,e))}with(e,n){return Ye(e,n,this.pristine?this.original:null)}};function it(t,e,n){let{root:i,range:r}=t;i.addEventListener("click",a=>en(a,e)),i.addEventListener("keydown",a=>nn(a,e)),i.addEventListener("change",a=>{e.change(a.target)}),r.addEventListener("input",()=>e.jump(Number(r.value))),r.addEventListener(
"change",()=>e.settle()),t.words.addEventListener("toggle",()=>e.words());let s=t.get("scene");s.addEventListener("pointerover",a=>e.point(Se(a.target))),s.addEventListener("pointerleave",()=>e.point(null)),s.addEventListener("focusin",a=>e.
select(Se(a.target))),s.addEventListener("wheel",a=>rn(a,e),{passive:!1}),s.addEventListener("pointerdown",a=>sn(a,e));let o=new ResizeObserver(n);return o.observe(i),()=>o.disconnect()}function en(t,e){let n=t.target,i=n.closest("[data-act\
],[data-layer],[data-look],[data-undo],[data-walk],[data-variant]")?.dataset;if(!i){n.closest(".scene")&&e.select(Se(n));return}i.layer!==void 0?e.goTo(Number(i.layer)):i.look!==void 0?e.select(i.look):i.undo!==void 0?e.undo(Number(i.undo)):
i.walk!==void 0?e.walk(i.walk):i.variant!==void 0?e.variant(Number(i.variant)):e.act(i.act)}var tn={ArrowRight:"next",ArrowLeft:"back","+":"in","=":"in","-":"out",0:"fit"};function nn(t,e){if(t.ctrlKey||t.metaKey||t.altKey)return;let n=t.target;
if(n.matches("select, input:not([type=range])"))return;let i=n.matches("button, summary"),{key:r}=t,s=tn[r],o=Number(r)-1;if(s)e.act(s);else if(r==="ArrowDown")nt(e,1);else if(r==="ArrowUp")nt(e,-1);else if(r===" "&&!i)e.act("play");else if(r===
"Enter"&&!i)e.act("apply");else if(r==="Home")e.goTo(0);else if(r==="End")e.goTo(e.layers()-1);else if(r==="Escape")e.select(null);else if(o>=0&&o<e.layers())e.goTo(o);else return;t.preventDefault(),t.stopPropagation()}function nt(t,e){let n=t.
scene(),i=n.order(),r=t.selected(),s=r===null?-1:i.indexOf(r),o=i[s<0?e>0?0:i.length-1:(s+e+i.length)%i.length];o!==void 0&&(n.elementOf(o)?.focus(),t.select(o))}function rn(t,e){!t.ctrlKey&&!t.metaKey||(t.preventDefault(),K(e,Math.exp(-t.deltaY*
.002)))}function K(t,e){let n=t.scene(),i=e===0?1:v(n.zoom*e,.5,30),r=i/n.zoom;n.pan=e===0?{x:0,y:0}:{x:n.pan.x*r,y:n.pan.y*r},n.zoom=i,t.redraw()}function sn(t,e){let n={...e.scene().pan},i=s=>{let[o,a]=[s.clientX-t.clientX,s.clientY-t.clientY];
Math.hypot(o,a)<4||(e.scene().pan={x:n.x+o,y:n.y+a},e.redraw())},r=()=>{window.removeEventListener("pointermove",i),window.removeEventListener("pointerup",r)};window.addEventListener("pointermove",i),window.addEventListener("pointerup",r)}function Se(t){
return t?.closest("[data-id]")?.dataset.id??null}var on=1e3,rt=700,an=700,se=class{constructor(e){this.viewer=e}position=0;wanted=0;playing=!1;pause=0;frame=0;stillness=window.matchMedia("(prefers-reduced-motion: reduce)");get last(){return this.viewer.count()-1}jump(e){this.stop(),this.position=
v(e,0,this.last),this.wanted=Math.round(this.position),this.viewer.moment(this.position,this.position!==this.wanted,1),this.position===this.wanted&&this.viewer.still(!1)}goTo(e){this.stop(),this.fly(v(e,0,this.last))}toggle(){let e=!this.playing;
this.stop(),this.playing=e,e?this.position===this.last?(this.position=this.wanted=0,this.viewer.moment(0,!1,1),this.pause=window.setTimeout(()=>this.fly(1),rt)):this.fly(Math.floor(this.position)+1):this.fly(Math.round(this.position)),this.
viewer.played()}blend(){this.stop(),this.position=v(this.position,0,this.last),this.wanted=v(this.wanted,0,this.last),this.run(an,e=>{this.viewer.moment(this.position,e<1,e),!(e<1)&&(this.position===this.wanted?this.viewer.still(!1):this.fly(
this.wanted))})}stop(){window.cancelAnimationFrame(this.frame),window.clearTimeout(this.pause),this.playing=!1}fly(e){this.wanted=e;let n=this.position,i=n===e?0:on*Math.sqrt(Math.abs(e-n));this.run(i,r=>{this.position=r<1?n+(e-n)*r:e,this.
viewer.moment(this.position,r<1,1),r>=1&&this.arrive()})}arrive(){this.viewer.still(!0),this.playing&&(this.wanted<this.last?this.pause=window.setTimeout(()=>this.fly(this.wanted+1),rt):(this.playing=!1,this.viewer.played()))}run(e,n){let i=performance.
now(),r=s=>{let o=e===0||this.stillness.matches?1:v((s-i)/e,0,1);o<1&&(this.frame=window.requestAnimationFrame(r)),n(o)};r(i)}};function C(t){let e=[t[0].x,t[0].y];for(let n=1;n<t.length;n++){let i=t[n-1],r=t[n],s=i.y===r.y?(r.x-i.x)/3:Math.max(14,(r.x-i.x)*.5);e.push(i.x+s,i.y,r.x-s,r.y,r.x,r.y)}return e}function ot(t,e){let[n,i]=t.slice(-2),[r,s]=e;if(n===r&&i===s)
return[...t,...e.slice(2)];let o=(r-n)/3;return[...t,n+o,i,r-o,s,...e]}function oe(t,e){let[n,i]=[t,e];for(;n.length<i.length;)n=st(n);for(;i.length<n.length;)i=st(i);return[n,i]}function ae(t,e,n){return n<=0?t:n>=1?e:t.map((i,r)=>i+(e[r]-
i)*n)}function at(t){let e=(t.length-2)/6,n=dt(t),i=e%2===1&&e>1?(e-1)/2:n,[r,s,o,a,l,d,c,h]=t.slice(i*6,i*6+8),p=(f,m,g,u)=>(f+3*m+3*g+u)/8;return{x:p(r,o,l,c),y:p(s,a,d,h)}}function ln(t){return{x:t[t.length-2],y:t[t.length-1]}}function I(t){
let e=`M${A(t[0])} ${A(t[1])}`;for(let n=2;n<t.length;n+=6)e+=`C${A(t[n])} ${A(t[n+1])} ${A(t[n+2])} ${A(t[n+3])} ${A(t[n+4])} ${A(t[n+5])}`;return e}function lt(t,e){let{x:n,y:i}=ln(t);return`M${A(n)} ${A(i)}l${-e} ${-e*.55}v${e*1.1}z`}function st(t){
let e=dt(t)*6,[n,i,r,s,o,a,l,d]=t.slice(e,e+8),c=(ye,we)=>(ye+we)/2,[h,p,f,m,g,u]=[c(n,r),c(i,s),c(r,o),c(s,a),c(o,l),c(a,d)],[y,M,W,z]=[c(h,f),c(p,m),c(f,g),c(m,u)],X=[h,p,y,M,c(y,W),c(M,z),W,z,g,u,l,d];return[...t.slice(0,e+2),...X,...t.slice(
e+8)]}function dt(t){let e=0,n=-1;for(let i=0;i+6<t.length;i+=6){let r=Math.hypot(t[i+6]-t[i],t[i+7]-t[i+1]);r>n&&([n,e]=[r,i/6])}return e}function A(t){return Math.round(t*10)/10}var E=28,O=21,L=11,Ee=30,dn=250,cn=new Set(["chain","subtask","vertex"]),hn=new Set(["slot","task manager","job manager","resource manager"]);function ct(t){let e=new Map(t.nodes.map(n=>[n.id,n]));return{layer:t,nodes:e,boxes:new Map,ways:new Map,
stubs:new Map,width:0,height:0}}function G(t){return R(t.label,dn-20,"t2")}function ht(t){return cn.has(t.kind)}function pt(t){return hn.has(t.kind)}function Y(t){return Math.max(46,S(G(t),"t2")+22)}function j(t){return t.label?S(t.label,"s\
trong")+20:0}function q(t){return t.caption}function le(t,e,n){let i=t?.boxes.get(e);return i?i.y+i.height/2:n*.001}function de(t,e,n,i,r){t.boxes.set(n,{...i,width:e.width,height:e.height});for(let[s,o]of e.boxes)t.boxes.set(r(s),{...o,x:i.
x+o.x,y:i.y+o.y})}function ce(t,e,n){let i=t.boxes.get(e),r=t.boxes.get(n);return C([{x:i.x+i.width,y:i.y+i.height/2},{x:r.x,y:r.y+r.height/2}])}function he(t,e,n){let i=t.boxes.get(e.source);if(!i||!e.source.startsWith("o"))return;let r={x:i.
x+i.width,y:i.y+i.height/2},s={x:r.x+Ee,y:n.y},o=r.y===n.y||n.x<s.x?[r,n]:[r,s,n];t.stubs.set(e.id,C(o))}function Le(t,e,n,i,r){if(r<=0)return i>=e&&i<=n?t[i]??null:null;if(r>=1)return i+1>=e&&i+1<=n?t[i+1]??null:null;let s=t[i],o=t[i+1];if(!s||!o)return null;let a=pe(s,o,r);return o.opacity===0?a.opacity=s.opacity*Math.max(0,1-1.7*r):s.opacity===
0&&(a.opacity=o.opacity*Math.max(0,1.7*r-.7)),a}function pe(t,e,n){return{x:P(t.x,e.x,n),y:P(t.y,e.y,n),width:P(t.width,e.width,n),height:P(t.height,e.height,n),opacity:P(t.opacity,e.opacity,n)}}function Me(t,e,n){let i=Math.exp(P(Math.log(
t.scale),Math.log(e.scale),n));return{x:P(t.x,e.x,n),y:P(t.y,e.y,n),scale:i}}function P(t,e,n){return t+(e-t)*n}function V(t){return t<.5?4*t*t*t:1-(-2*t+2)**3/2}function w(t){return Math.round(t*10)/10}var pn="http://www.w3.org/2000/svg";function x(t,e=""){let n=document.createElementNS(pn,t);return e&&n.setAttribute("class",e),n}function k(t,e){return t.append(e),e}function ft(t,e){let n=t.nodes[t.first],i=n.kind.replace(" ","-"),r=k(e,x(
"g",`node ${t.body} ${i}`));r.dataset.id=t.id,r.setAttribute("role","button"),r.setAttribute("tabindex","-1"),r.style.display="none";let s=k(r,x("rect","box"));s.setAttribute("rx",t.body==="pill"?fn(n)?"14":"8":"11");let o=k(r,x("text",t.body===
"pill"?"t2 label":"t3 label strong")),a=k(r,x("text","t3 caption"));return{track:t,group:r,rect:s,label:o,caption:a,shown:!1,drawn:"",at:"",opacity:"",pose:null}}function fn(t){return t.kind==="partition"||t.kind==="union"||t.kind==="side o\
utput"}function mt(t,e,n,i){let{label:r,caption:s,group:o,track:a}=t,l=e.label||String(e.details.find(([c])=>c==="name")?.[1]??e.id);o.setAttribute("aria-label",`${e.kind} ${l}${e.caption?`, ${e.caption}`:""}`);let d=(c,h,p,f)=>{c.setAttribute(
"x",String(w(h))),c.setAttribute("y",String(w(p))),c.textContent!==f&&(c.textContent=f)};if(a.body==="pill"){let c=i.layer.name==="transformations"||i.layer.name==="stream";d(r,n.width/2,n.height/2+4.5,G(e)),d(s,n.width/2,n.height+15,c?R(e.
caption,190,"t3"):"")}else e.kind==="job manager"||e.kind==="resource manager"?(d(r,13,22,e.label),d(s,13,40,e.caption)):(d(r,12,17,e.label),d(s,12,e.label?34:17,R(e.caption,n.width-20,"t3")))}function ut(t,e,n,i){let r=t.control?"control":
t.chained?"chained":"network",s=k(e,x("g",`wire ${r}`));s.dataset.id=t.id,s.setAttribute("role","button"),s.setAttribute("tabindex","-1"),s.setAttribute("aria-label",t.verdict?.sentence??`edge ${t.id} ${t.edge.label}`),s.style.display="none";
let o=k(s,x("path","near")),a=k(s,x("path","far")),l=k(s,x("path","heads")),d=k(s,x("path","hit")),h=t.strands.some(({stubs:g})=>g.some(u=>u!==void 0))?k(i,x("path",`stub ${r}`)):null,f=t.chip.some(g=>g!==void 0)?k(n,x("g",`chip ${r}`)):null,
m=null;if(f){f.dataset.id=t.id,f.style.display="none",m=k(f,x("rect")),m.setAttribute("rx","10");let g=k(f,x("text","t3"));g.setAttribute("y","4.5"),g.textContent=t.edge.label}return{wire:t,group:s,near:o,far:a,heads:l,hit:d,stub:h,chip:f,chipRect:m,
shown:!1,opacity:"",pairs:[],stubs:[],ways:[],strength:0,chipPose:null}}function Ae(t,e,n){t.shown!==n&&(t.shown=n,e.style.display=n?"":"none")}function Ce(t,e,n){let i=n<.995?n.toFixed(2):"";i!==t.opacity&&(e.style.opacity=t.opacity=i)}function H(t,e,n){let i=mn(t,e),r=Math.max(0,...i.values())+1,s=new Map,o=Array.from({length:r},()=>[]),a=(d,c,h)=>{let p={block:d,column:c,height:h,order:0,y:0,before:[],behind:[]};return o[c].push(p),p};for(let d of t)s.set(d.id,a(d,i.get(
d.id),d.height));let l=e.map(([d,c])=>{let h=[],p=s.get(d),f=s.get(c);for(let m=p.column+1;m<f.column;m++){let g=a(null,m,14);gt(p,g),h.push(g),p=g}return p.column<f.column&&gt(p,f),h});return un(o),bn(o,n.row),wn(t,s,i,o,l,yn(e,i,r,n))}function gt(t,e){
t.behind.push(e),e.before.push(t)}function mn(t,e){let n=new Map(t.map(({id:a})=>[a,[]])),i=new Map(t.map(({id:a})=>[a,0]));for(let[a,l]of e)n.get(a).push(l),i.set(l,i.get(l)+1);let r=new Map(t.map(({id:a})=>[a,0])),s=t.filter(({id:a})=>i.get(
a)===0).map(({id:a})=>a);for(let a=0;a<s.length;a++){let l=s[a];for(let d of n.get(l))r.set(d,Math.max(r.get(d),r.get(l)+1)),i.set(d,i.get(d)-1),i.get(d)===0&&s.push(d)}let o=new Set(e.map(([,a])=>a));for(let{id:a}of t){let l=Math.min(...n.
get(a).map(d=>r.get(d)));!o.has(a)&&Number.isFinite(l)&&r.set(a,Math.max(0,l-1))}return r}function un(t){let e=t.flat();for(let r of t){let s=a=>a.block?.hint??(a.before[0]?s(a.before[0]):0),o=new Map(r.map(a=>[a,s(a)]));r.sort((a,l)=>o.get(
a)-o.get(l))}gn(t);let n=e.map(r=>r.order),i=bt(t);for(let r=0;r<12&&i>0;r++){let s=r%2===0;for(let a of s?t:[...t].reverse()){let l=new Map(a.map(d=>{let c=s?d.before:d.behind,h=c.reduce((p,f)=>p+f.order,0);return[d,c.length>0?h/c.length:d.
order]}));a.sort((d,c)=>l.get(d)-l.get(c)||d.order-c.order),a.forEach((d,c)=>d.order=c)}let o=bt(t);o<i&&([i,n]=[o,e.map(a=>a.order)])}e.forEach((r,s)=>r.order=n[s]);for(let r of t)r.sort((s,o)=>s.order-o.order)}function gn(t){for(let e of t)
e.forEach((n,i)=>n.order=i)}function bt(t){let e=0;for(let n of t){let i=[];for(let r of n)for(let s of[...r.behind].sort((o,a)=>o.order-a.order)){let o=i.length;for(;o>0&&i[o-1]>s.order;)o--;e+=i.length-o,i.splice(o,0,s.order)}}return e}function bn(t,e){
for(let n of t){let r=-n.reduce((s,o)=>s+o.height+e,-e)/2;for(let s of n)s.y=r+s.height/2,r+=s.height+e}for(let n=0;n<12;n++)for(let i of n%2===0?t:[...t].reverse())yt(i,e,r=>n%2===0?r.before:r.behind);for(let n of t)yt(n,e,i=>[...i.before,
...i.behind])}function yt(t,e,n){let i=[],r=[],s=0;t.forEach((o,a)=>{a>0&&(s+=(t[a-1].height+o.height)/2+e),r.push(s);let l=n(o),d=l.length>0?l.reduce((h,{y:p})=>h+p,0)/l.length:o.y,c=o.block===null?4:l.length>0?1:.05;for(i.push({sum:(d-s)*
c,weight:c,first:a});i.length>1;){let h=i[i.length-1],p=i[i.length-2];if(p.sum/p.weight<=h.sum/h.weight)break;p.sum+=h.sum,p.weight+=h.weight,i.pop()}}),i.forEach((o,a)=>{let l=i[a+1]?.first??t.length;for(let d=o.first;d<l;d++)t[d].y=o.sum/
o.weight+r[d]})}function yn(t,e,n,{column:i,labels:r=[]}){let s=new Array(n).fill(0);return t.forEach(([o,a],l)=>{let d=Math.floor((e.get(o)+e.get(a)-1)/2);d>=0&&(s[d]=Math.max(s[d],r[l]??0))}),s.map(o=>i+o)}function wn(t,e,n,i,r,s){let o=i.
flat(),a=o.reduce((f,{y:m,height:g})=>Math.min(f,m-g/2),1/0),l=o.reduce((f,{y:m,height:g})=>Math.max(f,m+g/2),-1/0),d=[],c=0;i.forEach((f,m)=>{let g=Math.max(0,...f.map(({block:u})=>u?.width??0));d.push({x:c,width:g}),c+=g+(m+1<i.length?s[m]:
0)});let h=new Map(t.map(({id:f,width:m,height:g})=>{let u=e.get(f),y=d[u.column];return[f,{x:y.x+(y.width-m)/2,y:u.y-g/2-a}]})),p=r.map(f=>f.flatMap(m=>{let g=d[m.column];return[{x:g.x,y:m.y-a},{x:g.x+g.width,y:m.y-a}]}));return{at:h,column:n,
columns:d,bends:p,width:c,height:Math.max(0,l-a)}}var fe=class{inside=new Map;chainOf=new Map;placed=null;links=[];order=new Map;constructor(e){let n=e.layers.find(({name:s})=>s==="job");if(!n)return;let i=new Map;for(let s of n.nodes)s.parent===null?i.set(s.id,i.get(s.id)??[]):i.set(s.parent,
[...i.get(s.parent)??[],s]);for(let s of n.nodes.filter(({parent:o})=>o===null)){let o=i.get(s.id);for(let{id:a}of o)this.chainOf.set(a,s.id);this.chainOf.set(s.id,s.id),this.inside.set(s.id,xn(s,o,n.edges))}let r=n.edges.filter(s=>this.frame(
s.source)!==this.frame(s.target));this.links=r.map(({source:s,target:o})=>[this.frame(s),this.frame(o)])}frame(e){return this.chainOf.get(e)??e}};function xn(t,e,n){let i=new Map,r=new Map,s=new Set(e.map(({id:u})=>u)),o=new Set(n.filter(u=>!s.
has(u.target)).map(({source:u})=>u)),a=new Map(e.map(({id:u})=>[u,[]])),l=new Set;for(let{source:u,target:y}of n){let M=e.find(({id:W})=>W===y);!s.has(u)||!M||(a.get(u).push(M),l.add(y))}let d=O+L/2,c=0,h=(u,y)=>{let M=Y(u),W=a.get(u.id),z=c;
W.forEach((we,jt)=>{jt>0&&c++,h(we,y+M+Ee)});let X=d+z*(E+10);i.set(u.id,{x:y,y:X,width:M,height:E}),W.length>0&&o.has(u.id)&&c++;let ye=W.length>0?d+c*(E+10):X;return r.set(u.id,ye+E/2),z};e.filter(({id:u})=>!l.has(u)).forEach((u,y)=>{y>0&&
c++,h(u,L)});let p=Math.max(0,...[...i.values()].map(({x:u,width:y})=>u+y)),f=e.length>0?q(t):G(t),m=S(f,"t3")+2*L+4,g=e.length>0?d+c*(E+10)+E:O+12;return{width:Math.max(p+L,m),height:g+L,boxes:i,exits:r}}function wt(t,e,n){let{layer:i}=t,r=i.
nodes.filter(({parent:c})=>c===null),s=r.map((c,h)=>{let{width:p,height:f}=e.inside.get(c.id),m=i.nodes.filter(({parent:u})=>u===c.id),g=le(n,m[0]?.id??c.id,h);return{id:c.id,width:p,height:f,hint:g}}),o=i.edges.filter(c=>e.frame(c.source)!==
e.frame(c.target)),a=o.map(j),l=H(s,e.links,{row:24,column:54,labels:a});e.placed=l;for(let{id:c}of r)e.order.set(c,l.at.get(c).y),de(t,e.inside.get(c),c,l.at.get(c),h=>h);let d=new Map;o.forEach((c,h)=>{let p=e.frame(c.target),f=o.filter(M=>e.
frame(M.target)===p).length,m=d.get(p)??0;d.set(p,m+1);let g=(m-(f-1)/2)*Math.min(9,24/Math.max(1,f-1)),u=vn(t,e,c.source),y=[u,...l.bends[h]];he(t,c,u),t.ways.set(c.id,C([...y,kn(t,c.target,p,g)]))});for(let c of i.edges)t.ways.has(c.id)||
t.ways.set(c.id,ce(t,c.source,c.target));[t.width,t.height]=[l.width,l.height]}function kn(t,e,n,i){let r=t.boxes.get(n),s=t.boxes.get(e);return{x:r.x,y:s.y+s.height/2+i}}function vn(t,e,n){let i=e.frame(n),r=t.boxes.get(i),s=e.inside.get(i).
exits.get(n)??r.height/2;return{x:r.x+r.width,y:r.y+s}}var me=10,T=9,xt=62,vt=24,kt=14,$n=60,Sn=150;function Pe(t){return t.slice(t.lastIndexOf("/")+1)}function $t(t,e,n){let i=n.id.split("/")[0],r=e.inside.get(i),s=r&&[...r.boxes.keys()][0],o=S(q(n),"t3")+2*L+4;return r&&s!==void 0&&t.nodes.has(
`${s}/${Pe(n.id)}`)?{...r,width:Math.max(r.width,o)}:{width:o,height:O+8,boxes:new Map,exits:new Map}}function St(t,e,n,i){de(t,e,n.id,i,r=>`${r}/${Pe(n.id)}`)}function Et(t,e){let{layer:n}=t,i=new Map;for(let a of n.nodes){if(a.kind!=="sub\
task")continue;let l=a.id.split("/")[0],d=i.get(l)??{nodes:[],shapes:[]};d.nodes.push(a),d.shapes.push($t(t,e,a)),i.set(l,d)}let r=[...i].map(([a,{shapes:l}])=>{let d=t.nodes.get(a),c=d?S(q(d),"t3")+2*L+4:0,h=Math.max(c,...l.map(f=>f.width+
2*L)),p=l.reduce((f,m)=>f+m.height+me,-me);return{id:a,width:h,height:p+O+4+L,hint:e.order.get(a)??0}}),s=e.links.filter(([a,l])=>i.has(a)&&i.has(l)),o=H(r,s,{row:26,column:Sn});e.placed=o;for(let{id:a,width:l,height:d}of r){let c=o.at.get(
a);t.boxes.set(a,{...c,width:l,height:d});let{nodes:h,shapes:p}=i.get(a),f=c.y+O+4;h.forEach((m,g)=>{let u=p[g],y={...u,width:l-2*L};St(t,y,m,{x:c.x+L,y:f}),f+=u.height+me})}Lt(t,e),[t.width,t.height]=[o.width,o.height]}function Lt(t,e){let n=new Map;
for(let i of t.layer.edges)if(!(!t.boxes.has(i.source)||!t.boxes.has(i.target)))if(i.kind==="chained"||i.kind==="control")t.ways.set(i.id,ce(t,i.source,i.target));else{let r=We(e,i.target);n.set(r,[...n.get(r)??[],i])}for(let i of n.values()){
let r=Math.min(7,26/Math.max(1,i.length-1));i.forEach((s,o)=>{let a=(o-(i.length-1)/2)*r;t.ways.set(s.id,En(t,e,s,a))})}}function We(t,e){return e.startsWith("o")?`${t.frame(e.split("/")[0])}/${Pe(e)}`:e}function En(t,e,n,i){let r=t.boxes.get(
We(e,n.source))??t.boxes.get(n.source),s=t.boxes.get(We(e,n.target))??t.boxes.get(n.target),o=n.source.split("/")[0],a=e.inside.get(e.frame(o))?.exits,l=(n.source.startsWith("o")?a?.get(o):void 0)??r.height/2,d=n.target.startsWith("o")?t.boxes.
get(n.target):void 0,c=d?d.y+d.height/2:s.y+s.height/2,h={x:r.x+r.width,y:r.y+l};return he(t,n,h),C([h,{x:s.x,y:c+i}])}function Mt(t,e){let{layer:n,boxes:i}=t,r=e.placed;if(!r)return;let s=n.nodes.filter(({kind:d})=>d==="job manager"||d==="\
resource manager"),o=Mn(t,s),a=r.width+xt+2*T,l=0;for(let d of n.nodes.filter(({kind:c})=>c==="task manager")){let c=l;l+=vt;for(let h of n.nodes.filter(({parent:p})=>p===d.id)){let p=n.nodes.filter(({parent:m})=>m===h.id),f=An(t,e,r,p,o+xt+
T,l);i.set(h.id,{x:o+T,y:l,width:a-2*T+8,height:f}),l+=f+T}i.set(d.id,{x:o,y:c,width:a+8,height:l-c}),l+=kt}t.height=Math.max(l-kt,...[...i.values()].map(d=>d.y+d.height)),t.width=o+a+8,Lt(t,e);for(let d of n.edges)d.kind==="control"&&Ln(t,
d)}function Ln(t,e){let n=t.boxes.get(e.source),i=t.boxes.get(e.target),r=i.x<n.x+n.width,s=n.x+n.width/2,o=i.y-n.y-n.height,a=[s,n.y+n.height,s,n.y+n.height+o/3,s,i.y-o/3,s,i.y],l={x:n.x+n.width,y:n.y+n.height/2};t.ways.set(e.id,r?a:C([l,{
x:i.x,y:i.y+vt/2}]))}function Mn(t,e){if(e.length===0)return 0;let n=Math.max(...e.map(i=>Math.max(S(i.label,"strong"),S(i.caption,"t3"))));return e.forEach((i,r)=>{t.boxes.set(i.id,{x:0,y:r*100,width:n+26,height:54})}),n+26+$n}function An(t,e,n,i,r,s){
let o=new Map,a=0;for(let l of i){let d=l.id.split("/")[0],c=$t(t,e,l),h=n.column.get(d)??0,p=s+T+(o.get(h)??0);St(t,c,l,{x:r+L+(n.at.get(d)?.x??0),y:p}),o.set(h,(o.get(h)??0)+c.height+me),a=Math.max(a,p+c.height-s)}return Math.max(a,E+T)+T}var Te=18,Cn=20;function At(t){let e=[],n=new fe(t);for(let i of t.layers){let r=e[e.length-1],s=ct(i);i.name==="job"?wt(s,n,r):i.name==="execution"?Et(s,n):i.name==="slots"?Mt(s,n):Wn(s,r),e.push(s)}return e}function Wn(t,e){let{layer:n}=t,
i=n.nodes.map((s,o)=>({id:s.id,width:Math.max(Y(s),Math.min(S(s.caption,"t3"),190)),height:E+2*Te,hint:le(e,s.origin??s.id,o)})),r=H(i,Pn(n.edges),{row:Cn-Te+8,column:44,labels:n.edges.map(j)});for(let s of i){let o=t.nodes.get(s.id),{x:a,y:l}=r.
at.get(s.id),d=Y(o);t.boxes.set(o.id,{x:a+(s.width-d)/2,y:l+Te,width:d,height:E})}Tn(t,n.edges,r),[t.width,t.height]=[r.width,r.height]}function Pn(t){return t.map(({source:e,target:n})=>[e,n])}function Tn(t,e,n){let i=Nn(e,t);e.forEach((r,s)=>{
let o=t.boxes.get(r.source),a=t.boxes.get(r.target),[l,d]=i.get(r);t.ways.set(r.id,C([{x:o.x+o.width,y:o.y+o.height/2+l},...n.bends[s],{x:a.x,y:a.y+a.height/2+d}]))})}function Nn(t,e){let n=new Map(t.map(r=>[r,[0,0]])),i=r=>{let s=e.boxes.get(
r);return s.y+s.height/2};for(let[r,s,o]of[[0,"source","target"],[1,"target","source"]]){let a=new Map;for(let l of t)a.set(l[s],[...a.get(l[s])??[],l]);for(let l of a.values()){if(l.length===1)continue;l.sort((c,h)=>i(c[o])-i(h[o]));let d=Math.
min(7,18/(l.length-1));l.forEach((c,h)=>{n.get(c)[r]=(h-(l.length-1)/2)*d})}}return n}var Ct=20;function Ne(t){let e=At(t),n=In(t,e);return{stages:e,boxes:On(e,n),wires:n}}function On(t,e){let n=new Map;t.forEach((r,s)=>{for(let o of r.layer.nodes){let a=n.get(o.id);(!a||a.last!==s-1)&&(a=Gn(o,s,t.length),n.set(n.has(o.id)?`${o.
id}@${s}`:o.id,a)),a.last=s,a.nodes[s]=o;let l=r.boxes.get(o.id);l&&(a.poses[s]={...l,opacity:1})}});let i=[...n.values()];for(let r of i)Vn(r,t),Dn(r,t,i,e);return i}function Gn(t,e,n){return{id:t.id,body:pt(t)?"place":ht(t)?"frame":"pill",
nodes:new Array(n),poses:new Array(n),first:e,last:e,lands:!1}}function Vn(t,e){let{first:n,nodes:i,poses:r}=t,s=r[n];if(n===0||!s)return;let o=e[n-1],a=i[n],l=a.origin===null?void 0:o.boxes.get(a.origin);if(l){let h=e[n].nodes.has(a.origin);
r[n-1]={...l,opacity:h?0:1};return}let d=t.body==="frame"?e[n].layer.nodes.filter(h=>h.parent===a.id):[],c=_n(d.map(h=>o.boxes.get(h.id)??o.boxes.get(h.origin??"")));r[n-1]={...c??s,opacity:0}}function _n(t){let e=t.filter(o=>o!==void 0);if(e.
length===0)return null;let n=Math.min(...e.map(o=>o.x))-10,i=Math.min(...e.map(o=>o.y))-24,r=Math.max(...e.map(o=>o.x+o.width))+10,s=Math.max(...e.map(o=>o.y+o.height))+10;return{x:n,y:i,width:r-n,height:s-i}}function Dn(t,e,n,i){let{last:r,
nodes:s,poses:o,id:a}=t,l=o[r];if(r+1>=e.length||!l)return;let d=n.filter(p=>p.first===r+1&&p.nodes[r+1]?.origin===a);if(d.length>1||d.length===1&&t.body==="frame")return;let c=d[0]?.poses[r+1],h=i.find(p=>s[r].lands_on.includes(p.id))?.chip[r+
1];t.lands=h!==void 0,o[r+1]={...c??h??l,opacity:0}}function In(t,e){let n=new Map(t.verdicts.map(a=>[a.edge,a])),i=new Map,r=e.findIndex(({layer:a})=>a.name==="execution");(r<0?e:e.slice(0,r)).forEach((a,l)=>{for(let d of a.layer.edges){let c=i.
get(d.id),h=c??Wt(d,l,e.length,n.get(d.id));h.edge=c&&!d.label?c.edge:d,h.last=l,h.single=l,Oe(h.strands[0],a,l,d),i.set(d.id,h)}});let o=[...i.values()];if(jn(o,e),r>0)for(let a of o)zn(a,e,r);for(let a of o)Un(a,e);return[...o,...Bn(e,r)]}
function Wt(t,e,n,i){return{id:t.id,edge:t,verdict:i,first:e,last:e,single:e,control:t.kind==="control",chained:i?.chained??t.kind==="chained",strands:[Pt(t,n)],chip:new Array(n)}}function Pt(t,e){return{ways:new Array(e),stubs:new Array(e),
remote:!1,source:t.source,target:t.target}}function Oe(t,e,n,i){t.ways[n]=e.ways.get(i.id),t.stubs[n]=e.stubs.get(i.id)}function jn(t,e){let[n,i]=e;if(n?.layer.name!=="transformations"||i?.layer.name!=="stream")return;let r=new Set;for(let s of t.
filter(o=>o.first===1)){let o=[s.edge.source,s.edge.target].map(l=>i.nodes.get(l)?.origin??l),a=Fn(n,o[0],o[1],s.id);if(a.length!==0){for(let l of a)r.add(l.id);s.strands[0].ways[0]=Hn(n,a),s.first=0}}for(let s of r){let o=t.findIndex(a=>a.
id===s&&a.single===0);o>=0&&t.splice(o,1)}}function Hn(t,e){return e.map(n=>t.ways.get(n.id)).reduce(ot)}function Fn(t,e,n,i){let r=new Set([e]),s=o=>{for(let a of t.layer.edges){if(a.source!==o)continue;if(a.target===n)return[a];if(r.has(a.
target)||!t.nodes.get(a.target)?.lands_on.includes(i))continue;r.add(a.target);let d=s(a.target);if(d)return[a,...d]}return null};return s(e)??[]}function zn(t,e,n){if(t.single!==n-1)return;let i=t.strands[0].ways[n-1],r=e.slice(n),s=Rn(t,e,
n);if(!(!i||s.length===0)){for(let o of s)o.ways[n-1]=i,t.strands.push(o);t.last=n+r.length-1}}function Rn(t,e,n){let i=new Map;return e.slice(n).forEach((r,s)=>{for(let o of r.layer.edges){if(o.kind==="control"||o.origin!==t.id&&!i.has(o.id))
continue;let a=i.get(o.id)??Pt(o,e.length);Oe(a,r,n+s,o),a.remote=o.kind==="remote",i.set(o.id,a)}}),[...i.values()]}function Bn(t,e){if(e<0)return[];let n=[];return t.forEach((i,r)=>{for(let s of r<e?[]:i.layer.edges){if(s.kind!=="control")
continue;let o=Wt(s,r,t.length,void 0);Oe(o.strands[0],i,r,s),n.push(o)}}),n}function Un(t,e){let n=j(t.edge);n!==0&&e.forEach((i,r)=>{let o=(r<=t.single?t.strands.slice(0,1):t.strands.slice(1)).map(p=>p.ways[r]).filter(p=>p!==void 0);if(o.
length===0)return;let a=o.map(at),l=a.reduce((p,f)=>p+f.x,0)/a.length,d=a.reduce((p,f)=>p+f.y,0)/a.length,c={x:l-n/2,y:d-Ct/2,width:n,height:Ct,opacity:1},{name:h}=i.layer;if((h==="slots"||t.chained&&h!=="stream")&&(c.opacity=0),h==="transf\
ormations"){let p=i.layer.nodes.find(m=>m.kind==="partition"&&m.lands_on.includes(t.id)),f=p&&i.boxes.get(p.id);f&&Object.assign(c,f,{height:E}),c.opacity=0}t.chip[r]=c})}function Tt(t,e){let n=t[e],i=t[e+1];if(n&&i)return oe(n,i);let r=n??
i;return r?[r,r]:null}var ue=class{canvas=document.createElement("canvas");context=this.canvas.getContext("2d");colours={};ink="";ground="";font="";width=0;height=0;constructor(){this.canvas.className="flight",this.canvas.setAttribute("aria-hidden","true"),this.
canvas.hidden=!0}resize(e,n){[this.width,this.height]=[e,n];let i=Math.min(2,window.devicePixelRatio||1);this.canvas.width=Math.round(e*i),this.canvas.height=Math.round(n*i),this.canvas.style.width=`${e}px`,this.canvas.style.height=`${n}px`}begin(){
let e=getComputedStyle(this.canvas),n=r=>e.getPropertyValue(`--${r}`).trim(),i=(r,s)=>({fill:n(r),stroke:n(s)});this.ink=n("ink"),this.ground=n("panel"),this.font=e.fontFamily,this.colours={source:i("focusbg","focus"),sink:i("focusbg","focu\
s"),operator:i("panel","line2"),partition:i("wmsoft","wmink"),union:i("wmsoft","wmink"),"side output":i("wmsoft","wmink"),chain:i("panesoft","pane"),vertex:i("panesoft","pane"),subtask:i("panel","pane"),slot:i("panel","line2"),"task manager":i(
"soft","line2"),"job manager":i("tmsoft","tm"),"resource manager":i("tmsoft","tm"),chained:i("panel","pane"),network:i("panel","focus"),control:i("panel","tm")}}draw(e,n,i,r){let{context:s}=this,o=this.canvas.width/Math.max(1,this.width);s.
setTransform(1,0,0,1,0,0),s.fillStyle=this.ground,s.fillRect(0,0,this.canvas.width,this.canvas.height);let a=i.scale*o;s.setTransform(a,0,0,a,i.x*o,i.y*o);let[l,d]=[e.slice(0,2),e.slice(2)],c=n.filter(({wire:h})=>!h.chained);for(let h of l)
this.drawBoxes(h,i,!1);this.drawLines(c,i),d.forEach((h,p)=>{this.drawBoxes(h,i,r&&p===d.length-1),p===0&&this.drawLines(n.filter(({wire:f})=>f.chained),i)}),s.globalAlpha=1}drawBoxes(e,n,i){let{context:r}=this;r.lineWidth=Math.max(1.4,.7/n.
scale),i&&(r.font=`500 13px ${this.font}`),r.textAlign="center";for(let{pose:s,track:o}of e){if(!s||s.opacity<=.01||this.isOutside(s.x,s.y,s.width,s.height,n))continue;let a=o.nodes[o.first],l=this.colours[a.kind];r.globalAlpha=s.opacity,r.
fillStyle=l.fill,r.strokeStyle=l.stroke,r.fillRect(s.x,s.y,s.width,s.height),r.strokeRect(s.x,s.y,s.width,s.height),i&&(r.fillStyle=this.ink,r.fillText(G(a),s.x+s.width/2,s.y+s.height/2+4.5))}}isOutside(e,n,i,r,s){let[o,a]=[e*s.scale+s.x,n*
s.scale+s.y];return o>this.width||a>this.height||o+i*s.scale<0||a+r*s.scale<0}drawLines(e,n){let{context:i}=this;for(let r of["control","network","chained"]){let s=r==="chained"?5:2;i.strokeStyle=this.colours[r].stroke,i.lineWidth=Math.max(
s,(r==="chained"?1.6:.8)/n.scale),i.globalAlpha=1,i.beginPath();for(let{wire:o,shown:a,ways:l,strength:d}of e){let c=o.control?"control":o.chained?"chained":"network";if(!(!a||c!==r||d<.5))for(let h of l){i.moveTo(h[0],h[1]);for(let p=2;p<h.
length;p+=6)i.bezierCurveTo(h[p],h[p+1],h[p+2],h[p+3],h[p+4],h[p+5])}}i.stroke()}}};var F=26,Kn=1.4,Ge=.42,Yn=.55,qn=700,Jn=6e3,Xn=260,J=class{constructor(e){this.tracks=e;this.labelsFrom=e.stages[0]?.layer.name==="transformations"?1:0,this.svg=x("svg","lensPicture"),this.svg.setAttribute("role","group"),this.world=k(this.
svg,x("g","world"));let n=h=>k(this.world,x("g",h)),[i,r,s,o]=["places","outer","wires","frames"].map(n),a=n("joints"),l=n("pills"),d=n("chips");this.spot=k(s,x("path","spot"));let c=[...e.boxes].sort((h,p)=>p.last-h.last);for(let h of c){let f=h.
body==="frame"&&!h.id.includes("/")?r:o,m=h.body==="pill"?l:h.body==="frame"?f:i,g=ft(h,m);this.shapes.push(g),this.groups[[i,r,o,l].indexOf(m)].push(g)}for(let h of e.wires)this.lines.push(ut(h,h.chained?a:s,d,a));s.append(this.spot),this.
element.append(this.svg,this.flight.canvas),this.element.className="sheet"}element=document.createElement("div");svg;world;shapes=[];lines=[];spot;groups=[[],[],[],[]];flight=new ue;width=0;height=0;camera={x:0,y:0,scale:1};labelsFrom;zoom=1;pan={
x:0,y:0};moving=!1;blendFrom=null;resize(e,n){[this.width,this.height]=[e,n],this.svg.setAttribute("width",String(e)),this.svg.setAttribute("height",String(n)),this.svg.setAttribute("viewBox",`0 0 ${e} ${n}`),this.flight.resize(e,n)}wantedHeight(e){
let n=this.tracks.stages.map(i=>{let r=Math.min(1.05,(e-2*F)/Math.max(1,i.width));return i.height*r+2*F});return Math.max(...n)}heightForLetters(e){let n=this.tracks.stages.map(i=>{let r=Math.min(Yn,(e-2*F)/Math.max(1,i.width));return r<Ge?
0:i.height*r+2*F});return Math.max(...n)}comeFrom(e){this.blendFrom=e}snapshot(){let e=new Map;for(let{track:r,pose:s}of this.shapes)s&&e.set(r.id,s);let n=new Map(this.lines.filter(({shown:r})=>r).map(r=>[r.wire.id,r.ways])),i=new Map;for(let{
wire:r,chipPose:s}of this.lines)s&&i.set(r.id,s);return{boxes:e,ways:n,chips:i,camera:this.camera}}draw(e,n,i=1){let r=this.tracks.stages.length-1,s=v(Math.floor(e),0,Math.max(0,r-1)),o=r===0?0:V(v(e-s,0,1));this.moving=n,i>=1&&(this.blendFrom=
null);let a=this.aim(s,o,i);for(let d of this.shapes)this.moveShape(d,s,o,i);let l=(n?qn:Jn)/Math.max(1,this.lines.length);for(let d of this.lines)this.moveLine(d,s,o,i,Math.max(1,Math.floor(l)));n&&this.isCrowd?this.paint(a):this.write(s,o,
a)}get isCrowd(){return this.shapes.length+this.lines.length>Xn}paint(e){this.flight.canvas.hidden&&(this.flight.begin(),this.flight.canvas.hidden=!1),this.flight.draw(this.groups,this.lines,e,e.scale>=Ge)}write(e,n,i){this.flight.canvas.hidden=
!0;let{x:r,y:s,scale:o}=i;this.world.setAttribute("transform",`translate(${w(r)} ${w(s)}) scale(${o.toFixed(4)})`),this.svg.classList.toggle("far",o<Ge),this.svg.classList.toggle("moving",this.moving),this.moving&&this.spot.setAttribute("d",
""),this.svg.dataset.stage=this.tracks.stages[Math.round(e+n)].layer.name;for(let a of this.shapes)this.writeShape(a,Math.round(e+n));for(let a of this.lines)this.writeLine(a,e,n)}aim(e,n,i){let r=this.fitted(this.tracks.stages[e]),s=this.fitted(
this.tracks.stages[e+1]??this.tracks.stages[e]),o=Me(r,s,n);this.blendFrom&&(o=Me(this.blendFrom.camera,o,V(i))),this.camera=o;let a=o.scale*this.zoom;return{x:this.width/2-o.x*a+this.pan.x,y:this.height/2-o.y*a+this.pan.y,scale:a}}fitted({
width:e,height:n}){let i=Math.min((this.width-2*F)/Math.max(1,e),(this.height-2*F)/Math.max(1,n),Kn);return{x:e/2,y:n/2,scale:Math.max(.005,i)}}moveShape(e,n,i,r){let{track:s}=e,o=Le(s.poses,s.first,s.last,n,i);if(o&&s.lands&&n===s.last&&i>
0&&(o.opacity=Math.min(1,2-2*i)),o&&this.blendFrom){let a=this.blendFrom.boxes.get(s.id),l=V(r);o=a?pe(a,o,l):{...o,opacity:o.opacity*l}}e.pose=o}writeShape(e,n){let{track:i,group:r,pose:s}=e;if(Ae(e,r,s!==null&&s.opacity>.01),!s||!e.shown)
return;let o=`translate(${w(s.x)} ${w(s.y)})`;e.at!==o&&r.setAttribute("transform",e.at=o),Ce(e,r,s.opacity);let a=`${w(s.width)} ${w(s.height)} ${n}`;if(a===e.drawn)return;e.drawn=a,e.rect.setAttribute("width",String(w(s.width))),e.rect.setAttribute(
"height",String(w(s.height)));let l=i.nodes[v(n,i.first,i.last)];mt(e,l,s,this.tracks.stages[n])}moveLine(e,n,i,r,s){let{wire:o}=e,a=n+i;if(this.moveChip(e,n,i,r),e.strength=Math.min(1,a-(o.first-1),o.last+1-a),e.ways=[],e.strength<=.01)return;
let l=Ot(o,a),d=Gt(o,n,a),c=e.pairs[d]??=Vt(l.map(({ways:m})=>m),n),h=Math.max(1,Math.ceil(c.length/s)),p=this.blendFrom?.ways.get(o.id),f=p?.length===c.length&&h===1;for(let m=0;m<c.length;m+=h){let g=c[m],u=ae(g[0],g[1],i);if(p&&f){let[y,
M]=oe(p[m],u);u=ae(y,M,V(r))}e.ways.push(u)}this.blendFrom&&!f&&(e.strength*=V(r))}writeLine(e,n,i){let{wire:r,group:s,ways:o,strength:a}=e;if(Ae(e,s,a>.01),this.writeChip(e),!e.shown){e.stub?.setAttribute("d","");return}let l=n+i,d=Ot(r,l),
c=Math.max(1,Math.ceil(d.length/Math.max(1,o.length))),h=o.filter((f,m)=>d[m*c]?.remote),p=o.filter((f,m)=>!d[m*c]?.remote);if(e.near.setAttribute("d",p.map(I).join("")),e.far.setAttribute("d",h.map(I).join("")),e.heads.setAttribute("d",r.chained?
"":o.map(f=>lt(f,8)).join("")),this.moving||e.hit.setAttribute("d",o.map(I).join("")),e.stub){let f=Gt(r,n,l),m=d.filter(({stubs:u})=>u[n]!==void 0);e.stubs[f]??=Vt(m.map(({stubs:u})=>u),n);let g=i>0&&l<r.single?[]:e.stubs[f];e.stub.setAttribute(
"d",g.map(([u,y])=>I(ae(u,y,i))).join(""))}Ce(e,s,a)}moveChip(e,n,i,r){let{wire:s}=e,o=Le(s.chip,Math.max(s.first,this.labelsFrom),s.last,n,i);if(o&&this.blendFrom){let a=this.blendFrom.chips.get(s.id);o=a?pe(a,o,V(r)):{...o,opacity:o.opacity*
r}}e.chipPose=o}writeChip({chip:e,chipRect:n,chipPose:i}){if(!e||!n)return;let r=i!==null&&i.opacity>.01;if(e.style.display=r?"":"none",!i||!r)return;e.style.opacity=i.opacity<.995?i.opacity.toFixed(2):"";let[s,o]=[i.x+i.width/2,i.y+i.height/
2];e.setAttribute("transform",`translate(${w(s)} ${w(o)})`),n.setAttribute("x",String(w(-i.width/2))),n.setAttribute("y",String(w(-i.height/2))),n.setAttribute("width",String(w(i.width))),n.setAttribute("height",String(w(i.height)))}mark(e,n="\
selected"){for(let{track:s,group:o}of this.shapes)o.classList.toggle(n,s.id===e);for(let{wire:s,group:o,chip:a}of this.lines)o.classList.toggle(n,s.id===e),a?.classList.toggle(n,s.id===e);if(n==="pointed"||this.moving)return;let i=new Set([
e]);for(let{track:s}of this.shapes)e!==null&&s.nodes.some(o=>o?.parent===e)&&i.add(s.id);let r="";for(let{wire:s,ways:o,shown:a}of this.lines){if(!a||s.chained||o.length===0)continue;let l=o.length>1?s.strands.slice(1):s.strands.slice(-o.length);
o.forEach((d,c)=>{let h=l[c];h&&(i.has(h.source)||i.has(h.target))&&(r+=I(d))})}this.spot.setAttribute("d",r)}light(e,n){for(let{track:i,group:r}of this.shapes)r.classList.toggle("dim",e!==null&&!e.has(i.id)),r.classList.toggle("now",n.has(
i.id));for(let{wire:i,group:r,chip:s}of this.lines)for(let o of[r,s])o?.classList.toggle("dim",e!==null&&!e.has(i.id)),o?.classList.toggle("now",n.has(i.id))}order(){let e=this.shapes.filter(({shown:r,pose:s})=>r&&s&&s.opacity>.5).sort((r,s)=>Nt(
r.track)-Nt(s.track)||r.pose.x-s.pose.x||r.pose.y-s.pose.y),n=this.lines.filter(({shown:r})=>r),i=new Set;for(let{track:r}of e){i.add(r.id);for(let{wire:s}of n)(s.strands.some(({source:a})=>a===r.id)||s.edge.source===r.id)&&i.add(s.id)}for(let{
wire:r}of n)i.add(r.id);return[...i]}elementOf(e){return this.shapes.find(({track:n,shown:i})=>i&&n.id===e)?.group??this.lines.find(({wire:n,shown:i})=>i&&n.id===e)?.group??null}};function Nt(t){return t.body==="place"?0:1}function Ot(t,e){
return e>t.single&&t.strands.length>1?t.strands.slice(1):t.strands.slice(0,1)}function Gt(t,e,n){return n>t.single&&t.strands.length>1?e+100:e}function Vt(t,e){return t.map(n=>Tt(n,e)).filter(n=>n!==null)}var Qn="Step through the walk of StreamGraphGenerator: from each operator to its inputs first",ge=class{at=null;lighting=-1;forget(){this.at=null,this.lighting=-1}go(e,n){e==="end"?this.at=null:this.at=v((this.at??-1)+(e==="back"?-1:1),0,n.
length-1)}draw(e,n,i,r){let{walk:s}=i,o=r&&s.length>0;e.get("walk").hidden=!o;let a=o&&this.at!==null?s[this.at]:null,[l,d]=a?ei(s,this.at,i):[null,new Set],c=this.at??-1;return(a||this.lighting!==c)&&n.light(l,d),this.lighting=c,o&&e.put("\
walk",`<span class="step">${a?`${this.at+1} of ${s.length}`:"generator"}</span><button type="button" data-walk="back" aria-label="Walk back"${a?"":" disabled"}>◂</button><button type="button" data-walk="next" aria-label="Walk on" title="${Qn}\
">walk ▸</button>`+(a?'<button type="button" data-walk="end" aria-label="End the walk">✕</button>':"")+(a?"":Zn(i))),a?a.sentence:null}};function Zn(t){return t.history.length===0?"":`<details class="bygones"><summary title="Transformat\
ions that Flink has no more">once</summary><ul>${t.history.map(n=>{let[i,...r]=n.split(" (");return`<li><b>${b(i)}</b> (${b(r.join(" ("))}</li>`}).join("")}</ul></details>`}function ei(t,e,n){let i=new Set,r=new Set,s=n.layers[0];t.slice(0,
e+1).forEach((o,a)=>{let l=[`t${o.transformation}`];o.action==="node"&&l.push(`o${o.node}`),o.edge!==null&&l.push(o.edge);for(let d of l)i.add(d);if(a===e)for(let d of o.edge!==null?[o.edge]:l)r.add(d)});for(let{id:o,source:a,target:l}of s.
edges)i.has(a)&&i.has(l)&&i.add(o);return[i,r]}var ti=250,ni=.5,ii=.65,be=class{constructor(e,n,i,r){this.model=i;this.plan=e,this.edits=new re(i,e,n,(s,o)=>this.show(s,o)),this.scene=new J(Ne(e)),this.parts=new ne(`flinksim lens: the plan of ${e.job_name}`),r.replaceChildren(this.parts.
root),this.asked=this.makeAsked(),this.cleanups.push(it(this.parts,this.asked,()=>this.resize())),this.follow("layer",!0),this.adopt(e),this.resize(),this.follow("selected",!0),this.cleanups.push(Je(this.parts.root))}parts;edits;walk=new ge;cleanups=[];plan;scene;verdicts=new Map;motion=new se(
{count:()=>this.plan.layers.length,moment:(e,n,i)=>{this.scene.draw(e,n,i),this.drawPosition()},still:e=>this.settle(e),played:()=>this.drawControls()});asked;selected=null;pointed=null;width=0;destroy(){this.motion.stop();for(let e of this.
cleanups)e();this.parts.root.remove()}makeAsked(){let{motion:e,edits:n}=this;return{scene:()=>this.scene,act:i=>this.act(i),goTo:i=>e.goTo(i),jump:i=>e.jump(i),settle:()=>e.goTo(e.wanted),layers:()=>this.plan.layers.length,select:i=>this.select(
i),selected:()=>this.selected,point:i=>this.point(i),undo:i=>n.undo(i),walk:i=>{this.walk.go(i,this.plan.walk),this.drawWalk()},variant:i=>n.showVariant(i),change:i=>n.change(i,this.plan,this.selected),redraw:()=>this.drawNow(),words:()=>this.
tell()}}follow(e,n=!1){let i=this.model.get(e);if(e==="problem")this.parts.tell("problem",String(i??""));else if(e==="answer")this.learn(i);else if(e==="selected"){let r=i?String(i):null;r!==this.selected&&this.select(r,!1)}else{let r=this.
plan.layers.findIndex(({name:s})=>s===i);if(r<0||r===this.motion.wanted)return;n?this.motion.position=this.motion.wanted=r:this.motion.goTo(r)}}learn({edge:e,change:n}){let i=this.verdicts.get(e??"");!i||!n||(i.change=n,e===this.selected&&this.
tell())}show(e,n){let i=this.scene.snapshot();this.edits.made=n,this.scene=new J(Ne(e)),this.adopt(e),this.scene.comeFrom(i),this.walk.forget(),this.resize(!0),this.drawControls(),this.tell(),this.ask(),this.motion.blend()}adopt(e){let{parts:n}=this;
this.plan=e,this.verdicts=new Map(e.verdicts.map(i=>[i.edge,i])),n.get("scene").replaceChildren(this.scene.element),n.get("job").innerHTML=`<b>${b(e.job_name)}</b> · the plan`,n.get("tabs").innerHTML=e.layers.map(({title:i},r)=>`<button ty\
pe="button" role="radio" data-layer="${r}" title="${r+1}">${b(i)}</button>`).join(""),n.range.max=String(e.layers.length-1),n.tell("notes",e.notes.join(`
`)),this.selected!==null&&!this.isKnown(this.selected)&&(this.selected=null)}isKnown(e){return this.plan.layers.some(n=>[...n.nodes,...n.edges].some(i=>i.id===e))}act(e){let{motion:n}=this;e==="back"?n.goTo(Math.ceil(n.position)-1):e==="nex\
t"?n.goTo(Math.floor(n.position)+1):e==="play"?n.toggle():e==="in"?K(this.asked,1.25):e==="out"?K(this.asked,.8):e==="fit"?K(this.asked,0):e==="apply"?this.edits.apply(this.verdicts.get(this.selected??"")?.change?.edits??[]):e==="reset"&&this.
edits.send([])}select(e,n=!0){e!==this.selected&&(this.selected=e,this.scene.mark(e),this.tell(),this.ask(),n&&(this.model.set("selected",e??""),this.model.save_changes()))}ask(){let e=this.verdicts.get(this.selected??"");!e||e.change||!this.
edits.possible||(this.model.set("asked",e.edge),this.model.save_changes())}point(e){e!==this.pointed&&(this.pointed=e,this.scene.mark(e,"pointed"),$e(this.parts,this.looking,this.edits))}resize(e=!1){let{root:n}=this.parts,i=n.clientWidth;if(i===
0||i===this.width&&!e)return;this.width=i,n.dataset.size=i>=1e3?"wide":i>=660?"middle":"narrow";let r=this.parts.get("scene").clientWidth,s=Math.min(this.scene.heightForLetters(r),ii*window.innerHeight),o=Math.max(360,ni*window.innerHeight,
s),a=v(this.scene.wantedHeight(r),ti,o);this.scene.resize(r,Math.round(a)),e||this.drawNow()}drawNow(){let{position:e,wanted:n}=this.motion;this.width===0||e!==n||(this.scene.draw(e,!1),this.settle(!1))}settle(e){this.drawControls(),this.tell(),
this.scene.mark(this.selected),e&&(this.model.set("layer",this.layer.name),this.model.save_changes())}get layer(){return this.plan.layers[Math.round(this.motion.position)]}get looking(){let{plan:e,layer:n,verdicts:i,selected:r,pointed:s}=this;
return{plan:e,layer:n,verdicts:i,selected:r,pointed:s}}drawPosition(){let{root:e,range:n}=this.parts;n.value=String(this.motion.position),e.dataset.position=this.motion.position.toFixed(2),e.dataset.layerName!==this.layer.name&&this.drawControls()}drawControls(){
let{position:e,last:n,playing:i}=this.motion,{root:r,range:s}=this.parts;this.parts.put("play",i?`${D("pause")}Pause`:`${D("play")}Play`),s.value=String(e),s.setAttribute("aria-valuetext",this.layer.title);let o=Math.round(e);for(let a of r.
querySelectorAll("[data-layer]"))a.setAttribute("aria-checked",String(Number(a.dataset.layer)===o));for(let[a,l]of[["back",0],["next",n]])r.querySelector(`[data-act="${a}"]`).setAttribute("aria-disabled",String(e===l));r.dataset.position=e.
toFixed(2),r.dataset.layerName=this.layer.name,this.drawWalk()}drawWalk(){let e=this.layer.name==="transformations"||this.layer.name==="stream",n=this.walk.draw(this.parts,this.scene,this.plan,e);this.parts.put("layerWords",b(n??ke(this.plan,
this.layer)))}tell(){$e(this.parts,this.looking,this.edits),et(this.parts,this.looking,this.edits),this.parts.words.open&&this.parts.put("words",b(je(this.plan,this.layer)))}};async function It(t){return JSON.parse(new TextDecoder().decode(await Ve(_e(t))))}async function Dt(t){let e=await It(t);if(e.version!==1)throw new Error(`The plan has version ${e.version}, this page knows ${1}: export it again.`);return e}
async function ri({model:t,el:e}){let n=null;try{let s=await Dt(t.get("plan")),o=t.get("variants"),a=o?await It(o):[];n=new be(s,a,t,e)}catch(s){e.innerHTML=`<style>${te}</style><div class="flinksim-widget failed" role="alert"></div>`,e.lastElementChild.
textContent=s instanceof Error?s.message:String(s)}let i=async()=>{let s=await Dt(t.get("plan"));n?.show(s,t.get("edits"))},r=[["change:plan",()=>void i()],["change:layer",()=>n?.follow("layer")],["change:selected",()=>n?.follow("selected")],
["change:problem",()=>n?.follow("problem")],["change:answer",()=>n?.follow("answer")]];for(let[s,o]of r)t.on(s,o);return()=>{for(let[s,o]of r)t.off(s,o);n?.destroy()}}var Dr={render:ri};export{Dr as default};
