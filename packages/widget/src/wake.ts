/** Calls back when the payer returns to the tab or the network to the device. Answers how to end that. */
export function onWake(wake: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  document.addEventListener('visibilitychange', whenVisible, { signal })
  window.addEventListener('online', wake, { signal })
  // Only a page that comes back from the browser's cache has missed anything.
  window.addEventListener('pageshow', (event) => event.persisted && wake(), { signal })
  return () => ending.abort()
}
