/** The element's ways with its browser: copying, touch, focus and height. */

/**
 * Copies text to the clipboard; false if the browser refuses. Browsers without `navigator.clipboard` (plain http) copy
 * only a selection: the fallback puts a field into `root` for a moment.
 */
export async function copyText(text: string, root: ShadowRoot): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text, root)
  }
}

function copySelection(text: string, root: ShadowRoot): boolean {
  const focused = root.activeElement
  const field = document.createElement('textarea')
  field.className = 'quiet'
  field.readOnly = true
  field.value = text
  root.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

/**
 * Puts texts where Lit could not. A browser that translates wraps each text in an element; Lit sets `data` of what stands in
 * the text's place, and that shows nothing on an element. What has not changed stays translated.
 */
export function healTexts(root: ParentNode): void {
  for (const node of root.querySelectorAll<HTMLElement & { data?: string }>('*'))
    if (node.data != null) node.replaceWith(node.data)
}

/** Events after which the held space is released. Not `pointerdown`: what the payer presses must not move away. */
const INPUTS = ['click', 'keyup'] as const

/**
 * Keeps the card as high as it is when its state changes by itself, its foot at the bottom, and the outcome above the receipt
 * as high as it was. So what stands below stays where it is, and nothing moves under a finger.
 */
export function holdHeight(root: ParentNode | null): void {
  const card = root?.querySelector<HTMLElement>('.card')
  if (!card) return
  const readHeight = (element?: Element | null) => `${element?.getBoundingClientRect().height ?? 0}px`
  card.style.minBlockSize = readHeight(card)
  card.style.setProperty('--outcome', readHeight(card.querySelector('.outcome')))
  card.dataset.held = ''
  const letGo = () => {
    card.style.minBlockSize = ''
    delete card.dataset.held
    for (const type of INPUTS) removeEventListener(type, letGo, true)
  }
  for (const type of INPUTS) addEventListener(type, letGo, true)
}

/** Scrolls the new state into view for a payer who has scrolled down to the address. */
export function showState(root: ParentNode | null): void {
  root?.querySelector('[part~=status]')?.scrollIntoView({ block: 'nearest' })
}

/** Tells whether this is a touch device, where wallets are apps. */
export function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
