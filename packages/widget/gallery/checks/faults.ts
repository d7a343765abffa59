import type { Page } from 'playwright-core'

/** Elements that are outside the page, cut off or under a button; empty if everything is readable. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(findFaults)
}

/** Runs in the page, so it cannot use anything from this module. */
function findFaults(): string[] {
  const faults: string[] = []
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const all = [document, ...shadows].flatMap((root) => [...root.querySelectorAll('.card *, .banner, .test *')])
  const visible = all.filter((element) => element.checkVisibility() && element.closest('.quiet') === null)
  const nameOf = (element: Element) => `${element.localName}.${element.getAttribute('class')}`
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} px wide`)

  for (const element of visible) {
    const { left, right } = element.getBoundingClientRect()
    if (left < 0 || right > innerWidth + 0.5) faults.push(`${nameOf(element)} is outside`)
    const clips = element instanceof HTMLElement && getComputedStyle(element).overflow !== 'visible'
    const more = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
    if (clips && more && element.localName !== 'progress') faults.push(`${nameOf(element)} is cut off`)
  }

  const linesOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()]
  }
  const meet = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top + 1 < other.bottom && other.top + 1 < one.bottom
  const texts = visible.filter((element) => element.childElementCount === 0 && element.textContent?.trim())
  for (const button of visible.filter((element) => element.matches('button, a, summary'))) {
    const box = button.getBoundingClientRect()
    const covered = texts.filter((text) => !button.contains(text) && linesOf(text).some((line) => meet(line, box)))
    faults.push(...covered.map((text) => `${nameOf(text)} is under ${nameOf(button)}`))
  }
  return faults
}
