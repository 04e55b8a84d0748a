/** Shows new mail: replaces the content of the page when the server's has changed. */
async function look() {
  const response = await fetch('/inbox').catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  const shown = document.querySelector('main');
  if (fresh.textContent !== shown.textContent) shown.replaceWith(fresh);
}

setInterval(() => void look(), 1_000);
