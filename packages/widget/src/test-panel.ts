import type { CryptoCheckout } from './crypto-checkout.ts'

/** A transfer is on the chain shortly before the server has read it: the delays between successive reads. */
const LOOK_AFTER_MS = [0, 300, 600]

/** Lets the buttons of test mode work without a reload. */
export function playTests(element: CryptoCheckout): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.test form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void play(form, element)
    })
  }
}

/** Submits a scenario's form in the background, one at a time. */
async function play(form: HTMLFormElement, element: CryptoCheckout): Promise<void> {
  const button = form.querySelector('button')
  if (button === null || button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  report('Sending …')
  const done = await send(form)
  report(done ? `${button.textContent}: done.` : `${button.textContent}: that did not work. Please try again.`)
  button.removeAttribute('aria-disabled')
  const before = element.payment?.status
  for (const waitMs of LOOK_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    await element.refresh()
    if (element.payment?.status !== before) return
  }
}

async function send(form: HTMLFormElement): Promise<boolean> {
  try {
    // Without this script the answer redirects to the page, which is not needed here.
    const response = await fetch(form.action, { method: 'POST', redirect: 'manual', credentials: 'omit' })
    return response.ok || response.type === 'opaqueredirect'
  } catch {
    return false
  }
}

function report(text: string): void {
  const output = document.querySelector('#test-report')
  if (output !== null) output.textContent = text
}
