// 赌场人员：登录、锁定、换班。

import type { Text } from '../language.svelte';
import { ROLES } from './forms';

export const staff: Text['staff'] = {
  signIn: '登录',
  signInSays: '供赌场工作人员及有账户的玩家使用。所办之事均记在办理者名下。',
  name: '姓名',
  password: '密码',
  own: '新密码',
  ownAgain: '再输一次',
  notTheSame: '两次输入不同。',
  setPassword: '设定密码',
  changePassword: '更改密码',
  passwordNow: '现用密码',
  passwordSays: '至少 10 个字符。您的其他登录随即结束。',
  passwordChanged: '您的密码已更改',
  ownSays: '刚才用的是一次性代码。请设定只有您知道的密码，至少 10 个字符；以后用它登录。',
  code: '手机验证码',
  enrolSays: '本场要求手机验证码。请把此密钥加入手机的验证码应用，再输入第一个码。密钥只显示这一次。',
  signOut: '登出',
  onDuty: (name, role) => `${role} ${name}`,
  lock: '锁定',
  school: '学校',
  change: '换班',
  changeTitle: '换班',
  changeSays: '接班者在此登录，赌台照常继续。',
  lockedTitle: '已锁定',
  lockedSays: (name) => (name ? `${name}，输入密码即回到原来的页面。` : '输入密码即回到原来的页面。'),
  unlock: '解锁',
  otherPerson: '以他人身份登录',
  notSignedIn: '无人登录',
  notSignedInSays: '此页供赌场工作人员使用。',
  notForYou: '此页不归您打开',
  notForYouSays: (role) => `您以${role}身份登录。并无差错，您的页面在别处。`,
  toYourPage: '到您的页面',
  roles: ROLES,
};
