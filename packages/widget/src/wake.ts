/** Calls back when the payer returns to the tab or the device is online again. Returns a function that stops this. */
export function listenForWake(wake: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  document.addEventListener('visibilitychange', whenVisible, { signal })
  window.addEventListener('online', wake, { signal })
  // Only a page restored from the browser's cache has missed anything.
  window.addEventListener('pageshow', (event) => event.persisted && wake(), { signal })
  return () => ending.abort()
}
