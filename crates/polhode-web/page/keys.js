// Keys that work everywhere on the page, but where something is typed.

export function listen({ player, redraw, toggle, reverse, faster, view, theme, help }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const within = event.target.closest?.("input, select, textarea, dialog[open]");
    if (within) return;
    const onButton = event.target.closest?.("button, summary, a");
    const step = event.shiftKey ? 0.05 : 0.005;
    const seek = (part) => {
      player.seekPart(part);
      redraw();
    };
    const act = {
      " ": onButton ? undefined : toggle,
      ArrowLeft: () => seek(player.part - step),
      ArrowRight: () => seek(player.part + step),
      Home: () => seek(0),
      End: () => seek(1),
      r: reverse,
      "[": () => faster(-0.5),
      "]": () => faster(0.5),
      v: view,
      t: theme,
      "?": help,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    act();
    event.preventDefault();
  });
}
