import { expect } from '@open-wc/testing'
import type { CryptoCheckout } from '../../crypto-checkout.ts'
import { find, getText, mount, start } from '../../testing/element.ts'
import { getButton, getPanelState, openPanel, waitForPanel } from '../../testing/panel.ts'
import { sampleChanges } from '../../testing/sample-payment.ts'
import { createTypedData, type TestServer } from '../../testing/server.ts'
import { ACCOUNT, createRefusal, HASH, SIGNATURE, type TestWallet, testWallet } from '../../testing/test-wallet.ts'
import { hasten, waitUntil } from '../../testing/time.ts'
import { install, uninstall } from '../../testing/wallets.ts'

const OTHER = `0x${'c4'.repeat(20)}`

type Opened = { server: TestServer; wallet: TestWallet; element: CryptoCheckout }

/** A page whose payment can be paid without gas, and a wallet that is asked which way to use. */
async function open(prepare: (opened: Omit<Opened, 'element'>) => void = () => {}, place = 'ready'): Promise<Opened> {
  const server = start()
  server.pay()
  offer(server, 'offered')
  const wallet = testWallet()
  prepare({ server, wallet })
  install(wallet)
  const element = await mount()
  await openPanel(element, place)
  return { server, wallet, element }
}

function offer(server: TestServer, gasless: 'offered' | 'pending' | null): void {
  server.wallets = { ...server.wallets, gasless }
}

const refused =
  (code: string, status = 400, more: object = {}) =>
  () =>
    Response.json({ error: { code, message: 'No.', ...more } }, { status })
const titleOf = (element: CryptoCheckout) => getText(element, '#wallet-title')
const buttonsOf = (element: CryptoCheckout) =>
  [...(element.shadowRoot?.querySelectorAll('.wallet-actions button') ?? [])].map((one) => one.textContent?.trim())

/** Neither of these requests moves money by itself. */
const countRequests = (wallet: TestWallet) => [
  wallet.count('eth_signTypedData_v4'),
  wallet.count('eth_sendTransaction'),
]

