// Wallets that answer as their scene requires, announced like real ones (EIP-6963). They hold nothing and send nothing.
const { scene } = document.currentScript.dataset
// All scenes share one payment, so no scene may see the requests of another.
sessionStorage.clear()

const never = () => new Promise(() => {})
const refuse =
  (code, message = 'refused') =>
  () =>
    Promise.reject(Object.assign(new Error(message), { code }))
const POLYGON = '0x89'
const ETHEREUM = '0x1'
const ACCOUNT = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** The answers of a wallet that is ready to pay. */
const ready = {
  eth_requestAccounts: () => [ACCOUNT],
  eth_accounts: () => [ACCOUNT],
  eth_chainId: () => POLYGON,
  eth_call: () => `0x${'f'.repeat(40).padStart(64, '0')}`,
  eth_sendTransaction: () => `0x${'8c1f5b0e'.repeat(8)}`,
  wallet_switchEthereumChain: () => null,
  eth_signTypedData_v4: () => `0x${'5d'.repeat(65)}`,
}

/** The answers that differ in a scene. */
const scenes = {
  connecting: { eth_requestAccounts: never },
  switching: { eth_chainId: () => ETHEREUM, wallet_switchEthereumChain: never },
  checking: { eth_call: never },
  sending: { eth_sendTransaction: never },
  unknown: { eth_sendTransaction: refuse(-32603) },
  sent: {},
  rejected: { eth_requestAccounts: refuse(4001) },
  pending: { eth_requestAccounts: refuse(-32002) },
  locked: { eth_requestAccounts: () => [] },
  account: { eth_sendTransaction: refuse(4100) },
  network: { eth_chainId: () => ETHEREUM, wallet_switchEthereumChain: refuse(4001) },
  insufficient: { eth_call: () => `0x${'0'.repeat(64)}` },
  gas: { eth_sendTransaction: refuse(-32000, 'insufficient funds') },
  disconnected: { eth_requestAccounts: refuse(4900) },
  failed: { eth_requestAccounts: refuse(-32603) },
  ready: {},
  signing: { eth_signTypedData_v4: never },
  relaying: {},
  ungiven: {},
  unsignable: {},
  unrelayed: {},
}

/** Scenes in which the payer has chosen to sign instead of sending. */
const WITHOUT_GAS = ['signing', 'relaying', 'ungiven', 'unsignable', 'unrelayed']

const icon = (colour, letter) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/><text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-size="17" font-weight="700" fill="#fff">${letter}</text></svg>`,
  )}`

function announce(name, image, answers) {
  const provider = {
    request: async ({ method }) => (answers[method] ?? refuse(-32601, `${method} does not exist`))(),
    on() {},
    removeListener() {},
  }
  const info = { uuid: crypto.randomUUID(), name, icon: image, rdns: 'org.example.wallet' }
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  addEventListener('eip6963:requestProvider', tell)
}

if (scenes[scene]) announce('Fox', icon('#c2571a', 'F'), { ...ready, ...scenes[scene] })
if (scene === 'choosing') {
  announce('Fox', icon('#c2571a', 'F'), ready)
  announce('Bear', icon('#2f6f4f', 'B'), ready)
}
if (scene === 'pairing') relay()

/** A relay that accepts everything, and on which no wallet ever answers. */
function relay() {
  window.WebSocket = class extends EventTarget {
    static OPEN = 1
    readyState = 1
    constructor() {
      super()
      setTimeout(() => this.#tell('open', new Event('open')))
    }
    send(text) {
      const { id, method } = JSON.parse(text)
      const result = method === 'irn_subscribe' ? '0'.repeat(64) : true
      const data = JSON.stringify({ id, jsonrpc: '2.0', result })
      if (method) setTimeout(() => this.#tell('message', new MessageEvent('message', { data })))
    }
    close() {}
    #tell(name, event) {
      this[`on${name}`]?.(event)
      this.dispatchEvent(event)
    }
  }
}

/** Clicks through to the scene. */
async function play() {
  const root = await found(() => document.querySelector('crypto-checkout')?.shadowRoot)
  const door = await found(() => root.querySelector('#wallet-button'))
  door.click()
  if (WITHOUT_GAS.includes(scene)) (await found(() => root.querySelector('[data-at=ready] .primary'))).click()
  if (scene !== 'pairing') return
  const options = await found(() => root.querySelector('.wallet-list'))
  options.querySelector('button').click()
}

async function found(look) {
  for (;;) {
    const thing = look()
    if (thing) return thing
    await new Promise(requestAnimationFrame)
  }
}

void play()
