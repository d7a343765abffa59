import { createRequire } from 'node:module'
import type jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { inFullHeight, takeOnceDrawn } from './photograph.ts'

type Scan = {
  /** The content of the code for a wallet that, like many, does not read inverted codes. */
  text: string | null
  /** The colours of nearly all pixels (`'255,255,255'`). */
  colours: string[]
  /** The colours along the edges, without the corners. */
  edge: string[]
}

export type Area = { x: number; y: number; width: number; height: number }

export type Darkroom = {
  scan(code: Locator): Promise<Scan>
  /**
   * The highest contrast (WCAG 2: 1 to 21) between two colours in each of the areas. The areas are located once the
   * page is as high as its content.
   */
  contrasts<One extends Area>(page: Page, find: () => Promise<readonly One[]>): Promise<(One & { ratio: number })[]>
}

/** Analyses pictures of a page in a separate tab, which can access their pixels. */
export async function openDarkroom(tab: Page): Promise<Darkroom> {
  await tab.addScriptTag({ path: createRequire(import.meta.url).resolve('jsqr') })
  await tab.evaluate(prepare)
  return {
    scan: async (code) => tab.evaluate(scanPicture, (await code.screenshot()).toString('base64')),
    contrasts: (page, find) =>
      inFullHeight(page, async () => {
        const areas = await find()
        const png = (await takeOnceDrawn(page)).toString('base64')
        const ratios = await tab.evaluate(contrastsIn, { png, areas })
        return areas.map((area, index) => ({ ...area, ratio: ratios[index] ?? 0 }))
      }),
  }
}

type Tools = {
  jsQR: typeof jsQR.default
  pixelsOf(
    png: string,
  ): Promise<{ width: number; height: number; at(x: number, y: number): string; data: Uint8ClampedArray }>
}

// The following code runs in the tab, so it can use only the values that `prepare` leaves there.

function prepare(): void {
  const pixelsOf: Tools['pixelsOf'] = async (png) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) throw new Error('there is no canvas')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const at = (x: number, y: number) => data.slice((y * width + x) * 4, (y * width + x) * 4 + 3).join()
    return { width, height, data, at }
  }
  Object.assign(globalThis, { pixelsOf })
}

async function scanPicture(png: string): Promise<Scan> {
  const { jsQR, pixelsOf } = globalThis as unknown as Tools
  const { width, height, data, at } = await pixelsOf(png)
  const counts = new Map<string, number>()
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) counts.set(at(x, y), (counts.get(at(x, y)) ?? 0) + 1)
  }
  const colours = [...counts].filter(([, count]) => count > 0.01 * width * height).map(([colour]) => colour)
  const edge = new Set<string>()
  for (let along = 20; along < Math.min(width, height) - 20; along += 1) {
    for (const colour of [at(along, 2), at(along, height - 3), at(2, along), at(width - 3, along)]) edge.add(colour)
  }
  const text = jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null
  return { text, colours: colours.sort(), edge: [...edge] }
}

async function contrastsIn({ png, areas }: { png: string; areas: readonly Area[] }): Promise<number[]> {
  const { width, height, data } = await (globalThis as unknown as Tools).pixelsOf(png)
  const linear = Float64Array.from({ length: 256 }, (_, channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  )
  const light = (channel: number) => linear[data[channel] ?? 0] ?? 0
  return areas.map((area) => {
    let [least, most] = [1, 0]
    for (let y = Math.max(0, Math.round(area.y)); y < Math.min(height, area.y + area.height); y += 1) {
      for (let x = Math.max(0, Math.round(area.x)); x < Math.min(width, area.x + area.width); x += 1) {
        const at = (y * width + x) * 4
        const luminance = 0.2126 * light(at) + 0.7152 * light(at + 1) + 0.0722 * light(at + 2)
        least = Math.min(least, luminance)
        most = Math.max(most, luminance)
      }
    }
    return (most + 0.05) / (least + 0.05)
  })
}
