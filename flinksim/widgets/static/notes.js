// Built from widgets/src by widgets/build.mjs; sources 0329d88380ee6d36a390a83b2f05c54a4b5d2ad2033e8a13c333a10d8a996273
var s="flinksim";function i(e){let t=e.widget_manager?.context?.model,o=e.get("noted");if(!t?.getMetadata||!t.setMetadata||!o.lesson)return;let n=t.getMetadata(s),d=(Array.isArray(n?.notes)?n.notes:[]).filter(a=>a.lesson!==o.lesson||a.opened!==o.opened);t.setMetadata(
s,{...n,notes:[...d,o].slice(-100)})}var c={initialize({model:e}){e.on("change:noted",()=>i(e)),i(e)}};export{c as default};