describe('a payer without gas', () => {
  it('is asked which way once the wallet has connected, and nothing else before', async () => {
    const { element, wallet, server } = await open()
    expect(getText(element, '.wallet')).to.contain('Pay with no network fee Sign 100.004321 USDC on Polygon in Fox')
    expect(getText(element, '.wallet')).to.contain('you need no POL. From account 0x8ba1…BA72')
    expect(buttonsOf(element)).to.deep.equal(['Pay with no network fee', 'Pay the fee myself', 'Pay another way'])
    expect([...countRequests(wallet), server.signed.length]).to.deep.equal([0, 0, 0])
  })

  it('signs exactly what is due, and is told not to pay again', async () => {
    const { element, wallet, server } = await open()
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    await waitUntil(() => server.signed.length > 0)
    expect(server.signed).to.deep.equal([{ from: ACCOUNT, signature: SIGNATURE }])
    const request = wallet.requests.find(({ method }) => method === 'eth_signTypedData_v4')
    const [account, data = ''] = (request?.params ?? []) as string[]
    expect([account, JSON.parse(data).message.value]).to.deep.equal([ACCOUNT, '100004321'])
    expect(titleOf(element)).to.equal('Signed. Waiting for Polygon')
    expect([find(element, '.amount'), ...countRequests(wallet)]).to.deep.equal([null, 1, 0])
    server.pay(sampleChanges.seen)
    await element.refresh()
    expect(getPanelState(element)).to.equal(undefined)
  })

  it('sees the transaction as soon as it is sent', async () => {
    const { element, server } = await open()
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    server.pay({
      reported: [
        {
          hash: HASH,
          reportedAt: new Date().toISOString(),
          explorerUrl: 'https://x.example/1',
          status: 'sent' as const,
        },
      ],
    })
    await element.refresh()
    expect(getPanelState(element)).to.equal('relaying')
    expect(find(element, '.wallet a')?.getAttribute('href')).to.equal('https://x.example/1')
  })

  it('may pay the fee all the same', async () => {
    const { element, wallet } = await open()
    getButton(element, 'Pay the fee myself').click()
    await waitForPanel(element, 'sent')
    expect(countRequests(wallet)).to.deep.equal([0, 1])
  })

  it('is asked again after an account was chosen that is another one', async () => {
    const { element, wallet, server } = await open()
    wallet.accounts = [OTHER]
    wallet.emit('accountsChanged', [OTHER])
    await waitUntil(() => getText(element, '.wallet').includes('0xc4c4…c4c4') && getPanelState(element) === 'ready')
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    await waitUntil(() => server.signed.length > 0)
    expect(server.signed).to.deep.equal([{ from: OTHER, signature: SIGNATURE }])
  })

  it('who lacks the fee can still pay without it', async () => {
    const { element } = await open(({ wallet }) => {
      wallet.answers.eth_sendTransaction = () => Promise.reject(createRefusal(-32000, 'insufficient funds'))
    })
    getButton(element, 'Pay the fee myself').click()
    await waitForPanel(element, 'stopped')
    expect(titleOf(element)).to.equal('Not enough for the fee')
    const others = ['Pay another way', 'Use another account', 'Try again']
    expect(buttonsOf(element)).to.deep.equal(['Pay with no network fee', ...others])
    expect(getText(element, '.wallet-actions .primary')).to.equal('Pay with no network fee')
    getButton(element, 'Try again').click()
    await waitForPanel(element, 'ready')
    getButton(element, 'Pay the fee myself').click()
    await waitForPanel(element, 'stopped')
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
  })

  it('who lacks the fee and cannot sign is not led back to signing', async () => {
    const { element } = await open(({ wallet }) => {
      wallet.answers.eth_sendTransaction = () => Promise.reject(createRefusal(-32000, 'insufficient funds'))
      wallet.answers.eth_signTypedData_v4 = () => 'signed'
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'stopped')
    getButton(element, 'Pay the fee myself').click()
    await waitUntil(() => titleOf(element) === 'Not enough for the fee')
    expect(buttonsOf(element)).to.deep.equal(['Pay another way', 'Use another account', 'Try again'])
  })
})

describe('where nothing is paid without gas', () => {
  for (const gasless of [null, undefined]) {
    it(`nobody is asked which way: ${gasless}`, async () => {
      const { wallet } = await open(({ server }) => {
        server.wallets = { ...server.wallets, gasless }
      }, 'sent')
      expect(countRequests(wallet)).to.deep.equal([0, 1])
    })
  }
})

describe('what the wallet refuses', () => {
  it('is not sent, and can be paid either way afterwards', async () => {
    const { element, wallet, server } = await open(({ wallet }) => {
      wallet.answers.eth_signTypedData_v4 = () => Promise.reject(createRefusal(4001))
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'stopped')
    expect(getText(element, '.wallet')).to.contain('Declined in the wallet Nothing was sent.')
    expect(server.signed).to.deep.equal([])
    getButton(element, 'Try again').click()
    await waitForPanel(element, 'ready')
    getButton(element, 'Pay the fee myself').click()
    await waitForPanel(element, 'sent')
    expect(countRequests(wallet)).to.deep.equal([1, 1])
  })

  it('because it cannot sign, or signs nonsense, is said', async () => {
    const { element } = await open(({ wallet }) => {
      wallet.answers.eth_signTypedData_v4 = () => 'signed'
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'stopped')
    expect(titleOf(element)).to.equal('This account has to pay the fee')
  })

  it('is dropped when the payer has turned away before signing', async () => {
    const signature = Promise.withResolvers<string>()
    const { element, server } = await open(({ wallet }) => {
      wallet.answers.eth_signTypedData_v4 = () => signature.promise
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'signing')
    expect(getText(element, '.wallet')).to.contain('Sign in Fox Sign exactly 100.004321 USDC on Polygon there.')
    getButton(element, 'Pay another way').click()
    await waitForPanel(element, undefined)
    signature.resolve(SIGNATURE)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server.signed).to.deep.equal([])
  })
})

describe('what is not what is shown', () => {
  const lies: Readonly<Record<string, [message: object, domain?: object]>> = {
    'another amount': [{ value: '100004322' }],
    'another recipient': [{ to: OTHER }],
    'another account': [{ from: OTHER }],
    'a longer time': [{ validBefore: String(2 ** 40) }],
    'another coin': [{}, { verifyingContract: OTHER }],
    'another network': [{}, { chainId: '0x1' }],
  }
  for (const [name, lie] of Object.entries(lies)) {
    it(`is not signed: ${name}`, async () => {
      const { element, wallet } = await open(({ server }) => {
        server.toSign = (from) => Response.json(createTypedData(from, ...lie))
      })
      getButton(element, 'Pay with no network fee').click()
      await waitForPanel(element, 'contradiction')
      expect(countRequests(wallet)).to.deep.equal([0, 0])
    })
  }

  it('is told by the salt where a network’s coins have no chain id', async () => {
    const { element } = await open(({ server }) => {
      const salt = `0x${'89'.padStart(64, '0')}`
      server.toSign = (from) => Response.json(createTypedData(from, {}, { chainId: undefined, salt }))
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
  })
})

describe('what the server refuses', () => {
  const reasons: readonly [code: string, title: string, more?: object | undefined, status?: number][] = [
    ['invalid_state', 'We cannot pay the fee for you now'],
    ['payment_conflict', 'We cannot pay the fee for you now', undefined, 409],
    ['relay_unavailable', 'We cannot pay the fee for you now', undefined, 503],
    ['unsupported_asset', 'This account has to pay the fee'],
    ['transaction_refused', 'This account has to pay the fee'],
    ['invalid_parameter', 'This account has to pay the fee'],
    ['payer_funds_insufficient', 'Not enough USDC', { missing: '40.000001' }],
    ['something_new', 'We cannot pay the fee for you now'],
  ]
  for (const [code, title, more, status = 400] of reasons) {
    for (const when of ['toSign', 'takeSigned'] as const) {
      it(`is said, and can be paid in the ordinary way: ${code} for ${when}`, async () => {
        const { element, wallet } = await open(({ server }) => {
          server[when] = refused(code, status, more)
        })
        getButton(element, 'Pay with no network fee').click()
        await waitForPanel(element, 'stopped')
        expect(titleOf(element)).to.equal(title)
        if (more) expect(getText(element, '.wallet')).to.contain('lacks 40.000001 USDC on Polygon')
        // To ask the same account again does not help one that holds too little, so this comes last there.
        const buttons = buttonsOf(element)
        getButton(element, (more ? buttons.at(-1) : buttons[0]) ?? '').click()
        if (more) await waitForPanel(element, 'ready')
        if (more) getButton(element, 'Pay the fee myself').click()
        await waitForPanel(element, 'sent')
        expect(countRequests(wallet)).to.deep.equal([when === 'toSign' ? 0 : 1, 1])
      })
    }
  }

  it('because another page has signed already is waited for', async () => {
    const { element, wallet, server } = await open()
    server.toSign = refused('payment_conflict', 409)
    offer(server, 'pending')
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    expect(countRequests(wallet)).to.deep.equal([0, 0])
  })

  it('because it was used already is never paid again', async () => {
    hasten()
    const { element } = await open(({ server }) => {
      server.takeSigned = refused('transaction_uncertain', 503)
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    // Longer than it takes until the state is looked at again.
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(getPanelState(element)).to.equal('relaying')
  })

  it('nothing, where it cannot be reached before anything is signed', async () => {
    const { element, wallet, server } = await open()
    const { toSign } = server
    server.toSign = () => Promise.reject(new TypeError('Failed to fetch'))
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'unreachable')
    expect(countRequests(wallet)).to.deep.equal([0, 0])
    server.toSign = toSign
    getButton(element, 'Try again').click()
    await waitForPanel(element, 'ready')
  })
})

describe('what was signed', () => {
  it('is handed over again when no answer comes, and nothing else is asked for meanwhile', async () => {
    hasten()
    let answers = 0
    const { element, wallet, server } = await open(({ server }) => {
      const { takeSigned } = server
      server.takeSigned = () => (answers++ === 0 ? new Response('', { status: 502 }) : takeSigned())
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    expect(buttonsOf(element)).to.deep.equal([])
    await waitUntil(() => server.signed.length === 2, 'handed over again')
    expect(new Set(server.signed.map((one) => JSON.stringify(one))).size).to.equal(1)
    expect([getPanelState(element), ...countRequests(wallet)]).to.deep.equal(['relaying', 1, 0])
  })

  it('and was never answered for can be signed again, which cannot pay twice', async () => {
    hasten()
    const { element, wallet, server } = await open(({ server }) => {
      server.takeSigned = () => new Response('', { status: 500 })
    })
    getButton(element, 'Pay with no network fee').click()
    await waitUntil(() => getPanelState(element) === 'stopped', 'it gives up')
    expect(getText(element, '.wallet')).to.contain('The payment server does not answer We do not know whether')
    server.takeSigned = () => Response.json({ status: 'pending' })
    getButton(element, 'Try again').click()
    await waitForPanel(element, 'relaying')
    expect(countRequests(wallet)).to.deep.equal([2, 0])
  })

  it('is waited for by a page that is loaded again', async () => {
    const { element } = await open()
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    element.remove()
    uninstall()
    const { wallet, element: again } = await open(({ server }) => offer(server, 'pending'), 'relaying')
    expect(titleOf(again)).to.equal('Signed. Waiting for Polygon')
    expect(wallet.requests).to.deep.equal([])
  })

  it('and could not be sent is paid in the ordinary way', async () => {
    hasten()
    const { element, wallet, server } = await open()
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    offer(server, null)
    await waitUntil(() => getPanelState(element) === 'stopped', 'it has failed')
    expect(getText(element, '.wallet')).to.contain('We could not send your payment Your signature was not used')
    expect(buttonsOf(element)).to.deep.equal(['Pay the fee myself', 'Pay another way'])
    getButton(element, 'Pay the fee myself').click()
    await waitForPanel(element, 'sent')
    expect(countRequests(wallet)).to.deep.equal([1, 1])
  })

  it('and has ended is not asked for again while nobody knows whether that has paid', async () => {
    hasten()
    const { element, server } = await open()
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'relaying')
    const terms = { ...server.wallets, gasless: null }
    let reads = 0
    Object.defineProperty(server, 'wallets', { get: () => ++reads && terms })
    server.say(() => new Response('', { status: 500 }))
    // Each answer reads it twice.
    await waitUntil(() => reads > 2, 'it is looked again')
    expect(getPanelState(element)).to.equal('relaying')
    server.pay()
    await waitUntil(() => getPanelState(element) === 'stopped', 'it has failed')
  })

  it('and has failed when it is handed over again is paid in the ordinary way', async () => {
    const { element } = await open(({ server }) => {
      server.takeSigned = () => Response.json({ status: 'failed' })
    })
    getButton(element, 'Pay with no network fee').click()
    await waitForPanel(element, 'stopped')
    expect(titleOf(element)).to.equal('We could not send your payment')
  })
})
