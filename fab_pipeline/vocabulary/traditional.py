"""Traditional Chinese → the simplified characters and mainland words in which cue words are written, same length.

Belongs here: one-to-one characters of the field, and regional words that have as many characters on both sides (網路 → 网络), so that
offsets stay. It serves matching only: nothing printed is changed. Does not belong here: a converter for reading (several characters
have more than one simplified form, of which none matters to a cue word).
"""

import re
from functools import lru_cache
from typing import Final

from fab_pipeline.vocabulary.characters import fold

_TRADITIONAL: Final = (
    "萬與專業東絲兩嚴喪個豐臨為麗舉義烏樂喬習鄉書買亂爭虧雲亞產畝親億僅從侖倉儀們價眾優會偉傳傷倫偽體餘傭儉債傾僂償儲兒兌黨蘭關興養獸岡冊寫軍農馮衝決況凍淨準涼減湊幾鳳憑凱擊鑿劃劉則剛創刪別劑劍劇勸辦務動勵勁勞勢勳匯區醫華協單賣盧衛卻廠廳歷厲壓厭廁廂縣參雙發變"
    "敘葉號嘆嚇嗎啟吳員聽呈響啞嘗喚嗇嚕團園圍國圖圓聖場壞塊堅壇壩墳墜壘墊壯聲殼壺處備復夠頭誇夾奪奮獎奧婦媽嬌孫學寧寶實寵審憲宮寬賓對尋導將爾塵層屆屬歲豈島嶺嶽峽崗幣帥師帳帶幫幹廣莊慶廬庫應廟龐廢開異棄張彌彎彈強歸當錄徹徑後憶憂懷態慫惡惱懸驚懼慘慣憤慮懶戀戲戰戶"
    "撲執擴掃揚擾撫拋搶護報擔擬攏揀擁攔擰撥擇掛擋掙擠揮換據撿損搖搗攜擺敵數斂斃斷無舊時曠晝顯曉暫曆術樸機殺雜權條來楊傑極構樞槍楓櫃標棧棟欄樹樣橋檔橫檢樓歐歡殘殲毀畢氈氣氫漢湯溝沒淪滄滬潑澤潔灑淚淺漿澆濁測濟渾濃濤渦漸漁滲溫遊灣濕潰滯滿濾濫濱灘灑滅燈靈災爐煉爍煙煩燒燙"
    "熱愛爺牽獻狀猶獨獅獄獲獵獸環現瑪瑤瓊璽電畫暢療瘋癥盜盞鹽監蓋盤矯礦碼磚礎碩確礙禮禪離稅種積稱穩窮竊競筆築節範簡籃籌類糧糾紀紂約級紋納紐純紗紙紛線組細終紹經結給絡絕統絲綁綠維綱網綜綻緒續綿緊緣編緩緯練縣縮總績繁織繞繪繼纖纜罷羅羨義聯聰職肅腸膚腎脅脈腦腳脫膽勝膠臉臨舉艦艙藝蘇蘊葷蕩榮藥"
    "蟲雖蝦補裝複襯見觀規視覺覽觸計訂認訊討讓訓議記講許論設訪證評識詐訴診詞試詩誠話詳誤說請諸諾讀課誰調談謀證護譜譯讚賽豐貝負財責賢敗貨質販貪貧購貫貯貼貴貸費賀資賈賊賓賦賞賠賴賺賽贈贏趕趨躍踐蹤車軋軌軒軟轉輪軸輕載輔輛輝輩輸轄辭邊達遷過運還這進遠違連遲適選遺郵鄧鄭釋針釣鈣鈍鋼鈕錢鉑鉛鐵"
    "銀銅銘銷鎖鋒鋪鏈錯鍋錨錫鍵鎮鏡鐘鑒長門閃閉問闖閒間閥閱隊陽陰陣階際陸陳險隨隱隸難雛電霧靜響頁頂項順須預領頗頻題額顏顧願類風飛飯飲飾馬馳駁駐駕騎驗騰驅魚鮮鳥鳴鴻麥黃點齊齒龍龜臺灣週匯後佔歷迴係於採淨鍊錶製證製佈慾誌佇併"
    "鬆緻讚嘆網檯裡裏麼點術雜鏈橋遞換擴暢殊級錄籤鑰鎖匙夥揹傢僱內爲衆峯啓羣溼"
)
_SIMPLIFIED: Final = (
    "万与专业东丝两严丧个丰临为丽举义乌乐乔习乡书买乱争亏云亚产亩亲亿仅从仑仓仪们价众优会伟传伤伦伪体余佣俭债倾偻偿储儿兑党兰关兴养兽冈册写军农冯冲决况冻净准凉减凑几凤凭凯击凿划刘则刚创删别剂剑剧劝办务动励劲劳势勋汇区医华协单卖卢卫却厂厅历厉压厌厕厢县参双发变"
    "叙叶号叹吓吗启吴员听呈响哑尝唤啬噜团园围国图圆圣场坏块坚坛坝坟坠垒垫壮声壳壶处备复够头夸夹夺奋奖奥妇妈娇孙学宁宝实宠审宪宫宽宾对寻导将尔尘层届属岁岂岛岭岳峡岗币帅师帐带帮干广庄庆庐库应庙庞废开异弃张弥弯弹强归当录彻径后忆忧怀态怂恶恼悬惊惧惨惯愤虑懒恋戏战户"
    "扑执扩扫扬扰抚抛抢护报担拟拢拣拥拦拧拨择挂挡挣挤挥换据捡损摇捣携摆敌数敛毙断无旧时旷昼显晓暂历术朴机杀杂权条来杨杰极构枢枪枫柜标栈栋栏树样桥档横检楼欧欢残歼毁毕毡气氢汉汤沟没沦沧沪泼泽洁洒泪浅浆浇浊测济浑浓涛涡渐渔渗温游湾湿溃滞满滤滥滨滩洒灭灯灵灾炉炼烁烟烦烧烫"
    "热爱爷牵献状犹独狮狱获猎兽环现玛瑶琼玺电画畅疗疯症盗盏盐监盖盘矫矿码砖础硕确碍礼禅离税种积称稳穷窃竞笔筑节范简篮筹类粮纠纪纣约级纹纳纽纯纱纸纷线组细终绍经结给络绝统丝绑绿维纲网综绽绪续绵紧缘编缓纬练县缩总绩繁织绕绘继纤缆罢罗羡义联聪职肃肠肤肾胁脉脑脚脱胆胜胶脸临举舰舱艺苏蕴荤荡荣药"
    "虫虽虾补装复衬见观规视觉览触计订认讯讨让训议记讲许论设访证评识诈诉诊词试诗诚话详误说请诸诺读课谁调谈谋证护谱译赞赛丰贝负财责贤败货质贩贪贫购贯贮贴贵贷费贺资贾贼宾赋赏赔赖赚赛赠赢赶趋跃践踪车轧轨轩软转轮轴轻载辅辆辉辈输辖辞边达迁过运还这进远违连迟适选遗邮邓郑释针钓钙钝钢钮钱铂铅铁"
    "银铜铭销锁锋铺链错锅锚锡键镇镜钟鉴长门闪闭问闯闲间阀阅队阳阴阵阶际陆陈险随隐隶难雏电雾静响页顶项顺须预领颇频题额颜顾愿类风飞饭饮饰马驰驳驻驾骑验腾驱鱼鲜鸟鸣鸿麦黄点齐齿龙龟台湾周汇后占历回系于采净链表制证制布欲志伫并"
    "松致赞叹网台里里么点术杂链桥递换扩畅殊级录签钥锁匙伙背家雇内为众峰启群湿"
)
_CHARACTERS: Final = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
_WORDS: Final[dict[str, str]] = {
    "网路": "网络", "丛集": "集群", "叢集": "集群", "伺服器": "服务器", "频宽": "带宽", "效能": "性能", "推论": "推理", "晶片": "芯片",
    "资料中心": "数据中心",
    "资料库": "数据库", "资料": "数据", "软体": "软件", "硬体": "硬件", "储存": "存储", "运算": "计算", "即时": "实时", "支援": "支持",
    "程式": "程序",
    "专案": "项目", "显示卡": "加速卡", "资讯": "信息", "引数": "参数", "云端": "云上",
}  # fmt: skip
_REGIONAL: Final = re.compile("|".join(sorted(_WORDS, key=len, reverse=True)))
_ANY: Final = re.compile(f"[{''.join(sorted(set(_TRADITIONAL) - set(_SIMPLIFIED)))}]")
_LONGEST_CELL: Final = 2000


def plain(text: str) -> str:
    """Folded text (`characters.fold`) with traditional characters and regional words as simplified ones, same length."""
    return _of_cell(text) if len(text) <= _LONGEST_CELL else _plain(text)


def _plain(text: str) -> str:
    folded = fold(text)
    if not _ANY.search(folded) and not _REGIONAL.search(folded):
        return folded
    return _REGIONAL.sub(lambda hit: _WORDS[hit[0]], folded.translate(_CHARACTERS))


_of_cell = lru_cache(maxsize=1024)(_plain)
