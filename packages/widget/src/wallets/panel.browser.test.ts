import { expect, oneEvent } from '@open-wc/testing'
import { find, getText, mount, start } from '../testing/element.ts'
import { getButton, getPanelState, openPanel, waitForPanel } from '../testing/panel.ts'
import { sampleChanges } from '../testing/sample-payment.ts'
import { ACCOUNT, createRefusal, HASH, testWallet } from '../testing/test-wallet.ts'
import { hasten, waitUntil } from '../testing/time.ts'
import { install } from '../testing/wallets.ts'

describe('paying with a wallet', () => {
  it('the only wallet pays at once, and the server hears of it', async () => {
    const server = start()
    server.pay()
    const wallet = testWallet()
    install(wallet)
    const element = await mount()
    const connected = oneEvent(document, 'checkout-wallet-connected')
    const sent = oneEvent(document, 'checkout-transaction-sent')
    const requestsBefore = server.requests.length
    await openPanel(element, 'sent')
    expect((await connected).detail).to.deep.equal({ wallet: 'Fox', account: ACCOUNT })
    expect((await sent).detail).to.deep.equal({ hash: HASH })
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
    await waitUntil(() => server.reports.length > 0)
    expect(server.reports).to.deep.equal([{ hash: HASH, from: ACCOUNT }])
    // Sooner than the next poll.
    await waitUntil(() => server.requests.length > requestsBefore)
    expect(getText(element, '#wallet-title')).to.equal('Sent. Waiting for Polygon')
    expect(find(element, '.wallet a')?.getAttribute('href')).to.equal(`https://polygonscan.com/tx/${HASH}`)
  })

  it('once it is sent nothing asks for money any more', async () => {
    start().pay()
    install(testWallet())
    const element = await mount()
    await openPanel(element, 'sent')
    expect(find(element, '.qr-code')).to.equal(null)
    expect(find(element, '.address')).to.equal(null)
    expect(getText(element)).not.to.match(/\bPay in|Send USDC/)
    expect(getText(element, '[role=status]')).to.contain(
      'Sent. Waiting for Polygon. Please do not pay again: your payment',
    )
  })

  it('of several wallets the one that is chosen pays', async () => {
    start().pay()
    const [fox, bear] = [testWallet(), testWallet()]
    install(fox)
    install(bear, { name: 'Bear' })
    const element = await mount()
    await openPanel(element, 'choosing')
    expect(getText(element, '.wallet-detail')).to.contain('exactly 100.004321 USDC on Polygon')
    getButton(element, 'Bear').click()
    await waitForPanel(element, 'sent')
    expect([fox.requests.length, bear.count('eth_sendTransaction')]).to.deep.equal([0, 1])
  })

  it('a wallet that does not introduce itself is offered, unless it is one that does', async () => {
    start().pay()
    const [fox, other] = [testWallet(), testWallet()]
    install(fox)
    Object.assign(window, { ethereum: other })
    const element = await mount()
    await openPanel(element, 'choosing')
    expect(
      [...(element.shadowRoot?.querySelectorAll('.wallet-option') ?? [])].map((one) => one.textContent?.trim()),
    ).to.eql(['Fox', 'Browser wallet'])
    Object.assign(window, { ethereum: fox })
    getButton(element, 'Pay another way').click()
    await element.updateComplete
    await openPanel(element, 'sent')
    Reflect.deleteProperty(window, 'ethereum')
  })

  it('however often the button is pressed, it is sent once', async () => {
    start().pay()
    const [fox, bear] = [testWallet(), testWallet()]
    install(fox)
    install(bear, { name: 'Bear' })
    const element = await mount()
    const button = find(element, '#wallet-button') as HTMLElement
    for (let press = 0; press < 3; press += 1) button.click()
    await waitForPanel(element, 'choosing')
    const option = getButton(element, 'Fox')
    for (let press = 0; press < 3; press += 1) option.click()
    getButton(element, 'Bear').click()
    await waitForPanel(element, 'sent')
    expect([fox.count('eth_sendTransaction'), bear.requests.length]).to.deep.equal([1, 0])
  })

  it('what was declined can be tried again', async () => {
    start().pay()
    const wallet = testWallet()
    const send = wallet.answers.eth_sendTransaction
    wallet.answers.eth_sendTransaction = () => Promise.reject(createRefusal(4001))
    install(wallet)
    const element = await mount()
    await openPanel(element, 'stopped')
    expect(getText(element, '.wallet')).to.contain('Declined in the wallet Nothing was sent.')
    wallet.answers.eth_sendTransaction = () => send?.([] as never)
    getButton(element, 'Try again').click()
    await waitForPanel(element, 'sent')
  })

  it('a wallet on a network of its own is switched, or taught the payment’s', async () => {
    start().pay()
    const wallet = testWallet(5)
    wallet.knownChains.delete(137)
    install(wallet)
    const element = await mount()
    await openPanel(element, 'sent')
    expect(wallet.requests.map(({ method }) => method).filter((method) => method.startsWith('wallet_'))).to.deep.equal([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  it('what helps an account that holds too little comes first, and to try again comes last', async () => {
    start().pay(sampleChanges.methods)
    const wallet = testWallet()
    wallet.answers.eth_call = () => `0x${'0'.repeat(64)}`
    install(wallet)
    const element = await mount()
    await openPanel(element, 'stopped')
    const actions = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.wallet-actions button') ?? [])]
    expect(actions.map(({ textContent }) => textContent?.trim())).to.deep.equal([
      ...['Pay with another coin or network', 'Pay another way', 'Use another account', 'Try again'],
    ])
    expect(actions[0]?.className).to.equal('primary')
    actions[0]?.click()
    await waitUntil(() => element.shadowRoot?.activeElement?.closest('.methods[open]') != null)
    expect(getPanelState(element)).to.equal(undefined)
  })

  it('where nothing fits together the state says not to pay, and nothing waits', async () => {
    start().pay({ cryptoAmount: '1.000000' })
    install(testWallet())
    const element = await mount()
    await openPanel(element, 'contradiction')
    expect(getText(element, '.state')).to.equal('Please do not pay')
    expect(find(element, '[role=timer], .deadline')).to.equal(null)
  })

  it('too little is named with coin and network, and another account can pay', async () => {
    start().pay()
    const wallet = testWallet()
    wallet.answers.eth_call = () => `0x${(60_000_000).toString(16).padStart(64, '0')}`
    install(wallet)
    const element = await mount()
    await openPanel(element, 'stopped')
    expect(getText(element, '.wallet')).to.contain('Not enough USDC This account lacks 40.004321 USDC on Polygon;')
    expect(getText(element, '.wallet')).to.contain('From account 0x8ba1…BA72')
    expect(wallet.count('eth_sendTransaction')).to.equal(0)
    wallet.answers.wallet_requestPermissions = () => {
      wallet.answers.eth_call = () => `0x${'f'.repeat(20).padStart(64, '0')}`
    }
    getButton(element, 'Use another account').click()
    await waitForPanel(element, 'sent')
  })

  it('what the payer changes in the wallet is taken up by itself', async () => {
    start().pay()
    const wallet = testWallet(1)
    wallet.answers.wallet_switchEthereumChain = () => Promise.reject(createRefusal(4001))
    install(wallet)
    const element = await mount()
    await openPanel(element, 'stopped')
    expect(getText(element, '#wallet-title')).to.equal('The wallet is not on Polygon')
    wallet.emit('accountsChanged', [])
    expect(getPanelState(element)).to.equal('stopped')
    wallet.chainId = 137
    wallet.emit('chainChanged', '0x89')
    await waitForPanel(element, 'sent')
    wallet.emit('chainChanged', '0x1')
    wallet.emit('accountsChanged', ['0x52908400098527886E0F7030069857D2E4169EE7'])
    await element.updateComplete
    expect([getPanelState(element), wallet.count('eth_sendTransaction')]).to.deep.equal(['sent', 1])
  })

  it('a payer who has turned away is not asked again by what changes in the wallet', async () => {
    start().pay()
    const wallet = testWallet(1)
    wallet.answers.wallet_switchEthereumChain = () => Promise.reject(createRefusal(4001))
    install(wallet)
    const element = await mount()
    await openPanel(element, 'stopped')
    getButton(element, 'Pay another way').click()
    await waitForPanel(element, undefined)
    wallet.chainId = 137
    wallet.emit('chainChanged', '0x89')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(wallet.count('eth_sendTransaction')).to.equal(0)
  })

  it('a wallet that takes long to answer: the payer is told where to look, and may try again', async () => {
    start().pay()
    const wallet = testWallet()
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    wallet.answers.eth_sendTransaction = () => answers[wallet.count('eth_sendTransaction') - 1]?.promise
    install(wallet)
    hasten()
    const element = await mount()
    await openPanel(element, 'sending')
    expect(element.shadowRoot?.querySelectorAll('.wallet button').length).to.equal(0)
    await waitForPanel(element, 'silent')
    expect(getText(element, '.wallet')).to.contain('Fox has not answered yet Look for its request: behind this window')
    expect(getText(element, '.digits')).to.equal('100.004321')
    getButton(element, 'Pay another way').click()
    await element.updateComplete
    await openPanel(element, 'silent')
    getButton(element, 'Nothing was sent: try again').click()
    await waitForPanel(element, 'sending')
    // The first answer counts, whichever request it is for.
    answers[0]?.resolve(HASH)
    await waitForPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(2)
  })

  it('a request that the wallet refuses as wrong is told as a refusal', async () => {
    start().pay()
    const wallet = testWallet()
    wallet.answers.eth_sendTransaction = () => Promise.reject(createRefusal(-32602, 'Invalid parameters'))
    install(wallet)
    const element = await mount()
    await openPanel(element, 'stopped')
    expect(getText(element, '.wallet')).to.contain('Fox reports an error')
    expect(getText(element, '.wallet')).to.contain('Nothing was sent')
  })

  for (const [name, refuse] of Object.entries({
    'is unlocked': () => [],
    'answers an older request': () => Promise.reject(createRefusal(-32002)),
  })) {
    it(`goes on by itself once the wallet ${name}, even if it does not tell the page`, async () => {
      start().pay()
      const wallet = testWallet()
      const { eth_requestAccounts: usual } = wallet.answers
      Object.assign(wallet.answers, { eth_requestAccounts: refuse, eth_accounts: () => [] })
      install(wallet)
      hasten()
      const element = await mount()
      await openPanel(element, 'stopped')
      const asked = wallet.count('eth_requestAccounts')
      await waitUntil(() => wallet.count('eth_accounts') > 2)
      expect(wallet.count('eth_requestAccounts')).to.equal(asked)
      Object.assign(wallet.answers, { eth_requestAccounts: usual, eth_accounts: () => wallet.accounts })
      await waitForPanel(element, 'sent')
      expect(wallet.count('eth_sendTransaction')).to.equal(1)
    })
  }

  it('a wallet that falls silent is asked about, and heard when it speaks', async () => {
    start().pay()
    const wallet = testWallet()
    const late = Promise.withResolvers<string>()
    wallet.answers.eth_sendTransaction = () => late.promise
    install(wallet)
    const element = await mount()
    await openPanel(element, 'sending')
    expect(element.shadowRoot?.querySelectorAll('.wallet button').length).to.equal(0)
    wallet.emit('disconnect', createRefusal(4900))
    await waitForPanel(element, 'unknown')
    expect(getText(element, '.wallet')).to.contain('Check your wallet first Fox did not say whether it sent 100.004321')
    getButton(element, 'Pay another way').click()
    await element.updateComplete
    await openPanel(element, 'unknown')
    late.resolve(HASH)
    await waitForPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })
})

describe('when the server is away', () => {
  it('nothing is asked of a wallet, and another try goes on', async () => {
    const server = start()
    server.pay()
    const terms = server.wallets
    server.wallets = null
    install(testWallet())
    const element = await mount()
    await openPanel(element, 'unreachable')
    server.wallets = terms
    getButton(element, 'Try again').click()
    await waitForPanel(element, 'sent')
  })

  it('a transfer that could not be reported is sent all the same', async () => {
    const server = start()
    server.pay()
    const wallet = testWallet()
    wallet.answers.eth_sendTransaction = () => {
      server.say(() => Promise.reject(new TypeError('Failed to fetch')))
      return HASH
    }
    install(wallet)
    const element = await mount()
    await openPanel(element, 'sent')
    await waitUntil(() => server.reports.length > 1, 'it is tried again')
    expect(getPanelState(element)).to.equal('sent')
    expect(getText(element, '#wallet-title')).to.equal('Sent. Waiting for Polygon')
  })
})
