// Built from widgets/src by widgets/build.mjs; sources d955cafd8880292829388e6ba119c47a90c4426cb4b4628549d9752b9e1e3e13
async function je(n){let e=new Blob([n]).stream();return new Response(e.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer()}function Fe(n){if(n instanceof Uint8Array)return n;if(n instanceof DataView)return new Uint8Array(n.buffer,
n.byteOffset,n.byteLength);if(n instanceof ArrayBuffer)return new Uint8Array(n);throw new TypeError("the trait holds no bytes")}var Jt={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function b(n){return n.replace(/[&<>"']/g,e=>Jt[e])}var Xt={t1:"650 14px",t2:"500 13px",t3:"500 12.5px",strong:"650 13px",big:"700 17px"},Qt='Inter, system-ui, -apple-syste\
m, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',Zt=2e4,Z=new Map,ee=null;function S(n,e){let t=`${e}${n}`,i=Z.get(t);if(i!==void 0)return i;if(ee??=document.createElement("canvas").getContext("2d"),!ee)return n.length*8;ee.font=
`${Xt[e]} ${Qt}`;let r=ee.measureText(n).width;return Z.size>=Zt&&Z.clear(),Z.set(t,r),r}function z(n,e,t){if(S(n,t)<=e)return n;let i=Array.from(n.slice(0,Math.max(8,e))),[r,s]=[1,i.length-1];for(;r<s;){let o=r+s+1>>1;S(`${i.slice(0,o).join(
"")}…`,t)<=e?r=o:s=o-1}return`${i.slice(0,r).join("")}…`}function k(n,e,t){return Math.max(e,Math.min(t,n))}var He="waiting";function Se(n,e){let t=n.verdicts.filter(a=>a.chained).length,i=n.verdicts.length,r=(...a)=>e.nodes.filter(({kind:l})=>a.includes(l)).length,s=e.edges.filter(({kind:a})=>a!=="chained"&&a!=="control"),o=s.reduce((a,{count:l})=>a+
l,0);switch(e.name){case"transformations":{let a=r("partition","union","side output"),l=a===0?"Each becomes a node.":`${a} of them ${a===1?"is":"are"} virtual: no node comes of ${a===1?"it":"them"}, what ${a===1?"it says":"they say"} lands \
on edges.`;return`The program in ${E(e.nodes.length,"transformation")}. ${l}`}case"stream":return`${E(e.nodes.length,"operator")} and ${E(e.edges.length,"edge")}, each with a partitioner. ${i>0?`${t} of ${i} will be chained.`:""}`;case"job":{
let a=e.edges.length-s.length;return`${E(r("source","operator","sink"),"operator")} in ${E(r("chain","vertex"),"task")}: ${E(a,"edge")} became ${a===1?"a call":"calls"}, ${s.length} ${s.length===1?"goes":"go"} through channels.`}case"execut\
ion":return`${E(r("vertex","chain"),"task")} unfolded into ${E(r("subtask"),"subtask")}, joined by ${E(o,"channel")}.`;case"slots":{let a=s.filter(({kind:h})=>h==="remote").length,l=e.nodes.filter(({parent:h})=>h===He),d=e.nodes.filter(h=>l.
some(({id:p})=>p===h.parent)).length,c=e.nodes.filter(({kind:h,id:p})=>h==="task manager"&&p!==He).length;return`${E(r("subtask")-d,"subtask")} in ${E(r("slot")-l.length,"slot")} of ${E(c,"TaskManager")}${d>0?`, ${d} ${d===1?"waits":"wait"}\
 for a slot`:""}; ${a} of ${E(o,"channel")} ${a===1?"goes":"go"} over the network.`}}}function E(n,e){return`${n} ${n===1?e:`${e}${e.endsWith("x")?"es":"s"}`}`}function Be(n,e){let t=[`${e.title}: ${Se(n,e)}`,""],i=new Map(e.nodes.map(o=>[o.
id,Ee(o)])),r=new Map;for(let o of e.nodes){r.set(o.id,o.parent===null?0:(r.get(o.parent)??0)+1);let a=o.caption?`, ${o.caption}`:"";t.push(`${"  ".repeat(r.get(o.id))}${o.id} ${o.kind}: ${Ee(o)}${a}`)}t.push("");let s=new Map(n.verdicts.map(
o=>[o.edge,o]));for(let o of e.edges){let a=o.label?` ${o.label}`:"",l=s.get(o.id);t.push(`${i.get(o.source)??o.source} -> ${i.get(o.target)??o.target}:${a} (${o.kind})${l?`; ${l.sentence}`:""}`)}return[...t,...n.notes.map(o=>`note: ${o}`)].
join(`
`)}function Ee(n){let e=n.details.find(([t])=>t==="name")?.[1];return n.kind==="partition"?n.label:String(e??(n.label||n.caption||n.id))}function U(n,e){let i=e.layers[0].nodes.find(({id:s})=>s===`t${n.transformation}`),r=i?` on ${i.label}`:
"";switch(n.edit){case"SetParallelism":return`set_parallelism(${n.parallelism})${r}`;case"SetMaxParallelism":return`set_max_parallelism(${n.max_parallelism})${r}`;case"SetSlotSharingGroup":return`slot_sharing_group('${n.group}')${r}`;case"A\
llowChaining":return`chaining allowed again${r}`;case"StartNewChain":{let s=i?.details.find(([o])=>o==="first function")?.[1];return`start_new_chain()${s?` on ${s}`:r}`}case"DisableChaining":return`disable_chaining()${r}`;case"RemovePartiti\
oner":return`without ${i?.label??"its partitioner"}`;case"InsertPartitioner":return`${String(n.partitioner).toLowerCase()}() before ${i?.label??"it"}`;case"SetOperatorChaining":return`operator chaining ${n.enabled?"on":"off"}`;case"ChainAcr\
ossMaxParallelism":return`chaining across maximum parallelism ${n.enabled?"on":"off"}`;case"UseNewerSource":return`a source of the newer kind${i?` in place of ${i.label}`:""}`;default:return n.edit}}function ze(n,e,t,i){let[r,s]=en(n.sentence),
a=[...n.verdicts].sort((l,d)=>Number(l.holds)-Number(d.holds)).map(({condition:l,holds:d,known:c,flink:h,found:p,reason:f})=>{let m=c?d?["✓","holds"]:["✗","fails"]:["?","unknown"];return`<tr class="${m[1]}"><td class="mark"><span aria-l\
abel="${m[1]}">${m[0]}</span></td><th scope="row">${b(l)}</th><td>${b(f||p)}</td><td><code>${b(h)}</code></td></tr>`});return`<p class="verdict"><span class="badge ${n.chained?"chained":"cut"}">${b(r)}</span><span>${b(n.source)} <i>→</i> ${b(
n.target)}${s?`: <b>${b(s)}</b>`:""}</span></p>${tn(n,e,t,i)}<div class="scroll" tabindex="0" role="region" aria-label="Conditions"><table><thead><tr><th></th><th scope="col">condition</th><th scope="col">found</th><th scope="col">in Flink<\
/th></tr></thead><tbody>${a.join("")}</tbody></table></div>`}function en(n){let e=n.indexOf(": ");return e<0?[n,""]:[n.slice(0,e),n.slice(e+2)]}function tn(n,e,t,i){let{change:r}=n,s=n.chained?"cut":"chain";if(!r)return i?`<p class="change"\
>Looking for what would ${s} it …</p>`:"";if(r.edits.length===0)return`<p class="change">No change would ${s} it: ${b(r.impossible)}.</p>`;let o=[...r.side_effects.length>0?[`and also: ${r.side_effects.join("; ")}`]:[],...r.caveat?[r.caveat]:
[]].join("; "),a=r.tasks_after===r.tasks_before?"":` ${r.tasks_before} tasks would be ${r.tasks_after}.`,l=e&&!t?'<button type="button" data-act="apply" title="Derive everything again with this change">Try it</button>':"";return`<p class="c\
hange"><span><b>${b(r.words)}</b> would ${s} it${o?` (${b(o)})`:""}.${b(a)}</span>${l}</p>`}function Ue(n,e,t){let i=n.details.filter(([,s])=>s!==null&&s!=="").map(([s,o])=>{let a=String(o);return`<div${a.length>22?' class="long"':""}><dt>${b(
s)}</dt><dd>${b(a)}</dd></div>`}).sort((s,o)=>Number(s.includes('class="long"'))-Number(o.includes('class="long"'))),r=e.edges.filter(({source:s,target:o})=>s===n.id||o===n.id).slice(0,60).map(s=>{let o=t.get(s.id),a=s.source===n.id?`→ ${s.
target}`:`← ${s.source}`,l=s.label?` ${s.label}`:` ${s.kind}`,d=o?o.sentence:`${a}${l}`;return`<li>${o?`<button type="button" data-look="${b(s.id)}">${b(s.id)}</button> `:""}${b(d)}</li>`});return`<p class="verdict"><span class="badge kin\
d">${b(n.kind)}</span><span><b>${b(Ee(n))}</b>${n.caption?`, ${b(n.caption)}`:""}</span></p>${Re[n.kind]?`<p class="change">${Re[n.kind]}</p>`:""}<div class="scroll" tabindex="0" role="region" aria-label="Details"><dl>${i.join("")}</dl>${r.
length>0?`<ul>${r.join("")}</ul>`:""}</div>`}var Re={partition:"Virtual: the generator only remembers the partitioner, and gives it to the edges that are read through here.",union:"Virtual: a union only gathers; who reads it gets an edge fr\
om each of its inputs. ","side output":"Virtual: the generator remembers the tag, and gives it to the edges that are read through here. (It took the place of split and select, which Flink 1.12 removed.)"};var Ke=["FORWARD","REBALANCE","RESCALE","SHUFFLE","BROADCAST","GLOBAL"],te=[["AllowChaining","ALWAYS","may be chained"],["StartNewChain","HEAD","start_new_chain()"],["DisableChaining","NEVER","disable_chaining()"]];function D(n,e){let t=n.layers.
find(({name:l})=>l==="stream"),i=n.layers.find(({name:l})=>l==="job"),r=t?.nodes.find(l=>l.id===e.split("/")[0]||l.origin===e);if(!r?.origin||!i)return null;let s=i.nodes.find(({id:l})=>l===r.id)?.parent,o=i.nodes.find(({id:l})=>l===s),a=(l,d)=>l?.
details.find(([c])=>c===d)?.[1]??null;return{transformation:Number(r.origin.slice(1)),name:r.label,kind:r.kind,parallelism:Number(a(o,"parallelism")),maxParallelism:a(r,"max parallelism"),group:String(a(r,"slot sharing group")??"default"),strategy:String(
a(r,"chaining strategy")??"ALWAYS"),addedBy:String(a(r,"added by")??"")}}function qe(n,e){if(n.addedBy!=="")return`<h3>Change <small>${b(n.name)}</small></h3><p class="hint">${b(n.addedBy)} put this operator there: no call of the program na\
mes it. Change the one before or behind it.</p>`;let t=e?" disabled":"",i=te.filter(([s])=>s!=="StartNewChain"||n.kind!=="sink").map(([s,o,a])=>{let l=o===n.strategy?" selected":"";return`<option value="${s}"${l}>${o}: ${a}</option>`});return te.
some(([,s])=>s===n.strategy)||i.unshift(`<option value="" selected>${b(n.strategy)}</option>`),`<h3>Change <small>${b(n.name)}</small></h3>`+K("parallelism",`<input type="number" min="1" max="64" data-edit="SetParallelism" value="${n.parallelism}\
"${t}>`)+K("chaining",`<select data-edit="chaining"${t}>${i.join("")}</select>`)+K("slot sharing group",`<input type="text" data-edit="SetSlotSharingGroup" maxlength="40" value="${b(n.group)}"${t}>`)+K("maximum parallelism",`<input type="nu\
mber" min="1" max="32768" data-edit="SetMaxParallelism" placeholder="derived" value="${n.maxParallelism??""}"${t}>`)}function Je(n,e,t){let i=String(n.details.find(([s])=>s==="partitioner")?.[1]??n.label),r=[...Ke.includes(i)?[]:[i],...Ke].
map(s=>`<option${s===i?" selected":""}>${b(s)}</option>`);return`<h3>Change <small>${b(e[0])} → ${b(e[1])}</small></h3>`+K("partitioner",`<select data-edit="InsertPartitioner"${t?" disabled":""}>${r.join("")}</select>`)}function K(n,e){return`\
<label class="field"><span>${n}</span>${e}</label>`}function $e(n){return n.verdicts.every(({verdicts:e})=>e.every(({condition:t,holds:i})=>t!=="chaining enabled"||i))}function Xe(n,e,t){if(n.length===0)return"";let i=n.map((r,s)=>`<li><spa\
n>${b(U(r,e))}</span>`+(t?"":`<button type="button" data-undo="${s}" aria-label="Undo: ${b(U(r,e))}">✕</button>`)+"</li>");return`<div class="edits"><b>${E(n.length,"change")} to the program</b><button type="button" data-act="reset">as it\
 was</button><ul>${i.join("")}</ul></div>`}function Qe(n,e,t){let i=n.filter(r=>Ye(r)!==Ye(e));return t&&nn(e,t)?i:[...i,e]}function Ye(n){return[te.some(([t])=>t===n.edit)?"chaining":n.edit,n.transformation,n.input_number].join(" ")}function nn(n,e){
if(n.edit==="SetOperatorChaining")return n.enabled===$e(e);let t=D(e,`t${n.transformation}`);if(!t)return!1;let i=te.find(([r])=>r===n.edit);return i?i[1]===t.strategy:n.edit==="SetParallelism"?n.parallelism===t.parallelism:n.edit==="SetSlo\
tSharingGroup"?n.group===t.group:n.edit==="SetMaxParallelism"?n.max_parallelism===t.maxParallelism:!1}var Ze=`<svg viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">
  <rect x="1" y="1" width="28" height="28" rx="8" fill="var(--focus)"/>
  <path d="M6 20C11 20 11 10 16 10H24" class="logoA"/><path d="M6 10C11 10 11 20 16 20H24" class="logoB"/></svg>`,rn={first:'<path d="M3 2v12M14 2L5 8l9 6z"/>',back:'<path d="M4 2v12M13 2L6 8l7 6z"/>',play:'<path d="M4 2l10 6-10 6z"/>',pause:'\
<path d="M4 2h3v12H4zM10 2h3v12h-3z"/>',next:'<path d="M12 2v12M3 2l7 6-7 6z"/>',last:'<path d="M13 2v12M2 2l9 6-9 6z"/>'};function I(n){return`<svg viewBox="0 0 16 16" width="15" height="15" class="icon" aria-hidden="true">${rn[n]}</svg>`}
function O(n,e,t,i){return`<button type="button" data-act="${n}" aria-label="${e}" title="${t}">${i}</button>`}function et(n,e=()=>{}){let t=window.matchMedia("(prefers-color-scheme: dark)"),i=null,r=()=>{let a=document.body.dataset.jpThemeLight,
l=t.matches?"dark":"light";n.dataset.theme=i??(a===void 0?l:a==="false"?"dark":"light"),e()},s=a=>{a.target.closest('[data-act="theme"]')&&(i=n.dataset.theme==="dark"?"light":"dark",r())},o=new MutationObserver(r);return o.observe(document.
body,{attributes:!0,attributeFilter:["data-jp-theme-light"]}),t.addEventListener("change",r),n.addEventListener("click",s),r(),()=>{o.disconnect(),t.removeEventListener("change",r),n.removeEventListener("click",s)}}var sn=`
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendChained"/></svg>chained: a call</span>
  <span><svg width="26" height="12"><path d="M1 6h17" class="legendNear"/><path d="M25 6l-8-4.4v8.8z" class="legendHead"/></svg>through channels</span>
  <span><svg width="26" height="12"><path d="M1 6h24" class="legendFar"/></svg>over the network</span>`,tt=`
<header>
  <div class="brand">${Ze}flinksim</div><div class="crumb" data-part="job"></div>
  <div class="legend" aria-hidden="true">${sn}</div>
  ${O("theme","Light or dark","Light or dark","◐")}
</header>
<section class="panel picture">
  <div class="tabs">
    ${O("back","Layer before","Layer before (←)",I("back"))}
    <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
    ${O("next","Next layer","Next layer (→)",I("next"))}
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
<details class="words"><summary>This layer in words</summary><pre data-part="words"></pre></details>`,nt='<p class="verdict"><span class="badge kind">why</span><span>Point at an edge, or reach it with the ↓ key: here stands why it is chaine\
d or is not, condition by condition.</span></p><p class="hint">← → go from layer to layer, Space plays, + and − zoom, Esc lets go.</p>';function Le(n,e,t){let i=e.pointed??e.selected;n.put("why",i!==null&&it(i,e,t)||nt)}function it(n,e,t){let{plan:i,layer:r,verdicts:s}=e,o=s.get(n);if(o){let f=t.offered(o.change?.edits??[]),m=n===e.selected;return ze(o,f,!m,m&&t.possible&&i.
walk.length>0)}let a=r.edges.find(f=>f.id===n);if(a?.origin&&s.has(a.origin))return it(a.origin,e,t);let l=[r,...i.layers].find(({nodes:f})=>f.some(m=>m.id===n)),d=l?.nodes.find(f=>f.id===n);if(!l||!d)return null;let c=n.split("/")[0],h=new Map(
d.details),{caption:p}=d;for(let f of["stream","job"]){let m=i.layers.find(g=>g.name===f)?.nodes.find(g=>g.id===c);for(let[g,u]of m?.details??[])h.has(g)||h.set(g,u);p||=m?.caption??""}return Ue({...d,caption:p,details:[...h]},l,s)}function rt(n,e,t){
let{plan:i,selected:r,verdicts:s}=e,o=!t.possible,a=s.get(r??""),l=i.layers.find(({name:p})=>p==="stream")?.edges.find(({id:p})=>p===r),d=r===null?null:D(i,r),c=i.walk.length>0;a&&l?n.put("form",Je(l,[a.source,a.target],o||!c)):d?n.put("for\
m",qe(d,o||!c)):n.put("form",'<h3>Change</h3><p class="hint">Choose an operator or an edge in the picture.</p>');let h=$e(i)?" checked":"";n.put("whole",`<label class="field"><span>operator chaining</span><input type="checkbox" data-edit="S\
etOperatorChaining"${h}${o||!c?" disabled":""}></label>`),n.put("edits",Xe(t.made,t.original,o)),on(n,t,c)}function on(n,e,t){if(n.get("offline").hidden=e.possible,e.possible)return;let i=t?"This page has no Python behind it, and only Pytho\
n derives plans.":"This plan was read from a file: there is no program to change.",r=e.variants.map((o,a)=>`<button type="button" data-variant="${a}">${b(o.edits.map(l=>U(l,e.original)).join(", "))}</button>`),s=r.length>0?` These changes w\
ere derived beforehand:</span><span class="variants">${r.join("")}`:"";n.put("offline",`<span>${i}${s}</span>`)}var ne=`.flinksim-widget {
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
`;var st=`/* frame of the picture */
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
`;var dn=new DOMParser,ie="data-style",cn=["data-id","data-task","data-m","data-line"],lt=new Set(["SCRIPT","IFRAME","OBJECT","EMBED","LINK","BASE","META"]),ot=new Set;function re(n){if(ot.has(n))return;ot.add(n);let e=new CSSStyleSheet;e.replaceSync(
n),document.adoptedStyleSheets=[...document.adoptedStyleSheets,e]}function P(n,e){let t=dn.parseFromString(`<!doctype html><body>${e}`,"text/html");dt(n,[...t.body.childNodes])}function dt(n,e){let t=n.firstChild;for(let i of e){if(i instanceof
Element&&lt.has(i.nodeName.toUpperCase()))continue;if(!t){n.append(at(i));continue}let r=t.nextSibling;hn(t,i)?i instanceof Element?pn(t,i):t.nodeValue!==i.nodeValue&&(t.nodeValue=i.nodeValue):t.replaceWith(at(i)),t=r}for(;t;){let i=t.nextSibling;
t.remove(),t=i}}function hn(n,e){return n.nodeName!==e.nodeName?!1:!(n instanceof Element)||!(e instanceof Element)?!0:cn.every(t=>n.getAttribute(t)===e.getAttribute(t))}function pn(n,e){for(let{name:t}of[...n.attributes])!e.hasAttribute(t)&&
t!=="style"&&n.removeAttribute(t);for(let{name:t,value:i}of e.attributes)!ct(t,i)||n.getAttribute(t)===i||(n.setAttribute(t,i),t===ie&&Me(n));n instanceof HTMLInputElement&&e.hasAttribute("value")&&(n.value=e.getAttribute("value")),dt(n,[...e.
childNodes])}function at(n){if(n instanceof Element)for(let t of[n,...n.querySelectorAll("*")]){t!==n&&lt.has(t.nodeName.toUpperCase())&&t.remove();for(let{name:i,value:r}of[...t.attributes])ct(i,r)||t.removeAttribute(i)}let e=document.adoptNode(
n);if(e instanceof Element){e.hasAttribute(ie)&&Me(e);for(let t of e.querySelectorAll(`[${ie}]`))Me(t)}return e}function Me(n){n.style.cssText=n.getAttribute(ie)}function ct(n,e){return!n.startsWith("on")&&!/^\s*javascript:/i.test(e)}var se=class{root=document.createElement("div");parts=new Map;constructor(e){let{root:t}=this;t.className="flinksim-widget flinksim-lens",t.tabIndex=0,t.setAttribute("role","application"),t.setAttribute("aria-label",e),t.dataset.lmSuppressShortcuts=
"true",re(`${ne}${st}`),P(t,tt);for(let i of t.querySelectorAll("[data-part]"))this.parts.set(i.dataset.part,i)}get(e){return this.parts.get(e)}get range(){return this.get("range")}get words(){return this.root.querySelector("details.words")}put(e,t){
let i=this.get(e),r=String(fn(t));if(i.dataset.drawn===r)return;i.dataset.drawn=r;let s=document.activeElement,o=s&&i.contains(s)?{...s.dataset}:null;if(P(i,t),!o)return;([...i.querySelectorAll("button, input, select")].find(l=>oe({...l.dataset},
o)&&!l.disabled)??this.root).focus({preventScroll:!0})}tell(e,t){this.get(e).textContent=t,this.get(e).hidden=t===""}};function oe(n,e){return JSON.stringify(n)===JSON.stringify(e)}function fn(n){let e=n.length;for(let t=0;t<n.length;t++)e=
Math.imul(e,31)+n.charCodeAt(t)|0;return e}var ae=class{constructor(e,t,i,r){this.model=e;this.original=t;this.variants=i;this.show=r;this.made=e.get("edits")??[],this.pristine=this.made.length===0}made;pristine;get possible(){return!!this.model.get("editable")}offered(e){return this.
possible||this.variants.some(t=>oe(t.edits,e))}apply(e){e.length!==0&&(this.possible?this.send(e.reduce((t,i)=>this.with(t,i),this.made)):this.showVariant(this.variants.findIndex(t=>oe(t.edits,e))))}undo(e){this.send(this.made.filter((t,i)=>i!==
e))}send(e){this.possible?(this.model.set("edits",e),this.model.save_changes()):e.length===0&&this.show(this.original,[])}showVariant(e){let t=this.variants[e];t&&this.show(t.document,t.edits)}change(e,t,i){let r=e.dataset.edit;if(!r||!this.
possible)return;if(r==="SetOperatorChaining"){this.make({edit:r,enabled:e.checked});return}let s=t.verdicts.find(({edge:o})=>o===i);s?this.changePartitioner(t,s,e.value):i&&this.changeOperator(t,i,r,e.value)}changeOperator(e,t,i,r){let s=D(
e,t);if(!s)return;let{transformation:o}=s;if(i==="chaining")this.make({edit:r,transformation:o});else if(i==="SetSlotSharingGroup")this.make({edit:i,transformation:o,group:r.trim()||"default"});else if(i==="SetParallelism")this.make({edit:i,
transformation:o,parallelism:Number(r)});else if(r===""){let a=l=>l.edit===i&&l.transformation===o;this.send(this.made.filter(l=>!a(l)))}else this.make({edit:i,transformation:o,max_parallelism:Number(r)})}changePartitioner(e,t,i){let s=e.layers.
find(({name:d})=>d==="stream")?.edges.find(({id:d})=>d===t.edge),o=s&&D(e,s.target);if(!s||!o)return;let a=Number(s.details.find(([d])=>d==="input")?.[1]??1),{transformation:l}=o;this.make({edit:"InsertPartitioner",transformation:l,partitioner:i,
input_number:a-1})}make(e){this.send(this.with(this.made,e))}with(e,t){return Qe(e,t,this.pristine?this.original:null)}};function pt(n,e,t){let{root:i,range:r}=n;i.addEventListener("click",a=>mn(a,e)),i.addEventListener("keydown",a=>gn(a,e)),i.addEventListener("change",a=>{e.change(a.target)}),r.addEventListener("input",()=>e.jump(Number(r.value))),r.addEventListener(
"change",()=>e.settle()),n.words.addEventListener("toggle",()=>e.words());let s=n.get("scene");s.addEventListener("pointerover",a=>e.point(Ae(a.target))),s.addEventListener("pointerleave",()=>e.point(null)),s.addEventListener("focusin",a=>e.
select(Ae(a.target))),s.addEventListener("wheel",a=>bn(a,e),{passive:!1}),s.addEventListener("pointerdown",a=>yn(a,e));let o=new ResizeObserver(t);return o.observe(i),()=>o.disconnect()}function mn(n,e){let t=n.target,i=t.closest("[data-act\
],[data-layer],[data-look],[data-undo],[data-walk],[data-variant]")?.dataset;if(!i){t.closest(".scene")&&e.select(Ae(t));return}i.layer!==void 0?e.goTo(Number(i.layer)):i.look!==void 0?e.select(i.look):i.undo!==void 0?e.undo(Number(i.undo)):
i.walk!==void 0?e.walk(i.walk):i.variant!==void 0?e.variant(Number(i.variant)):e.act(i.act)}var un={ArrowRight:"next",ArrowLeft:"back","+":"in","=":"in","-":"out",0:"fit"};function gn(n,e){if(n.ctrlKey||n.metaKey||n.altKey)return;let t=n.target;
if(t.matches("select, input:not([type=range])"))return;let i=t.matches("button, summary"),{key:r}=n,s=un[r],o=Number(r)-1;if(s)e.act(s);else if(r==="ArrowDown")ht(e,1);else if(r==="ArrowUp")ht(e,-1);else if(r===" "&&!i)e.act("play");else if(r===
"Enter"&&!i)e.act("apply");else if(r==="Home")e.goTo(0);else if(r==="End")e.goTo(e.layers()-1);else if(r==="Escape")e.select(null);else if(o>=0&&o<e.layers())e.goTo(o);else return;n.preventDefault(),n.stopPropagation()}function ht(n,e){let t=n.
scene(),i=t.order(),r=n.selected(),s=r===null?-1:i.indexOf(r),o=i[s<0?e>0?0:i.length-1:(s+e+i.length)%i.length];o!==void 0&&(t.elementOf(o)?.focus(),n.select(o))}function bn(n,e){!n.ctrlKey&&!n.metaKey||(n.preventDefault(),Y(e,Math.exp(-n.deltaY*
.002)))}function Y(n,e){let t=n.scene(),i=e===0?1:k(t.zoom*e,.5,30),r=i/t.zoom;t.pan=e===0?{x:0,y:0}:{x:t.pan.x*r,y:t.pan.y*r},t.zoom=i,n.redraw()}function yn(n,e){let t={...e.scene().pan},i=s=>{let[o,a]=[s.clientX-n.clientX,s.clientY-n.clientY];
Math.hypot(o,a)<4||(e.scene().pan={x:t.x+o,y:t.y+a},e.redraw())},r=()=>{window.removeEventListener("pointermove",i),window.removeEventListener("pointerup",r)};window.addEventListener("pointermove",i),window.addEventListener("pointerup",r)}function Ae(n){
return n?.closest("[data-id]")?.dataset.id??null}var wn=1e3,ft=700,xn=700,le=class{constructor(e){this.viewer=e}position=0;wanted=0;playing=!1;pause=0;frame=0;stillness=window.matchMedia("(prefers-reduced-motion: reduce)");get last(){return this.viewer.count()-1}jump(e){this.stop(),this.position=
k(e,0,this.last),this.wanted=Math.round(this.position),this.viewer.moment(this.position,this.position!==this.wanted,1),this.position===this.wanted&&this.viewer.still(!1)}goTo(e){this.stop(),this.fly(k(e,0,this.last))}toggle(){let e=!this.playing;
this.stop(),this.playing=e,e?this.position===this.last?(this.position=this.wanted=0,this.viewer.moment(0,!1,1),this.pause=window.setTimeout(()=>this.fly(1),ft)):this.fly(Math.floor(this.position)+1):this.fly(Math.round(this.position)),this.
viewer.played()}blend(){this.stop(),this.position=k(this.position,0,this.last),this.wanted=k(this.wanted,0,this.last),this.run(xn,e=>{this.viewer.moment(this.position,e<1,e),!(e<1)&&(this.position===this.wanted?this.viewer.still(!1):this.fly(
this.wanted))})}stop(){window.cancelAnimationFrame(this.frame),window.clearTimeout(this.pause),this.playing=!1}fly(e){this.wanted=e;let t=this.position,i=t===e?0:wn*Math.sqrt(Math.abs(e-t));this.run(i,r=>{this.position=r<1?t+(e-t)*r:e,this.
viewer.moment(this.position,r<1,1),r>=1&&this.arrive()})}arrive(){this.viewer.still(!0),this.playing&&(this.wanted<this.last?this.pause=window.setTimeout(()=>this.fly(this.wanted+1),ft):(this.playing=!1,this.viewer.played()))}run(e,t){let i=performance.
now(),r=s=>{let o=e===0||this.stillness.matches?1:k((s-i)/e,0,1);o<1&&(this.frame=window.requestAnimationFrame(r)),t(o)};r(i)}};function C(n){let e=[n[0].x,n[0].y];for(let t=1;t<n.length;t++){let i=n[t-1],r=n[t],s=i.y===r.y?(r.x-i.x)/3:Math.max(14,(r.x-i.x)*.5);e.push(i.x+s,i.y,r.x-s,r.y,r.x,r.y)}return e}function ut(n,e){let[t,i]=n.slice(-2),[r,s]=e;if(t===r&&i===s)
return[...n,...e.slice(2)];let o=(r-t)/3;return[...n,t+o,i,r-o,s,...e]}function de(n,e){let[t,i]=[n,e];for(;t.length<i.length;)t=mt(t);for(;i.length<t.length;)i=mt(i);return[t,i]}function ce(n,e,t){return t<=0?n:t>=1?e:n.map((i,r)=>i+(e[r]-
i)*t)}function gt(n){let e=(n.length-2)/6,t=yt(n),i=e%2===1&&e>1?(e-1)/2:t,[r,s,o,a,l,d,c,h]=n.slice(i*6,i*6+8),p=(f,m,g,u)=>(f+3*m+3*g+u)/8;return{x:p(r,o,l,c),y:p(s,a,d,h)}}function vn(n){return{x:n[n.length-2],y:n[n.length-1]}}function j(n){
let e=`M${A(n[0])} ${A(n[1])}`;for(let t=2;t<n.length;t+=6)e+=`C${A(n[t])} ${A(n[t+1])} ${A(n[t+2])} ${A(n[t+3])} ${A(n[t+4])} ${A(n[t+5])}`;return e}function bt(n,e){let{x:t,y:i}=vn(n);return`M${A(t)} ${A(i)}l${-e} ${-e*.55}v${e*1.1}z`}function mt(n){
let e=yt(n)*6,[t,i,r,s,o,a,l,d]=n.slice(e,e+8),c=(ve,ke)=>(ve+ke)/2,[h,p,f,m,g,u]=[c(t,r),c(i,s),c(r,o),c(s,a),c(o,l),c(a,d)],[y,M,W,B]=[c(h,f),c(p,m),c(f,g),c(m,u)],Q=[h,p,y,M,c(y,W),c(M,B),W,B,g,u,l,d];return[...n.slice(0,e+2),...Q,...n.slice(
e+8)]}function yt(n){let e=0,t=-1;for(let i=0;i+6<n.length;i+=6){let r=Math.hypot(n[i+6]-n[i],n[i+7]-n[i+1]);r>t&&([t,e]=[r,i/6])}return e}function A(n){return Math.round(n*10)/10}var $=28,V=21,L=11,Ce=30,kn=250,En=new Set(["chain","subtask","vertex"]),Sn=new Set(["slot","task manager","job manager","resource manager"]);function wt(n){let e=new Map(n.nodes.map(t=>[t.id,t]));return{layer:n,nodes:e,boxes:new Map,ways:new Map,
stubs:new Map,width:0,height:0}}function G(n){return z(n.label,kn-20,"t2")}function xt(n){return En.has(n.kind)}function vt(n){return Sn.has(n.kind)}function q(n){return Math.max(46,S(G(n),"t2")+22)}function F(n){return n.label?S(n.label,"s\
trong")+20:0}function J(n){return n.caption}function he(n,e,t){let i=n?.boxes.get(e);return i?i.y+i.height/2:t*.001}function pe(n,e,t,i,r){n.boxes.set(t,{...i,width:e.width,height:e.height});for(let[s,o]of e.boxes)n.boxes.set(r(s),{...o,x:i.
x+o.x,y:i.y+o.y})}function fe(n,e,t){let i=n.boxes.get(e),r=n.boxes.get(t);return C([{x:i.x+i.width,y:i.y+i.height/2},{x:r.x,y:r.y+r.height/2}])}function me(n,e,t){let i=n.boxes.get(e.source);if(!i||!e.source.startsWith("o"))return;let r={x:i.
x+i.width,y:i.y+i.height/2},s={x:r.x+Ce,y:t.y},o=r.y===t.y||t.x<s.x?[r,t]:[r,s,t];n.stubs.set(e.id,C(o))}function We(n,e,t,i,r){if(r<=0)return i>=e&&i<=t?n[i]??null:null;if(r>=1)return i+1>=e&&i+1<=t?n[i+1]??null:null;let s=n[i],o=n[i+1];if(!s||!o)return null;let a=ue(s,o,r);return o.opacity===0?a.opacity=s.opacity*Math.max(0,1-1.7*r):s.opacity===
0&&(a.opacity=o.opacity*Math.max(0,1.7*r-.7)),a}function ue(n,e,t){return{x:N(n.x,e.x,t),y:N(n.y,e.y,t),width:N(n.width,e.width,t),height:N(n.height,e.height,t),opacity:N(n.opacity,e.opacity,t)}}function Pe(n,e,t){let i=Math.exp(N(Math.log(
n.scale),Math.log(e.scale),t));return{x:N(n.x,e.x,t),y:N(n.y,e.y,t),scale:i}}function N(n,e,t){return n+(e-n)*t}function _(n){return n<.5?4*n*n*n:1-(-2*n+2)**3/2}function w(n){return Math.round(n*10)/10}var $n="http://www.w3.org/2000/svg";function x(n,e=""){let t=document.createElementNS($n,n);return e&&t.setAttribute("class",e),t}function v(n,e){return n.append(e),e}function kt(n,e){let t=n.nodes[n.first],i=t.kind.replace(" ","-"),r=v(e,x(
"g",`node ${n.body} ${i}`));r.dataset.id=n.id,r.setAttribute("role","button"),r.setAttribute("tabindex","-1"),r.style.display="none";let s=v(r,x("rect","box"));s.setAttribute("rx",n.body==="pill"?Ln(t)?"14":"8":"11");let o=v(r,x("text",n.body===
"pill"?"t2 label":"t3 label strong")),a=v(r,x("text","t3 caption"));return{track:n,group:r,rect:s,label:o,caption:a,shown:!1,drawn:"",at:"",opacity:"",pose:null}}function Ln(n){return n.kind==="partition"||n.kind==="union"||n.kind==="side o\
utput"}function Et(n,e,t,i){let{label:r,caption:s,group:o,track:a}=n,l=e.label||String(e.details.find(([c])=>c==="name")?.[1]??e.id);o.setAttribute("aria-label",`${e.kind} ${l}${e.caption?`, ${e.caption}`:""}`);let d=(c,h,p,f)=>{c.setAttribute(
"x",String(w(h))),c.setAttribute("y",String(w(p))),c.textContent!==f&&(c.textContent=f)};if(a.body==="pill"){let c=i.layer.name==="transformations"||i.layer.name==="stream";d(r,t.width/2,t.height/2+4.5,G(e)),d(s,t.width/2,t.height+15,c?z(e.
caption,190,"t3"):"")}else e.kind==="job manager"||e.kind==="resource manager"?(d(r,13,22,e.label),d(s,13,40,e.caption)):(d(r,12,17,e.label),d(s,12,e.label?34:17,z(e.caption,t.width-20,"t3")))}function St(n,e,t,i){let r=n.control?"control":
n.chained?"chained":"network",s=v(e,x("g",`wire ${r}`));s.dataset.id=n.id,s.setAttribute("role","button"),s.setAttribute("tabindex","-1"),s.setAttribute("aria-label",n.verdict?.sentence??`edge ${n.id} ${n.edge.label}`),s.style.display="none";
let o=v(s,x("path","near")),a=v(s,x("path","far")),l=v(s,x("path","heads")),d=v(s,x("path","hit")),h=n.strands.some(({stubs:g})=>g.some(u=>u!==void 0))?v(i,x("path",`stub ${r}`)):null,f=n.chip.some(g=>g!==void 0)?v(t,x("g",`chip ${r}`)):null,
m=null;if(f){f.dataset.id=n.id,f.style.display="none",m=v(f,x("rect")),m.setAttribute("rx","10");let g=v(f,x("text","t3"));g.setAttribute("y","4.5"),g.textContent=n.edge.label}return{wire:n,group:s,near:o,far:a,heads:l,hit:d,stub:h,chip:f,chipRect:m,
shown:!1,opacity:"",pairs:[],stubs:[],ways:[],strength:0,chipPose:null}}function Ne(n,e,t){n.shown!==t&&(n.shown=t,e.style.display=t?"":"none")}function Te(n,e,t){let i=t<.995?t.toFixed(2):"";i!==n.opacity&&(e.style.opacity=n.opacity=i)}function H(n,e,t){let i=Mn(n,e),r=Math.max(0,...i.values())+1,s=new Map,o=Array.from({length:r},()=>[]),a=(d,c,h)=>{let p={block:d,column:c,height:h,order:0,y:0,before:[],behind:[]};return o[c].push(p),p};for(let d of n)s.set(d.id,a(d,i.get(
d.id),d.height));let l=e.map(([d,c])=>{let h=[],p=s.get(d),f=s.get(c);for(let m=p.column+1;m<f.column;m++){let g=a(null,m,14);$t(p,g),h.push(g),p=g}return p.column<f.column&&$t(p,f),h});return An(o),Wn(o,t.row),Nn(n,s,i,o,l,Pn(e,i,r,t))}function $t(n,e){
n.behind.push(e),e.before.push(n)}function Mn(n,e){let t=new Map(n.map(({id:a})=>[a,[]])),i=new Map(n.map(({id:a})=>[a,0]));for(let[a,l]of e)t.get(a).push(l),i.set(l,i.get(l)+1);let r=new Map(n.map(({id:a})=>[a,0])),s=n.filter(({id:a})=>i.get(
a)===0).map(({id:a})=>a);for(let a=0;a<s.length;a++){let l=s[a];for(let d of t.get(l))r.set(d,Math.max(r.get(d),r.get(l)+1)),i.set(d,i.get(d)-1),i.get(d)===0&&s.push(d)}let o=new Set(e.map(([,a])=>a));for(let{id:a}of n){let l=Math.min(...t.
get(a).map(d=>r.get(d)));!o.has(a)&&Number.isFinite(l)&&r.set(a,Math.max(0,l-1))}return r}function An(n){let e=n.flat();for(let r of n){let s=a=>a.block?.hint??(a.before[0]?s(a.before[0]):0),o=new Map(r.map(a=>[a,s(a)]));r.sort((a,l)=>o.get(
a)-o.get(l))}Cn(n);let t=e.map(r=>r.order),i=Lt(n);for(let r=0;r<12&&i>0;r++){let s=r%2===0;for(let a of s?n:[...n].reverse()){let l=new Map(a.map(d=>{let c=s?d.before:d.behind,h=c.reduce((p,f)=>p+f.order,0);return[d,c.length>0?h/c.length:d.
order]}));a.sort((d,c)=>l.get(d)-l.get(c)||d.order-c.order),a.forEach((d,c)=>d.order=c)}let o=Lt(n);o<i&&([i,t]=[o,e.map(a=>a.order)])}e.forEach((r,s)=>r.order=t[s]);for(let r of n)r.sort((s,o)=>s.order-o.order)}function Cn(n){for(let e of n)
e.forEach((t,i)=>t.order=i)}function Lt(n){let e=0;for(let t of n){let i=[];for(let r of t)for(let s of[...r.behind].sort((o,a)=>o.order-a.order)){let o=i.length;for(;o>0&&i[o-1]>s.order;)o--;e+=i.length-o,i.splice(o,0,s.order)}}return e}function Wn(n,e){
for(let t of n){let r=-t.reduce((s,o)=>s+o.height+e,-e)/2;for(let s of t)s.y=r+s.height/2,r+=s.height+e}for(let t=0;t<12;t++)for(let i of t%2===0?n:[...n].reverse())Mt(i,e,r=>t%2===0?r.before:r.behind);for(let t of n)Mt(t,e,i=>[...i.before,
...i.behind])}function Mt(n,e,t){let i=[],r=[],s=0;n.forEach((o,a)=>{a>0&&(s+=(n[a-1].height+o.height)/2+e),r.push(s);let l=t(o),d=l.length>0?l.reduce((h,{y:p})=>h+p,0)/l.length:o.y,c=o.block===null?4:l.length>0?1:.05;for(i.push({sum:(d-s)*
c,weight:c,first:a});i.length>1;){let h=i[i.length-1],p=i[i.length-2];if(p.sum/p.weight<=h.sum/h.weight)break;p.sum+=h.sum,p.weight+=h.weight,i.pop()}}),i.forEach((o,a)=>{let l=i[a+1]?.first??n.length;for(let d=o.first;d<l;d++)n[d].y=o.sum/
o.weight+r[d]})}function Pn(n,e,t,{column:i,labels:r=[]}){let s=new Array(t).fill(0);return n.forEach(([o,a],l)=>{let d=Math.floor((e.get(o)+e.get(a)-1)/2);d>=0&&(s[d]=Math.max(s[d],r[l]??0))}),s.map(o=>i+o)}function Nn(n,e,t,i,r,s){let o=i.
flat(),a=o.reduce((f,{y:m,height:g})=>Math.min(f,m-g/2),1/0),l=o.reduce((f,{y:m,height:g})=>Math.max(f,m+g/2),-1/0),d=[],c=0;i.forEach((f,m)=>{let g=Math.max(0,...f.map(({block:u})=>u?.width??0));d.push({x:c,width:g}),c+=g+(m+1<i.length?s[m]:
0)});let h=new Map(n.map(({id:f,width:m,height:g})=>{let u=e.get(f),y=d[u.column];return[f,{x:y.x+(y.width-m)/2,y:u.y-g/2-a}]})),p=r.map(f=>f.flatMap(m=>{let g=d[m.column];return[{x:g.x,y:m.y-a},{x:g.x+g.width,y:m.y-a}]}));return{at:h,column:t,
columns:d,bends:p,width:c,height:Math.max(0,l-a)}}var ge=class{inside=new Map;chainOf=new Map;placed=null;links=[];order=new Map;constructor(e){let t=e.layers.find(({name:s})=>s==="job");if(!t)return;let i=new Map;for(let s of t.nodes)s.parent===null?i.set(s.id,i.get(s.id)??[]):i.set(s.parent,
[...i.get(s.parent)??[],s]);for(let s of t.nodes.filter(({parent:o})=>o===null)){let o=i.get(s.id);for(let{id:a}of o)this.chainOf.set(a,s.id);this.chainOf.set(s.id,s.id),this.inside.set(s.id,Tn(s,o,t.edges))}let r=t.edges.filter(s=>this.frame(
s.source)!==this.frame(s.target));this.links=r.map(({source:s,target:o})=>[this.frame(s),this.frame(o)])}frame(e){return this.chainOf.get(e)??e}};function Tn(n,e,t){let i=new Map,r=new Map,s=new Set(e.map(({id:u})=>u)),o=new Set(t.filter(u=>!s.
has(u.target)).map(({source:u})=>u)),a=new Map(e.map(({id:u})=>[u,[]])),l=new Set;for(let{source:u,target:y}of t){let M=e.find(({id:W})=>W===y);!s.has(u)||!M||(a.get(u).push(M),l.add(y))}let d=V+L/2,c=0,h=(u,y)=>{let M=q(u),W=a.get(u.id),B=c;
W.forEach((ke,qt)=>{qt>0&&c++,h(ke,y+M+Ce)});let Q=d+B*($+10);i.set(u.id,{x:y,y:Q,width:M,height:$}),W.length>0&&o.has(u.id)&&c++;let ve=W.length>0?d+c*($+10):Q;return r.set(u.id,ve+$/2),B};e.filter(({id:u})=>!l.has(u)).forEach((u,y)=>{y>0&&
c++,h(u,L)});let p=Math.max(0,...[...i.values()].map(({x:u,width:y})=>u+y)),f=e.length>0?J(n):G(n),m=S(f,"t3")+2*L+4,g=e.length>0?d+c*($+10)+$:V+12;return{width:Math.max(p+L,m),height:g+L,boxes:i,exits:r}}function At(n,e,t){let{layer:i}=n,r=i.
nodes.filter(({parent:c})=>c===null),s=r.map((c,h)=>{let{width:p,height:f}=e.inside.get(c.id),m=i.nodes.filter(({parent:u})=>u===c.id),g=he(t,m[0]?.id??c.id,h);return{id:c.id,width:p,height:f,hint:g}}),o=i.edges.filter(c=>e.frame(c.source)!==
e.frame(c.target)),a=o.map(F),l=H(s,e.links,{row:24,column:54,labels:a});e.placed=l;for(let{id:c}of r)e.order.set(c,l.at.get(c).y),pe(n,e.inside.get(c),c,l.at.get(c),h=>h);let d=new Map;o.forEach((c,h)=>{let p=e.frame(c.target),f=o.filter(M=>e.
frame(M.target)===p).length,m=d.get(p)??0;d.set(p,m+1);let g=(m-(f-1)/2)*Math.min(9,24/Math.max(1,f-1)),u=Vn(n,e,c.source),y=[u,...l.bends[h]];me(n,c,u),n.ways.set(c.id,C([...y,On(n,c.target,p,g)]))});for(let c of i.edges)n.ways.has(c.id)||
n.ways.set(c.id,fe(n,c.source,c.target));[n.width,n.height]=[l.width,l.height]}function On(n,e,t,i){let r=n.boxes.get(t),s=n.boxes.get(e);return{x:r.x,y:s.y+s.height/2+i}}function Vn(n,e,t){let i=e.frame(t),r=n.boxes.get(i),s=e.inside.get(i).
exits.get(t)??r.height/2;return{x:r.x+r.width,y:r.y+s}}var be=10,T=9,Ct=62,Pt=24,Wt=14,Gn=60,_n=150;function Ve(n){return n.slice(n.lastIndexOf("/")+1)}function Nt(n,e,t){let i=t.id.split("/")[0],r=e.inside.get(i),s=r&&[...r.boxes.keys()][0],o=S(J(t),"t3")+2*L+4;return r&&s!==void 0&&n.nodes.has(
`${s}/${Ve(t.id)}`)?{...r,width:Math.max(r.width,o)}:{width:o,height:V+8,boxes:new Map,exits:new Map}}function Tt(n,e,t,i){pe(n,e,t.id,i,r=>`${r}/${Ve(t.id)}`)}function Ot(n,e){let{layer:t}=n,i=new Map;for(let a of t.nodes){if(a.kind!=="sub\
task")continue;let l=a.id.split("/")[0],d=i.get(l)??{nodes:[],shapes:[]};d.nodes.push(a),d.shapes.push(Nt(n,e,a)),i.set(l,d)}let r=[...i].map(([a,{shapes:l}])=>{let d=n.nodes.get(a),c=d?S(J(d),"t3")+2*L+4:0,h=Math.max(c,...l.map(f=>f.width+
2*L)),p=l.reduce((f,m)=>f+m.height+be,-be);return{id:a,width:h,height:p+V+4+L,hint:e.order.get(a)??0}}),s=e.links.filter(([a,l])=>i.has(a)&&i.has(l)),o=H(r,s,{row:26,column:_n});e.placed=o;for(let{id:a,width:l,height:d}of r){let c=o.at.get(
a);n.boxes.set(a,{...c,width:l,height:d});let{nodes:h,shapes:p}=i.get(a),f=c.y+V+4;h.forEach((m,g)=>{let u=p[g],y={...u,width:l-2*L};Tt(n,y,m,{x:c.x+L,y:f}),f+=u.height+be})}Vt(n,e),[n.width,n.height]=[o.width,o.height]}function Vt(n,e){let t=new Map;
for(let i of n.layer.edges)if(!(!n.boxes.has(i.source)||!n.boxes.has(i.target)))if(i.kind==="chained"||i.kind==="control")n.ways.set(i.id,fe(n,i.source,i.target));else{let r=Oe(e,i.target);t.set(r,[...t.get(r)??[],i])}for(let i of t.values()){
let r=Math.min(7,26/Math.max(1,i.length-1));i.forEach((s,o)=>{let a=(o-(i.length-1)/2)*r;n.ways.set(s.id,Dn(n,e,s,a))})}}function Oe(n,e){return e.startsWith("o")?`${n.frame(e.split("/")[0])}/${Ve(e)}`:e}function Dn(n,e,t,i){let r=n.boxes.get(
Oe(e,t.source))??n.boxes.get(t.source),s=n.boxes.get(Oe(e,t.target))??n.boxes.get(t.target),o=t.source.split("/")[0],a=e.inside.get(e.frame(o))?.exits,l=(t.source.startsWith("o")?a?.get(o):void 0)??r.height/2,d=t.target.startsWith("o")?n.boxes.
get(t.target):void 0,c=d?d.y+d.height/2:s.y+s.height/2,h={x:r.x+r.width,y:r.y+l};return me(n,t,h),C([h,{x:s.x,y:c+i}])}function Gt(n,e){let{layer:t,boxes:i}=n,r=e.placed;if(!r)return;let s=t.nodes.filter(({kind:d})=>d==="job manager"||d==="\
resource manager"),o=jn(n,s),a=r.width+Ct+2*T,l=0;for(let d of t.nodes.filter(({kind:c})=>c==="task manager")){let c=l;l+=Pt;for(let h of t.nodes.filter(({parent:p})=>p===d.id)){let p=t.nodes.filter(({parent:m})=>m===h.id),f=Fn(n,e,r,p,o+Ct+
T,l);i.set(h.id,{x:o+T,y:l,width:a-2*T+8,height:f}),l+=f+T}i.set(d.id,{x:o,y:c,width:a+8,height:l-c}),l+=Wt}n.height=Math.max(l-Wt,...[...i.values()].map(d=>d.y+d.height)),n.width=o+a+8,Vt(n,e);for(let d of t.edges)d.kind==="control"&&In(n,
d)}function In(n,e){let t=n.boxes.get(e.source),i=n.boxes.get(e.target),r=i.x<t.x+t.width,s=t.x+t.width/2,o=i.y-t.y-t.height,a=[s,t.y+t.height,s,t.y+t.height+o/3,s,i.y-o/3,s,i.y],l={x:t.x+t.width,y:t.y+t.height/2};n.ways.set(e.id,r?a:C([l,{
x:i.x,y:i.y+Pt/2}]))}function jn(n,e){if(e.length===0)return 0;let t=Math.max(...e.map(i=>Math.max(S(i.label,"strong"),S(i.caption,"t3"))));return e.forEach((i,r)=>{n.boxes.set(i.id,{x:0,y:r*100,width:t+26,height:54})}),t+26+Gn}function Fn(n,e,t,i,r,s){
let o=new Map,a=0;for(let l of i){let d=l.id.split("/")[0],c=Nt(n,e,l),h=t.column.get(d)??0,p=s+T+(o.get(h)??0);Tt(n,c,l,{x:r+L+(t.at.get(d)?.x??0),y:p}),o.set(h,(o.get(h)??0)+c.height+be),a=Math.max(a,p+c.height-s)}return Math.max(a,$+T)+T}var Ge=18,Hn=20;function _t(n){let e=[],t=new ge(n);for(let i of n.layers){let r=e[e.length-1],s=wt(i);i.name==="job"?At(s,t,r):i.name==="execution"?Ot(s,t):i.name==="slots"?Gt(s,t):Rn(s,r),e.push(s)}return e}function Rn(n,e){let{layer:t}=n,
i=t.nodes.map((s,o)=>({id:s.id,width:Math.max(q(s),Math.min(S(s.caption,"t3"),190)),height:$+2*Ge,hint:he(e,s.origin??s.id,o)})),r=H(i,Bn(t.edges),{row:Hn-Ge+8,column:44,labels:t.edges.map(F)});for(let s of i){let o=n.nodes.get(s.id),{x:a,y:l}=r.
at.get(s.id),d=q(o);n.boxes.set(o.id,{x:a+(s.width-d)/2,y:l+Ge,width:d,height:$})}zn(n,t.edges,r),[n.width,n.height]=[r.width,r.height]}function Bn(n){return n.map(({source:e,target:t})=>[e,t])}function zn(n,e,t){let i=Un(e,n);e.forEach((r,s)=>{
let o=n.boxes.get(r.source),a=n.boxes.get(r.target),[l,d]=i.get(r);n.ways.set(r.id,C([{x:o.x+o.width,y:o.y+o.height/2+l},...t.bends[s],{x:a.x,y:a.y+a.height/2+d}]))})}function Un(n,e){let t=new Map(n.map(r=>[r,[0,0]])),i=r=>{let s=e.boxes.get(
r);return s.y+s.height/2};for(let[r,s,o]of[[0,"source","target"],[1,"target","source"]]){let a=new Map;for(let l of n)a.set(l[s],[...a.get(l[s])??[],l]);for(let l of a.values()){if(l.length===1)continue;l.sort((c,h)=>i(c[o])-i(h[o]));let d=Math.
min(7,18/(l.length-1));l.forEach((c,h)=>{t.get(c)[r]=(h-(l.length-1)/2)*d})}}return t}var Dt=20;function _e(n){let e=_t(n),t=Qn(n,e);return{stages:e,boxes:Kn(e,t),wires:t}}function Kn(n,e){let t=new Map;n.forEach((r,s)=>{for(let o of r.layer.nodes){let a=t.get(o.id);(!a||a.last!==s-1)&&(a=Yn(o,s,n.length),t.set(t.has(o.id)?`${o.
id}@${s}`:o.id,a)),a.last=s,a.nodes[s]=o;let l=r.boxes.get(o.id);l&&(a.poses[s]={...l,opacity:1})}});let i=[...t.values()];for(let r of i)qn(r,n),Xn(r,n,i,e);return i}function Yn(n,e,t){return{id:n.id,body:vt(n)?"place":xt(n)?"frame":"pill",
nodes:new Array(t),poses:new Array(t),first:e,last:e,lands:!1}}function qn(n,e){let{first:t,nodes:i,poses:r}=n,s=r[t];if(t===0||!s)return;let o=e[t-1],a=i[t],l=a.origin===null?void 0:o.boxes.get(a.origin);if(l){let h=e[t].nodes.has(a.origin);
r[t-1]={...l,opacity:h?0:1};return}let d=n.body==="frame"?e[t].layer.nodes.filter(h=>h.parent===a.id):[],c=Jn(d.map(h=>o.boxes.get(h.id)??o.boxes.get(h.origin??"")));r[t-1]={...c??s,opacity:0}}function Jn(n){let e=n.filter(o=>o!==void 0);if(e.
length===0)return null;let t=Math.min(...e.map(o=>o.x))-10,i=Math.min(...e.map(o=>o.y))-24,r=Math.max(...e.map(o=>o.x+o.width))+10,s=Math.max(...e.map(o=>o.y+o.height))+10;return{x:t,y:i,width:r-t,height:s-i}}function Xn(n,e,t,i){let{last:r,
nodes:s,poses:o,id:a}=n,l=o[r];if(r+1>=e.length||!l)return;let d=t.filter(p=>p.first===r+1&&p.nodes[r+1]?.origin===a);if(d.length>1||d.length===1&&n.body==="frame")return;let c=d[0]?.poses[r+1],h=i.find(p=>s[r].lands_on.includes(p.id))?.chip[r+
1];n.lands=h!==void 0,o[r+1]={...c??h??l,opacity:0}}function Qn(n,e){let t=new Map(n.verdicts.map(a=>[a.edge,a])),i=new Map,r=e.findIndex(({layer:a})=>a.name==="execution");(r<0?e:e.slice(0,r)).forEach((a,l)=>{for(let d of a.layer.edges){let c=i.
get(d.id),h=c??It(d,l,e.length,t.get(d.id));h.edge=c&&!d.label?c.edge:d,h.last=l,h.single=l,De(h.strands[0],a,l,d),i.set(d.id,h)}});let o=[...i.values()];if(Zn(o,e),r>0)for(let a of o)ni(a,e,r);for(let a of o)si(a,e);return[...o,...ri(e,r)]}
function It(n,e,t,i){return{id:n.id,edge:n,verdict:i,first:e,last:e,single:e,control:n.kind==="control",chained:i?.chained??n.kind==="chained",strands:[jt(n,t)],chip:new Array(t)}}function jt(n,e){return{ways:new Array(e),stubs:new Array(e),
remote:!1,source:n.source,target:n.target}}function De(n,e,t,i){n.ways[t]=e.ways.get(i.id),n.stubs[t]=e.stubs.get(i.id)}function Zn(n,e){let[t,i]=e;if(t?.layer.name!=="transformations"||i?.layer.name!=="stream")return;let r=new Set;for(let s of n.
filter(o=>o.first===1)){let o=[s.edge.source,s.edge.target].map(l=>i.nodes.get(l)?.origin??l),a=ti(t,o[0],o[1],s.id);if(a.length!==0){for(let l of a)r.add(l.id);s.strands[0].ways[0]=ei(t,a),s.first=0}}for(let s of r){let o=n.findIndex(a=>a.
id===s&&a.single===0);o>=0&&n.splice(o,1)}}function ei(n,e){return e.map(t=>n.ways.get(t.id)).reduce(ut)}function ti(n,e,t,i){let r=new Set([e]),s=o=>{for(let a of n.layer.edges){if(a.source!==o)continue;if(a.target===t)return[a];if(r.has(a.
target)||!n.nodes.get(a.target)?.lands_on.includes(i))continue;r.add(a.target);let d=s(a.target);if(d)return[a,...d]}return null};return s(e)??[]}function ni(n,e,t){if(n.single!==t-1)return;let i=n.strands[0].ways[t-1],r=e.slice(t),s=ii(n,e,
t);if(!(!i||s.length===0)){for(let o of s)o.ways[t-1]=i,n.strands.push(o);n.last=t+r.length-1}}function ii(n,e,t){let i=new Map;return e.slice(t).forEach((r,s)=>{for(let o of r.layer.edges){if(o.kind==="control"||o.origin!==n.id&&!i.has(o.id))
continue;let a=i.get(o.id)??jt(o,e.length);De(a,r,t+s,o),a.remote=o.kind==="remote",i.set(o.id,a)}}),[...i.values()]}function ri(n,e){if(e<0)return[];let t=[];return n.forEach((i,r)=>{for(let s of r<e?[]:i.layer.edges){if(s.kind!=="control")
continue;let o=It(s,r,n.length,void 0);De(o.strands[0],i,r,s),t.push(o)}}),t}function si(n,e){let t=F(n.edge);t!==0&&e.forEach((i,r)=>{let o=(r<=n.single?n.strands.slice(0,1):n.strands.slice(1)).map(p=>p.ways[r]).filter(p=>p!==void 0);if(o.
length===0)return;let a=o.map(gt),l=a.reduce((p,f)=>p+f.x,0)/a.length,d=a.reduce((p,f)=>p+f.y,0)/a.length,c={x:l-t/2,y:d-Dt/2,width:t,height:Dt,opacity:1},{name:h}=i.layer;if((h==="slots"||n.chained&&h!=="stream")&&(c.opacity=0),h==="transf\
ormations"){let p=i.layer.nodes.find(m=>m.kind==="partition"&&m.lands_on.includes(n.id)),f=p&&i.boxes.get(p.id);f&&Object.assign(c,f,{height:$}),c.opacity=0}n.chip[r]=c})}function Ft(n,e){let t=n[e],i=n[e+1];if(t&&i)return de(t,i);let r=t??
i;return r?[r,r]:null}var ye=class{canvas=document.createElement("canvas");context=this.canvas.getContext("2d");colours={};ink="";ground="";font="";width=0;height=0;constructor(){this.canvas.className="flight",this.canvas.setAttribute("aria-hidden","true"),this.
canvas.hidden=!0}resize(e,t){[this.width,this.height]=[e,t];let i=Math.min(2,window.devicePixelRatio||1);this.canvas.width=Math.round(e*i),this.canvas.height=Math.round(t*i),this.canvas.style.width=`${e}px`,this.canvas.style.height=`${t}px`}begin(){
let e=getComputedStyle(this.canvas),t=r=>e.getPropertyValue(`--${r}`).trim(),i=(r,s)=>({fill:t(r),stroke:t(s)});this.ink=t("ink"),this.ground=t("panel"),this.font=e.fontFamily,this.colours={source:i("focusbg","focus"),sink:i("focusbg","focu\
s"),operator:i("panel","line2"),partition:i("wmsoft","wmink"),union:i("wmsoft","wmink"),"side output":i("wmsoft","wmink"),chain:i("panesoft","pane"),vertex:i("panesoft","pane"),subtask:i("panel","pane"),slot:i("panel","line2"),"task manager":i(
"soft","line2"),"job manager":i("tmsoft","tm"),"resource manager":i("tmsoft","tm"),chained:i("panel","pane"),network:i("panel","focus"),control:i("panel","tm")}}draw(e,t,i,r){let{context:s}=this,o=this.canvas.width/Math.max(1,this.width);s.
setTransform(1,0,0,1,0,0),s.fillStyle=this.ground,s.fillRect(0,0,this.canvas.width,this.canvas.height);let a=i.scale*o;s.setTransform(a,0,0,a,i.x*o,i.y*o);let[l,d]=[e.slice(0,2),e.slice(2)],c=t.filter(({wire:h})=>!h.chained);for(let h of l)
this.drawBoxes(h,i,!1);this.drawLines(c,i),d.forEach((h,p)=>{this.drawBoxes(h,i,r&&p===d.length-1),p===0&&this.drawLines(t.filter(({wire:f})=>f.chained),i)}),s.globalAlpha=1}drawBoxes(e,t,i){let{context:r}=this;r.lineWidth=Math.max(1.4,.7/t.
scale),i&&(r.font=`500 13px ${this.font}`),r.textAlign="center";for(let{pose:s,track:o}of e){if(!s||s.opacity<=.01||this.isOutside(s.x,s.y,s.width,s.height,t))continue;let a=o.nodes[o.first],l=this.colours[a.kind];r.globalAlpha=s.opacity,r.
fillStyle=l.fill,r.strokeStyle=l.stroke,r.fillRect(s.x,s.y,s.width,s.height),r.strokeRect(s.x,s.y,s.width,s.height),i&&(r.fillStyle=this.ink,r.fillText(G(a),s.x+s.width/2,s.y+s.height/2+4.5))}}isOutside(e,t,i,r,s){let[o,a]=[e*s.scale+s.x,t*
s.scale+s.y];return o>this.width||a>this.height||o+i*s.scale<0||a+r*s.scale<0}drawLines(e,t){let{context:i}=this;for(let r of["control","network","chained"]){let s=r==="chained"?5:2;i.strokeStyle=this.colours[r].stroke,i.lineWidth=Math.max(
s,(r==="chained"?1.6:.8)/t.scale),i.globalAlpha=1,i.beginPath();for(let{wire:o,shown:a,ways:l,strength:d}of e){let c=o.control?"control":o.chained?"chained":"network";if(!(!a||c!==r||d<.5))for(let h of l){i.moveTo(h[0],h[1]);for(let p=2;p<h.
length;p+=6)i.bezierCurveTo(h[p],h[p+1],h[p+2],h[p+3],h[p+4],h[p+5])}}i.stroke()}}};var R=26,oi=1.4,Ie=.42,ai=.55,li=700,di=6e3,ci=260,X=class{constructor(e){this.tracks=e;this.labelsFrom=e.stages[0]?.layer.name==="transformations"?1:0,this.svg=x("svg","lensPicture"),this.svg.setAttribute("role","group"),this.world=v(this.
svg,x("g","world"));let t=h=>v(this.world,x("g",h)),[i,r,s,o]=["places","outer","wires","frames"].map(t),a=t("joints"),l=t("pills"),d=t("chips");this.spot=v(s,x("path","spot"));let c=[...e.boxes].sort((h,p)=>p.last-h.last);for(let h of c){let f=h.
body==="frame"&&!h.id.includes("/")?r:o,m=h.body==="pill"?l:h.body==="frame"?f:i,g=kt(h,m);this.shapes.push(g),this.groups[[i,r,o,l].indexOf(m)].push(g)}for(let h of e.wires)this.lines.push(St(h,h.chained?a:s,d,a));s.append(this.spot),this.
element.append(this.svg,this.flight.canvas),this.element.className="sheet"}element=document.createElement("div");svg;world;shapes=[];lines=[];spot;groups=[[],[],[],[]];flight=new ye;width=0;height=0;camera={x:0,y:0,scale:1};labelsFrom;zoom=1;pan={
x:0,y:0};moving=!1;blendFrom=null;resize(e,t){[this.width,this.height]=[e,t],this.svg.setAttribute("width",String(e)),this.svg.setAttribute("height",String(t)),this.svg.setAttribute("viewBox",`0 0 ${e} ${t}`),this.flight.resize(e,t)}wantedHeight(e){
let t=this.tracks.stages.map(i=>{let r=Math.min(1.05,(e-2*R)/Math.max(1,i.width));return i.height*r+2*R});return Math.max(...t)}heightForLetters(e){let t=this.tracks.stages.map(i=>{let r=Math.min(ai,(e-2*R)/Math.max(1,i.width));return r<Ie?
0:i.height*r+2*R});return Math.max(...t)}comeFrom(e){this.blendFrom=e}snapshot(){let e=new Map;for(let{track:r,pose:s}of this.shapes)s&&e.set(r.id,s);let t=new Map(this.lines.filter(({shown:r})=>r).map(r=>[r.wire.id,r.ways])),i=new Map;for(let{
wire:r,chipPose:s}of this.lines)s&&i.set(r.id,s);return{boxes:e,ways:t,chips:i,camera:this.camera}}draw(e,t,i=1){let r=this.tracks.stages.length-1,s=k(Math.floor(e),0,Math.max(0,r-1)),o=r===0?0:_(k(e-s,0,1));this.moving=t,i>=1&&(this.blendFrom=
null);let a=this.aim(s,o,i);for(let d of this.shapes)this.moveShape(d,s,o,i);let l=(t?li:di)/Math.max(1,this.lines.length);for(let d of this.lines)this.moveLine(d,s,o,i,Math.max(1,Math.floor(l)));t&&this.isCrowd?this.paint(a):this.write(s,o,
a)}get isCrowd(){return this.shapes.length+this.lines.length>ci}paint(e){this.flight.canvas.hidden&&(this.flight.begin(),this.flight.canvas.hidden=!1),this.flight.draw(this.groups,this.lines,e,e.scale>=Ie)}write(e,t,i){this.flight.canvas.hidden=
!0;let{x:r,y:s,scale:o}=i;this.world.setAttribute("transform",`translate(${w(r)} ${w(s)}) scale(${o.toFixed(4)})`),this.svg.classList.toggle("far",o<Ie),this.svg.classList.toggle("moving",this.moving),this.moving&&this.spot.setAttribute("d",
""),this.svg.dataset.stage=this.tracks.stages[Math.round(e+t)].layer.name;for(let a of this.shapes)this.writeShape(a,Math.round(e+t));for(let a of this.lines)this.writeLine(a,e,t)}aim(e,t,i){let r=this.fitted(this.tracks.stages[e]),s=this.fitted(
this.tracks.stages[e+1]??this.tracks.stages[e]),o=Pe(r,s,t);this.blendFrom&&(o=Pe(this.blendFrom.camera,o,_(i))),this.camera=o;let a=o.scale*this.zoom;return{x:this.width/2-o.x*a+this.pan.x,y:this.height/2-o.y*a+this.pan.y,scale:a}}fitted({
width:e,height:t}){let i=Math.min((this.width-2*R)/Math.max(1,e),(this.height-2*R)/Math.max(1,t),oi);return{x:e/2,y:t/2,scale:Math.max(.005,i)}}moveShape(e,t,i,r){let{track:s}=e,o=We(s.poses,s.first,s.last,t,i);if(o&&s.lands&&t===s.last&&i>
0&&(o.opacity=Math.min(1,2-2*i)),o&&this.blendFrom){let a=this.blendFrom.boxes.get(s.id),l=_(r);o=a?ue(a,o,l):{...o,opacity:o.opacity*l}}e.pose=o}writeShape(e,t){let{track:i,group:r,pose:s}=e;if(Ne(e,r,s!==null&&s.opacity>.01),!s||!e.shown)
return;let o=`translate(${w(s.x)} ${w(s.y)})`;e.at!==o&&r.setAttribute("transform",e.at=o),Te(e,r,s.opacity);let a=`${w(s.width)} ${w(s.height)} ${t}`;if(a===e.drawn)return;e.drawn=a,e.rect.setAttribute("width",String(w(s.width))),e.rect.setAttribute(
"height",String(w(s.height)));let l=i.nodes[k(t,i.first,i.last)];Et(e,l,s,this.tracks.stages[t])}moveLine(e,t,i,r,s){let{wire:o}=e,a=t+i;if(this.moveChip(e,t,i,r),e.strength=Math.min(1,a-(o.first-1),o.last+1-a),e.ways=[],e.strength<=.01)return;
let l=Rt(o,a),d=Bt(o,t,a),c=e.pairs[d]??=zt(l.map(({ways:m})=>m),t),h=Math.max(1,Math.ceil(c.length/s)),p=this.blendFrom?.ways.get(o.id),f=p?.length===c.length&&h===1;for(let m=0;m<c.length;m+=h){let g=c[m],u=ce(g[0],g[1],i);if(p&&f){let[y,
M]=de(p[m],u);u=ce(y,M,_(r))}e.ways.push(u)}this.blendFrom&&!f&&(e.strength*=_(r))}writeLine(e,t,i){let{wire:r,group:s,ways:o,strength:a}=e;if(Ne(e,s,a>.01),this.writeChip(e),!e.shown){e.stub?.setAttribute("d","");return}let l=t+i,d=Rt(r,l),
c=Math.max(1,Math.ceil(d.length/Math.max(1,o.length))),h=o.filter((f,m)=>d[m*c]?.remote),p=o.filter((f,m)=>!d[m*c]?.remote);if(e.near.setAttribute("d",p.map(j).join("")),e.far.setAttribute("d",h.map(j).join("")),e.heads.setAttribute("d",r.chained?
"":o.map(f=>bt(f,8)).join("")),this.moving||e.hit.setAttribute("d",o.map(j).join("")),e.stub){let f=Bt(r,t,l),m=d.filter(({stubs:u})=>u[t]!==void 0);e.stubs[f]??=zt(m.map(({stubs:u})=>u),t);let g=i>0&&l<r.single?[]:e.stubs[f];e.stub.setAttribute(
"d",g.map(([u,y])=>j(ce(u,y,i))).join(""))}Te(e,s,a)}moveChip(e,t,i,r){let{wire:s}=e,o=We(s.chip,Math.max(s.first,this.labelsFrom),s.last,t,i);if(o&&this.blendFrom){let a=this.blendFrom.chips.get(s.id);o=a?ue(a,o,_(r)):{...o,opacity:o.opacity*
r}}e.chipPose=o}writeChip({chip:e,chipRect:t,chipPose:i}){if(!e||!t)return;let r=i!==null&&i.opacity>.01;if(e.style.display=r?"":"none",!i||!r)return;e.style.opacity=i.opacity<.995?i.opacity.toFixed(2):"";let[s,o]=[i.x+i.width/2,i.y+i.height/
2];e.setAttribute("transform",`translate(${w(s)} ${w(o)})`),t.setAttribute("x",String(w(-i.width/2))),t.setAttribute("y",String(w(-i.height/2))),t.setAttribute("width",String(w(i.width))),t.setAttribute("height",String(w(i.height)))}mark(e,t="\
selected"){for(let{track:s,group:o}of this.shapes)o.classList.toggle(t,s.id===e);for(let{wire:s,group:o,chip:a}of this.lines)o.classList.toggle(t,s.id===e),a?.classList.toggle(t,s.id===e);if(t==="pointed"||this.moving)return;let i=new Set([
e]);for(let{track:s}of this.shapes)e!==null&&s.nodes.some(o=>o?.parent===e)&&i.add(s.id);let r="";for(let{wire:s,ways:o,shown:a}of this.lines){if(!a||s.chained||o.length===0)continue;let l=o.length>1?s.strands.slice(1):s.strands.slice(-o.length);
o.forEach((d,c)=>{let h=l[c];h&&(i.has(h.source)||i.has(h.target))&&(r+=j(d))})}this.spot.setAttribute("d",r)}light(e,t){for(let{track:i,group:r}of this.shapes)r.classList.toggle("dim",e!==null&&!e.has(i.id)),r.classList.toggle("now",t.has(
i.id));for(let{wire:i,group:r,chip:s}of this.lines)for(let o of[r,s])o?.classList.toggle("dim",e!==null&&!e.has(i.id)),o?.classList.toggle("now",t.has(i.id))}order(){let e=this.shapes.filter(({shown:r,pose:s})=>r&&s&&s.opacity>.5).sort((r,s)=>Ht(
r.track)-Ht(s.track)||r.pose.x-s.pose.x||r.pose.y-s.pose.y),t=this.lines.filter(({shown:r})=>r),i=new Set;for(let{track:r}of e){i.add(r.id);for(let{wire:s}of t)(s.strands.some(({source:a})=>a===r.id)||s.edge.source===r.id)&&i.add(s.id)}for(let{
wire:r}of t)i.add(r.id);return[...i]}elementOf(e){return this.shapes.find(({track:t,shown:i})=>i&&t.id===e)?.group??this.lines.find(({wire:t,shown:i})=>i&&t.id===e)?.group??null}};function Ht(n){return n.body==="place"?0:1}function Rt(n,e){
return e>n.single&&n.strands.length>1?n.strands.slice(1):n.strands.slice(0,1)}function Bt(n,e,t){return t>n.single&&n.strands.length>1?e+100:e}function zt(n,e){return n.map(t=>Ft(t,e)).filter(t=>t!==null)}var hi="Step through what Flink does: StreamGraphGenerator, createJobGraph, the execution graph, deployment",we=class{at=null;lighting=-1;forget(){this.at=null,this.lighting=-1}go(e,t){e==="end"?this.at=null:this.at=k((this.at??-1)+(e==="ba\
ck"?-1:1),0,t.length-1)}draw(e,t,i,r){let{walk:s}=i,o=r&&s.length>0;e.get("walk").hidden=!o;let a=o&&this.at!==null?s[this.at]:null,[l,d]=a?fi(s,this.at,i):[null,new Set],c=this.at??-1;return(a||this.lighting!==c)&&t.light(l,d),this.lighting=
c,o&&e.put("walk",`<span class="step">${a?`${this.at+1} of ${s.length}`:"generator"}</span><button type="button" data-walk="back" aria-label="Walk back"${a?"":" disabled"}>◂</button><button type="button" data-walk="next" aria-label="Walk on\
" title="${hi}">walk ▸</button>`+(a?'<button type="button" data-walk="end" aria-label="End the walk">✕</button>':"")+(a?"":pi(i))),a?a.sentence:null}};function pi(n){return n.history.length===0?"":`<details class="bygones"><summary titl\
e="Transformations that Flink has no more">once</summary><ul>${n.history.map(t=>{let[i,...r]=t.split(" (");return`<li><b>${b(i)}</b> (${b(r.join(" ("))}</li>`}).join("")}</ul></details>`}function fi(n,e,t){let i=new Set,r=new Set,s=t.layers[0];
n.slice(0,e+1).forEach((o,a)=>{let l=o.transformation<0,d=l?[]:[`t${o.transformation}`];o.node!==null&&l&&d.push(`t${o.node}`),o.node!==null&&(o.action==="node"||l)&&d.push(`o${o.node}`),o.edge!==null&&d.push(o.edge);for(let c of d)i.add(c);
if(a===e)for(let c of o.edge!==null?[o.edge]:d)r.add(c)});for(let{id:o,source:a,target:l}of s.edges)i.has(a)&&i.has(l)&&i.add(o);return[i,r]}var mi=250,ui=.5,gi=.65,xe=class{constructor(e,t,i,r){this.model=i;this.plan=e,this.edits=new ae(i,e,t,(s,o)=>this.show(s,o)),this.scene=new X(_e(e)),this.parts=new se(`flinksim lens: the plan of ${e.job_name}`),r.replaceChildren(this.parts.
root),this.asked=this.makeAsked(),this.cleanups.push(pt(this.parts,this.asked,()=>this.resize())),this.follow("layer",!0),this.adopt(e),this.resize(),this.follow("selected",!0),this.cleanups.push(et(this.parts.root))}parts;edits;walk=new we;cleanups=[];plan;scene;verdicts=new Map;motion=new le(
{count:()=>this.plan.layers.length,moment:(e,t,i)=>{this.scene.draw(e,t,i),this.drawPosition()},still:e=>this.settle(e),played:()=>this.drawControls()});asked;selected=null;pointed=null;width=0;destroy(){this.motion.stop();for(let e of this.
cleanups)e();this.parts.root.remove()}makeAsked(){let{motion:e,edits:t}=this;return{scene:()=>this.scene,act:i=>this.act(i),goTo:i=>e.goTo(i),jump:i=>e.jump(i),settle:()=>e.goTo(e.wanted),layers:()=>this.plan.layers.length,select:i=>this.select(
i),selected:()=>this.selected,point:i=>this.point(i),undo:i=>t.undo(i),walk:i=>{this.walk.go(i,this.plan.walk),this.drawWalk()},variant:i=>t.showVariant(i),change:i=>t.change(i,this.plan,this.selected),redraw:()=>this.drawNow(),words:()=>this.
tell()}}follow(e,t=!1){let i=this.model.get(e);if(e==="problem")this.parts.tell("problem",String(i??""));else if(e==="answer")this.learn(i);else if(e==="selected"){let r=i?String(i):null;r!==this.selected&&this.select(r,!1)}else{let r=this.
plan.layers.findIndex(({name:s})=>s===i);if(r<0||r===this.motion.wanted)return;t?this.motion.position=this.motion.wanted=r:this.motion.goTo(r)}}learn({edge:e,change:t}){let i=this.verdicts.get(e??"");!i||!t||(i.change=t,e===this.selected&&this.
tell())}show(e,t){let i=this.scene.snapshot();this.edits.made=t,this.scene=new X(_e(e)),this.adopt(e),this.scene.comeFrom(i),this.walk.forget(),this.resize(!0),this.drawControls(),this.tell(),this.ask(),this.motion.blend()}adopt(e){let{parts:t}=this;
this.plan=e,this.verdicts=new Map(e.verdicts.map(i=>[i.edge,i])),t.get("scene").replaceChildren(this.scene.element),P(t.get("job"),`<b>${b(e.job_name)}</b> · the plan`),P(t.get("tabs"),e.layers.map(({title:i},r)=>`<button type="button" rol\
e="radio" data-layer="${r}" title="${r+1}">${b(i)}</button>`).join("")),t.range.max=String(e.layers.length-1),t.tell("notes",e.notes.join(`
`)),this.selected!==null&&!this.isKnown(this.selected)&&(this.selected=null)}isKnown(e){return this.plan.layers.some(t=>[...t.nodes,...t.edges].some(i=>i.id===e))}act(e){let{motion:t}=this;e==="back"?t.goTo(Math.ceil(t.position)-1):e==="nex\
t"?t.goTo(Math.floor(t.position)+1):e==="play"?t.toggle():e==="in"?Y(this.asked,1.25):e==="out"?Y(this.asked,.8):e==="fit"?Y(this.asked,0):e==="apply"?this.edits.apply(this.verdicts.get(this.selected??"")?.change?.edits??[]):e==="reset"&&this.
edits.send([])}select(e,t=!0){e!==this.selected&&(this.selected=e,this.scene.mark(e),this.tell(),this.ask(),t&&(this.model.set("selected",e??""),this.model.save_changes()))}ask(){let e=this.verdicts.get(this.selected??"");!e||e.change||!this.
edits.possible||(this.model.set("asked",e.edge),this.model.save_changes())}point(e){e!==this.pointed&&(this.pointed=e,this.scene.mark(e,"pointed"),Le(this.parts,this.looking,this.edits))}resize(e=!1){let{root:t}=this.parts,i=t.clientWidth;if(i===
0||i===this.width&&!e)return;this.width=i,t.dataset.size=i>=1e3?"wide":i>=660?"middle":"narrow";let r=this.parts.get("scene").clientWidth,s=Math.min(this.scene.heightForLetters(r),gi*window.innerHeight),o=Math.max(360,ui*window.innerHeight,
s),a=k(this.scene.wantedHeight(r),mi,o);this.scene.resize(r,Math.round(a)),e||this.drawNow()}drawNow(){let{position:e,wanted:t}=this.motion;this.width===0||e!==t||(this.scene.draw(e,!1),this.settle(!1))}settle(e){this.drawControls(),this.tell(),
this.scene.mark(this.selected),e&&(this.model.set("layer",this.layer.name),this.model.save_changes())}get layer(){return this.plan.layers[Math.round(this.motion.position)]}get looking(){let{plan:e,layer:t,verdicts:i,selected:r,pointed:s}=this;
return{plan:e,layer:t,verdicts:i,selected:r,pointed:s}}drawPosition(){let{root:e,range:t}=this.parts;t.value=String(this.motion.position),e.dataset.position=this.motion.position.toFixed(2),e.dataset.layerName!==this.layer.name&&this.drawControls()}drawControls(){
let{position:e,last:t,playing:i}=this.motion,{root:r,range:s}=this.parts;this.parts.put("play",i?`${I("pause")}Pause`:`${I("play")}Play`),s.value=String(e),s.setAttribute("aria-valuetext",this.layer.title);let o=Math.round(e);for(let a of r.
querySelectorAll("[data-layer]"))a.setAttribute("aria-checked",String(Number(a.dataset.layer)===o));for(let[a,l]of[["back",0],["next",t]])r.querySelector(`[data-act="${a}"]`).setAttribute("aria-disabled",String(e===l));r.dataset.position=e.
toFixed(2),r.dataset.layerName=this.layer.name,this.drawWalk()}drawWalk(){let e=this.layer.name==="transformations"||this.layer.name==="stream",t=this.walk.draw(this.parts,this.scene,this.plan,e);this.parts.put("layerWords",b(t??Se(this.plan,
this.layer)))}tell(){Le(this.parts,this.looking,this.edits),rt(this.parts,this.looking,this.edits),this.parts.words.open&&this.parts.put("words",b(Be(this.plan,this.layer)))}};async function Yt(n){return JSON.parse(new TextDecoder().decode(await je(Fe(n))))}async function Kt(n){let e=await Yt(n);if(e.version!==1)throw new Error(`The plan has version ${e.version}, this page knows ${1}: export it again.`);return e}
async function bi({model:n,el:e}){let t=null;try{let s=await Kt(n.get("plan")),o=n.get("variants"),a=o?await Yt(o):[];t=new xe(s,a,n,e)}catch(s){re(ne),P(e,'<div class="flinksim-widget failed" role="alert"></div>'),e.lastElementChild.textContent=
s instanceof Error?s.message:String(s)}let i=async()=>{let s=await Kt(n.get("plan"));t?.show(s,n.get("edits"))},r=[["change:plan",()=>void i()],["change:layer",()=>t?.follow("layer")],["change:selected",()=>t?.follow("selected")],["change:p\
roblem",()=>t?.follow("problem")],["change:answer",()=>t?.follow("answer")]];for(let[s,o]of r)n.on(s,o);return()=>{for(let[s,o]of r)n.off(s,o);t?.destroy()}}var ts={render:bi};export{ts as default};
