/** Pictures of what no link leads to: dialogs that show a secret, and networks in trouble. */
import { join } from 'node:path'
import type { NetworkStatus, NetworkStatuses } from '@crypto-checkout/core'
import type { Page } from 'playwright-core'

const NETWORK_STATUS = '**/network_status'

type Photograph = (name: string) => Promise<void>

/** Photographs them in a page that is signed in. `home`: the address of an environment's overview. */
export async function showTroubles(page: Page, home: string, folder: string): Promise<number> {
  let count = 0
  const photograph: Photograph = async (name) => {
    await page.waitForTimeout(300)
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    count += 1
  }
  await showSecret(page, home, photograph)
  await breakNetworks(page)
  for (const [path, name] of [
    ['', 'overview-troubles'],
    ['networks', 'networks-troubles'],
  ] as const) {
    await page.goto(`${home}${path}`)
    await page.locator('#content .badge[data-tone="bad"]').first().waitFor()
    await photograph(name)
  }
  await page.unroute(NETWORK_STATUS)
  return count
}

async function showSecret(page: Page, home: string, photograph: Photograph): Promise<void> {
  await page.goto(`${home}keys`)
  await page.locator('#content .page-head .primary').click()
  const dialog = page.locator('form-dialog').last()
  await dialog.locator('input[name="key-name"]').fill('Warehouse')
  await photograph('keys-dialog')
  await dialog.locator('.primary').last().click()
  await page.locator('.secrets').waitFor()
  await photograph('keys-secret')
}

/** Chains of tests never fail for long, and have no keys. So the page is shown what a server would answer then. */
async function breakNetworks(page: Page): Promise<void> {
  await page.route(NETWORK_STATUS, async (route) => {
    const response = await route.fetch()
    const body: NetworkStatuses = await response.json()
    await route.fulfill({ response, json: { ...body, networks: body.networks.map(breakNetwork) } })
  })
}

function breakNetwork(network: NetworkStatus, index: number): NetworkStatus {
  const gas = { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', balance: '0.000000', currency: 'ETH', low: true }
  if (index > 0) return { ...network, gasAccounts: [gas] }
  const problems = [
    { code: 'reading' as const, message: 'No node can be read: they do not answer, or have an error.' },
    { code: 'witnesses' as const, message: '1 of 2 nodes shows what is final.' },
  ]
  const lag = { seconds: 4_260, blocks: 355, missedBlocks: 12 }
  const nodes = { configured: 3, answering: 0 }
  return { ...network, healthy: false, problems, lag, nodes, witnesses: { required: 2, seen: 1 } }
}
