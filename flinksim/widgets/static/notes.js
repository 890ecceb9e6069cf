// Built from widgets/src by widgets/build.mjs; sources c5b48711029e1eb1b40299b9dee1b3704aad380ae101fccfb84b8f78cb908e6a
var s="flinksim";function i(e){let t=e.widget_manager?.context?.model,o=e.get("noted");if(!t?.getMetadata||!t.setMetadata||!o.lesson)return;let n=t.getMetadata(s),d=(Array.isArray(n?.notes)?n.notes:[]).filter(a=>a.lesson!==o.lesson||a.opened!==o.opened);t.setMetadata(
s,{...n,notes:[...d,o].slice(-100)})}var c={initialize({model:e}){e.on("change:noted",()=>i(e)),i(e)}};export{c as default};
