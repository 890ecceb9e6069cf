// Built from widgets/src by widgets/build.mjs; sources f5b3591ccbf5d50b8bc32546d233c18606cd0c20f82cd16626c9bb045e6868ea
var s="flinksim";function i(e){let t=e.widget_manager?.context?.model,o=e.get("noted");if(!t?.getMetadata||!t.setMetadata||!o.lesson)return;let n=t.getMetadata(s),d=(Array.isArray(n?.notes)?n.notes:[]).filter(a=>a.lesson!==o.lesson||a.opened!==o.opened);t.setMetadata(
s,{...n,notes:[...d,o].slice(-100)})}var c={initialize({model:e}){e.on("change:noted",()=>i(e)),i(e)}};export{c as default};
