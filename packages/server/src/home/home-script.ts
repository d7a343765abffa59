/**
 * Keeps the two lists of the page up to date: it loads the page again every two seconds while it can be seen, and takes over
 * what has changed. A list in which something has the focus stays.
 */
export const homeScript = `
const LISTS = ['payments', 'events']
const live = document.getElementById('live')
async function look() {
  if (!document.hidden) {
    const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
    live.textContent = response && response.ok ? 'The lists follow what happens.' : 'The server does not answer.'
    if (response && response.ok) update(new DOMParser().parseFromString(await response.text(), 'text/html'))
  }
  setTimeout(look, 2000)
}
function update(page) {
  for (const id of LISTS) {
    const [shown, now] = [document.getElementById(id), page.getElementById(id)]
    if (now && shown.innerHTML !== now.innerHTML && !shown.contains(document.activeElement)) shown.replaceWith(now)
  }
}
setTimeout(look, 2000)
`
