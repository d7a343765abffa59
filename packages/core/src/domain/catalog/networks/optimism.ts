import { daily, etherBounds } from '../feeds.ts'
import { cctp, type EvmFacts, ether, type NetworkEntry, rollupGas, rollupPace } from '../network-facts.ts'

/** Its block time is two seconds. Two contracts are called USDT there, an older bridge's and USDT0, so neither is taken. */
export const optimism: NetworkEntry<EvmFacts> = {
  title: 'Optimism',
  colour: '#ff0420',
  exchangeName: 'Optimism (OP Mainnet)',
  coinType: 10_000_070,
  production: {
    chainId: 10,
    ...rollupPace,
    gas: rollupGas,
    explorerTxUrl: 'https://optimistic.etherscan.io/tx/',
    wallet: {
      chainName: 'OP Mainnet',
      nativeCurrency: ether,
      rpcUrls: ['https://optimism-rpc.publicnode.com', 'https://optimism.drpc.org'],
    },
    coins: {
      USDC: { address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', decimals: 6 },
      DAI: { address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', decimals: 18 },
    },
    bridged: { 'USDC.e': { address: '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', decimals: 6 } },
    feeds: {
      EUR: daily('0x3626369857A10CcC6cc3A6e4f5C2f5984a519F20'),
      USDC: daily('0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3'),
      DAI: daily('0x8dBa75e83DA73cc766A7e5a0ee71F656BAb470d6'),
    },
    nativeFeed: { ...daily('0x13e3Ee699D1909E989722E753853AE30b17e08c5'), ...etherBounds },
    cctp: cctp.production,
  },
  sandbox: {
    chainId: 11_155_420,
    ...rollupPace,
    gas: rollupGas,
    explorerTxUrl: 'https://optimism-sepolia.blockscout.com/tx/',
    wallet: {
      chainName: 'OP Sepolia',
      nativeCurrency: ether,
      rpcUrls: ['https://optimism-sepolia-rpc.publicnode.com', 'https://optimism-sepolia.drpc.org'],
    },
    coins: { USDC: { address: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7', decimals: 6 } },
    nativeFeed: { ...daily('0x61Ec26aA57019C486B10502285c5A3D4A4750AD7'), ...etherBounds },
    cctp: cctp.sandbox,
  },
}
