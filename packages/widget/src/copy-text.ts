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
