/** Translates as browsers do, into the same words: it replaces the nodes of every text below `root`. */
export type Translator = (root: ParentNode & Node) => void

/** Puts each text, as a new node, into two elements: whatever the page says of `translate`, as extensions do. */
export const wrapTexts: Translator = (root) => {
  for (const text of listTexts(root)) {
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.append(text.data)
    outer.append(inner)
    text.replaceWith(outer)
  }
}

/** Builds each line of text anew from its elements and texts. Comments are lost, and with them the marks of Lit. */
export const rebuildLines: Translator = (root) => {
  const lines = new Set(listTexts(root).map((text) => text.parentElement))
  for (const line of lines) {
    if (!line || line.closest('[translate=no]') || line.querySelector('p, li, form, details, [translate=no]')) continue
    const kept = [...line.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE)
    line.replaceChildren(...kept.map((node) => (node instanceof Text ? node.data : node)))
  }
}

/** The texts that a reader sees. */
function listTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.trim() !== '' && !text.parentElement?.closest('style, script')) texts.push(text)
  }
  return texts
}
