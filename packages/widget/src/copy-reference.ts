/** The button of a page that copies the page's reference. Without this script the reference is only text, and no button shows. */

const COPIED_MS = 2500

function offerCopy(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-copies]')
  const report = document.querySelector('#copy-report')
  if (!button || !report) return
  const { copies = '', done = '', refused = '' } = button.dataset
  const usual = button.textContent
  let restore: ReturnType<typeof setTimeout> | undefined
  const say = (words: string, label: string | null) => {
    report.textContent = words
    button.textContent = label
  }
  button.addEventListener('click', async () => {
    const words = (await copy(copies)) ? done : refused
    say(words, words)
    clearTimeout(restore)
    restore = setTimeout(() => say('', usual), COPIED_MS)
  })
  button.closest('.later')?.classList.remove('later')
}

/** Pages on plain http may not copy. The reference is then selected. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const reference = document.querySelector('.reference code')
    if (reference) getSelection()?.selectAllChildren(reference)
    return false
  }
}

offerCopy()
