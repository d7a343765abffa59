const toKey = (link: string) => `crypto-checkout:made:${link}`

/** Remembers the payment that was made by a link, for the lifetime of the tab, if the browser allows it. */
export function saveMade(link: string | null, payment: string): void {
  if (link !== null) tolerant(() => sessionStorage.setItem(toKey(link), payment))
}

export function dropMade(link: string | null): void {
  if (link !== null) tolerant(() => sessionStorage.removeItem(toKey(link)))
}

/** The page of the payment that this tab has made by the link; null if there is none. */
export function restoreMade(link: string | null): string | null {
  return link === null ? null : tolerant(() => sessionStorage.getItem(toKey(link)))
}

/** In private modes and sandboxed frames, storage throws as soon as it is accessed. */
function tolerant<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
