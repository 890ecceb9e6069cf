// Built from widgets/src by widgets/build.mjs; sources 1fd0102e663d382cf27bc0e24c2771cde5d095c7de4746eabe760e558971bb82
var s="flinksim";function i(e){let t=e.widget_manager?.context?.model,o=e.get("noted");if(!t?.getMetadata||!t.setMetadata||!o.lesson)return;let n=t.getMetadata(s),d=(Array.isArray(n?.notes)?n.notes:[]).filter(a=>a.lesson!==o.lesson||a.opened!==o.opened);t.setMetadata(
s,{...n,notes:[...d,o].slice(-100)})}var c={initialize({model:e}){e.on("change:noted",()=>i(e)),i(e)}};export{c as default};
