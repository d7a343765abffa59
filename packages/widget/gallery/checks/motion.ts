import type { Page } from 'playwright-core'

/** Animations that run although the reader wants no motion. */
export async function motion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found = await animationsOf(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return found
}

/**
 * The names of the running animations, including those inside the element. One that changes nothing but visibility moves
 * nothing.
 */
export function animationsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const running = [document, ...shadows].flatMap((root) => root.getAnimations())
    const still = new Set(['offset', 'computedOffset', 'easing', 'composite', 'visibility'])
    const moves = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect &&
      effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => !still.has(name)))
    return running.filter(moves).map((one) => ('animationName' in one ? String(one.animationName) : one.id))
  })
}
