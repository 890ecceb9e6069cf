/** Messages of the course, in English and Simplified Chinese. */

const CHINESE_TEXTS = {
  "fetching Python": "正在获取 Python",
  "unpacking flinksim": "正在解开 flinksim",
  "waits for Python": "等待 Python",
  "Python could not be started": "Python 无法启动",
  "Stopped. The cells begin anew.": "已停止。各单元从头开始。",
  "exercise done": "练习已完成",
  "This browser keeps nothing; take your progress along as a file.": "这个浏览器什么都不保存；请把进度带走成文件。",
  "This file holds no progress of this course.": "这个文件里没有本课程的进度。",
  "done": "已完成",
  "begun": "已开始",
  "Recorded when the site was built. Run makes it yours: it can be asked and changed then.": "建站时录下的运行。按“运行”，它就归你：可以提问，可以改动。",
} as const;

export type MessageText = keyof typeof CHINESE_TEXTS;

const isChinese = (): boolean => document.documentElement.lang.startsWith("zh");

export const getMessage = (text: MessageText): string => (isChinese() ? CHINESE_TEXTS[text] : text);

/** Translate a status message of the worker, if there is a translation. */
export const translateStage = (text: string): string => (text in CHINESE_TEXTS ? getMessage(text as MessageText) : text);

export const describeScore = (right: number, predicted: number): string =>
  isChinese() ? `${predicted} 个预测中答对 ${right} 个` : `${right} of ${predicted} predictions right`;

export const getSeparator = (): string => (isChinese() ? "，" : ", ");
