"use strict";
(() => {
  const box = document.getElementById("refresh"), news = document.getElementById("news");
  const remember = (value) => { try { localStorage.setItem("refresh", value); } catch { /* private mode */ } };
  const remembered = () => { try { return localStorage.getItem("refresh") === "yes"; } catch { return false; } };
  const busy = (part) => part.contains(document.activeElement) && document.activeElement !== document.body
    || part.querySelector("details[open]")
    || [...part.querySelectorAll("textarea")].some((field) => field.value !== field.defaultValue);

  async function refresh() {
    if (!box.checked || document.hidden) return;
    let fresh;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) return;
      fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch { return; }
    for (const id of ["now", "unread"]) {
      const old = document.getElementById(id), next = fresh.getElementById(id);
      if (old && next) old.textContent = next.textContent;
    }
    for (const old of document.querySelectorAll("[data-live]")) {
      const next = fresh.getElementById(old.id);
      if (!next || next.innerHTML === old.innerHTML) continue;
      if (busy(old)) { news.textContent = "There is something new; it shows when you are done here."; continue; }
      const more = next.querySelectorAll("[data-item]").length - old.querySelectorAll("[data-item]").length;
      old.replaceChildren(...document.importNode(next, true).childNodes);
      news.textContent = more > 0 ? `${more} new` : "";
    }
  }
  box.checked = remembered();
  box.addEventListener("change", () => { remember(box.checked ? "yes" : "no"); refresh(); });
  setInterval(refresh, 4000);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-reply]"), form = document.getElementById("write");
    if (!link || !form || form.dataset.act !== "comment") return;
    event.preventDefault();
    form.elements.target.value = link.dataset.reply;
    document.getElementById("target").textContent = link.dataset.name;
    form.scrollIntoView({ block: "center" });
    form.elements.text.focus();
  });
})();
