import type { Page } from 'playwright-core'

/** It only delays when the link to check for a payment is visible. */
const WITHOUT_MOTION = 'check'

/** Animations that run although the reader wants no motion. */
export async function motion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found = await animationsOf(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return found.filter((name) => name !== WITHOUT_MOTION)
}

/** The names of the running animations, including those inside the element. */
export function animationsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const running = [document, ...shadows].flatMap((root) => root.getAnimations())
    return running.map((one) => ('animationName' in one ? String(one.animationName) : one.id))
  })
}
